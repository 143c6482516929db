"""What is achieved, by which game, and what takes it back."""

import secrets
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from games import for_accounts, kinds
from games.careers import catalogue, played, recorder
from games.careers.played import PlayedGame
from games.contract import Seat
from games.models import Achievement, CareerDue
from games.table import door
from games.table.door import Act, Verdict

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
GAME = PlayedGame(
    game=1,
    at=START,
    kind="mabula",
    options={"scoring": "largest", "ties": "draw"},
    decided="largest",
    winner=1,
    seat=1,
    opponent=2,
    left=None,
    bot="",
    went_first=True,
    turns=10,
    seconds=600,
    was_behind=False,
    feats=(),
)
LOST = replace(GAME, winner=2)
ON_TIME = replace(LOST, decided="timeout")


def series(*games):
    """These games, one a day, with numbers."""
    return [replace(game, game=number, at=START + timedelta(days=number)) for number, game in enumerate(games, 1)]


def what(games):
    return {one.what: one.game.game for one in catalogue.earned(games)}


def test_the_first_win_against_a_person_counts_and_none_against_a_bot():
    assert "first-win" not in what(series(LOST, replace(GAME, bot="larva", opponent=None)))
    assert what(series(LOST, GAME, GAME))["first-win"] == 2


def test_whoever_wins_from_far_behind_is_told_so():
    assert what(series(replace(GAME, was_behind=True)))["from-behind"] == 1
    assert "from-behind" not in what(series(replace(LOST, was_behind=True), replace(GAME, was_behind=None)))


def test_ten_games_in_a_row_on_time_and_one_late_one_begins_anew():
    assert what(series(*[LOST] * 10))["ten-on-time"] == 10
    assert "ten-on-time" not in what(series(*[LOST] * 9, ON_TIME, *[LOST] * 9))
    bots = [replace(GAME, bot="larva", opponent=None)] * 9
    assert "ten-on-time" not in what(series(LOST, *bots))


def test_a_win_on_time_is_on_time():
    assert not replace(GAME, decided="timeout").is_lost_on_time
    assert ON_TIME.is_lost_on_time


def test_ten_different_people_count_and_whoever_has_left_stays_one_of_them():
    people = [replace(LOST, opponent=number) for number in range(10)]
    assert what(series(LOST, *people))["ten-opponents"] == 11  # the first of them was met again
    gone = [replace(LOST, opponent=None, left=START + timedelta(hours=number)) for number in range(10)]
    assert what(series(*gone[:9], *people[:1]))["ten-opponents"] == 10
    assert "ten-opponents" not in what(series(*gone[:5] * 4))
    assert "ten-opponents" not in what(series(*[replace(LOST, opponent=None, bot="larva")] * 20))


def test_every_choice_of_options_has_to_be_won():
    kind = kinds.get("mabula")
    wins = [replace(GAME, options=options) for options in kind.option_sets()]
    assert len(wins) == 3
    assert "boards-mabula" not in what(series(*wins[:-1], replace(LOST, options=wins[-1].options)))
    assert what(series(*wins))["boards-mabula"] == 3
    assert what(series(*[replace(one, options={}) if one.options == wins[0].options else one for one in wins]))


def test_only_the_strongest_bot_of_a_kind_is_the_top():
    queen = replace(GAME, bot="queen", opponent=None)
    assert what(series(replace(GAME, bot="princess", opponent=None), queen))["top-bot-mabula"] == 2
    assert "top-bot-marabunta" not in what(series(queen))


def test_a_feat_of_the_kind_is_an_achievement_even_if_it_did_not_win():
    assert what(series(replace(LOST, feats=("four-threes",))))["four-threes-mabula"] == 1


def test_progress_is_where_the_count_stands_now():
    progress = catalogue.progress(series(*[LOST] * 4, ON_TIME, LOST, LOST))
    assert progress["ten-on-time"] == 2
    assert progress["hundred-games"] == 7
    assert catalogue.progress([])["first-win"] == 0


def test_every_aim_has_a_key_of_its_own_and_words():
    aims = catalogue.aims()
    assert len({aim.key for aim in aims}) == len(aims) <= 12
    assert all(aim.title() and aim.task().endswith(".") and len(aim.key) <= 40 for aim in aims)


@pytest.mark.django_db
def test_a_win_is_kept_with_its_game_and_doing_it_again_changes_nothing(play, people):
    game = play(loser=Seat.TWO)
    recorder.work_off()
    row = Achievement.objects.get()
    assert (row.user, row.what, row.game, row.at) == (people[0], "first-win", game, game.ended_at)
    CareerDue.objects.create(game=game)
    recorder.work_off()
    assert Achievement.objects.get().pk == row.pk


@pytest.mark.django_db
def test_an_annulled_game_takes_back_what_it_gave_and_a_restored_one_gives_it_again(play, people):
    game = play(loser=Seat.TWO)
    recorder.work_off()
    moderate(game, Act.ANNUL)
    recorder.work_off()
    assert not Achievement.objects.exists()
    moderate(game, Act.RESTORE)
    recorder.work_off()
    assert Achievement.objects.get().what == "first-win"


@pytest.mark.django_db
def test_what_an_annulled_game_gave_passes_to_a_later_one(play):
    first, second = play(), play()
    recorder.work_off()
    assert Achievement.objects.get(what="first-win").game == first
    moderate(first, Act.ANNUL)
    recorder.work_off()
    assert Achievement.objects.get(what="first-win").game == second


@pytest.mark.django_db
def test_of_somebody_with_many_games_that_are_due_everything_is_read_once(play, people, monkeypatch):
    for _ in range(3):
        play(0, 1, loser=Seat.TWO)
    play(1, 2, loser=Seat.ONE)
    awarded, award = [], recorder.award

    def noted(user):
        awarded.append(user.username)
        award(user)

    monkeypatch.setattr(recorder, "award", noted)
    recorder.work_off()
    assert sorted(awarded) == ["ada", "ben", "cleo"]
    assert Achievement.objects.filter(user=people[0], what="first-win").exists()
    assert Achievement.objects.filter(user=people[2], what="first-win").exists()


@pytest.mark.django_db
def test_somebody_who_leaves_takes_nothing_from_those_they_played(play, people):
    play(0, 1, loser=Seat.TWO)
    play(0, 1)
    play(0, 2)
    recorder.work_off()
    before = catalogue.progress(played.in_order(people[0]))["ten-opponents"]
    for_accounts.leave(user=people[1])
    people[1].delete()
    recorder.award(people[0])
    assert Achievement.objects.filter(user=people[0], what="first-win").exists()
    assert catalogue.progress(played.in_order(people[0]))["ten-opponents"] == before == 2


@pytest.mark.django_db
def test_a_member_has_what_they_achieved_as_a_guest(play, people):
    play(loser=Seat.TWO)
    recorder.work_off()
    for_accounts.adopt(guest=people[0], user=people[2])
    recorder.work_off()
    assert Achievement.objects.get(user=people[2]).what == "first-win"


@pytest.mark.django_db
def test_aborted_games_and_those_that_a_bot_finished_count_for_nobody(play, people):
    game = play(loser=Seat.TWO)
    game.seats.filter(number=2).update(bot="worker")
    assert played.in_order(people[0]) == []
    game.seats.filter(number=2).update(bot="")
    type(game).objects.filter(pk=game.pk).update(decided="abort", winner=None)
    assert played.in_order(people[0]) == []


@pytest.mark.django_db
def test_everything_is_counted_anew_by_a_command(play):
    play()
    said = StringIO()
    call_command("recount_careers", stdout=said)
    assert "games: 1, of which 1" in said.getvalue()
    assert "achievements changed: 1" in said.getvalue()
    Achievement.objects.update(what="hundred-games")
    said = StringIO()
    call_command("recount_careers", stdout=said)
    assert "games: 1, of which 0" in said.getvalue()
    assert "achievements changed: 2" in said.getvalue()
    assert Achievement.objects.get().what == "first-win"


@pytest.mark.django_db
def test_others_see_what_was_earned_and_nothing_else(play, people, client, django_assert_max_num_queries):
    play()
    recorder.work_off()
    own, other = Client(), Client()
    own.force_login(people[0])
    other.force_login(people[1])
    with django_assert_max_num_queries(12):
        mine = own.get("/people/ada/achievements/").content.decode()
    assert "Still to earn" in mine
    assert "1 of 10" in mine
    with django_assert_max_num_queries(12):
        theirs = other.get("/people/ada/achievements/").content.decode()
    assert "First win" in theirs
    assert "Good company" not in theirs
    assert "None yet." in client.get("/people/ben/achievements/").content.decode()
    assert "First win" in client.get("/people/ada/").content.decode()
    assert client.get("/people/nobody/achievements/").status_code == 404


@pytest.mark.django_db
def test_the_game_behind_an_achievement_stays_private(play, people, client):
    game = play()
    recorder.work_off()
    type(game).objects.filter(pk=game.pk).update(is_public=False)
    page = client.get("/people/ada/achievements/").content.decode()
    assert "First win" in page
    assert f"/games/{game.pk}/" not in page


def moderate(game, act):
    game.refresh_from_db()
    answer = door.submit(game_id=game.pk, seat=None, act=act, seen=game.head, key=secrets.token_hex(8))
    assert answer.verdict is Verdict.ACCEPTED, answer
