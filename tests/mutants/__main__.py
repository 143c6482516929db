"""Plants every fault of ``faults.py``, one at a time, and demands that the tests it names find it.

    python -m tests.mutants [--jobs 2] [part of a name …]

The faults are planted in copies of the tree, never in the tree itself. The tests must pass there before anything is
planted: a fault that is found by a test that fails anyway is not found.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.faults import FAULTS, Fault

ROOT = Path(__file__).parents[2]
PASSED, FAILED = 0, 1  # how pytest ends; anything else means that the tests could not run


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.mutants")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    faults = [fault for fault in FAULTS if not asked.names or any(part in str(fault) for part in asked.names)]
    with tempfile.TemporaryDirectory() as folder:
        copies = [copy_tree(Path(folder) / str(number)) for number in range(asked.jobs)]
        tests = sorted({test for fault in faults for test in fault.tests})
        if (ended := run(copies[0], tests)[0]) != PASSED:
            print(f"Without any fault the tests end with {ended}: nothing can be shown.")
            return 1
        caught = 0
        for fault, verdict, seconds in try_all(faults, copies):
            caught += verdict == "caught"
            print(f"{verdict:8} {seconds:5.0f} s  {fault}", flush=True)
    print(f"{caught} of {len(faults)} faults are caught.")
    return 0 if caught == len(faults) else 1


def try_all(faults: Sequence[Fault], copies: Sequence[Path]) -> Iterator[tuple[Fault, str, float]]:
    free: SimpleQueue[Path] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def attempt(fault: Fault) -> tuple[Fault, str, float]:
        copy = free.get()
        began = time.monotonic()
        try:
            with planted(fault, copy):
                ended, output = run(copy, fault.tests)
        finally:
            free.put(copy)
        verdict = {PASSED: "SURVIVES", FAILED: "caught"}.get(ended, "BREAKS")
        if verdict != "caught":
            print(output[-2000:], file=sys.stderr)
        return fault, verdict, time.monotonic() - began

    with ThreadPoolExecutor(len(copies)) as crew:
        yield from crew.map(attempt, faults)


@contextmanager
def planted(fault: Fault, copy: Path) -> Iterator[None]:
    file = copy / fault.file
    sound = file.read_text()
    assert sound.count(fault.old) == 1, fault
    file.write_text(sound.replace(fault.old, fault.new))
    try:
        yield
    finally:
        file.write_text(sound)


def run(copy: Path, tests: Sequence[str]) -> tuple[int, str]:
    """Until the first failure. Without a bytecode cache: two versions of a file may have the same time and size."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def copy_tree(there: Path) -> Path:
    """What git knows or would add: no environment, no databases, no caches."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607 - git is on the path
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (there / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, there / name)
    return there


if __name__ == "__main__":
    sys.exit(main())
