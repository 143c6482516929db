"""The version is one, and stands where an operator looks."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from accounts.models import User
from games.moderation import roles
from games.moderation.roles import Role
from games.version import VERSION


def test_the_version_is_that_of_the_project_and_of_the_newest_dated_section_of_the_changelog():
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    headings = re.findall(r"^## (.+)$", Path("CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert len(set(headings)) == len(headings)
    newest = re.fullmatch(r"(\d+\.\d+\.\d+) – \d{4}-\d\d-\d\d", headings[1])
    assert project["version"] == newest[1] == VERSION


@pytest.mark.parametrize("program", [["manage.py"], ["-m", "marabunta_site.server"], ["-m", "games"]])
def test_each_program_says_its_version(program):
    done = subprocess.run([sys.executable, *program, "--version"], stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout == f"{VERSION}\n"


@pytest.mark.one_database
@pytest.mark.django_db
def test_the_administration_shows_the_version_at_its_foot(client):
    ada = User.objects.create_user("ada", "ada@example.org")
    roles.grant(by=None, user=ada, role=Role.ADMINISTRATOR, reason="To look at the foot.")
    client.force_login(ada)
    foot = client.get("/admin/").content.decode().partition("<footer")[2]
    assert f"Version {VERSION}" in foot
