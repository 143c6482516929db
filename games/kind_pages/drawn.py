"""PNGs of pictures: those that are kept as files, and a process that draws the others, one after the other.

Whoever asks for a picture waits for it, and no other thread of this process does. Who asks for one that is being drawn
waits for the same drawing. When many different ones are to be drawn, the next is refused.
"""

from __future__ import annotations

import logging
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from math import inf
from threading import Lock
from typing import Final

from django.conf import settings

from games.kind_pages.picture_files import Drawn, PictureFiles, draw, name_of
from games.processes import ProcessPool

logger = logging.getLogger(__name__)

MOST_WAITING: Final = 8  # pictures; each takes most of a second
LONGEST: Final = 30.0  # seconds that anybody waits
TRIES: Final = 2  # while the process that draws is killed


class NotDrawn(Exception):
    """There is no picture: too many others are to be drawn, or drawing failed."""


class Draughtsman:
    """Has pictures drawn, in a process that is started for the first of them."""

    def __init__(self, files: PictureFiles) -> None:
        self.files = files
        self.draw = draw  # anything that such a process can import
        self._process = ProcessPool(1)
        self._lock = Lock()
        self._drawings: dict[str, Future[Drawn]] = {}

    def png(self, svg: str, *, most_waiting: float = MOST_WAITING) -> bytes:
        """The PNG of an SVG. Raises NotDrawn."""
        kept = self.files.read(name_of(svg))
        if kept is not None:
            return kept
        for _ in range(TRIES):
            try:
                drawn = self._drawing(svg, most_waiting).result(LONGEST)
            except (BrokenProcessPool, CancelledError) as lost:
                logger.warning("A drawing was lost: %r", lost)
                continue
            except NotDrawn:
                raise
            except TimeoutError as stuck:
                self.close()  # the process stands still: the next picture gets a new one
                logger.error("A picture was not drawn in %s seconds", LONGEST)
                raise NotDrawn("it takes too long") from stuck
            except Exception as failed:
                logger.exception("A picture could not be drawn")
                raise NotDrawn(repr(failed)) from failed
            if drawn.problem:
                logger.warning("A picture is not kept: %s", drawn.problem)
            return drawn.content
        raise NotDrawn("the process that draws is killed again and again")

    def close(self) -> None:
        self._process.close()

    def _drawing(self, svg: str, most_waiting: float) -> Future[Drawn]:
        """The drawing that is under way, or a new one."""
        name = name_of(svg)
        with self._lock:
            drawing = self._drawings.get(name)
            if drawing is None:
                if len(self._drawings) >= most_waiting:
                    raise NotDrawn("too many others are to be drawn")
                drawing = self._drawings[name] = self._process.submit(self.draw, self.files, svg)
                drawing.add_done_callback(lambda _: self._drawings.pop(name, None))
        return drawing


def is_kept(svg: str) -> bool:
    """Whether a picture need not be drawn."""
    return _draughtsman().files.path(name_of(svg)).exists()


def png(svg: str, *, is_for_visitor: bool = False) -> bytes:
    """The PNG of an SVG. A visitor is refused when too many pictures wait; our own mails wait. Raises NotDrawn."""
    return _draughtsman().png(svg, most_waiting=MOST_WAITING if is_for_visitor else inf)


@cache
def _draughtsman() -> Draughtsman:
    return Draughtsman(PictureFiles(settings.PICTURES, settings.PICTURE_MEGABYTES * 2**20))
