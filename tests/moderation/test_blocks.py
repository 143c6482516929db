"""Blocks: no chat, no challenge and no game between the two; what runs goes on."""

import pytest

from accounts import adoption, guests
from games import queries
from games.chat import conversation
from games.chat.conversation import ChatRefusal, MessageRefused
from games.contract import Seat
from games.lobby import blocks, challenges
from games.lobby.challenges import LobbyRefused
from games.lobby.start import Agreement
from games.models import Block, Challenge, ChatMessage
from games.table.door import Act, submit
from tests.games.playing import move
from tests.moderation.people import client_of, person

pytestmark = pytest.mark.django_db

TERMS = Agreement("mabula", {})


def words_of(page) -> str:
    text: str = page.content.decode()
    return text


def say(user, game, text, room="players"):
    return conversation.say(game_id=game.pk, user=user, room=room, text=text, seen=0)


def reason(user, game) -> ChatRefusal:
    with pytest.raises(MessageRefused) as unsaid:
        say(user, game, "hello")
    return unsaid.value.reason


def test_a_block_hides_the_chat_from_who_blocks_and_nobody_can_write(player, opponent, game):
    say(opponent, game, "you are stupid")
    blocks.block(by=player, whom=opponent)
    assert reason(opponent, game) is ChatRefusal.BLOCKED
    assert reason(player, game) is ChatRefusal.BLOCKING
    own = game.seats.get(user=player)
    assert queries.unread_messages(own) == 0
    mine, theirs = client_of(player), client_of(opponent)
    address = f"/games/{game.pk}/chat/"
    assert "you are stupid" not in words_of(mine.get(address)) and "You’ve blocked ben" in words_of(mine.get(address))
    shown = words_of(theirs.get(address))
    assert "you are stupid" in shown and "isn’t taking messages from you right now" in shown
    assert "has blocked" not in shown, "nobody is told"
    refused = theirs.post(address, {"room": "players", "text": "why?", "seen": 0})
    assert refused.status_code == 403 and "why?" in words_of(refused), "nobody types it twice"
    blocks.unblock(by=player, whom=opponent)
    assert "you are stupid" in words_of(mine.get(address))
    say(opponent, game, "sorry")


def test_what_somebody_blocked_says_among_spectators_is_hidden_too(game, bystander, player):
    other = person("dora")
    say(other, game, "blue is lost", room="spectators")
    blocks.block(by=bystander, whom=other)
    address = f"/games/{game.pk}/chat/"
    assert "blue is lost" not in words_of(client_of(bystander).get(address))
    assert "blue is lost" in words_of(client_of(None).get(address))


def test_the_game_that_they_play_goes_on(player, opponent, game):
    blocks.block(by=player, whom=opponent)
    for _ in range(2):
        assert move(game).verdict.name == "ACCEPTED"
        game.refresh_from_db()


def test_neither_can_challenge_the_other(player, opponent):
    blocks.block(by=player, whom=opponent)
    with pytest.raises(LobbyRefused, match="you-block-them"):
        challenges.challenge(creator=player, agreement=TERMS, audience="person", invited=opponent)
    with pytest.raises(LobbyRefused, match="cannot-be-challenged"):
        challenges.challenge(creator=opponent, agreement=TERMS, audience="person", invited=player)


@pytest.mark.parametrize("audience", ["public", "link"])
def test_neither_accepts_a_challenge_of_the_other(player, opponent, audience):
    blocks.block(by=player, whom=opponent)
    mine = challenges.challenge(creator=player, agreement=TERMS, audience=audience)
    theirs = challenges.challenge(creator=opponent, agreement=TERMS, audience=audience)
    with pytest.raises(LobbyRefused, match="you-block-them"):
        challenges.accept(challenge_id=theirs.pk, user=player)
    answer = client_of(opponent).post(f"/challenges/{mine.token}/accept/")
    assert answer.status_code == 403 and "can’t accept this challenge" in words_of(answer)
    assert Challenge.objects.filter(status="open").count() == 2


def test_neither_gets_a_rematch(player, opponent, game):
    submit(game_id=game.pk, seat=Seat.ONE, act=Act.RESIGN, text="", seen=game.head, key="resigning")
    game.refresh_from_db()
    blocks.block(by=player, whom=opponent)
    for user, refusal in ((player, "you-block-them"), (opponent, "cannot-be-challenged")):
        with pytest.raises(LobbyRefused, match=refusal):
            challenges.rematch(game=game, user=user)
    answer = client_of(opponent).post(f"/games/{game.pk}/rematch/")
    assert answer.status_code == 422 and "can’t challenge this person" in words_of(answer)


def test_neither_sees_the_open_challenges_of_the_other(player, opponent, bystander):
    blocks.block(by=player, whom=opponent)
    mine = challenges.challenge(creator=player, agreement=TERMS)
    theirs = challenges.challenge(creator=opponent, agreement=TERMS)
    assert queries.OpenChallenges(player)[:] == queries.OpenChallenges(opponent)[:] == []
    assert {*queries.OpenChallenges(bystander)[:]} == {*queries.OpenChallenges(None)[:]} == {mine, theirs}


def test_challenges_between_the_two_end_with_a_block(player, opponent):
    one = challenges.challenge(creator=player, agreement=TERMS, audience="person", invited=opponent)
    two = challenges.challenge(creator=opponent, agreement=TERMS, audience="person", invited=player)
    blocks.block(by=player, whom=opponent)
    one.refresh_from_db()
    two.refresh_from_db()
    assert (one.status, two.status) == (Challenge.Status.WITHDRAWN, Challenge.Status.DECLINED)


def test_blocking_by_the_pages(player, opponent, game):
    mine = client_of(player)
    for path in ("/people/ben/", f"/games/{game.pk}/", f"/games/{game.pk}/chat/"):
        assert "/blocks/?whom=ben" in words_of(mine.get(path)), path
    assert "Block ben?" in words_of(mine.get("/blocks/?whom=BEN")), "however it is written"
    assert not Block.objects.exists(), "to look is not to do"
    for _ in range(2):
        assert mine.post("/blocks/", {"whom": "ben"}).status_code == 303
    assert Block.objects.count() == 1
    assert "Unblock ben" in words_of(mine.get("/people/ben/"))
    assert "Block ben?" not in words_of(mine.get("/blocks/?whom=ben"))
    assert mine.post("/blocks/end/", {"whom": "ben"}).status_code == 303
    assert not Block.objects.exists()
    assert "You haven’t blocked anyone." in words_of(mine.get("/blocks/"))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("nobody-at-all", "no one by that name"), ("ada", "block yourself"), ("", "no one"), ("\x00", "no one")],
)
def test_who_cannot_be_blocked(player, name, sentence):
    answer = client_of(player).post("/blocks/", {"whom": name})
    assert answer.status_code == 422 and sentence in words_of(answer)
    assert not Block.objects.exists()


def test_there_is_an_end_to_it(player, opponent, bystander, monkeypatch):
    monkeypatch.setattr(blocks, "MOST", 1)
    blocks.block(by=player, whom=opponent)
    blocks.block(by=player, whom=opponent)
    answer = client_of(player).post("/blocks/", {"whom": "cleo"})
    assert answer.status_code == 422 and "Unblock some first" in words_of(answer)


def test_blocks_of_a_guest_are_those_of_the_account_they_turn_out_to_have(player, opponent, bystander):
    guest = guests.new_guest()
    blocks.block(by=guest, whom=opponent)
    blocks.block(by=player, whom=opponent)
    blocks.block(by=guest, whom=player)
    blocks.block(by=bystander, whom=guest)
    adoption.hand_over(guest=guest, user=player)
    assert {(row.by, row.whom) for row in Block.objects.all()} == {(player, opponent), (bystander, player)}


def test_nothing_that_was_said_is_deleted(player, opponent, game):
    say(opponent, game, "you are stupid")
    blocks.block(by=player, whom=opponent)
    assert ChatMessage.objects.count() == 1
