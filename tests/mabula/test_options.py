import pytest

from games.contract import BadOptions
from games.mabula import rules
from tests.clauses import clause


@clause("B3.3", "B3.5")
def test_the_largest_group_and_a_draw_are_the_defaults():
    state = rules.initial({})
    assert (state.scoring, state.ties) == ("largest", "draw")


@pytest.mark.parametrize(
    "options",
    [
        {"scoring": "largest", "ties": "draw"},
        {"scoring": "largest", "ties": "next-group"},
        {"scoring": "product", "ties": "draw"},
    ],
)
@clause("B3.3", "B3.5")
def test_players_agree_on_the_scoring_and_on_ties_when_the_game_is_made(options):
    state = rules.initial(options)
    assert {"scoring": state.scoring, "ties": state.ties} == options


@clause("B3.5")
def test_next_group_does_not_go_with_the_product():
    with pytest.raises(BadOptions) as refused:
        rules.initial({"scoring": "product", "ties": "next-group"})
    assert (refused.value.option, refused.value.value) == ("ties", "next-group")
    assert refused.value.allowed == ("draw",)


@pytest.mark.parametrize(
    ("options", "option", "value", "allowed"),
    [
        ({"speed": "fast"}, "speed", "fast", ("scoring", "ties")),
        ({"territory": "meadow"}, "territory", "meadow", ("scoring", "ties")),
        ({"scoring": "sum"}, "scoring", "sum", ("largest", "product")),
        ({"scoring": ""}, "scoring", "", ("largest", "product")),
        ({"scoring": "Product"}, "scoring", "Product", ("largest", "product")),
        ({"scoring": "product", "ties": "none"}, "ties", "none", ("draw", "next-group")),
    ],
)
@clause("B3.6")
def test_an_option_or_a_value_that_does_not_exist_is_refused_by_name(options, option, value, allowed):
    with pytest.raises(BadOptions) as refused:
        rules.initial(options)
    assert (refused.value.option, refused.value.value, refused.value.allowed) == (option, value, allowed)
    assert option in str(refused.value)
