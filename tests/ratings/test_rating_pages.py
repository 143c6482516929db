"""Leaderboards, how a rating came about, and what a game changed."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.contract import Seat
from games.models import Rated, RatingChange, RatingCorrection
from games.notify import events
from games.ratings import ledger, lists
from games.ratings.glicko import PROVISIONAL
from games.view_models import rating_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_ada(people):
    client = Client()
    client.force_login(people[0])
    return client


def said(page) -> str:
    text: str = page.content.decode().split("<main")[1].split("</main>", maxsplit=1)[0]
    return " ".join(text.split())


def establish(count: int) -> None:
    """So many members who are sure enough for the leaderboard."""
    users = User.objects.bulk_create(
        User(username=f"m{number}", name_key=f"m{number}", email=f"m{number}@example.org") for number in range(count)
    )
    Rated.objects.bulk_create(
        Rated(
            kind="mabula",
            ladder="people",
            user=user,
            rating=1500 + number,
            deviation=60,
            volatility=0.06,
            games=20,
            at=timezone.now(),
            sure_until=timezone.now() + timedelta(days=300),
        )
        for number, user in enumerate(users)
    )


def test_the_leaderboard_has_the_established_the_best_first(as_ada):
    establish(3)
    shaky = User.objects.create_user("shaky", "shaky@example.org")
    Rated.objects.create(
        kind="mabula", ladder="people", user=shaky, rating=2500, deviation=PROVISIONAL + 1, volatility=0.06
    )
    page = said(as_ada.get(reverse("games:leaderboard", args=["mabula"])))
    assert page.index("m2") < page.index("m1") < page.index("m0")
    assert "shaky" not in page


def test_who_has_not_played_for_long_no_longer_leads_and_does_so_again_after_a_game(people, play, time):
    """The page never lists somebody with a question mark."""
    for number in range(40):
        play(loser=Seat(1 + number % 2))
    play(1, 2)
    ledger.work_off()
    leader = Rated.objects.get(user=people[0])
    assert leader.sure_until is not None
    assert Rated.objects.get(user=people[2]).sure_until is None
    for late, is_listed in ((-1, True), (1, False)):
        time.now = leader.sure_until + timedelta(hours=late)
        assert rating_page.view_of(leader, time.now).is_provisional is not is_listed
        page = said(Client().get("/ratings/mabula/"))
        assert ("ada" in page, "?" in page) == (is_listed, False)
    play()
    play(loser=Seat.ONE)
    ledger.work_off()
    assert "ada" in said(Client().get("/ratings/mabula/"))


def test_who_is_suspended_does_not_lead(as_ada):
    establish(1)
    User.objects.filter(username="m0").update(is_active=False)
    assert "m0" not in said(as_ada.get("/ratings/mabula/"))


def test_a_leaderboard_is_read_page_by_page_with_as_many_queries(as_ada, django_assert_max_num_queries):
    establish(lists.PAGE + 3)
    for address in (
        "/ratings/mabula/",
        "/ratings/mabula/?page=2",
        "/ratings/mabula/?page=9",
        "/ratings/mabula/?page=x",
    ):
        with django_assert_max_num_queries(9):
            assert as_ada.get(address).status_code == 200
    assert said(as_ada.get("/ratings/mabula/?page=2")).count("<tr") == 1 + 3


def test_ratings_lead_to_the_leaderboard_of_the_first_kind(as_ada):
    assert as_ada.get("/ratings/").headers["Location"] == "/ratings/marabunta/"
    assert as_ada.get("/ratings/chess/").status_code == 404


def test_every_game_is_listed_with_what_was_expected_and_what_it_changed(as_ada, play, people):
    game = play()
    ledger.work_off()
    change = RatingChange.objects.get(game=game, seat=1)
    page = said(as_ada.get("/people/ada/rating/mabula/"))
    assert change.expected < 0.5, "White pushes first, and that is worth less"
    for word in (
        "ben",
        f"{change.expected:.0%}".replace("%", " %"),
        "won",
        f"+{round(change.rating) - 1500}",
        str(game.pk),
    ):
        assert word in page


def test_a_private_game_is_counted_and_not_told(play, people):
    game = play()
    type(game).objects.filter(pk=game.pk).update(is_public=False)
    ledger.work_off()
    page = said(Client().get("/people/ada/rating/mabula/"))
    assert "a private game" in page
    assert "ben" not in page
    assert f"/games/{game.pk}/" not in page


def test_a_curve_needs_two_games(as_ada, play):
    play()
    ledger.work_off()
    assert "<svg" not in said(as_ada.get("/people/ada/rating/mabula/"))
    play()
    ledger.work_off()
    assert "<polyline" in said(as_ada.get("/people/ada/rating/mabula/"))


def test_a_curve_goes_by_time_and_says_how_many_games_it_shows():
    start = timezone.now()
    points = [lists.Point(start + timedelta(days=day), 1500 + day, 100) for day in (0, 1, 10)]
    curve = rating_page.curve_of(points)
    first, second, last = (float(pair.split(",")[0]) for pair in curve.points.split())
    assert (second - first) * 10 == pytest.approx(last - first, abs=1)
    assert (curve.games, curve.lowest, curve.highest) == (3, 1500, 1510)
    at_once = rating_page.curve_of([points[0]] * 2)
    assert len({*at_once.points.split()}) == 1


def test_a_curve_shows_the_last_games_and_its_label_says_how_many(as_ada, play, monkeypatch):
    monkeypatch.setattr(lists, "POINTS", 3)
    games = [play(loser=Seat(1 + number % 2)) for number in range(5)]
    ledger.work_off()
    row = Rated.objects.get(user__username="ada")
    assert [point.at for point in lists.curve(row)] == [game.ended_at for game in games[2:]]
    page = said(as_ada.get("/people/ada/rating/mabula/"))
    assert "The rating over the last 3 games that counted, between" in page
    assert page.split("<polyline")[1].split("points=")[1].split(">")[0].count(",") == 3


def test_a_profile_has_the_curve_of_every_ladder_by_one_query(as_ada, play, django_assert_num_queries):
    play()
    play()
    ledger.work_off()
    page = said(as_ada.get("/people/ben/"))
    assert page.count("<polyline") == 1
    assert "The rating over the last 2 games that counted" in page
    assert 'href="/people/ben/rating/mabula/"' in page
    play(kind="marabunta", moves=8)
    play(kind="marabunta", moves=8)
    ledger.work_off()
    rows = lists.standings_of(User.objects.get(username="ben"))
    with django_assert_num_queries(1):
        assert sorted(len(points) for points in lists.curves(rows).values()) == [2, 2]
    assert said(as_ada.get("/people/ben/")).count("<polyline") == 2


def test_a_long_history_is_read_in_pages_with_as_many_queries(as_ada, play, django_assert_max_num_queries, monkeypatch):
    monkeypatch.setattr(lists, "PAGE", 2)
    games = [play(loser=Seat(1 + number % 2)) for number in range(5)]
    ledger.work_off()
    with django_assert_max_num_queries(12):
        first = said(as_ada.get("/people/ada/rating/mabula/"))
    assert f"?before={games[3].pk}" in first
    second = said(as_ada.get(f"/people/ada/rating/mabula/?before={games[3].pk}"))
    assert f"/games/{games[2].pk}/" in second
    assert f"/games/{games[3].pk}/" not in second
    assert as_ada.get("/people/ada/rating/mabula/?before=0x").status_code == 200


def test_a_finished_game_shows_what_it_changed_as_soon_as_it_is_rated(as_ada, play):
    game = play()
    address = reverse("games:game-ratings", args=[game.pk])
    assert address in said(as_ada.get(f"/games/{game.pk}/"))
    waiting = as_ada.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "tried=1" in waiting
    assert "tried=" not in as_ada.get(f"{address}?tried=8", headers={"HX-Request": "true"}).content.decode()
    ledger.work_off()
    done = as_ada.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "1500 →" in done
    assert "hx-get" not in done
    assert "1500 →" in said(as_ada.get(address))  # without JavaScript it is a page of its own


def test_a_casual_game_says_nothing_of_ratings(as_ada, play):
    game = play(is_rated=False)
    assert "ratings/" not in said(as_ada.get(f"/games/{game.pk}/"))


def test_a_profile_shows_where_somebody_stands(as_ada, play, people):
    play()
    ledger.work_off()
    assert f"{round(Rated.objects.get(user=people[1]).rating)}?" in said(as_ada.get("/people/ben/"))


def test_somebody_without_rated_games_is_told_how_to_begin(as_ada):
    assert "no rated games" in said(as_ada.get("/people/ada/rating/mabula/"))
    assert "No rated games" in said(as_ada.get("/people/ben/rating/mabula/"))
    assert as_ada.get("/people/nobody/rating/mabula/").status_code == 404


def test_a_correction_stands_among_the_notifications(as_ada, play, people):
    game = play()
    ledger.work_off()
    row = Rated.objects.get(user=people[0])
    correction = RatingCorrection.objects.create(rated=row, game=game, before=1600.4, after=1550.6)
    events.rating_corrected(user=people[0], correction=correction)
    page = said(as_ada.get("/notifications/"))
    assert "Your rating is now 1551 instead of 1600." in page
    assert "/people/ada/rating/mabula/" in page
