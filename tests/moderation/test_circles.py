"""Moderators and players at the same moment: each waits for the other, and nobody in a circle.

What is between two threads here is the database alone: one holds something until the other is seen to wait.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, connections, transaction

from accounts.leaving import delete_account
from accounts.models import User
from games.chat import conversation
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Case, Challenge, ChatMessage, EndedBy, Event, Game, Sanction
from games.moderation import appeals, audit, cases, game_acts, people, reports
from games.table import door
from games.table.door import Act, Verdict
from tests.moderation.people import moderating
from tests.moderation.test_races import at_once
from tests.proof.playing import legal

pytestmark = pytest.mark.django_db(transaction=True)  # collected on PostgreSQL alone: see conftest.py

Measure = Sanction.Measure
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
ANEW = "SELECT pg_stat_clear_snapshot()"  # or a transaction would go on seeing those who were there at its first look


@contextmanager
def beside() -> Iterator[Callable[..., Future[Any]]]:
    """Has something done in a thread of its own, and goes on when that waits for a lock, or is done."""

    def do(act, **terms):
        try:
            return act(**terms)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:

        def start(act, **terms):
            already, done = _waiting(), pool.submit(do, act, **terms)
            deadline = time.monotonic() + 20
            while _waiting() == already and not done.done() and time.monotonic() < deadline:
                time.sleep(0.02)
            return done

        yield start


def _waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute(ANEW)
        cursor.execute(WAITING)
        return int(cursor.fetchone()[0])


def close(by, user) -> Sanction:
    return people.impose(by=by, user=user, kind=Measure.CLOSURE, reason="You insulted others.")


def move(game):
    game.refresh_from_db()
    seat, text = Seat(game.to_move), legal(game)[0]
    return door.submit(game_id=game.pk, seat=seat, act=Act.MOVE, text=text, seen=game.head, key=f"key {game.head}")


def test_who_moves_while_the_other_is_barred_has_moved_and_the_game_is_settled(moderator, opponent, game):
    with beside() as start:
        with transaction.atomic():
            assert move(game).verdict is Verdict.ACCEPTED
            closing = start(close, by=moderator, user=opponent)
        closing.result(20)
    game.refresh_from_db()
    assert (game.status, game.decided) == ("over", EndedBy.ANNULMENT)
    assert [event.act for event in Event.objects.filter(game=game).order_by("seq")][-2:] == ["move", "annul"]


def test_who_moves_while_the_other_writes_has_moved(opponent, game):
    with beside() as start:
        with transaction.atomic():
            assert move(game).verdict is Verdict.ACCEPTED
            saying = start(conversation.say, game_id=game.pk, user=opponent, room="players", text="Well!", seen=0)
        saying.result(20)
    assert ChatMessage.objects.get().text == "Well!"


def test_a_challenge_that_is_accepted_while_its_creator_is_barred_becomes_a_game_that_is_settled(
    moderator, player, opponent
):
    offer = challenges.challenge(creator=opponent, agreement=Agreement("mabula", {}))
    with beside() as start:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=player.pk)  # for whom the lobby waits, before it holds the creator
            accepting = start(challenges.accept, challenge_id=offer.pk, user=player)
            closing = start(close, by=moderator, user=opponent)
        accepting.result(20)
        closing.result(20)
    assert Game.objects.get().decided == EndedBy.ANNULMENT
    assert not Challenge.objects.filter(status=Challenge.Status.OPEN).exists()


def test_nobody_who_was_barred_at_that_moment_accepts_a_challenge(moderator, player, opponent):
    offer = challenges.challenge(creator=opponent, agreement=Agreement("mabula", {}))
    with beside() as start:
        with transaction.atomic():
            close(moderator, player)
            accepting = start(challenges.accept, challenge_id=offer.pk, user=player)
        with pytest.raises(challenges.LobbyRefused, match="challenge-withdrawn"):
            accepting.result(20)
    assert not Game.objects.exists()


def test_who_leaves_while_they_are_barred_has_left(moderator, player, start):
    first, last = start(), start()
    with beside() as begin:
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=last.pk)
            leaving = begin(delete_account, user=User.objects.get(pk=player.pk))
            closing = begin(close, by=moderator, user=player)
        leaving.result(20)
        with pytest.raises(User.DoesNotExist):
            closing.result(20)
    first.refresh_from_db()
    assert (first.status, first.is_rated) == ("running", False)


def test_moderators_who_act_on_games_and_on_their_player_wait_for_each_other(moderator, player, start):
    games, other = [start() for _ in range(4)], moderating("max")

    def act(by):
        for number in range(8):
            if by == moderator:
                people.lift(by=by, sanction=close(by, player), reason="It was not them.")
            for game in games:
                game = Game.objects.get(pk=game.pk)
                what = Act.SHOW if game.is_hidden else Act.HIDE
                game_acts.act(by=by, game_id=game.pk, what=what, reason=f"Round {number}.", seen=game.head)

    assert at_once(act, [moderator, other, other]) == [None] * 3
    assert list(audit.faults()) == []


def test_an_appeal_is_answered_while_its_author_writes_on(moderator, player):
    sanction = close(moderator, player)
    appeal = appeals.write(user=player, sanction_id=sanction.pk, text="It was a joke.").appeal
    with beside() as start:
        with transaction.atomic():
            Sanction.objects.select_for_update().get(pk=sanction.pk)  # as who writes does, before the thread
            answering = start(appeals.answer, by=moderator, appeal=appeal, text="You are right.", is_lifted=True)
            appeals.write(user=player, sanction_id=sanction.pk, text="Honestly.")
        answering.result(20)
    sanction.refresh_from_db()
    assert sanction.lifted_because == "You are right."
    assert [said.text for said in appeal.messages.all()] == ["It was a joke.", "Honestly.", "You are right."]


def test_a_case_is_not_opened_again_while_somebody_reports_the_same(moderator, player, opponent, bystander):
    about: dict[str, Any] = {"target": "profile", "reason": "name", "person": opponent}
    case = reports.report(by=player, **about).case
    cases.settle(by=moderator, case_id=case.pk, answer="nothing")
    with beside() as start:
        with transaction.atomic():
            later = reports.report(by=bystander, **about)
            opening = start(cases.reopen, by=moderator, case_id=case.pk, reason="Too soon.")
        with pytest.raises(cases.CaseRefused, match="like-one-open"):
            opening.result(20)
    assert Case.objects.get(status=Case.Status.OPEN) == later.case
    assert list(audit.faults()) == []
