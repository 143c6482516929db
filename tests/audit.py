"""``make audit``: Bandit reads the code, pip-audit asks whether any version in the lock is known to be unsafe.

What Bandit is told to pass over says why, on its line or in pyproject.toml. Where the database of pip-audit, which is
that of the package index, cannot be reached, a sentence says so and nothing fails: the code is not to blame for it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
CODE: Final = ("accounts", "games", "marabunta_site", "manage.py")
LOCK: Final = "requirements.lock"
PATIENCE: Final = 120.0


class Verdict(NamedTuple):
    is_safe: bool
    said: str


def bandit(paths: tuple[str, ...] = CODE) -> Verdict:
    """What it says of comments of ours that it need not have read is left out: it asks more than once about a line."""
    command = [sys.executable, "-m", "bandit", "--quiet", "--recursive", "--configfile", "pyproject.toml", *paths]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        return Verdict(False, done.stderr)
    return Verdict(not done.returncode, done.stdout or "Bandit finds nothing.")


def pip_audit() -> Verdict:
    command = [sys.executable, "-m", "pip_audit", "--requirement", LOCK, "--require-hashes", "--disable-pip"]
    command += ["--format", "json", "--progress-spinner", "off"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return judged("", f"no answer in {PATIENCE:.0f} seconds")
    return judged(done.stdout, done.stderr)


def judged(found: str, complaint: str) -> Verdict:
    """By what pip-audit has printed as JSON; nothing where it could not ask."""
    if not found.strip():
        said = " ".join(complaint.split())[-200:] or "it says nothing"
        return Verdict(True, f"The versions are not compared, for the database of pip-audit is not reached: {said}")
    packages = json.loads(found)["dependencies"]
    known = [package for package in packages if "skip_reason" not in package]
    if not known:
        reason = packages[0]["skip_reason"] if packages else f"{LOCK} is empty"
        return Verdict(True, f"The versions are not compared, for the database of pip-audit is not reached: {reason}")
    unsafe = [
        f"{package['name']} {package['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or 'none'}"
        for package in known
        for fault in package["vulns"]
    ]
    missing = [package["name"] for package in packages if "skip_reason" in package]
    compared = f"pip-audit has compared {len(known)} packages: {len(unsafe)} faults."
    lines = [*unsafe, *[f"Not compared: {', '.join(missing)}"] * bool(missing), compared]
    return Verdict(not unsafe, "\n".join(lines))


if __name__ == "__main__":
    verdicts = [bandit(), pip_audit()]
    print("\n".join(verdict.said for verdict in verdicts))
    sys.exit(not all(verdict.is_safe for verdict in verdicts))
