"""Evidence in cases of cheating: figures of whole games, with their error, worked out by the worker."""

from math import isclose, sqrt
from threading import Event as Signal

import pytest

from games import kinds
from games.bots import agreement
from games.chance import stream_of
from games.contract import Seat
from games.models import Case, GameEvidence
from games.moderation import evidence, reports
from games.processes import ProcessPool
from tests.games.playing import move
from tests.moderation.people import client_of

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


def test_the_worker_works_out_both_players_of_a_reported_game_once(case, pool, opponent, player):
    while evidence.work_out_next(pool, Signal()):
        pass
    rows = list(GameEvidence.objects.order_by("seat"))
    assert [row.seat for row in rows] == [1, 2]
    assert all(0 <= row.agreed <= row.decisions and len(row.seconds) == 2 for row in rows)
    assert not evidence.work_out_next(pool, Signal())


def test_what_the_process_cannot_answer_is_kept_as_unknown_and_not_tried_again(case, pool, monkeypatch):
    monkeypatch.setattr(agreement, "agreements", int)  # which raises over there
    while evidence.work_out_next(pool, Signal()):
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


def test_other_cases_have_no_evidence(player, opponent, moderator):
    case = reports.report(by=player, target="profile", reason="name", person=opponent).case
    assert evidence.games_of(case) == []
    assert "evidence-heading" not in client_of(moderator).get(f"/moderation/cases/{case.pk}/").content.decode()
