import re

import pytest
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.html import escape

from games import kinds
from games.contract import Outcome, replay
from games.site import demo

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

KINDS = [kind.key for kind in kinds.all()]


@pytest.fixture(params=KINDS)
def game(request):
    return demo.play(request.param, 7)


def address(game, at):
    return f"/replay/{game.kind.key}/{game.number}/?at={at}"


def drawn(page):
    return "\n\n".join(re.findall(r"<pre[^>]*>(.*?)</pre>", page.content.decode(), re.DOTALL))


def part(pattern, page):
    (found,) = re.findall(pattern, page.content.decode(), re.DOTALL)
    return found


def test_a_number_always_gives_the_same_game(game):
    again = demo.work_out(game.kind.key, game.number)
    assert again is not game
    assert [step.move for step in again.steps] == [step.move for step in game.steps]


def test_other_numbers_give_other_games(game):
    assert demo.play(game.kind.key, 8).steps != game.steps


def test_a_random_game_is_a_whole_game_by_the_rules(game):
    rules = game.kind.rules
    moves = [step.move for step in game.steps]
    assert rules.encode(replay(rules, game.kind.agreed({}), moves)) == rules.encode(game.state(game.last))
    assert game.outcome is not None


def test_a_replay_shows_the_board_after_so_many_moves(client, game):
    for at in (0, 1, game.last // 2, game.last):
        page = client.get(address(game, at))
        assert page.status_code == 200
        assert drawn(page) == escape(game.kind.draw(game.state(at)))


def test_a_replay_begins_before_the_first_move(client, game):
    first = client.get(f"/replay/{game.kind.key}/{game.number}/")
    assert drawn(first) == drawn(client.get(address(game, 0)))
    assert f"Before the first of {game.last} moves." in first.content.decode()


def test_a_replay_lists_every_move_with_who_made_it(client, game):
    moves = client.get(address(game, 3)).context["step"].moves
    assert [move.text for move in moves] == [step.move for step in game.steps]
    assert {move.side for move in moves} == {"chance", *game.kind.seats}
    assert {move.who for move in moves} == {"Chance", *(seat.title() for seat in game.kind.seats)}


@pytest.mark.parametrize(
    ("at", "steps"),
    [("first", ["Next", "Last"]), ("within", ["First", "Back", "Next", "Last"]), ("last", ["First", "Back"])],
)
def test_one_steps_to_where_there_is_something(client, game, at, steps):
    where = {"first": 0, "within": 5, "last": game.last}[at]
    to = {"First": 0, "Back": where - 1, "Next": where + 1, "Last": game.last}
    nav = part(r'<nav class="steps".*?</nav>', client.get(address(game, where)))
    links = re.findall(r'href="\?at=(\d+)#board">(\w+)<', nav)
    assert links == [(str(to[step]), step) for step in steps]


def test_the_last_step_says_who_won(client, game):
    page = client.get(address(game, game.last)).content.decode()
    winner = game.outcome.winner
    assert (f"{game.kind.seats[winner - 1].title()} wins" if winner else "A draw") in page


@pytest.mark.parametrize(
    ("key", "winner", "decided", "points", "sentence"),
    [
        ("marabunta", "Blue", "points", (7, 12), "Blue wins. Red 7 points, Blue 12."),
        ("marabunta", "Red", "cupcakes", (9, 9), "Red wins: 9 to 9, with more cupcakes."),
        ("marabunta", "Red", "trigger", (9, 9), "Red wins: 9 to 9, tied on cupcakes, having triggered the end."),
        ("mabula", "White", "largest", (8, 6), "White wins. Largest groups: White 8, Black 6."),
        ("mabula", None, "draw", (6, 6), "A draw. Largest groups: 6 each."),
        (
            "mabula",
            "Black",
            "product",
            (16, 36),
            "Black wins. Groups multiplied: White 16, Black 36.",
        ),
        ("mabula", "White", "next-group", (6, 6), "White wins. Both largest groups are 6, so the next largest decide."),
    ],
)
def test_every_way_to_win_has_its_sentence(key, winner, decided, points, sentence):
    outcome = Outcome(winner=None, decided=decided, points=points, parts=())
    said = render_to_string(f"{key}/_outcome.html", {"outcome": outcome, "winner": winner})
    assert said.strip() == sentence


def test_another_game_is_a_random_one_of_the_same_kind(client, game):
    page = client.get(f"/replay/{game.kind.key}/")
    assert page.status_code == 302
    assert re.fullmatch(rf"/replay/{game.kind.key}/\d+/", page["Location"])
    assert "no-store" in page["Cache-Control"]


def test_a_replay_asks_the_database_nothing(client, game, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(address(game, 5))


@pytest.mark.parametrize(
    "path", ["/rules/chess/", "/replay/chess/", "/replay/chess/7/", "/replay/%00/7/", "/replay/🐜/7/"]
)
def test_a_kind_that_does_not_exist_is_not_found(client, path):
    page = client.get(path)
    assert page.status_code == 404
    assert "There’s no such game here." in page.content.decode()


@pytest.mark.parametrize("number", ["x", "-1", "007", "1000000", "9" * 5000, "1.5", "%20", "٣", "<script>"])
def test_a_game_that_does_not_exist_is_not_found(client, number):
    page = client.get(f"/replay/mabula/{number}/")
    assert page.status_code == 404
    assert "numbered from 0 to 999999" in page.content.decode()


@pytest.mark.parametrize("at", ["", "x", "-1", "26", "05", "1e1", "9" * 5000, "٣", "%00", "<script>alert(1)</script>"])
def test_a_step_that_the_game_does_not_have_is_refused_with_a_sentence(client, at):
    page = client.get(f"/replay/mabula/7/?at={at}")
    assert page.status_code == 422
    assert "This game has 25 moves" in page.content.decode()
    assert "<script" not in page.content.decode()


def test_games_that_are_not_worked_out_yet_are_limited_and_the_others_are_not(client, settings):
    settings.LIMITS = {"replay": "2/h"}
    cache.clear()
    demo._kept.clear()
    for number in (101, 102):
        assert client.get(f"/replay/mabula/{number}/").status_code == 200
    refused = client.get("/replay/mabula/103/")
    assert refused.status_code == 429
    assert refused["Retry-After"]
    assert client.get("/replay/mabula/102/?at=1").status_code == 200


def test_only_so_many_games_are_kept(monkeypatch):
    monkeypatch.setattr(demo, "MOST_KEPT", 2)
    for number in (201, 202, 201, 203):
        demo.play("mabula", number)
    assert [demo.is_kept("mabula", number) for number in (201, 202, 203)] == [True, False, True]
