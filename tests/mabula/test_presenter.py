import re
import secrets

import pytest
from django.template.loader import render_to_string

from accounts.models import User
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.mabula import rules
from games.mabula.page.presenter import view, written
from games.table import door, log
from games.table.door import Act
from tests.luck import dice
from tests.mabula.position import BLACK, WHITE, finished, rank_four
from tests.mabula.random_games import states

END = """
    -......-
    ...BBB..
    .WWBBB..
    .WWWBB..
    ..WWBBB.
    ..WBBW..
    ...WW...
    -......-
"""
DECIDED = """
    -......-
    .BBB....
    .BBB.BB.
    .WWWWBW.
    .WWWWBB.
    ...B....
    ........
    -......-
"""
EQUAL = """
    -......-
    .WWW....
    ........
    .BBB....
    ........
    .BB..W..
    ........
    -......-
"""


def seen(state, *, seat=WHITE, is_yours=True, ask=None, latest=(), rounds=()):
    return view(state, seat=seat, is_yours=is_yours, ask=ask or {}, latest=latest, rounds=rounds)


def test_the_hand_is_shown_to_who_may_move_and_nobody_else():
    state = rank_four("W..B...B")
    assert seen(state).picker
    assert seen(state, seat=BLACK, is_yours=False).picker is None
    assert seen(state, seat=BLACK).picker is None
    assert seen(state, seat=None, is_yours=False).picker is None


def test_the_picture_shows_the_push_that_is_tried():
    state = rank_four("W..B...B")
    ghosts = [marble.space for marble in seen(state, ask={"from": "a4", "to": "d4"}).picture.marbles if marble.is_ghost]
    assert ghosts == ["d4", "e4"]
    idle = seen(state, is_yours=False, ask={"from": "a4", "to": "d4"}).picture
    assert not any(marble.is_ghost for marble in idle.marbles)


def test_both_counts_are_shown_and_the_agreed_one_is_the_estimate():
    white, black = seen(finished(DECIDED)).standings
    assert (white.sizes, white.largest, white.product) == ((8, 1), 8, 8)
    assert (black.sizes, black.largest, black.product) == ((6, 5, 1), 6, 30)
    assert seen(finished(DECIDED)).estimate == (8, 6)
    assert seen(finished(DECIDED, scoring="product")).estimate == (8, 30)


def test_the_rim_is_counted_with_what_can_still_be_pushed():
    white, black = seen(rank_four("WWBWBWBB")).standings
    assert (white.on_rim, white.movable) == (1, 0)
    assert (black.on_rim, black.movable) == (1, 0)
    white, _ = seen(rank_four("W..B...B")).standings
    assert (white.on_rim, white.movable) == (1, 1)


def test_who_cannot_push_is_told_to_pass_until_they_can():
    assert seen(rank_four("W....B..")).passes.startswith("Black cannot push and passes until")
    assert seen(rank_four("B....B..", turn=BLACK)).passes.startswith("White cannot push and passes until")
    assert seen(rank_four("W....B.B")).passes == ""
    assert seen(finished(END)).passes == ""


def test_the_chart_follows_the_largest_groups_push_by_push():
    played = states(3)
    shown = seen(played[-1], is_yours=False, rounds=played).chart
    assert [row.pushes for row in shown.rows] == list(range(len(played)))
    assert (shown.rows[-1].white, shown.rows[-1].black) == tuple(line.size for line in shown.lines)
    assert (shown.rows[-1].white, shown.rows[-1].black) == seen(played[-1]).estimate
    for line in shown.lines:
        points = [tuple(map(int, point.split(","))) for point in line.points.split()]
        assert points[0][0] == 0
        assert points[-1] == line.end
        assert all(0 <= x <= shown.width and 0 <= y <= shown.height for x, y in points)


def test_there_is_no_chart_of_nothing():
    assert seen(rank_four("W..B...B")).chart is None
    assert seen(rank_four("W..B...B"), rounds=[rules.initial({})]).chart is None


def test_no_form_stands_for_a_push():
    assert written({"from": "a3", "to": "d3"}) == ""


# The page itself


@pytest.fixture
def game(db):
    """Ada is white and ben is black."""
    log.forget_all()
    ada = User.objects.create_user("ada", "ada@example.org", "correct horse battery")
    ben = User.objects.create_user("ben", "ben@example.org", "correct horse battery")
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience="public", seat=Seat.ONE)
    return challenges.accept(challenge_id=offer.pk, user=ben)


@pytest.fixture
def look(client, game):
    """The page of the game as somebody sees it."""

    def look(address="", *, who=None):
        client.logout()
        if who:
            client.force_login(User.objects.get(username=who))
        answer = client.get(f"/games/{game.pk}/{address}")
        assert answer.status_code == 200
        return answer.content.decode()

    return look


def push(game, move):
    game.refresh_from_db()
    answer = door.submit(
        game_id=game.pk,
        seat=Seat(game.to_move),
        act=Act.MOVE,
        text=move,
        seen=game.head,
        key=secrets.token_hex(8),
    )
    assert answer.refusal is None


def first_push(game) -> tuple[str, str]:
    start, stop = rules.legal(log.position(game).state)[0].split("-")
    return start, stop


def test_who_is_to_move_has_all_sixty_spaces_and_only_legal_ones_in_the_tab_order(look):
    page = look(who="ada")
    spaces = re.findall(r'<a id="space-[a-h][1-8]"[^>]*>', page)
    assert len(spaces) == 60
    assert sum('data-state="legal"' in space for space in spaces) == 12
    assert all(('tabindex="-1"' in space) == ('data-state="no"' in space) for space in spaces)
    assert all("aria-label=" in space and "title=" in space for space in spaces)
    assert "Choose one of your marbles on the rim" in page
    assert 'name="move" value="' not in page


def test_the_button_push_appears_with_the_stop(look, game):
    start, stop = first_push(game)
    assert 'id="push"' not in look(f"?from={start}", who="ada")
    assert f'name="move" value="{start}-{stop}"' in look(f"?from={start}&to={stop}", who="ada")


def test_the_reason_is_told_in_the_dock_with_a_link_to_the_rules(look):
    page = look("?why=d4", who="ada")
    assert "Only marbles on the rim are pushed, and d4 is in the field." in page
    assert '<a href="/rules/mabula/#B2.5">Rule B2.5</a>' in page


@pytest.mark.parametrize("who", ["ben", None])
def test_who_waits_or_watches_hears_what_is_on_every_space_and_can_choose_none(look, who):
    page = look("?from=b8&to=b6&why=d4", who=who)
    assert 'role="img" aria-label="The board of Mabula; White is to push.' in page
    assert page.count('class="hex" role="img"') == 60
    assert "d4: empty." in page
    assert 'data-state="legal"' not in page
    assert 'id="push"' not in page


def test_nonsense_in_the_address_is_no_error(look):
    assert "Choose one of your marbles" in look("?from=%00&to=a8&why=%F0%9F%90%9C&piece=G", who="ada")


def test_steps_keep_the_view_turned(look, game):
    start, _ = first_push(game)
    page = look(f"?from={start}&flip=1", who="ada")
    links = re.findall(r'href="(\?[^"]*)#board"', page)
    assert links
    assert all("flip=1" in link for link in links)


def test_before_the_ring_there_is_an_empty_board(look):
    page = look("?at=0", who="ada")
    assert "The board of Mabula, still empty." in page
    assert "Still on the rim" not in page


def test_at_the_end_there_is_the_count_and_the_chart(look, game):
    blind = dice(5)
    while legal := rules.legal(log.position(game).state):
        push(game, blind.choice(legal))
        game.refresh_from_db()
    for who in ("ada", "ben", None):
        page = look(who=who)
        assert "Final count" in page
        assert "<polyline" in page
        assert "The same in figures" in page
        assert page.count('class="hex" role="img"') == 60
    assert 'data-state="legal"' not in page


def test_a_game_that_was_given_up_shows_how_it_stood(look, game):
    push(game, "-".join(first_push(game)))
    game.refresh_from_db()
    door.submit(game_id=game.pk, seat=Seat.TWO, act=Act.RESIGN, text="", seen=game.head, key="resigned")
    assert "The game ended before the last push." in look(who="ada")


def test_a_forced_pass_is_explained():
    text = render_to_string("mabula/_mine.html", {"view": seen(rank_four("W....B.."))})
    assert "Black cannot push and passes until" in text
    assert 'href="/rules/mabula/#B2.6"' in text


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (finished(DECIDED), "White wins. White’s largest group is 8, Black’s is 6."),
        (
            finished(DECIDED, scoring="product"),
            "Black wins. The groups multiplied are 8 for White and 30 for Black.",
        ),
        (finished(EQUAL, ties="next-group"), "Black wins: both largest groups are 3, and the next groups decide."),
        (finished(EQUAL), "A draw: both largest groups are 3."),
    ],
)
def test_what_decided_is_said(state, said):
    text = render_to_string("mabula/_final.html", {"view": seen(state)})
    assert said in " ".join(text.split())
