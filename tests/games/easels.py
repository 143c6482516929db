"""Ways to draw, for the process that draws: some say where, some say how often, some take their time."""

import os
import time
from pathlib import Path

from games.kind_pages import picture_files
from games.kind_pages.picture_files import Drawn, PictureFiles


def tell_where(files: PictureFiles, svg: str) -> Drawn:
    return Drawn(f"{os.getpid()} {os.nice(0)}".encode())


def note_and_draw(files: PictureFiles, svg: str) -> Drawn:
    note(files)
    return picture_files.draw(files, svg)


def draw_slowly(files: PictureFiles, svg: str) -> Drawn:
    """A note for each picture that is really drawn, and not read."""
    rasterise = picture_files.rasterise

    def slowly(svg: str) -> bytes:
        note(files)
        time.sleep(1)
        return rasterise(svg)

    picture_files.rasterise = slowly
    return picture_files.draw(files, svg)


def wait_and_draw(files: PictureFiles, svg: str) -> Drawn:
    """Not before a file is removed."""
    while (files.folder / "wait").exists():
        time.sleep(0.02)
    return picture_files.draw(files, svg)


def stumble(files: PictureFiles, svg: str) -> Drawn:
    raise ZeroDivisionError("the pencil broke")


def note(files: PictureFiles) -> None:
    files.folder.mkdir(parents=True, exist_ok=True)
    with Path(files.folder / "notes").open("a") as notes:
        notes.write(f"{os.getpid()}\n")
