"""The ladder of bots: it follows from the games of a person, and forms, rematches and profiles show it."""

import re

import pytest
from django.test import Client

from accounts import guests
from games import kinds
from games.contract import Seat
from games.lobby import challenges, ladder
from games.lobby.start import Agreement
from games.models import Game
from games.table import door
from games.table.door import Act
from tests.page_elements import elements
from tests.plain_browser import PlainBrowser

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PRODUCT = {"scoring": "product"}


@pytest.fixture
def beaten():
    """A game that a person has won against a bot, or has not."""

    def beaten(person, bot, kind="mabula", options=None, *, winner=1, decided="largest"):
        game = challenges.play_bot(user=person, bot=bot, agreement=Agreement(kind, options or {}), seat=Seat.ONE)
        Game.objects.filter(pk=game.pk).update(
            status="over", to_move=None, bot_to_move=None, winner=winner, decided=decided, ended_at=game.created_at
        )
        game.refresh_from_db()
        return game

    return beaten


def mabula_of(person):
    return ladder.ladders_of(person)["mabula"]


def logged_in(person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def checked(page):
    return {one["name"]: one["value"] for one in elements(page) if one.tag == "input" and "checked" in one.attributes}


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


def test_a_new_player_begins_at_the_bottom(ada):
    for person in (None, ada):
        for kind in kinds.all():
            found = ladder.ladders_of(person)[kind.key]
            assert [rung.level for rung in found.rungs] == list(kind.bots.levels)
            assert (found.next.level, found.reached, found.is_begun) == ("larva", None, False)


def test_who_has_beaten_a_bot_is_offered_the_one_above_in_that_kind(ada, beaten):
    beaten(ada, "larva")
    beaten(ada, "worker")
    found = mabula_of(ada)
    assert [rung.level for rung in found.rungs if rung.is_beaten] == ["larva", "worker"]
    assert (found.next.level, found.reached.level, found.is_begun) == ("scout", "worker", True)
    assert ladder.ladders_of(ada)["marabunta"].next.level == "larva"


def test_at_the_top_the_strongest_is_offered_again(ada, beaten):
    beaten(ada, "queen")
    assert (mabula_of(ada).next.level, mabula_of(ada).reached.level) == ("queen", "queen")


def test_it_is_known_on_which_boards_a_bot_was_beaten(ada, beaten):
    beaten(ada, "larva")
    beaten(ada, "larva", options=PRODUCT)
    beaten(ada, "larva", options=PRODUCT)
    assert mabula_of(ada).rungs[0].boards == ("All groups multiplied · A draw", "The largest group · A draw")


@pytest.mark.parametrize(
    ("how", "is_begun"),
    [
        ({"winner": 2}, True),
        ({"winner": None, "decided": "draw"}, True),
        ({"winner": None, "decided": "annulled"}, False),
    ],
    ids=["lost", "drawn", "annulled"],
)
def test_only_a_win_climbs_and_only_what_was_played_counts(ada, beaten, how, is_begun):
    beaten(ada, "larva", **how)
    assert (mabula_of(ada).reached, mabula_of(ada).is_begun) == (None, is_begun)


def test_a_bot_that_played_on_for_a_person_is_not_beaten(start, act, ada, ben):
    game = start("mabula")
    seat = next(row.number for row in game.seats.all() if row.user_id == ben.pk)
    door.submit(game_id=game.pk, seat=None, act=Act.BOT_IN, text=f"{seat} worker", seen=game.head, key="k" * 8)
    Game.objects.filter(pk=game.pk).update(
        status="over", to_move=None, bot_to_move=None, winner=3 - seat, decided="largest", ended_at=game.created_at
    )
    assert not mabula_of(ada).is_begun


def test_a_guest_climbs_too_and_takes_the_ladder_along(ada, beaten):
    guest = guests.new_guest()
    beaten(guest, "pupa")
    assert mabula_of(guest).next.level == "nurse"
    challenges.adopt(guest=guest, user=ada)
    assert mabula_of(ada).next.level == "nurse"


def test_it_takes_one_query(ada, beaten, django_assert_num_queries):
    for level in ("larva", "pupa"):
        beaten(ada, level)
    with django_assert_num_queries(1):
        ladder.ladders_of(ada)


@pytest.mark.parametrize("path", ["/", "/lobby/", "/play/", "/games/new/"])
def test_wherever_a_bot_is_chosen_the_next_is_chosen_at_first_and_beaten_ones_are_marked(ada, beaten, path):
    browser = logged_in(ada)
    assert checked(browser.get(path))["mabula-bot"] == "larva"
    beaten(ada, "larva")
    beaten(ada, "pupa")
    page = browser.get(path)
    assert (checked(page)["mabula-bot"], checked(page)["marabunta-bot"]) == ("nurse", "larva")
    assert "Larva beaten Pupa beaten Nurse next Worker" in said(page)
    assert "You have beaten it: The largest group · A draw." in said(page)


def test_every_bot_has_a_face_a_name_and_says_how_it_plays():
    page = Client().get("/play/")
    text = page.content.decode()
    for kind in kinds.all():
        for rung in ladder.ladders_of(None)[kind.key].rungs:
            assert f'id="{kind.key}-{rung.level}-manner"' in text
            assert str(rung.manner) in said(page)
    faces = re.findall(r'<svg class="face".*?</svg>', text, re.DOTALL)
    assert len(faces) == 18
    assert len({" ".join(face.split()) for face in faces}) == 10


def test_a_button_that_names_only_the_game_begins_against_the_next(ada, beaten):
    beaten(ada, "soldier")
    page = logged_in(ada).post("/play/", {"kind": "mabula"})
    assert page.status_code == 303
    assert Game.objects.latest("pk").seats.get(user=None).bot == "princess"


def test_a_bot_of_another_kind_is_refused(ada):
    page = logged_in(ada).post("/play/", {"kind": "mabula", "bot": "builder"})
    assert (page.status_code, "There’s no such bot." in said(page)) == (422, True)
    assert not Game.objects.exists()


def test_a_bot_that_is_not_beaten_yet_is_chosen_again_in_the_same_session(ada, beaten):
    browser = logged_in(ada)
    browser.post("/play/", {"kind": "mabula", "mabula-bot": "queen"})
    assert checked(browser.get("/play/"))["mabula-bot"] == "larva", "somebody new begins at the bottom"
    beaten(ada, "larva", winner=2)
    assert checked(browser.get("/play/"))["mabula-bot"] == "queen"
    beaten(ada, "queen")
    browser.post("/play/", {"kind": "mabula", "mabula-bot": "worker"})
    beaten(ada, "worker")
    assert checked(browser.get("/play/"))["mabula-bot"] == "queen"


def test_after_a_win_the_next_is_offered_on_the_same_board_with_colours_swapped(ada, beaten):
    game = beaten(ada, "larva", options=PRODUCT)
    browser = PlainBrowser()
    browser.client.force_login(ada)
    browser.open(f"/games/{game.pk}/")
    browser.press("Next on the ladder: Pupa")
    again = Game.objects.latest("pk")
    assert (again.options["scoring"], again.seats.get(user=None).bot) == ("product", "pupa")
    assert again.seats.get(user=ada).number == 2


@pytest.mark.parametrize(("bot", "winner"), [("larva", 2), ("larva", None), ("queen", 1)])
def test_none_is_offered_after_a_loss_or_above_the_queen(ada, beaten, bot, winner):
    page = logged_in(ada).get(f"/games/{beaten(ada, bot, winner=winner).pk}/")
    assert "Rematch, colours swapped" in said(page)
    assert "Next on the ladder" not in said(page)


def test_a_profile_shows_the_ladder_and_only_to_oneself_the_next(ada, ben, beaten):
    assert "No bot beaten yet." in said(logged_in(ben).get("/people/ada/"))
    beaten(ada, "larva")
    seen = said(logged_in(ben).get("/people/ada/"))
    assert "The strongest bot beaten: Larva." in seen
    assert "Larva : The largest group · A draw" in seen
    assert "Play the next" not in seen
    assert "Play the next: Pupa" in said(logged_in(ada).get("/people/ada/"))


def test_old_games_against_the_four_levels_go_on(ada, beaten):
    for level in ("larva", "worker", "soldier", "queen"):
        assert beaten(ada, level).seats.get(user=None).bot == level
    assert [rung.level for rung in mabula_of(ada).rungs if rung.is_beaten] == ["larva", "worker", "soldier", "queen"]
