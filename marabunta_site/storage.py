"""Static files in production: minified, bundled, compressed, and named by their hash.

See docs/decisions/0013-minifying.md and 0023-bundles-without-a-build.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import rjsmin
from django.core.files.base import ContentFile, File
from servestatic.storage import CompressedManifestStaticFilesStorage

from marabunta_site import bundles


class MinifiedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Minifies style sheets and scripts as they are collected, and joins them into bundles."""

    has_bundles = True

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Add the bundles to what was collected: like all of it they are then hashed and compressed."""

        def read(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as file:
                return str(file.read().decode())

        if not dry_run:
            for name, content in list(bundles.joined(read)):
                self.delete(name)
                paths[name] = (self, self.save(name, ContentFile(content.encode())))
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def _save(self, name: str, content: File[Any]) -> str:
        content.seek(0)  # hashing the name has already read it to its end
        saved: str = super()._save(name, ContentFile(minify(name, content.read())))
        return saved


def minify(name: str, content: bytes) -> bytes:
    """Remove comments and needless white space from a style sheet or a script; any other file stays as it is."""
    if name.endswith(".css"):
        return _STYLE.sub(
            lambda found: found["kept"] or found["mark"] or found["space"] or "", content.decode()
        ).encode()
    if name.endswith(".js") and not name.endswith(".min.js"):
        return str(rjsmin.jsmin(content.decode())).encode()
    return content


# Strings stay, comments go, and white space becomes one space, or none beside { } ; and a comma. Beside a colon it may
# mean something: "a :hover" is not "a:hover". The minifiers that we tried get this wrong inside @layer.
_STYLE = re.compile(
    r"""(?P<kept>"[^"]*"|'[^']*')|/\*.*?\*/\s*|\s*(?P<mark>[{};,])(?:\s|/\*.*?\*/)*|(?P<space>\s)\s*""", re.DOTALL
)
