"""The file with all games of a ladder, and docs/verify/ratings.py, which works out all ratings from it by itself."""

import importlib.util
import json
import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import kinds
from games.models import EndedBy, Event, Game, Rated, RatingDue, Seat
from games.ratings import ledger

pytestmark = pytest.mark.django_db
SCRIPT = Path(__file__).parents[2] / "docs" / "verify" / "ratings.py"
FILE = "/ratings/marabunta/games.json"
BOARDS = [
    {"territory": territory, "colony": colony} for territory in ("glade", "marsh") for colony in ("harvester", "weaver")
]


def store(number: int, players, *, winner=None, decided="points", first=1, **columns) -> Game:
    """A rated game that is over, as its rows; the ledger needs no more of it than who made its first move."""
    ended = timezone.now() - timedelta(days=400) + timedelta(hours=7 * number)
    kind = kinds.get("marabunta")
    terms = {"kind": kind.key, "options": BOARDS[number % 4], "rules": 1, "draws": 1, "agreed_rated": True}
    game = Game.objects.create(
        **{"is_rated": True, "status": "over", "turn_since": ended, "ended_at": ended, **terms, **columns},
        winner=winner,
        decided=decided,
    )
    for place, player in enumerate(players, 1):
        who = {"bot_at_start": player, "bot": player} if isinstance(player, str) else {"user": player}
        Seat.objects.create(game=game, number=place, **who)
    opening = {"at": ended, "act": "move", "digest": "", "chain": ""}
    Event.objects.create(game=game, seq=1, text="first red", **opening)
    Event.objects.create(game=game, seq=2, seat=first, text="split", key=f"key-{game.pk}", **opening)
    RatingDue.objects.create(game=game)
    return game


def work_off() -> None:
    while ledger.work_off():
        pass  # a step at a time


@pytest.fixture
def ladder(people):
    """Three hundred games of six people: draws, private games, series of losses on time; and some annulled later."""
    luck = Random("a ladder")
    people += [User.objects.create_user(name, f"{name}@example.org") for name in ("dora", "emil", "fay")]
    games = []
    for number in range(300):
        pair = luck.sample(people, 2)
        late = luck.random() < 0.3
        games.append(
            store(
                number,
                pair,
                winner=luck.choice((1, 1, 2)) if late else luck.choice((1, 1, 1, 2, 2, None)),
                decided="timeout" if late else "points",
                first=luck.choice((1, 2)),
                is_public=luck.random() < 0.8,
            )
        )
    work_off()
    for game in luck.sample(games, 15):
        Game.objects.filter(pk=game.pk).update(decided=EndedBy.ANNULMENT, winner=None)
        RatingDue.objects.create(game=game)
    work_off()
    return people


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("ratings", SCRIPT)
    assert spec and spec.loader
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def published(address: str = FILE) -> dict[str, Any]:
    answer: Any = Client().get(address)
    assert answer.status_code == 200
    content: dict[str, Any] = json.loads(b"".join(answer.streaming_content))
    return content


def run(content: dict[str, Any], folder: Path) -> subprocess.CompletedProcess[str]:
    """Isolated: without our folders, our environment and whatever is installed."""
    file = folder / "games.json"
    file.write_text(json.dumps(content))
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(file)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)


def test_the_script_is_short_and_needs_nothing():
    text = SCRIPT.read_text()
    assert len(text.splitlines()) <= 105
    imported = re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)
    assert imported and set(imported) <= set(sys.stdlib_module_names)


def test_the_script_gives_every_rating_of_a_ladder(ladder, script, tmp_path):
    content = published()
    games = content["games"]
    assert len(games) == 285
    assert {game["score"] for game in games} == {0.0, 0.5, 1.0}
    assert {12, -12, 15, -15} < {game["advantage"] for game in games}
    players, wrong = script.recompute(games)
    rows = Rated.objects.filter(kind="marabunta", ladder="people")
    assert wrong == []
    assert players.keys() == {row.pk for row in rows}
    for row in rows:
        found = players[row.pk]
        assert found["games"] == row.games
        assert found["last"] == row.at
        for name in ("rating", "deviation", "volatility"):
            assert found[name] == pytest.approx(getattr(row, name), abs=1e-6)
    assert sum(row.games for row in rows) < 2 * len(games), "some losses on time did not count"
    done = run(content, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Everything matches: 285 games" in done.stdout
    for row in rows.select_related("user"):
        line = next(line for line in done.stdout.splitlines() if line.endswith(f"  {row.user}"))
        assert line.split()[:3] == [str(row.pk), f"{row.rating:.6f}", f"{row.deviation:.6f}"]


def bend_the_score(games):
    games[3]["score"] = 1 - games[3]["score"] if games[3]["score"] != 0.5 else 1.0


def bend_the_players(games):
    games[5]["players"].reverse()


def bend_the_time(games):
    games[150]["ended"] = games[151]["ended"]


def bend_the_order(games):
    games[7], games[8] = games[8], games[7]


def forget_who_was_late(games):
    for game in games:
        game["lost_on_time"] = None


def bend_a_rating(games):
    games[9]["ratings"][1] += 0.00001


def bend_the_advantage(games):
    games[20]["advantage"] += 1


def leave_one_out(games):
    del games[4]


BENT = [bend_the_score, bend_the_players, bend_the_time, bend_the_order, forget_who_was_late, bend_a_rating]
BENT += [bend_the_advantage, leave_one_out]


def test_the_script_finds_whatever_is_changed_in_the_file(ladder, script, tmp_path):
    content = published()
    for bend in BENT:
        games = json.loads(json.dumps(content["games"]))
        bend(games)
        assert script.recompute(games)[1], bend.__name__
    content["games"].pop(0)
    done = run(content, tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert re.search(r"After the \d+th game player \d+ has", done.stdout)


def test_a_private_game_is_not_named_nor_is_who_has_left_or_is_suspended(people):
    ada, ben, cleo = people
    public, _ = store(1, (ada, ben), winner=1), store(2, (ada, cleo), winner=2, is_public=False)
    ledger.work_off()
    content = published()
    numbers = {name: int(number) for number, name in content["players"].items()}
    assert [game["game"] for game in content["games"]] == [public.pk, None]
    assert content["games"][1]["players"] == [numbers["ada"], numbers["cleo"]]
    ben.delete()
    User.objects.filter(pk=cleo.pk).update(is_active=False)
    content = published()
    assert sorted(content["players"].values(), key=str) == [None, None, "ada"]
    assert [game["game"] for game in content["games"]] == [public.pk, None]


def test_a_game_that_is_still_to_be_rated_is_not_in_the_file_yet(people):
    store(1, people[:2], winner=1)
    assert published() == {"kind": "marabunta", "ladder": "people", "games": [], "players": {}}
    ledger.work_off()
    assert len(published()["games"]) == 1


def test_the_ladder_against_bots_has_a_file_of_its_own(people, script):
    store(1, (people[0], "queen"), winner=2)
    store(2, people[:2], winner=1)
    ledger.work_off()
    content = published("/ratings/marabunta/bots/games.json")
    assert (content["ladder"], sorted(content["players"].values())) == ("bots", ["ada", "queen"])
    assert script.recompute(content["games"])[1] == []
    assert [game["players"] for game in published()["games"]] != [game["players"] for game in content["games"]]


def test_the_file_is_written_batch_by_batch_with_few_queries(ladder, monkeypatch, django_assert_num_queries):
    whole = published()
    monkeypatch.setattr("games.ratings.publication.BATCH", 7)
    assert published() == whole
    monkeypatch.undo()
    with django_assert_num_queries(11):  # four for each of two batches of games
        published()


def test_whoever_asks_too_often_has_to_wait(people, settings):
    settings.LIMITS = {"ladder": "2/h"}
    cache.clear()
    assert [Client().get(FILE).status_code for _ in range(3)] == [200, 200, 429]
    settings.LIMITS = {"ladders": "1/h"}
    asked = [Client(REMOTE_ADDR=address).get(FILE) for address in ("192.0.2.7", "198.51.100.9")]
    assert [answer.status_code for answer in asked] == [200, 429]
    assert Client().get("/ratings/chess/games.json").status_code == 404


def test_how_a_rating_came_about_leads_to_file_and_script(people):
    store(1, (people[0], "queen"), winner=2)
    store(2, people[:2], winner=1)
    ledger.work_off()
    for address, file in (("", FILE), ("bots/", "/ratings/marabunta/bots/games.json")):
        page = Client().get(f"/people/ada/rating/marabunta/{address}").content.decode()
        assert f'href="{file}"' in page
        assert 'href="/luck/ratings.py"' in page
    assert Client().get("/luck/ratings.py").content.decode() == SCRIPT.read_text()
