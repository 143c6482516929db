"""The bots' own loop: who is to move, at what pace, and what may go wrong."""

import time as real_time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db.models.functions import Now
from django.test import Client
from django.urls import reverse

from games import kinds
from games.bots import pool as bot_pool
from games.bots import scheduler, turns
from games.bots.fairness import Queue, people_of
from games.bots.pool import Decision
from games.bots.scheduler import BotScheduler
from games.claims import Claims
from games.contract import Seat
from games.contract.bots import Evaluation
from games.live import wakeups
from games.lobby import challenges
from games.lobby.challenges import LobbyRefused
from games.lobby.start import Agreement, NewPlayer, new_secret, start_game
from games.models import Claim, Event, Game
from games.table import door, log
from games.table.door import Act
from tests.games import brains
from tests.games.playing import legal, move

pytestmark = pytest.mark.django_db


class Here(bot_pool.BotPool):
    """A pool that thinks at once, in this process; what it thinks with can be anything."""

    def __init__(self, think=bot_pool.think) -> None:
        super().__init__(1)
        self.think = think
        self.tasks: list[bot_pool.Task] = []

    def submit(self, task):
        self.tasks.append(task)
        thought: Future[Decision] = Future()
        try:
            thought.set_result(self.think(task))
        except Exception as failed:
            thought.set_exception(failed)
        return thought


def first_of_all(task):
    """The first legal move, for which all the time is taken: where there is another, it does not end a turn."""
    return Decision(kinds.get(task.kind).rules.legal(task.state)[0], task.seconds)


class Never(Here):
    """A pool in which nobody comes to an end."""

    def submit(self, task):
        self.tasks.append(task)
        return Future()


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def against_bot(ada):
    """A game in which a bot is to move: its first push, or its first split."""

    def against_bot(kind="mabula", bot="worker"):
        return challenges.play_bot(user=ada, bot=bot, agreement=Agreement(kind, {}), seat=Seat.TWO)

    return against_bot


def moves_of_bot(game):
    now = Game.objects.get(pk=game.pk)
    return [made.text for made in log.position(now).moves if made.seat is Seat.ONE]


def rounds(loop, number=2):
    for _ in range(number):
        loop.round()


@pytest.mark.parametrize("bot", turns.levels_of("mabula"))
def test_a_bot_that_is_to_move_moves(against_bot, bot):
    game = against_bot(bot=bot)
    rounds(BotScheduler(Here()))
    game.refresh_from_db()
    assert game.to_move == 2
    assert len(moves_of_bot(game)) == 1


def test_a_person_is_left_alone(ada, start):
    against = challenges.play_bot(user=ada, bot="worker", agreement=Agreement("mabula", {}), seat=Seat.ONE)
    games = [against, start("mabula")]
    pool = Here()
    rounds(BotScheduler(pool))
    assert pool.tasks == []
    assert [game.head for game in Game.objects.order_by("pk")] == [game.head for game in games]


def test_the_first_move_of_a_turn_comes_after_a_second_and_the_others_one_by_one(against_bot, settings):
    settings.BOT_FIRST_PAUSE, settings.BOT_PAUSE = 1.0, 0.7
    game = against_bot("marabunta", "larva")
    play_to(game, Seat.ONE, at_least=3)
    clock = Clock()
    loop = BotScheduler(Here(first_of_all), clock)  # a larva might end its turn at once
    heads = [head_of(game)]
    for pause in (0.0, 0.9, 0.2, 0.0, 0.6, 0.2):  # each a moment later
        clock.now += pause
        wish = loop.round()
        heads.append(head_of(game))
        assert 0 < wish <= 1.0
    first = heads[0]
    assert heads == [first, first, first, first + 1, first + 1, first + 1, first + 2]


def test_it_thinks_during_the_pause(against_bot, settings):
    settings.BOT_FIRST_PAUSE = 1.0
    against_bot()
    pool = Here()
    wish = BotScheduler(pool, Clock()).round()
    assert len(pool.tasks) == 1
    assert wish == pytest.approx(1.0)


def test_the_time_of_a_turn_is_spread_over_its_moves(against_bot, settings):
    settings.BOT_SECONDS = 3.0
    game = against_bot("marabunta", "queen")
    play_to(game, Seat.ONE, at_least=3)
    pool = Here(first_of_all)
    loop = BotScheduler(pool)
    rounds(loop, 6)
    allowed = [task.seconds for task in pool.tasks]
    assert allowed[:3] == pytest.approx([1.0, 2 / 3, 4 / 9])
    assert sum(allowed) <= 3.0


@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_a_turn_of_one_move_has_all_the_time(against_bot, settings, kind):
    settings.BOT_SECONDS = 3.0
    game = against_bot(kind, "queen")  # a split, or a push
    assert turns.task(game, "queen").seconds == 3.0


def test_only_as_many_think_at_a_time_as_there_are_processes_and_one_more(against_bot):
    for _ in range(5):
        against_bot()
    pool = Never()
    rounds(BotScheduler(pool), 3)
    assert len(pool.tasks) == 2


@pytest.mark.parametrize("brain", [brains.stumble, brains.cheat])
def test_a_bot_that_fails_or_cheats_makes_any_legal_move_and_it_is_logged(against_bot, brain, caplog):
    game = against_bot()
    before = legal(game)
    rounds(BotScheduler(Here(brain)))
    assert moves_of_bot(game)[0] in before
    assert "ERROR" in caplog.text


def test_a_bot_that_is_unheard_of_does_not_keep_its_game_waiting(against_bot):
    game = against_bot()
    game.seats.filter(number=1).update(bot="wasp")
    Game.objects.update(bot_to_move="wasp")
    rounds(BotScheduler(Here()))
    assert len(moves_of_bot(game)) == 1


def test_a_thought_that_was_lost_is_thought_again_and_after_that_any_move_will_do(against_bot):
    def lost(_task):
        raise BrokenProcessPool

    game = against_bot()
    pool = Here(lost)
    rounds(BotScheduler(pool), 4)
    assert len(pool.tasks) == 2
    assert len(moves_of_bot(game)) == 1


def test_a_bot_in_a_process_that_stands_still_makes_any_move_and_the_one_behind_it_thinks_anew(against_bot, caplog):
    class Frozen(Here):
        """A process that stood still at the first task, until the pool was built anew."""

        def __init__(self) -> None:
            super().__init__()
            self.frozen: list[Future[Decision]] = []

        def submit(self, task):
            if len(self.tasks) >= 2:
                return super().submit(task)
            self.tasks.append(task)
            self.frozen.append(Future())
            return self.frozen[-1]

        def end_if_stuck(self):
            stuck = {thought for thought in self.frozen[:1] if not thought.done()}
            for thought in self.frozen:
                if not thought.done():
                    thought.set_exception(BrokenProcessPool())
            return stuck

    first, second = against_bot(), against_bot()
    pool = Frozen()
    rounds(BotScheduler(pool), 4)
    assert (len(moves_of_bot(first)), len(moves_of_bot(second))) == (1, 1)
    assert len(pool.tasks) == 3, "the first does not think again: it would stand still again"
    assert caplog.text.count("was stuck") == 1


def test_a_game_that_cannot_be_read_is_left_alone_for_a_while_and_the_others_go_on(against_bot, monkeypatch, caplog):
    broken, sound = against_bot(), against_bot()
    position = log.position

    def unreadable(game, at=None):
        if game.pk == broken.pk:
            raise ValueError("torn")
        return position(game, at)

    monkeypatch.setattr(log, "position", unreadable)
    clock = Clock()
    loop = BotScheduler(Here(), clock)
    rounds(loop, 3)
    assert head_of(sound) == 1 + head_of(broken)
    assert caplog.text.count("could not move") == 1
    clock.now += scheduler.FIRST_BACKOFF + 1
    monkeypatch.undo()
    rounds(loop)
    assert len(moves_of_bot(broken)) == 1


def test_what_a_bot_thought_is_worth_nothing_when_something_has_happened_since(against_bot):
    game = against_bot()
    loop = BotScheduler(Here())
    loop.round()
    door.submit(game_id=game.pk, seat=Seat.TWO, act=Act.RESIGN, seen=game.head, key="k" * 8)
    rounds(loop)
    game.refresh_from_db()
    assert (game.decided, moves_of_bot(game)) == ("resign", [])


def test_two_loops_at_once_make_one_game_without_a_fault(ada):
    players = (NewPlayer(bot="larva"), NewPlayer(bot="worker"))
    game = start_game(agreement=Agreement("mabula", {}), players=players, is_public=True, sealed=new_secret())
    loops = [BotScheduler(Here()), BotScheduler(Here())]
    for _ in range(200):
        for loop in loops:
            loop.round()
    game.refresh_from_db()
    assert game.status == "over"
    assert Event.objects.filter(game=game).count() == game.head
    texts = [made.text for made in log.position(game).moves]
    kinds.get("mabula").rules.fold(kinds.get("mabula").rules.initial(game.options), texts)


def test_a_bot_that_plays_on_for_who_is_gone_is_seen_to_although_its_turn_began_long_ago(timed, time):
    game = timed("3d", moves=12)
    time.passes(days=4)
    absent = Seat(game.to_move)
    door.submit(game_id=game.pk, seat=absent.other, act=Act.SUBSTITUTE, text="worker", seen=game.head, key="k" * 8)
    rounds(BotScheduler(Here()))
    game.refresh_from_db()
    assert game.to_move == absent.other


def test_a_bot_is_found_however_long_ago_its_turn_began(against_bot, time):
    old = against_bot()
    time.passes(hours=1)
    new = against_bot()
    assert [one.game for one in scheduler.find_waiting_bots()] == [old.pk, new.pk]


class TestManyLoops:
    """Loops that share the bots: each turn is one loop's, until it is over or its loop is gone."""

    def test_no_move_is_thought_of_twice(self, against_bot):
        games = [against_bot() for _ in range(6)]
        pools = [Here(), Here()]
        loops = [BotScheduler(pool) for pool in pools]
        for _ in range(6):
            for loop in loops:
                loop.round()
        assert [len(moves_of_bot(game)) for game in games] == [1] * 6
        assert sum(len(pool.tasks) for pool in pools) == 6
        assert not Claim.objects.exists(), "what is done is nobody's"

    def test_each_begins_what_the_other_has_not(self, against_bot):
        for _ in range(4):
            against_bot()
        pools = [Never(), Never()]
        loops = [BotScheduler(pool) for pool in pools]
        for _ in range(3):
            for loop in loops:
                loop.round()
        assert [len(pool.tasks) for pool in pools] == [2, 2]
        assert Claim.objects.count() == 4

    def test_a_turn_of_a_loop_that_is_gone_is_taken_over_and_thought_of_quickly(self, against_bot, settings):
        settings.BOT_SECONDS = 3.0
        game = against_bot(bot="queen")
        BotScheduler(Never()).round()
        pool = Here(first_of_all)
        heir = BotScheduler(pool)
        rounds(heir, 3)
        assert moves_of_bot(game) == []
        Claim.objects.update(until=Now() - timedelta(milliseconds=1))
        rounds(heir)
        assert len(moves_of_bot(game)) == 1
        assert [task.seconds for task in pool.tasks] == [turns.LEAST_SECONDS]

    def test_a_loop_that_ends_lets_go_at_once(self, against_bot):
        against_bot()
        loop = BotScheduler(Never())
        loop.round()
        assert Claim.objects.count() == 1
        loop._release_all()
        assert not Claim.objects.exists()

    def test_the_moves_of_a_turn_are_one_loops_and_share_its_time(self, against_bot, settings):
        settings.BOT_SECONDS = 3.0
        game = against_bot("marabunta", "queen")
        play_to(game, Seat.ONE, at_least=3)
        pools = [Here(first_of_all), Here(first_of_all)]
        loops = [BotScheduler(pool) for pool in pools]
        for _ in range(6):
            for loop in loops:
                loop.round()
        assert [len(pool.tasks) > 2 for pool in pools] == [True, False]
        assert [task.seconds for task in pools[0].tasks][:3] == pytest.approx([1.0, 2 / 3, 4 / 9])

    def test_a_game_that_one_loop_cannot_read_is_left_to_the_others(self, against_bot, monkeypatch):
        game = against_bot()
        with monkeypatch.context() as patched:
            patched.setattr(log, "position", lambda game, at=None: 1 / 0)
            BotScheduler(Here()).round()
        rounds(BotScheduler(Here()))
        assert len(moves_of_bot(game)) == 1

    def test_a_draw_is_answered_once(self, ada):
        game = challenges.play_bot(user=ada, bot="worker", agreement=Agreement("mabula", {}), seat=Seat.ONE)
        door.submit(game_id=game.pk, seat=Seat.ONE, act=Act.OFFER_DRAW, seen=game.head, key="k" * 8)
        others = Claims(Claim.Job.BOTS)
        others.take(game.pk)
        loop = BotScheduler(Here())
        loop.round()
        assert Event.objects.filter(game=game, seat=2).count() == 0
        others.release_all()
        rounds(loop)
        assert Event.objects.filter(game=game, seat=2).count() == 1
        assert not Claim.objects.exists()


@pytest.mark.parametrize("what", ["move", "start", "substitute"])
def test_the_loop_is_woken_when_a_bot_may_be_to_move(ada, timed, time, what, django_capture_on_commit_callbacks):
    game = challenges.play_bot(user=ada, bot="worker", agreement=Agreement("mabula", {}), seat=Seat.ONE)
    late = timed("3d", moves=12)
    time.passes(days=4)
    wakeups.BOTS.clear()
    with django_capture_on_commit_callbacks(execute=True):
        if what == "move":
            move(game)
        elif what == "start":
            challenges.play_bot(user=ada, bot="worker", agreement=Agreement("mabula", {}))
        else:
            waits = Seat(late.to_move).other
            door.submit(game_id=late.pk, seat=waits, act=Act.SUBSTITUTE, text="worker", seen=late.head, key="k" * 8)
    assert wakeups.BOTS.is_set()


def test_no_request_waits_for_a_bot(client, ada, monkeypatch):
    """Nothing thinks while somebody moves, starts a game or asks for a rematch."""
    monkeypatch.setattr(bot_pool, "think", brains.think_for_a_minute)
    client.force_login(ada)
    start = real_time.monotonic()
    page = client.post("/play/", {"kind": "mabula", "bot": "queen", "seat": "1"}, follow=True)
    game = Game.objects.get()
    sent = {"move": legal(game)[0], "seen": game.head, "key": "k" * 8}
    assert client.post(reverse("games:act", args=[game.pk]), sent).status_code == 303
    page = client.get(reverse("games:game", args=[game.pk]))
    assert "Queen is thinking…" in page.content.decode()
    assert real_time.monotonic() - start < 20


def test_who_thinks_long_lets_the_quick_ones_go_first_and_bots_among_themselves_go_last(against_bot):
    queens = [against_bot(bot="queen") for _ in range(2)]
    alone = start_game(
        agreement=Agreement("mabula", {}),
        players=(NewPlayer(bot="worker"), NewPlayer(bot="larva")),
        is_public=True,
        sealed=new_secret(),
    )
    larva = against_bot(bot="larva")
    pool = Here()
    BotScheduler(pool).round()
    assert [task.level for task in pool.tasks] == ["larva", "queen", "queen", "worker"]
    assert [one.game for one in scheduler.find_waiting_bots()] == [*(queen.pk for queen in queens), larva.pk, alone.pk]


def test_many_who_think_long_share_the_time_of_one(against_bot, settings):
    settings.BOT_SECONDS = 3.0
    for _ in range(6):
        against_bot(bot="queen")
    pool = Never()
    BotScheduler(pool).round()
    assert {task.seconds for task in pool.tasks} == {0.5}
    game = Game.objects.earliest("pk")
    assert turns.task(game, "queen", crowd=1000).seconds == turns.LEAST_SECONDS


def test_a_bot_in_a_rated_game_has_all_its_time_however_many_wait_and_waits_its_turn(against_bot, ada, ben, settings):
    """Its rating is that of its level: it must not be weaker where the site is busy."""
    settings.BOT_SECONDS = 3.0
    casual = [against_bot(bot="queen") for _ in range(3)]
    rated = Agreement("mabula", {}, is_rated=True)
    ben_plays = [challenges.play_bot(user=ben, bot="queen", agreement=rated, seat=Seat.TWO) for _ in range(2)]
    pool = Here(first_of_all)
    loop = BotScheduler(pool)
    loop.round()
    found = [casual[0], ben_plays[0], casual[1], ben_plays[1], casual[2]]  # people still take turns
    assert [one.game for one in loop._queue.first(5)] == [game.pk for game in found]
    assert [task.seconds for task in pool.tasks] == [0.5, 3.0, 0.5, 3.0, 0.5]
    settings.MOST_RATED_BETWEEN_TWO = 2
    with pytest.raises(LobbyRefused, match="enough-rated-games-with-bot"):
        challenges.play_bot(user=ben, bot="queen", agreement=rated)


def test_whoever_starts_very_many_games_holds_up_nobody_else(against_bot, ben, settings, monkeypatch):
    settings.BOT_SECONDS = 3.0
    monkeypatch.setattr(scheduler, "MOST", 10)  # at a time
    flood = [against_bot(bot="queen") for _ in range(15)]
    honest = challenges.play_bot(user=ben, bot="queen", agreement=Agreement("mabula", {}), seat=Seat.TWO)
    pool = Never()
    BotScheduler(pool).round()
    found = scheduler.find_waiting_bots()
    games = [one.game for one in Queue(found, people_of(found)).first(3)]
    assert games == [flood[0].pk, honest.pk, flood[1].pk]
    assert [task.seconds for task in pool.tasks] == [turns.LEAST_SECONDS, 1.5], "and shares its time with nobody else's"


def test_all_guests_of_one_network_take_their_turns_as_one(against_bot, settings):
    """A browser that forgets its cookies is another guest each time; whoever plays elsewhere does not wait for them."""
    settings.BOT_SECONDS = 3.0
    wish = {"kind": "mabula", "bot": "queen", "seat": "2"}
    for _ in range(4):
        assert Client(REMOTE_ADDR="192.0.2.7").post("/play/", wish).status_code == 303
    flood = list(Game.objects.order_by("pk").values_list("pk", flat=True))
    assert Client(REMOTE_ADDR="198.51.100.9").post("/play/", wish).status_code == 303
    honest = [Game.objects.latest("pk").pk, against_bot(bot="queen").pk]
    found = scheduler.find_waiting_bots()
    queue = Queue(found, people_of(found))
    assert [one.game for one in queue.first(4)] == [flood[0], *honest, flood[1]]
    assert [queue.crowd(game) for game in (*honest, flood[0])] == [3, 3, 12]


def test_while_the_cache_is_away_every_guest_is_somebody_else(settings):
    for _ in range(2):
        Client().post("/play/", {"kind": "mabula", "bot": "queen", "seat": "2"})
    settings.CACHES = {"default": {"BACKEND": "nowhere.Cache"}}
    found = scheduler.find_waiting_bots()
    assert len(set(people_of(found).values())) == 2


def test_quick_bots_of_one_person_do_not_come_before_the_strong_one_of_another(against_bot, ben):
    larvae = [against_bot(bot="larva") for _ in range(4)]
    queen = challenges.play_bot(user=ben, bot="queen", agreement=Agreement("mabula", {}), seat=Seat.TWO)
    found = scheduler.find_waiting_bots()
    order = [one.game for one in Queue(found, people_of(found)).first(5)]
    assert order == [larvae[0].pk, queen.pk, *(game.pk for game in larvae[1:])]


def test_one_bot_that_waits_costs_no_other_query(against_bot, django_assert_num_queries):
    against_bot()
    found = scheduler.find_waiting_bots()
    with django_assert_num_queries(0):
        assert people_of(found) == {}


def test_however_many_games_cannot_be_read_the_others_go_on(against_bot, monkeypatch):
    broken = [against_bot() for _ in range(3)]
    sound = against_bot()
    monkeypatch.setattr(scheduler, "MOST", 3)  # at a time
    position = log.position

    def unreadable(game, at=None):
        if game.pk != sound.pk:
            raise ValueError("torn")
        return position(game, at)

    monkeypatch.setattr(log, "position", unreadable)
    clock = Clock()
    loop = BotScheduler(Here(), clock)
    rounds(loop, 3)
    assert head_of(sound) == 1 + head_of(broken[0])
    pauses = []
    for _ in range(9):
        backoff = loop._backoffs[broken[0].pk]
        pauses.append(backoff.pause)
        clock.now = backoff.until + 1
        rounds(loop)
    assert pauses == [5, 10, 20, 40, 80, 160, 320, 600, 600], "and are asked for less and less often"


@pytest.mark.parametrize(("worth", "said"), [(-0.5, Act.ACCEPT_DRAW), (0.5, Act.DECLINE_DRAW)])
def test_a_bot_takes_a_draw_where_it_stands_worse_and_declines_it_otherwise(ada, monkeypatch, worth, said):
    game = challenges.play_bot(user=ada, bot="worker", agreement=Agreement("mabula", {}), seat=Seat.ONE)
    door.submit(game_id=game.pk, seat=Seat.ONE, act=Act.OFFER_DRAW, seen=game.head, key="k" * 8)
    mabula = kinds.get("mabula")
    judging = replace(mabula, bots=replace(mabula.bots, evaluate=lambda state, seat: Evaluation(worth, ())))
    monkeypatch.setattr(kinds, "get", lambda key: judging)
    BotScheduler(Here()).round()
    answer = Event.objects.filter(game=game).latest("seq")
    assert (answer.act, answer.seat) == (said, 2)


def head_of(game):
    return Game.objects.get(pk=game.pk).head


def play_to(game, seat, *, at_least):
    """Until this seat is to resolve a pool from which it has so many moves to make."""
    while not (
        Game.objects.get(pk=game.pk).to_move == seat
        and log.position(game).state.phase.value == "resolve"
        and log.position(game).state.left.bit_count() >= at_least
    ):
        game.refresh_from_db()
        move(game)
        game.refresh_from_db()
