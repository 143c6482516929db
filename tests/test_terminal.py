"""Play in the terminal."""

import io
import json
import subprocess
import sys

import pytest
from django.conf import settings
from django.utils import translation

from games import kinds, record
from games.__main__ import LANGUAGES, TerminalGame, main
from games.mabula.page.refusals import SENTENCES
from tests import pseudo


@pytest.fixture(autouse=True)
def english_machine(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def at_the_terminal(monkeypatch, capsys):
    """Run with these arguments while somebody types these lines; the status, and what was printed."""

    def run(*arguments, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        try:
            status: object = main(arguments)
        except SystemExit as ended:  # by argparse
            status = ended.code
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    return run


def game_in(printed):
    return record.read(printed[printed.rindex("[Kind ") :])


@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_two_bots_play_to_the_end_and_the_moves_are_printed(at_the_terminal, kind):
    status, printed = at_the_terminal(kind, "--watch", "--seed", "7")
    game = game_in(printed)
    assert status == 0
    assert game.tags["Result"] != "*"
    assert "decided by" in printed or "a draw" in printed


def test_the_same_seed_gives_the_same_game(at_the_terminal):
    assert at_the_terminal("--watch", "--seed", "7") == at_the_terminal("--watch", "--seed", "7")
    assert at_the_terminal("--watch", "--seed", "7") != at_the_terminal("--watch", "--seed", "8")


@pytest.mark.parametrize("level", kinds.get("mabula").bots.levels)
def test_one_plays_against_a_bot_of_any_level(at_the_terminal, level, monkeypatch):
    monkeypatch.setattr("games.__main__.SECONDS", 0.02)
    _, printed = at_the_terminal("mabula", "--as", "two", "--level", level, "--seed", "1", typed="quit\n")
    assert len(game_in(printed).moves) == 2
    assert "white: " in printed


def test_a_hint_is_a_legal_move_and_not_made(at_the_terminal, monkeypatch):
    monkeypatch.setattr("games.__main__.SECONDS", 0.02)
    _, printed = at_the_terminal("mabula", "--seed", "1", typed="hint\n?\nquit\n")
    hint, *rest = printed[printed.index("white> ") + 7 :].split()
    assert hint in rest
    assert len(game_in(printed).moves) == 1


def test_a_person_plays_against_a_bot(at_the_terminal):
    _, printed = at_the_terminal("mabula", "--seed", "1", typed="?\n")
    move = printed[printed.index("white> ") + 7 :].split()[0]
    _, printed = at_the_terminal("mabula", "--seed", "1", typed=f"{move}\nquit\n")
    assert game_in(printed).moves[1] == move
    assert len(game_in(printed).moves) == 3
    assert "black: " in printed


def test_who_has_beaten_a_bot_hears_which_comes_next(at_the_terminal, monkeypatch):
    """The soldier plays for the person, so that the person wins."""
    monkeypatch.setattr(
        TerminalGame, "_ask", lambda self, state: self._keep(state, self._choose_move(state, "soldier"))
    )
    _, printed = at_the_terminal("mabula", "--seed", "1")
    assert "Against the larva." in printed
    assert "white wins" in printed
    assert "next on the ladder: --level pupa" in printed
    _, printed = at_the_terminal("mabula", "--watch", "--seed", "1")
    assert "next on the ladder" not in printed


def test_two_people_share_the_keyboard_and_a_refused_move_is_asked_again(at_the_terminal):
    _, printed = at_the_terminal("mabula", "--two", "--seed", "1", typed="\nb2-b3\nnonsense\n")
    assert "not legal: not-from-the-edge (B2.5), space='b2'" in printed
    assert "not legal: not-a-move (B4), text='nonsense'" in printed
    assert len(game_in(printed).moves) == 1


def test_one_may_take_the_second_seat_and_choose_options(at_the_terminal):
    _, printed = at_the_terminal("mabula", "scoring=product", "--as", "two", "--seed", "1")
    assert "black> " in printed
    assert game_in(printed).options["scoring"] == "product"


def test_a_game_is_saved_shown_and_listed(at_the_terminal, tmp_path):
    file = tmp_path / "game.txt"
    _, printed = at_the_terminal("--seed", "1", typed=f"draw\nmoves\nsave {tmp_path}\nsave {file}\nquit\n")
    assert "not saved: " in printed
    assert f"saved in {file}" in printed
    status, shown = at_the_terminal("--show", str(file))
    assert status == 0
    assert "if it ended now" in shown


def test_a_finished_game_is_shown_at_any_move_and_at_its_end(at_the_terminal, tmp_path):
    _, printed = at_the_terminal("mabula", "--watch", "--seed", "7")
    file = tmp_path / "game.txt"
    file.write_text(record.to_text(game_in(printed)))
    assert "white to push" in at_the_terminal("--show", str(file), "--at", "1")[1]
    assert "largest" in at_the_terminal("--show", str(file))[1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["mabula", "colour=red"], "'colour'='red' is not possible; allowed: scoring, ties"),
        (["mabula", "--level", "builder"], "Mabula has no bot 'builder'; it has larva, pupa, nurse"),
        (["--show", "no-such-file"], "No such file"),
        (["--show", "LICENSE"], "there is no tag Kind"),
    ],
)
def test_what_makes_no_game_is_told_in_a_sentence(at_the_terminal, arguments, sentence):
    status, printed = at_the_terminal(*arguments)
    assert (status, sentence in printed) == (2, True)


def test_it_runs_as_a_program_and_ends_when_nobody_types_any_more():
    done = subprocess.run(
        [sys.executable, "-m", "games", "--seed", "1"], input="", capture_output=True, text=True, check=True
    )
    assert "red> " in done.stdout
    assert done.stderr == ""


def test_the_benchmark_prints_every_figure_also_as_json():
    done = subprocess.run(
        [sys.executable, "-m", "games.lab.bench", "--json", "--seconds", "0.001"],
        capture_output=True,
        text=True,
        check=True,
    )
    for figure in ("playout : python-chess", "replay : playout", "replay : list", "playouts/s", "peak memory MB"):
        assert done.stdout.count(figure) >= 2


def test_the_benchmark_of_the_bots_prints_every_figure_also_as_json():
    done = subprocess.run(
        [sys.executable, "-m", "games.lab.bots_bench", "--json", "--seconds", "0.001"],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    for kind, figures in {"mabula": ["positions/s", "largest table"], "marabunta": ["evaluations/s"]}.items():
        assert all(found[kind][figure] > 0 for figure in [*figures, "workers' games/s", "turn p50 s", "turn p95 s"])


@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_a_language_tells_moves_refusals_hints_and_the_result_in_words(at_the_terminal, tmp_path, monkeypatch, kind):
    monkeypatch.setattr("games.__main__.SECONDS", 0.02)
    with pseudo.spoken(tmp_path), translation.override(pseudo.CODE):
        monkeypatch.setattr("games.kind_pages.terminal.translation.activate", lambda _language: None)
        _, printed = at_the_terminal(kind, "--language", "fr", "--seed", "1", typed="xyz\nhint\nquit\n")
        _, watched = at_the_terminal(kind, "--language", "fr", "--watch", "--seed", "7")
    colour = "White" if kind == "mabula" else "Red"
    for sentence in ("Type ? for the legal moves, quit to leave.", "isn’t a move.", "Hint:"):
        assert pseudo.pseudo(sentence).strip("⟦⟧").strip() in printed
    assert f"{pseudo.pseudo(colour)}> " in printed
    assert pseudo.pseudo("The game is over:").strip("⟦⟧") in watched
    for line in printed.splitlines():
        assert not line.startswith(("not legal", "Against the"))


def test_a_language_that_the_site_has_not_is_refused(at_the_terminal):
    assert at_the_terminal("--language", "eo")[0] == 2


def test_the_terminal_has_the_languages_of_the_site():
    assert [code for code, _name in settings.LANGUAGES] == list(LANGUAGES)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "pl"}, "pl"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "it_CH@euro"}, "it"),
        ({"LANG": "de_DE.UTF-8"}, ""),
        ({"LANG": "en_GB.UTF-8"}, ""),
        ({"LANG": "C"}, ""),
        ({"LANG": "fr", "LC_ALL": "C.UTF-8"}, ""),
        ({}, ""),
    ],
)
def test_it_speaks_the_language_of_the_machine_unless_told_otherwise(
    at_the_terminal, monkeypatch, environment, language
):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    _, printed = at_the_terminal("mabula", "--seed", "1", typed="xyz\nquit\n")
    with translation.override(language or "en"):
        expected = str(SENTENCES["not-a-move"]) % {"text": "xyz"} if language else "not legal: not-a-move"
    assert expected in printed
    _, printed = at_the_terminal("mabula", "--language", "en", "--seed", "1", typed="xyz\nquit\n")
    assert "“xyz” isn’t a move." in printed


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["mabula", "colour=red"], "“colour=red” isn’t possible. Choose one of these: scoring, ties."),
        (["mabula", "--level", "builder"], "Mabula has no bot “builder”. Choose one of these: larva, pupa,"),
        (["--show", "no-such-file"], "no-such-file can’t be read as a saved game."),
    ],
)
def test_what_makes_no_game_is_told_in_the_language_that_was_chosen(at_the_terminal, arguments, sentence):
    status, printed = at_the_terminal(*arguments, "--language", "en")
    assert (status, sentence in printed) == (2, True), printed


@pytest.mark.parametrize("code", [*LANGUAGES[1:]])
def test_arguments_that_there_are_not_are_refused_in_the_language_of_the_machine(at_the_terminal, monkeypatch, code):
    monkeypatch.setenv("LANG", code)
    status, printed = at_the_terminal("--fly")
    with translation.override(code):
        sentence = translation.gettext("These arguments don’t fit. Add --help to see them all.")
    assert (status, sentence in printed) == (2, True), printed
