"""A game at the desk: looked at, previewed, acted on; and what both players read of it."""

import re

import pytest

from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Game, ModerationAct, Notification
from games.moderation import game_acts
from games.notify.mail import items
from games.table import door, log
from games.table.door import Act
from tests.games.playing import move
from tests.moderation.people import client_of, moderating

pytestmark = pytest.mark.one_database

REASON = "Both asked for it in their reports."


@pytest.fixture
def desk(moderator):
    return client_of(moderator)


@pytest.fixture
def played(start):
    game = start(clock="3d")
    for _ in range(12):
        move(game)
    game.refresh_from_db()
    return game


def address(game):
    return f"/moderation/games/{game.pk}/"


def sent(game, what, **more):
    game.refresh_from_db()
    return {"what": what, "reason": REASON, "seen": game.head, "key": "0123456789", **more}


def said(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


ACTS = [
    ("annul", {}, "A moderator annulled the game"),
    ("adjudicate", {"winner": "1"}, "A moderator decided the game"),
    ("rewind", {"step": 5}, "A moderator took the game back"),
    ("pause", {}, "A moderator stopped the clock"),
    ("add-time", {"seat": "2", "hours": 24}, "A moderator added time"),
    ("bot-in", {"seat": "2", "bot": "larva"}, "A moderator had a bot take over a seat"),
    ("hide", {}, "A moderator took the game off public lists"),
]


@pytest.mark.parametrize(("what", "more", "headline"), ACTS)
def test_an_act_is_previewed_done_and_read_by_both(desk, played, player, opponent, what, more, headline):
    head = played.head
    preview = desk.post(address(played), sent(played, what, **more))
    assert preview.status_code == 200
    assert "Nothing has been done yet." in said(preview)
    played.refresh_from_db()
    assert played.head == head
    done = desk.post(address(played), sent(played, what, **more, sure="1"))
    assert done.status_code == 303
    assert ModerationAct.objects.get().reason == REASON
    for who in (player, opponent):
        page = said(client_of(who).get(f"/games/{played.pk}/"))
        assert headline in page
        assert REASON in page


@pytest.mark.parametrize("what", ["pause", "hide"])
def test_why_it_was_done_is_for_who_plays_and_for_moderators(desk, played, player, bystander, client, what):
    desk.post(address(played), sent(played, what, sure="1"))
    desk.post(address(played), sent(played, "add-time", seat="1", hours=1, sure="1") | {"key": "another-key"})
    page = f"/games/{played.pk}/"
    for who in (client, client_of(bystander)):
        assert "A moderator added time" in said(who.get(page))
        assert "All moderator actions here" in said(who.get(page))
        assert REASON not in said(who.get(page))
    for who in (client_of(player), desk):
        assert said(who.get(page)).count(REASON) == 3


def test_what_no_moderator_did_was_done_by_the_rules_of_the_site(played, player):
    game_acts.act(by=None, game_id=played.pk, what=Act.ADJUDICATE, text="1", reason=REASON, seen=played.head)
    page, told = (said(client_of(player).get(path)) for path in (f"/games/{played.pk}/", "/notifications/"))
    assert f"By the site’s rules Decided the game. {REASON}" in page
    assert "A moderator decided the game" not in page
    assert f"By the site’s rules, your game against ben was decided. Reason: {REASON}" in told
    mail = items.compose(player, Notification.objects.get(user=player, occasion="moderated"))
    assert mail.subject == f"Mabula against ben, game {played.pk}"


REVERSALS = [
    ("annul", {}, "restore", {}),
    ("adjudicate", {"winner": "1"}, "restore", {}),
    ("rewind", {"step": 5}, "restore", {}),
    ("pause", {}, "resume", {}),
    ("add-time", {"seat": "2", "hours": 24}, "take-time", {"seat": "2", "hours": 24}),
    ("bot-in", {"seat": "2", "bot": "larva"}, "bot-out", {"seat": "2"}),
    ("hide", {}, "show", {}),
]


@pytest.mark.parametrize(("what", "more", "back", "with_"), REVERSALS)
def test_an_act_is_reversed(desk, played, what, more, back, with_):
    before = game_acts.facts_of(played)
    desk.post(address(played), sent(played, what, **more, sure="1"))
    played.refresh_from_db()
    changed = game_acts.facts_of(played)
    assert changed != before
    answer = desk.post(address(played), sent(played, back, **with_, sure="1") | {"key": "another-key"})
    assert answer.status_code == 303
    played.refresh_from_db()
    for name, was in before.for_audit().items():
        if name not in ("deadline", "times"):  # whoever is to move may have the whole turn again
            assert game_acts.facts_of(played).for_audit()[name] == was


def test_added_time_is_offered_to_be_taken_back_from_whom_it_was_added_to(desk, played, player):
    assert "Take back" not in said(desk.get(address(played))).replace("Take back to a step", "")
    desk.post(address(played), sent(played, "add-time", seat="2", hours=24, sure="1"))
    page = desk.get(address(played))
    assert "Take back 24 hours from ben (Black)" in said(page)
    assert "from ada" not in said(page)
    assert '<input type="hidden" name="seat" value="2"><input type="hidden" name="hours" value="24">' in str(
        page.content
    )
    form = sent(played, "take-time", seat="2", hours=24) | {"key": "another-key"}
    assert "This can be reversed." in said(desk.post(address(played), form))
    assert desk.post(address(played), form | {"sure": "1"}).status_code == 303
    assert "A moderator took added time back" in said(client_of(player).get(f"/games/{played.pk}/"))
    assert "Take back 24 hours" not in said(desk.get(address(played)))


def test_the_preview_says_who_wins_and_whether_it_counts(desk, start):
    game = start(clock="3d", is_rated=True)
    for _ in range(12):
        move(game)
    words = said(desk.post(address(game), sent(game, "adjudicate", winner="1")))
    assert "Winner no one ada (White)" in words
    assert "Decided by nothing a moderator" in words and "Deadline" in words
    assert "Time for the turn White: 3 days · Black: 3 days nothing" in words.replace("\xa0", " ")
    assert "Counts for ratings yes no" in said(desk.post(address(game), sent(game, "annul")))
    words = said(desk.post(address(game), sent(game, "bot-in", seat="1", bot="larva")))
    assert "Counts for ratings yes no" in words and "Bots nothing White: Larva" in words


@pytest.mark.parametrize("missing", ["what", "reason", "seen", "key"])
def test_an_act_that_lacks_something_is_not_done(desk, played, missing):
    form = sent(played, "annul", sure="1")
    del form[missing]
    answer = desk.post(address(played), form)
    assert answer.status_code == 422
    assert not ModerationAct.objects.exists()


@pytest.mark.parametrize(
    ("what", "more"),
    [
        ("adjudicate", {}),
        ("adjudicate", {"winner": "3"}),
        ("rewind", {}),
        ("rewind", {"step": 999}),
        ("add-time", {"hours": 24}),
        ("add-time", {"seat": "1"}),
        ("add-time", {"seat": "1", "hours": 100000}),
        ("take-time", {"seat": "1", "hours": 24}),
        ("take-time", {"seat": "1"}),
        ("bot-in", {"seat": "1"}),
        ("bot-in", {"seat": "1", "bot": "wasp"}),
        ("bot-out", {"seat": "1"}),
        ("restore", {}),
        ("resume", {}),
        ("show", {}),
        ("resign", {}),
    ],
)
def test_nonsense_is_refused_with_a_sentence_and_keeps_the_reason(desk, played, what, more):
    for sure in ("", "1"):
        answer = desk.post(address(played), sent(played, what, **more, sure=sure))
        assert answer.status_code == 422
        assert 'role="alert"' in answer.content.decode()
    assert not ModerationAct.objects.exists()


def test_a_game_that_went_on_is_not_acted_on_unseen(desk, played):
    form = sent(played, "annul", sure="1")
    move(played)
    assert desk.post(address(played), form).status_code == 409
    assert Game.objects.get().status == "running"


def test_any_event_can_be_looked_at(desk, played):
    page = desk.get(address(played) + "?at=4")
    assert page.status_code == 200
    assert f"/games/{played.pk}/board.png?at=4" in page.content.decode()
    assert desk.get(address(played) + "?at=100000").status_code == 200
    assert desk.get(address(played) + "?at=x").status_code == 200


def test_who_plays_there_finds_no_desk(player, start):
    mo = moderating("mimi")
    offer = challenges.challenge(creator=player, agreement=Agreement("mabula", {}), seat=Seat.ONE)
    game = challenges.accept(challenge_id=offer.pk, user=mo)
    assert client_of(mo).get(address(game)).status_code == 404
    assert client_of(mo).post(address(game), sent(game, "annul", sure="1")).status_code == 404


def test_for_others_there_is_no_desk(played, player, bystander, client):
    for who in (player, bystander):
        assert client_of(who).get(address(played)).status_code == 404
        assert client_of(who).post(address(played), sent(played, "annul", sure="1")).status_code == 404
    assert client.get(address(played)).status_code == 302


def test_games_are_found_by_number_and_name(desk, played, moderator):
    assert "No games with moderator actions" in said(desk.get("/moderation/games/"))
    for asked in (str(played.pk), "AD", "ben"):
        assert f"Mabula {played.pk}" in said(desk.get("/moderation/games/", {"q": asked}))
    assert "No games match" in said(desk.get("/moderation/games/", {"q": "nobody"}))
    game_acts.act(by=moderator, game_id=played.pk, what=Act.HIDE, reason=REASON, seen=played.head)
    assert f"Mabula {played.pk}" in said(desk.get("/moderation/games/"))


def test_a_stopped_clock_is_shown_to_both(desk, played, player):
    desk.post(address(played), sent(played, "pause", sure="1"))
    page = said(client_of(player).get(f"/games/{played.pk}/"))
    assert "the clock is stopped" in page
    assert "You can still move." in page


def test_an_annulled_game_says_so_everywhere(desk, played, player):
    desk.post(address(played), sent(played, "annul", sure="1"))
    client = client_of(player)
    assert "The game was annulled: it doesn’t count." in said(client.get(f"/games/{played.pk}/"))
    assert "The game is annulled." in said(client.get(f"/games/{played.pk}/moves/"))
    assert "annulled" in said(client.get("/people/ada/"))
    assert '[Ending "annulled"]' in client.get(f"/games/{played.pk}/record.txt").content.decode()


def test_players_can_still_move_after_a_rewind(desk, played, player):
    desk.post(address(played), sent(played, "rewind", step=5, sure="1"))
    played.refresh_from_db()
    position = log.position(played)
    assert position.moves[-1].seq == 5
    assert move(played).verdict is door.Verdict.ACCEPTED
