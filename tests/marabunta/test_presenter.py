"""The view: the parts of a position that the templates show to a viewer."""

import re
from itertools import product
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from hypothesis import given, settings
from hypothesis import strategies as st

from games import kinds
from games.contract import IllegalMove, Seat
from games.marabunta import rules
from games.marabunta.page.chart import chart
from games.marabunta.page.presenter import doing, say, task, view, written
from games.marabunta.rules import Phase
from tests.clauses import clause
from tests.conformance.played import games, play_out
from tests.golden.test_golden import RECORDS
from tests.marabunta.position import BLUE, RED, after, position

MARABUNTA = kinds.get("marabunta")
PARTS = ("dock", "mine", "facts", "final")


class Person:
    """One who plays, as far as the templates ask."""

    def __init__(self, seat, viewer):
        self.name = ("Ada", "Ben")[seat - 1]
        self.side = ("red", "blue")[seat - 1]
        self.colour = self.side.title()
        self.is_you = seat is viewer


class Page:
    """What the page of a game tells the templates of a kind."""

    def __init__(self, viewer, *, is_over):
        both = [Person(seat, viewer) for seat in Seat]
        you = next((player for player in both if player.is_you), None)
        other = both[(viewer or RED).other - 1]
        self.players = SimpleNamespace(both=both, you=you, other=other, near=you or both[0])
        self.is_over, self.is_now = is_over, True
        self.choices = SimpleNamespace(acts={"undo"})


def show(state, viewer, *, ask=None, rounds=(), latest=()):
    is_yours = viewer is not None and state.actor is viewer
    return view(state, seat=viewer, is_yours=is_yours, ask=ask or {}, latest=latest, rounds=rounds)


def rendered(state, viewer, parts=PARTS, **more):
    shown = show(state, viewer, **more)
    page = Page(viewer, is_over=state.phase is Phase.OVER)
    context = {"view": shown, "page": page, "count": shown.count}
    not_there = {"dock": not shown.is_yours, "mine": page.is_over}
    return "".join(render_to_string(f"marabunta/_{part}.html", context) for part in parts if not not_there.get(part))


def moves_in(html):
    return re.findall(r'name="move" value="([^"]+)"', html)


@pytest.mark.parametrize("name", [name for name in RECORDS if name.startswith("marabunta")][::6])
def test_a_golden_game_can_be_shown_at_any_time_to_whoever_looks(name):
    game = RECORDS[name]
    state, states = rules.initial(game.options), []
    for move in game.moves:
        state = rules.apply(state, move)
        states.append(state)
    kinds_of_moment = {(state.phase, state.waiting[-1:], state.actor): state for state in states}
    for state, viewer in product(kinds_of_moment.values(), (*Seat, None)):
        html = rendered(state, viewer, rounds=states)
        assert "style=" not in html
        assert html.count('id="piece-') <= 7
        ids = re.findall(r' id="([^"]+)"', html)
        assert len(ids) == len(set(ids))


@clause("M3.2")
def test_the_seven_fields_of_a_form_stand_for_all_63_splits_in_their_one_spelling():
    fields = [
        dict(zip((f"pool-{letter}" for letter in "POYGBVT"), pools, strict=True)) for pools in product("12", repeat=7)
    ]
    splits = [written(post) for post in fields]
    state = play_out(MARABUNTA, {}, 1).states[2]
    both = [split for split in splits if not split.startswith("split POYGBVT")]
    assert sorted(both) == sorted(2 * list(rules.legal(state)))
    assert [split for split in splits if split not in both] == 2 * ["split POYGBVT/"]


@pytest.mark.parametrize("spoilt", [{}, {"pool-P": "3"}, {"pool-T": ""}, {"pool-B": "one"}])
def test_fields_that_are_not_all_there_stand_for_nothing(spoilt):
    whole = {f"pool-{letter}": "1" for letter in "POYGBVT"}
    assert written({**whole, **spoilt} if spoilt else {"pool-P": "1"}) == ""


def test_an_empty_pool_is_refused_by_the_rules_and_not_by_the_form():
    state = play_out(MARABUNTA, {}, 1).states[2]
    with pytest.raises(IllegalMove, match="empty-pool"):
        rules.apply(state, written({f"pool-{letter}": "2" for letter in "POYGBVT"}))


def test_who_splits_finds_seven_pairs_of_radio_buttons_and_one_button():
    state = play_out(MARABUNTA, {}, 1).states[2]
    html = rendered(state, state.actor, ["dock"])
    assert html.count('type="radio"') == 14
    assert html.count("<button") == 1
    assert "Pink die (Blanket)" in html


def test_who_chooses_sees_both_pools_with_their_facts_and_a_button_each():
    state = play_out(MARABUNTA, {}, 1).states[3]
    html = rendered(state, state.actor, ["dock"])
    assert moves_in(html) == ["take 1", "take 2"]
    for pool in show(state, state.actor).pools:
        assert all(worth.says in html for _, worth in pool.worth)


def test_the_facts_of_a_piece_are_those_of_who_would_get_it():
    state = position(red="d3=2", pool="O1 VC Ttwo-leaves", crates="3:1")._replace(phase=Phase.SPLIT, actor=RED)
    facts = {valued.piece.letter: valued.worth for valued in show(state, RED).pieces}
    assert [worth.says for worth in facts["O"]] == ["4 hexes for the 1", "the 1 needs an anthill"]
    assert [worth.says for worth in facts["V"]] == [
        "one crate away: 2 points",
        "2 crates away: Write a 1, Free 0, 2 points",
    ]
    assert facts["T"][0] == facts["T"][1]


def test_two_zeros_far_from_all_ones_numbers_need_an_anthill():
    split = position(red="d3=2", pool="O1 VC Ttwo-zeros")._replace(phase=Phase.SPLIT, actor=RED)
    (facts,) = [valued.worth for valued in show(split, RED).pieces if valued.piece.letter == "T"]
    assert facts[0].says.endswith("pairs of hexes for two 0s")
    assert facts[1].says == "the two 0s need an anthill"
    spent = position(red="d3=2", pool="O1 VC Ttwo-zeros", their_anthills=0)._replace(phase=Phase.SPLIT, actor=RED)
    (facts,) = [valued.worth for valued in show(spent, RED).pieces if valued.piece.letter == "T"]
    assert facts[1].says == "0 pairs of hexes for two 0s"


@clause("M8.1")
def test_a_crate_is_chosen_among_the_groups_that_have_one_left():
    state = position(pool="GC", crates="1:2 3:1")
    html = rendered(state, RED, ["dock"])
    assert moves_in(html) == ["end", "G#2", "G#3", "G#4", "G#5", "G#6", "G#7"]
    assert html.count("unlocks now") == 1
    assert html.count(">used<") == 1
    assert "Eat two cupcakes" in html


def test_a_leaf_can_be_filled_from_the_dock_too():
    assert moves_in(rendered(position(pool="GF"), RED, ["dock"])) == ["end", "G*"]


def test_a_power_that_would_cost_an_anthill_may_be_declined_in_the_dock():
    html = rendered(position(pool="P2", waiting="one"), RED, ["dock"])
    assert moves_in(html) == ["decline"]
    assert "required" not in html


def test_why_something_is_not_possible_is_said_with_a_link_to_the_rules():
    html = rendered(position(pool="O1", anthills=0, red="d3=2"), RED, ["dock"], ask={"why": "d3"})
    assert "d3 already has a number." in html
    assert '<a href="/rules/marabunta/#M6.1">Rule M6.1</a>' in html


def test_a_row_of_a_table_is_linked_to_and_named_by_its_section():
    html = rendered(position(pool="Ttwo-leaves"), RED, ["dock"], ask={"why": "d3"})
    assert '<a href="/rules/marabunta/#M5:two-leaves">Rule M5</a>' in html


def test_names_of_people_cannot_break_the_page():
    page = Page(RED, is_over=True)
    page.players.both[1].name = "<script>"
    shown = show(position(pool="O1"), RED)
    html = render_to_string("marabunta/_final.html", {"view": shown, "page": page})
    assert "<script>" not in html


@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_the_estimate_and_the_count_are_those_of_the_rules(data):
    played = data.draw(games(MARABUNTA))
    state = played.states[data.draw(st.integers(0, len(played.states) - 1))]
    shown = show(state, None)
    assert shown.estimate == shown.count.points == rules.tally(state).points
    regions = [sum(region.points[seat] for region in shown.count.regions) for seat in (0, 1)]
    assert shown.estimate == tuple(regions[s] + shown.count.cupcakes[s] + shown.count.powers[s] for s in (0, 1))


@clause("M2.2")
def test_the_tiles_are_shown_in_an_order_that_tells_nothing():
    orders = set()
    for state in play_out(MARABUNTA, {}, 3).states:
        tiles = show(state, RED).tiles
        orders.add(tuple(tile.key for tile in tiles))
        assert sum(tile.state == "now" for tile in tiles) == bool(state.round.tile)
        assert {tile.key for tile in tiles if tile.state == "ahead"} - {"cupcake"} == state.hidden
    assert len(orders) == 1


@clause("M10.3", "M9.1")
def test_the_end_says_what_decided_and_what_brought_it_about():
    told = set()
    for name, game in RECORDS.items():
        if name.startswith("marabunta"):
            html = rendered(game.replayed(), None, ["final"])
            told |= set(
                re.findall(
                    r"has more points|has eaten more cupcakes|Tied on points and cupcakes; \w+ triggered the end", html
                )
            )
            assert re.search(r"(Ada|Ben) triggered the end: [^.]+\.", html)
            assert "Final score" in html
    assert {"has more points", "has eaten more cupcakes"} <= told
    assert len(told) >= 3


def test_the_chart_has_a_dot_for_every_round_and_ends_at_the_result():
    played = play_out(MARABUNTA, {}, 4)
    ends = [state for state in played.states if state.phase in (Phase.ROLL, Phase.OVER)]
    drawn = chart(ends)
    last = played.states[-1]
    assert [row.number for row in drawn.rows] == list(range(1, last.round.number + 1))
    assert tuple(line.value for line in drawn.lines) == rules.tally(last).points
    assert all(len(line.dots) == last.round.number for line in drawn.lines)
    assert abs(drawn.lines[0].label - drawn.lines[1].label) >= 17
    assert chart(ends[:1]) is None


def test_every_move_has_words_and_every_phase_its_task():
    played = play_out(MARABUNTA, {"colony": "raider"}, 9)
    for state in played.states:
        if isinstance(state.actor, Seat):
            assert task(state)
            assert all(say(state, move) for move in rules.legal(state)[:5])


def test_who_waits_is_told_by_name_what_the_other_does_in_every_phase_and_nothing_when_nobody_does_anything():
    told = {(state.phase, doing(state, "Ada")) for state in play_out(MARABUNTA, {}, 9).states}
    assert told == {
        (Phase.BEGIN, ""),
        (Phase.ROLL, ""),
        (Phase.SPLIT, "Ada is splitting the pieces"),
        (Phase.CHOOSE, "Ada is choosing a pool"),
        (Phase.RESOLVE, "Ada is using their pool"),
        (Phase.OVER, ""),
    }


def test_the_colony_of_the_viewer_opens_only_for_a_crate():
    assert show(position(pool="GC"), RED).mine.chambers[0].spot.move == "G#1"
    assert show(position(pool="G2"), RED).mine.chambers[0].spot is None
    assert show(position(pool="GC"), BLUE).mine.chambers[0].spot is None
    assert show(position(pool="GC"), None).mine is None


def test_a_used_group_stays_in_sight():
    state = after(position(pool="GC", crates="3:1"), "G#3")
    chamber = show(state, RED).mine.chambers[2]
    assert chamber.is_used and chamber.crossed == 2
    assert show(state, RED).mine.points == 2


def test_the_task_tells_how_much_of_the_pool_is_done():
    assert task(position(pool="P0 O1 Y2", used="P")) == "Use your pieces: 1 of 3 done"
    assert task(position(pool="P0", waiting="two")) == "Use your bonus"


def test_what_a_sign_means_can_be_pressed_for_by_name():
    state = play_out(MARABUNTA, {}, 1).states[40]
    html = rendered(state, None, parts=("mine", "facts"))
    explained = dict(re.findall(r'popovertarget="([^"]+)"[^>]*><span class="sr">([^<]+)<', html))
    told = dict(re.findall(r'<div id="([^"]+)" class="explanation" popover><b>([^<]+)</b>', html))
    assert explained == told
    assert explained["about-tile-two-crates"].startswith("Two crates, ")
    assert "Cross out two crates of your colony, one after the other." in html
    assert {explained[f"{side}-power-2"] for side in ("red", "blue")} == {"Free 0"}
    assert explained["blue-cupcakes"].startswith("Cupcake row: ")
