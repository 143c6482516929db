import signal
from threading import Event
from typing import Any

from django.core.management.base import BaseCommand

from games import metrics_page, worker

STOP_SIGNALS = {signal.SIGINT, signal.SIGTERM}


class Command(BaseCommand):
    help = "Runs what no request does: bots, time-outs, reminders, mails, housekeeping. Ends by SIGINT or SIGTERM."

    def handle(self, *args: Any, **options: Any) -> None:
        stop = Event()
        for number in STOP_SIGNALS:  # not blocked: multiprocessing would unblock them in the bots' thread
            signal.signal(number, lambda *_: stop.set())
        metrics_page.start()
        end = worker.start()
        while not stop.wait(1.0):  # another thread may have received it; this one has to wake up to handle it
            pass
        end()
