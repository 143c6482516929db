import re


def whole(text: str) -> int | None:
    """The number in a text of plain digits, without sign, leading zeros or spaces; None for any other text."""
    return int(text) if re.fullmatch(r"0|[1-9][0-9]{0,8}", text) else None
