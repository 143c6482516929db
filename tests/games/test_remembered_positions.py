"""A position is remembered for the next reader only when its events are committed."""

import pytest
from django.db import transaction

from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.moderation import game_acts
from games.table import log
from games.table.door import Act, Verdict
from tests.games.playing import legal, move
from tests.moderation.people import moderating

pytestmark = pytest.mark.django_db(transaction=True)

ACTS = {
    Act.ANNUL: "",
    Act.ADJUDICATE: "1",
    Act.REWIND: "5",
    Act.ADD_TIME: "1 24",
    Act.BOT_IN: "1 larva",
    Act.PAUSE: "",
    Act.HIDE: "",
}


@pytest.fixture
def game(ada, ben):
    """On a clock, after some moves."""
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}, "3d"), seat=Seat.ONE)
    game = challenges.accept(challenge_id=offer.pk, user=ben)
    for _ in range(6):
        move(game)
    game.refresh_from_db()
    return game


def is_remembered_as_it_is_stored(game) -> bool:
    game.refresh_from_db()
    remembered = log.position(game)
    log.forget_all()
    return remembered == log.position(game)


def test_a_moderators_act_that_is_only_looked_at_is_not_remembered(game):
    moderator = moderating("mo")
    for what, text in ACTS.items():
        game.refresh_from_db()
        shown = game_acts.preview(by=moderator, game_id=game.pk, what=what, text=text, seen=game.head)
        assert shown.answer.verdict is Verdict.ACCEPTED
        for _ in range(2):
            assert move(game).verdict is Verdict.ACCEPTED
        assert is_remembered_as_it_is_stored(game), what


def test_a_moderators_act_that_is_rolled_back_is_not_remembered_although_it_was_read(game):
    moderator = moderating("mo")
    with transaction.atomic():
        game_acts.act(by=moderator, game_id=game.pk, what=Act.ANNUL, reason="Test.", seen=game.head)
        game.refresh_from_db()
        assert log.position(game).ending, "the transaction itself sees what it did"
        transaction.set_rollback(True)
    assert move(game).verdict is Verdict.ACCEPTED
    assert is_remembered_as_it_is_stored(game)
    assert log.position(game).ending is None


def test_a_move_that_is_rolled_back_is_not_remembered(game, act):
    with transaction.atomic():
        rolled_back = legal(game)[0]
        act(game, rolled_back)
        transaction.set_rollback(True)
    stored = legal(game)[-1]
    assert stored != rolled_back
    assert act(game, stored).verdict is Verdict.ACCEPTED
    assert is_remembered_as_it_is_stored(game)
    assert [made.text for made in log.position(game).moves if made.seat][-1] == stored
