"""The guided first game: one real game, of which the learner, White, plays the pushes that teach something.

What Black does is written down like any other moves, and the rules check them all.
"""

from __future__ import annotations

from math import prod
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.contract import Seat
from games.kind_pages.lesson import Answer, Lesson, Press, Step
from games.mabula.rules import State
from games.mabula.rules.board import PUSHES, gaps
from games.mabula.rules.scoring import tally


def _moves(text: str) -> tuple[str, ...]:
    return tuple(move.strip() for move in text.split(";"))


def _room_of_a5(state: State) -> str:
    """B2.4, as the rules count it."""
    return str(gaps(state.marbles, PUSHES["a5-b5"][0].field))


def _winner(state: State) -> str:
    """B3.2."""
    return _side(tally(state).winner)


def _winner_by_product(state: State) -> str:
    """B3.3: the same position under the other scoring."""
    return _side(tally(state._replace(scoring="product")).winner)


def _most_of_twelve(_state: State) -> str:
    """Of the offered ways to part twelve marbles, the one with the largest product."""
    return max(_PARTED, key=lambda key: prod(_PARTED[key]))


def _side(winner: Seat | None) -> str:
    return {Seat.ONE: "white", Seat.TWO: "black", None: "nobody"}[winner]


_PARTED: Final = {"12": (12,), "6": (6, 6), "4": (4, 4, 4), "3": (3, 3, 3, 3)}
_UP_TO_THE_LAST_PUSH: Final = _moves(
    "g8-g3; g1-g4; d1-d5; a7-b7; b8-b4; f8-f7; a2-c2; c8-c5; e8-e5; a3-b3; h3-g3; b1-b3; h2-g2"
)

_STEPS: Final = (
    Step(
        title=_("The rim"),
        says=_(
            "You are White. Whoever ends with the largest group of their own marbles wins. At the start, "
            "twelve white and twelve black ones lie on the rim, at random."
        ),
        presses=(
            Press(
                task=_("Every game starts like this. Ready?"),
                button=_("Lay out the marbles"),
                move="ring BWBBWBBWBWBBWBWBWWBWWBWW",
                well=_("There are never three of one colour in a row on the rim. That was all the luck in the game."),
                clause="B1.2",
            ),
        ),
    ),
    Step(
        title=_("A push"),
        says=_("White starts. Push one of your marbles from the rim straight across, as far as you like."),
        presses=(
            Press(
                task=_("Press your marble on a4, on the left. Then press d4, where it stops."),
                move="a4-d4",
                others={"": _("That is a fine push. In this game, push from a4 to d4.")},
                well=_("The marble stays where it stops. It moves again only if another marble pushes it."),
                clause="B2.2",
                then=("d8-d6",),
            ),
        ),
    ),
    Step(
        title=_("Pushing others"),
        says=_("Black has pushed from d8 to d6. A marble pushes along whatever it meets, white or black."),
        presses=(
            Press(
                task=_("Push from a6 to d6, and see what happens to the black marble."),
                move="a6-d6",
                others={
                    "a6": _("You could, but that doesn’t go as far as d6."),
                    "": _("You could. In this game, push from a6 to d6."),
                },
                well=_("Your marble is on d6 now, and the black one has moved on to e6."),
                clause="B2.3",
                then=("f1-f3",),
            ),
        ),
    ),
    Step(
        title=_("How far"),
        says=_(
            "No marble may be pushed onto the rim. A row has six spaces in the field. Row 6 has two "
            "marbles in it already, so there is room for a push of four."
        ),
        presses=(
            Press(
                task=_("Push from h6, on the right, as far as it goes: to d6."),
                move="h6-d6",
                others={
                    "h6": _("You could, but it can go further. Push it as far as it goes: to d6."),
                    "": _("You could. In this game, push from h6 to d6."),
                },
                well=_(
                    "Four spaces, and the marble that you pushed before is on b6 now. One more space would push "
                    "it onto the rim, and that is not allowed."
                ),
                clause="B2.4",
                then=("h5-f5",),
            ),
        ),
    ),
    Step(
        title=_("Groups"),
        says=_(
            "Marbles of one colour that touch side by side are a group. Corner to corner doesn’t count. "
            "You want one big group."
        ),
        presses=(
            Press(
                task=_("Push from c1, at the bottom, to c4, next to your marble on d4."),
                move="c1-c4",
                others={"": _("You could. But from c1 to c4 it joins your marble on d4.")},
                well=_("c4 and d4 are a group of two."),
                clause="B3.2",
                then=("h7-f7",),
            ),
            Press(
                task=_("Make it three: push from e1 to e4."),
                move="e1-e4",
                others={"": _("You could. But from e1 to e4 it makes your group three.")},
                well=_("c4, d4 and e4: a group of three. Black will try to push it apart."),
                clause="B3.2",
                then=_UP_TO_THE_LAST_PUSH,
            ),
        ),
    ),
    Step(
        title=_("Stuck"),
        says=_(
            "Thirteen pushes later. Look at row 5: all six spaces in the field are taken. Black still "
            "has a marble on a5, on the rim."
        ),
        presses=(
            Press(
                task=_("How far can Black push it?"),
                answers=(
                    Answer(key="0", label=_("Not at all")),
                    Answer(
                        key="1",
                        label=_("One space"),
                        says=_("Then the marble on g5 would be pushed onto the rim at h5."),
                    ),
                    Answer(
                        key="6",
                        label=_("As far as it likes"),
                        says=_("Marbles in its way move along, but never onto the rim."),
                    ),
                ),
                right=_room_of_a5,
                well=_(
                    "It is stuck, and it still counts: it touches the black marble on b5. Black has no other "
                    "marble to push, so Black passes. If you can push, you must."
                ),
                clause="B2.6",
            ),
        ),
    ),
    Step(
        title=_("The last push"),
        says=_("The game is over when no one can push. Your marble on h4 is the last one that can."),
        presses=(
            Press(
                task=_("Push from h4 to f4, so that it takes the one on g4 along."),
                move="h4-f4",
                others={"": _("That would end the game too, but look for more: push to f4, and your group grows.")},
                well=_("Your largest group grows, and no one can push any more. Count the groups."),
                clause="B3.1",
            ),
        ),
    ),
    Step(
        title=_("Who wins?"),
        says=_("White’s groups have 8, 2, 1 and 1 marbles. Black’s have 5, 3, 2, 1 and 1. The largest group decides."),
        presses=(
            Press(
                task=_("Who won?"),
                answers=(
                    Answer(key="white", label=_("White, that is you")),
                    Answer(
                        key="black",
                        label=_("Black"),
                        says=_("Black’s largest group has 5 marbles. Look for a larger one."),
                    ),
                    Answer(
                        key="nobody",
                        label=_("It is a draw"),
                        says=_("It would be if both largest groups had the same size."),
                    ),
                ),
                right=_winner,
                well=_("You win, 8 to 5. Only the largest group of each counts."),
                clause="B3.2",
            ),
        ),
    ),
    Step(
        title=_("The other way to score"),
        says=_(
            "When you make a game, you can agree to multiply instead: the sizes of all your groups. You "
            "have 8 × 2 × 1 × 1, Black has 5 × 3 × 2 × 1 × 1."
        ),
        presses=(
            Press(
                task=_("Who would have won like that?"),
                answers=(
                    Answer(
                        key="white", label=_("White, that is you"), says=_("8 × 2 × 1 × 1 is 16. Now multiply Black’s.")
                    ),
                    Answer(key="black", label=_("Black")),
                    Answer(key="nobody", label=_("It is a draw"), says=_("Multiply both: they are not the same.")),
                ),
                right=_winner_by_product,
                well=_("Black, 30 to 16. A single marble only multiplies by 1, so it adds nothing."),
                clause="B3.3",
            ),
        ),
    ),
    Step(
        title=_("Dividing your marbles"),
        says=_("When groups are multiplied, it matters how you divide your twelve marbles."),
        presses=(
            Press(
                task=_("Which groups score the most?"),
                answers=(
                    Answer(
                        key="12", label=_("One group of 12"), says=_("That makes 12. Two groups of 6 make 36 already.")
                    ),
                    Answer(key="6", label=_("Two groups of 6"), says=_("6 × 6 is 36. Smaller groups make more.")),
                    Answer(
                        key="4", label=_("Three groups of 4"), says=_("4 × 4 × 4 is 64. Close, but one way makes more.")
                    ),
                    Answer(key="3", label=_("Four groups of 3")),
                ),
                right=_most_of_twelve,
                well=_(
                    "3 × 3 × 3 × 3 is 81, the most there can be. But multiplying has to be agreed on: in your first "
                    "game only the largest group counts."
                ),
                clause="B3.3",
            ),
        ),
    ),
)

LESSON: Final = Lesson(
    seat=Seat.ONE,
    other=_("Black"),
    steps=_STEPS,
)
