"""The guided first game: eight rounds of one real game. The learner, Red, plays the moves that teach something.

The rolls and what Blue does are written down like any other moves, and the rules check them all.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.contract import Seat
from games.kind_pages.lesson import Answer, Lesson, Press, Step
from games.marabunta.rules import State
from games.marabunta.rules.board import REGIONS
from games.marabunta.rules.scoring import region_part


def _moves(text: str) -> tuple[str, ...]:
    return tuple(move.strip() for move in text.split(";"))


def _points_for_the_lawn(state: State) -> str:
    """M10.2, as the rules count it."""
    return str(region_part(state, REGIONS.index("green")).points[Seat.ONE - 1])


_BLUE_IN_ROUND_1: Final = _moves("O@e3^; B#5; V*; end")
_BLUE_IN_ROUND_2: Final = _moves("take 1; B@i3^; P@i4; #5; V@f3; T@l3; end")
_ROUNDS_3_TO_8: Final = (  # up to Red's last turn
    *_moves("end; roll cross-two PC OC Y2 G2 B0 VF; split PYV/OGBT; take 1; Y@i6^; #4; P#7; V*; end"),
    *_moves("Txg2,g3; G@f4; B@e4; O#5; end"),
    *_moves("roll die-again P2 O2 Y0 G1 B3 VF; split POYBT/GV; take 2; G@e5; V*; end"),
    *_moves("Y@i5; T=Y@j5; P@k5; #4; *GB; B@j4; end"),
    *_moves("roll two-crates P1 OC Y3 G1 B0 VC; split PYBT/OGV; take 1; B@h3; Y@g6; #3; T#3; *YG; #1; P@k6; end"),
    *_moves("G@g4; V#3; O#3; *PB; end"),
    *_moves("roll two-leaves PC O0 Y0 GF B1 V2; split PBVT/OYG; take 1; T*OY; P#2; B@j3; #4; end; O@j6; Y@h6; end"),
    *_moves("roll two-zeros P0 O2 Y1 G0 BC VC; split POGB/YVT; take 2; T@d5,d6; V#1; @d7; #7; Y@c7; end"),
    *_moves("G@d4; #1; P@e2; #4; *PO; O@e1; B#2; end"),
    *_moves("roll cupcake PC OF YC G3 B0 V3; split POYBV/GT; take 1; P#1; @l2; #6; B@h2; #6; Y#6; O*; V@c4; end"),
)

_STEPS: Final = (
    Step(
        title=_("The roll"),
        says=_(
            "You are Red, and Blue plays against you. You both write numbers in six regions: in each "
            "one, the higher sum scores. Every region has a die of its colour."
        ),
        presses=(
            Press(
                task=_("Every round starts with a roll. Ready?"),
                button=_("Roll the dice"),
                move="roll one P0 O3 Y2 G3 BC VF",
                well=_("Six dice, and a tile turns up: seven pieces. You and Blue share them this round."),
                clause="M3.1",
                then=("split PYGT/OBV",),
            ),
        ),
    ),
    Step(
        title=_("Choosing"),
        says=_(
            "Blue has split the seven pieces into two pools. You take one and play it now. Blue plays "
            "the other after you."
        ),
        presses=(
            Press(
                task=_("Take the marked pool, the one with four pieces."),
                move="take 1",
                others={"take 2": _("You could, but that pool has only one number to write. Take the other one here.")},
                well=_("These four pieces are yours this turn. You use them one at a time, in any order."),
                clause="M3.3",
            ),
        ),
    ),
    Step(
        title=_("Your first number"),
        says=_(
            "A die with 1, 2 or 3 writes that number in its own region, next to a number of yours. You "
            "have no number yet, so this one costs an anthill. You have two."
        ),
        presses=(
            Press(
                task=_("Write the 3 in the Lawn, the green region: press the marked hex."),
                move="G@g5^",
                ask={"piece": "G"},
                others={
                    "G@": _(
                        "You could: with an anthill, any empty hex of the Lawn will do. In this game, take the "
                        "marked one."
                    ),
                    "end": _("You may leave pieces unused, but you have four good ones. Write the 3 first."),
                },
                well=_("Your first number is on the board, and one anthill is gone. Now you can build from here."),
                clause="M6.3",
            ),
        ),
    ),
    Step(
        title=_("Next to your own"),
        says=_(
            "From now on a number costs nothing if its hex touches a number of yours. Any of yours will do, in "
            "any region."
        ),
        presses=(
            Press(
                task=_("Write the 2 in the Sand, the yellow region: press the marked hex beside your 3."),
                move="Y@f6",
                ask={"piece": "Y"},
                others={
                    "Y@h5": _("That works too: it touches your 3. In this game, take the marked hex."),
                    "Y@g6": _("That works too, and there is a crate as well. In this game, take the marked hex."),
                    "Y@": _(
                        "That hex touches no number of yours, so it would cost your last anthill. The marked one "
                        "costs nothing."
                    ),
                },
                well=_("Your 2 is in the Sand, your 3 is in the Lawn. They touch, so it cost nothing."),
                clause="M6.2",
            ),
        ),
    ),
    Step(
        title=_("A cupcake"),
        says=_("A 0 adds nothing to your sum, but it can go in any region. It still takes what is printed on its hex."),
        presses=(
            Press(
                task=_("Write the 0 on the marked cupcake."),
                move="P@h4",
                ask={"piece": "P"},
                others={"P@": _("The 0 can go there, but there is a cupcake to eat on the marked hex.")},
                well=_(
                    "Eaten! Each cupcake takes the next space of your row and scores the points above it. Your first "
                    "scores 0, the next two score 2 each."
                ),
                clause="M7.1",
            ),
        ),
    ),
    Step(
        title=_("A crate"),
        says=_("A number on a crate hex crosses out a crate in your colony. Each group of crates hides a power."),
        presses=(
            Press(
                task=_("Your tile is a 1 for any region. Write it on the marked crate."),
                move="T@e6",
                ask={"piece": "T"},
                others={
                    "T@": _("The 1 can go there, but there is a crate on the marked hex."),
                    "T@g6": _("That is a crate too. In this game, take the marked one."),
                    "T@i4": _("That is a crate too. In this game, take the marked one."),
                },
                well=_("You took the crate."),
                clause="M7.2",
            ),
            Press(
                task=_("Now cross out a crate in the marked group, “2 points”."),
                move="#2",
                others={"#": _("You could: any group will do. In this game, take “2 points”.")},
                well=_("One of two crates is gone. The next one sets the power off."),
                clause="M7.2",
            ),
            Press(
                task=_("You have used all four pieces. End your turn."),
                move="end",
                well=_("Now Blue plays the other pool. Then a new round starts."),
                clause="M3.3",
                then=(*_BLUE_IN_ROUND_1, "roll free-zero P1 OC YF GF B2 V0"),
            ),
        ),
    ),
    Step(
        title=_("Splitting"),
        says=_(
            "Players take turns at this: now you split. Blue takes a pool and plays first, and you get what is left."
        ),
        presses=(
            Press(
                task=_("Tap the crate and the two leaves: that moves them to pool B. Then press “Offer pools”."),
                move="split PBVT/OYG",
                others={
                    "split": _("You may split as you like. In this game, put the crate and the two leaves into pool B.")
                },
                well=_("Blue picks the pool it likes best. So make two pools you would both be glad to have."),
                clause="M3.2",
                then=_BLUE_IN_ROUND_2,
            ),
        ),
    ),
    Step(
        title=_("A power"),
        says=_("A die with a crate crosses out a crate too, without a hex."),
        presses=(
            Press(
                task=_("Cross out the last crate of “2 points”."),
                move="O#2",
                ask={"piece": "O"},
                others={
                    "O#": _("You could, but a power needs the last crate of its group. “2 points” needs just one more.")
                },
                well=_("The last crate of a group sets its power off, at once and only once: 2 points for you."),
                clause="M8.1",
            ),
        ),
    ),
    Step(
        title=_("A leaf"),
        says=_(
            "Each region has a leaf with circles: two red, two blue, six blank. Your circles are what "
            "you can score there."
        ),
        presses=(
            Press(
                task=_("Fill a circle on the leaf of the Lawn."),
                move="G*",
                ask={"piece": "G"},
                well=_("Three red circles on the leaf of the Lawn."),
                clause="M4.5",
            ),
            Press(
                task=_("Use the other leaf too: fill a circle for the Sand."),
                move="Y*",
                ask={"piece": "Y"},
                well=_(
                    "But circles score only where your numbers add up to more than Blue’s. You will see that at "
                    "the end."
                ),
                clause="M4.5",
                then=_ROUNDS_3_TO_8,
            ),
        ),
    ),
    Step(
        title=_("The crossed-out cupcake"),
        says=_(
            "Six rounds later. From round 8 on, the tile always crosses out a cupcake. Any other piece "
            "may be left unused; this one may not."
        ),
        presses=(
            Press(
                task=_("Cross out the marked cupcake."),
                move="Txl1",
                ask={"piece": "T"},
                others={
                    "Tx": _(
                        "You could: any cupcake that is left will do. In this game, take the marked one, before Blue "
                        "gets there."
                    ),
                    "G": _("You could write first. But the tile has to be used in any case: start with it here."),
                },
                well=_("No one gets that cupcake now, and you don’t score it either."),
                clause="M4.2",
            ),
        ),
    ),
    Step(
        title=_("The end"),
        says=_(
            "The end comes when a region is full, a leaf is full, or no cupcake is left. The Lawn has one free hex."
        ),
        presses=(
            Press(
                task=_("Fill the Lawn: write the 3 on the marked hex."),
                move="G@f5",
                ask={"piece": "G"},
                others={"end": _("You may, but that 3 is worth a lot: it fills the Lawn. Write it.")},
                well=_("The Lawn is full, so this round is the last. Both players always finish it."),
                clause="M9.1",
            ),
            Press(
                task=_("Blue has played already. End your turn, and the game is over."),
                move="end",
                well=_("That was the game. Who won? Let’s count."),
                clause="M9.2",
            ),
        ),
    ),
    Step(
        title=_("Scoring"),
        says=_(
            "In each region, the higher sum of numbers wins. The winner scores their circles on its "
            "leaf, the other nothing."
        ),
        presses=(
            Press(
                task=_(
                    "The Lawn: your sum is 7, Blue’s is 4. You have 5 circles on its leaf, Blue has 2. What do "
                    "you score?"
                ),
                answers=(
                    Answer(
                        key="7",
                        label=_("7 points"),
                        says=_("7 is your sum. It wins the region, but the circles score."),
                    ),
                    Answer(
                        key="3",
                        label=_("3 points"),
                        says=_("How far you are ahead doesn’t matter, only that you are."),
                    ),
                    Answer(key="5", label=_("5 points")),
                    Answer(key="2", label=_("2 points"), says=_("Those are Blue’s circles. You score your own.")),
                ),
                right=_points_for_the_lawn,
                well=_(
                    "7 beats 4, so your 5 circles score 5 points. At 4 : 4, before your last 3, no one would "
                    "have scored. With all regions, cupcakes and powers you win 20 to 18."
                ),
                clause="M10.2",
            ),
        ),
    ),
)

LESSON: Final = Lesson(
    seat=Seat.ONE,
    other=_("Blue"),
    options={"territory": "glade", "colony": "harvester"},
    before=("first blue",),
    steps=_STEPS,
)
