"""Mirror matches: both boards together are one rated result, by their sum."""

import pytest

from accounts.models import User
from games.models import Game, Rated, RatingChange, RatingDue
from games.moderation import game_acts
from games.ratings import due, ledger, matches, verification
from games.table.door import Act, Verdict
from tests.games.matches import do, play_match, play_step, start_match
from tests.luck import dice
from tests.moderation.people import moderating

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def everything_can_be_recomputed(people):
    """After each test: the games alone give the ratings that are stored, and a rebuild changes nothing."""
    yield
    ledger.work_off()
    assert faults() == []
    for kind, ladder in Rated.objects.values_list("kind", "ladder").distinct():
        ledger.rebuild(kind, Rated.Ladder(ladder))
    assert faults() == []


def faults():
    return [str(fault) for ladder in verification.all_ladders() for fault in ladder.faults]


def intervene(game, what, text=""):
    moderator = User.objects.filter(username="mo").first() or moderating("mo")
    game.refresh_from_db()
    answer = game_acts.act(by=moderator, game_id=game.pk, what=what, text=text, reason="So be it.", seen=game.head)
    assert answer.verdict is Verdict.ACCEPTED, answer.refusal
    ledger.work_off()


@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_a_match_changes_both_ratings_once(people, kind):
    ada, ben = people[:2]
    match = start_match(ada, ben, kind, is_rated=True)
    play_match(match, dice(1))
    assert RatingDue.objects.count() == 2
    ledger.work_off()
    rows = list(RatingChange.objects.order_by("seat"))
    later = max(Game.objects.filter(pk__in=[game.pk for game in match]), key=lambda game: (game.ended_at, game.pk))
    assert later.partner
    assert [row.game_id for row in rows] == [later.pk] * 2
    assert rows[0].score == matches.result_of(later, later.partner).score
    assert rows[0].expected == 0.5, "going first is worth nothing where both do so once"
    assert {row.games for row in Rated.objects.all()} == {1}
    assert not due.counts(later.partner)


def test_a_match_is_rated_when_its_second_board_ends(people, time):
    first, second = start_match(people[0], people[1], "mabula", is_rated=True)
    for _ in range(4):
        play_step([first, second], dice(2))
    do(first, Act.RESIGN, seat=1)
    ledger.work_off()
    assert not RatingChange.objects.exists()
    time.pass_by(hours=1)
    do(second, Act.RESIGN, seat=1)
    ledger.work_off()
    assert {row.game_id for row in RatingChange.objects.all()} == {second.pk}
    assert {row.score for row in RatingChange.objects.all()} == {0.5}


def test_a_match_of_which_a_game_is_annulled_changes_nothing_and_restored_it_counts_again(people, time):
    first, second = start_match(people[0], people[1], "mabula", is_rated=True)
    for _ in range(4):
        play_step([first, second], dice(3))
    do(first, Act.RESIGN, seat=1)
    time.pass_by(hours=1)
    do(second, Act.RESIGN, seat=2)
    ledger.work_off()
    before = {row.user_id: row.rating for row in Rated.objects.all()}
    assert min(before.values()) < 1500 < max(before.values())
    for game in (first, second):
        time.pass_by(hours=1)
        intervene(game, Act.ANNUL)
        assert not RatingChange.objects.exists()
        assert {row.rating for row in Rated.objects.all()} == {1500}
        assert faults() == []
        time.pass_by(hours=1)
        intervene(game, Act.RESTORE)
        assert {row.game_id for row in RatingChange.objects.all()} == {game.pk}, "which ended last now"
        assert {row.user_id: row.rating for row in Rated.objects.all()} == before
        assert faults() == []
    time.pass_by(hours=1)
    intervene(first, Act.ADJUDICATE, "1")
    assert {row.score for row in RatingChange.objects.all()} == {0.5}
    assert {row.game_id for row in RatingChange.objects.all()} == {first.pk}


def test_a_match_with_an_aborted_game_or_a_bot_is_not_rated(people, time):
    aborted = first, second = start_match(people[0], people[1], "mabula", is_rated=True)
    do(first, Act.ABORT, seat=1)
    play_match(aborted, dice(4))
    first, second = replaced = start_match(people[0], people[1], "mabula", is_rated=True)
    play_step(replaced, dice(5))
    time.pass_by(days=4)
    do(first, Act.SUBSTITUTE, "worker", seat=1)
    do(first, Act.RESIGN, seat=1)
    play_match(replaced, dice(6))
    ledger.work_off()
    assert second.partner_id == first.pk
    assert not RatingChange.objects.exists()


def test_matches_and_games_are_rated_in_the_order_in_which_they_ended(people, play, time):
    first, second = start_match(people[0], people[1], "mabula", is_rated=True)
    for _ in range(4):
        play_step([first, second], dice(7))
    do(first, Act.RESIGN, seat=1)
    between = play(1, 2)
    time.pass_by(hours=1)
    do(second, Act.RESIGN, seat=2)
    after = play(0, 2)
    ledger.work_off()
    order = list(RatingChange.objects.filter(seat=1).order_by("at").values_list("game", flat=True))
    assert order == [between.pk, second.pk, after.pk]
