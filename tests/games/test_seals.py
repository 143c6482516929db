"""The seal is shown before the form: whoever adds words to the luck of a game knows that its seed was there first."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games import housekeeping
from games.contract import Seat
from games.lobby import challenges, mail_invites, seals
from games.lobby.challenges import LobbyRefused
from games.lobby.seals import OwnSeed
from games.lobby.start import Agreement
from games.models import Challenge, Game, Notification, Secret
from games.notify.mail import invitation, letters
from tests.games.playing import legal

pytestmark = pytest.mark.django_db
WISHES = {"kind": "mabula", "audience": "link"}
USED = "The seal on this page was used or is too old."


@pytest.fixture(autouse=True)
def nothing_is_counted_yet():
    cache.clear()


@pytest.fixture
def as_ada(ada):
    client = Client()
    client.force_login(ada)
    return client


@pytest.fixture
def as_ben(ben):
    client = Client()
    client.force_login(ben)
    return client


def seal_on(page) -> tuple[str, str]:
    """The seal that a page shows, and the ticket in its form."""
    text = page.content.decode()
    (ticket,) = re.findall(r'name="seal" value="([^"]+)"', text)
    (seal,) = re.findall(r"<code>([0-9a-f]{64})</code>", text)
    return seal, ticket


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


def test_the_seed_of_a_challenge_is_the_one_whose_seal_stood_on_the_form(as_ada):
    seal, ticket = seal_on(as_ada.get("/games/new/"))
    assert Secret.objects.get().is_spare
    sent = as_ada.post("/games/new/", {**WISHES, "nonce": "toi toi toi", "seal": ticket})
    offer = Challenge.objects.get()
    assert (sent.status_code, offer.commitment, offer.nonce) == (303, seal, "toi toi toi")
    assert not Secret.objects.get().is_spare


def test_so_is_that_of_a_game_against_a_bot(as_ada, client):
    for browser, address in ((as_ada, "/games/new/?audience=bot"), (as_ada, "/play/"), (client, "/play/?own-seed=1")):
        seal, ticket = seal_on(browser.get(address))
        path = address.partition("?")[0]
        browser.post(path, {"kind": "mabula", "audience": "bot", "nonce": "for luck", "seal": ticket})
        game = Game.objects.latest("pk")
        assert game.commitment == seal
        assert game.seats.get(bot="").nonce == "for luck"


@pytest.mark.parametrize("path", ["/games/new/", "/play/"])
def test_words_without_a_seal_are_refused_and_the_page_shows_one(as_ada, path):
    page = as_ada.post(path, {**WISHES, "nonce": "for luck"})
    assert page.status_code == 422
    assert "only counts if you’ve seen the seal first" in said(page)
    assert 'value="for luck"' in page.content.decode(), "nothing is lost"
    seal, ticket = seal_on(page)
    assert not Challenge.objects.exists()
    assert as_ada.post(path, {**WISHES, "nonce": "for luck", "seal": ticket}).status_code == 303
    assert Secret.objects.get().commitment == seal


def test_a_visitor_with_words_and_no_seal_becomes_no_guest(client):
    assert client.post("/play/", {"kind": "mabula", "nonce": "for luck"}).status_code == 422
    assert not User.objects.exists()


def test_one_press_without_words_still_starts_a_game_with_a_seed_of_its_own(client):
    assert client.post("/play/", {"kind": "mabula"}).status_code == 303
    game = Game.objects.get()
    assert re.fullmatch(r"[0-9a-f]{16}", game.seats.get(bot="").nonce)
    assert Secret.objects.get().commitment == game.commitment


def test_a_seal_is_used_once(as_ada):
    _, ticket = seal_on(as_ada.get("/games/new/"))
    form = {**WISHES, "nonce": "for luck", "seal": ticket}
    assert as_ada.post("/games/new/", form).status_code == 303
    page = as_ada.post("/games/new/", form)
    assert page.status_code == 422
    assert USED in said(page)
    assert seal_on(page)[1] != ticket
    assert Challenge.objects.count() == 1


def test_of_two_who_send_the_same_seal_one_gets_it(ada):
    seal = seals.draw(ada).commitment
    own = OwnSeed("words", seal)
    challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), own_seed=own)
    with pytest.raises(LobbyRefused, match="seal-used"):
        challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), own_seed=own)
    with pytest.raises(LobbyRefused, match="seal-used"):
        challenges.play_bot(user=ada, bot="larva", agreement=Agreement("mabula", {}), own_seed=own)


def test_words_never_come_before_the_seed_whoever_asks(ada):
    with pytest.raises(LobbyRefused, match="words-before-seal"):
        challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), own_seed=OwnSeed("words"))
    with pytest.raises(LobbyRefused, match="words-before-seal"):
        challenges.play_bot(user=ada, bot="larva", agreement=Agreement("mabula", {}), own_seed=OwnSeed("words"))
    assert not Secret.objects.exists()


def test_a_refused_game_leaves_the_seal_on_the_form(as_ada):
    seal, ticket = seal_on(as_ada.get("/games/new/"))
    page = as_ada.post("/games/new/", {**WISHES, "audience": "person", "opponent": "nobody-here", "seal": ticket})
    assert page.status_code == 422
    assert seal_on(page) == (seal, ticket)
    page = as_ada.post("/games/new/", {**WISHES, "audience": "person", "opponent": "ada", "seal": ticket})
    assert seal_on(page) == (seal, ticket)


@pytest.mark.parametrize("ticket", ["nonsense", "a:b:c", "é" * 50, "x" * 10_000, "\0"])
def test_a_seal_that_is_none_is_refused_with_a_sentence(as_ada, ticket):
    page = as_ada.post("/games/new/", {**WISHES, "seal": ticket})
    assert page.status_code == 422
    assert USED in said(page)


def test_a_seal_is_for_whom_it_was_shown_to(as_ada, as_ben, client):
    _, ticket = seal_on(as_ada.get("/games/new/"))
    assert USED in said(as_ben.post("/games/new/", {**WISHES, "seal": ticket}))
    assert USED in said(client.post("/play/", {"kind": "mabula", "seal": ticket}))
    assert not User.objects.filter(is_guest=True).exists()
    _, ticket = seal_on(client.get("/play/?own-seed=1"))
    assert USED in said(as_ada.post("/play/", {"kind": "mabula", "seal": ticket}))


def test_the_seed_of_a_game_that_exists_is_nobodys_to_choose(as_ada, ada):
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}))
    with pytest.raises(LobbyRefused, match="seal-used"):
        challenges.challenge(
            creator=ada, agreement=Agreement("mabula", {}), own_seed=OwnSeed("words", offer.commitment)
        )


def test_a_form_may_lie_open_for_hours_but_not_for_ever(as_ada, monkeypatch):
    _, ticket = seal_on(as_ada.get("/games/new/"))
    monkeypatch.setattr(seals, "GOOD_FOR", timedelta(seconds=-1))
    assert USED in said(as_ada.post("/games/new/", {**WISHES, "seal": ticket}))
    assert timedelta(hours=1) < seals.KEPT_FOR


def test_a_visitor_and_a_machine_draw_nothing_unless_they_ask(client, as_ada):
    page = client.get("/play/")
    assert 'href="?own-seed=1" rel="nofollow"' in page.content.decode()
    client.head("/play/?own-seed=1")
    as_ada.head("/games/new/")
    assert not Secret.objects.exists()


def test_who_asks_for_very_many_gets_the_form_without(as_ada, settings):
    settings.LIMITS = {**settings.LIMITS, "seal": "2/h"}
    for _ in range(4):
        page = as_ada.get("/games/new/")
        assert page.status_code == 200
    assert Secret.objects.count() == 2
    assert 'name="seal"' not in page.content.decode()
    assert as_ada.post("/games/new/", WISHES).status_code == 303


def test_seeds_that_nobody_used_are_cleared_away_a_batch_at_a_time(ada, time, monkeypatch):
    monkeypatch.setattr(housekeeping, "AT_ONCE", 2)
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}))
    for _ in range(3):
        seals.draw(ada)
    time.passes(days=2)
    fresh = seals.draw(ada)
    assert housekeeping.forget_spare_seeds(), "there is more"
    assert Secret.objects.count() == 3
    assert not housekeeping.forget_spare_seeds()
    assert set(Secret.objects.values_list("pk", flat=True)) == {offer.commitment, fresh.commitment}
    assert seals.GOOD_FOR < seals.KEPT_FOR, "no form outlives its seed"


def test_the_page_asks_the_database_little(as_ada, django_assert_max_num_queries):
    as_ada.get("/games/new/")
    with django_assert_max_num_queries(10):
        as_ada.get("/games/new/")


# In the first mail


def lines_of(user, occasion: str, **how) -> list[str]:
    (told,) = Notification.objects.filter(user=user, occasion=occasion)
    letter = letters.about_many(user, [told], **how) if how else letters.about_one(user, told)
    assert html_has_all_lines_of(letter)
    return [part.strip() for line in letter.text.splitlines() for part in line.split(" · ")]


def html_has_all_lines_of(letter) -> bool:
    return all(seal in letter.html for seal in re.findall(r"Seal of the luck: \w+", letter.text))


@pytest.mark.parametrize("how", [{}, {"is_digest": True}, {"is_digest": False}], ids=["alone", "digest", "gathered"])
def test_the_seal_is_in_the_first_mail_to_each_player_and_in_no_later_one(ada, ben, act, how, settings):
    settings.MAIL_PICTURE_WIDTH = 0
    offer = challenges.challenge(
        creator=ada, agreement=Agreement("mabula", {}), audience="person", invited=ben, seat=Seat.TWO
    )
    line = f"Seal of the luck: {offer.commitment}"
    assert line in lines_of(ben, "challenge", **how)
    game = challenges.accept(challenge_id=offer.pk, user=ben)
    assert line in lines_of(ada, "game-begins", **how)
    assert line in lines_of(ben, "your-turn", **how)
    act(game, legal(game)[0])
    Notification.objects.filter(user=ben).delete()
    act(game, legal(game)[0])
    assert line not in lines_of(ben, "your-turn", **how)


def test_the_seal_is_in_an_invitation(ada):
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience="link")
    row, _ = mail_invites.register(challenge=offer, sender=ada, address="dora@example.org")
    letter = invitation.letter(row)
    assert f"Seal of the luck: {offer.commitment}" in letter.text.splitlines()
    assert html_has_all_lines_of(letter)
