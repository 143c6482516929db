"""What an effect says of itself."""

from games.marabunta.rules.board import REGIONS
from games.marabunta.rules.effects import DICE, TILES
from tests.clauses import clause


@clause("M4.3", "M4.4", "M4.5")
def test_a_die_is_bound_to_its_region_unless_it_shows_a_0_or_a_crate():
    bound = {face: [DICE[region][face].region for region in range(len(REGIONS))] for face in "0123FC"}
    assert {face for face, regions in bound.items() if regions == list(range(6))} == set("123F")
    assert bound["0"] == bound["C"] == [None] * 6


@clause("M5")
def test_only_the_cupcake_tile_is_bound_to_cupcake_hexes():
    assert [key for key, tile in TILES.items() if tile.cupcakes_only] == ["cupcake"]
    assert all(tile.region is None for tile in TILES.values())
