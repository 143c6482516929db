"""The home of a player: what waits for them, what waits for others, what is over, and how to start another game."""

import gzip
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import kinds, record
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Challenge, Game
from games.site import demo
from games.table import exchange, log
from games.table.door import Act
from games.views.home import MOST_BOARDS
from games.words import durations

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_ada(ada):
    client = Client()
    client.force_login(ada)
    return client


@pytest.fixture
def game_of(ada, ben):
    """A game of ada and ben after a share of the moves of a demo game; ada has that seat, or else is to move."""

    def game_of(kind="marabunta", number=7, share=0.6, ada_is=None):
        played = demo.play(kind, number)
        actors = [(step.at, played.kind.rules.actor(step.state)) for step in played.steps]
        at, actor = next(
            (at, actor) for at, actor in actors if at >= played.last * share and (ada_is or isinstance(actor, Seat))
        )
        players = (ada, ben) if (ada_is or actor) is Seat.ONE else (ben, ada)
        moves = [step.move for step in played.steps[:at]]
        return exchange.import_record(record.make(kind, played.options, moves), players=players)

    return game_of


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


def parts(page, tag) -> list[str]:
    """The elements of the list items with that class, as text and as markup."""
    return re.findall(rf'<li class="[^"]*{tag}[^"]*".*?</li>', page.content.decode(), re.DOTALL)


@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_a_game_that_waits_is_a_card_with_its_board_and_what_to_do(as_ada, game_of, kind):
    game = game_of(kind)
    page = as_ada.get("/")
    (card,) = parts(page, "game-card")
    assert f'href="/games/{game.pk}/"' in card
    assert card.count("<a ") == 1, "the whole card is one link"
    assert "ben" in card
    (shown,) = page.context["yours"]
    assert shown.status.task in card
    assert f'<span class="thumb" data-kind="{kind}" aria-hidden="true"><svg' in re.sub(r">\s+<", "><", card)
    assert ("round" if kind == "marabunta" else "move") in card
    assert "Your turn in 1 game" in said(page)


def test_the_most_pressing_game_comes_first_and_is_named(as_ada, game_of):
    late, soon = game_of(number=3), game_of(number=5)
    for game, hours in ((late, 50), (soon, 5)):
        Game.objects.filter(pk=game.pk).update(clock="3d", deadline=timezone.now() + timedelta(hours=hours))
    page = as_ada.get("/")
    assert [shown.game for shown in page.context["yours"]] == [soon, late]
    assert "Your turn in 2 games" in said(page)
    assert re.search(r"Most urgent: ben, 4.hours, 59.minutes left", said(page))


@pytest.mark.parametrize(("hours", "is_hurried"), [(5, True), (7, False)])
def test_a_clock_warns_in_the_last_six_hours(as_ada, game_of, hours, is_hurried):
    game = game_of()
    Game.objects.filter(pk=game.pk).update(clock="3d", deadline=timezone.now() + timedelta(hours=hours))
    (card,) = parts(as_ada.get("/"), "game-card")
    assert ('data-state="hurried"' in card) is is_hurried


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(days=2, hours=14, minutes=5), "2 d 14 h left"),
        (timedelta(hours=5, minutes=30), "5 h left"),
        (timedelta(minutes=12, seconds=30), "12 min left"),
        (timedelta(seconds=-5), ""),
    ],
)
def test_the_time_that_is_left_is_said_in_short(left, words):
    assert durations.time_left(left) == words


def test_a_game_that_waits_for_others_is_a_row_that_says_what_they_do(as_ada, start):
    for kind in ("marabunta", "mabula"):
        game = start(kind)
        Game.objects.filter(pk=game.pk).update(to_move=2)
    rows = parts(as_ada.get("/"), "game-row")
    assert len(rows) == 2
    assert all('class="thumb"' in row for row in rows)
    assert {"Marabunta · splitting the pieces", "Mabula · choosing a push"} == {
        words.strip() for row in rows for words in re.findall(r"Marabunta · [^<]*|Mabula · [^<]*", row)
    }


@pytest.mark.parametrize("ada_is", list(Seat))
def test_a_finished_game_says_the_result_with_the_own_points_first(as_ada, game_of, ada_is):
    game_of(share=1, ada_is=ada_is)
    outcome = demo.play("marabunta", 7).outcome
    mine, theirs = outcome.points if ada_is is Seat.ONE else reversed(outcome.points)
    words = "You won" if outcome.winner is ada_is else "You lost"
    for path in ("/", "/people/ada/"):
        (row,) = parts(as_ada.get(path), "game-row")
        assert f"Marabunta · <b>{words}, {mine} : {theirs}</b>" in row
        assert "ada" not in row, "it is told to ada"


def test_a_game_that_was_not_played_to_its_end_says_why(as_ada, start, act):
    act(start("mabula"), kind=Act.RESIGN, seat=2)
    (row,) = parts(as_ada.get("/"), "game-row")
    assert "ben resigned: you won." in row


def test_a_challenge_stands_above_the_games(as_ada, ada, ben, game_of):
    challenges.challenge(creator=ben, agreement=Agreement("mabula", {}), audience="person", invited=ada)
    page = as_ada.get("/")
    assert "A challenge is waiting for you" in said(page)
    game_of()
    page = as_ada.get("/")
    text = page.content.decode()
    assert "Your turn in 1 game" in said(page)
    assert text.index("Challenges to you") < text.index('class="game-cards"')


def test_the_home_of_a_player_leads_to_all_their_games(as_ada, start, act):
    act(start("mabula"), kind=Act.RESIGN, seat=2)
    assert '<a class="more" href="/games/">All my games</a>' in as_ada.get("/").content.decode()


def test_games_beyond_the_boards_have_a_heading_and_each_the_way_to_play_it(as_ada, game_of):
    for number in range(MOST_BOARDS + 2):
        game_of(number=number)
    page = as_ada.get("/")
    assert "2 more games waiting for you" in said(page)
    rows = parts(page, "game-row")
    assert [">Play<" in row for row in rows] == [True, True]


def test_the_address_of_a_form_may_name_a_bot(as_ada):
    for level in ("worker", "queen"):
        form = as_ada.get(f"/play/?bot={level}").context["form"]
        assert [chosen for _, chosen in form.ladders()] == [level, level]


def test_who_has_no_game_yet_finds_a_next_step(as_ada):
    page = as_ada.get("/")
    assert "Time for a game" in said(page)
    assert [moment.kind.key for moment in page.context["steps"]] == ["marabunta", "mabula"]
    for words in ("Play Marabunta", "Play Mabula", "Make a challenge", "Watch bots play"):
        assert words in said(page)


def test_who_has_games_is_not_told_what_there_is_to_play(as_ada, start):
    start("mabula")
    assert as_ada.get("/").context["steps"] == []


@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_a_game_against_the_bot_is_two_choices_away(as_ada, kind):
    page = as_ada.post("/games/new/", {"kind": kind, "audience": "bot"})
    game = Game.objects.get()
    assert (page.status_code, page["Location"], game.kind) == (303, f"/games/{game.pk}/", kind)


@pytest.mark.parametrize("audience", ["public", "link"])
def test_a_challenge_is_two_choices_away(as_ada, audience):
    page = as_ada.post("/games/new/", {"kind": "mabula", "audience": audience})
    offer = Challenge.objects.get()
    assert (page.status_code, offer.audience, offer.clock) == (303, audience, "3d")
    assert page["Location"] == f"/challenges/{offer.token}/"


def test_the_panel_offers_what_can_be_started(as_ada):
    page = as_ada.get("/").content.decode()
    form = re.search(r'<form class="stack start" method="post" action="/games/new/">.*?</form>', page, re.DOTALL)
    assert form
    assert re.findall(r'name="([\w-]+)" value="(\w+)"', form[0])[1:] == [
        ("kind", "marabunta"),
        ("kind", "mabula"),
        ("audience", "bot"),
        ("audience", "public"),
        *((f"{kind.key}-bot", level) for kind in kinds.all() for level in kind.bots.levels),
    ]


def test_lists_ask_the_database_the_same_for_few_and_for_many(as_ada, game_of, start):
    counts = []
    for numbers in (range(2), range(2, 9)):
        for number in numbers:
            game_of("mabula", number)
            game_of("mabula", number, share=1, ada_is=Seat.ONE)
            start("mabula")
        as_ada.get("/")
        for path in ("/", "/lobby/", "/people/ada/"):
            log.forget_all()
            with CaptureQueriesContext(
                connection,
            ) as asked:
                as_ada.get(path)
            counts.append(len(asked))
    assert counts[:3] == counts[3:]
    assert max(counts) <= 20


def test_a_page_with_many_boards_stays_light(as_ada, game_of):
    for number in range(10):
        game_of("marabunta", number)
        game_of("mabula", number)
        game_of("marabunta", number, share=1, ada_is=Seat.ONE)
    page = as_ada.get("/")
    assert page.content.decode().count('class="thumb"') == 26
    assert len(gzip.compress(page.content)) < 60_000


def test_a_board_in_a_list_is_drawn_once_and_is_that_of_the_game(as_ada, game_of):
    one, two = game_of(number=3), game_of(number=5)
    cards = parts(as_ada.get("/"), "game-card")
    boards = [re.search(r"<svg.*?</svg>", card, re.DOTALL)[0] for card in cards]
    assert boards[0] != boards[1]
    assert {one.pk, two.pk} == {int(re.search(r"/games/(\d+)/", card)[1]) for card in cards}
    assert boards == [re.search(r"<svg.*?</svg>", card, re.DOTALL)[0] for card in parts(as_ada.get("/"), "game-card")]


def test_what_is_new_is_marked_until_it_was_seen(as_ada, game_of):
    game = game_of()
    (card,) = parts(as_ada.get("/"), "game-card")
    assert "data-news" in card
    assert '<span class="new">new</span>' in card
    as_ada.get(f"/games/{game.pk}/")
    (card,) = parts(as_ada.get("/"), "game-card")
    assert "data-news" not in card
