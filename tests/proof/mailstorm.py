"""People who play by mail, at a mail server that fails and with workers that are killed.

``python -m tests.proof.mailstorm 300`` plays so many turns: a turn is played when its mail has arrived, but for one in
five, which is played at once. It prints what went wrong, and how much there was to go wrong, as JSON.
"""

import json
import logging
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from queue import Empty

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db.models import QuerySet  # noqa: E402

from accounts.models import User  # noqa: E402
from games import kinds  # noqa: E402
from games.contract import Seat  # noqa: E402
from games.lobby import challenges  # noqa: E402
from games.lobby.start import Agreement  # noqa: E402
from games.models import Delivery, Game, Notification  # noqa: E402
from games.table import door, log  # noqa: E402
from games.table.door import Act, Verdict  # noqa: E402
from tests.luck import dice  # noqa: E402
from tests.proof.sink import Arrival, Sink  # noqa: E402

WORKERS = 2
TABLES = (1, 1, 1, 1, 1, 1, 1, 1, 4)  # games of each pair: who plays four gets several mails in one
AT_ONCE = 0.2  # of the turns are played without waiting for the mail
SILENCE = 40  # seconds without any mail, after which one is missing


class Storm:
    def __init__(self, turns: int) -> None:
        self.turns = turns
        self.luck = dice(5)
        self.sink = Sink(settings.EMAIL_PORT, patience=settings.EMAIL_TIMEOUT, luck=dice(6))
        self.played: dict[int, float] = {}  # by the notification of the turn: when it was surely stored
        self.kills = 0
        self.is_over = threading.Event()

    def run(self) -> dict[str, object]:
        begin = time.monotonic()
        self.sink.start()
        postmen = subprocess.Popen(
            [sys.executable, "-m", "tests.proof.postmen"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        killer = threading.Thread(target=self._kill_and_replace, args=(postmen,))
        killer.start()
        try:
            for number, tables in enumerate(TABLES):
                pair = [
                    User.objects.create_user(f"{name}{number}", f"{name}{number}@example.org")
                    for name in ("ada", "ben")
                ]
                for _ in range(tables):
                    self._new_game(*pair)
            self._play()
            self._wait_for_the_last_mails()
        finally:
            self.is_over.set()
            killer.join()
            postmen.communicate(timeout=30)
            self.sink.stop()
        return {**self._figures(), "seconds": round(time.monotonic() - begin, 1)}

    # The people

    def _play(self) -> None:
        while len(self.played) < self.turns:
            try:
                arrival = self.sink.new.get(timeout=SILENCE)
            except Empty:
                return  # what is missing, the figures say
            for row in _rows(arrival):
                if row.notification.game is not None and len(self.played) < self.turns:
                    self._answer(row.notification)

    def _answer(self, told: Notification) -> None:
        """Somebody has read their mail. If the turn in it is still theirs, they play it."""
        turn = Notification.objects.filter(user=told.user_id, game=told.game_id, occasion="your-turn").last()
        if turn is not None and turn.seq == told.seq and turn.pk not in self.played:
            self._take(turn)

    def _take(self, turn: Notification) -> None:
        game = Game.objects.get(told=turn)
        seat = Seat(game.seats.get(user=turn.user_id).number)
        while game.to_move == seat:
            move = self.luck.choice(kinds.get(game.kind).rules.legal(log.position(game).state))
            key = secrets.token_hex(8)
            done = door.submit(game_id=game.pk, seat=seat, act=Act.MOVE, text=move, seen=game.head, key=key)
            assert done.verdict is Verdict.ACCEPTED
            self.played.setdefault(turn.pk, time.time())
            game.refresh_from_db()
        if game.status == Game.Status.OVER:
            one, two = (row.user for row in game.seats.select_related("user"))
            assert one and two
            self._new_game(one, two)
        elif self.luck.random() < AT_ONCE:
            after = Notification.objects.filter(game=game, occasion="your-turn").last()
            assert after
            self._take(after)

    def _new_game(self, one: User, two: User) -> None:
        offer = challenges.challenge(creator=one, agreement=Agreement("mabula", {}), seat=Seat.ONE)
        challenges.accept(challenge_id=offer.pk, user=two)

    def _wait_for_the_last_mails(self) -> None:
        deadline = time.monotonic() + SILENCE
        while Delivery.objects.filter(state="waiting").exists() and time.monotonic() < deadline:
            time.sleep(0.1)

    # The workers

    def _kill_and_replace(self, postmen: "subprocess.Popen[str]") -> None:
        assert postmen.stdin and postmen.stdout
        luck = dice(7)
        alive: list[int] = []
        while not self.is_over.is_set():
            while len(alive) < WORKERS:
                postmen.stdin.write("start\n")
                postmen.stdin.flush()
                alive.append(int(postmen.stdout.readline()))
            self.is_over.wait(luck.uniform(0.3, 2))
            os.kill(alive.pop(luck.randrange(WORKERS)), signal.SIGKILL)
            self.kills += 1
        for worker in alive:
            os.kill(worker, signal.SIGKILL)

    # What became of it

    def _figures(self) -> dict[str, object]:
        mails = Delivery.objects.filter(channel="mail")
        arrived = {arrival.message_id for arrival in self.sink.arrivals}
        known = set(mails.values_list("message_id", flat=True))
        return {
            "turns": len(self.played),
            "kills": self.kills,
            "tries": dict(self.sink.tries),
            "mails": len(arrived),
            "arrived twice or more": sum(
                count > 1 for count in Counter(a.message_id for a in self.sink.arrivals).values()
            ),
            "gathered": sum(len(arrival.games) > 1 for arrival in self.sink.arrivals),
            "not sent, for it was played": mails.filter(state="withheld").count(),
            "missing": self._missing(mails, arrived),
            "strange": sorted(arrived - known),
            "late": [turn for arrival in self.sink.arrivals for turn in self._late(arrival)],
        }

    def _missing(self, mails: QuerySet[Delivery], arrived: set[str]) -> list[str]:
        """Mails that should have come: those of turns that nobody played before, and all others."""
        lost = []
        for row in mails.select_related("notification"):
            is_played = row.reason in ("played", "over") and self._is_played(row.notification)
            is_there = row.state == "sent" and row.message_id in arrived
            if not is_there and not (row.state == "withheld" and is_played):
                lost.append(f"{row.notification.key}: {row.state} {row.reason} {row.error}")
        return lost

    def _is_played(self, told: Notification) -> bool:
        return told.pk in self.played or (told.game is not None and told.game.status == Game.Status.OVER)

    def _late(self, arrival: Arrival) -> list[str]:
        """Turns of which a mail tells, though they were played and stored before its sender opened the connection."""
        told = [row.notification for row in _rows(arrival) if row.notification.occasion == "your-turn"]
        named = [turn for turn in told if turn.game_id in arrival.games]
        return [turn.key for turn in named if self.played.get(turn.pk, arrival.connected_at) < arrival.connected_at]


def _rows(arrival: Arrival) -> QuerySet[Delivery]:
    return Delivery.objects.filter(message_id=arrival.message_id).select_related("notification__game")


if __name__ == "__main__":
    logging.getLogger("mail.log").setLevel(logging.WARNING)  # the sink's
    print(json.dumps(Storm(int(sys.argv[1])).run()))
