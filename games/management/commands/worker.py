import signal
from typing import Any

from django.core.management.base import BaseCommand

from games import worker

STOP_SIGNALS = {signal.SIGINT, signal.SIGTERM}


class Command(BaseCommand):
    help = "Runs the work that no request does: moves of bots, time-outs, reminders, mails. Ends by SIGINT or SIGTERM."

    def handle(self, *args: Any, **options: Any) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)  # sigwait() receives them; no job is interrupted
        end = worker.start()
        signal.sigwait(STOP_SIGNALS)
        end()
