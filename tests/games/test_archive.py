"""All games of a person: each filter finds what it says, each page follows the one before, and none of it grows."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import record
from games.archive import search
from games.archive.search import Opponents, Result, Wanted
from games.lobby import challenges, departure
from games.lobby.start import Agreement
from games.models import Game
from games.models import Seat as SeatRow
from games.table import exchange
from games.table.door import Act
from tests.games.many_games import play_many
from tests.games.playing import move

pytestmark = pytest.mark.django_db


def found(person, viewer=None, **wanted) -> list[Game]:
    """The first page of games, for the person themselves unless somebody else looks."""
    return search.find(person, Wanted(**wanted), viewer=viewer or person).games


@pytest.fixture
def ended(start, act):
    """A game of ada, who has seat one, against ben; ended so for her."""

    def ended(result, kind="mabula"):
        game = start(kind)
        match result:
            case Result.WON | Result.LOST:
                act(game, kind=Act.RESIGN, seat=2 if result is Result.WON else 1)
            case Result.DRAWN:
                move(game)
                act(game, kind=Act.OFFER_DRAW, seat=1)
                act(game, kind=Act.ACCEPT_DRAW, seat=2)
            case Result.UNPLAYED:
                act(game, kind=Act.ABORT, seat=1)
        return game

    return ended


def test_without_a_wish_all_games_are_found_the_newest_first(ada, ended):
    games = [ended(result) for result in Result]
    assert found(ada) == games[::-1]


@pytest.mark.parametrize("result", Result)
def test_games_are_found_by_how_they_ended_for_the_person(ada, ben, ended, result):
    games = {each: ended(each) for each in Result}
    assert found(ada, result=result) == [games[result]]
    for_ben = {Result.WON: Result.LOST, Result.LOST: Result.WON}.get(result, result)
    assert found(ben, result=for_ben) == [games[result]]


def test_an_annulled_game_was_not_played_and_is_no_draw(ada, ended):
    game = ended(Result.WON)
    Game.objects.filter(pk=game.pk).update(decided="annulled", winner=None)
    assert found(ada, result=Result.UNPLAYED) == [game]
    assert found(ada, result=Result.DRAWN) == []


def test_the_sums_count_all_that_was_found_and_how_the_played_ones_ended(ada, ben, ended):
    for result, number in ((Result.WON, 3), (Result.DRAWN, 1), (Result.LOST, 2), (Result.UNPLAYED, 1)):
        for _ in range(number):
            ended(result)
    ended(Result.RUNNING)
    assert search.count(ada, Wanted(), viewer=ada) == search.Sums(games=8, running=1, won=3, drawn=1, lost=2)
    assert search.count(ben, Wanted(), viewer=ben) == search.Sums(games=8, running=1, won=2, drawn=1, lost=3)
    assert search.count(ada, Wanted(result=Result.LOST), viewer=ada) == search.Sums(2, 0, 0, 0, 2)
    assert search.count(ada, Wanted(kind="marabunta"), viewer=ada) == search.Sums(0, 0, 0, 0, 0)


def test_games_are_found_by_kind_and_its_options(ada, ben, start):
    glade, delta, product = (
        start("marabunta"),
        start("marabunta", territory="delta", colony="forager"),
        start(scoring="product", kind="mabula"),
    )
    from_a_file = exchange.import_record(record.make("marabunta", {}, []), players=(ada, ben))
    Game.objects.filter(pk=from_a_file.pk).update(options={})
    assert found(ada, kind="marabunta") == [from_a_file, delta, glade]
    assert found(ada, kind="mabula", options={"scoring": "product"}) == [product]
    assert found(ada, kind="mabula", options={"scoring": "largest"}) == []
    assert found(ada, kind="marabunta", options={"territory": "delta"}) == [delta]
    assert found(ada, kind="marabunta", options={"territory": "meadow"}) == [from_a_file]
    assert found(ada, kind="marabunta", options={"territory": "glade"}) == [glade]
    assert found(ada, kind="marabunta", options={"territory": "delta", "colony": "raider"}) == []
    assert found(ada, kind="marabunta", options={"territory": "delta", "colony": "forager"}) == [delta]


def test_games_are_found_by_whether_they_are_rated(ada, start, timed):
    plain, rated = start("mabula"), timed(is_rated=True)
    assert (found(ada, is_rated=True), found(ada, is_rated=False)) == ([rated], [plain])


def test_games_are_found_by_whether_people_or_bots_sat_opposite(ada, ben, start):
    person = start("mabula")
    bot = challenges.play_bot(user=ada, bot="queen", agreement=Agreement("mabula", {}))
    left = start("mabula")
    departure.leave(user=ben)  # bots play on for him
    assert found(ada, opponents=Opponents.BOTS) == [bot]
    assert found(ada, opponents=Opponents.PEOPLE) == [left, person]


def test_games_are_found_by_when_they_began(ada, start):
    noon = datetime(2026, 3, 14, 12, tzinfo=UTC)
    early, late = start("mabula"), start("mabula")
    for game, at in ((early, noon), (late, noon + timedelta(days=2))):
        Game.objects.filter(pk=game.pk).update(created_at=at)
    assert found(ada, since=noon) == [late, early]
    assert found(ada, since=noon + timedelta(seconds=1)) == [late]
    assert found(ada, until=noon + timedelta(days=2)) == [early]
    assert found(ada, since=noon, until=noon) == []


@pytest.mark.parametrize("text", ["Ölga", "olga", "LGA", "0lga", "ga-pi", "Olga_Pi"])
def test_an_opponent_is_found_by_a_part_of_the_name_however_it_is_written(ada, text):
    olga = User.objects.create_user("Ölga-Pi", "olga@example.org")
    play_many(ada, [User.objects.create_user("Karl", "karl@example.org")], 1)
    (game,) = play_many(ada, [olga], 1)
    assert found(ada, text=text) == [game]


def test_the_own_name_is_not_that_of_an_opponent(ada, ben, start):
    game = start("mabula")
    assert (found(ada, text="ada"), found(ada, text="ben"), found(ben, text="ada")) == ([], [game], [game])


def test_bots_and_those_who_left_are_found_by_what_lists_call_them(ada, ben, start):
    bot = challenges.play_bot(user=ada, bot="queen", agreement=Agreement("mabula", {}))
    left = start("mabula")
    departure.leave(user=ben)
    assert found(ada, text="queen") == [bot]
    assert found(ada, text="(bot)") == [bot]
    SeatRow.objects.filter(user=ben).update(user=None)  # as deleting his account does
    assert found(ada, text="former") == [left]
    assert found(ada, text="worker") == [], "the bot that plays on for him is not the opponent"


def test_a_game_is_found_by_its_number(ada, ben, cleo, start):
    one, two = start("mabula"), start("mabula")
    assert (found(ada, text=str(one.pk)), found(ada, text=f"#{two.pk}")) == ([one], [two])
    assert found(ada, text=str(two.pk + 1)) == []
    assert found(cleo, text=str(one.pk)) == [], "it is no game of hers"
    twin = User.objects.create_user(f"Twin{one.pk}", "twin@example.org")
    (beside,) = play_many(ada, [twin], 1)
    assert found(ada, text=str(one.pk)) == [beside, one], "a name may have digits in it"


@pytest.mark.parametrize("text", ["%", "_", "\\", "'", "#", "#x", "-1", "9" * 60, "²", "٣", "🐜"])
def test_whatever_somebody_types_is_looked_for(ada, start, text):
    start("mabula")
    assert found(ada, text=text) == []


def test_others_see_what_is_public_and_where_they_play(ada, ben, cleo, start):
    public, private, hidden = start("mabula"), start("mabula", audience="link"), start("mabula")
    Game.objects.filter(pk=hidden.pk).update(is_hidden=True)
    assert search.find(ada, Wanted(), viewer=None).games == found(ada, cleo) == [public]
    assert found(ada, ben) == found(ada) == [hidden, private, public]
    assert search.count(ada, Wanted(), viewer=cleo).games == 1
    assert search.count(ada, Wanted(), viewer=None).games == 1
    assert found(ada, cleo, text=str(private.pk)) == []


def test_the_pages_hold_every_game_once_there_and_back(ada, ben):
    games = play_many(ada, [ben], 45)[::-1]
    pages = [search.find(ada, Wanted(), viewer=ada)]
    while (older := pages[-1].older) is not None:
        pages.append(search.find(ada, Wanted(), viewer=ada, before=older))
    assert [game for page in pages for game in page.games] == games
    assert [len(page.games) for page in pages] == [20, 20, 5]
    assert pages[0].newer is None
    back = search.find(ada, Wanted(), viewer=ada, after=pages[2].newer)
    assert back == pages[1]
    assert search.find(ada, Wanted(), viewer=ada, after=back.newer) == pages[0]


def test_a_page_of_a_filter_leads_only_to_games_that_it_finds(ada, ben, cleo):
    play_many(ada, [ben], 25)
    wanted = Wanted(text="cleo")
    games = play_many(ada, [cleo], 20)[::-1]
    play_many(ada, [ben], 25)
    page = search.find(ada, wanted, viewer=ada)
    assert (page.games, page.newer, page.older) == (games, None, None)
    for place in ({"before": games[0].pk}, {"after": games[-1].pk}):
        page = search.find(ada, wanted, viewer=ada, **place)
        assert len(page.games) == 19
        assert (page.newer is None, page.older is None) == ("after" in place, "before" in place)


def test_where_no_game_is_there_is_no_page_to_go_to(ada, ben):
    games = play_many(ada, [ben], 3)
    for place in ({"before": games[0].pk}, {"before": 0}, {"after": games[-1].pk}, {"after": search.LARGEST_NUMBER}):
        assert search.find(ada, Wanted(), viewer=ada, **place) == search.Found([], None, None)


WISHES = [
    *({}, {"result": "won"}, {"result": "running"}, {"kind": "mabula"}, {"text": "nobody"}, {"text": "77"}),
    *({"kind": "marabunta", "options": {"territory": "delta"}}, {"opponents": "bots"}, {"is_rated": True}),
    *({"since": datetime(2026, 3, 14, tzinfo=UTC)}, {"until": datetime(2026, 3, 14, tzinfo=UTC), "result": "lost"}),
]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="other databases plan by how full their tables are")
@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_no_wish_has_the_database_read_the_games_of_others(ada, ben, cleo, wish):
    games = play_many(ada, [ben], 50)
    for viewer in (ada, cleo, None):
        for place in ({}, {"before": games[30].pk}, {"after": games[5].pk}):
            plans = plans_of(lambda v=viewer, p=place: search.find(ada, Wanted(**wish), viewer=v, **p))
            assert "SEARCH games_seat USING INDEX" in plans[0] and "(user_id=?" in plans[0]
            assert "TEMP B-TREE" not in plans[0], "they are read in their order"
            assert [plan for plan in plans if "SCAN" in plan] == []
        assert [
            plan for plan in plans_of(lambda v=viewer: search.count(ada, Wanted(**wish), viewer=v)) if "SCAN" in plan
        ] == []


def test_a_page_asks_the_database_the_same_for_few_and_for_very_many(ada, ben, django_assert_num_queries):
    for number in (45, 2000):
        play_many(ada, [ben], number)
        for place in ({}, {"before": search.find(ada, Wanted(), viewer=ada).older}):
            with django_assert_num_queries(3 + bool(place)):
                assert len(search.find(ada, Wanted(), viewer=ada, **place).games) == search.PAGE


def plans_of(ask) -> list[str]:
    """How the database goes about each of the questions that somebody asks."""
    with CaptureQueriesContext(connection) as asked:
        ask()
    with connection.cursor() as cursor:
        return [
            "\n".join(row[-1] for row in cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}").fetchall())
            for query in asked.captured_queries
        ]
