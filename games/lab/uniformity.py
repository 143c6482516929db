"""Whether chance is uniform, measured on the streams of games as they are played: ``manage.py check_chance``.

Each game has a seed and two nonces of its own, as on the site, and the rules themselves draw. Only players are missing:
a game is the lot of the first player, seven rounds with a tile and five with the cupcake tile; or a ring.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise, product
from typing import Any, Final

from games.chance import Chance, stream_of
from games.lab.chi_square import Figure, compare
from games.mabula.rules import rings
from games.marabunta import rules as marabunta
from games.marabunta.rules.board import LETTERS
from games.marabunta.rules.effects import FACES
from games.marabunta.rules.state import ORDINARY_TILES, Phase

Stream = Callable[[int, int], Chance]  # for chance's move of a number in a game

ROUNDS: Final = 12  # of a game: seven tiles, then the cupcake tile
RINGS: Final = 10  # rolls for each ring by its number,
SHUFFLES: Final = 100  # and for each shuffled one, which takes hundreds of draws
STRETCHES: Final = 100  # of equally many rings
ALARM: Final = 1e-6  # a p-value below it, or as close to 1, does not happen by chance
MANY_CELLS: Final = 5  # degrees of freedom, with which counts are not all as expected by accident
FEW: Final = 0.01  # p-values below it there are, but few


def streams(seed: str) -> Stream:
    """Those of games with the numbers 1, 2, 3, …, whose seeds and nonces follow from one text."""

    def stream(game: int, number: int) -> Chance:
        secret = hashlib.sha256(f"{seed} {game}".encode()).digest()
        words = hashlib.sha256(f"{seed} {game} nonces".encode()).hexdigest()
        return stream_of(secret, game=game, number=number, nonces=(words[:16], words[16:32]))

    return stream


def measure(rolls: int, stream: Stream) -> Iterator[Figure]:
    """The figures of so many rolls, rounded up to whole games, and of the lots and tiles in these games; then rings."""
    games = -(-rolls // ROUNDS)
    yield from _of_dice(games, stream)
    yield from _of_rings("by its number", (rings.drawn(stream(game, 0)) for game in range(1, games * ROUNDS // RINGS)))
    shuffled = (rings.shuffled(stream(game, 0)) for game in range(1, games * ROUNDS // SHUFFLES))
    yield from _of_rings("shuffled", shuffled)


def is_alarming(figure: Figure) -> bool:
    """Too far from uniform, or too close to it, for any fair chance."""
    return figure.p < ALARM or (figure.freedom >= MANY_CELLS and figure.p > 1 - ALARM)


def _of_dice(games: int, stream: Stream) -> Iterator[Figure]:
    lots: Counter[str] = Counter()
    lots_in_a_row: Counter[tuple[str, str]] = Counter()
    faces: list[Counter[str]] = [Counter() for _ in LETTERS]
    in_a_row: list[Counter[tuple[str, str]]] = [Counter() for _ in LETTERS]
    at_once: Counter[tuple[int, int, str, str]] = Counter()
    tiles: list[Counter[str]] = [Counter() for _ in ORDINARY_TILES]
    two_tiles: Counter[tuple[str, str]] = Counter()
    lot_before = ""
    for game in range(1, games + 1):
        lot, rounds = _game(game, stream)
        lots[lot] += 1
        if game % 2 == 0:
            lots_in_a_row[lot_before, lot] += 1
        lot_before = lot
        for number, (tile, _dice) in enumerate(rounds[: len(ORDINARY_TILES)]):
            tiles[number][tile] += 1
        two_tiles[rounds[0][0], rounds[1][0]] += 1
        for _, dice in rounds:
            for die, face in enumerate(dice):
                faces[die][face] += 1
            at_once.update((one, two, dice[one], dice[two]) for one, two in _TWO_DICE)
        for (_, dice), (_, following) in list(pairwise(rounds))[::2]:  # each roll is in one pair
            for die, pair in enumerate(zip(dice, following, strict=True)):
                in_a_row[die][pair] += 1
    sides, faces_alike, pairs_alike = _alike(lots_of := ("red", "blue")), _alike(FACES), _alike(product(FACES, FACES))
    yield compare("first player", lots, sides)
    yield compare("first player, two games in a row", lots_in_a_row, _alike(product(lots_of, lots_of)))
    yield compare("all six dice", sum(faces, Counter()), faces_alike)
    for die, letter in enumerate(LETTERS):
        yield compare(f"die {letter}", faces[die], faces_alike)
    for die, letter in enumerate(LETTERS):
        yield compare(f"die {letter}, two rolls in a row", in_a_row[die], pairs_alike)
    for one, two in _TWO_DICE:
        both = Counter({(a, b): count for (x, y, a, b), count in at_once.items() if (x, y) == (one, two)})
        yield compare(f"dice {LETTERS[one]} and {LETTERS[two]} of one roll", both, pairs_alike)
    for number, counts in enumerate(tiles, start=1):
        yield compare(f"tile of round {number}", counts, _alike(ORDINARY_TILES))
    orders = [(a, b) for a, b in product(ORDINARY_TILES, ORDINARY_TILES) if a != b]
    yield compare("tiles of rounds 1 and 2", two_tiles, _alike(orders))


def _game(game: int, stream: Stream) -> tuple[str, list[tuple[str, str]]]:
    """Who is first; and of each round the tile and the faces, in the order of the dice."""
    state = _BEGINNING
    lot = marabunta.draw(state, stream(game, 0)).split()[1]
    rounds = []
    state = state._replace(phase=Phase.ROLL)
    for number in range(1, ROUNDS + 1):
        _, tile, *dice = marabunta.draw(state, stream(game, number)).split()
        state = state._replace(hidden=state.hidden - {tile})
        rounds.append((tile, "".join(die[1] for die in dice)))
    return lot, rounds


def _of_rings(how: str, drawn: Iterator[str]) -> Iterator[Figure]:
    stretches: Counter[int] = Counter()
    whites: Counter[int] = Counter()
    count = 0
    for ring in drawn:
        count += 1
        stretches[rings.number_of(ring) * STRETCHES // rings.COUNT] += 1
        whites.update(place for place, marble in enumerate(ring) if marble == "W")
    starts = [-(-stretch * rings.COUNT // STRETCHES) for stretch in range(STRETCHES + 1)]
    sizes = {number: (end - start) / rings.COUNT for number, (start, end) in enumerate(pairwise(starts))}
    yield compare(f"ring {how}, in hundredths of all", stretches, sizes)
    for place in range(2 * rings.MARBLES):
        marbles = {"W": whites[place], "B": count - whites[place]}
        yield compare(f"ring {how}, place {place + 1}", marbles, {"W": 0.5, "B": 0.5})


def _alike(cells: Iterable[Any]) -> dict[Any, float]:
    listed = list(cells)
    return dict.fromkeys(listed, 1 / len(listed))


_TWO_DICE: Final = list(combinations(range(len(LETTERS)), 2))
_BEGINNING: Final = marabunta.initial({})
