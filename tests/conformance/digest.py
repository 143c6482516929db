"""Prints how this Python hashes a word, and a digest of a game of each kind: its moves, legal moves and states.

Run with another PYTHONHASHSEED, the first must change and the second must not.
"""

import hashlib
import random

from games import kinds
from games.chance import StreamChance
from games.contract import play

digest = hashlib.sha256()


def choose(_, legal):
    digest.update("\n".join(legal).encode())
    return blind.choice(legal)


for kind in kinds.all():
    blind = random.Random(kind.key)
    for move, state in play(kind.rules, {}, chance=StreamChance(b"seed", game=kind.key), choose=choose):
        digest.update(f"{move}\n{kind.rules.encode(state)}\n".encode())
print(hash("a word"), digest.hexdigest())
