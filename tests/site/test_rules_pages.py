"""The pages of the rules: with pictures of everything, and every clause under its own address."""

import re
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from games import kinds
from games.kind_pages import clauses
from games.kind_pages.registry import page_of
from games.mabula.page.rulebook import Rulebook
from games.marabunta.page import examples
from games.marabunta.page.clauses import CLAUSES
from games.marabunta.page.names import effect_in_words
from games.marabunta.page.rulebook import Rulebook as MarabuntaRulebook
from games.marabunta.page.words import WORDS
from games.marabunta.rules import OPTIONS, load_board
from games.marabunta.rules.board import BLANK, PRINTED, REGIONS
from games.marabunta.rules.effects import DICE, FACES, POWERS, TILES
from tests.rules_coverage import RULES, read_clauses

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ROOT = Path(__file__).parents[2]
LETTERS = {"marabunta": "M", "mabula": "B"}
KINDS = [kind.key for kind in kinds.all()]


def anchors(page) -> list[str]:
    return re.findall(r'\bid="([MB]\d[^"]*)"', page.content.decode())


def cited(key: str) -> set[str]:
    """Every clause that the rules and the page of a kind name when something is not possible."""
    files = [*(ROOT / "games" / key / "rules").glob("*.py"), *(ROOT / "games" / key / "page").glob("*.py")]
    sources = [file.read_text("utf-8") for file in files if file.name != "clauses.py"]
    return {clause for source in sources for clause in re.findall(r'"([MB]\d+(?:[.:][\w-]+)?)"', source)}


def rulings(key: str) -> set[str]:
    """The clauses of a kind that docs/rules.md marks as ours."""
    found = read_clauses(RULES.read_text("utf-8")).items()
    return {number for number, text in found if number.startswith(LETTERS[key]) and "**ruling**" in text}


def entry(page: str, picture: str) -> str:
    """The item of a list that has this in its picture, without its tags."""
    (found,) = [item for item in re.findall(r"<li>.*?</li>", page, flags=re.DOTALL) if picture in item]
    return re.sub(r"<[^>]+>", "", found)


def test_the_rules_pages_tell_how_each_kind_is_played(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        marabunta = client.get("/rules/marabunta/").content.decode()
        mabula = client.get("/rules/mabula/").content.decode()
    assert "Reiner Knizia" in marabunta
    assert "anthills" in marabunta
    assert "Néstor Romeral Andrés" in mabula
    assert "a5-d5" in mabula
    assert "3 × 3 × 3 × 3 = <b>81</b>" in mabula, "the tip about threes"


@pytest.mark.parametrize("key", KINDS)
def test_every_clause_that_a_refusal_cites_has_its_address(client, key):
    found = cited(key)
    assert len(found) > 5
    assert found <= set(anchors(client.get(f"/rules/{key}/")))


@pytest.mark.parametrize("key", KINDS)
def test_the_page_has_every_clause_of_the_rules_and_no_other(client, key):
    ours = {number for number in read_clauses(RULES.read_text("utf-8")) if number.startswith(LETTERS[key])}
    page = anchors(client.get(f"/rules/{key}/"))
    assert len(page) == len(set(page)), "an address is one place"
    sections = {section.number for section in clauses.sections(key)}
    assert set(page) == ours | sections


@pytest.mark.parametrize("key", KINDS)
def test_every_clause_is_in_a_section_and_says_something(key):
    for section in clauses.sections(key):
        assert str(section.title)
        assert section.clauses or section.text
        assert all(len(str(clause.text)) > 20 for clause in section.clauses)


@pytest.mark.parametrize("key", KINDS)
def test_the_rules_show_a_board_and_lead_to_a_game(client, key):
    page = client.get(f"/rules/{key}/").content.decode()
    assert '<figure class="rules-picture">' in page
    assert f'<button class="btn primary" name="kind" value="{key}">' in page
    assert f'href="/replay/{key}/"' in page


@pytest.mark.parametrize("key", KINDS)
def test_our_rulings_are_marked_and_nothing_else_is(client, key):
    page = client.get(f"/rules/{key}/").content.decode()
    ours = rulings(key)
    assert ours and set(page_of(key).clauses.RULINGS) == ours
    assert set(re.findall(r'<li id="([^"]+)" data-ruling>', page)) == ours
    assert page.count(">Our ruling</b>") == len(ours)


def test_there_are_fourteen_rulings():
    assert sum(len(rulings(key)) for key in KINDS) == 14


@pytest.mark.parametrize("key", KINDS)
@pytest.mark.parametrize("path", ["", "summary/"])
def test_every_link_to_a_rule_and_to_a_part_of_the_page_leads_somewhere(client, key, path):
    page = client.get(f"/rules/{key}/{path}").content.decode()
    rules = client.get(f"/rules/{key}/").content.decode()
    known = set(re.findall(r'\bid="([^"]+)"', rules))
    asked = set(re.findall(r'href="(?:/rules/\w+/)?#([^"]+)"', re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)))
    assert asked <= known
    assert path or len(asked) > 20


def test_every_face_of_a_die_has_a_picture_and_its_rule(client):
    page = client.get("/rules/marabunta/").content.decode()
    faces = re.search(r'<ul class="entries faces">.*?</ul>', page, re.DOTALL)
    assert faces
    for region, face in zip(REGIONS, FACES, strict=True):
        picture = {"F": 'href="#leaf"', "C": 'href="#crate"'}.get(face, f'href="#digit-{face}"')
        (item,) = [item for item in faces[0].split("<li>") if picture in item]
        assert f'data-region="{region}"' in item
        assert str(CLAUSES[DICE[0][face].clause]) in item


def test_every_tile_and_every_power_has_a_picture_a_text_and_its_rule(client):
    page = client.get("/rules/marabunta/").content.decode()
    tiles, powers = re.findall(r'<ul class="entries">.*?</ul>', page, re.DOTALL)
    for part, effects, section in ((tiles, TILES, "M5"), (powers, POWERS, "M8")):
        assert part.count("<li>") == len(effects)
        for key, effect in effects.items():
            assert effect_in_words(effect) in entry(part, f'href="#effect-{key}"')
            assert f'href="/rules/marabunta/#{section}:{key}"' in part


def test_every_leaf_is_shown_as_it_is_printed(client):
    page = client.get("/rules/marabunta/").content.decode()
    leaves = re.search(r'<ul class="all-leaves">.*?</ul>', page, re.DOTALL)
    assert leaves
    assert re.findall(r'class="ground" data-region="(\w+)"', leaves[0]) == list(REGIONS)
    circles = Counter(re.findall(r'data-circle="(\w+)"', leaves[0]))
    assert circles == {"red": 6 * PRINTED, "blue": 6 * PRINTED, "blank": 6 * BLANK}


def by_age(option):
    """The boards of new games, and after them those that only games of before have."""
    now = kinds.get("marabunta").offered[option]
    return [*now, *(value for value in OPTIONS[option] if value not in now)]


@pytest.mark.parametrize("address", ["/rules/marabunta/", "/rules/marabunta/summary/", "/play/"])
def test_every_colony_side_is_shown_with_its_powers_crates_and_cupcake_row(client, address):
    page = client.get(address).content.decode()
    cards = page.split('<span class="colony-card">')[1:]
    sides = by_age("colony") if address == "/rules/marabunta/" else kinds.get("marabunta").offered["colony"]
    assert len(cards) == len(sides)
    for card, colony in zip(cards, sides, strict=True):
        board = load_board(OPTIONS["territory"][0], colony)
        powers, row = card.split('<span class="colony-cupcakes">')
        assert re.findall(r'href="#effect-([\w-]+)"', powers) == [group.power for group in board.groups]
        assert powers.count('href="#crate"') == sum(board.sizes)
        assert tuple(map(int, re.findall(r">\+(\d+)<svg", row)))[: len(board.row)] == board.row
        assert f">{WORDS.values['colony', colony]}</b>" in card


def test_every_territory_is_shown(client):
    page = client.get("/rules/marabunta/").content.decode()
    offered = kinds.get("marabunta").offered["territory"]
    new, earlier = [part.split("</section>")[0] for part in page.split('<div class="boards territories">')[1:]]
    for part, keys in ((new, offered), (earlier, [key for key in OPTIONS["territory"] if key not in offered])):
        assert part.count('<svg class="territory"') == len(keys)
        assert all(f"<b>{WORDS.values['territory', key]}</b>" in part for key in keys)


def test_the_examples_are_on_the_boards_of_a_first_game():
    first = kinds.get("marabunta").agreed({})
    board = MarabuntaRulebook().anthill[0].before.board
    assert (board.territory, board.colony) == (first["territory"], first["colony"])


def test_every_cause_of_the_end_is_shown_as_the_rules_play_it(client):
    causes = re.search(r"causes of the end are (.+?)\.", read_clauses(RULES.read_text("utf-8"))["M10.3"])
    assert causes
    page = client.get("/rules/marabunta/").content.decode()
    assert set(re.findall(r'data-end="(\w+)"', page)) == set(re.findall(r"`(\w+)`", causes[1]))


@pytest.mark.parametrize("options", [dict(zip(OPTIONS, pair, strict=True)) for pair in product(*OPTIONS.values())])
def test_the_examples_hold_on_every_pair_of_boards(options):
    board = load_board(**options)
    for cause, step in examples.ends(board).items():
        assert step.before.trigger is None
        assert step.after.trigger and step.after.trigger.causes == (cause,)
    spent, eaten = examples.anthill(board)
    assert spent.after.players[0].anthills == board.anthills - 1
    assert eaten.after.players[0].cupcakes == 1
    unlocked, used = examples.power(board)
    assert unlocked.after.waiting and unlocked.chamber and unlocked.chamber.is_used
    assert used.after.players[0].cupcakes == used.before.players[0].cupcakes + 1
    scored = examples.scoring(board)
    assert [sum_.total for sum_ in scored.sums] == [7, 4]
    assert scored.points == (scored.circles[0], 0)


def test_the_worked_examples_are_told_in_the_words_of_the_game(client):
    page = client.get("/rules/marabunta/").content.decode()
    assert {"anthill", "power", "scoring"} == set(re.findall(r'data-example="(\w+)"', page))
    assert "Red spends an anthill and writes a 2 on" in page
    assert "Red crosses out a crate and unlocks: " in page
    assert "Red has 3 + 2 + 2, which makes 7." in page


def test_the_pushes_of_the_example_are_those_of_the_rules():
    book = Rulebook()
    assert (book.push.before.marbles, book.push.after.marbles) == ("W.BW..B.", "...WBWB.")
    assert book.full.before == book.full.after and "no room" in book.full.says
    best, *others = book.threes
    assert best == ("3 × 3 × 3 × 3", 81) and all(value < 81 for _way, value in others)


@pytest.mark.parametrize("key", KINDS)
def test_a_summary_has_a_page_of_its_own_that_the_rules_lead_to(client, key, django_assert_num_queries):
    assert f'href="/rules/{key}/summary/"' in client.get(f"/rules/{key}/").content.decode()
    with django_assert_num_queries(0):
        page = client.get(f"/rules/{key}/summary/").content.decode()
    assert f'href="/rules/{key}/"' in page


def test_there_is_no_summary_of_a_kind_that_does_not_exist(client):
    assert client.get("/rules/chess/summary/").status_code == 404


def test_the_example_of_both_scorings_is_what_it_says(client):
    example = client.get("/rules/mabula/").context["example"]
    rules = kinds.get("mabula").rules
    assert rules.outcome(example).points == (8, 6)
    assert rules.outcome(example._replace(scoring="product")).points == (16, 36)
