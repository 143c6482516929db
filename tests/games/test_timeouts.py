"""When time runs out: what the waiting player may do, what a late player may, and how a game ends by itself."""

import re
import secrets
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from games import queries, record
from games.bots import turns
from games.clocks import timeouts
from games.contract import Seat
from games.lobby import departure
from games.models import Event, Game, Pulse
from games.table import door, exchange, log, verification, visits
from games.table.door import Act, Verdict
from tests.games.playing import legal, move

DAY = timedelta(days=1)


def in_time(game) -> Seat:
    """Who waits."""
    game.refresh_from_db()
    return Seat(game.to_move).other


def claim(act, game, kind=Act.TIMEOUT, text=""):
    return act(game, text, kind=kind, seat=in_time(game))


@pytest.fixture
def late(timed, time):
    """A game that is well under way, and the time of whose player to move has just run out."""

    def late(clock="3d", *, moves=12, **terms):
        game = timed(clock, moves=moves, **terms)
        time.set(game.deadline + timedelta(milliseconds=1))
        return game

    return late


# The one who waits decides


def test_a_win_cannot_be_claimed_up_to_the_last_moment(timed, time, act):
    game = timed(moves=12)
    time.set(game.deadline)
    assert claim(act, game).refusal.code == "time-is-left"
    time.passes(milliseconds=1)
    assert claim(act, game).verdict is Verdict.ACCEPTED


def test_a_claimed_win_ends_the_game(late, act):
    game = late()
    winner = in_time(game)
    claim(act, game)
    game.refresh_from_db()
    assert (game.status, game.winner, game.decided, game.deadline) == ("over", winner, "timeout", None)
    assert act(game, "a3-b3", seat=winner.other).refusal.code == "game-over"
    assert verification.one_game(game.pk).faults == ()


def test_a_late_move_stands_as_long_as_nobody_claimed(late, act, time):
    game = late()
    seat = game.to_move
    time.passes(days=2)
    assert move(game).verdict is Verdict.ACCEPTED
    game.refresh_from_db()
    assert (game.status, game.to_move) == ("running", 3 - seat)
    assert act(game, kind=Act.TIMEOUT, seat=Seat(seat).other).refusal.code == "time-is-yours"
    assert verification.one_game(game.pk).faults == ()


def test_who_is_late_cannot_claim_or_bring_in_a_bot(late, act):
    game = late()
    for kind in (Act.TIMEOUT, Act.SUBSTITUTE):
        assert act(game, "larva", kind=kind, seat=game.to_move).refusal.code == "time-is-yours"


def test_giving_a_day_keeps_the_game_alive_for_a_day(late, act, time):
    game = late()
    time.passes(hours=30)
    assert claim(act, game, Act.GIVE_TIME, "24").verdict is Verdict.ACCEPTED
    game.refresh_from_db()
    assert game.deadline == time.now + DAY
    assert claim(act, game).refusal.code == "time-is-left"
    time.passes(hours=25)
    assert claim(act, game).verdict is Verdict.ACCEPTED
    assert verification.one_game(game.pk).faults == ()


def test_a_bot_plays_on_unrated_and_without_a_clock(late, act, time):
    game = late(is_rated=True)
    absent = game.to_move
    assert claim(act, game, Act.SUBSTITUTE, "larva").verdict is Verdict.ACCEPTED
    game.refresh_from_db()
    seat = game.seats.get(number=absent)
    assert (game.is_rated, game.deadline, seat.bot) == (False, None, "larva")
    assert seat.user is not None, "the game stays in the list of who left it"
    assert claim(act, game).refusal.code == "no-clock"
    assert claim(act, game, Act.GIVE_TIME, "24").refusal.code == "no-clock"
    assert move(game).verdict is Verdict.ACCEPTED
    time.passes(days=30)
    assert timeouts.due(time.now) == []
    assert verification.one_game(game.pk).faults == ()


def test_a_bot_that_should_play_and_does_not_is_found(late, act):
    game = late()
    claim(act, game, Act.SUBSTITUTE, "larva")
    game.seats.update(bot="")
    assert any("no bot plays seat" in fault.what for fault in verification.one_game(game.pk).faults)


@pytest.mark.parametrize(
    ("moves", "may_claim", "may_call_off"), [(0, False, True), (1, False, True), (9, True, True), (10, True, False)]
)
def test_a_game_is_called_off_while_hardly_begun_and_won_once_both_have_moved(late, moves, may_claim, may_call_off):
    game = late(moves=moves)
    acts = door.possible_acts(game, log.position(game), in_time(game))
    assert (Act.TIMEOUT in acts, Act.ABORT in acts) == (may_claim, may_call_off)


def test_without_lateness_a_game_in_which_both_have_moved_is_not_called_off(timed, act):
    game = timed(moves=5)
    assert claim(act, game, Act.ABORT).refusal.code == "both-have-moved"


@pytest.mark.parametrize("kind", [Act.TIMEOUT, Act.SUBSTITUTE, Act.GIVE_TIME])
def test_nothing_of_this_exists_without_a_clock(timed, time, act, kind):
    game = timed("none", moves=12)
    time.passes(days=400)
    assert claim(act, game, kind, "24").refusal.code == "no-clock"


def test_after_somebody_has_left_the_clock_is_gone_too(late, act, ada, ben):
    game = late()
    departure.leave(user=ada if game.to_move == 1 else ben)
    game.refresh_from_db()
    assert game.deadline is None
    assert verification.one_game(game.pk).faults == ()


# Gifts


def test_time_may_be_given_at_any_moment_also_in_the_own_turn(timed, act):
    game = timed(moves=2)
    before = game.deadline
    assert act(game, "72", kind=Act.GIVE_TIME, seat=game.to_move).verdict is Verdict.ACCEPTED
    game.refresh_from_db()
    assert game.deadline == before, "the other's time, not the own"
    move(game)
    game.refresh_from_db()
    assert game.deadline == game.turn_since + 6 * DAY
    assert verification.one_game(game.pk).faults == ()


@pytest.mark.parametrize("hours", ["", "0", "-24", "25", "24.0", "٢٤", "168000", "settled"])
def test_only_what_is_offered_can_be_given(timed, act, hours):
    assert claim(act, timed(moves=2), Act.GIVE_TIME, hours).refusal.code == "no-such-gift"


def test_nobody_is_given_more_than_thirty_days(timed, act):
    game = timed("14d", moves=2)
    assert [claim(act, game, Act.GIVE_TIME, "168").verdict for _ in range(2)] == [Verdict.ACCEPTED] * 2
    assert claim(act, game, Act.GIVE_TIME, "168").refusal.code == "time-enough"
    assert claim(act, game, Act.GIVE_TIME, "24").verdict is Verdict.ACCEPTED


# By itself


@pytest.fixture
def awake(time):
    """A worker that has not slept."""
    Pulse.objects.create(pk=1, at=time.now, since=time.now - 9 * DAY)

    def round_at(moment):
        time.set(moment)
        Pulse.objects.update(at=moment, since=moment - 9 * DAY)
        timeouts.sweep()

    return round_at


@pytest.mark.parametrize(("moves", "decided"), [(12, "timeout"), (9, "abort"), (0, "abort")])
def test_three_days_after_the_deadline_a_game_is_settled(timed, time, awake, moves, decided):
    game = timed(moves=moves)
    winner, due = in_time(game), game.deadline + 3 * DAY
    awake(due)
    game.refresh_from_db()
    assert game.status == "running"
    awake(due + timedelta(milliseconds=1))
    game.refresh_from_db()
    assert (game.status, game.decided) == ("over", decided)
    assert game.winner == (winner if decided == "timeout" else None)
    assert Event.objects.filter(game=game).latest("seq").text == "settled"
    assert verification.one_game(game.pk).faults == ()


def test_nobody_else_may_settle_before_the_time(late, act):
    game = late()
    assert claim(act, game, Act.TIMEOUT, "settled").refusal.code == "time-is-left"
    assert claim(act, game, Act.ABORT, "settled").refusal.code == "both-have-moved"


def test_a_game_is_not_called_off_as_settled_before_the_time_either(timed, act):
    game = timed()
    assert claim(act, game, Act.ABORT, "settled").refusal.code == "time-is-left"


def test_a_round_after_a_late_move_settles_nothing(late, time, awake):
    game = late()
    time.passes(days=2.9)
    move(game)
    awake(time.passes(days=0.2))
    game.refresh_from_db()
    assert game.status == "running"


def test_whoever_moved_while_the_worker_slept_for_weeks_loses_nothing(timed, time, awake):
    games = [timed(moves=12) for _ in range(3)]
    for _ in range(4):
        time.passes(days=2.9)
        for game in games[:2]:
            move(game)
    awake(time.now)
    assert [Game.objects.get(pk=game.pk).status for game in games] == ["running", "running", "over"]


def test_after_a_gap_in_which_nobody_could_move_nothing_is_settled_for_a_day(timed, time):
    game = timed(moves=12)
    timeouts.sweep()
    time.passes(days=10)  # the site is away
    for _ in range(48):
        timeouts.sweep()
        game.refresh_from_db()
        assert game.status == "running"
        time.passes(minutes=30)
    timeouts.sweep()
    game.refresh_from_db()
    assert game.status == "over"


def test_one_game_that_cannot_be_settled_does_not_keep_the_others_waiting(timed, awake, monkeypatch):
    broken, fine = (timed(moves=12) for _ in range(2))
    real = door.submit
    monkeypatch.setattr(door, "submit", lambda **what: real(**what) if what["game_id"] == fine.pk else 1 / 0)
    awake(fine.deadline + 4 * DAY)
    assert [Game.objects.get(pk=game.pk).status for game in (broken, fine)] == ["running", "over"]


# Elsewhere


def test_the_record_of_a_game_that_ended_on_time_can_be_taken_elsewhere_and_back(late, act):
    game = late()
    claim(act, game)
    game.refresh_from_db()
    saved = record.read(record.to_text(queries.record_of(game)))
    assert (saved.tags["Ending"], saved.tags["Winner"]) == ("timeout", {1: "one", 2: "two"}[game.winner])
    again = exchange.import_record(saved)
    assert (again.status, again.winner, again.decided) == ("over", game.winner, "timeout")
    assert verification.one_game(again.pk).faults == ()


def test_a_game_that_was_called_off_late_can_be_imported_too(late, act):
    game = late(moves=5)
    claim(act, game, Act.ABORT)
    game.refresh_from_db()
    again = exchange.import_record(queries.record_of(game))
    assert again.decided == "abort"
    assert verification.one_game(again.pk).faults == ()


def test_a_record_that_says_the_one_to_move_won_on_time_is_refused(late, act):
    game = late()
    claim(act, game)
    game.refresh_from_db()
    saved = queries.record_of(game)
    wrong = record.Record(
        saved.kind,
        saved.moves,
        saved.options,
        saved.rules,
        {**saved.tags, "Winner": "one" if game.winner == 2 else "two"},
    )
    with pytest.raises(record.BadRecord, match="cannot end so"):
        exchange.import_record(wrong)


def test_a_loss_on_time_is_news_to_who_lost_and_not_to_who_claimed(late, act):
    game = late()
    for row in game.seats.all():
        row.seen = game.head
        row.save()
    winner = in_time(game)
    answer = claim(act, game)
    game.refresh_from_db()
    row = game.seats.get(number=winner)
    visits.record_act(row, answer.head, game.ended_at)
    assert not visits.is_new(row, game)
    assert visits.is_new(game.seats.get(number=winner.other), game)


# A game that runs out of time, on its pages


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


def logged_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def press(client, game, **fields):
    game.refresh_from_db()
    fields = {"seen": game.head, "key": secrets.token_hex(8)} | fields
    return client.post(reverse("games:act", args=[game.pk]), fields)


def buttons(page) -> set[str]:
    dock = page.content.decode().split('id="dock"')[1].split("</section>")[0]
    return set(re.findall(r'name="act" value="([\w-]+)"', dock))


def test_a_game_runs_out_of_time_from_the_challenge_to_the_lists(ada, ben, time):
    hers, his = logged_in(ada), logged_in(ben)
    fields = {"kind": "mabula", "audience": "public", "clock": "3d+12h", "has_weekends_off": "on", "seat": "1"}
    made = hers.post(reverse("games:new"), fields)["Location"]
    terms = said(his.get(made))
    assert "3 days, plus 12 hours a turn, up to 5 days" in terms
    assert "clocks pause on Saturday and Sunday, in each player’s time zone" in terms
    assert "weekends off" in said(his.get(reverse("games:lobby")))
    his.post(f"{made}accept/")
    game = Game.objects.get()
    for number in range(12):
        press((hers, his)[number % 2], game, move=legal(game)[0])
    game.refresh_from_db()
    address = reverse("games:game", args=[game.pk])
    assert game.to_move == 1
    assert "left" in said(hers.get(address))
    assert buttons(his.get(address)) == set()

    assert game.deadline
    time.set(game.deadline + timedelta(minutes=1))
    assert "You’re out of time. You can still move until ben ends the game" in said(hers.get(address))
    page = his.get(address)
    assert "ada is out of time" in said(page)
    assert buttons(page) == {"give-time", "timeout", "substitute"}
    assert "Mabula · decide what happens now" in said(his.get("/"))
    assert press(his, game, act="give-time").status_code == 303
    assert "ben gave you 24 more hours." in said(hers.get(address))
    assert buttons(his.get(address)) == set()

    time.passes(days=6)
    assert press(hers, game, act="timeout").status_code == 422
    assert press(his, game, act="timeout").status_code == 303
    assert "ada ran out of time: you won." in said(his.get(address))
    assert "Your time ran out: ben won." in said(hers.get(address))
    assert "ada ran out of time: ben won." in said(Client().get(address))
    assert re.search(r"(White|Black) runs out of time\.", said(hers.get(address)))
    assert "ran out" in said(hers.get("/"))
    assert "The game is over." in said(press(hers, game, move="a3-b3"))
    assert Client().get(reverse("games:fairness", args=[game.pk])).status_code == 200
    assert '[Ending "timeout"]' in Client().get(reverse("games:record-text", args=[game.pk])).content.decode()
    profile = said(Client().get(reverse("games:profile", args=["ben"])))
    assert "Mabula 1 0 0" in profile
    assert verification.one_game(game.pk).faults == ()


def test_on_its_pages_a_bot_plays_on_for_who_is_gone(late, ada, ben):
    game = late()
    gone, stays = (ada, ben) if game.to_move == 1 else (ben, ada)
    assert press(logged_in(stays), game, act="substitute").status_code == 303
    game.refresh_from_db()
    assert game.seats.get(user=gone).bot == "worker"
    assert "Worker is thinking…" in said(logged_in(stays).get(reverse("games:game", args=[game.pk])))
    turns.take_turns(game.pk)
    game.refresh_from_db()
    assert game.seats.get(user=stays).number == game.to_move
    address = reverse("games:game", args=[game.pk])
    assert "a bot plays on" in said(logged_in(stays).get(address))
    page = said(logged_in(gone).get(address))
    assert "A bot has taken over for you. The game is now casual." in page
    assert "A bot has taken over for you in this game." in said(press(logged_in(gone), game, act="resign"))
    assert "Nothing waiting for you" in said(logged_in(gone).get("/"))
    assert queries.next_game(gone) is None


def test_time_is_given_from_the_page_in_the_amounts_it_offers(timed, ada, ben):
    game = timed(moves=2)
    client = logged_in(ben)
    before = game.deadline
    assert "Give ada time" in said(client.get(reverse("games:game", args=[game.pk])))
    assert press(client, game, act="give-time", hours="168").status_code == 303
    game.refresh_from_db()
    assert game.deadline == before + 7 * DAY
    assert press(client, game, act="give-time", hours="1000000").status_code == 422


def test_both_banks_are_shown_where_there_are_banks_and_the_date_in_the_zone_of_who_looks(timed, time, ada, ben):
    ben.time_zone = "Asia/Tokyo"
    ben.save()
    game = timed("5d+12h", moves=2)
    time.passes(hours=10)
    page = logged_in(ben).get(reverse("games:game", args=[game.pk]))
    banks = re.findall(r'class="bank">.*?</span>([^<]+)<', page.content.decode())
    assert banks == ["5\xa0days, 12\xa0hours", "5\xa0days, 2\xa0hours"]
    there = game.deadline.astimezone(ZoneInfo("Asia/Tokyo")).isoformat()
    assert f'datetime="{there}"' in page.content.decode()
    assert 'class="bank"' not in logged_in(ben).get(reverse("games:game", args=[timed("3d").pk])).content.decode()


def test_on_a_weekend_off_the_page_says_until_when_the_clock_stands_still(timed, time):
    time.set(datetime(2026, 6, 12, 20, tzinfo=UTC))
    game = timed("1d", has_weekends_off=True)
    time.passes(hours=10)
    page = said(Client().get(reverse("games:game", args=[game.pk])))
    assert "20 hours left paused until 15 June 2026, 00:00" in page
