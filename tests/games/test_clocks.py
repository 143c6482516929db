"""Clocks: what they show follows from when things happened, in every zone and on every day."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks import clock as clocks
from games.clocks.clock import Clocks, Stops
from games.contract import Seat
from games.lobby.start import Agreement, NewPlayer, new_secret, start_game
from games.models import Game, Terms
from games.table import verification
from games.table.door import Act, Verdict
from tests.games.playing import move

DAY, HOUR, QUARTER = timedelta(days=1), timedelta(hours=1), timedelta(minutes=15)

# Half of them put their clocks forward and back: by half an hour, at midnight, in the other half of the year, …
ZONES = [
    "Africa/Cairo",
    "Africa/Casablanca",
    "Africa/Lagos",
    "America/Argentina/Buenos_Aires",
    "America/Havana",
    "America/Los_Angeles",
    "America/New_York",
    "America/Nuuk",
    "America/Santiago",
    "America/St_Johns",
    "Antarctica/Troll",
    "Asia/Beirut",
    "Asia/Jerusalem",
    "Asia/Kathmandu",
    "Asia/Kolkata",
    "Asia/Tokyo",
    "Atlantic/Azores",
    "Australia/Adelaide",
    "Australia/Lord_Howe",
    "Europe/Berlin",
    "Europe/London",
    "Pacific/Apia",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
]
EUROPEAN = [datetime(*day, 1, tzinfo=UTC) for day in ((2026, 3, 29), (2026, 10, 25), (2027, 3, 28))]


def changes(zone: ZoneInfo) -> list[datetime]:
    """The first six moments from 2026 on at which the clocks are changed there; for zones without, Europe's."""
    found: list[datetime] = []
    at = datetime(2026, 1, 1, tzinfo=UTC)
    while len(found) < 6 and at.year < 2030:
        if (at - HOUR).astimezone(zone).utcoffset() != at.astimezone(zone).utcoffset():
            found.append(at)
        at += HOUR
    return found or [moment + shift for moment in EUROPEAN for shift in (timedelta(), 7 * DAY)]


def runs(at: datetime, zone: ZoneInfo | None, pauses) -> bool:
    """By looking at the wall: whether the clock runs in the quarter of an hour that begins then."""
    is_weekend = zone is not None and at.astimezone(zone).strftime("%A") in ("Saturday", "Sunday")
    return not is_weekend and not any(begin <= at < end for begin, end in pauses)


def counted(since: datetime, left: timedelta, zone: ZoneInfo | None, pauses=()) -> datetime:
    """The deadline by counting quarters of an hour, one after the other."""
    at = since
    while left:
        left -= QUARTER if runs(at, zone, pauses) else timedelta()
        at += QUARTER
    return at


def test_there_are_twenty_four_zones_with_six_days_each():
    assert len(set(ZONES)) == 24
    assert {len(changes(ZoneInfo(name))) for name in ZONES} == {6}
    assert (
        sum(len({day.astimezone(ZoneInfo(name)).utcoffset() for day in changes(ZoneInfo(name))}) > 1 for name in ZONES)
        >= 15
    )


@pytest.mark.parametrize("name", ZONES)
def test_days_are_of_24_hours_whatever_happens_to_the_clocks_on_the_wall(name):
    for change in changes(ZoneInfo(name)):
        for before in (HOUR, 20 * HOUR, 70 * HOUR):
            assert Stops().deadline(change - before, 3 * DAY) == change - before + 72 * HOUR


@pytest.mark.parametrize("name", ZONES)
def test_with_weekends_off_the_deadline_is_where_counting_every_quarter_of_an_hour_ends(name):
    zone = ZoneInfo(name)
    for change in changes(zone):
        for before, left in ((HOUR, DAY), (30 * HOUR, 3 * DAY), (100 * HOUR, 5 * DAY)):
            since = change - before
            assert Stops(zone=zone).deadline(since, left) == counted(since, left, zone)


@pytest.mark.parametrize("name", ZONES)
def test_a_vacation_over_the_change_of_clocks_moves_the_deadline_by_as_long_as_it_lasts(name):
    zone = ZoneInfo(name)
    for change in changes(zone):
        day = change.astimezone(zone).date()
        pause = clocks.midnight(day - DAY, zone), clocks.midnight(day + 2 * DAY, zone)
        for since in (change - 50 * HOUR, change - 5 * HOUR, change + 5 * HOUR):
            for weekends in (None, zone):
                stops = Stops((pause,), weekends)
                assert stops.deadline(since, 2 * DAY) == counted(since, 2 * DAY, weekends, [pause])


@pytest.mark.parametrize("name", ZONES)
def test_a_weekend_begins_with_the_first_moment_of_saturday_and_ends_with_the_first_of_monday(name):
    zone = ZoneInfo(name)
    for change in changes(zone):
        begin, end = next(clocks.weekends(zone, change))
        assert [(begin - QUARTER).astimezone(zone).strftime("%a"), begin.astimezone(zone).strftime("%a")] == [
            "Fri",
            "Sat",
        ]
        assert [(end - QUARTER).astimezone(zone).strftime("%a"), end.astimezone(zone).strftime("%a")] == ["Sun", "Mon"]


moments = st.timedeltas(timedelta(), 1000 * DAY).map(lambda time: datetime(2026, 1, 1, tzinfo=UTC) + time)
lengths = st.timedeltas(timedelta(), 20 * DAY)


@given(
    moments,
    lengths,
    st.lists(st.tuples(lengths, lengths.filter(bool)), max_size=4),
    st.sampled_from([None, *map(ZoneInfo, ZONES)]),
)
def test_what_is_spent_until_the_deadline_is_what_there_was(since, left, gaps, zone):
    pauses, at = [], since - 5 * DAY
    for gap, length in gaps:
        pauses.append((at + gap, at + gap + length))
        at += gap + length
    stops = Stops(tuple(pauses), zone)
    deadline = stops.deadline(since, left)
    assert deadline >= since + left
    assert stops.spent(since, deadline) == left
    assert stops.spent(since, deadline + HOUR) == left + stops.spent(deadline, deadline + HOUR)
    resumes = stops.resumes(since)
    if resumes:
        assert stops.spent(since, resumes) == timedelta()
        assert stops.resumes(resumes) is None


def test_a_clock_that_runs_out_with_the_week_does_not_wait_for_monday():
    friday = datetime(2026, 6, 12, 12, tzinfo=UTC)
    assert Stops(zone=ZoneInfo("UTC")).deadline(friday, 12 * HOUR) == friday + 12 * HOUR
    assert Stops(zone=ZoneInfo("UTC")).deadline(friday, 13 * HOUR) == datetime(2026, 6, 15, 1, tzinfo=UTC)


def test_a_zone_that_nobody_knows_any_more_is_utc():
    assert clocks.zone_named("Mars/Olympus_Mons").key == clocks.zone_named("../etc/passwd").key == "UTC"


# Banks


def hands(clock: str, *, one: timedelta | None = None) -> Clocks:
    pace = clocks.PACES[clock]
    return Clocks(pace, (Stops(), Stops()), (one or pace.bank, pace.bank), datetime(2026, 6, 1, tzinfo=UTC))


def test_every_clock_that_can_be_chosen_has_its_pace():
    assert set(clocks.PACES) == {*Terms.Clock} - {Terms.Clock.NONE}


@pytest.mark.parametrize(
    ("clock", "took", "left"),
    [
        ("3d", 71 * HOUR, 3 * DAY),
        ("3d", 80 * HOUR, 3 * DAY),  # late, and nobody minded
        ("3d+12h", DAY, 2.5 * DAY),
        ("3d+12h", HOUR, 3 * DAY + 11 * HOUR),
        ("3d+12h", 80 * HOUR, 12 * HOUR),
        ("7d+1d", 5 * DAY, 3 * DAY),
    ],
)
def test_a_turn_costs_what_it_took_and_brings_the_increment(clock, took, left):
    clock = hands(clock)
    assert clock.turned(Seat.ONE, clock.since + took).banks[0] == left


def test_a_bank_never_holds_more_than_its_cap():
    clock = hands("3d+12h")
    for _ in range(9):
        clock = clock.turned(Seat.ONE, clock.since + HOUR).turned(Seat.TWO, clock.since + 2 * HOUR)
    assert clock.banks == (5 * DAY, 5 * DAY)


def test_time_that_is_given_comes_on_top_of_what_is_left():
    clock = hands("3d")
    given = clock.given(Seat.ONE, 24, clock.since + DAY, is_to_move=True)
    assert given.deadline(Seat.ONE) == clock.since + 4 * DAY


def test_time_that_is_given_too_late_is_counted_from_then_on():
    clock = hands("3d")
    at = clock.since + 5 * DAY
    assert clock.given(Seat.ONE, 24, at, is_to_move=True).deadline(Seat.ONE) == at + DAY


def test_time_that_is_given_to_who_waits_is_there_in_their_next_turn_and_no_longer():
    clock = hands("3d").given(Seat.TWO, 72, hands("3d").since, is_to_move=False)
    turn = clock.turned(Seat.ONE, clock.since + HOUR)
    assert turn.deadline(Seat.TWO) == turn.since + 6 * DAY
    assert turn.turned(Seat.TWO, turn.since + HOUR).banks == (3 * DAY, 3 * DAY)


# In a game


@pytest.mark.parametrize("clock", [clock for clock in Terms.Clock if clock is not Terms.Clock.NONE])
def test_a_game_begins_with_a_full_bank_for_both_and_a_deadline(timed, time, clock):
    game = timed(clock)
    bank = clocks.PACES[clock].bank
    assert [seat.bank for seat in game.seats.all()] == [bank, bank]
    assert game.deadline == time.now + bank


def test_a_bank_follows_from_the_log_move_by_move(timed, time):
    game = timed("3d+12h")
    for hours in (30, 1, 2, 50, 3):
        time.passes(hours=hours)
        assert move(game).verdict is Verdict.ACCEPTED
    one, two = game.seats.all()
    game.refresh_from_db()
    # 72 − 30 + 12 = 54, − 2 + 12 = 64, − 3 + 12 = 73; 72 − 1 + 12 = 83, − 50 + 12 = 45
    assert (one.bank, two.bank) == (73 * HOUR, 45 * HOUR)
    assert (game.to_move, game.deadline) == (2, time.now + 45 * HOUR)
    assert verification.one_game(game.pk).faults == ()


def test_moves_inside_a_turn_and_undo_do_not_touch_the_clock(timed, time, act):
    game = timed("5d+12h", kind="marabunta")
    move(game)
    time.passes(hours=5)
    game.refresh_from_db()
    deadline = game.deadline
    act(game, "take 1")
    act(game, kind=Act.UNDO)
    act(game, "take 2")
    game.refresh_from_db()
    assert game.deadline == deadline
    assert verification.one_game(game.pk).faults == ()


def test_weekends_are_those_of_the_player_to_move_at_the_start_of_the_game(timed, time, ada, ben):
    ada.time_zone, ben.time_zone = "Pacific/Kiritimati", "America/Los_Angeles"  # 21 or 22 hours apart
    ada.save()
    ben.save()
    time.set(datetime(2026, 6, 11, 12, tzinfo=UTC))  # a Thursday; Friday, 2 o'clock, for ada
    game = timed("1d", has_weekends_off=True)
    assert game.deadline == datetime(2026, 6, 14, 12, tzinfo=UTC)  # 22 hours until Saturday, and 2 on Monday
    ada.time_zone = "UTC"
    ada.save()
    move(game)
    game.refresh_from_db()
    assert game.deadline == datetime(2026, 6, 12, 12, tzinfo=UTC)
    time.passes(hours=3)
    move(game)
    game.refresh_from_db()
    assert game.deadline == datetime(2026, 6, 14, 15, tzinfo=UTC), "the zone of the start still counts"
    assert verification.one_game(game.pk).faults == ()


def test_the_time_of_the_database_has_parts_of_a_second_and_is_ours(db):
    readings = [clocks.now() for _ in range(5)]
    assert readings == sorted(readings)
    assert abs(datetime.now(UTC) - readings[-1]) < timedelta(minutes=1)
    assert any(reading.microsecond for reading in readings)
    assert all(reading.utcoffset() == timedelta() for reading in readings)


@pytest.mark.parametrize("clock", ["none", "3d"])
def test_there_is_no_deadline_without_a_clock_or_against_a_bot(db, ada, clock):
    players = (NewPlayer(ada), NewPlayer(bot="larva") if clock == "3d" else NewPlayer())
    agreement = Agreement("mabula", {}, clock)
    game = start_game(agreement=agreement, players=players, is_public=True, sealed=new_secret())
    assert game.deadline is None
    assert [seat.bank for seat in game.seats.all()] == [None, None]


def test_weekends_off_mean_nothing_without_a_clock(timed):
    assert timed("none", has_weekends_off=True).has_weekends_off is False


@pytest.mark.parametrize(
    ("tamper", "what"),
    [
        (lambda game: Game.objects.filter(pk=game.pk).update(deadline=game.deadline + DAY), "deadline is "),
        (lambda game: Game.objects.filter(pk=game.pk).update(turn_since=game.turn_since - DAY), "turn_since is "),
        (lambda game: game.seats.filter(number=2).update(bank=9 * DAY), "seat 2 has 9 days"),
    ],
)
def test_a_clock_that_shows_what_its_log_does_not_say_is_found(timed, time, tamper, what):
    game = timed("3d+12h", moves=3)
    tamper(game)
    assert what in " ".join(fault.what for fault in verification.one_game(game.pk).faults)
