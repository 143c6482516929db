"""How a row of a list tells a game: to its reader, from the side of the person whose list it is."""

import re

import pytest
from django.test import Client

from games import kinds, record
from games.contract import Seat
from games.models import EndedBy, Game
from games.site import demo
from games.table import exchange
from games.view_models.lists import pages_of
from games.words import results

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

WINNERS: dict[str, list[int | None]] = {
    EndedBy.RESIGNATION: [1, 2],
    EndedBy.TIMEOUT: [1, 2],
    EndedBy.ADJUDICATION: [1, 2, None],
    EndedBy.AGREEMENT: [None],
    EndedBy.ABORT: [None],
    EndedBy.ANNULMENT: [None],
    "points": [1, 2],  # by the rules of a kind
    "draw": [None],
}
ENDINGS = [(decided, winner) for decided, winners in WINNERS.items() for winner in winners]


@pytest.fixture
def played(ada, ben):
    """A game that the rules ended: ada has that seat, ben the other."""

    def played(kind="marabunta", ada_is=Seat.ONE):
        played = demo.play(kind, 7)
        moves = [step.move for step in played.steps]
        players = (ada, ben) if ada_is is Seat.ONE else (ben, ada)
        return exchange.import_record(record.make(kind, played.options, moves), players=players)

    return played


def row(game, viewer, owner):
    (listed,) = pages_of(Game.objects.filter(pk=game.pk).prefetch_related("seats__user"), viewer, owner=owner)
    return listed


@pytest.mark.parametrize("ada_is", list(Seat))
@pytest.mark.parametrize("kind", [kind.key for kind in kinds.all()])
def test_the_points_of_the_person_come_first_whoever_reads_it(played, ada, ben, cleo, kind, ada_is):
    game = played(kind, ada_is)
    outcome = demo.play(kind, 7).outcome
    mine, theirs = outcome.points if ada_is is Seat.ONE else reversed(outcome.points)
    verb = "Won" if outcome.winner is ada_is else "Lost"
    assert row(game, ada, ada).result == f"You {verb.lower()}, {mine} : {theirs}"
    assert row(game, cleo, ada).result == f"{verb} against ben, {mine} : {theirs}"
    assert row(game, None, ada).result == f"{verb} against ben, {mine} : {theirs}"
    assert row(game, ben, ada).result == f"{verb} against you, {mine} : {theirs}"


def test_a_game_that_was_played_to_its_end_and_then_annulled_is_no_draw(played, ada, ben):
    game = played()
    Game.objects.filter(pk=game.pk).update(decided=EndedBy.ANNULMENT, winner=None)
    assert row(game, ada, ada).result == "The game was annulled: it doesn’t count."
    assert row(game, None, ada).result == "Against ben, annulled"


@pytest.mark.parametrize(("decided", "winner"), ENDINGS)
@pytest.mark.parametrize("seat", list(Seat))
def test_every_ending_has_its_line_which_names_nobody_but_the_opponent(decided, winner, seat):
    facts = {"winner": winner, "seat": seat, "points": (31, 24)}
    to_other = results.of_player(decided, "100%s", is_reader=False, **facts)
    to_opponent = results.of_player(decided, "100%s", is_reader=True, **facts)
    assert "100%s" in to_other
    assert "100%s" not in to_opponent and "you" in to_opponent
    own = results.to_player(decided, ["one", "two"], **facts)
    assert ("one", "two")[seat - 1] not in own.split()
    for line in (to_other, to_opponent, own):
        assert "%(" not in line
        assert ("31" in line and "24" in line) is (decided in ("points", "draw"))


def test_every_way_to_end_a_game_is_among_them():
    assert {decided for decided in WINNERS if isinstance(decided, EndedBy)} == {*EndedBy}


def test_a_list_of_nobody_in_particular_names_both(played, cleo):
    game = played()
    listed = row(game, cleo, None)
    assert (listed.side, listed.is_own) == (None, False)


def test_on_the_page_of_another_a_row_names_whom_they_played_and_not_them(start, played, ada, ben):
    played()
    start("mabula")
    opponent = Client()
    opponent.force_login(ada)
    for browser, name in ((Client(), "ada"), (opponent, "you")):
        page = browser.get("/people/ben/").content.decode()
        running, over = re.findall(r'<li class="row game-row".*?</li>', page, re.DOTALL)
        assert f"Against {name}" in running
        assert f"against {name}, " in over
        assert "ben" not in running + over


def test_who_is_away_is_told_of_the_opponent_and_not_of_the_person_whose_page_it_is(timed, ada, ben):
    game = timed()
    spans = [["2026-01-01T00:00:00+00:00", "2098-01-01T00:00:00+00:00"]]
    game.seats.filter(number=2).update(pauses=spans)
    away = "ben is on vacation until"
    assert away in Client().get("/people/ada/").content.decode()
    assert away not in Client().get("/people/ben/").content.decode()
