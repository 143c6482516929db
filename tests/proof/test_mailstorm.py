"""Mails that people can trust: a mail server that fails one time in five, and workers that are killed all the time."""

import json
import os

from tests.proof.server import Site, new_site
from tests.with_services import free_port

TURNS = int(os.environ.get("MAILSTORM_TURNS", "300"))
DATABASE = "PostgreSQL" if os.environ.get("TEST_SERVICES") else "SQLite"


def test_every_turn_is_told_whatever_fails_and_none_that_was_played_before(capsys):
    with new_site() as site:
        mail = {"EMAIL_URL": f"smtp://127.0.0.1:{free_port()}", "EMAIL_TIMEOUT": "0.5", "MAIL_PICTURE_WIDTH": "0"}
        figures = json.loads(Site({**site.environment, **mail}).run("-m", "tests.proof.mailstorm", str(TURNS)))
        with capsys.disabled():
            print(f"\nmailstorm on {DATABASE}: {figures}")
        assert figures["turns"] >= TURNS
        assert figures["missing"] == []
        assert figures["strange"] == [], "a mail that came twice has the same Message-ID"
        assert figures["late"] == []
        failures = {fate: count for fate, count in figures["tries"].items() if fate != "taken"}
        assert len(failures) == 5 and sum(failures.values()) > TURNS / 10, "there was something to stand up to"
        assert figures["kills"] > 5
        assert figures["arrived twice or more"] and figures["not sent, for it was played"] and figures["gathered"]
