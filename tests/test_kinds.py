"""The registry of kinds, as a library."""

import subprocess
import sys

from games import kinds


def test_a_kind_is_found_by_its_key_and_has_its_folder():
    assert [kinds.get(kind.key) for kind in kinds.all()] == list(kinds.all())
    for kind in kinds.all():
        assert (kind.folder / "rules").is_dir()


def test_the_registry_needs_no_django():
    code = "import sys; from games import kinds; kinds.all(); print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "games" in loaded
    assert not {"django", "channels", "allauth", "accounts"} & set(loaded)
