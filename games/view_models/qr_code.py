"""QR codes as inline pictures: a link that a phone reads from a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import qrcode
from qrcode.constants import ERROR_CORRECT_M

QUIET_ZONE = 4  # modules around the code, which readers need


@dataclass(frozen=True, slots=True)
class QrCode:
    size: int  # modules on each side, with the quiet zone
    path: str  # the dark modules, as path data


def qr_code(text: str) -> QrCode:
    code = qrcode.QRCode(border=QUIET_ZONE, error_correction=ERROR_CORRECT_M)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    return QrCode(len(rows), "".join(_path(y, row) for y, row in enumerate(rows)))


def _path(y: int, row: Sequence[bool]) -> str:
    """The dark modules of a row, each run of them as one rectangle."""
    runs: list[str] = []
    x = 0
    for is_dark, modules in groupby(row):
        width = len(list(modules))
        if is_dark:
            runs.append(f"M{x} {y}h{width}v1h-{width}z")
        x += width
    return "".join(runs)
