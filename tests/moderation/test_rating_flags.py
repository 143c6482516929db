"""Rated games that look arranged: a moderator is told, and nothing else happens."""

import secrets
from random import Random

import pytest

from accounts.models import Device
from games import kinds
from games.contract import CHANCE, Seat
from games.contract.bots import SearchBudget
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Case, Rated, RatingChange, Report
from games.moderation import cases, contexts, rating_flags
from games.ratings import ledger
from games.table import door, log
from games.table.door import Act, Verdict
from tests.moderation.people import client_of

pytestmark = pytest.mark.django_db


def begin(one, two, kind="mabula", **options):
    agreement = Agreement(kind, options, "3d", is_rated=True)
    offer = challenges.challenge(creator=one, agreement=agreement, seat=Seat.ONE)
    return challenges.accept(challenge_id=offer.pk, user=two)


def submit(game, seat, act, text=""):
    game.refresh_from_db()
    key = secrets.token_hex(8)
    answer = door.submit(game_id=game.pk, seat=seat, act=act, text=text, seen=game.head, key=key)
    assert answer.verdict is Verdict.ACCEPTED, answer.refusal


RANDOM = Random(7)


def play_on(game):
    """One move: seat one plays well, seat two at random."""
    kind, state = kinds.get(game.kind), log.position(game).state
    seat = kind.rules.actor(state)
    assert seat is not CHANCE
    level = "worker" if seat is Seat.ONE else "larva"
    move = kind.bots.levels[level](state, SearchBudget.counting(200, seed=RANDOM.getrandbits(60)))
    submit(game, seat, Act.MOVE, move)
    game.refresh_from_db()


def resign_when_ahead(one, two, kind="mabula"):
    """A rated game that seat one resigns as soon as it is as good as won."""
    while True:
        game = begin(one, two, kind)
        while game.status == "running" and not (game.head > 4 and rating_flags.is_clearly_ahead(game, Seat.ONE)):
            play_on(game)
        if game.status == "running":
            submit(game, Seat.ONE, Act.RESIGN)
            ledger.work_off()
            game.refresh_from_db()
            return game
        ledger.work_off()


def lose(loser, winner):
    """A rated game that seat one resigns when nothing is decided yet."""
    game = begin(loser, winner)
    for _ in range(4):
        play_on(game)
    submit(game, Seat.ONE, Act.RESIGN)
    ledger.work_off()
    return game


def share(*users):
    for user in users:
        Device.objects.get_or_create(user=user, key="k" * 64)


@pytest.mark.parametrize("kind", [kind.key for kind in kinds.all()])
def test_a_game_that_has_hardly_begun_is_nobodys(player, opponent, kind):
    game = begin(player, opponent, kind)
    assert not any(rating_flags.is_clearly_ahead(game, seat) for seat in Seat)


def test_who_resigns_won_games_again_and_again_is_reported_with_those_games(player, opponent, moderator):
    games = [resign_when_ahead(player, opponent) for _ in range(rating_flags.SERIES - 1)]
    assert not Report.objects.exists()
    before = [*Rated.objects.order_by("pk").values_list("games", flat=True)]
    games.append(resign_when_ahead(player, opponent))
    noticed = Report.objects.get()
    assert (noticed.is_automatic, noticed.reporter, noticed.reason, noticed.target) == (True, None, "rating", "game")
    assert (noticed.case.subject, noticed.game) == (player, games[-1])
    assert noticed.context["resigned"] == [game.pk for game in games]
    page = client_of(moderator).get(f"/moderation/cases/{noticed.case_id}/").content.decode()
    assert "Resigned these rated games while clearly ahead:" in page
    assert '<option value="arranged" selected>' in page
    assert all(f'href="/moderation/games/{game.pk}/"' in page for game in games)
    counted = [row.games for row in Rated.objects.filter(user=player)]
    assert counted[0] >= max(before) + 1  # the game counted as any other


def test_games_that_were_reported_are_not_reported_again(player, opponent, moderator):
    for _ in range(rating_flags.SERIES):
        resign_when_ahead(player, opponent)
    cases.settle(by=moderator, case_id=Case.objects.get().pk, answer="nothing")
    resign_when_ahead(player, opponent)
    assert Report.objects.count() == 1
    for _ in range(rating_flags.SERIES - 1):
        resign_when_ahead(player, opponent)
    first, second = Report.objects.order_by("pk")
    assert not {*first.context["resigned"]} & {*second.context["resigned"]}


def test_resigning_what_is_not_won_is_nobodys_business(player, opponent):
    for _ in range(rating_flags.SERIES + 1):
        lose(player, opponent)
    assert not Report.objects.exists()


def test_one_sided_games_between_two_of_one_browser_are_reported_once_about_who_gains(player, opponent, moderator):
    share(player, opponent)
    for _ in range(rating_flags.ENOUGH - 1):
        lose(player, opponent)
    assert not Report.objects.filter(reason="rating").exists()
    for _ in range(3):
        lose(player, opponent)
    noticed = Report.objects.get(reason="rating")
    assert (noticed.is_automatic, noticed.case.subject) == (True, opponent)
    assert noticed.context["pair"] == sorted((player.pk, opponent.pk))
    assert (noticed.context["points"], noticed.context["of"]) == (rating_flags.ENOUGH, rating_flags.ENOUGH)
    page = " ".join(client_of(moderator).get(f"/moderation/cases/{noticed.case_id}/").content.decode().split())
    assert "ben has 5 points from 5 rated games against ada." in page
    assert RatingChange.objects.filter(counts=True).count() == 2 * (rating_flags.ENOUGH + 2)


def test_who_shares_no_browser_or_wins_in_turn_is_left_alone(player, opponent):
    for _ in range(rating_flags.ENOUGH):
        lose(player, opponent)
    assert not Report.objects.exists()
    for _ in range(rating_flags.ENOUGH - 1):
        lose(opponent, player)
    share(player, opponent)
    lose(opponent, player)
    assert not Report.objects.filter(reason="rating").exists()


def test_casual_games_are_not_looked_at(player, opponent):
    share(player, opponent)
    for _ in range(rating_flags.ENOUGH):
        offer = challenges.challenge(creator=player, agreement=Agreement("mabula", {}), seat=Seat.ONE)
        game = challenges.accept(challenge_id=offer.pk, user=opponent)
        for _ in range(4):
            play_on(game)
        submit(game, Seat.ONE, Act.RESIGN)
        ledger.work_off()
    assert not Report.objects.filter(reason="rating").exists()


def test_people_cannot_choose_that_reason_themselves(player, opponent):
    game = begin(player, opponent)
    page = client_of(player).post(f"/games/{game.pk}/report/", {"reason": "rating"})
    assert page.status_code == 422
    assert not Report.objects.exists()


def test_who_deletes_their_account_is_not_named_by_it_any_more(player, opponent, moderator):
    share(player, opponent)
    for _ in range(rating_flags.ENOUGH):
        lose(player, opponent)
    noticed = Report.objects.get(reason="rating")
    contexts.forget(user=player)
    noticed.refresh_from_db()
    assert [one["name"] for one in noticed.context["two"]] == ["ben", ""]
    page = client_of(moderator).get(f"/moderation/cases/{noticed.case_id}/")
    assert page.status_code == 200
