"""Evidence in cases of cheating: figures of whole games, with their error, worked out by the worker."""

from concurrent.futures import Future
from datetime import timedelta
from math import isclose, sqrt
from threading import Event as Signal

import pytest
from django.db.models.functions import Now
from django.utils.timezone import now

from games import kinds
from games.bots import agreement
from games.chance import stream_of
from games.claims import Claims
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Case, Claim, GameEvidence, Rated
from games.moderation import evidence, reports
from games.processes import ProcessPool
from games.table import door
from tests.games.playing import move
from tests.moderation.people import client_of, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def case(start, player) -> Case:
    game = start()
    for _ in range(4):
        move(game)
    return reports.report(by=player, target="game", reason="cheating", game=game).case


@pytest.fixture
def pool():
    pool = ProcessPool(1)
    yield pool
    pool.close()


def test_the_error_of_a_share_is_that_of_whole_games():
    share = agreement.share([(1, 4), (3, 4), (0, 0)])
    assert share and (share.games, share.decisions, share.agreed, share.percent) == (2, 8, 4, 50)
    assert share.error is not None and isclose(share.error, sqrt(2 * (1 + 1)) / 8)
    assert agreement.share([(0, 0)]) is None
    one = agreement.share([(1, 4)])
    assert one and one.error is None and one.error_percent is None


def test_a_forced_move_is_no_decision_and_the_bot_agrees_with_itself():
    kind = kinds.get("mabula")
    options = kind.agreed({})
    moves: list[tuple[Seat | None, str]] = []
    state = kind.rules.initial(options)
    ring = kind.rules.draw(state, stream_of(b"x", game=1, number=0, nonces=("", "")))
    moves.append((None, ring))
    state = kind.rules.apply(state, ring)
    first = agreement.preferred("mabula", state)
    seat = kind.rules.actor(state)
    assert isinstance(seat, Seat)
    moves.append((seat, first))
    (decision,) = agreement.decisions("mabula", options, moves, seat)
    assert agreement.agreements("mabula", [decision]) == [True]
    other = next(one for one in kind.rules.legal(state) if one != first)
    assert agreement.agreements("mabula", [decision._replace(move=other)]) == [False]


@pytest.fixture
def claims():
    return Claims(Claim.Job.EVIDENCE)


def test_the_worker_works_out_both_players_of_a_reported_game_once(case, pool, claims, opponent, player):
    while evidence.work_out_next(pool, claims, Signal()):
        pass
    rows = list(GameEvidence.objects.order_by("seat"))
    assert [row.seat for row in rows] == [1, 2]
    assert all(0 <= row.agreed <= row.decisions and len(row.seconds) == 2 for row in rows)
    assert not evidence.work_out_next(pool, claims, Signal())
    assert not Claim.objects.exists()


class InStep:
    """The process of a worker, in which something else happens while it works."""

    def __init__(self, meanwhile=lambda: None):
        self.asked: list[list[int]] = []
        self.meanwhile = meanwhile

    def submit(self, _function, _kind, given):
        self.asked.append([one.number for one in given])
        self.meanwhile()
        answer: Future[list[bool | None]] = Future()
        answer.set_result([True for _ in given])
        return answer


def test_two_loops_never_work_out_the_same(case, claims):
    """The second looks for work while the first is at each of it, and finds the other player, or nothing."""
    other, found = Claims(Claim.Job.EVIDENCE), []
    two = InStep()
    one = InStep(lambda: found.append(evidence.work_out_next(two, other, Signal())))  # type: ignore[arg-type]
    assert evidence.work_out_next(one, claims, Signal())  # type: ignore[arg-type]
    assert found == [True]
    assert sorted(one.asked + two.asked) == [[1, 3], [2, 4]], "each player was worked out by one of them"
    assert not evidence.work_out_next(one, claims, Signal())  # type: ignore[arg-type]
    assert GameEvidence.objects.count() == 2
    assert not Claim.objects.exists()


def test_what_another_loop_is_at_is_left_alone_until_its_lease_is_over(case, claims):
    dead = Claims(Claim.Job.EVIDENCE)
    for row in case.reports.get().game.seats.all():
        dead.take(row.pk)
    pool = InStep()
    assert not evidence.work_out_next(pool, claims, Signal())  # type: ignore[arg-type]
    assert pool.asked == []
    Claim.objects.update(until=Now() - timedelta(milliseconds=1))
    assert evidence.work_out_next(pool, claims, Signal())  # type: ignore[arg-type]


def test_what_was_finished_between_the_look_and_the_claim_is_not_worked_out_again(case, claims, monkeypatch):
    missing = list(evidence._missing())
    pool = InStep()
    while evidence.work_out_next(pool, claims, Signal()):  # type: ignore[arg-type]
        pass
    monkeypatch.setattr(evidence, "_missing", lambda: iter(missing))
    assert not evidence.work_out_next(pool, claims, Signal())  # type: ignore[arg-type]
    assert len(pool.asked) == 2
    assert not Claim.objects.exists()


def test_what_the_process_cannot_answer_is_kept_as_unknown_and_not_tried_again(case, pool, claims, monkeypatch):
    monkeypatch.setattr(agreement, "agreements", int)  # which raises over there
    while evidence.work_out_next(pool, claims, Signal()):
        pass
    assert set(GameEvidence.objects.values_list("decisions", "agreed")) == {(0, 0)}


def test_the_page_shows_figures_with_their_error_and_says_that_they_are_no_verdict(case, moderator):
    desk, path = client_of(moderator), f"/moderation/cases/{case.pk}/"
    assert "1 game is still being looked at" in desk.get(path).content.decode()
    game = case.reports.get().game
    for seat, agreed in ((1, 3), (2, 9)):
        GameEvidence.objects.create(
            game=game, seat=seat, method=agreement.METHOD, head=game.head, decisions=12, agreed=agreed, seconds=[5, 90]
        )
    page = desk.get(path).content.decode()
    assert "no verdict" in page and "75 %, of one game" in page and "25 %, of one game" in page
    usual = agreement.usual("mabula")
    assert list(usual) == list(kinds.get("mabula").bots.levels)
    assert all(f"{one.percent} % ± {one.error_percent}" in page for one in usual.values())


def rate(user, rating, deviation=60.0, ladder=Rated.Ladder.PEOPLE):
    return Rated.objects.create(
        kind="mabula", ladder=ladder, user=user, rating=rating, deviation=deviation, volatility=0.06, games=20, at=now()
    )


def measured(user, other, agreed, *, of=10, is_over=True):
    """A game of somebody in which they were measured."""
    offer = challenges.challenge(creator=user, agreement=Agreement("mabula", {}), seat=Seat.ONE)
    game = challenges.accept(challenge_id=offer.pk, user=other)
    if is_over:
        door.submit(game_id=game.pk, seat=Seat.TWO, act=door.Act.RESIGN, seen=game.head, key=str(game.pk))
    GameEvidence.objects.create(
        game=game, seat=1, method=agreement.METHOD, head=game.head, decisions=of, agreed=agreed, seconds=[]
    )
    return game


def test_what_is_usual_at_that_rating_is_that_of_established_players_within_reach(case, opponent, bystander, moderator):
    rate(opponent, 1600)
    people = [person(f"near-{number}") for number in range(evidence.LEAST_PEOPLE)]
    for number, one in enumerate(people):
        rate(one, 1451 + 298 * number / (len(people) - 1))
        measured(one, bystander, agreed=number)
    for name, rating, deviation, ladder in (
        ("far", 1751, 60, Rated.Ladder.PEOPLE),
        ("unsure", 1600, 111, Rated.Ladder.PEOPLE),
        ("of-bots", 1600, 60, Rated.Ladder.BOTS),
    ):
        one = person(name)
        rate(one, rating, deviation, ladder)
        measured(one, bystander, agreed=10)
    measured(opponent, bystander, agreed=10)
    measured(people[0], bystander, agreed=10, is_over=False)
    cheat = person("cheat")
    rate(cheat, 1600)
    measured(cheat, bystander, agreed=10)
    Case.objects.create(subject=cheat, reason="cheating", status="closed", outcome="acted", closed_at=now())

    found = evidence.near("mabula", 1600, besides=opponent)
    assert (found.people, found.games) == (len(people), len(people))
    assert found.share == agreement.share((number, 10) for number in range(len(people)))
    measured(people[1], bystander, agreed=9)
    again = evidence.near("mabula", 1600, besides=opponent)
    counted = [(1 + 9, 20) if number == 1 else (number, 10) for number in range(len(people))]
    assert (again.people, again.games) == (len(people), len(people) + 1)
    assert again.share == agreement.share(counted), "the error is that of people, however many games each has"

    GameEvidence.objects.create(
        game=case.reports.get().game, seat=2, method=agreement.METHOD, head=9, decisions=12, agreed=9, seconds=[5]
    )
    page = client_of(moderator).get(f"/moderation/cases/{case.pk}/").content.decode()
    assert "ben is rated 1600 ± 60 among people. For comparison: 10 established players rated from 1450 to 1750" in page
    assert again.share and f"{again.share.percent} % ± {again.share.error_percent}" in page
    assert "People rated from 1450 to 1750" in page


def test_where_too_few_were_measured_or_the_rating_is_unsure_the_page_says_so_and_compares_nothing(
    case, opponent, bystander, moderator
):
    GameEvidence.objects.create(
        game=case.reports.get().game, seat=2, method=agreement.METHOD, head=9, decisions=12, agreed=9, seconds=[5]
    )
    desk, path = client_of(moderator), f"/moderation/cases/{case.pk}/"
    assert "ben has no rating among people." in desk.get(path).content.decode()
    row = rate(opponent, 1600, 200)
    assert "ben is rated 1600 ± 200 among people: too unsure to compare" in desk.get(path).content.decode()
    Rated.objects.filter(pk=row.pk).update(deviation=60)
    one = person("near")
    rate(one, 1600)
    measured(one, bystander, agreed=5)
    page = desk.get(path).content.decode()
    assert "known: 1 such player was measured on this site, and it takes 10." in page
    assert "People rated from" not in page


def test_other_cases_have_no_evidence(player, opponent, moderator):
    case = reports.report(by=player, target="profile", reason="name", person=opponent).case
    assert evidence.games_of(case) == []
    assert "evidence-heading" not in client_of(moderator).get(f"/moderation/cases/{case.pk}/").content.decode()
