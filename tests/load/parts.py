"""Where the processor time of a move goes: ``python -m tests.load.parts``, a table for docs/load.md.

The parts are timed by wrapping the functions that do them, so they cost a little more than without; what is rendered
inside of another part counts for both.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pkgutil import resolve_name
from statistics import fmean
from time import thread_time
from typing import Any, Final

from tests.load.driver import FRAGMENT, Script

MOVES: Final = 250
WARMING: Final = 60
PARTS: Final = {  # the functions that do them
    "whole": ("marabunta_site.handlers.Pages._answer",),
    "render": ("django.template.backends.django.Template.render",),
    "submit": ("games.table.door._submit",),
    "access": ("games.access.game_for",),
    "person": ("django.contrib.auth.middleware.get_user",),
    "visits": ("games.table.visits.record_look", "games.table.visits.record_act"),
    "page": ("games.views.game._page", "games.view_models.history.History.told_since"),
    "gzip": ("django.middleware.gzip.GZipMiddleware.process_response",),
    "database": ("django.db.backends.utils.CursorWrapper.execute",),
}
spent: defaultdict[str, float] = defaultdict(float)
called: defaultdict[str, int] = defaultdict(int)


def time_parts() -> None:
    for part, names in PARTS.items():
        for name in names:
            path, _, last = name.rpartition(".")
            owner = resolve_name(path)
            setattr(owner, last, timed(part, getattr(owner, last)))


def timed(part: str, func: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        begin = thread_time()
        try:
            return func(*args, **kwargs)
        finally:
            spent[part] += thread_time() - begin
            called[part] += 1

    return call


async def measure(script: Script) -> dict[str, dict[str, float]]:
    from marabunta_site.asgi import application  # noqa: PLC0415 - sets Django up
    from tests.load.in_process import planned  # noqa: PLC0415

    time_parts()
    found: dict[str, list[dict[str, float]]] = {"POST": [], "GET": []}
    for number, (pk, people, mover, move, head) in enumerate(planned(application, script)[: MOVES + WARMING]):
        fields = {"act": "move", "move": move, "seen": head, "key": secrets.token_hex(8), "sure": "1"}
        with noted(found["POST"] if number >= WARMING else []):
            await people[mover](f"/games/{pk}/act/", FRAGMENT, fields)
        with noted(found["GET"] if number >= WARMING else []):
            await people[1 - mover](f"/games/{pk}/?have={head}", FRAGMENT)
    names = (*PARTS, "queries")
    return {asked: {name: fmean(one[name] for one in runs) for name in names} for asked, runs in found.items()}


@contextmanager
def noted(runs: list[dict[str, float]]) -> Iterator[None]:
    spent.clear()
    called.clear()
    yield
    runs.append({part: 1000 * spent[part] for part in PARTS} | {"queries": called["database"]})


def main() -> None:
    from tests.load.__main__ import new_target, python, script_of  # noqa: PLC0415 - not in the measured process

    print(f"{'':16}" + "".join(f"{name:>10}" for name in (*PARTS, "queries")))
    for kind in ("mabula", "marabunta"):
        with new_target(kind) as environment:
            script = script_of(kind, environment)
            found = json.loads(python(environment, "-m", "tests.load.parts", "measure", script=script))
        for asked, parts in found.items():
            print(f"{kind:10} {asked:5}" + "".join(f"{value:10.2f}" for value in parts.values()))


if __name__ == "__main__":
    if sys.argv[1:] == ["measure"]:
        print(json.dumps(asyncio.run(measure(json.load(sys.stdin)))))
    else:
        main()
