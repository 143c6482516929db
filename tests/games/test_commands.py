"""Commands for whoever runs the site."""

import json

import pytest
from django.core.management import CommandError, call_command

from games import queries, record
from games.models import Challenge, Game
from games.table import log
from games.table.door import Act
from tests.games.playing import legal


def printed(capsys, *command, **options):
    call_command(*command, **options)
    return capsys.readouterr().out


@pytest.mark.parametrize("flags", [[], ["--json"]])
@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_a_finished_game_goes_out_and_comes_in_again_the_same(start, act, capsys, tmp_path, kind, flags):
    game = start(kind)
    while moves := legal(game):
        act(game, moves[len(moves) // 2])
    game.refresh_from_db()
    file = tmp_path / "game"
    file.write_text(printed(capsys, "export_game", str(game.pk), *flags))
    assert printed(capsys, "import_game", str(file)).startswith("game ")
    copy = Game.objects.latest("pk")
    assert queries.moves_of(copy) == queries.moves_of(game)
    assert (copy.winner, copy.decided, copy.status) == (game.winner, game.decided, "over")
    assert log.position(copy).state == log.position(game).state
    assert copy.is_imported


@pytest.mark.parametrize(("kind", "acts"), [("marabunta", [Act.RESIGN]), ("mabula", [Act.ABORT])])
def test_a_game_that_the_platform_ended_comes_in_ended(start, act, tmp_path, kind, acts):
    game = start(kind)
    for one in acts:
        act(game, kind=one, seat=1)
    game.refresh_from_db()
    file = tmp_path / "game"
    file.write_text(record.to_text(queries.record_of(game)))
    call_command("import_game", str(file))
    copy = Game.objects.latest("pk")
    assert (copy.status, copy.winner, copy.decided) == ("over", game.winner, game.decided)


def test_an_agreed_draw_comes_in_as_one(start, act, tmp_path):
    game = start("mabula")
    act(game, kind=Act.OFFER_DRAW, seat=2)
    act(game, kind=Act.ACCEPT_DRAW, seat=1)
    game.refresh_from_db()
    file = tmp_path / "game"
    file.write_text(record.to_text(queries.record_of(game)))
    call_command("import_game", str(file))
    assert Game.objects.latest("pk").decided == "agreement"


def test_a_game_that_runs_needs_its_players_and_is_played_on(ada, ben, start, act, tmp_path):
    game = start()
    act(game, "split POY/GBVT")
    game.refresh_from_db()
    file = tmp_path / "game"
    file.write_text(record.to_text(queries.record_of(game)))
    with pytest.raises(CommandError, match="say who plays it on"):
        call_command("import_game", str(file))
    call_command("import_game", str(file), one="ada", two="ben")
    copy = Game.objects.latest("pk")
    assert act(copy, "take 1").head == copy.head + 1


def test_a_game_saved_before_a_roll_goes_on_with_a_roll_of_ours(ada, ben, tmp_path):
    file = tmp_path / "game"
    file.write_text(record.to_text(record.make("marabunta", {}, ["first blue"])))
    call_command("import_game", str(file), one="ada", two="ben")
    game = Game.objects.get()
    assert (game.head, game.to_move) == (2, 2)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("nonsense", "there is no tag Kind"),
        ('[Kind "mabula"]\n[Rules "1"]\n[Options ""]\n[Ending "meteor"]\n', "a game cannot end by 'meteor' here"),
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence_and_leaves_nothing(db, tmp_path, content, sentence):
    file = tmp_path / "game"
    file.write_text(content)
    with pytest.raises(CommandError, match=sentence):
        call_command("import_game", str(file))
    assert not Game.objects.exists()


def test_wrong_names_numbers_and_files_are_told(ada):
    for command, sentence in (
        (["export_game", "99"], "no game 99"),
        (["import_game", "no-such-file"], "cannot be read"),
        (["import_game", "LICENSE", "--one", "zoe"], "nobody called zoe"),
        (["import_game", "LICENSE", "--one", "ada", "--two", "ada"], "against themselves"),
    ):
        with pytest.raises(CommandError, match=sentence):
            call_command(*command)


def test_bots_play_whole_games_through_the_door(db, capsys):
    out = printed(capsys, "selfplay", games=1)
    assert {game.kind for game in Game.objects.filter(status="over")} == {"marabunta", "mabula"}
    assert "events in" in out


def test_the_demonstration_has_games_in_every_phase_and_invents_a_password(db, capsys, client):
    out = printed(capsys, "demo")
    phases = {log.position(game).state.phase.value for game in Game.objects.filter(kind="marabunta")}
    assert phases >= {"split", "choose", "resolve", "over"}
    assert any(log.position(game).state.waiting for game in Game.objects.filter(kind="marabunta"))
    assert {"resign", "abort", "agreement"} <= set(Game.objects.values_list("decided", flat=True))
    assert Challenge.objects.filter(status="open").count() == 4
    assert client.login(username="Ada", password=out.split()[-1])
    with pytest.raises(CommandError, match="here already"):
        call_command("demo")


def test_an_export_as_json_is_json(start, capsys):
    game = start("mabula")
    assert json.loads(printed(capsys, "export_game", str(game.pk), "--json"))["kind"] == "mabula"
