"""No test depends on luck: whatever is thrown or drawn can be thrown and drawn again."""

import re
import sys
from pathlib import Path

from games.lobby import start
from tests.luck import Secrets, dice

UNSEEDED = re.compile(r"\brandom\.(?!Random\b|getstate\b)[a-z]+\(|\brandom\.Random\(\)|\bSystemRandom\b")


def test_dice_fall_the_same_way_again():
    assert [dice(3).random() for _ in range(2)] == [dice(3).random()] * 2
    assert dice(3).random() != dice(4).random()


def test_no_test_throws_dice_that_cannot_be_thrown_again():
    looked_at = [file for file in Path("tests").rglob("*.py") if file != Path("tests/test_luck.py")]
    found = [f"{file}: {line}" for file in looked_at for line in UNSEEDED.findall(file.read_text())]
    assert found == []


def test_games_draw_from_dice_too():
    assert isinstance(vars(sys.modules[start.new_secret.__module__])["secrets"], Secrets)
    one, two = (Secrets(dice(3)) for _ in range(2))
    assert (one.token_bytes(32), one.randbits(64), one.token_hex(8)) == (
        two.token_bytes(32),
        two.randbits(64),
        two.token_hex(8),
    )
