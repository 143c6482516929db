"""Every code in the source has its sentence, and every sentence the facts that it tells."""

import ast
import re
from pathlib import Path

import pytest

from games import kinds
from games.chat.conversation import ChatRefusal
from games.chat.sentences import CHAT, chat_refusal
from games.contract import BadOptions, IllegalMove
from games.kind_pages.registry import page_of
from games.lobby.challenges import LobbyRefused
from games.mabula.page import refusals as mabula
from games.marabunta.page import refusals as marabunta
from games.marabunta.rules.effects import POWERS, TILES
from games.models import Challenge
from games.moderation import sentences
from games.moderation.answers import Deed
from games.words import names, refusals

ROOT = Path(refusals.__file__).parent.parent


def raised(source: Path, error: str) -> dict[str, set[str]]:
    """The codes with which an error is made in a file, with the names of the facts given along."""
    found: dict[str, set[str]] = {}
    tree = ast.parse(source.read_text())
    named = {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == error and call.args:
            code = call.args[0]
            facts = {keyword.arg for keyword in call.keywords if keyword.arg}
            if isinstance(code, ast.Name):
                if code.id not in named:
                    continue  # handed on from elsewhere
                code = named[code.id]
            for text in codes(code):
                found[text] = found.get(text, facts) & facts
    return found


def codes(node: ast.expr) -> set[str]:
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=one, orelse=two):
            return codes(one) | codes(two)
        case ast.JoinedStr(values=[ast.Constant(value="challenge-"), *_]):
            return {f"challenge-{status}" for status in Challenge.Status.values if status != "open"}
        case ast.JoinedStr(values=[ast.Constant(value="not-"), *_]):
            return {f"not-{deed}" for deed in Deed}
        case ast.Attribute(attr="code"):
            return set()  # of another refusal, handed on
    raise AssertionError(ast.dump(node))


def collected(error: str, *sources: str) -> dict[str, set[str]]:
    files = [file for source in sources for file in ROOT.glob(source)]
    assert files
    return {code: facts for file in files for code, facts in raised(file, error).items()}


SOURCES = {
    "door": (
        refusals.DOOR,
        collected("IllegalMove", "table/*.py", "bots/hints.py"),
    ),
    "marabunta": (marabunta.SENTENCES, collected("IllegalMove", "marabunta/rules/*.py")),
    "mabula": (mabula.SENTENCES, collected("IllegalMove", "mabula/rules/*.py")),
    "vacations": (refusals.VACATIONS, collected("VacationRefused", "clocks/vacations.py")),
    "people": (
        sentences.PEOPLE,
        collected(
            "ModerationRefused",
            *(f"moderation/{name}.py" for name in ("people", "appeals", "chat", "notes", "refusals")),
        ),
    ),
    "cases": (sentences.CASES, collected("CaseRefused", "moderation/cases.py", "views/moderation/cases.py")),
    "lobby": (refusals.LOBBY, collected("LobbyRefused", "lobby/challenges.py", "lobby/mail_invites.py", "views/*.py")),
}


@pytest.mark.parametrize("source", SOURCES)
def test_every_code_has_a_sentence_and_every_sentence_a_code(source):
    said, found = SOURCES[source]
    assert len(found) >= 5
    assert {code.split("/")[0] for code in said} == set(found)


@pytest.mark.parametrize("source", SOURCES)
def test_a_sentence_tells_only_facts_that_are_given(source):
    said, found = SOURCES[source]
    for code, sentence in said.items():
        assert set(re.findall(r"%\((\w+)\)s", str(sentence))) <= found[code.split("/")[0]], code


def test_no_code_is_raised_anywhere_else():
    errors = ("IllegalMove", "LobbyRefused", "VacationRefused", "ModerationRefused", "CaseRefused")
    everywhere = {code for error in errors for code in collected(error, "**/*.py")}
    assert everywhere == {code for _, found in SOURCES.values() for code in found}


def test_the_facts_in_a_sentence_are_in_the_readers_words():
    said = refusals.refusal("marabunta", IllegalMove("an-effect-waits", "M8.3", effect="two-leaves"))
    assert said == "Use your bonus first: two leaves."
    said = refusals.refusal("marabunta", IllegalMove("not-now", "M3.2", expected="split", got="choose"))
    assert said == "First split the pieces into two pools."
    said = refusals.refusal("mabula", IllegalMove("not-a-move", "B4", text="100%s"))
    assert said == "“100%s” isn’t a move. Type a push like this: a3-d3."


def test_every_phase_effect_option_and_bot_has_its_words():
    effects = set(TILES) | {power.key for power in POWERS.values() if power.shape.value in "@x*#="} | {"crate"}
    assert effects == set(marabunta.FACTS["effect"])
    for kind in kinds.all():
        known = page_of(kind.key).words
        assert set(kind.options) == set(known.options)
        assert {(name, value) for name, values in kind.options.items() for value in values} == set(known.values)
        assert set(kind.seats) == set(known.sides)
        assert set(kind.bots.levels) == set(known.bots) <= set(names.BOTS)
    assert {level for kind in kinds.all() for level in kind.bots.levels} == set(names.BOTS)


def test_options_that_do_not_go_together_are_refused_in_words():
    with pytest.raises(BadOptions) as refused:
        kinds.get("mabula").rules.initial({"scoring": "product", "ties": "next-group"})
    assert refusals.options_refusal("mabula", refused.value).startswith("You can only compare the next largest groups")
    assert "territory" in refusals.options_refusal("marabunta", BadOptions("territory", "moon")).lower()


def test_every_clause_that_a_refusal_names_has_its_place_on_the_rules_page(client):
    for key, letter in (("marabunta", "M"), ("mabula", "B")):
        source = "".join(file.read_text() for file in ROOT.glob(f"{key}/rules/*.py"))
        sections = set(re.findall(rf'"({letter}\d+)[.\d]*"', source))
        page = client.get(f"/rules/{key}/").content.decode()
        assert len(sections) > 2
        assert [section for section in sections if f'id="{section}"' not in page] == []


def test_a_refusal_of_the_lobby_is_a_sentence():
    assert refusals.lobby_refusal(LobbyRefused("your-own-challenge")).startswith("This is your own challenge")


def test_every_reason_not_to_say_something_has_its_sentence():
    assert set(CHAT) == set(ChatRefusal)
    assert chat_refusal(ChatRefusal.OTHER_OFF, name="100%s") == "100%s has turned off the chat."


def test_sentences_are_collected_for_translation_by_whatever_name_they_are_translated():
    """``makemessages`` knows these names, and passes over what other names translate."""
    renamed = {
        f"{file.relative_to(ROOT.parent)}: {name.name} as {name.asname}"
        for folder in ("games", "accounts", "marabunta_site")
        for file in (ROOT.parent / folder).glob("**/*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for name in node.names
        if name.asname not in (None, "_", name.name)
    }
    assert not renamed
