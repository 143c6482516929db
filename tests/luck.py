"""The dice of the tests: they fall the same way every time, or another way with another SEED in the environment."""

import os
import random

SEED = int(os.environ.get("SEED", "0"))


def dice(number: int = 0) -> random.Random:
    """Dice of their own for every use in a test, by its number."""
    return random.Random(SEED * 1_000_003 + number)


class Secrets:
    """What the games take from ``secrets``, from dice that can be thrown again."""

    def __init__(self, luck: random.Random) -> None:
        self.choice = luck.choice
        self.randbits = luck.getrandbits
        self.token_bytes = luck.randbytes

    def token_hex(self, count: int = 16) -> str:
        return self.token_bytes(count).hex()

    token_urlsafe = token_hex
