"""Two Daphne processes on one database, and submits that repeat and contradict each other: the log stays a log."""

import json
import math
import os
import subprocess
import sys

from tests.proof.server import ROOT, new_site, serving

DATABASE = "PostgreSQL" if os.environ.get("TEST_SERVICES") else "SQLite"
USUAL = {"PostgreSQL": "2000", "SQLite": "800"}[DATABASE]  # SQLite has one writer at a time: fewer show as much there
SUBMITS = int(os.environ.get("STORM_SUBMITS", USUAL))


def test_of_a_storm_of_conflicting_submits_each_accepted_one_is_stored_once(capsys):
    with new_site() as site:
        people = site.peopled(games=6 + math.ceil(SUBMITS / 200))
        with serving(site, processes=2) as ports:
            command = [sys.executable, "-m", "tests.proof.storm", str(SUBMITS), ",".join(map(str, ports))]
            with subprocess.Popen(
                command, cwd=ROOT, env=site.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            ) as storm:
                storm.stdin.write(json.dumps(people))
                storm.stdin.close()
                assert storm.stdout.readline() == "half\n"
                in_its_midst = site.verified()
                output = storm.stdout.read()
        figures = json.loads(output)
        with capsys.disabled():
            print(f"\nstorm on {DATABASE}: {output.strip()}")
        errors = site.errors()
        assert figures["server_errors"] == 0, errors
        assert figures["others"] == {}, errors
        assert figures["unexplained"] == []
        assert figures["requests"] == SUBMITS
        assert figures["accepted"] == figures["events"] > SUBMITS / 20
        assert figures["repeated"] > 0 < figures["refused"]
        assert figures["stale"] >= SUBMITS / 2
        laid_out = 3 * len(people["games"]) // 2  # two events begin a Marabunta, one a Mabula
        assert site.verified()["events"] > in_its_midst["events"] > laid_out
