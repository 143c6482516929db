"""Every kind of fault that ``manage.py verify_games`` names."""

import io
import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import kinds
from games.chance import commitment
from games.contract import CHANCE, Seat
from games.models import Event, Game, Secret
from games.models import Seat as SeatRow
from games.record import BadRecord, Record
from games.table import acts, exchange, log, verification
from games.table.door import Act, Verdict
from games.table.position import after
from tests.proof.playing import Played, do, legal, new_game, to_move

Tamper = Callable[[Game], object]


def change(seq: int, **fields: object) -> Tamper:
    return lambda game: Event.objects.filter(game=game, seq=seq).update(**fields)


def change_row(**fields: object) -> Tamper:
    return lambda game: Game.objects.filter(pk=game.pk).update(**fields)


def later(game: Game) -> object:
    event = Event.objects.get(game=game, seq=4)
    return Event.objects.filter(pk=event.pk).update(at=event.at + timedelta(microseconds=1))


def forget_the_seed(game: Game) -> object:
    return Secret.objects.filter(commitment=game.commitment).delete()


def another_seed(game: Game) -> object:
    return Secret.objects.filter(commitment=game.commitment).update(seed=b"\x07" * 32)


def another_secret(game: Game) -> object:
    """A whole other seed, with its commitment: what a cheating site would do."""
    seed = b"\x07" * 32
    Secret.objects.create(commitment=commitment(seed), seed=seed)
    return Game.objects.filter(pk=game.pk).update(commitment=commitment(seed))


def another_nonce(game: Game) -> object:
    return SeatRow.objects.filter(game=game, number=2).update(nonce="changed")


def another_to_move(game: Game) -> object:
    return Game.objects.filter(pk=game.pk).update(to_move=to_move(game).other)


def one_seat(game: Game) -> object:
    return SeatRow.objects.filter(game=game, number=2).delete()


def drop_the_fourth(game: Game) -> object:
    return Event.objects.filter(game=game, seq=4).delete()


def drop_the_last(game: Game) -> object:
    return Event.objects.filter(game=game, seq=game.head).delete()


CHANCE_MOVES = (1, 2)  # one of two players and a roll; of the first alone another seed may say the same

FAULTS: dict[str, tuple[Tamper, int | tuple[int, int] | None, str]] = {
    "a number is missing": (drop_the_fourth, 5, "has the number 5 after 3"),
    "the last event is missing": (drop_the_last, None, "head is 5, the last event is 4"),
    "a text was changed": (change(4, text="take 9"), 4, "chain"),
    "a text is no move": (change(4, text="take 9"), 4, "is not lawful"),
    "an act is none": (change(4, act="mvoe"), 4, "is not a valid Event.Act"),
    "an act is another": (change(4, act="abort"), 5, "game-over"),
    "the wrong seat moved": (lambda game: change(4, seat=3 - seat_of(game, 4))(game), 4, "not-your-turn"),
    "chance moved for a seat": (change(4, seat=None), 4, "it is not chance's turn"),
    "a seat's act without a key": (change(4, key=None), 4, "a key belongs to every act of a seat"),
    "chance with a key": (change(1, key="k"), 1, "a key belongs to every act of a seat"),
    "a key was changed": (change(4, key="k"), 4, "chain"),
    "a time was changed": (later, 4, "chain"),
    "a digest was changed": (change(4, digest="0" * 64), 4, "its digest is not that of the state after it"),
    "a chain was changed": (change(4, chain="0" * 64), 4, "chain"),
    "a chain was broken": (change(4, chain="0" * 64), 5, "chain"),
    "the seed is gone": (forget_the_seed, None, "the seed behind its commitment is missing"),
    "the seed is another": (another_seed, None, "its commitment is not the SHA-256 of its seed"),
    "the rolls are not the seed's": (another_secret, CHANCE_MOVES, "from its seed chance draws"),
    "the commitment is another": (change_row(commitment="0" * 64), None, "the seed behind its commitment is missing"),
    "a nonce is another": (another_nonce, CHANCE_MOVES, "from its seed chance draws"),
    "a seat is gone": (one_seat, None, "it has 1 seats"),
    "the rules are unknown": (change_row(rules=999), None, "version 999 of the rules of marabunta is not known"),
    "the draws are unknown": (change_row(draws=0), None, "version 0 of chance's draws in marabunta is not known"),
    "the kind is unknown": (change_row(kind="chess"), None, "kind 'chess' is not known"),
    "an option is unknown": (change_row(options={"territory": "moon"}), None, "its options: "),
    "the head is wrong": (change_row(head=4), None, "head is 4, the last event is 5"),
    "another to move": (another_to_move, None, "to_move is "),
    "a draw is offered": (change_row(draw_offered_by=1), None, "draw_offered_by is 1, by the log it is nothing"),
    "a winner too early": (change_row(winner=1), None, "winner is 1, by the log it is nothing"),
    "a decision too early": (change_row(decided="resign"), None, "decided is resign, by the log it is nothing"),
    "over too early": (
        lambda game: change_row(status="over", to_move=None, ended_at=game.turn_since)(game),
        None,
        "status is over, by the log it is running",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_fault_is_named_with_its_game_and_event(name: str, played: Played):
    tamper, seq, what = FAULTS[name]
    game = played(acts=0)
    for _ in range(3):  # the first player, a roll; split, take, and the first mark
        do(game, Act.MOVE, legal(game)[0])
    game.refresh_from_db()
    assert game.head == 5
    assert verification.one_game(game.pk).faults == ()
    tamper(game)
    found = verification.one_game(game.pk).faults
    where = seq if isinstance(seq, tuple) else (seq,)
    assert any(fault.game == game.pk and fault.seq in where and what in fault.what for fault in found), found


def test_two_acts_with_one_key_are_found_even_when_the_chain_was_made_anew(played: Played):
    game = played(acts=6)
    seat = Event.objects.filter(game=game, seat__isnull=False)
    one, two = seat.filter(seat=seat.latest("seq").seat).order_by("-seq")[:2]
    # the database refuses it, so the rows are looked at before they are written
    rows = list(Event.objects.filter(game=game).order_by("seq"))
    rows[one.seq - 1].key = two.key
    forge(game, rows)
    found = list(verification.faults_of(game, rows, seats=seats(game), seed=seed(game)))
    assert [fault.what for fault in found] == [f"seat {one.seat} has used its key before"]


def test_a_move_changed_by_a_forger_who_makes_the_chain_anew_is_found_by_its_digest(played: Played):
    game = played("mabula", acts=3)
    rows = list(Event.objects.filter(game=game).order_by("seq"))
    before = log.position(game, at=rows[-2].seq)
    rows[-1].text = next(move for move in kinds.get("mabula").rules.legal(before.state) if move != rows[-1].text)
    forge(game, rows)
    write(rows)
    assert "its digest is not that of the state after it" in whats(game)


def test_a_roll_changed_by_a_forger_who_makes_chain_and_digests_anew_is_found_by_the_seed(played: Played):
    game = played("mabula", acts=0)
    rows = list(Event.objects.filter(game=game).order_by("seq"))
    ring = rows[0].text.removeprefix("ring ")
    rows[0].text = f"ring {ring[1:]}{ring[0]}" if ring[1:] + ring[0] != ring else f"ring {ring[::-1]}"
    rows[0].digest = log.digest(game, after(game, log.beginning(game), acts.Move(rows[0].text), seat=None))
    forge(game, rows)
    write(rows)
    assert len(whats(game)) == 1
    assert "from its seed chance draws" in whats(game)[0]


def test_a_log_that_ends_where_chance_must_move_is_found(played: Played):
    game = played(acts=0)
    rules = kinds.get("marabunta").rules
    while True:
        head = game.head
        do(game, Act.MOVE, legal(game)[0])
        game.refresh_from_db()
        if game.head > head + 1:
            break
    assert rules.actor(log.position(game, at=game.head - 1).state) is CHANCE
    Event.objects.filter(game=game, seq=game.head).delete()
    Game.objects.filter(pk=game.pk).update(head=game.head - 1)
    assert f"to_move is {game.to_move}, by the log it is nothing" in whats(game)


@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_a_game_played_to_its_end_is_sound_and_a_changed_result_is_found(kind: str, played: Played):
    game = played(kind)
    assert game.status == Game.Status.OVER
    assert whats(game) == []
    for field, value in (("winner", 3 - (game.winner or 1)), ("decided", "luck")):
        Game.objects.filter(pk=game.pk).update(**{field: value})
        assert any(what.startswith(f"{field} is {value}") for what in whats(game))
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now())
    assert any(what.startswith("ended_at is ") for what in whats(game))


@pytest.mark.parametrize("act", [Act.RESIGN, Act.ABORT, Act.ACCEPT_DRAW, Act.DECLINE_DRAW])
def test_every_act_of_the_platform_leaves_a_sound_log(act: Act, played: Played):
    game = played("mabula", acts=0)
    if act in (Act.ACCEPT_DRAW, Act.DECLINE_DRAW):
        assert do(game, Act.OFFER_DRAW, seat=Seat.TWO).verdict is Verdict.ACCEPTED
        assert whats(game) == []
    assert do(game, act, seat=Seat.ONE).verdict is Verdict.ACCEPTED
    assert whats(game) == []


def test_a_value_that_cannot_be_read_is_a_fault_and_the_other_games_are_still_checked(played: Played):
    broken, sound = played("mabula", acts=2), played("mabula", acts=2)
    Game.objects.filter(pk=broken.pk).update(options=["not", "a", "mapping"])
    found = {verified.game: verified.faults for verified in verification.all_games()}
    assert "cannot be read" in found[broken.pk][0].what
    assert found[sound.pk] == ()


def test_imported_games_may_hold_rolls_of_another_place(played: Played):
    game = played("mabula", acts=2)
    another_nonce(game)
    assert whats(game) != []
    Game.objects.filter(pk=game.pk).update(is_imported=True)
    assert whats(game) == []


@pytest.mark.parametrize(("head", "tags"), [(12, {"Ending": "abort"}), (None, {"Ending": "resign", "Winner": "one"})])
def test_a_record_with_an_ending_that_the_door_refuses_is_not_imported(head, tags, played: Played):
    """Called off when it was well under way; resigned after the end. Stored, it would be a log with a fault."""
    game = played("mabula", acts=0)
    while (head is None or game.head < head) and (moves := legal(game)):
        do(game, Act.MOVE, moves[0])
    texts = tuple(event.text for event in Event.objects.filter(game=game).order_by("seq"))
    record = Record("mabula", texts, game.options, game.rules, tags)
    with pytest.raises(BadRecord):
        exchange.import_record(record)


@pytest.mark.django_db
def test_the_command_counts_games_and_events_and_exits_with_zero_when_all_is_sound():
    games = [new_game("mabula"), new_game("marabunta")]
    assert run() == (0, [f"games: 2, events: {sum(game.head for game in games)}, faults: 0"])
    assert run(str(games[0].pk)) == (0, ["games: 1, events: 1, faults: 0"])


def test_the_command_names_every_fault_in_a_line_and_exits_with_one(played: Played):
    sound, broken = played("mabula", acts=2), played("mabula", acts=2)
    change(2, digest="0" * 64)(broken)
    code, lines = run()
    chain = "its chain does not follow from the event before it and its own row"
    digest = "its digest is not that of the state after it"
    assert code == 1
    assert lines == [
        f"game {broken.pk}, event 2: {chain}",
        f"game {broken.pk}, event 2: {digest}",
        f"games: 2, events: {sound.head + broken.head}, faults: 2",
    ]
    code, lines = run("--json", str(broken.pk))
    assert code == 1
    assert [json.loads(line) for line in lines] == [
        {"game": broken.pk, "seq": 2, "what": chain},
        {"game": broken.pk, "seq": 2, "what": digest},
        {"games": 1, "events": broken.head, "faults": 2},
    ]


@pytest.mark.django_db
def test_the_command_says_of_a_number_that_is_no_game_that_there_is_none():
    assert run("99") == (1, ["game 99, row: there is no such game", "games: 1, events: 0, faults: 1"])


def run(*arguments: str) -> tuple[int, list[str]]:
    output = io.StringIO()
    try:
        call_command("verify_games", *arguments, stdout=output)
    except SystemExit as end:
        return int(end.code or 0), output.getvalue().splitlines()
    return 0, output.getvalue().splitlines()


def whats(game: Game) -> list[str]:
    return [fault.what for fault in verification.one_game(game.pk).faults]


def seat_of(game: Game, seq: int) -> int:
    return Event.objects.get(game=game, seq=seq).seat or 0


def seats(game: Game) -> list[SeatRow]:
    return list(game.seats.order_by("number"))


def seed(game: Game) -> bytes:
    return bytes(Secret.objects.get(commitment=game.commitment).seed)


def forge(game: Game, rows: list[Event]) -> None:
    """Make the chain anew."""
    chain = log.GENESIS
    for row in rows:
        chain = row.chain = log.chain(chain, row)


def write(rows: list[Event]) -> None:
    for row in rows:
        row.save(force_update=True)
