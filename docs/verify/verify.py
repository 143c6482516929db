"""Checks the luck of a finished game, from “Game as text” or “Game as JSON” alone: python3 verify.py FILE [SEAL]

SEAL is the one in your first e-mail about the game, since a file could be made up. Exit code 0: everything matches.
"""

import hashlib
import hmac
import json
import re
import sys
from functools import cache
from itertools import count
from pathlib import Path


def stream(tags, number):
    """The draws of the random move of that number, from the seed, the game and both players’ own seeds."""
    draws, name = count(), tags.get("Stream", tags["Game"])  # Stream: the first game of a mirror match

    def draw(below):  # a number from 0 on; what lies in the incomplete last stretch of 2**64 is tried again
        nth, value, attempts = next(draws), 2**64, count()
        while value >= 2**64 - 2**64 % below:
            text = f"{name}/{number}\n{nth}\n{next(attempts)}\n{tags['NonceOne']}\n{tags['NonceTwo']}"
            digest = hmac.digest(bytes.fromhex(tags["Seed"]), text.encode(), "sha256")
            value = int.from_bytes(digest[:8], "big")
        return value % below

    return draw


@cache
def rings(first, last, white, black):
    """How many ways a ring can go on: never three alike in a row, nor where it closes."""
    if min(white, black) < 0 or last in ("WWW", "BBB"):
        return 0
    if white == black == 0:
        return int("WWW" not in last[1:] + first and "BBB" not in last[1:] + first)
    return sum(rings((first + m)[:2], (last + m)[-3:], white - (m == "W"), black - (m == "B")) for m in "WB")


def random_move(kind, version, draw, before):
    """What the seed gives after these random moves."""
    if kind == "marabunta" and version == "1" and not before:
        return ("first red", "first blue")[draw(2)]
    if kind == "marabunta" and version == "1":
        tiles = ["two-crates", "two-leaves", "one", "two-zeros", "free-zero", "cross-two", "die-again"]
        hidden = [tile for tile in tiles if tile not in [move.split()[1] for move in before]]
        tile = hidden[draw(len(hidden))] if hidden else "cupcake"
        return " ".join(["roll", tile, *(die + "0123FC"[draw(6)] for die in "POYGBV")])
    ring = ""
    if kind == "mabula" and version == "1":  # shuffled until it is allowed
        while not ring or re.search("WWW|BBB", ring + ring[:2]):
            marbles = list("W" * 12 + "B" * 12)
            for place in range(23, 0, -1):
                other = draw(place + 1)
                marbles[place], marbles[other] = marbles[other], marbles[place]
            ring = "".join(marbles)
    elif kind == "mabula" and version == "2":  # by its number in the alphabetical list of all rings
        number = draw(rings("", "", 12, 12))
        while len(ring) < 24:
            black = rings((ring + "B")[:2], (ring + "B")[-3:], 12 - ring.count("W"), 11 - ring.count("B"))
            number, ring = (number, ring + "B") if number < black else (number - black, ring + "W")
    return f"ring {ring}" if ring else sys.exit(f"This script doesn’t know {kind} with draws {version}.")


def read(text):
    """The kind, the tags and the moves of a game, in either form."""
    if text.lstrip().startswith("{"):
        return (content := json.loads(text))["kind"], content["tags"], content["moves"]
    tags = {name: re.sub(r"\\(.)", r"\1", value) for name, value in re.findall(r'(?m)^\[(\S+) "(.*)"\]\r?$', text)}
    rest = ";".join(line for line in text.split("\n") if line.strip() and line[0] not in "[%")
    return tags["Kind"], tags, [move.strip() for move in rest.split(";")]


def main(path, mailed=""):
    kind, tags, moves = read(Path(path).read_bytes().decode())
    if "Seed" not in tags:
        sys.exit("This file has no seed: the game isn’t over, or it was imported from elsewhere.")
    seal, known = hashlib.sha256(bytes.fromhex(tags["Seed"])).hexdigest(), (mailed or tags["Commitment"]).lower()
    wrong = [] if seal == known else [f"The seed has the seal {seal}, not {known}."]
    standing = [move for move in moves if move.split()[0] in ("first", "roll", "ring")]
    numbers = [int(number) for number in tags["Chance"].split()]
    played = {number: (before, move) for number, before, move in zip(numbers, [-1, *numbers], standing, strict=False)}
    for line in filter(None, tags.get("TakenBack", "").split("; ")):  # by a moderator: they keep their numbers
        played[int(line.split(" ")[0])] = int(line.split(" ")[1]), line.split(" ", 2)[2]
    if len(standing) != len(numbers) or sorted(played) != list(range(len(played))):
        wrong.append("The random moves aren’t numbered 0, 1, 2, … without a gap.")
    until = {-1: []}
    for number, (before, move) in sorted(played.items()):
        until[number] = [*until.get(before, []), move]
        drawn = random_move(kind, tags["Draws"], stream(tags, number), until[number][:-1])
        if drawn != move:
            wrong.append(f"Random move {number} was “{move}”, but the seed gives “{drawn}”.")
    print(f"Seal {seal}: " + ("as you gave it" if mailed else "compare it with the one in your e-mail"))
    print("\n".join(wrong) or f"Everything matches: the seed fits the seal, and all {len(played)} random moves follow.")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main(*sys.argv[1:])
