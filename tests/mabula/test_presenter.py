import secrets

import pytest
from django.template.loader import render_to_string

from accounts.models import User
from games.contract import NOBODY, Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.mabula import rules
from games.mabula.page.chart import APART, chart
from games.mabula.page.presenter import alarm, caution, doing, moves, task, view, written
from games.table import door, log
from games.table.door import Act
from tests.clauses import clause
from tests.luck import dice
from tests.mabula.position import BLACK, WHITE, finished, rank_four
from tests.mabula.random_games import states
from tests.page_elements import element, elements

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


@pytest.mark.parametrize(("scoring", "points"), [("largest", (8, 6)), ("product", (8, 30))])
def test_the_points_are_what_counts_in_this_game(scoring, points):
    shown = seen(finished(DECIDED, scoring=scoring))
    assert [standing.sizes for standing in shown.standings] == [(8, 1), (6, 5, 1)]
    assert tuple(standing.points for standing in shown.standings) == shown.estimate == points


@pytest.mark.parametrize(
    ("scoring", "counts", "does_not"),
    [("largest", "Largest group", "multiplied"), ("product", "All multiplied", "argest")],
)
def test_what_does_not_count_is_not_shown(scoring, counts, does_not):
    state = finished(DECIDED, scoring=scoring)
    shown = seen(state, is_yours=False, rounds=[state, state])
    for template in ("mabula/_facts.html", "mabula/_final.html"):
        text = render_to_string(template, {"view": shown})
        assert counts in text
        assert does_not not in text.replace("All groups multiplied: the higher product wins.", "")


def test_the_rim_is_counted_with_what_can_still_be_pushed():
    white, black = seen(rank_four("WWBWBWBB")).standings
    assert (white.on_rim, white.movable) == (1, 0)
    assert (black.on_rim, black.movable) == (1, 0)
    white, _ = seen(rank_four("W..B...B")).standings
    assert (white.on_rim, white.movable) == (1, 1)


def test_who_cannot_push_is_told_to_pass_until_they_can():
    assert seen(rank_four("W....B..")).passes.startswith("Black can’t push, and passes until")
    assert seen(rank_four("B....B..", turn=BLACK)).passes.startswith("White can’t push, and passes until")
    assert seen(rank_four("W....B.B")).passes == ""
    assert seen(finished(END)).passes == ""


@pytest.mark.parametrize("scoring", ["largest", "product"])
def test_the_chart_follows_what_counts_push_by_push(scoring):
    played = [state._replace(scoring=scoring) for state in states(3)]
    shown = seen(played[-1], is_yours=False, rounds=played).chart
    assert [row.pushes for row in shown.rows] == list(range(len(played)))
    assert (shown.rows[-1].white, shown.rows[-1].black) == tuple(line.value for line in shown.lines)
    assert (shown.rows[-1].white, shown.rows[-1].black) == seen(played[-1]).estimate
    for line in shown.lines:
        points = [tuple(map(int, point.split(","))) for point in line.points.split()]
        assert points[0][0] == 0
        assert points[-1] == line.end
        assert all(0 <= x <= shown.width and 0 <= y <= shown.height for x, y in points)


def test_signs_and_figures_at_the_ends_of_both_lines_keep_apart_within_the_chart():
    played = states(3)
    charts = [chart(played[:end]) for end in range(3, len(played) + 1)]
    assert any(shown.lines[0].end == shown.lines[1].end for shown in charts)
    assert any(abs(shown.lines[0].end[1] - shown.lines[1].end[1]) >= APART for shown in charts)
    for shown in charts:
        ends, labels = [line.end[1] for line in shown.lines], [line.label for line in shown.lines]
        assert abs(labels[0] - labels[1]) >= APART
        assert all(0 <= label <= shown.height for label in labels)
        assert (labels[0] < labels[1]) is (ends[0] <= ends[1])
        assert labels == ends or abs(ends[0] - ends[1]) < APART


def test_there_is_no_chart_of_nothing():
    assert seen(rank_four("W..B...B")).chart is None
    assert seen(rank_four("W..B...B"), rounds=[rules.initial({})]).chart is None


def test_no_form_stands_for_a_push():
    assert written({"from": "a3", "to": "d3"}) == ""


@clause("B3.1")
@pytest.mark.parametrize("seed", range(3))
def test_the_list_holds_every_push_once_by_its_marble_and_says_how_far_it_goes_and_if_it_ends_the_game(seed):
    ends = 0
    for state in states(seed):
        groups = moves(state)
        assert [move for group in groups for move, _ in group.moves] == list(rules.legal(state))
        starts = [{move.split("-")[0] for move, _ in group.moves} for group in groups]
        assert [group.title for group in groups] == [f"Marble on {start}" for (start,) in starts]
        for move, says in ((move, says) for group in groups for move, says in group.moves):
            assert says.startswith("Stop ") and f"push to {move.split('-')[1]}" in says and "%" not in says
            is_end = rules.apply(state, move).actor is NOBODY
            assert ("This ends the game." in says) == is_end
            ends += is_end
    assert ends


def test_who_waits_is_told_by_name_what_the_other_does_and_nothing_needs_an_alarm_or_a_second_question():
    for state in states(1):
        is_on = isinstance(state.actor, Seat)
        assert doing(state, "Ada") == ("Ada is choosing a push" if is_on else "")
        assert bool(task(state)) == is_on
        assert alarm(state) == ""
        assert not any(caution(state, move) for move in rules.legal(state))


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
    spaces = [one for one in elements(page) if one["id"].startswith("space-")]
    assert len(spaces) == 60
    assert [one.tag for one in spaces if one["data-state"] == "legal"] == ["a"] * 12
    assert all((one["tabindex"] == "-1") == (one["data-state"] == "no") for one in spaces)
    assert all(one["aria-label"].startswith(f"{one['data-hex']}: ") for one in spaces)
    assert "Choose a marble on the rim" in page
    assert 'name="move" value="' not in page


def test_every_stop_of_the_chosen_marble_is_a_button_that_pushes_on_the_board_and_in_the_dock(look, game):
    start, _ = first_push(game)
    pushes = [move for move in rules.legal(log.position(game).state) if move.startswith(f"{start}-")]
    shown = elements(look(f"?from={start}", who="ada"))
    buttons = [one for one in shown if one.tag == "button" and one["name"] == "move"]
    assert [one["value"] for one in buttons if one.is_in("board")] == pushes
    assert [one["value"] for one in buttons if one.is_in("dock")] == pushes
    assert [one.text for one in buttons if one.is_in("dock")] == [str(far) for far in range(1, len(pushes) + 1)]
    assert all(" push to " in one["aria-label"] for one in buttons)
    assert any(one["id"] == "put-back" for one in shown)


def test_the_button_push_appears_with_the_stop(look, game):
    start, stop = first_push(game)
    assert 'id="push"' not in look(f"?from={start}", who="ada")
    push = element(look(f"?from={start}&to={stop}", who="ada"), "push")
    assert (push["name"], push["value"]) == ("move", f"{start}-{stop}")


def test_the_reason_is_told_in_the_dock_with_a_link_to_the_rules(look):
    page = look("?why=d4", who="ada")
    assert "You can only push marbles from the rim. d4 is in the field." in page
    assert '<a href="/rules/mabula/#B2.5">Rule B2.5</a>' in page


@pytest.mark.parametrize("who", ["ben", None])
def test_who_waits_or_watches_hears_what_is_on_every_space_and_can_choose_none(look, who):
    page = look("?from=b8&to=b6&why=d4", who=who)
    assert 'role="img" aria-label="Mabula board. White to push.' in page
    assert page.count('class="hex" role="img"') == 60
    assert "d4: empty." in page
    assert 'data-state="legal"' not in page
    assert 'id="push"' not in page


def test_nonsense_in_the_address_is_no_error(look):
    assert "Choose a marble on the rim" in look("?from=%00&to=a8&why=%F0%9F%90%9C&piece=G", who="ada")


def test_steps_keep_the_view_turned(look, game):
    start, _ = first_push(game)
    page = look(f"?from={start}&flip=1", who="ada")
    shown = elements(page)
    links = [one["href"] or one["data-why"] for one in shown if one["href"].startswith("?") or one["data-why"]]
    assert len(links) > 50
    assert [link for link in links if "flip=1" not in link] == ["?"]  # which turns it back


def test_before_the_ring_there_is_an_empty_board(look):
    page = look("?at=0", who="ada")
    assert "Mabula board, still empty." in page
    assert "Still on the rim" not in page


def test_at_the_end_there_is_the_count_and_the_chart(look, game):
    blind = dice(5)
    while legal := rules.legal(log.position(game).state):
        push(game, blind.choice(legal))
        game.refresh_from_db()
    for who in ("ada", "ben", None):
        page = look(who=who)
        assert "Final score" in page
        assert "<polyline" in page
        assert "As a table" in page
        assert page.count('class="hex" role="img"') == 60
    assert 'data-state="legal"' not in page


def test_a_game_that_was_given_up_shows_how_it_stood(look, game):
    push(game, "-".join(first_push(game)))
    game.refresh_from_db()
    door.submit(game_id=game.pk, seat=Seat.TWO, act=Act.RESIGN, text="", seen=game.head, key="resigned")
    assert "The game ended early." in look(who="ada")


def test_a_forced_pass_is_explained():
    text = render_to_string("mabula/_mine.html", {"view": seen(rank_four("W....B.."))})
    assert "Black can’t push, and passes until" in text
    assert 'href="/rules/mabula/#B2.6"' in text


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (finished(DECIDED), "White wins. Largest groups: White 8, Black 6."),
        (
            finished(DECIDED, scoring="product"),
            "Black wins. Groups multiplied: White 8, Black 30.",
        ),
        (finished(EQUAL, ties="next-group"), "Black wins. Both largest groups are 3, so the next largest decide."),
        (finished(EQUAL), "A draw. Largest groups: 3 each."),
    ],
)
def test_what_decided_is_said(state, said):
    text = render_to_string("mabula/_final.html", {"view": seen(state)})
    assert said in " ".join(text.split())
