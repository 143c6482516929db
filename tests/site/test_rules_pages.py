"""The pages of the rules: in brief, and every clause under its own address."""

import re
from pathlib import Path

import pytest

from games import kinds
from games.kind_pages import clauses
from tests.rules_coverage import RULES, read_clauses

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ROOT = Path(__file__).parents[2]
LETTERS = {"marabunta": "M", "mabula": "B"}
KINDS = [kind.key for kind in kinds.all()]


def anchors(page) -> list[str]:
    return re.findall(r'\bid="([MB]\d[^"]*)"', page.content.decode())


def cited(key: str) -> set[str]:
    """Every clause that the rules of a kind name when they refuse a move."""
    files = (ROOT / "games" / key / "rules").glob("*.py")
    return {clause for file in files for clause in re.findall(r'"([MB]\d+(?:\.\d+)?)"', file.read_text("utf-8"))}


def test_the_rules_pages_tell_how_each_kind_is_played(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        marabunta = client.get("/rules/marabunta/").content.decode()
        mabula = client.get("/rules/mabula/").content.decode()
    assert "Reiner Knizia" in marabunta
    assert "anthills" in marabunta
    assert "Néstor Romeral Andrés" in mabula
    assert "a5-d5" in mabula


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


def test_the_example_of_both_scorings_is_what_it_says(client):
    example = client.get("/rules/mabula/").context["example"]
    rules = kinds.get("mabula").rules
    assert rules.outcome(example).points == (8, 6)
    assert rules.outcome(example._replace(scoring="product")).points == (16, 36)
