"""Vacations: they stop the clocks of one person in all games, beforehand or at once, and everybody is told."""

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import queries
from games.clocks import vacations
from games.clocks.vacations import VacationRefused
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Game, Notification, Vacation
from games.table import verification
from tests.games.playing import move

DAY = timedelta(days=1)
MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def monday(time):
    time.set(MONDAY)
    return time


def deadlines():
    return list(Game.objects.order_by("pk").values_list("deadline", flat=True))


def days(first, last):
    return {"first": date(2026, 6, first), "last": date(2026, 6, last)}


def test_a_vacation_at_once_stops_the_clock_in_all_games_in_which_one_is_to_move(monday, timed, ada):
    hers, his = timed("3d"), timed("3d", moves=1)
    vacations.take(user=ada, **days(1, 7))
    assert deadlines() == [MONDAY + 3 * DAY + 6.5 * DAY, MONDAY + 3 * DAY]
    assert [verification.one_game(game.pk).faults for game in (hers, his)] == [(), ()]


def test_a_vacation_ahead_moves_only_deadlines_that_reach_into_it(monday, timed, ada):
    timed("1d")
    timed("5d")
    vacations.take(user=ada, **days(4, 5))
    assert deadlines() == [MONDAY + DAY, MONDAY + 5 * DAY + 2 * DAY]


def test_a_turn_that_begins_later_counts_the_vacation_too(monday, timed, ada):
    game = timed("3d", moves=1)
    vacations.take(user=ada, **days(3, 9))
    monday.passes(days=1)
    move(game)
    game.refresh_from_db()
    assert (game.to_move, game.deadline) == (1, MONDAY + DAY + 3 * DAY + 7 * DAY)
    assert verification.one_game(game.pk).faults == ()


def test_a_game_that_begins_later_knows_of_vacations_announced_before(monday, timed, ada):
    vacations.take(user=ada, **days(2, 3))
    assert timed("3d").deadline == MONDAY + 5 * DAY


def test_time_on_vacation_costs_nothing_of_the_bank(monday, timed, ada):
    game = timed("3d+12h")
    vacations.take(user=ada, **days(2, 8))
    monday.passes(days=9)
    move(game)
    assert game.seats.get(number=1).bank == timedelta(days=1, hours=12)
    assert verification.one_game(game.pk).faults == ()


def test_coming_back_early_lets_the_clock_run_from_then_on(monday, timed, ada):
    game = timed("3d")
    vacation = vacations.take(user=ada, **days(1, 20))
    monday.passes(days=2)
    vacations.end(user=ada, vacation_id=vacation.pk)
    game.refresh_from_db()
    assert game.deadline == MONDAY + 5 * DAY
    vacations.end(user=ada, vacation_id=vacation.pk)  # again: nothing happens
    move(game)
    assert verification.one_game(game.pk).faults == ()


def test_a_vacation_that_has_not_begun_is_cancelled_without_a_trace(monday, timed, ada):
    game = timed("3d")
    vacation = vacations.take(user=ada, **days(2, 20))
    vacations.end(user=ada, vacation_id=vacation.pk)
    assert deadlines() == [MONDAY + 3 * DAY]
    assert (Vacation.objects.count(), game.seats.get(number=1).pauses) == (0, [])
    assert vacations.left(ada, 2026) == vacations.ALLOWANCE


def test_a_clock_that_has_run_out_is_not_saved_by_a_vacation(monday, timed, ada):
    game = timed("3d")
    before = game.deadline
    monday.passes(days=4)
    vacations.take(user=ada, **days(5, 20))
    game.refresh_from_db()
    assert game.deadline == before


def test_nobody_ends_the_vacation_of_somebody_else(monday, ada, ben):
    vacation = vacations.take(user=ada, **days(2, 5))
    vacations.end(user=ben, vacation_id=vacation.pk)
    assert Vacation.objects.get() == vacation


@pytest.mark.parametrize(
    ("others", "merged"),
    [
        ([(4, 6)], (2, 6)),  # overlaps
        ([(6, 8)], (2, 8)),  # follows
        ([(3, 4)], (2, 5)),  # inside
        ([(6, 7), (1, 1)], (1, 7)),  # both sides
        ([(2, 5)], (2, 5)),  # the same again
    ],
)
def test_vacations_that_touch_are_one(monday, timed, ada, others, merged):
    timed("7d")
    vacations.take(user=ada, **days(2, 5))
    for first, last in others:
        vacations.take(user=ada, **days(first, last))
    found = Vacation.objects.get()
    assert found.starts == max(datetime(2026, 6, merged[0], tzinfo=UTC), MONDAY)
    assert found.ends == datetime(2026, 6, merged[1] + 1, tzinfo=UTC)
    assert deadlines() == [MONDAY + 7 * DAY + (found.ends - found.starts)]


def test_vacations_with_a_day_between_them_stay_two(monday, ada):
    vacations.take(user=ada, **days(2, 5))
    vacations.take(user=ada, **days(7, 8))
    assert Vacation.objects.count() == 2


# The allowance


def test_thirty_days_of_a_year_may_be_taken_and_not_one_more(monday, ada):
    vacations.take(user=ada, **days(2, 30))
    with pytest.raises(VacationRefused, match="more-than-the-allowance"):
        vacations.take(user=ada, first=date(2026, 8, 1), last=date(2026, 8, 2))
    vacations.take(user=ada, first=date(2026, 8, 1), last=date(2026, 8, 1))
    assert vacations.left(ada, 2026) == timedelta()


def test_what_is_not_used_of_a_vacation_can_be_taken_again(monday, ada):
    vacation = vacations.take(user=ada, **days(1, 29))
    monday.passes(days=2)
    vacations.end(user=ada, vacation_id=vacation.pk)
    assert vacations.left(ada, 2026) == 28 * DAY


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "Asia/Tokyo"])
def test_thirty_days_are_thirty_days_also_when_the_clocks_are_changed_in_them(time, ada, zone):
    ada.time_zone = zone
    ada.save()
    for start in (datetime(2026, 3, 10, tzinfo=UTC), datetime(2027, 10, 1, tzinfo=UTC)):
        time.set(start)
        first = start.date() + 2 * DAY
        vacation = vacations.take(user=ada, first=first, last=first + 29 * DAY)
        assert vacations.left(ada, start.year) == timedelta()
        assert vacation.starts.astimezone(ZoneInfo(zone)).date() == first


def test_a_vacation_over_the_new_year_takes_of_both_years(time, ada):
    time.set(datetime(2026, 12, 1, tzinfo=UTC))
    vacations.take(user=ada, first=date(2026, 12, 12), last=date(2027, 1, 10))
    assert (vacations.left(ada, 2026), vacations.left(ada, 2027)) == (10 * DAY, 20 * DAY)


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        (date(2026, 6, 5), date(2026, 6, 4), "ends-before-it-starts"),
        (date(2026, 5, 1), date(2026, 5, 31), "ends-before-it-starts"),
        (date(2027, 6, 1), date(2027, 6, 2), "too-far-ahead"),
        (date(2026, 6, 5), date.max, "too-far-ahead"),
        (date.min, date.max, "too-far-ahead"),
        (date.min, date.min, "ends-before-it-starts"),
        (date(2026, 6, 5), date(2026, 8, 4), "more-than-the-allowance"),
    ],
)
def test_a_vacation_that_nobody_can_have_is_refused_with_the_reason(monday, ada, first, last, code):
    with pytest.raises(VacationRefused, match=code):
        vacations.take(user=ada, first=first, last=last)


def test_nobody_is_away_all_the_time_for_moments(monday, ada):
    for day in range(vacations.MOST):
        vacations.take(user=ada, first=date(2026, 6, 2) + 2 * day * DAY, last=date(2026, 6, 2) + 2 * day * DAY)
    with pytest.raises(VacationRefused, match="too-many-vacations"):
        vacations.take(user=ada, first=date(2026, 10, 1), last=date(2026, 10, 1))


# Guests, and those who leave


def test_guests_have_no_vacations(db, monday):
    guest = User.objects.create_user("some-guest", is_guest=True)
    with pytest.raises(VacationRefused, match="guests-have-none"):
        vacations.take(user=guest, **days(2, 3))
    client = Client()
    client.force_login(guest)
    assert client.get(reverse("games:vacation")).status_code == 403


def test_a_guest_who_turns_out_to_be_somebody_on_vacation_is_so_from_then_on(monday, ada, ben):
    guest = User.objects.create_user("some-guest", is_guest=True)
    vacations.take(user=ada, **days(1, 7))
    offer = challenges.challenge(creator=guest, agreement=Agreement("mabula", {}, "3d"), seat=Seat.ONE)
    game = challenges.accept(challenge_id=offer.pk, user=ben)
    monday.passes(days=1)
    challenges.adopt(guest=guest, user=ada)
    game.refresh_from_db()
    assert game.deadline == MONDAY + 3 * DAY + 5.5 * DAY
    move(game)
    assert verification.one_game(game.pk).faults == ()


def test_when_the_account_is_gone_the_clocks_of_its_games_still_add_up(monday, timed, ada):
    game = timed("3d+12h", moves=2)
    vacations.take(user=ada, **days(1, 7))
    monday.passes(days=8)
    move(game)
    ada.delete()
    assert Vacation.objects.count() == 0
    assert verification.one_game(game.pk).faults == ()


def test_vacations_are_part_of_the_data_one_takes_along(monday, ada):
    vacations.take(user=ada, **days(2, 3))
    (taken,) = queries.data_of(ada)["vacations"]
    assert taken["from"] == "2026-06-02T00:00:00+00:00"


# Everybody is told


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


def logged_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_whoever_plays_with_somebody_is_told_of_their_vacation_once(monday, timed, ada, ben):
    game = timed("3d")
    vacations.take(user=ada, **days(2, 3))
    with pytest.raises(VacationRefused):
        vacations.take(user=ada, **days(3, 2))
    told = Notification.objects.filter(occasion="vacation")
    assert [(row.user, row.game) for row in told] == [(ben, game)]


def test_opponents_see_it_on_the_game_in_their_list_and_before_they_accept(monday, timed, ada, ben):
    game = timed("3d")
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}))
    vacations.take(user=ada, **days(1, 7))
    sentence = "ada is on vacation until 7 June 2026."
    his = logged_in(ben)
    pages = [reverse("games:game", args=[game.pk]), "/", reverse("games:lobby"), "/people/ada/"]
    for page in (*pages, reverse("games:challenge", args=[offer.token])):
        assert sentence in said(his.get(page)), page
    assert "You’re on vacation until 7 June 2026" in said(logged_in(ada).get(pages[0]))
    assert "paused until 8 June 2026" in said(his.get(pages[0]))


def test_a_vacation_ahead_is_told_too(monday, timed, ada, ben):
    game = timed("none")
    vacations.take(user=ada, **days(4, 7))
    page = said(logged_in(ben).get(reverse("games:game", args=[game.pk])))
    assert "ada will be on vacation from 4 June 2026 to 7 June 2026." in page


def test_a_vacation_is_announced_seen_and_ended_on_its_page(monday, timed, ada):
    timed("3d")
    hers, address = logged_in(ada), reverse("games:vacation")
    assert "You have 30 days left in 2026, out of 30 days." in said(hers.get(address))
    assert hers.post(address, {"first": "2026-06-01", "last": "2026-06-10"}).status_code == 303
    page = hers.get(address)
    assert "1 June 2026 to 10 June 2026 now" in said(page)
    assert "You have 20 days, 12 hours left in 2026, out of 30 days." in said(page)
    vacation = Vacation.objects.get()
    assert hers.post(reverse("games:end-vacation", args=[vacation.pk])).status_code == 303
    assert "10 June" not in said(hers.get(address))
    assert 'href="/vacation/" aria-current="page"' in page.content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"first": "x", "last": "y"},
        {"first": "2026-06-05", "last": "2026-06-01"},
        {"first": "0001-01-01", "last": "9999-12-31"},
    ],
)
def test_nonsense_gets_its_sentence(monday, ada, fields):
    answer = logged_in(ada).post(reverse("games:vacation"), fields)
    assert answer.status_code == 422
    assert re.search(r"This field is required|Enter a valid date|The last day must|up to 365 days ahead", said(answer))


def test_vacations_of_strangers_are_not_ended_by_their_number(monday, ada, ben):
    vacation = vacations.take(user=ada, **days(1, 7))
    logged_in(ben).post(reverse("games:end-vacation", args=[vacation.pk]))
    logged_in(ben).post(reverse("games:end-vacation", args=[10**15]))
    vacation.refresh_from_db()
    assert vacation.ends == datetime(2026, 6, 8, tzinfo=UTC)
