"""docs/verify/verify.py checks a game from its file, with none of our code; and finds whatever was changed in it."""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from accounts.models import User
from games import queries, record
from games.contract import Seat
from games.lobby.start import Agreement, NewPlayer, new_secret, start_game
from games.models import Game
from games.moderation import game_acts
from games.table import door, exchange, log
from games.table.door import Act, Verdict
from tests.games.matches import play_match, start_match
from tests.games.played_quickly import play_quickly
from tests.luck import dice
from tests.moderation.people import moderating

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
SCRIPT = Path(__file__).parents[2] / "docs" / "verify" / "verify.py"
KINDS = ["marabunta", "mabula"]
WORDS = ["", "toi toi toi", 'two  spaces, a "quote" and a \\', "[Kind] ; %", "élan 🎲", "a\u00a0b\u3000c"]


def play(kind: str, number: int, most: int = 10_000) -> Game:
    """A game that is over, by itself or because somebody resigned."""
    words = (WORDS[number % len(WORDS)], WORDS[number // 2 % len(WORDS)])
    players = (NewPlayer(bot="larva", nonce=words[0]), NewPlayer(bot="larva", nonce=words[1]))
    with patch("games.lobby.start.max", min if number % 2 else max, create=True):  # the first version of the draws
        game = start_game(agreement=Agreement(kind, {}), players=players, is_public=True, sealed=new_secret())
    play_quickly(game, dice(number), most)
    end(game)
    return game


def end(game: Game) -> None:
    game.refresh_from_db()
    if game.to_move:
        do(game, Act.RESIGN)


def do(game: Game, act: Act, text: str = "", seat: Seat | None = None) -> None:
    game.refresh_from_db()
    seat = seat or Seat(game.to_move or 1)
    key = f"key-of-{game.head}"
    answer = door.submit(game_id=game.pk, seat=seat, act=act, text=text, seen=game.head, key=key)
    assert answer.verdict is Verdict.ACCEPTED, answer
    game.refresh_from_db()


@pytest.fixture
def verify(tmp_path, capsys):
    """What the script says of a text, and with which exit code it ends."""
    spec = importlib.util.spec_from_file_location("verify", SCRIPT)
    assert spec and spec.loader
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)

    def verify(text: str, *seal: str) -> tuple[str, object]:
        file = tmp_path / "game"
        file.write_bytes(text.encode())
        with pytest.raises(SystemExit) as ended:
            script.main(str(file), *seal)
        return capsys.readouterr().out, ended.value.code

    return verify


def test_the_script_is_short_and_needs_nothing():
    text = SCRIPT.read_text()
    assert len(text.splitlines()) <= 100
    imported = re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)
    assert imported
    assert set(imported) <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("kind", KINDS)
def test_fifty_games_of_each_kind_played_at_random_are_found_to_be_fair(verify, kind):
    lengths = set()
    for number in range(50):
        game = play(kind, number, most=10_000 if number % 10 == 0 else number)
        shown = queries.record_of(game)
        rolls = log.position(game).rolls
        for write in (record.to_text, record.to_json):
            said, code = verify(write(shown), game.commitment)
            assert (code, f"all {rolls} random moves follow" in said) == (False, True), (number, said)
        assert record.read(record.to_text(shown)).tags == shown.tags == record.read(record.to_json(shown)).tags
        lengths.add(rolls)
    assert max(lengths) >= (12 if kind == "marabunta" else 1)


def test_it_runs_by_itself_without_the_site(tmp_path):
    game = play("marabunta", 7)
    file = tmp_path / "game.json"
    file.write_text(record.to_json(queries.record_of(game)), "utf-8")
    command = [sys.executable, "-I", str(SCRIPT), str(file), game.commitment]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Everything matches" in ran.stdout
    again = [*command[:-1], "0" * 64]
    assert subprocess.run(again, cwd=tmp_path, capture_output=True, text=True, check=False).returncode == 1


def rewound(game: Game, moderator: User) -> None:
    """Back by two rolls, as a moderator does it."""
    rolls = [made for made in log.position(game).moves if made.seat is None]
    step = [made for made in log.position(game).moves if made.seq < rolls[-2].seq][-1]
    why = "They asked for it."
    answer = game_acts.act(
        by=moderator, game_id=game.pk, what=Act.REWIND, text=str(step.seq), reason=why, seen=game.head
    )
    assert answer.verdict is Verdict.ACCEPTED
    game.refresh_from_db()


def test_rolls_that_a_moderator_took_back_are_checked_as_well(verify):
    moderator, players = moderating("mod"), (NewPlayer(bot="larva"), NewPlayer(bot="larva"))
    game = start_game(agreement=Agreement("marabunta", {}), players=players, is_public=True, sealed=new_secret())
    for number in (1, 2):
        while log.position(game).rolls < 6 * number:
            play_quickly(game, dice(number), 10)
        rewound(game, moderator)
        play_quickly(game, dice(number + 5), 30)
    end(game)
    shown = queries.record_of(game)
    taken_back = shown.tags["TakenBack"].split("; ")
    assert len(taken_back) >= 4
    assert verify(record.to_text(shown), game.commitment)[1] is False
    assert len(queries.revealed(game).taken_back) == len(taken_back)
    hidden = {name: value for name, value in shown.tags.items() if name != "TakenBack"}
    said, code = verify(record.to_json(record.Record(**{**vars(shown), "tags": hidden})))
    assert (code, "without a gap" in said) == (True, True)
    other = taken_back[0][:-1] + ("0" if taken_back[0][-1] != "0" else "1")
    bent = {**shown.tags, "TakenBack": "; ".join([other, *taken_back[1:]])}
    assert verify(record.to_json(record.Record(**{**vars(shown), "tags": bent})))[1] is True


@pytest.mark.parametrize("kind", KINDS)
def test_both_games_of_a_mirror_match_are_proven_by_one_seal(verify, ada, ben, kind):
    match = first, second = start_match(ada, ben, kind)
    play_match(match, dice(12))
    for game in match:
        shown = queries.record_of(Game.objects.get(pk=game.pk))
        assert shown.tags["Partner"] == str(game.partner_id)
        assert shown.tags.get("Stream") == (str(first.pk) if game == second else None)
        for write in (record.to_text, record.to_json):
            assert verify(write(shown), first.commitment)[1] is False
    shown = queries.record_of(Game.objects.get(pk=second.pk))
    alone = {name: value for name, value in shown.tags.items() if name != "Stream"}
    assert verify(record.to_json(record.Record(**{**vars(shown), "tags": alone})), first.commitment)[1] is True


def changed_roll(content):
    place = max(i for i, move in enumerate(content["moves"]) if move.split()[0] in ("roll", "ring"))
    move = content["moves"][place]
    swap = str.maketrans("WB", "BW") if move.startswith("ring") else str.maketrans("0123", "1032")
    content["moves"][place] = " ".join([move.split()[0], *(part.translate(swap) for part in move.split()[1:])])


def changed_tag(name, change):
    def bend(content):
        content["tags"][name] = change(content["tags"][name])

    return bend


CHANGES = {
    "a roll": (changed_roll, "but the seed gives"),
    "the seed": (changed_tag("Seed", lambda seed: seed[::-1]), "The seed has the seal"),
    "a nonce": (changed_tag("NonceOne", lambda nonce: f"{nonce}!"), "but the seed gives"),
    "the other nonce": (changed_tag("NonceTwo", lambda nonce: f"{nonce} "), "but the seed gives"),
    "the number of the game": (changed_tag("Game", lambda number: f"{number}0"), "but the seed gives"),
    "the seal": (changed_tag("Commitment", lambda seal: seal[::-1]), "The seed has the seal"),
    "the numbers of the rolls": (changed_tag("Chance", lambda numbers: f"{numbers} 77"), "without a gap"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("change", "found"), CHANGES.values(), ids=CHANGES)
def test_whatever_was_changed_is_found(verify, kind, change, found):
    game = play(kind, 12, most=40)
    content = json.loads(record.to_json(queries.record_of(game)))
    change(content)
    said, code = verify(json.dumps(content))
    assert (code, found in said) == (True, True), said


def test_another_seed_with_a_seal_of_its_own_is_found_by_the_seal_that_was_mailed(verify):
    game, other = play("mabula", 2), play("mabula", 4)
    text = record.to_json(queries.record_of(other))
    assert verify(text, other.commitment)[1] is False
    said, code = verify(text, game.commitment)
    assert code is True
    assert f"not {game.commitment}" in said


def test_a_draw_that_the_script_does_not_know_is_no_success(verify):
    game = play("mabula", 2)
    content = json.loads(record.to_json(queries.record_of(game)))
    content["tags"]["Draws"] = "3"
    assert verify(json.dumps(content))[1] == "This script doesn’t know mabula with draws 3."


@pytest.mark.parametrize("kind", KINDS)
def test_a_running_game_gives_nothing_away_and_the_script_says_so(verify, kind):
    players = (NewPlayer(bot="larva"), NewPlayer(bot="larva"))
    game = start_game(agreement=Agreement(kind, {}), players=players, is_public=True, sealed=new_secret())
    shown = queries.record_of(game)
    assert not {"Seed", "NonceOne", "NonceTwo", "Draws", "Chance"} & set(shown.tags)
    for write in (record.to_text, record.to_json):
        assert "has no seed" in str(verify(write(shown))[1])


@pytest.mark.parametrize("kind", KINDS)
def test_an_import_takes_the_moves_and_none_of_the_luck(kind):
    game = play(kind, 6)
    again = exchange.import_record(record.read(record.to_text(queries.record_of(game))))
    assert again.commitment != game.commitment
    assert "Seed" not in queries.record_of(again).tags
    assert queries.moves_of(again) == queries.moves_of(game)
