"""Results in detail, and two people against each other."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.careers import recorder, results
from games.contract import Seat
from games.models import Rated, Vacation
from games.ratings import ledger
from games.view_models import career_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_ada(people):
    client = Client()
    client.force_login(people[0])
    return client


def said(page) -> str:
    text: str = page.content.decode().split("<main")[1].split("</main>", maxsplit=1)[0]
    return " ".join(text.split())


def test_results_are_told_by_kind_options_seat_and_turn_order(play, people):
    play(loser=Seat.TWO)
    play(loser=Seat.TWO, scoring="product")
    play(1, 0, loser=Seat.TWO)
    recorder.work_off()
    found = results.results_of(people[0], viewer=None)
    (mabula,) = found.kinds
    assert (found.games, found.is_all) == (3, True)
    assert (mabula.people.games, mabula.people.won, mabula.people.lost, mabula.people.percent) == (3, 2, 1, 67)
    assert {seat: (one.won, one.lost) for seat, one in mabula.by_seat.items()} == {1: (2, 0), 2: (0, 1)}
    assert {dict(options)["scoring"]: one.games for options, one in mabula.by_board.items()} == {
        "largest": 2,
        "product": 1,
    }
    assert sum(one.games for one in mabula.by_turn.values()) == 3
    assert mabula.bots is None


def test_bots_are_counted_apart_by_their_level(play, people):
    play(loser=Seat.TWO)
    bots = play(loser=Seat.TWO)
    bots.seats.filter(number=2).update(user=None, bot="nurse", bot_at_start="nurse")
    found = results.results_of(people[0], viewer=None).kinds[0]
    assert (found.people.games, found.bots.games) == (1, 1)
    assert found.by_bot["nurse"].won == 1
    rows = {table.title: [row.name for row in table.rows] for table in career_page.KindTables(found).tables}
    assert rows["Bot"] == ["Nurse"]
    assert rows["Opponent"] == ["People", "Bots"]


def test_only_so_many_games_are_read_and_the_page_says_so(as_ada, play, monkeypatch):
    monkeypatch.setattr(results, "MOST", 2)
    for _ in range(3):
        play()
    assert "From the last 2 finished games." in said(as_ada.get("/people/ada/results/"))


def test_private_games_are_counted_for_those_who_play_in_them(as_ada, play, people, client):
    game = play()
    type(game).objects.filter(pk=game.pk).update(is_public=False)
    assert "From 1 finished game." in said(as_ada.get("/people/ben/results/"))
    assert "No finished games" in said(client.get("/people/ben/results/"))
    assert "Head to head" in said(as_ada.get(f"/games/{game.pk}/"))
    assert "No games of these two" in said(client.get("/people/ada/against/ben/"))


def test_pace_and_vacations_are_told(play, people, time):
    for _ in range(5):
        play(loser=Seat.ONE)
    recorder.work_off()
    Vacation.objects.create(
        user=people[0],
        starts=time.now - timedelta(days=20),
        ends=time.now - timedelta(days=10),
        announced_at=time.now,
    )
    Vacation.objects.create(
        user=people[0],
        starts=time.now + timedelta(days=20),
        ends=time.now + timedelta(days=30),
        announced_at=time.now,
    )
    assert results.away(people[0], time.now) == results.Away(1, 10)
    found = results.results_of(people[0], viewer=None).pace
    assert (found.games, found.turns, found.lost_on_time) == (5, 10, 0)
    assert career_page.average_turn(found)
    assert career_page.average_turn(results.Pace(1, 9, 60, 0)) == ""
    page = said(Client().get("/people/ada/results/"))
    assert "1 vacation; days in all: 10" in page
    assert "0 of 5 games" in page


@pytest.mark.parametrize("path", ["/people/ada/results/", "/people/ada/against/ben/", "/people/ada/"])
def test_a_page_asks_as_much_for_many_games_as_for_few(as_ada, play, path, django_assert_max_num_queries):
    play()
    recorder.work_off()
    as_ada.get(path)
    with django_assert_max_num_queries(23):
        as_ada.get(path)
    for _ in range(4):
        play()
    recorder.work_off()
    with django_assert_max_num_queries(23):
        assert as_ada.get(path).status_code == 200


def test_two_people_against_each_other_from_either_side(as_ada, play, people):
    game, other = play(loser=Seat.TWO), play(loser=Seat.TWO)
    play(0, 2, loser=Seat.TWO)
    ledger.work_off()
    page = said(as_ada.get("/people/ada/against/ben/"))
    assert f"/games/{game.pk}/" in page
    assert f"/games/{other.pk}/" in page
    assert page.count("game-row") == 2
    ada, ben = (round(Rated.objects.get(user=person).rating) for person in people[:2])
    assert f"ada is {ada - ben} points ahead." in page
    assert f"ada is {ada - ben} points ahead." in said(as_ada.get("/people/ben/against/ada/"))


def test_the_games_of_two_are_read_in_pages(as_ada, play, monkeypatch):
    monkeypatch.setattr("games.archive.search.PAGE", 2)
    games = [play() for _ in range(3)]
    first = said(as_ada.get("/people/ada/against/ben/"))
    assert f"?before={games[1].pk}" in first
    assert first.count("game-row") == 2
    second = said(as_ada.get(f"/people/ada/against/ben/?before={games[1].pk}"))
    assert second.count("game-row") == 1
    assert "?after=" in second
    assert as_ada.get("/people/ada/against/ben/?before=x&after=-1").status_code == 200


@pytest.mark.parametrize("pair", ["ada/against/ada", "ada/against/nobody", "nobody/against/ada"])
def test_nobody_plays_against_themselves_or_against_nobody(as_ada, pair):
    assert as_ada.get(f"/people/{pair}/").status_code == 404


def test_a_profile_and_a_finished_game_lead_to_it(as_ada, play):
    game = play()
    assert reverse("games:against", args=["ada", "ben"]) in said(as_ada.get("/people/ben/"))
    assert "/against/" not in said(Client().get("/people/ben/"))
    assert reverse("games:against", args=["ada", "ben"]) in said(as_ada.get(f"/games/{game.pk}/"))
