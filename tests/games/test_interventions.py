"""What moderators do to a game: by the log, through the door, previewed, reasoned, told to both, and reversible."""

import secrets
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission

from accounts.models import User
from games import kinds, queries
from games.clocks import timeouts, vacations
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Event, Game, ModerationAct, Notification
from games.moderation import audit, game_acts, people
from games.table import acts, door, log, verification
from games.table.door import Act, Verdict
from tests.games.playing import legal, move

HOUR = timedelta(hours=1)


@pytest.fixture
def mod(db):
    user = User.objects.create_user("mod", "mod@example.org", "correct horse battery", is_staff=True)
    user.user_permissions.add(*Permission.objects.filter(codename__in=("moderate", "view_game")))
    return User.objects.get(pk=user.pk)


@pytest.fixture
def intervene(mod):
    """Do something as the moderator, having seen all; the answer of the door."""

    def intervene(game, what, text="", *, reason="They asked for it.", by=mod, **more):
        game.refresh_from_db()
        answer = game_acts.act(by=by, game_id=game.pk, what=what, text=text, reason=reason, seen=game.head, **more)
        game.refresh_from_db()
        return answer

    return intervene


@pytest.fixture(autouse=True)
def everything_can_be_checked(db):
    """After each test: every log replays to its row, and the audit fits the logs."""
    yield
    assert [fault for verified in verification.all_games() for fault in map(str, verified.faults)] == []
    assert list(audit.faults()) == []


def code(answer):
    assert answer.verdict is Verdict.REFUSED
    return answer.refusal.code


# Annulling and deciding


def test_an_annulled_game_is_over_without_a_result_and_can_be_restored(timed, intervene):
    game = timed(moves=12)
    was = game.to_move
    assert intervene(game, Act.ANNUL).verdict is Verdict.ACCEPTED
    assert (game.status, game.winner, game.decided, game.to_move) == ("over", None, "annulled", None)
    assert code(intervene(game, Act.ANNUL)) == "annulled-already"
    assert intervene(game, Act.RESTORE).verdict is Verdict.ACCEPTED
    assert (game.status, game.decided, game.to_move, game.ended_at) == ("running", "", was, None)
    assert move(game).verdict is Verdict.ACCEPTED


def test_time_in_which_a_game_was_annulled_is_nobodys(timed, time, intervene):
    game = timed("3d+12h", moves=12)
    time.passes(hours=50)
    intervene(game, Act.ANNUL)
    time.passes(days=40)
    intervene(game, Act.RESTORE)
    bank = game.seats.get(number=game.to_move).bank
    assert game.deadline == time.now + bank  # the turn begins anew


def test_a_game_is_decided_for_one_of_them(timed, intervene):
    game = timed(moves=12)
    intervene(game, Act.ADJUDICATE, "2")
    assert (game.winner, game.decided) == (2, "adjudicated")
    assert code(intervene(game, Act.ADJUDICATE, "2")) == "so-already"
    intervene(game, Act.ADJUDICATE, "1")
    assert game.winner == 1
    intervene(game, Act.RESTORE)
    assert game.winner == 2
    intervene(game, Act.RESTORE)
    assert game.status == "running"
    assert code(intervene(game, Act.RESTORE)) == "nothing-to-restore"


def test_only_where_there_are_draws_a_game_is_decided_as_one(start, intervene):
    assert code(intervene(start("marabunta"), Act.ADJUDICATE, "draw")) == "no-draws"
    game = start("mabula")
    intervene(game, Act.ADJUDICATE, "draw")
    assert (game.status, game.winner, game.decided) == ("over", None, "adjudicated")


def test_a_game_that_ended_by_itself_can_be_annulled_and_gets_its_result_back(timed, act, intervene):
    game = timed(moves=12)
    act(game, kind=Act.RESIGN, seat=1)
    intervene(game, Act.ANNUL)
    assert (game.winner, game.decided) == (None, "annulled")
    intervene(game, Act.RESTORE)
    assert (game.winner, game.decided) == (2, "resign")


def test_annulled_games_do_not_count(timed, act, ada, intervene):
    game = timed(moves=12)
    act(game, kind=Act.RESIGN, seat=2)
    assert [tally.won for tally in queries.tallies(ada, viewer=ada)] == [1]
    intervene(game, Act.ANNUL)
    assert queries.tallies(ada, viewer=ada) == []


# Taking back


def test_a_game_is_taken_back_to_a_step_and_goes_on_from_there(timed, intervene):
    game = timed(moves=12)
    step = log.position(game).moves[6]
    then = log.position(game, at=step.seq).state
    intervene(game, Act.REWIND, str(step.seq))
    assert log.position(game).state == then
    move(game)
    move(game)
    game.refresh_from_db()
    assert log.position(game).moves[6] == step
    assert len(log.position(game).moves) == 9


def test_what_was_taken_back_can_be_brought_back(timed, intervene):
    game = timed(moves=12)
    before = log.position(game)
    intervene(game, Act.REWIND, str(before.moves[6].seq))
    move(game)
    intervene(game, Act.RESTORE)
    assert log.position(game).moves == before.moves
    assert log.position(game).state == before.state


@pytest.mark.parametrize("text", ["0", "9999", "-1", "x", "", "1 2"])
def test_there_must_be_such_a_step(timed, intervene, text):
    assert code(intervene(timed(moves=3), Act.REWIND, text)) in ("no-such-step", "no-such-act")


def test_a_game_is_not_taken_back_to_where_it_is(timed, intervene):
    game = timed(moves=4)
    assert code(intervene(game, Act.REWIND, str(log.position(game).moves[-1].seq))) == "so-already"


def test_no_roll_is_rolled_again(start, intervene):
    """Whoever saw the dice must not know them when the game is taken back."""
    game = start("marabunta")
    rolls = lambda: [made for made in log.position(game).moves if made.seat is None]  # noqa: E731
    while len(rolls()) < 4:
        play_on(game)
    third = rolls()[2]
    step = [made for made in log.position(game).moves if made.seq < third.seq][-1]
    intervene(game, Act.REWIND, str(step.seq))
    anew = rolls()
    assert len(anew) == 3
    assert anew[2].seq > third.seq
    assert log.position(game).rolls == 5
    seen = set(Event.objects.filter(game=game, act="move", seat=None).values_list("text", flat=True))
    assert len(seen) == 5


def test_dice_that_may_be_known_are_not_rolled(start, act, intervene):
    """The seed of a finished game is public: with dice to come it cannot go on. Without them it can."""
    game = start("marabunta")
    for _ in range(12):
        play_on(game)
    act(game, kind=Act.RESIGN, seat=1)
    step = str(log.position(game).moves[4].seq)
    assert code(intervene(game, Act.REWIND, step)) == "seed-is-known"
    intervene(game, Act.ANNUL)
    assert code(intervene(game, Act.REWIND, step)) == "seed-is-known"
    other = start("mabula")
    for _ in range(12):
        move(other)
    act(other, kind=Act.RESIGN, seat=1)
    intervene(other, Act.REWIND, str(log.position(other).moves[-1].seq))
    assert other.status == "running"


def test_the_seed_stays_secret_while_a_decision_may_be_reversed(start, act, intervene, client):
    game = start("marabunta")
    rules = kinds.get("marabunta").rules
    intervene(game, Act.ANNUL)
    assert not log.is_revealed(log.position(game), rules)
    assert client.get(f"/games/{game.pk}/fairness/").context["revealed"] is None
    intervene(game, Act.RESTORE)
    act(game, kind=Act.RESIGN, seat=1)
    intervene(game, Act.ANNUL)
    assert log.is_revealed(log.position(game), rules)
    assert client.get(f"/games/{game.pk}/fairness/").context["revealed"].is_fair


def test_the_seed_explains_every_roll_also_after_some_were_taken_back(start, intervene, act, client):
    game = start("marabunta")
    while log.position(game).rolls < 4:
        play_on(game)
    rolls = [made for made in log.position(game).moves if made.seat is None]
    step = [made for made in log.position(game).moves if made.seq < rolls[2].seq][-1]
    intervene(game, Act.REWIND, str(step.seq))
    act(game, kind=Act.RESIGN, seat=1)
    assert client.get(f"/games/{game.pk}/fairness/").context["revealed"].is_fair


# Clocks


def test_a_stopped_clock_stands_until_it_is_started_again(timed, time, intervene):
    game = timed(moves=12)
    time.passes(hours=10)
    intervene(game, Act.PAUSE)
    assert (game.deadline, game.paused_at) == (None, time.now)
    assert code(intervene(game, Act.PAUSE)) == "so-already"
    time.passes(days=30)
    assert timeouts.due(time.now) == []
    intervene(game, Act.RESUME)
    assert game.deadline == time.now + timedelta(days=3) - 10 * HOUR
    assert game.paused_at is None


def test_nobody_wins_on_time_while_the_clock_is_stopped(timed, time, act, intervene):
    game = timed(moves=12)
    intervene(game, Act.PAUSE)
    time.passes(days=10)
    answer = act(game, kind=Act.TIMEOUT, seat=Seat(game.to_move).other)
    assert answer.refusal.code == "time-is-left"


def test_one_may_move_while_the_clock_is_stopped(timed, time, intervene):
    game = timed("3d+12h", moves=12)
    seat = game.to_move
    bank = game.seats.get(number=seat).bank
    time.passes(hours=30)
    intervene(game, Act.PAUSE)
    time.passes(days=20)
    move(game)
    game.refresh_from_db()
    assert game.deadline is None
    assert game.seats.get(number=seat).bank == bank - 30 * HOUR + 12 * HOUR
    time.passes(days=20)
    intervene(game, Act.RESUME)
    assert game.deadline == time.now + timedelta(days=5), "all of the full bank of the one to move"
    time.passes(hours=1)
    move(game)


def test_a_vacation_does_not_start_a_stopped_clock(timed, time, intervene, ada, ben):
    game = timed(moves=12)
    intervene(game, Act.PAUSE)
    day = time.now.date() + timedelta(days=1)
    for user in (ada, ben):
        vacations.take(user=user, first=day, last=day + timedelta(days=3))
    game.refresh_from_db()
    assert game.deadline is None
    intervene(game, Act.RESUME)
    assert game.deadline is not None


def test_time_is_added(timed, intervene):
    game = timed(moves=12)
    was = game.deadline
    intervene(game, Act.ADD_TIME, f"{game.to_move} 24")
    assert game.deadline == was + 24 * HOUR
    assert code(intervene(game, Act.ADD_TIME, "1 999")) == "time-enough"
    assert code(intervene(game, Act.ADD_TIME, "3 24")) == "no-such-act"


def test_added_time_is_taken_back_to_the_minute(timed, time, intervene):
    game = timed(moves=12)
    for seat in (game.to_move, Seat(game.to_move).other):
        before = game_acts.facts_of(game)
        intervene(game, Act.ADD_TIME, f"{seat} 24")
        intervene(game, Act.ADD_TIME, f"{seat} 12")
        time.passes(hours=20)
        assert intervene(game, Act.TAKE_TIME, f"{seat} 36").verdict is Verdict.ACCEPTED
        assert game_acts.facts_of(game) == before
        assert code(intervene(game, Act.TAKE_TIME, f"{seat} 36")) == "added-time-used"


def test_taken_back_time_can_be_added_again(timed, intervene):
    game = timed("3d+12h", moves=12)
    intervene(game, Act.ADD_TIME, f"{game.to_move} 24")
    longer = game.deadline
    intervene(game, Act.TAKE_TIME, f"{game.to_move} 24")
    intervene(game, Act.ADD_TIME, f"{game.to_move} 24")
    assert game.deadline == longer


@pytest.mark.parametrize("hours", ["23", "25", "0", "-24", "", "99999", "100000", "24 "])
def test_all_that_was_added_is_taken_back_and_nothing_else(timed, intervene, hours):
    game = timed(moves=12)
    intervene(game, Act.ADD_TIME, "1 24")
    assert code(intervene(game, Act.TAKE_TIME, f"1 {hours}")) in ("added-time-used", "no-such-act")
    assert code(intervene(game, Act.TAKE_TIME, "2 24")) == "added-time-used"


def test_what_players_give_each_other_no_moderator_takes(timed, act, intervene):
    game = timed(moves=12)
    act(game, "24", kind=Act.GIVE_TIME, seat=Seat(game.to_move).other)
    assert code(intervene(game, Act.TAKE_TIME, f"{game.to_move} 24")) == "added-time-used"


def test_with_a_move_of_its_player_added_time_is_used(timed, intervene):
    game = timed("3d+12h", moves=12)
    seat = Seat(game.to_move)
    intervene(game, Act.ADD_TIME, f"{seat} 24")
    intervene(game, Act.ADD_TIME, f"{seat.other} 48")
    move(game)
    assert code(intervene(game, Act.TAKE_TIME, f"{seat} 24")) == "added-time-used"
    assert intervene(game, Act.TAKE_TIME, f"{seat.other} 48").verdict is Verdict.ACCEPTED


def test_who_was_late_before_time_was_added_keeps_an_hour_when_it_is_taken_back(timed, time, intervene):
    game = timed(moves=12)
    time.set(game.deadline + 5 * HOUR)
    intervene(game, Act.ADD_TIME, f"{game.to_move} 24")
    time.passes(hours=2)
    intervene(game, Act.TAKE_TIME, f"{game.to_move} 24")
    assert game.deadline == time.now + HOUR


@pytest.mark.parametrize("hours", [23.5, 30])
def test_of_time_that_has_run_nothing_is_taken_back(timed, time, intervene, hours):
    game = timed(moves=12)
    time.set(game.deadline)
    intervene(game, Act.ADD_TIME, f"{game.to_move} 24")
    time.passes(hours=hours)
    assert code(intervene(game, Act.TAKE_TIME, f"{game.to_move} 24")) == "added-time-used"


def test_time_is_taken_back_from_a_stopped_clock(timed, time, intervene):
    game = timed(moves=12)
    was = game.deadline
    intervene(game, Act.ADD_TIME, f"{game.to_move} 24")
    intervene(game, Act.PAUSE)
    intervene(game, Act.TAKE_TIME, f"{game.to_move} 24")
    assert game.deadline is None
    intervene(game, Act.RESUME)
    assert game.deadline == was


def test_moves_while_a_bot_plays_on_use_no_added_time(timed, time, intervene):
    game = timed(moves=12)
    seat = game.to_move
    intervene(game, Act.ADD_TIME, f"{seat} 24")
    intervene(game, Act.BOT_IN, f"{seat} larva")
    assert code(intervene(game, Act.TAKE_TIME, f"{seat} 24")) == "no-clock"
    move(game)
    move(game)
    intervene(game, Act.BOT_OUT, str(seat))
    assert game.deadline == time.now + timedelta(days=4)
    intervene(game, Act.TAKE_TIME, f"{seat} 24")
    assert game.deadline == time.now + timedelta(days=3)


def test_every_act_has_another_that_reverses_it():
    assert set(game_acts.REVERSES) == acts.BY_MODERATORS - {Act.RESTORE}  # after which the decision can be taken again


def test_without_a_clock_there_is_no_time_to_give(start, ada, intervene):
    game = challenges.play_bot(user=ada, bot="larva", agreement=Agreement("mabula", {}), seat=Seat.ONE)
    for what, text in ((Act.PAUSE, ""), (Act.RESUME, ""), (Act.ADD_TIME, "1 24"), (Act.TAKE_TIME, "1 24")):
        assert code(intervene(game, what, text)) == "no-clock"


# Bots and lists


def test_a_bot_takes_a_seat_and_gives_it_back(timed, time, intervene):
    game = timed(moves=12, is_rated=True)
    seat = game.to_move
    intervene(game, Act.BOT_IN, f"{seat} larva")
    assert (game.seats.get(number=seat).bot, game.is_rated, game.deadline) == ("larva", False, None)
    assert code(intervene(game, Act.BOT_IN, f"{seat} larva")) == "so-already"
    time.passes(days=9)
    move(game)
    intervene(game, Act.BOT_OUT, str(seat))
    assert (game.seats.get(number=seat).bot, game.is_rated) == ("", True)
    assert game.deadline == time.now + timedelta(days=3)


def test_a_bot_that_was_called_for_on_time_can_be_sent_away(timed, time, act, intervene):
    game = timed(moves=12)
    seat = game.to_move
    time.set(game.deadline + HOUR)
    act(game, "larva", kind=Act.SUBSTITUTE, seat=Seat(seat).other)
    intervene(game, Act.BOT_OUT, str(seat))
    assert game.seats.get(number=seat).bot == ""
    assert game.deadline == time.now + timedelta(days=3)


def test_a_hidden_game_is_on_no_list_of_others(timed, ada, cleo, intervene, client):
    game = timed(moves=2)
    assert game in queries.games_to_watch(ada, viewer=cleo)
    intervene(game, Act.HIDE)
    assert game not in queries.games_to_watch(ada, viewer=cleo)
    assert game in queries.games_to_watch(ada, viewer=ada)
    assert client.get(f"/games/{game.pk}/").status_code == 200  # who has the address may still look
    intervene(game, Act.SHOW)
    assert game in queries.games_to_watch(ada, viewer=cleo)


# The door, the audit, and who may


def test_every_act_is_a_row_of_the_audit_with_its_event(timed, mod, intervene):
    game = timed(moves=12)
    intervene(game, Act.ADJUDICATE, "1", reason="Blackmail in the chat.")
    row = ModerationAct.objects.get()
    assert (row.number, row.moderator, row.what, row.game, row.event) == (1, mod.pk, "adjudicate", game.pk, game.head)
    assert row.reason == "Blackmail in the chat."
    assert (row.before["status"], row.after["status"], row.after["winner"]) == ("running", "over", 1)


def test_an_act_without_a_reason_is_none(timed, intervene):
    game = timed(moves=12)
    with pytest.raises(ValueError, match="reason"):
        intervene(game, Act.ANNUL, reason="  ")
    game.refresh_from_db()
    assert game.status == "running"
    assert not ModerationAct.objects.exists()


def test_both_are_told(timed, ada, ben, intervene):
    game = timed(moves=12)
    intervene(game, Act.PAUSE)
    told = Notification.objects.filter(occasion="moderated", game=game, seq=game.head)
    assert {one.user for one in told} == {ada, ben}


def test_a_preview_changes_nothing_and_says_all(timed, mod, intervene):
    game = timed(moves=12)
    seen = game_acts.preview(by=mod, game_id=game.pk, what=Act.ADJUDICATE, text="1", seen=game.head)
    changed = {name: (was, would) for name, was, would in seen.changes}
    assert changed["status"] == ("running", "over")
    assert changed["winner"] == (None, 1)
    assert not ModerationAct.objects.exists()
    assert not Notification.objects.filter(occasion="moderated").exists()
    head = game.head
    game.refresh_from_db()
    assert (game.head, game.status) == (head, "running")
    assert log.position(game).ending is None
    assert move(game).verdict is Verdict.ACCEPTED


def test_who_plays_does_not_moderate_there(timed, ada, intervene):
    ada.is_staff = True
    ada.save()
    ada.user_permissions.add(Permission.objects.get(codename="moderate"))
    game = timed(moves=12)
    with pytest.raises(game_acts.Forbidden):
        intervene(game, Act.ADJUDICATE, "1", by=User.objects.get(pk=ada.pk))


def test_who_is_no_moderator_does_not_moderate(timed, cleo, intervene):
    with pytest.raises(game_acts.Forbidden):
        intervene(timed(moves=2), Act.ANNUL, by=cleo)


@pytest.mark.parametrize("what", sorted(acts.BY_MODERATORS))
def test_no_player_does_what_moderators_do(timed, what):
    game = timed(moves=12)
    for seat in Seat:
        answer = door.submit(
            game_id=game.pk, seat=seat, act=Act(what), text="1", seen=game.head, key=secrets.token_hex(8)
        )
        assert answer.refusal.code == "for-moderators"


def test_no_moderator_does_what_players_do(timed):
    game = timed(moves=12)
    for what in set(Act) - acts.BY_MODERATORS:
        answer = door.submit(
            game_id=game.pk, seat=None, act=what, text=legal(game)[0], seen=game.head, key=secrets.token_hex(8)
        )
        assert answer.refusal.code == "for-players"


def test_the_same_act_sent_twice_is_done_once(timed, mod):
    game = timed(moves=12)
    sent = {"by": mod, "game_id": game.pk, "what": Act.ANNUL, "reason": "Twice.", "seen": game.head, "key": "k"}
    assert game_acts.act(**sent).verdict is Verdict.ACCEPTED
    assert game_acts.act(**sent).verdict is Verdict.REPEATED
    assert ModerationAct.objects.count() == 1


def test_an_act_on_what_has_changed_since_is_not_done(timed, mod):
    game = timed(moves=12)
    seen = game.head
    move(game)
    answer = game_acts.act(by=mod, game_id=game.pk, what=Act.ANNUL, reason="Late.", seen=seen)
    assert answer.verdict is Verdict.STALE
    assert not ModerationAct.objects.exists()


# The games of who is barred


def test_games_of_who_is_barred_are_lost_or_annulled_and_come_back(timed, ada, mod):
    young, old = timed(moves=3), timed(moves=12)
    bar = people.impose(by=mod, user=ada, kind="closure", reason="Closed.")
    young.refresh_from_db()
    old.refresh_from_db()
    assert (young.decided, old.decided, old.winner) == ("annulled", "adjudicated", 2)
    people.lift(by=mod, sanction=bar, reason="Wrong person.")
    assert {game.status for game in Game.objects.all()} == {"running"}


def play_on(game):
    """Something that ends a turn, if there is such a move."""
    moves = legal(game)
    text = "end" if "end" in moves else moves[0]
    answer = door.submit(
        game_id=game.pk, seat=Seat(game.to_move), act=Act.MOVE, text=text, seen=game.head, key=secrets.token_hex(8)
    )
    assert answer.verdict is Verdict.ACCEPTED


def test_no_seat_is_ever_nobodys(ada, timed, intervene):
    against = challenges.play_bot(user=ada, bot="queen", agreement=Agreement("mabula", {}), seat=Seat.ONE)
    assert code(intervene(against, Act.BOT_IN, "2 worker")) == "so-already"
    assert code(intervene(against, Act.BOT_OUT, "2")) == "so-already"
    game = timed(moves=12)
    intervene(game, Act.BOT_IN, "1 worker")
    game.seats.filter(number=1).update(user=None)  # the person has left meanwhile
    game.refresh_from_db()
    assert code(intervene(game, Act.BOT_OUT, "1")) == "nobody-to-play-on"
    assert game.seats.get(number=1).bot == "worker"
