"""What is seen against what, and the contrast it needs: 4.5 for words, 3 for what is drawn and for edges of controls.

Colours are tokens, one ``over`` another where it is translucent. ``or`` stands between two tones that are drawn side by
side. A word in braces stands for each of several places.
"""

from __future__ import annotations

from typing import Final, NamedTuple

WORDS: Final = 4.5
DRAWN: Final = 3.0

STANDS_FOR: Final = {
    "region": ("pink", "orange", "yellow", "green", "blue", "violet"),
    "sheet": ("paper", "surface", "surface-2", "surface-3"),
    "walnut": ("walnut-1", "walnut-2", "walnut-3"),
    "maple": ("maple-1", "maple-2"),
}


class Pair(NamedTuple):
    what: str
    seen: str
    ground: str
    needs: float


GROUPS: Final = {
    "Words": (
        Pair("words", "--ink", "--{sheet}", WORDS),
        Pair("words of less weight", "--ink-2", "--{sheet}", WORDS),
        Pair("small print", "--ink-3", "--{sheet}", WORDS),
        Pair("main button", "--on-action", "--action", WORDS),
        Pair("button that cannot be taken back", "--on-danger", "--danger", WORDS),
        Pair("what waits, and whose turn it is", "--on-sun", "--sun", WORDS),
        Pair("red’s figures", "--red-ink", "--{sheet}", WORDS),
        Pair("blue’s figures", "--blue-ink", "--{sheet}", WORDS),
        Pair("somebody is here", "--good", "--{sheet}", WORDS),
        Pair("words on soil", "--art-cream", "--soil", WORDS),
        Pair("words in a chamber", "--ink", "--chamber", WORDS),
        Pair("a number on red’s mark", "#fff", "--p-red", WORDS),
        Pair("a number on blue’s mark", "#fff", "--p-blue", WORDS),
        Pair("letters and numbers beside Mabula’s board", "--wood-ink", "--{walnut}", WORDS),
    ),
    "Controls and states": (
        Pair("edge of a button or a choice", "--line-strong", "--{sheet}", DRAWN),
        Pair("edge of a field", "--ink-3", "--{sheet}", DRAWN),
        Pair("ring round the chosen one of few", "--ink", "--surface-3", DRAWN),
        Pair("edge of a pool, of the next crate", "--sun-line", "--surface-2", DRAWN),
        Pair("edge of the next crate", "--sun-line", "--chamber", DRAWN),
        Pair("dot of what is new, edge of what is wrong", "--danger", "--{sheet}", DRAWN),
        Pair("the tick of what is done", "--surface", "--good", DRAWN),
        Pair("focus on pages", "--focus", "--{sheet}", DRAWN),
        Pair("focus on hexes", "--focus or --focus-gap", "--r-{region}", DRAWN),
        Pair("focus on Mabula’s rim", "--focus or --focus-gap", "--{walnut}", DRAWN),
        Pair("focus on Mabula’s field", "--focus or --focus-gap", "--{maple}", DRAWN),
        Pair("focus on soil", "--art-cream", "--soil", DRAWN),
    ),
    "Marabunta’s board": (
        Pair("outline of marks, cupcakes, crates, blank circles", "--art-ink", "--r-{region}", DRAWN),
        Pair("outline of a mark against its light edge", "--art-ink", "--mark-edge", DRAWN),
        Pair("light edge of red’s mark", "--mark-edge", "--p-red", DRAWN),
        Pair("light edge of blue’s mark", "--mark-edge", "--p-blue", DRAWN),
        Pair("line between hexes", "--hex-line", "--r-{region}", DRAWN),
        Pair("line between regions", "--seam-line", "--board-rim", DRAWN),
        Pair("sign of a region", "--r-{region}-ink", "--r-{region}", DRAWN),
        Pair("cross of a hex that is out", "--hex-dead-cross", "--hex-dead", DRAWN),
        Pair("edge of a legal hex, dashed with an anthill", "--art-ink", "--r-{region}", DRAWN),
        Pair("edge of the chosen hex, and of a hint", "--art-ink", "--sun", DRAWN),
        Pair("red’s number to be written", "--ghost-red", "--legal over --r-{region}", WORDS),
        Pair("blue’s number to be written", "--ghost-blue", "--legal over --r-{region}", WORDS),
        Pair("dashes round what was done last", "--latest", "--latest-casing", DRAWN),
        Pair("their casing, or they", "--latest-casing or --latest", "--r-{region}", DRAWN),
    ),
    "Colony and standings": (
        Pair("crate that is not crossed out, its outline or its wood", "--art-ink or --art-wood-2", "--chamber", DRAWN),
        Pair("cross over a crate", "--ink", "--chamber", DRAWN),
        Pair("space of the cupcake row", "--soil-line", "--soil", DRAWN),
        Pair("next space of the row, and an eaten one", "--art-cream", "--soil", DRAWN),
        Pair("red’s bar", "--red-ink", "--surface-3", DRAWN),
        Pair("blue’s bar", "--blue-ink", "--surface-3", DRAWN),
        Pair("line between both bars, and red’s", "--surface", "--red-ink", DRAWN),
        Pair("line between both bars, and blue’s", "--surface", "--blue-ink", DRAWN),
    ),
    "Mabula’s board": (
        Pair("white marble on the rim", "--p-white", "--{walnut}", DRAWN),
        Pair("edge of a white marble on the field", "--white-edge", "--{maple}", DRAWN),
        Pair("edge of a black marble on the rim", "--black-edge", "--{walnut}", DRAWN),
        Pair("black marble on the field", "--p-black", "--{maple}", DRAWN),
        Pair("empty space of the rim, and casing of black groups", "--cup-light", "--{walnut}", DRAWN),
        Pair("empty space of the field, and casing of white groups", "--cup-shade", "--{maple}", DRAWN),
        Pair("ring round a marble that can be pushed", "--sun", "--{walnut}", DRAWN),
        Pair("its arrow, against the rim", "--sun or --on-sun", "--{walnut}", DRAWN),
        Pair("its arrow, against the field", "--sun or --on-sun", "--{maple}", DRAWN),
        Pair("outline of the arrow against its gold", "--on-sun", "--sun", DRAWN),
        Pair("White’s line in charts", "--white-line", "--surface", DRAWN),
        Pair("Black’s line in charts", "--black-line", "--surface", DRAWN),
    ),
}
