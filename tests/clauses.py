"""How a test says which rule it tests: ``@clause("B2.4")``, or ``@clause("M5:two-crates")`` for a row of a table.

``python -m tests.rules_coverage`` makes the page docs/rules-coverage.md from these citations.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., object])


def clause(*numbers: str) -> Callable[[Test], Test]:
    """Cite one or more clauses of docs/rules.md, as literal strings: they are read from the source."""
    for number in numbers or ("",):
        if not _FORM.fullmatch(number):
            raise ValueError(f"{number!r} is not the number of a clause, such as M4.2 or M5:two-crates")

    def cite(test: Test) -> Test:
        vars(test)["clauses"] = (*numbers, *vars(test).get("clauses", ()))
        return test

    return cite


_FORM = re.compile(r"[MB][1-9][0-9]*(\.[1-9][0-9]*|:[a-z0-9]+(-[a-z0-9]+)*)?")
