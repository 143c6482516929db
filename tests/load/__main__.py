"""``make load``: what a move costs on our site, as a multiple of what it costs in a bare app, measured in the same run.

    python -m tests.load [--json] [--rounds 2] [--sockets 1000] [--kind mabula]

The *bare app* (tests/load/bare) is Django and Channels as they come: log-in, session, CSRF, one insert, one signal, and
a fixed fragment of about the same size as the answer. The targets take turns; every phase has a new database and a new
server. On PostgreSQL and Redis: ``python -m tests.with_services python -m tests.load``. All traffic stays on this
machine. No worker runs: what bots and mails cost is not asked here.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from tests.load.driver import Script
from tests.private_redis import private_redis
from tests.proof.server import ROOT, new_database, new_site, wait_until_it_answers
from tests.with_services import free_port

GAMES = 32
PAIRS = 150  # moves that are measured in the process
LONGEST = 600.0  # seconds that a process may take: several times what any takes on a busy machine
SETTINGS = {"WORKER": "off", "FRAGMENT_BYTES": "9000"}  # between what the two kinds answer, compressed
BARE = "bare"
Environment = dict[str, str]
Figures = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--rounds", type=int, default=2, help="how often each target has its turn")
    parser.add_argument("--sockets", type=int, default=1000, help="how many only listen")
    parser.add_argument("--kind", action="append", help="mabula, marabunta; default: both")
    args = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    targets = [BARE, *(args.kind or ["mabula", "marabunta"])]
    phases: dict[str, Callable[[str], Figures]] = {
        "process": in_process,
        "one": lambda target: through_daphne(target, "one"),
        "many": lambda target: through_daphne(target, "many"),
        "idle": lambda target: through_daphne(target, "idle", str(args.sockets)),
    }
    figures: dict[str, dict[str, Figures]] = {}
    for phase, run in phases.items():
        runs: dict[str, list[Figures]] = {target: [] for target in targets}
        for _ in range(args.rounds):
            for target in targets:
                print(f"{phase}, {target} …", file=sys.stderr, flush=True)
                runs[target].append(run(target))
        figures[phase] = {target: merged(found) for target, found in runs.items()}
    print(json.dumps(figures, indent=1) if args.json else table(figures))


def in_process(target: str) -> Figures:
    with new_target(target) as environment:
        script = script_of(target, environment)
        found: Figures = json.loads(python(environment, "-m", "tests.load.in_process", str(PAIRS), script=script))
        return found | {f"page: {name}": time for name, time in found.pop("pages").items()}


def through_daphne(target: str, phase: str, *more: str) -> Figures:
    with new_target(target) as environment:
        script = script_of(target, environment)
        with daphne(target, environment) as (port, process):
            before, memory = processor_ms(process), memory_kb(process)
            arguments = ("-m", "tests.load.driver", phase, str(port), *more)
            found: Figures = json.loads(python(environment, *arguments, script=script))
            spent = processor_ms(process) - before
            if phase == "idle":
                return found | {"KB a socket": (memory_kb(process) - memory) / found["sockets"]}
            return found | {"processor ms a move": spent / found["moves"]}


@contextmanager
def new_target(target: str) -> Iterator[Environment]:
    """A site with a database of its own."""
    with ExitStack() as stack:
        if target == BARE:
            environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.load.bare.settings"}
            environment["DATA_DIR"] = stack.enter_context(tempfile.TemporaryDirectory())
            if os.environ.get("TEST_SERVICES"):
                environment["DATABASE_URL"] = stack.enter_context(new_database(os.environ["DATABASE_URL"]))
            python(environment, "-m", "django", "migrate", "--run-syncdb", "--verbosity", "0")
        else:
            environment = {**stack.enter_context(new_site()).environment}
        if os.environ.get("TEST_SERVICES"):
            environment["REDIS_URL"] = stack.enter_context(private_redis()).url
        yield environment | SETTINGS


def script_of(target: str, environment: Environment) -> Script:
    if target == BARE:
        script: Script = json.loads(python(environment, "-m", "tests.load.bare.people", str(GAMES)))
    else:
        script = json.loads(python(environment, "-m", "tests.load.people", target, str(GAMES)))
    return script


def python(environment: Environment, *arguments: str, script: Script | None = None, longest: float = LONGEST) -> str:
    """What such a process prints. One that fails, or stands still, ends this one."""
    try:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=environment,
            input=json.dumps(script) if script else None,
            capture_output=True,
            text=True,
            check=False,
            timeout=longest,
        )
    except subprocess.TimeoutExpired:
        sys.exit(f"{' '.join(arguments)} was not done in {longest:.0f} seconds")
    if done.returncode:
        sys.exit(f"{' '.join(arguments)} failed:\n{done.stderr[-4000:]}")
    return done.stdout


@contextmanager
def daphne(target: str, environment: Environment) -> Iterator[tuple[int, int]]:
    """The port and the process of a server."""
    application = "tests.load.bare.asgi:application" if target == BARE else "marabunta_site.asgi:application"
    port = free_port()
    command = [sys.executable, "-m", "daphne", "--bind", "127.0.0.1", "--port", str(port), "--access-log", os.devnull]
    server = subprocess.Popen([*command, application], cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
    try:
        wait_until_it_answers(port)
        yield port, server.pid
    finally:
        server.terminate()
        server.wait(30)


def processor_ms(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_kb(process: int) -> float:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024


def merged(runs: list[Figures]) -> Figures:
    """The median of each figure; of what must not happen, the sum."""
    sums = ("failed", "signals lost", "sockets closed")
    return {name: (sum if name in sums else median)(run[name] for run in runs) for name in runs[0]}


def table(figures: dict[str, dict[str, Figures]]) -> str:
    """Every figure, and behind ours how many times that of the bare app it is."""
    lines = []
    for phase, by_target in figures.items():
        bare = by_target[BARE]
        lines += ["", f"{TITLES[phase]:34}" + "".join(f"{target:>22}" for target in by_target)]
        for name in list(dict.fromkeys(name for found in by_target.values() for name in found)):
            base = bare.get("fetch" if name.startswith("page: ") else name)
            cells = [cell(found.get(name), None if target == BARE else base) for target, found in by_target.items()]
            lines.append(f"{name:34}" + "".join(f"{text:>22}" for text in cells))
    return "\n".join(lines)


TITLES = {
    "process": "in the process, processor ms",
    "one": "one game, through Daphne, ms",
    "many": f"{GAMES} games flat out, ms",
    "idle": "sockets that listen",
}


def cell(value: float | None, base: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.1f}" + (f"  ({value / base:5.2f} ×)" if base else " " * 10)


if __name__ == "__main__":
    main()
