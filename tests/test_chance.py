import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import ScriptedChance, StreamChance, commitment

WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"))
HALF_REFUSED = 2**63 + 1  # almost half of all numbers lie in the incomplete last stretch


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC by hand, as in RFC 2104."""
    key = (hashlib.sha256(key).digest() if len(key) > 64 else key).ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def recompute(seed: bytes, game: str, number: int, below: int, nonces: tuple[str, str]) -> tuple[int, int]:
    """A draw by the recipe that is published, and the attempts that it took."""
    attempt = 0
    while True:
        message = f"{game}\n{number}\n{attempt}\n{nonces[0]}\n{nonces[1]}"
        value = int.from_bytes(hmac_sha256(seed, message.encode())[:8], "big")
        if value // below < 2**64 // below:  # not in the last stretch, which is shorter than the others
            return value % below, attempt + 1
        attempt += 1


def test_the_stream_keeps_the_values_it_always_had():
    chance = StreamChance(b"seed", game="42", nonces=("red's", "blue's"))
    drawn = [chance.draw(n) for n in (2, 7, 6, 6, 6, 6, 6, 6, 24, 2**64, HALF_REFUSED)]
    assert drawn == [1, 6, 0, 2, 3, 3, 5, 5, 17, 319525953911868575, 2665334045339796099]


@given(seed=st.binary(max_size=100), game=WORDS, nonces=st.tuples(WORDS, WORDS), below=st.integers(1, 2**64))
def test_a_draw_is_what_the_recipe_says(seed, game, nonces, below):
    chance = StreamChance(seed, game=game, nonces=nonces)
    drawn = [chance.draw(below) for _ in range(3)]
    assert drawn == [recompute(seed, game, number, below, nonces)[0] for number in range(3)]
    assert all(0 <= value < below for value in drawn)


def test_a_number_in_the_incomplete_last_stretch_is_refused_and_the_next_attempt_taken():
    chance = StreamChance(b"seed", game="g")
    expected = [recompute(b"seed", "g", number, HALF_REFUSED, ("", "")) for number in range(64)]
    assert [chance.draw(HALF_REFUSED) for _ in range(64)] == [value for value, _ in expected]
    attempts = Counter(attempts for _, attempts in expected)
    assert attempts[1] < 50, "the first attempt must not always do, or this test shows nothing"
    assert max(attempts) >= 4


def test_without_refusals_low_numbers_would_come_twice_as_often_and_with_them_they_do_not():
    chance = StreamChance(b"seed", game="g")
    below = 3 * 2**62  # the remainders of the last quarter would all fall on the lowest third
    thirds = Counter(chance.draw(below) // 2**62 for _ in range(3000))
    assert all(900 < thirds[third] < 1100 for third in range(3))


def test_attempts_are_not_counted_as_draws():
    chance = StreamChance(b"seed", game="g")
    for _ in range(64):
        chance.draw(HALF_REFUSED)
    assert chance.drawn == 64


@given(st.lists(st.integers(1, 2**64), min_size=1, max_size=20), st.data())
def test_a_stream_goes_on_later_where_it_stopped(below, data):
    stop = data.draw(st.integers(0, len(below)))
    whole = StreamChance(b"seed", game="g", nonces=("a", "b"))
    drawn = [whole.draw(n) for n in below]
    first = StreamChance(b"seed", game="g", nonces=("a", "b"))
    begun = [first.draw(n) for n in below[:stop]]
    assert first.drawn == stop
    later = StreamChance(b"seed", game="g", nonces=("a", "b"), drawn=first.drawn)
    assert begun + [later.draw(n) for n in below[stop:]] == drawn
    assert later.drawn == whole.drawn == len(below)


@pytest.mark.parametrize(
    "other",
    [
        StreamChance(b"other", game="g", nonces=("a", "b")),
        StreamChance(b"seed", game="h", nonces=("a", "b")),
        StreamChance(b"seed", game="g", nonces=("x", "b")),
        StreamChance(b"seed", game="g", nonces=("a", "x")),
        StreamChance(b"seed", game="g", nonces=("b", "a")),
        StreamChance(b"seed", game="g", nonces=("ab", "")),
        StreamChance(b"seed", game="g", nonces=("a", "b"), drawn=1),
    ],
    ids=["seed", "game", "nonce one", "nonce two", "nonces swapped", "nonces run together", "draw number"],
)
def test_everything_that_goes_into_a_draw_changes_it(other):
    chance = StreamChance(b"seed", game="g", nonces=("a", "b"))
    assert [chance.draw(2**64) for _ in range(4)] != [other.draw(2**64) for _ in range(4)]


@pytest.mark.parametrize(
    ("game", "nonces"),
    [("g\n0", ("", "")), ("g", ("a\n", "")), ("g", ("", "\nb")), ("\n", ("\n", "\n"))],
)
def test_a_line_feed_is_refused_since_it_could_shift_one_part_into_another(game, nonces):
    with pytest.raises(ValueError, match="line feed"):
        StreamChance(b"seed", game=game, nonces=nonces)


def test_a_draw_below_one_is_always_zero():
    assert StreamChance(b"seed", game="g").draw(1) == 0


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_a_draw_below_nothing_or_beyond_eight_bytes_is_refused_and_not_counted(n):
    chance = StreamChance(b"seed", game="g")
    with pytest.raises(ValueError, match="cannot draw below"):
        chance.draw(n)
    assert chance.drawn == 0


def test_dice_are_fair():
    chance = StreamChance(b"seed", game="g")
    faces = Counter(chance.draw(6) for _ in range(6000))
    assert all(900 < faces[face] < 1100 for face in range(6))


def test_the_commitment_is_the_sha_256_of_the_seed():
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert commitment(b"abd") != commitment(b"abc")


# Scripts


def test_a_script_says_what_is_written_in_it():
    chance = ScriptedChance([0, 5, 1])
    assert [chance.draw(n) for n in (1, 6, 2)] == [0, 5, 1]


@pytest.mark.parametrize("draws", [[], iter(()), ()])
def test_a_script_at_its_end_says_so(draws):
    with pytest.raises(ValueError, match="at its end"):
        ScriptedChance(draws).draw(2)


@pytest.mark.parametrize(("value", "n"), [(6, 6), (-1, 6), (1, 1), (0, 0)])
def test_a_script_that_does_not_fit_the_draw_says_so(value, n):
    with pytest.raises(ValueError, match=f"says {value} for a draw below {n}"):
        ScriptedChance([value]).draw(n)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"game": "1", "nonces": ("\ud800", "")}, "surrogates not allowed"),
        ({"game": "\udfff"}, "surrogates not allowed"),
        ({"game": "1", "drawn": -1}, "begins with draw 0"),
    ],
)
def test_a_stream_that_could_not_be_drawn_from_is_refused_at_once(wrong, why):
    with pytest.raises(ValueError, match=why):
        StreamChance(b"seed", **wrong)
