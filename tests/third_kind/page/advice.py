"""A hint in words."""

from games.contract.bots import Reason
from tests.third_kind.rules import State


def advise(state: State, reason: Reason) -> str:
    if reason.code == "leaves-multiple":
        return f"It leaves {reason.facts['left']}, and the other cannot win from there."
    return "Nothing better can be done."


def way_to(state: State, move: str) -> dict[str, str]:
    """Every move is one button, so nothing is chosen beforehand."""
    return {}
