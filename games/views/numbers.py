import re


def whole(text: str) -> int | None:
    """The number a text says in plain digits and no roundabout way."""
    return int(text) if re.fullmatch(r"0|[1-9][0-9]{0,8}", text) else None
