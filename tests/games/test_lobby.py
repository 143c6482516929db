"""How a game comes to be."""

from datetime import timedelta

import pytest

from accounts.models import User
from games import queries
from games.bots import turns
from games.contract import BadOptions, Seat
from games.lobby import challenges, departure
from games.lobby.challenges import Audience, LobbyRefused
from games.lobby.start import Agreement
from games.models import Challenge, Game, Secret
from games.table.door import Act
from tests.games.playing import legal, own_seed

MABULA = Agreement("mabula", {})


@pytest.fixture
def guest(db):
    return User.objects.create(username="guest-1", name_key="guest-1", is_guest=True)


def refusal(call, **arguments):
    with pytest.raises(LobbyRefused) as refused:
        call(**arguments)
    return refused.value.code


def test_an_accepted_challenge_is_a_game_with_both_seats_taken(ada, ben):
    offer = challenges.challenge(creator=ada, agreement=MABULA, seat=Seat.TWO)
    game = challenges.accept(challenge_id=offer.pk, user=ben)
    assert [seat.user for seat in game.seats.all()] == [ben, ada]
    offer.refresh_from_db()
    assert (offer.status, offer.game) == ("accepted", game)


def test_by_lot_both_seats_come_up(ada, ben):
    seats = set()
    for _ in range(40):
        offer = challenges.challenge(creator=ada, agreement=MABULA)
        seats.add(challenges.accept(challenge_id=offer.pk, user=ben).seats.get(user=ada).number)
    assert seats == {1, 2}


def test_every_option_is_stored_with_its_value(ada, ben):
    game = challenges.accept(challenge_id=challenges.challenge(creator=ada, agreement=MABULA).pk, user=ben)
    assert game.options == {"scoring": "largest", "ties": "draw"}


def test_the_seed_is_sealed_before_the_opponent_adds_a_nonce(ada, ben):
    offer = challenges.challenge(creator=ada, agreement=MABULA, own_seed=own_seed("my luck"))
    assert Secret.objects.filter(commitment=offer.commitment).exists()
    game = challenges.accept(challenge_id=offer.pk, user=ben, nonce="mine too")
    assert game.commitment == offer.commitment
    assert set(game.seats.values_list("nonce", flat=True)) == {"my luck", "mine too"}


def test_nobody_joins_their_own_game(ada):
    offer = challenges.challenge(creator=ada, agreement=MABULA)
    assert refusal(challenges.accept, challenge_id=offer.pk, user=ada) == "your-own-challenge"


def test_nobody_joins_a_taken_seat(ada, ben, cleo):
    offer = challenges.challenge(creator=ada, agreement=MABULA)
    challenges.accept(challenge_id=offer.pk, user=ben)
    assert refusal(challenges.accept, challenge_id=offer.pk, user=cleo) == "challenge-accepted"
    assert Game.objects.count() == 1


def test_a_challenge_to_a_person_is_for_that_person(ada, ben, cleo):
    offer = challenges.challenge(creator=ada, agreement=MABULA, audience=Audience.PERSON, invited=ben)
    assert refusal(challenges.accept, challenge_id=offer.pk, user=cleo) == "not-for-you"
    assert refusal(challenges.decline, challenge_id=offer.pk, user=cleo) == "not-for-you"
    challenges.decline(challenge_id=offer.pk, user=ben)
    assert refusal(challenges.accept, challenge_id=offer.pk, user=ben) == "challenge-declined"


def test_only_its_creator_withdraws_a_challenge(ada, ben):
    offer = challenges.challenge(creator=ada, agreement=MABULA)
    assert refusal(challenges.withdraw, challenge_id=offer.pk, user=ben) == "not-yours"
    challenges.withdraw(challenge_id=offer.pk, user=ada)
    assert refusal(challenges.accept, challenge_id=offer.pk, user=ben) == "challenge-withdrawn"


def test_only_public_challenges_make_public_games(ada, ben):
    for audience, is_public in ((Audience.PUBLIC, True), (Audience.LINK, False)):
        offer = challenges.challenge(creator=ada, agreement=MABULA, audience=audience)
        assert challenges.accept(challenge_id=offer.pk, user=ben).is_public is is_public


def test_options_that_do_not_exist_are_refused_and_nothing_is_stored(ada):
    for agreement in (Agreement("mabula", {"colour": "red"}), Agreement("mabula", {"scoring": "moon"})):
        with pytest.raises(BadOptions):
            challenges.challenge(creator=ada, agreement=agreement)
    assert not Challenge.objects.exists()


def test_nobody_floods_the_lobby(ada):
    for _ in range(challenges.MOST_OPEN):
        challenges.challenge(creator=ada, agreement=MABULA)
    assert refusal(challenges.challenge, creator=ada, agreement=MABULA) == "too-many-challenges"


def test_nobody_floods_the_site_with_games_against_bots(ada):
    for _ in range(challenges.MOST_AGAINST_BOTS):
        game = challenges.play_bot(user=ada, bot="larva", agreement=MABULA)
    assert refusal(challenges.play_bot, user=ada, bot="larva", agreement=MABULA) == "too-many-games-against-bots"
    Game.objects.filter(pk=game.pk).update(status="over", to_move=None, ended_at=game.turn_since)
    assert challenges.play_bot(user=ada, bot="larva", agreement=MABULA).status == "running"


def test_a_challenge_of_a_closed_account_cannot_be_accepted(ada, ben):
    offer = challenges.challenge(creator=ada, agreement=MABULA)
    ada.is_active = False
    ada.save()
    assert refusal(challenges.accept, challenge_id=offer.pk, user=ben) == "challenge-withdrawn"


def test_oneself_guests_and_closed_accounts_cannot_be_challenged(ada, ben, guest):
    ben.is_active = False
    for invited in (ada, guest, ben):
        arguments = {"creator": ada, "agreement": MABULA, "audience": Audience.PERSON, "invited": invited}
        assert refusal(challenges.challenge, **arguments) == "cannot-be-challenged"


def test_guests_play_unrated(ada, guest):
    rated = Agreement("mabula", {}, is_rated=True)
    assert refusal(challenges.challenge, creator=guest, agreement=rated) == "guests-play-unrated"
    offer = challenges.challenge(creator=ada, agreement=rated)
    assert refusal(challenges.accept, challenge_id=offer.pk, user=guest) == "guests-play-unrated"


@pytest.mark.parametrize("seat", [Seat.ONE, Seat.TWO])
def test_a_game_against_a_bot_is_played_to_its_end(ada, act, seat):
    game = challenges.play_bot(user=ada, bot="larva", agreement=MABULA, seat=seat)
    assert not game.is_rated
    turns.take_turns(game.pk)
    game.refresh_from_db()
    while game.status == "running":
        assert game.to_move == seat
        act(game, legal(game)[0])
        turns.take_turns(game.pk)
        game.refresh_from_db()
    assert game.decided


def test_members_play_rated_games_against_bots_and_guests_do_not(ada, guest):
    rated = Agreement("mabula", {}, "3d", is_rated=True)
    game = challenges.play_bot(user=ada, bot="larva", agreement=rated)
    assert (game.is_rated, game.agreed_rated, game.clock) == (True, True, "none")
    assert refusal(challenges.play_bot, user=guest, bot="larva", agreement=rated) == "guests-play-unrated"


def test_there_is_no_game_against_a_bot_that_does_not_exist(ada):
    assert refusal(challenges.play_bot, user=ada, bot="hydra", agreement=MABULA) == "no-such-bot"


def test_a_rematch_swaps_the_seats_and_needs_both(ada, ben, start, act):
    game = start("mabula")
    assert refusal(challenges.rematch, game=game, user=ada) == "game-runs"
    act(game, kind=Act.RESIGN)
    game.refresh_from_db()
    offer = challenges.rematch(game=game, user=ada)
    assert challenges.rematch(game=game, user=ada) == offer
    again = challenges.rematch(game=game, user=ben)
    assert [seat.user for seat in again.seats.all()] == [ben, ada]
    assert again.options == game.options


def test_a_rematch_against_a_bot_begins_at_once(ada, act):
    game = challenges.play_bot(user=ada, bot="larva", agreement=MABULA, seat=Seat.ONE)
    act(game, kind=Act.RESIGN)
    game.refresh_from_db()
    assert challenges.rematch(game=game, user=ada).seats.get(user=ada).number == 2


def test_the_games_of_a_guest_become_those_of_the_account(ada, guest):
    game = challenges.play_bot(user=guest, bot="larva", agreement=MABULA)
    challenges.adopt(guest=guest, user=ada)
    assert game.seats.filter(user=ada).exists()


def test_my_games_show_those_that_wait_for_me_first_and_longest_first(ada, ben, start, act):
    games = [start("mabula") for _ in range(4)]
    act(games[1], legal(games[1])[0])
    assert queries.running_games(ada) == [games[0], games[2], games[3], games[1]]
    assert queries.running_games(ben)[0] == games[1]
    assert queries.next_game(ada) == games[0]
    assert queries.next_game(ada, besides=games[0].pk) == games[2]
    assert queries.next_game(ben) == games[1]
    act(games[1], legal(games[1])[0])
    assert queries.next_game(ben) is None


def test_my_games_are_sorted_by_the_time_that_is_left(ada, ben, act):
    def game(clock):
        offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}, clock), seat=Seat.ONE)
        return challenges.accept(challenge_id=offer.pk, user=ben)

    none, week, day, days = game("none"), game("7d"), game("1d"), game("3d")
    assert queries.running_games(ada) == [day, days, week, none]
    assert queries.next_game(ada) == day
    assert none.deadline is None
    assert day.deadline - day.turn_since == timedelta(days=1)
    before = week.deadline
    act(week, legal(week)[0])
    week.refresh_from_db()
    assert week.deadline > before
    act(week, kind=Act.RESIGN)
    week.refresh_from_db()
    assert week.deadline is None


def test_who_leaves_is_played_on_for_and_their_name_is_gone(ada, ben, start, act):
    running, over = start("mabula"), start("mabula")
    act(over, kind=Act.RESIGN)
    offer = challenges.challenge(creator=ada, agreement=MABULA)
    departure.leave(user=ada)
    ada.delete()
    seats = {game.pk: game.seats.get(number=1) for game in (running, over)}
    assert [(seat.user, seat.bot, bool(seat.left_at)) for seat in seats.values()] == [
        (None, "worker", True),
        (None, "", True),
    ]
    assert not Challenge.objects.filter(pk=offer.pk).exists()


def test_the_other_can_play_a_left_game_to_its_end(ada, ben, start, act):
    game = start("mabula")
    departure.leave(user=ada)
    ada.delete()
    turns.take_turns(game.pk)
    game.refresh_from_db()
    while game.status == "running":
        assert game.to_move == 2
        act(game, legal(game)[0])
        turns.take_turns(game.pk)
        game.refresh_from_db()
    assert queries.record_of(game).replayed()
