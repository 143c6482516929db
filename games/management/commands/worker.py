import signal
from typing import Any

from django.core.management.base import BaseCommand

from games import worker

ENDINGS = {signal.SIGINT, signal.SIGTERM}


class Command(BaseCommand):
    help = "Sees to what is due without anybody asking: bots, time that runs out. Runs until it is told to stop."

    def handle(self, *args: Any, **options: Any) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)  # they are waited for here, and interrupt nothing
        end = worker.start()
        signal.sigwait(ENDINGS)
        end()
