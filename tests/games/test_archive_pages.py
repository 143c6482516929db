"""The pages of all games: one's own and those of others, with every way to look for some of them."""

import re
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import guests
from accounts.models import User
from games.archive.search import Result
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Game
from games.table import log
from games.table.door import Act
from tests.games.many_games import play_many

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def browser_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def as_ada(ada):
    return browser_of(ada)


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode().split("<main")[-1]).split())


def shown(page) -> list[Game]:
    return [listed.game for listed in page.context["games"]]


def links(page) -> dict[str, str]:
    """The addresses of the pages before and after this one."""
    return {
        rel: href.replace("&amp;", "&")
        for rel, href in re.findall(r'rel="(prev|next)" href="([^"]*)"', page.content.decode())
    }


def test_the_own_archive_tells_every_game_to_its_reader(as_ada, start, act):
    won, lost, off, running = (start("mabula") for _ in range(4))
    act(won, kind=Act.RESIGN, seat=2)
    act(lost, kind=Act.RESIGN, seat=1)
    act(off, kind=Act.ABORT, seat=1)
    page = as_ada.get("/games/")
    assert shown(page) == [running, off, lost, won]
    assert "4 games: 1 running, 1 won, 0 drawn, 1 lost." in said(page)
    assert said(page).count("your turn") == (running.to_move == 1)
    assert "ben resigned: you won." in said(page)
    assert "You resigned." in said(page)
    assert "The game was aborted." in said(page)
    assert all(f"#{game.pk}" in said(page) for game in (won, lost, off, running))


def test_the_archive_of_another_is_told_from_their_side(as_ada, client, start, act, cleo):
    with_ada = start("mabula")
    act(with_ada, kind=Act.RESIGN, seat=2)
    own = said(as_ada.get("/people/ben/games/"))
    assert "Resigned against you" in own
    other = said(client.get("/people/ben/games/"))
    assert "Resigned against ada" in other
    assert "1 game: 0 won, 0 drawn, 1 lost." in other
    assert other.count("ben") == 2, "in the headings, and in no row"


def test_a_member_comes_to_the_same_games_by_their_own_name(as_ada, start):
    start("mabula")
    one, other = as_ada.get("/games/"), as_ada.get("/people/ada/games/")
    assert shown(one) == shown(other)
    assert "All my games" in said(other)


def test_a_guest_has_an_archive_and_no_profile(db):
    guest = guests.new_guest()
    game = challenges.play_bot(user=guest, bot="larva", agreement=Agreement("mabula", {}))
    page = browser_of(guest).get("/games/")
    assert shown(page) == [game]
    assert "My profile" not in said(page)
    assert Client().get(f"/people/{guest.username}/games/").status_code == 404


def test_a_visitor_is_asked_to_log_in_and_then_gets_there(client, db):
    assert client.get("/games/?kind=mabula")["Location"] == "/account/login/?next=/games/%3Fkind%3Dmabula"


def test_games_are_under_the_month_in_which_they_began_for_the_reader(as_ada, ada, start):
    one, two = start("mabula"), start("mabula")
    for game, at in ((one, datetime(2026, 2, 28, 20, tzinfo=UTC)), (two, datetime(2026, 2, 28, 23, 30, tzinfo=UTC))):
        Game.objects.filter(pk=game.pk).update(created_at=at)
    assert re.findall(r"Started in (\w+ \d+)", said(as_ada.get("/games/"))) == ["February 2026"]
    User.objects.filter(pk=ada.pk).update(time_zone="Europe/Berlin")
    assert re.findall(r"Started in (\w+ \d+)", said(as_ada.get("/games/"))) == ["March 2026", "February 2026"]
    assert shown(as_ada.get("/games/?since=2026-03-01")) == [two]
    assert shown(as_ada.get("/games/?until=2026-02-28")) == [one]


def test_every_filter_is_a_field_of_a_form_that_keeps_what_was_asked(as_ada, ben, start, timed):
    start("mabula")
    (wanted, *_others) = [start("marabunta", territory="delta"), start("marabunta"), timed(is_rated=True)]
    address = (
        "/games/?q=ben&kind=marabunta&marabunta-territory=delta&marabunta-colony=&mabula-scoring=product"
        "&result=running&opponents=people&rated=no&since=2020-01-01&until=2099-01-01"
    )
    page = as_ada.get(address)
    assert shown(page) == [wanted]
    text = page.content.decode()
    for chosen in ("marabunta", "delta", "running", "people", "no"):
        assert f'<option value="{chosen}" selected>' in text
    for field, value in (("q", "ben"), ("since", "2020-01-01"), ("until", "2099-01-01")):
        assert re.search(rf'name="{field}" value="{value}"', text)
    assert "<details open>" in text
    assert "<details>" in as_ada.get("/games/?q=ben").content.decode()


@pytest.mark.parametrize("result", Result)
def test_every_result_can_be_chosen(as_ada, start, result):
    start("mabula")
    page = as_ada.get(f"/games/?result={result}")
    assert len(shown(page)) == (result is Result.RUNNING)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("kind=chess", "Game : Select a valid choice. chess is not one of the available choices."),
        ("result=maybe", "Result : Select a valid choice."),
        ("opponents=ants", "Against : Select a valid choice."),
        ("rated=1", "Rated : Select a valid choice."),
        ("marabunta-territory=moon", "Territory : Select a valid choice."),
        ("since=yesterday", "Started from : Enter a valid date."),
        ("since=2026-02-30", "Started from : Enter a valid date."),
        ("since=0001-01-01", "Started from : Choose a date in this century."),
        ("until=9999-12-31", "Started until : Choose a date in this century."),
        ("since=2026-03-02&until=2026-03-01", "Started until : This date is before the first one."),
        ("q=" + "x" * 61, "Opponent or game number : Ensure this value has at most 60 characters"),
        ("q=a%00b", "Opponent or game number : Null characters are not allowed."),
        ("before=x", "Page : Enter a whole number."),
        ("before=-1", "Page : Ensure this value is greater than or equal to 0."),
        (f"after={2**63}", "Page : Ensure this value is less than or equal to"),
    ],
)
def test_what_makes_no_sense_is_said_and_the_rest_is_done(as_ada, start, query, sentence):
    mabula, _marabunta = start("mabula"), start("marabunta")
    page = as_ada.get(f"/games/?{query}&q=ben" if "q=" not in query else f"/games/?{query}")
    assert page.status_code == 422
    assert sentence in said(page)
    assert len(shown(page)) == 2
    if "kind" not in query:
        assert shown(as_ada.get(f"/games/?kind=mabula&{query}")) == [mabula]


def test_options_of_a_kind_that_was_not_chosen_do_not_matter(as_ada, start):
    game = start("mabula")
    page = as_ada.get("/games/?marabunta-territory=delta&kind=mabula")
    assert (page.status_code, shown(page)) == (200, [game])


def test_pages_lead_to_older_and_newer_games_with_the_same_wishes(as_ada, ada, ben):
    games = play_many(ada, [ben], 90)[::-1]
    wanted = [game for game in games if game.kind == "mabula"]
    page = as_ada.get("/games/?kind=mabula&q=&rated=")
    seen = shown(page)
    assert links(page).keys() == {"next"}
    assert parse_qs(urlsplit(links(page)["next"]).query) == {"kind": ["mabula"], "before": [str(seen[-1].pk)]}
    while "next" in links(page):
        page = as_ada.get(f"/games/{links(page)['next']}")
        seen += shown(page)
    assert seen == wanted
    assert links(page).keys() == {"prev"}
    assert shown(as_ada.get(f"/games/{links(page)['prev']}")) == wanted[20:40]


def test_each_empty_page_says_why_and_leads_on(as_ada, client, ada, ben, start):
    assert "No games yet." in said(as_ada.get("/games/"))
    assert "No games to show." in said(client.get("/people/ada/games/"))
    game = start("mabula", audience="link")
    assert "No games to show." in said(client.get("/people/ada/games/"))
    page = as_ada.get("/games/?q=zoe")
    assert "No games. No games match." in said(page)
    assert '<a href="/games/">Show all</a>' in page.content.decode()
    page = as_ada.get(f"/games/?kind=mabula&before={game.pk}")
    assert "No more games here." in said(page)
    assert '<a href="?kind=mabula">Newest games</a>' in page.content.decode()


def test_htmx_gets_the_games_alone_and_a_tidy_address(as_ada, start):
    start("mabula")
    page = as_ada.get("/games/?q=&kind=mabula&result=&since=", headers={"HX-Request": "true"})
    assert page.content.decode().strip().startswith('<div id="found">')
    assert 'hx-swap-oob="innerHTML:#sums">' in page.content.decode()
    assert page["HX-Push-Url"] == "/games/?kind=mabula"
    assert as_ada.get("/games/?q=", headers={"HX-Request": "true"})["HX-Push-Url"] == "/games/"
    wrong = as_ada.get("/games/?until=never", headers={"HX-Request": "true"})
    assert (wrong.status_code, "Enter a valid date." in said(wrong)) == (422, True)


def test_the_archive_asks_the_database_the_same_for_few_and_for_very_many(as_ada, ada, ben, cleo):
    paths = ("/games/", "/people/ada/games/", "/games/?q=ben&opponents=people&kind=mabula&mabula-scoring=largest")
    for browser, most in ((as_ada, 12), (browser_of(cleo), 14), (Client(), 7)):
        counts = []
        for number in (1, 500):
            play_many(ada, [ben], number)
            for path in paths[1:2] if browser is not as_ada else paths:
                browser.get(path)
                log.forget_all()
                with CaptureQueriesContext(connection) as asked:
                    assert browser.get(path).status_code == 200
                counts.append(len(asked))
        assert counts[: len(counts) // 2] == counts[len(counts) // 2 :]
        assert max(counts) <= most


def test_the_menu_leads_to_the_own_profile_and_all_games(as_ada):
    menu = as_ada.get("/lobby/").content.decode().split('<details class="who">')[1].split("</details>")[0]
    assert 'href="/people/ada/"' in menu
    assert 'href="/games/"' in menu


def test_a_profile_leads_to_all_games_of_the_person(as_ada, client, start, act):
    act(start("mabula"), kind=Act.RESIGN, seat=1)
    assert 'href="/people/ben/games/"' in client.get("/people/ben/").content.decode()
    assert '<a class="more" href="/games/">All my games</a>' in as_ada.get("/people/ada/").content.decode()
