"""Whoever does not see the board hears what lies on each space, and what choosing it does."""

from html.parser import HTMLParser

import pytest

from games import kinds
from tests.games.playing import legal
from tests.luck import dice as dice_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


class Spaces(HTMLParser):
    """The spaces of a board: what each element says of itself."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[dict[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        facts = {name: value or "" for name, value in attrs}
        if "hex" in facts.get("class", "").split() and "data-hex" in facts:
            self.found.append({**facts, "tag": tag})


@pytest.mark.parametrize("kind", [kind.key for kind in kinds.all()])
def test_every_space_says_what_it_holds_and_what_pressing_it_does(start, act, client, kind, ada, ben):
    game, dice, looks = start(kind), dice_of(3), 0
    states: set[str] = set()
    while looks < 12 or not {"legal", "no"} <= states:
        looks += 1
        game.refresh_from_db()
        assert game.to_move, "the game was too short to show both"
        client.force_login(ada if game.to_move == 1 else ben)
        for space in Spaces(client.get(f"/games/{game.pk}/").content.decode()).found:
            states.add(space.get("data-state", ""))
            label, name = space.get("aria-label", ""), space["data-hex"]
            assert label == space["title"]
            assert label.startswith((f"{name},", f"{name}:")), space
            if space["tag"] in ("a", "button"):
                _, _, says = label.partition(". ")
                assert len(says) > 10, f"only what it holds, not what pressing it does: {space}"
        act(game, dice.choice(legal(game)))
