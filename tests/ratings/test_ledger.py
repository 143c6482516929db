"""The ledger: which games change ratings, in which order, and what happens when a result is changed afterwards."""

import contextlib
import secrets
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import models
from django.utils import timezone

from accounts.models import User
from games import kinds
from games.contract import Seat
from games.models import Game, Notification, Rated, RatingChange, RatingCorrection, RatingDue
from games.moderation import game_acts, rating_flags
from games.ratings import due, ledger, verification
from games.ratings.history import Standing
from games.table import acts, door
from games.table.door import Act, Verdict
from tests.ratings.conftest import resign

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def everything_can_be_recomputed(db, monkeypatch):
    """After each test: the games alone give the ratings that are stored."""
    yield
    while ledger.work_off():
        pass
    assert [str(fault) for ladder in verification.all_ladders() for fault in ladder.faults] == []


@pytest.fixture
def intervene(db):
    moderator = User.objects.create_user("mo", "mo@example.org", "pass phrase of mo", is_staff=True)
    moderator.user_permissions.add(*Permission.objects.filter(codename__in=("moderate", "view_game")))
    moderator = User.objects.get(pk=moderator.pk)

    def intervene(game, what, text=""):
        game.refresh_from_db()
        answer = game_acts.act(
            by=moderator, game_id=game.pk, what=what, text=text, reason="They asked for it.", seen=game.head
        )
        assert answer.verdict is Verdict.ACCEPTED
        while ledger.work_off():
            pass

    return intervene


def claim(game):
    """Whoever waits claims the win, for time is up."""
    game.refresh_from_db()
    seat = Seat(game.to_move).other
    key = secrets.token_hex(8)
    answer = door.submit(game_id=game.pk, seat=seat, act=Act.TIMEOUT, seen=game.head, key=key)
    assert answer.verdict is Verdict.ACCEPTED, answer.refusal


def rating_of(user, kind="mabula"):
    return Rated.objects.get(user=user, kind=kind, ladder="people")


def test_a_rated_game_changes_both_ratings(play, people):
    game = play()
    assert RatingDue.objects.get().game == game
    ledger.work_off()
    winner, loser = rating_of(people[0]), rating_of(people[1])
    assert winner.rating > 1500 > loser.rating
    assert winner.deviation < 350
    assert (winner.games, loser.games) == (1, 1)
    assert not RatingDue.objects.exists()


def test_a_casual_game_changes_nothing(play):
    play(is_rated=False)
    ledger.work_off()
    assert not Rated.objects.exists()
    assert not RatingDue.objects.exists()


def test_a_game_that_is_aborted_before_both_have_moved_changes_nothing(play):
    game = play(moves=1, ends=False)
    door.submit(game_id=game.pk, seat=Seat.TWO, act=Act.ABORT, seen=game.head, key=secrets.token_hex(8))
    ledger.work_off()
    assert not RatingChange.objects.exists()


def test_kinds_are_rated_apart(play, people):
    play()
    play(kind="marabunta", moves=8)
    ledger.work_off()
    assert {row.kind for row in Rated.objects.filter(user=people[0])} == {"mabula", "marabunta"}


def test_who_goes_first_has_an_advantage_that_is_expected(play, monkeypatch):
    monkeypatch.setitem(kinds.get("mabula").first_player, "largest/draw", 100.0)
    play()
    ledger.work_off()
    assert RatingChange.objects.get(seat=1).expected > 0.5 > RatingChange.objects.get(seat=2).expected


def test_games_count_in_the_order_in_which_they_ended_whenever_they_are_rated(play, people):
    first, second = play(loser=Seat.TWO), play(1, 2, loser=Seat.ONE)
    RatingDue.objects.filter(game=first).delete()
    ledger.work_off()
    alone = rating_of(people[2]).rating
    RatingDue.objects.create(game=first)
    ledger.work_off()
    assert rating_of(people[2]).rating != alone  # ben was weaker by then than he had seemed
    assert list(RatingChange.objects.order_by("at", "seat").values_list("game", flat=True)) == [
        *(first.pk, first.pk),
        *(second.pk, second.pk),
    ]


def test_an_annulled_game_is_taken_out_of_history_and_those_concerned_are_told(play, people, intervene):
    game = play(loser=Seat.ONE)
    play(0, 2, loser=Seat.TWO)
    ledger.work_off()
    before = [rating_of(person).rating for person in people]
    intervene(game, Act.ANNUL)
    after = [rating_of(person).rating for person in people]
    assert all(was != now for was, now in zip(before, after, strict=True))
    assert after[1] == 1500
    assert rating_of(people[1]).games == 0
    told = Notification.objects.filter(occasion="rating")
    assert {row.user for row in told} == {*people}
    correction = RatingCorrection.objects.get(rated__user=people[1])
    assert (correction.before, correction.after) == (before[1], 1500)
    assert {row.channel for row in told.get(user=people[1]).deliveries.all()} == {"site"}


def test_what_is_restored_counts_again_from_then_on(play, people, intervene, time):
    game = play(loser=Seat.ONE)
    play(0, 2)
    ledger.work_off()
    before = {row.pk: row.games for row in Rated.objects.all()}
    intervene(game, Act.ANNUL)
    time.pass_by(hours=1)
    intervene(game, Act.RESTORE)
    assert {row.pk: row.games for row in Rated.objects.all()} == before  # the same two games, the other way round
    assert list(RatingChange.objects.order_by("at", "seat").values_list("game", flat=True))[-1] == game.pk


def test_a_result_that_a_moderator_turns_round_turns_the_ratings_round(play, people, intervene):
    game = play(loser=Seat.ONE)
    ledger.work_off()
    assert rating_of(people[0]).rating < 1500
    intervene(game, Act.ANNUL)
    intervene(game, Act.ADJUDICATE, acts.write(acts.Adjudicate(Seat.ONE)))
    assert rating_of(people[0]).rating > 1500 > rating_of(people[1]).rating


def test_a_series_of_losses_on_time_counts_once(play, people, time):
    games = [play(ends=False), play(ends=False), play(0, 2, ends=False)]
    loser = next(row.user for row in games[0].seats.all() if row.number == games[0].to_move)
    time.pass_by(days=30)
    for game in games:
        claim(game)
        time.pass_by(hours=1)
    ledger.work_off()
    assert Game.objects.filter(decided="timeout").count() == 3
    mine = RatingChange.objects.filter(rated__user=loser).order_by("at", "game")
    assert [row.counts for row in mine] == [True, False, False]
    assert rating_of(loser).games == 1
    play(loser=Seat.TWO)
    late = play(ends=False)
    time.pass_by(days=30)
    claim(late)
    ledger.work_off()
    assert [row.counts for row in mine.all()] == [True, False, False, True, True]  # a game in between ends the series


def test_who_leaves_stays_rated_without_a_name(play, people):
    play(loser=Seat.ONE)
    ledger.work_off()
    row = rating_of(people[1])
    people[1].delete()
    row.refresh_from_db()
    assert row.user is None
    play(0, 2)
    ledger.work_off()
    assert RatingChange.objects.count() == 4


@pytest.mark.parametrize("model", [RatingChange, Rated])
def test_the_command_finds_every_column_that_is_not_as_the_games_say(model, play, people, capsys):
    """Those of the game, the seat and the player as well."""
    play()
    play(loser=Seat.ONE)
    ledger.work_off()
    call_command("verify_ratings")
    assert capsys.readouterr().out.strip() == "rating changes: 4, faults: 0"
    others = {
        User: people[2],
        Game: play(is_rated=False),
        Rated: Rated.objects.create(kind="mabula", ladder="people", **ledger.standing_columns(Standing())),
    }
    row = model.objects.order_by("pk").first()
    compared = {*ledger.standing_columns(Standing()), *(field.attname for field in RatingChange._meta.concrete_fields)}
    for field in model._meta.concrete_fields:
        if field.primary_key:
            continue
        good = getattr(row, field.attname)
        model.objects.filter(pk=row.pk).update(**{field.attname: another(field, good, others)})
        with pytest.raises(SystemExit):
            call_command("verify_ratings")
        said = capsys.readouterr().out
        if field.attname in compared - {"game_id", "seat", "rated_id"}:  # these say which row it is
            assert f"{field.attname} is" in said
        model.objects.filter(pk=row.pk).update(**{field.attname: good})
    call_command("verify_ratings")


def another(field, value, others):
    """A value that such a column may have as well."""
    match field:
        case models.ForeignKey():
            return others[field.related_model].pk
        case models.BooleanField():
            return not value
        case models.DateTimeField():
            return (value or timezone.now()) + timedelta(seconds=1)
        case models.FloatField():
            return value + 1e-9
        case models.PositiveIntegerField() | models.PositiveSmallIntegerField():
            return value + 7
    return {"kind": "marabunta", "ladder": "bots", "bot": "larva"}[field.name]


def test_the_command_finds_that_nobody_is_rated_though_games_count(play, capsys):
    game = play()
    ledger.work_off()
    Rated.objects.all().delete()
    with pytest.raises(SystemExit):
        call_command("verify_ratings")
    assert f"game {game.pk}, seat 1: is not rated" in capsys.readouterr().out
    call_command("verify_ratings", "--rebuild")
    assert Rated.objects.count() == 2


def test_the_command_finds_ratings_that_two_have_exchanged(play, people, capsys):
    """Each column is as some game says, and yet it is the other one's."""
    play()
    ledger.work_off()
    one, two = rating_of(people[0]), rating_of(people[1])
    for row, user in ((one, None), (two, people[0]), (one, people[1])):
        Rated.objects.filter(pk=row.pk).update(user=user)
    with pytest.raises(SystemExit):
        call_command("verify_ratings")
    assert "changed the rating of somebody else" in capsys.readouterr().out
    for row, user in ((one, None), (two, people[1]), (one, people[0])):
        Rated.objects.filter(pk=row.pk).update(user=user)


def test_what_going_first_is_worth_may_change_and_all_is_rebuilt(play, people, monkeypatch, capsys):
    play()
    ledger.work_off()
    before = rating_of(people[0]).rating
    monkeypatch.setitem(kinds.get("mabula").first_player, "largest/draw", 100.0)
    with pytest.raises(SystemExit):
        call_command("verify_ratings")
    call_command("verify_ratings", "--rebuild")
    assert rating_of(people[0]).rating < before
    assert not Notification.objects.filter(occasion="rating").exists()
    monkeypatch.undo()
    call_command("verify_ratings", "--rebuild")
    assert rating_of(people[0]).rating == before


def test_the_migration_finds_until_when_those_who_are_established_are(play):
    for number in range(30):
        play(loser=Seat(1 + number % 2))
    play(0, 2)
    ledger.work_off()
    wanted = dict(Rated.objects.values_list("pk", "sure_until"))
    assert [until is None for _, until in sorted(wanted.items())] == [False, False, True]
    Rated.objects.update(sure_until=None)
    import_module("games.migrations.0031_established_until").look_ahead(apps, None)
    assert dict(Rated.objects.values_list("pk", "sure_until")) == wanted


def test_who_rejoins_a_won_game_is_rated_for_it_once(play):
    game = play(ends=False)
    resign(game, Seat.ONE)
    ledger.work_off()
    RatingDue.objects.create(game=game)
    ledger.work_off()
    assert RatingChange.objects.count() == 2


def stored():
    """What is known of everybody and of every game, without the numbers of the rows."""
    changes = RatingChange.objects.order_by("game", "seat").values_list(
        "game", "seat", "rated", "rating", "games", "at"
    )
    standings = Rated.objects.order_by("pk").values_list("pk", "rating", "deviation", "games", "at")
    return list(changes), list(standings)


@pytest.fixture
def season(play):
    """Nine rated games of three people, in which everybody meets everybody."""
    return [play(*pair, loser=Seat(1 + number % 2)) for number, pair in enumerate([(0, 1), (1, 2), (2, 0)] * 3)]


@pytest.mark.parametrize("batch", [1, 2, 4, 9])
def test_in_steps_of_any_size_the_same_comes_out_and_what_is_to_come_stays_due(season, monkeypatch, batch):
    ledger.work_off()
    at_once = stored()
    RatingChange.objects.all().delete()
    Rated.objects.update(rating=1500, deviation=350, volatility=0.09, games=0, at=None)
    RatingDue.objects.bulk_create(RatingDue(game=game) for game in season)
    monkeypatch.setattr(ledger, "BATCH", batch)
    steps = 1
    while ledger.work_off():
        assert RatingDue.objects.count() == len(season) - steps * batch
        assert RatingChange.objects.count() == 2 * steps * batch
        steps += 1
    assert steps == -(-len(season) // batch)
    assert stored() == at_once
    assert not RatingCorrection.objects.exists()


@pytest.mark.parametrize("batch", [1, 2, 3])
def test_a_correction_in_steps_that_is_broken_off_is_gone_on_with_and_told_once_with_its_reason(
    season, people, intervene, monkeypatch, batch
):
    ledger.work_off()
    before = {row.user: row.rating for row in Rated.objects.select_related("user")}
    monkeypatch.setattr(ledger, "BATCH", batch)
    store, broken = ledger._store, []

    def break_off(changes, games):
        """Every step is broken off once, when half of it is done."""
        store(changes, games)
        if games[0].pk not in broken:
            broken.append(games[0].pk)
            raise InterruptedError

    monkeypatch.setattr(ledger, "_store", break_off)
    with pytest.raises(InterruptedError):
        intervene(season[0], Act.ANNUL)
    assert RatingDue.objects.get().game == season[0]
    assert RatingChange.objects.filter(game=season[0]).exists(), "nothing of what was broken off is stored"
    waiting = set()
    while RatingDue.objects.exists():
        with contextlib.suppress(InterruptedError):
            ledger.work_off()
        for one in RatingDue.objects.all():
            waiting.add(one.game_id)
            assert one.because == season[0] or one.game == season[0]
            faults = [str(fault) for ladder in verification.all_ladders() for fault in ladder.faults]
            assert "games are still to be rated" in faults[0]
    assert len(broken) == -(-(len(season) - 1) // batch)
    assert len(waiting) == len(broken) - 1, "at the end of each step but the last the next game is due"
    told = RatingCorrection.objects.select_related("rated__user")
    assert {(row.rated.user, row.game) for row in told} <= {(user, season[0]) for user in people}
    assert len(told) == len({row.rated_id for row in told}) > 0
    for row in told:
        assert (row.before, row.after) == (before[row.rated.user], rating_of(row.rated.user).rating)


def test_what_ends_and_what_changes_while_a_correction_goes_on_comes_out_right(
    season, play, people, intervene, monkeypatch
):
    ledger.work_off()
    monkeypatch.setattr(ledger, "BATCH", 2)
    work_off = ledger.work_off
    monkeypatch.setattr(ledger, "work_off", lambda: None)
    intervene(season[0], Act.ANNUL)
    assert work_off()
    late = play(0, 2, loser=Seat.ONE)  # at the end of the ladder
    intervene(season[7], Act.ANNUL)  # ahead of where the correction is
    assert work_off()
    intervene(season[1], Act.ANNUL)  # behind it
    intervene(season[7], Act.RESTORE)
    monkeypatch.undo()
    while ledger.work_off():
        pass
    assert not RatingChange.objects.filter(game__in=[season[0], season[1]]).exists()
    assert RatingChange.objects.filter(game__in=[season[7], late]).count() == 4


def test_what_is_noted_again_while_it_is_due_is_one_row_that_still_says_why(season):
    ledger.work_off()
    RatingDue.objects.create(game=season[3], because=season[0])
    due.note(season[3], ("running", True, None, ""))
    row = RatingDue.objects.get()
    assert (row.game, row.because) == (season[3], season[0])


def test_a_game_that_cannot_be_looked_at_for_suspicion_keeps_no_other_from_it(season, monkeypatch, caplog):
    looked_at = []

    def look_at(game):
        looked_at.append(game.pk)
        if game == season[1]:
            raise ValueError("nobody knows")

    monkeypatch.setattr(rating_flags, "look_at", look_at)
    ledger.work_off()
    assert looked_at == [game.pk for game in season]
    assert [record.getMessage() for record in caplog.records if record.name == ledger.__name__] == [
        f"It is not known whether game {season[1].pk} is suspicious"
    ]
