"""The files in deploy/ that this machine cannot run: what they copy, start and set is there. See also tests/stack."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
import yaml

from games.keeping.upgrade import restarts_of
from games.views import conditional
from marabunta_site import environment_file, settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CONTAINERFILE = (DEPLOY / "Containerfile").read_text()
COMPOSE = (DEPLOY / "compose.yaml").read_text()
CADDYFILE = (DEPLOY / "caddy" / "Caddyfile").read_text()
UNITS = sorted((DEPLOY / "systemd").iterdir())
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
VISUDO = shutil.which("visudo", path="/usr/sbin:/usr/bin")
ANALYZE = shutil.which("systemd-analyze")


def named(text: str, pattern: str) -> list[str]:
    return re.findall(pattern, text, re.MULTILINE)


def is_setting(name: str) -> bool:
    return name in settings.env.asked or environment_file.OTHERS.fullmatch(name) is not None


def test_an_image_has_all_that_the_site_is_made_of_and_what_it_copies_is_there():
    copied = [word for line in named(CONTAINERFILE, r"^COPY (?!--)(.+) \S+$") for word in line.split()]
    assert not [name for name in copied if not (ROOT / name).exists()]
    rooms = {f"{folder.name}/" for folder in ROOT.iterdir() if (folder / "__init__.py").exists()} - {"tests/"}
    needed = rooms | {f"{Path(folder).name}/" for folder in (*settings.TEMPLATES[0]["DIRS"][:1], ROOT / "static")}
    assert needed | {"docs/verify/", "locale/", "manage.py", "requirements.lock"} == set(copied)


def is_in_the_image(path: str) -> bool:
    """Whether a file or folder is copied, and not kept back on the way."""
    copied = [word.rstrip("/") for line in named(CONTAINERFILE, r"^COPY (?!--)(.+) \S+$") for word in line.split()]
    above = [path, *map(str, PurePosixPath(path).parents)]
    is_kept_back = False
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        pattern = line.removeprefix("!").removeprefix("**/")
        if line and not line.startswith("#") and any(fnmatch(each, pattern) for each in above):
            is_kept_back = not line.startswith("!")
    return not is_kept_back and any(each in copied for each in above)


def paths_in(tree: ast.Module) -> Iterator[tuple[str, ...]]:
    """``BASE_DIR / "docs" / "verify"``: the names behind it; "?" for one that is worked out."""
    inner: set[ast.AST] = set()
    for node in ast.walk(tree):
        if node in inner or not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Div):
            continue
        names: list[str] = []
        while isinstance(node, ast.BinOp):
            names.insert(0, str(node.right.value) if isinstance(node.right, ast.Constant) else "?")
            inner.add(node := node.left)
        if "BASE_DIR" in (getattr(node, "id", ""), getattr(node, "attr", "")):
            yield tuple(names)


def test_whatever_the_site_reads_beside_its_modules_is_in_the_image():
    sources = [file for room in ("accounts", "games", "marabunta_site") for file in (ROOT / room).rglob("*.py")]
    found = {"/".join(names) for file in sources for names in paths_in(ast.parse(file.read_text()))}
    assert {"docs/verify", "locale", "static", "templates", "?"} <= found
    read = found - {"?", "var"} | {*conditional.FOLDERS, "manage.py"}  # what is stored lies in DATA_DIR
    assert not [path for path in read if "?" in path or not (ROOT / path).exists() or not is_in_the_image(path)]
    assert not is_in_the_image("tests") and not is_in_the_image("docs/operations.md") and not is_in_the_image(".env")


def test_an_image_runs_as_nobody_and_is_asked_for_its_health():
    last = CONTAINERFILE.rpartition("\nFROM ")[2]
    (user,) = named(last, r"^USER (\d+):\d+$")
    assert int(user) >= 10_000
    assert "HEALTHCHECK" in last and "/healthz" in last
    assert named(last, r"^STOPSIGNAL (\w+)$") == ["SIGTERM"], "the one that the server listens to"
    assert "--require-hashes" in CONTAINERFILE
    assert {*named(CONTAINERFILE, r"^FROM (\S+)")} == {"python:3.11-slim-bookworm"}, "one, and which Debian is said"
    (line,) = named(last, r"^ENV (.+)$")
    assert not [pair for pair in line.split() if not is_setting(pair.partition("=")[0])]


def test_the_programs_of_postgresql_in_an_image_are_those_of_its_server():
    of_debian = {"bookworm": "15", "trixie": "17"}
    (debian,) = {*named(CONTAINERFILE, r"^FROM python:[\d.]+-slim-(\w+)")}
    assert named(COMPOSE, r"image: postgres:(\d+)") == [of_debian[debian]]


@pytest.mark.parametrize("text", [CONTAINERFILE, COMPOSE, *(unit.read_text() for unit in SERVICES)])
def test_every_program_that_is_started_is_there(text):
    modules = named(text, r"-m[\",]*\s\"?(marabunta_site\.\w+)")
    commands = named(text, r"manage\.py[\",]* \"?(\w+)")
    assert modules or commands
    assert not [name for name in modules if find_spec(name) is None]
    known = {file.stem for file in ROOT.glob("*/management/commands/*.py")} | {"check", "collectstatic"}
    assert set(commands) <= known


STACK = yaml.safe_load(COMPOSE)
OURS = ("prepare", "web", "worker")


def volumes_of(service: dict[str, Any]) -> dict[str, str]:
    """What is mounted, by where."""
    return {where: what for what, where in (mount.split(":")[:2] for mount in service.get("volumes", ()))}


def test_the_services_of_a_stack_are_those_that_are_needed_and_none_may_do_more_than_it_must():
    services = STACK["services"]
    assert set(services) == {"database", "redis", *OURS, "caddy"}
    for name, service in services.items():
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["image"] and service["restart"] and service["logging"]["options"]["max-size"], name
        if name != "database":  # its image makes its folder as root, and then is nobody
            assert service["read_only"] is True and service["cap_drop"] == ["ALL"], name
        for other, what in service.get("depends_on", {}).items():
            assert other in services, name
            if what["condition"] == "service_healthy":
                assert "healthcheck" in services[other] or "HEALTHCHECK" in CONTAINERFILE, name
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    assert {services[name]["stop_grace_period"] for name in OURS} == {"15s"}, "a process may take ten seconds to end"


def test_what_a_stack_sets_are_settings_and_what_it_mounts_is_there():
    services = STACK["services"]
    for name in OURS:
        told = services[name]["environment"]
        assert {"DATABASE_URL", "REDIS_URL", "WORKER", "HTTPS"} <= set(told)
        assert not [name for name in told if not is_setting(name)]
        assert all(isinstance(value, str) for value in told.values()), "YAML has values of its own for true and off"
    asked = set(named(COMPOSE + CADDYFILE, r"\$\{?\$?([A-Z]\w+)"))
    assert not [name for name in asked - {"MARABUNTA_VERSION"} if not is_setting(name)]
    mounted = [what for service in services.values() for what in volumes_of(service).values()]
    ours = [what for what in mounted if what.startswith("./")]
    assert ours and not [what for what in ours if not (DEPLOY / what).exists()]
    assert {*mounted} - {*ours} == set(STACK["volumes"])


def test_the_proxy_of_a_stack_sees_static_files_and_nothing_else_of_the_site():
    services = STACK["services"]
    caddy = volumes_of(services["caddy"])
    site = volumes_of(services["web"])
    assert site == {"/data": "data", "/data/static": "static"} == volumes_of(services["prepare"])
    assert caddy[services["caddy"]["environment"]["WEB_STATIC"]] == "static"
    assert "data" not in caddy.values()
    assert "/data /data/static" in CONTAINERFILE, "a new volume belongs to whom its folder in the image belongs"


def test_prometheus_reaches_every_process_of_a_stack_and_nobody_outside_does():
    for name in ("web", "worker"):
        service = STACK["services"][name]
        assert service["environment"]["METRICS_HOST"] == "0.0.0.0"
        assert [service["environment"]["METRICS_PORT"]] == service["expose"]
        assert "ports" not in service
    operations = (ROOT / "docs" / "operations.md").read_text()
    (inside,) = [text for text in re.findall(r"```yaml\n(.+?)```", operations, re.DOTALL) if "dns_sd_configs" in text]
    (asked,) = yaml.safe_load(inside)["scrape_configs"][0]["dns_sd_configs"]
    assert (asked["names"], str(asked["port"])) == (["web", "worker"], "9100")


def test_alerts_are_rules_that_prometheus_can_read_each_with_what_it_says():
    (group,) = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
    names = [rule["alert"] for rule in group["rules"]]
    assert len(names) == len({*names}) == 13
    for rule in group["rules"]:
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}, rule
        assert rule["expr"].count("(") == rule["expr"].count(")"), rule
        assert re.fullmatch(r"\d+[smh]", rule.get("for", "1m")), rule
        assert rule["labels"]["severity"] in ("page", "ticket") and rule["annotations"]["summary"], rule


def test_both_proxies_tell_the_site_the_same_and_keep_the_same_from_visitors():
    nginx = "".join(file.read_text() for file in sorted((DEPLOY / "nginx").iterdir()))
    for text in (nginx, CADDYFILE):
        assert "X-Forwarded-For" in text and "X-Request-ID" in text
        assert "/healthz" in text and "/readyz" in text
        assert "Nothing was saved" in text and "Retry-After" in text
        assert r"\.[0-9a-f]{12}\.[a-z0-9]+$" in text
    assert CADDYFILE.count("{") == CADDYFILE.count("}")
    assert nginx.count("{") == nginx.count("}")


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_a_unit_waits_for_the_end_of_its_process_and_writes_nowhere_else(unit):
    text = unit.read_text()
    assert named(text, r"^User=(\w+)$") == ["marabunta"]
    assert named(text, r"^ReadWritePaths=(\S+)$") == ["/srv/marabunta/var"]
    assert "ProtectSystem=strict" in text and "NoNewPrivileges=true" in text
    if "Type=exec" in text:
        (seconds,) = named(text, r"^TimeoutStopSec=(\d+)$")
        assert int(seconds) > 10
    told = [pair for line in named(text, r"^Environment=(.+)$") for pair in line.split()]
    assert not [pair for pair in told if not is_setting(pair.partition("=")[0])]


@pytest.mark.skipif(ANALYZE is None, reason="needs systemd-analyze")
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path):
    """With a Python that is there, for theirs is not."""
    for unit in UNITS:
        text = unit.read_text().replace("/srv/marabunta/.venv/bin/python", sys.executable)
        (tmp_path / unit.name).write_text(text)
    files = [str(tmp_path / unit.name) for unit in UNITS]
    done = subprocess.run([ANALYZE or "", "verify", *files], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "marabunta" in line]
    assert (done.returncode, ours) == (0, [])


def test_the_user_of_the_site_may_restart_its_processes_and_nothing_else():
    text = (DEPLOY / "sudoers").read_text()
    allowed = named(text, r"^marabunta ALL=\(root\) NOPASSWD: /usr/bin/(systemctl restart [\w@-]+)$")
    assert len(allowed) == len([line for line in text.splitlines() if line and not line.startswith("#")])
    units = {unit.name.removesuffix(".service") for unit in SERVICES} - {"marabunta-backup"}
    assert {re.sub(r"@\d+$", "@", command.split()[-1]) for command in allowed} == units
    for page in (ROOT / ".env.example", ROOT / "docs" / "operations.md"):
        (restart,) = named(page.read_text(), r'^#?RESTART="(.+)"$')
        commands = [" ".join(one.command) for one in restarts_of(restart)]
        assert commands and {*commands} <= {f"sudo {command}" for command in allowed}
    if VISUDO:
        subprocess.run([VISUDO, "--check", "--quiet", "--file", str(DEPLOY / "sudoers")], check=True)
