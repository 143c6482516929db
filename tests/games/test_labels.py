"""Whoever does not see the board hears what lies on each space, and what choosing it does."""

import pytest

from games import kinds
from tests.games.playing import legal
from tests.luck import dice as dice_of
from tests.page_elements import elements

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.mark.parametrize("query", ["", "?explain=1"])
@pytest.mark.parametrize("kind", [kind.key for kind in kinds.all()])
def test_every_space_says_what_it_holds_and_what_pressing_it_does(start, act, client, kind, query, ada, ben):
    game, dice, looks = start(kind), dice_of(3), 0
    states: set[str] = set()
    while looks < 12 or not {"legal", "no"} <= states:
        looks += 1
        game.refresh_from_db()
        assert game.to_move, "the game was too short to show both"
        client.force_login(ada if game.to_move == 1 else ben)
        spaces = [one for one in elements(client.get(f"/games/{game.pk}/{query}")) if "hex" in one.classes]
        assert len(spaces) == (72 if kind == "marabunta" else 60)
        for space in spaces:
            states.add(space["data-state"])
            label, name = space["aria-label"], space["data-hex"]
            assert label.startswith((f"{name},", f"{name}:")), space
            _, _, says = label.partition(". ")
            if space.tag in ("a", "button"):
                assert len(says) > 10, f"only what it holds, not what pressing it does: {space}"
            else:
                assert (says, space["role"], space["tabindex"]) == ("", "img", "-1"), space
                assert bool(space["data-why"]) == (space["data-state"] == "no"), space
                assert not (query and space["data-why"]), space
        act(game, dice.choice(legal(game)))
