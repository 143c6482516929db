"""What nobody sends by a browser, sent to a real Daphne: it refuses it, and neither it nor the log comes to harm."""

import os
import re
import socket

from tests.luck import SEED
from tests.proof.fuzz import Fuzz
from tests.proof.server import Browser, Site, new_site, serving

REQUESTS = int(os.environ.get("FUZZ_INPUTS", "1500"))
FRAMES = int(os.environ.get("FUZZ_FRAMES", "600"))
ALARM = re.compile(r"^.*(?:Traceback| ERROR | CRITICAL |Unhandled).*$", re.MULTILINE)
NO_WORKER = "ERROR django.request: Service Unavailable: /readyz"  # which is so, and told in those words alone
SETTINGS = {
    "EMAIL_URL": "dummymail://",
    "REDIS_URL": "",
    "STAFF_MFA": "false",  # so that the desk and the administration are reached
    "WORKER": "off",
}


def test_whatever_is_sent_is_refused_without_an_error_or_a_trace_in_the_log(capsys):
    with new_site() as plain:
        site = Site({**plain.environment, **SETTINGS})
        with serving(site, processes=1) as (port,):
            fuzz = Fuzz(site, port, seed=SEED)
            figures = fuzz.run(requests=REQUESTS, frames=FRAMES)
            browser = Browser(port, fuzz.grammar.cast["sessions"]["ada"])
            answers = [browser.get(path)[0] for path in ("/healthz", "/", "/rules/mabula/")]
            browser.close()
        with capsys.disabled():
            print(f"\nfuzz with SEED={SEED}: {figures}")
        complaints = site.complaints.read_text()
        assert figures.faults == []
        alarms = [line for line in ALARM.findall(complaints) if not line.endswith(NO_WORKER)]
        assert alarms == [], complaints[-20_000:]
        assert set(answers) <= {200, 303}, "the server answers as before"
        assert figures.statuses["303"] > REQUESTS / 100, "some of it is right, and done"
        assert figures.acts - figures.repeats > REQUESTS / 100 < figures.events, "and the log grew by that alone"
        assert figures.late < 5 + REQUESTS / 1000
        assert figures.statuses["200"] > REQUESTS / 50 < figures.statuses["404"]
        assert figures.statuses["socket 101"] > 0
        assert site.verified()["events"] > 0
        site.run("manage.py", "verify_audit")


def test_a_form_of_a_type_that_nobody_can_read_is_refused_and_not_left_without_an_answer():
    head = "POST /account/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\nConnection: close\r\n"
    with (
        new_site() as site,
        serving(Site({**site.environment, **SETTINGS}), processes=1) as (port,),
        socket.create_connection(("127.0.0.1", port), timeout=20) as connection,
    ):
        connection.sendall(f"{head}Content-Type: application/x\x0c-www-form-urlencoded\r\n\r\na=b".encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 400 ")
