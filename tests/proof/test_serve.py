"""``make serve``: the site in one process from one file of settings. All kinds of pages are there, and their look."""

import contextlib
import http.client
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.proof.server import ROOT, Browser, Site, wait_until_it_answers
from tests.proof.workers import ask, wait_until
from tests.released.make import FOLDER, load
from tests.with_services import free_port

pytestmark = pytest.mark.one_database  # the one that is embedded

FILES = re.compile(r'<link rel="(?:stylesheet|preload)"[^>]*? href="([^"]+)"|<script[^>]*? src="([^"]+)"')
TYPES = {"css": "text/css", "js": "text/javascript", "woff2": "font/woff2"}
# What is no page, by its name: what forms are sent to, and takes nothing else;
FORMS = """
    accounts:language games:accept games:acknowledge games:act games:appeal games:chat-switch games:coach games:decline
    games:end-vacation games:hint games:invite-by-mail games:mute games:read games:rematch games:resume-mail
    games:unblock games:withdraw games:moderation:claim games:moderation:impose games:moderation:lift
    games:moderation:note games:moderation:release games:moderation:remove-note games:moderation:reopen
    games:moderation:settle
"""
# what leads to another page, at least whoever is not in the middle of something;
ELSEWHERE = """
    account_complete_password_reset account_confirm_login_code account_confirm_password_reset_code
    account_email_verification_sent accounts:confirm-address accounts:confirm-login games:another games:guide
    games:moderation:mail games:moderation:next games:next games:ratings games:rename
"""
NOWHERE = "accounts:invited"  # and what is there only with a token


class Served(NamedTuple):
    site: Site
    port: int
    output: Path


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """By the example of settings, but for a port, a folder and staff without a phone; on a site that has seen games."""
    folder = tmp_path_factory.mktemp("served")
    port = free_port()
    load(newest(FOLDER.glob("*.sql.gz")), folder / "db.sqlite3")
    example = (ROOT / ".env.example").read_text()
    changes = {"PORT=8000": f"PORT={port}", "#DATA_DIR=/srv/marabunta/var": f"DATA_DIR={folder}"}
    changes |= {
        "#STAFF_MFA=true": "STAFF_MFA=false",
        "#EMAIL_URL=smtp+tls://user:password@mail.example:587": "EMAIL_URL=dummymail://",
    }
    for old, new in changes.items():
        assert example.count(f"\n{old}\n") == 1
        example = example.replace(f"\n{old}\n", f"\n{new}\n")
    (folder / "settings.env").write_text(example)
    environment = {"PATH": os.environ["PATH"], "ENV_FILE": str(folder / "settings.env"), "DATA_DIR": str(folder)}
    site = Site({**environment, "DJANGO_SETTINGS_MODULE": "marabunta_site.settings"})
    output = folder / "output"
    with site.complaints.open("a") as complaints, output.open("w") as said:
        command = [sys.executable, "-m", "marabunta_site.serve"]
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=said, stderr=complaints)
    try:
        wait_until_it_answers(port)
        yield Served(site, port, output)
    finally:
        process.terminate()
        assert process.wait(30) == 0, site.errors()


def test_it_says_where_it_is_and_the_worker_is_in_it(served):
    assert (
        served.output.read_text()
        == f"Marabunta is at http://localhost:{served.port}/ and answers at 127.0.0.1:{served.port}.\n"
    )
    with closing(Browser(served.port, "nobody")) as browser:
        wait_until(lambda: browser.get("/readyz")[0] == 200, served.site, 60)
        assert browser.get("/readyz")[1].decode().count(": ok\n") == 5
    assert ask(served.site, "SELECT count(*) FROM games_pulse") == [(1,)]


def test_every_kind_of_page_is_there_for_somebody_and_its_styles_and_scripts_load(served):
    with closing(Browser(served.port, "nobody")) as browser:
        wait_until(lambda: browser.get("/readyz")[0] == 200, served.site, 60)
    told = json.loads(served.site.run("-m", "tests.proof.addresses"))
    answers: dict[str, set[int]] = {name: set() for name in told["addresses"]}
    files: dict[str, str] = {}
    for session in told["sessions"].values():
        with closing(Browser(served.port, session)) as browser:
            for name, address in told["addresses"].items():
                if 200 in answers[name]:  # somebody has seen it
                    continue
                status, page = browser.get(address)
                answers[name].add(status)
                if status == 200 and page.lstrip().lower().startswith(b"<!doctype html"):
                    found = {one or other for one, other in FILES.findall(page.decode())}
                    assert any(".css" in file for file in found), name
                    files |= dict.fromkeys((file for file in found if file.startswith("/static/")), name)
    faults = {name: sorted(statuses) for name, statuses in answers.items() if max(statuses) >= 500}
    assert faults == {}
    no_pages = {name: statuses for name, statuses in answers.items() if 200 not in statuses}
    assert {name for name, statuses in no_pages.items() if 405 in statuses} == {*FORMS.split()}
    assert {name for name, statuses in no_pages.items() if statuses == {404}} == {NOWHERE}
    rest = {name for name, statuses in no_pages.items() if not statuses & {405} and statuses != {404}}
    assert rest == {*ELSEWHERE.split()}, {name: no_pages[name] for name in rest}
    assert sum(200 in statuses for statuses in answers.values()) > 90
    assert len(files) > 25
    for file, name in files.items():
        assert is_what_it_says(served.port, file), f"{file} of {name}"


def newest(files: Iterable[Path]) -> Path:
    """By the numbers of their versions: 0.10.0 comes after 0.9.0."""
    return max(files, key=lambda file: [int(number) for number in file.name.split(".")[:3]])


def test_the_newest_version_is_that_with_the_highest_numbers():
    assert newest(map(Path, ("0.9.0.sql.gz", "0.10.0.sql.gz", "0.2.11.sql.gz"))) == Path("0.10.0.sql.gz")


def is_what_it_says(port: int, file: str) -> bool:
    """Whether a file has its type, is not empty, may be kept for ever, and carries its digest in its name."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as asking:
        asking.request("GET", file)
        answer = asking.getresponse()
        content = answer.read()
    ending = file.rpartition(".")[2]
    is_kept = "immutable" in (answer.headers["Cache-Control"] or "")
    is_named = re.search(rf"\.[0-9a-f]{{12}}\.{ending}$", file)
    kind = answer.headers["Content-Type"].partition(";")[0]
    return answer.status == 200 and kind == TYPES[ending] and len(content) > 20 and is_kept and bool(is_named)


def test_a_page_that_is_not_there_and_one_that_is_refused_have_their_look_too(served):
    with closing(Browser(served.port, "nobody")) as browser:
        for path, expected in (("/nowhere/", 404), ("/games/999999/", 404)):
            status, page = browser.get(path)
            assert status == expected
            (style, *_) = [one for one, _ in FILES.findall(page.decode()) if one.endswith(".css")]
            assert is_what_it_says(served.port, style)
