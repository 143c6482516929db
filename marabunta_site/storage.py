"""Static files as they are served: without the comments and the indentation that are for us."""

from __future__ import annotations

import re
from typing import Any

import rjsmin
from django.core.files.base import ContentFile, File
from servestatic.storage import CompressedManifestStaticFilesStorage


class SmallStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    def _save(self, name: str, content: File[Any]) -> str:
        content.seek(0)  # the name with the hash is made from what was read once
        saved: str = super()._save(name, ContentFile(minified(name, content.read())))
        return saved


def minified(name: str, content: bytes) -> bytes:
    """A style sheet or a script in fewer bytes; any other file as it is."""
    if name.endswith(".css"):
        return _STYLE.sub(
            lambda found: found["kept"] or found["mark"] or found["space"] or "", content.decode()
        ).encode()
    if name.endswith(".js") and not name.endswith(".min.js"):
        return str(rjsmin.jsmin(content.decode())).encode()
    return content


# Strings stay, comments go, and white space is one space, or none beside what needs none. (Beside a colon it may mean
# something: "a :hover" is not "a:hover". The minifiers that we tried do not see that inside @layer.)
_STYLE = re.compile(
    r"""(?P<kept>"[^"]*"|'[^']*')|/\*.*?\*/\s*|\s*(?P<mark>[{};,])(?:\s|/\*.*?\*/)*|(?P<space>\s)\s*""", re.DOTALL
)
