"""What every template keeps to, whichever page it is part of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

LONGEST = 160
ROOT = Path(__file__).parents[2]
FOLDERS = [ROOT / "templates", *sorted(ROOT.glob("games/*/templates"))]
TEMPLATES = sorted(file for folder in FOLDERS for file in folder.rglob("*") if file.is_file())
MODULES = sorted(file for part in ("accounts", "games", "marabunta_site") for file in (ROOT / part).rglob("*.py"))
CLASS = re.compile(r"(\w*)\.([\w-]+)$")  # at the end of a selector, with its element if it has one
PATH_DATA = re.compile(r'\b(?:d|points)="[^"]*"')

# Text that is written into a page as it is. Everything here is written by the site itself.
UNESCAPED = {
    "templates/accounts/_hints.html": ["{{ field.help_text|safe }}"],  # of our own forms; Django's holds a list
    "templates/mfa/totp/activate_form.html": ["{{ totp_svg|safe }}"],  # the QR code that allauth draws
    "templates/pictures/standalone.svg": ["{{ style|safe }}", "{{ board|safe }}"],  # stylesheets, and a rendered board
}
# The text parts and subjects of mails are no HTML.
PLAIN_TEXT = {
    "templates/account/email/base_message.txt",
    "templates/account/email/email_confirmation_subject.txt",
    "templates/account/email/login_code_subject.txt",
    "templates/account/email/password_reset_code_subject.txt",
    "templates/mail/_foot.txt",
    "templates/mail/_left.txt",
    "templates/mail/_rest_of_line.txt",
    "templates/mail/desk.txt",
    "templates/mail/gathered.txt",
    "templates/mail/invitation.txt",
    "templates/mail/letter.txt",
}


def name_of(file: Path) -> str:
    return str(file.relative_to(ROOT))


def long_lines(text: str) -> Iterator[int]:
    """The numbers of lines that are too long without their path data."""
    for number, line in enumerate(text.splitlines(), start=1):
        if len(PATH_DATA.sub("", line)) > LONGEST:
            yield number


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_dates_are_written_as_in_the_language_of_the_reader(folder):
    """By the names of formats that every language has: "c" is for machines, "T" is the name of a time zone."""
    found = [
        f"{name_of(file)}: {written}"
        for file in TEMPLATES
        if file.is_relative_to(folder)
        for written in re.findall(r"""\|(?:date|time):["']([^"']*)["']""", file.read_text())
        if written not in ("c", "T") and not written.endswith("_FORMAT")
    ]
    assert found == []


def test_both_the_pages_and_the_kinds_have_templates():
    assert {"templates", "games/marabunta/templates", "games/mabula/templates"} <= {name_of(one) for one in FOLDERS}
    assert len(TEMPLATES) > 200


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_no_line_of_a_template_is_too_long_to_be_compared(folder):
    found = [
        f"{name_of(file)}:{number}"
        for file in TEMPLATES
        if file.is_relative_to(folder)
        for number in long_lines(file.read_text())
    ]
    assert found == []


def test_path_data_may_be_long_and_what_stands_beside_it_may_not():
    path = f'<path d="{"M0 0" * LONGEST}"/>'
    assert list(long_lines(path)) == []
    assert list(long_lines(f"<p>\n{path}{'x' * LONGEST}")) == [2]


def test_only_what_the_site_writes_itself_is_marked_as_safe():
    marks = re.compile(r"\{[{%][^{}]*\|\s*safe(?:seq)?\b[^{}]*[%}]\}")
    found = {name_of(file): marks.findall(file.read_text()) for file in TEMPLATES}
    assert {name: marked for name, marked in found.items() if marked} == UNESCAPED


def test_only_plain_text_is_written_without_escaping():
    found = {name_of(file) for file in TEMPLATES if re.search(r"\{%\s*autoescape\s+off\b", file.read_text())}
    assert found == PLAIN_TEXT


def test_no_module_marks_text_as_safe():
    """But for the template engine itself: test_compiled_templates.py compares it with Django's."""
    marks = re.compile(r"\bmark_safe\b|\bSafe(?:String|Text)\(|\bhtml_safe\b|\.__html__\b|\bautoescape\s*=\s*False")
    found = [name_of(file) for file in MODULES if marks.search(file.read_text())]
    assert [name for name in found if not name.startswith("marabunta_site/compiled_templates/")] == []


def test_no_element_whose_line_breaks_are_shown_begins_with_one_of_the_template():
    styles = "".join(file.read_text() for file in ROOT.glob("static/css/*.css"))
    selectors = re.findall(r"([^{}]+)\{[^{}]*white-space: pre", styles)
    classes = {found[2]: found[1] for each in ",".join(selectors).split(",") if (found := CLASS.search(each.strip()))}
    assert {"chat-text", "mod-chat-text", "mod-said"} <= classes.keys()
    broken = [
        f"{name_of(file)}: {name}"
        for file in TEMPLATES
        for name, element in classes.items()
        if re.search(rf'<{element or "[a-z]+"} [^>]*class="{name}"[^>]*>\s*\n', file.read_text())
    ]
    assert broken == []
