"""Who leaves games to the clock plays fewer at a time, and is told so in figures, until they finish games again."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.lobby import challenges, desertion
from games.lobby.challenges import LobbyRefused
from games.lobby.desertion import CompletionRecord
from games.lobby.start import Agreement
from games.models import Game
from tests.moderation.people import client_of, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def past(start, player):
    """Games of the player's that are over: t lost on time, w won on time, p played to the end, a called off."""
    count = iter(range(1000))

    def past(ways):
        for way in ways:
            game = start()
            ended = timezone.now() - timedelta(days=100) + timedelta(minutes=next(count))
            decided, winner = {"t": ("timeout", 2), "w": ("timeout", 1), "p": ("points", 2), "a": ("abort", None)}[way]
            Game.objects.filter(pk=game.pk).update(
                status="over", to_move=None, ended_at=ended, decided=decided, winner=winner
            )

    return past


def offer_by(user):
    return challenges.challenge(creator=user, agreement=Agreement("mabula", {}))


@pytest.mark.parametrize(
    ("ways", "lost", "ended", "most"),
    [
        ("", 0, 0, 50),
        ("tt", 2, 2, 50),  # two are no habit
        ("ttt", 3, 3, 5),
        ("pppppppppppp" + "ttt", 3, 15, 50),  # one in five is not more than a fifth
        ("ppppppppppp" + "ttt", 3, 14, 5),
        ("tttttt" + "pppppp", 6, 12, 5),
        ("ttttttt" + "pppppp", 7, 13, 2),
        ("wwwaaa" + "tt", 2, 5, 50),  # time the others lost, and games that were called off, are not theirs
        ("tttttttt" + "p" * 20, 0, 20, 50),  # what lies far back is forgotten
    ],
)
def test_the_last_games_say_how_many_one_may_play(past, player, ways, lost, ended, most):
    past(ways)
    record = desertion.record_of(player)
    assert (record.lost_on_time, record.ended, record.most) == (lost, ended, most)


def test_games_against_bots_do_not_count(player):
    game = challenges.play_bot(user=player, bot="larva", agreement=Agreement("mabula", {}))
    Game.objects.filter(pk=game.pk).update(
        status="over", to_move=None, ended_at=timezone.now(), decided="timeout", winner=0
    )
    assert desertion.record_of(player).ended == 0
    challenges.play_bot(user=player, bot="larva", agreement=Agreement("mabula", {}))
    assert desertion.playing(player) == 0


@pytest.mark.parametrize("left", [(True,) * 3, (True,) * 20, (False,) * 11 + (True,) * 3, (True, False) * 10])
def test_it_ends_by_itself_after_so_many_games(left):
    record = CompletionRecord(left)
    for _ in range(record.to_finish):
        assert record.is_limited
        record = CompletionRecord((False, *record.left)[: desertion.LAST])
    assert not record.is_limited


def test_a_deserter_makes_and_accepts_only_so_many(past, start, player, opponent, bystander):
    past("ttt")
    for _ in range(4):
        start()
    offer_by(player)  # the fifth, if somebody takes it
    with pytest.raises(LobbyRefused, match="too-many-games"):
        offer_by(player)
    theirs = offer_by(bystander)
    challenges.accept(challenge_id=theirs.pk, user=player)
    with pytest.raises(LobbyRefused, match="too-many-games"):
        challenges.accept(challenge_id=offer_by(bystander).pk, user=player)
    assert desertion.playing(player) == 5


def test_an_old_challenge_of_theirs_does_not_go_beyond_it(past, start, player, bystander):
    past("ttt")
    waiting = offer_by(player)
    for number in range(5):
        challenges.accept(challenge_id=offer_by(person(f"other{number}")).pk, user=player)
    with pytest.raises(LobbyRefused, match="challenger-has-enough-games"):
        challenges.accept(challenge_id=waiting.pk, user=bystander)
    answer = client_of(bystander).post(reverse("games:accept", args=[waiting.token]))
    assert answer.status_code == 422
    assert "reached their limit of running games" in answer.content.decode()


def test_everybody_else_plays_as_many_as_the_site_allows(start, player, settings):
    settings.MOST_GAMES = 3
    for _ in range(3):
        start()
    with pytest.raises(LobbyRefused, match="too-many-games"):
        offer_by(player)


def test_bots_play_with_deserters(past, start, player):
    past("ttt")
    for _ in range(5):
        start()
    challenges.play_bot(user=player, bot="larva", agreement=Agreement("mabula", {}))
    assert Game.objects.filter(status="running").count() == 6


@pytest.mark.parametrize("page", ["/lobby/", "/games/new/", "challenge"])
def test_they_are_told_in_figures(past, start, player, bystander, page):
    path = reverse("games:challenge", args=[offer_by(bystander).token]) if page == "challenge" else page
    assert "on time" not in client_of(player).get(path).content.decode()
    past("pppp" + "tttt")
    start()
    shown = client_of(player).get(path).content.decode()
    assert "You lost 4 of your last 8 games on time." in shown
    assert "you can play 5 games against people at a time. You’re playing 1 now" in shown
    assert f"once you’ve finished {desertion.record_of(player).to_finish} games on time" in shown
    assert "on time" not in client_of(bystander).get(path).content.decode()


def test_a_profile_has_the_figure_once_it_says_something(past, player, bystander):
    past("pppt")
    path, client = reverse("games:profile", args=["ada"]), client_of(bystander)
    assert "of games on time" not in client.get(path).content.decode()
    past("pppppppp")
    assert "Finishes 92 % of games on time." in client.get(path).content.decode()
