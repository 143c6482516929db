import re
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from games import kinds
from games.kind_pages.registry import page_of
from games.models import Game
from games.site import demo
from games.templatetags.pictures import picture_of
from tests.plain_browser import PlainBrowser

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NOON = datetime(2026, 3, 14, 12, 2, tzinfo=UTC)


@pytest.fixture
def at(monkeypatch):
    """Have the clock stand at a moment."""

    def at(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    return at


@pytest.fixture
def home(client: Client) -> str:
    response = client.get("/")
    assert response.status_code == 200
    return response.content.decode()


def test_the_home_page_tells_of_every_kind_and_its_designer(home):
    for words in ("Marabunta", "Reiner Knizia", "Mabula", "Néstor Romeral Andrés", "Goal", "Scoring"):
        assert words in home


def test_one_form_of_the_home_page_starts_a_game_of_every_kind_against_a_bot_of_every_level():
    visitor = PlainBrowser().open("/")
    form = visitor.forms[0]
    assert form.action == "/play/"
    assert [form.fields[f"{kind.key}-bot"] for kind in kinds.all()] == ["larva", "larva"]
    assert [(button.label, button.name, button.value) for button in form.buttons] == [
        ("Play Marabunta", "kind", "marabunta"),
        ("Play Mabula", "kind", "mabula"),
    ]
    for kind in kinds.all():
        assert str(page_of(kind.key).words.pitch) in visitor.text.partition("data-demo=")[0]
    visitor.press("Play Mabula", **{"mabula-bot": "scout"})
    game = Game.objects.get()
    assert (game.kind, game.seats.get(user=None).bot) == ("mabula", "scout")


def test_the_home_page_says_whose_the_games_are(home):
    assert "Not affiliated" in home
    assert "belong to their designers and publishers" in home


def test_the_home_page_says_how_to_play_in_a_terminal(home):
    assert "python -m games" in home


def test_the_home_page_shows_the_live_game_as_it_is_even_without_a_script(client, at):
    at(NOON)
    page = client.get("/")
    number, step = demo.now("marabunta", NOON)
    moment = page.context["step"]
    assert (moment.game.number, moment.at) == (number, step)
    text = page.content.decode()
    assert picture_of(moment.kind, moment.state).label in text
    one, two = moment.points
    assert f"{one} : {two}" in text
    assert f"round {moment.state.round.number}" in text
    assert client.get(f"/replay/marabunta/{number}/").status_code == 200
    assert f'href="/replay/marabunta/{number}/"' in text


def test_the_next_picture_of_the_live_game_comes_when_there_is_one(client, at):
    at(NOON)
    first = client.get("/demo/")
    assert (first.status_code, "no-store" in first["Cache-Control"]) == (200, True)
    assert "<html" not in first.content.decode()
    seen = first.context["step"].name
    assert f'data-demo-scene="{seen}"' in first.content.decode()
    same = client.get("/demo/", {"seen": seen})
    assert (same.status_code, same.content) == (204, b"")
    at(NOON + 3 * demo.PACE)
    later = client.get("/demo/", {"seen": seen})
    assert later.status_code == 200
    assert later.context["step"].at > first.context["step"].at


def test_the_live_game_says_who_won_when_it_is_over(client, at):
    long = (demo.PACE * demo.PICTURES).total_seconds()
    at(datetime.fromtimestamp((NOON.timestamp() // long + 1) * long - 1, UTC))
    page = client.get("/demo/")
    assert page.context["step"].outcome
    assert " wins" in page.content.decode()


@pytest.mark.parametrize("seen", ["", "x", "1-2", "9" * 5000, "\0", "<script>"])
def test_whatever_somebody_says_they_have_seen_the_live_game_is_shown(client, seen):
    page = client.get("/demo/", {"seen": seen})
    assert page.status_code == 200
    assert "<script" not in page.content.decode()


def test_the_home_page_shows_a_board_of_every_kind(client):
    page = client.get("/")
    assert [moment.kind for moment in page.context["steps"]] == list(kinds.all())
    for kind in kinds.all():
        assert f'class="thumb" data-kind="{kind.key}"' in page.content.decode()


@pytest.mark.parametrize("path", ["/", "/demo/"])
def test_visitors_ask_the_database_nothing(client, django_assert_num_queries, path):
    with django_assert_num_queries(0):
        client.get(path)


@pytest.mark.parametrize("path", ["/", "/demo/"])
def test_the_pages_only_take_what_reads(client, path):
    assert client.post(path).status_code == 405
    assert client.head(path).status_code == 200


def test_every_link_on_the_home_page_leads_somewhere(client, home):
    links = {urlsplit(part.split('"')[0]).path for part in home.split('href="')[1:]}
    ours = {link for link in links if link and not link.startswith("/static/")}
    assert ours > {"/", "/rules/marabunta/", "/rules/mabula/", "/replay/marabunta/", "/play/"}
    for link in ours:
        assert client.get(link, follow=True).status_code == 200, link


def test_the_address_of_a_new_game_says_for_whom_it_is(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("ada"))
    page = client.get("/games/new/?audience=link").content.decode()
    assert re.search(r'name="audience" value="link"[^>]* checked', page)
    assert client.get("/games/new/?audience=everybody").status_code == 200
