"""What deploy/ says, put to work on this machine: units of systemd as processes, the site of nginx as one."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.proof.server import ROOT, Site

DEPLOY = ROOT / "deploy"
HOME = "/srv/marabunta"  # where the files in deploy/ think the site is
NAME = "games.example"  # and how they think it is called
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
MAIN = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors warn;
events {{ worker_connections 512; }}
http {{
    include {mime};
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxied; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    include site.conf;
}}
"""
TYPES = "types { text/html html; text/css css; application/javascript js; font/woff2 woff2; image/svg+xml svg; }\n"


def unit(name: str, instance: str = "") -> dict[str, list[str]]:
    """The lines of a unit by their names; what it is an instance of stands where systemd would put it."""
    found: dict[str, list[str]] = {}
    text = (DEPLOY / "systemd" / name).read_text().replace("%i", instance)
    for key, value in re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE):
        found.setdefault(key, []).append(value)
    return found


class Process:
    """A service as its unit describes it, with the settings of a site."""

    def __init__(self, site: Site, name: str, instance: str = "") -> None:
        said = unit(name, instance)
        (line,) = said["ExecStart"]
        program, *self._arguments = shlex.split(line)
        assert program == f"{HOME}/.venv/bin/python"
        assert said["WorkingDirectory"] == [HOME]
        self.patience = float(said["TimeoutStopSec"][0])
        own = dict(pair.split("=", 1) for pair in shlex.split(" ".join(said.get("Environment", []))))
        self._environment = {**site.environment, **own}
        self._site = site
        self.start()

    def start(self) -> None:
        with self._site.complaints.open("a") as complaints:
            command = [sys.executable, *self._arguments]
            self._process = subprocess.Popen(command, cwd=ROOT, env=self._environment, stderr=complaints)

    def stop(self) -> int:
        """As systemd does: SIGTERM, and if that takes too long an end without asking. Returns the exit code."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.wait(self.patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()


def statuses(answers: Path) -> Counter[str]:
    """How often nginx gave each, by its log."""
    return Counter(line.partition("] ")[2].partition(" ")[0] for line in answers.read_text().splitlines())


def certificate(folder: Path) -> tuple[Path, Path]:
    """One of our own for the name of the site, and its key."""
    wanted = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    wanted += ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", "key.pem", "-out", "certificate.pem"]
    subprocess.run([shutil.which("openssl") or "", *wanted], cwd=folder, check=True, stderr=subprocess.DEVNULL)
    return folder / "certificate.pem", folder / "key.pem"


def written(folder: Path, *, http: int, https: int, web: Sequence[int], data: Path) -> Path:
    """The configuration of nginx as deploy/nginx has it, but for addresses and places of this machine."""
    certificate_file, key = certificate(folder)
    site = (DEPLOY / "nginx" / "marabunta.conf").read_text()
    changes: Mapping[str, str] = {
        "listen 80;": f"listen 127.0.0.1:{http};",
        "listen [::]:80;": "",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{https} ssl http2;",
        "listen [::]:443 ssl http2;": "",
        "127.0.0.1:8001": f"127.0.0.1:{web[0]}",
        "127.0.0.1:8002": f"127.0.0.1:{web[1]}",
        f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(certificate_file),
        f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(key),
        f"{HOME}/var/": f"{data}/",
        "/var/log/nginx/marabunta.log": f"{folder}/answers",
        "/var/log/nginx/marabunta-faults.log": f"{folder}/faults",
    }
    for old, new in changes.items():
        assert site.count(old) == (2 if "/var/log/" in old else 1), old
        site = site.replace(old, new)
    (folder / "site.conf").write_text(site)
    shutil.copy(DEPLOY / "nginx" / "marabunta-proxy.conf", folder)
    mime = Path("/etc/nginx/mime.types")
    if not mime.exists():
        mime = folder / "mime.types"
        mime.write_text(TYPES)
    main = folder / "nginx.conf"
    main.write_text(MAIN.format(folder=folder, mime=mime))
    return main


@contextmanager
def nginx(main: Path) -> Iterator[Path]:
    """The file with a line for each answer."""
    if os.geteuid() == 0:
        main.parent.chmod(0o755)
    common = [NGINX or "", "-c", str(main), "-p", str(main.parent), "-e", str(main.parent / "errors")]
    tried = subprocess.run([*common, "-t"], capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stderr
    assert "warn" not in tried.stderr
    process = subprocess.Popen(common)
    try:
        time.sleep(0.2)
        yield main.parent / "answers"
    finally:
        process.terminate()
        process.wait(10)
