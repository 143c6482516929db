"""The text of acts: read once, written in one place."""

import secrets

import pytest
from django.urls import reverse

from games import queries
from games.contract import IllegalMove, Seat
from games.models import Event
from games.table import acts
from games.table.acts import Act
from tests.games.playing import legal

VALUES: list[tuple[acts.AnyAct, str]] = [
    (acts.Move("a3-b3"), "a3-b3"),
    (acts.Undo(), ""),
    (acts.Undo(is_whole_turn=True), "turn"),
    (acts.Abort(is_settled=True), "settled"),
    (acts.Timeout(), ""),
    (acts.Timeout(is_settled=True), "settled"),
    (acts.GiveTime(72), "72"),
    (acts.Substitute("worker"), "worker"),
    (acts.Leave("worker"), "worker"),
    (acts.Adjudicate(Seat.TWO), "2"),
    (acts.Adjudicate(None), "draw"),
    (acts.Rewind(17), "17"),
    (acts.AddTime(Seat.ONE, 24), "1 24"),
    (acts.TakeTime(Seat.TWO, 99_999), "2 99999"),
    (acts.BotIn(Seat.TWO, "larva"), "2 larva"),
    (acts.BotOut(Seat.ONE), "1"),
    (acts.Plain(Act.RESIGN), ""),
    (acts.Plain(Act.ANNUL), ""),
]


@pytest.mark.parametrize(("value", "text"), VALUES, ids=repr)
def test_an_act_is_read_as_it_was_written(value, text):
    assert acts.write(value) == text
    assert acts.read(value.act, text) == value


def test_every_act_can_be_read():
    texts = {value.act: text for value, text in VALUES}
    assert {acts.read(act, texts.get(act, "")).act for act in Act} == set(Act)


@pytest.mark.parametrize(
    ("act", "text"),
    [
        (Act.ANNUL, "1"),
        (Act.ADJUDICATE, ""),
        (Act.ADJUDICATE, "3"),
        (Act.REWIND, "-1"),
        (Act.ADD_TIME, "1"),
        (Act.ADD_TIME, "1 0"),
        (Act.ADD_TIME, "3 24"),
        (Act.TAKE_TIME, "1 100000"),
        (Act.BOT_IN, "1 "),
        (Act.BOT_IN, "1 Larva"),
        (Act.BOT_OUT, "12"),
    ],
)
def test_an_act_of_a_moderator_in_another_form_is_none(act, text):
    with pytest.raises(IllegalMove, match="no-such-act"):
        acts.read(act, text)


@pytest.mark.parametrize("act", [Act.RESIGN, Act.OFFER_DRAW, Act.UNDO, Act.TIMEOUT])
def test_a_text_that_means_nothing_to_an_act_of_a_player_is_dropped(act):
    assert acts.write(acts.read(act, "anything")) == ""


def test_nobody_leaves_a_game_by_a_form(start, client, ada):
    game = start("mabula")
    client.force_login(ada)
    fields = {"act": "leave", "move": "queen", "seen": game.head, "key": secrets.token_hex(8)}
    client.post(reverse("games:act", args=[game.pk]), fields)
    assert not Event.objects.filter(act=Act.LEAVE).exists()
    assert game.seats.get(user=ada).bot == ""


def test_the_seed_of_a_game_that_runs_is_not_shown_whoever_asks(start, act):
    game = start("marabunta")
    with pytest.raises(queries.StillSecret):
        queries.revealed(game)
    act(game, legal(game)[0])
    act(game, kind=Act.RESIGN)
    game.refresh_from_db()
    assert queries.revealed(game).is_fair
