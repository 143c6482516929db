"""A desk with work on it, for the pictures of it: what people said, what they reported, and what came of some of it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Case, ChatMessage, Game

MODERATORS = ("Juniper", "Sam.R")
PLAYERS = ("Marielle", "Otto_K", "Nils", "Pilar", "Quentin", "Rosa", "Tove", "xXqueenXx")
TALK = [
    ("Otto_K", "gl hf"),
    ("Marielle", "Thank you, the same to you!"),
    ("Otto_K", "why do you take so long"),
    ("Marielle", "I have three days for a turn, and I am at work."),
    ("Otto_K", "you are too stupid for this game, go play something for children"),
    ("Marielle", "Please stop."),
    ("Otto_K", "or what"),
]


def fill() -> tuple[User, int, int]:
    """The moderator, the case of a game, and the case of the chat."""
    desk = Desk()
    chat = desk.insults()
    stalled = desk.stalling()
    desk.others()
    return desk.cast["Juniper"], stalled.pk, chat.pk


class Desk:
    def __init__(self) -> None:
        from django.contrib.auth.models import Permission  # noqa: PLC0415
        from django.utils import timezone  # noqa: PLC0415

        from accounts.models import User  # noqa: PLC0415

        self.now = timezone.now()
        for days, name in enumerate((*MODERATORS, *PLAYERS)):
            user = User.objects.create_user(name, f"{name.lower()}@example.org", is_staff=name in MODERATORS)
            User.objects.filter(pk=user.pk).update(date_joined=self.now - timedelta(days=400 - 43 * days))
            if name in MODERATORS:
                user.user_permissions.add(Permission.objects.get(codename="moderate"))
        self.cast = {user.username: user for user in User.objects.all()}

    def insults(self) -> Case:
        """What Otto says to people, whom he was warned of before."""
        from games.models import Sanction  # noqa: PLC0415
        from games.moderation import cases  # noqa: PLC0415

        otto = self.cast["Otto_K"]
        old = self.report("Pilar", 41, "profile", "abuse", "Writes to everybody like that.", person=otto)
        text = "What you wrote in the chat was insulting. Please talk to others as you would across a table."
        Sanction.objects.create(user=otto, kind="warning", reason=text, act=1, case=old)
        cases.settle(by=self.cast["Sam.R"], case_id=old.pk, answer="acted")
        Sanction.objects.update(at=self.now - timedelta(days=40), acknowledged_at=self.now - timedelta(days=39))
        said = self.talk(self.imported("marabunta", 12, 160, "Marielle", "Otto_K"), TALK)
        text = "It goes on like this whenever I think for more than an hour."
        case = self.report("Marielle", 0.3, "message", "abuse", text, message=said[4])
        other = self.played(9, "Otto_K", "Nils", hours=5)
        (rude,) = self.talk(other, [("Otto_K", "finally. are you asleep, idiot?")])
        self.report("Nils", 0.2, "message", "abuse", message=rude)
        self.report("Pilar", 0.1, "profile", "abuse", "He is at it again, now with my brother.", person=otto)
        helped = self.report("Nils", 3.1, "game", "cheating", "Nobody finds that push in a minute.", game=other)
        cases.claim(by=self.cast["Sam.R"], case_id=helped.pk)
        return case

    def stalling(self) -> Case:
        text = "Stopped moving as soon as he was behind. It is the third time with me."
        case = self.report("Rosa", 1.2, "game", "stalling", text, game=self.played(14, "Quentin", "Rosa", hours=61))
        self.report("Tove", 0.8, "game", "stalling", game=self.played(11, "Tove", "Quentin", hours=55))
        return case

    def others(self) -> None:
        from games.models import FlaggedWord  # noqa: PLC0415
        from games.moderation import flags, shared_browser  # noqa: PLC0415

        self.report("Tove", 2.4, "profile", "name", "Really?", person=self.cast["xXqueenXx"])
        FlaggedWord.objects.get_or_create(word="muppet")  # demo flags it, too
        flags.known.forget()
        game = self.played(7, "Pilar", "Tove", hours=3)
        (message,) = self.talk(game, [("Tove", "you lucky muppet :)")])
        flags.look_at_message(message)
        self.aged(0.2)
        for name in ("Pilar", "Tove"):
            self.cast[name].devices.create(key="k" * 64)
        shared_browser.look_at_game(game)
        self.aged(1.9)

    def report(self, by: str, days: float, target: str, reason: str, text: str = "", **about: Any) -> Case:
        """Somebody reported something so many days ago."""
        from games.moderation import reports  # noqa: PLC0415

        made = reports.report(by=self.cast[by], target=target, reason=reason, text=text, **about)
        self.aged(days)
        return made.case

    def aged(self, days: float) -> None:
        """What was reported last was reported so long ago."""
        from games.models import Case, Report  # noqa: PLC0415

        last, then = Report.objects.latest("pk"), self.now - timedelta(days=days)
        Report.objects.filter(pk=last.pk).update(at=then)
        Case.objects.filter(pk=last.case_id, opened_at__gt=then).update(opened_at=then)

    def talk(self, game: Game, talk: list[tuple[str, str]]) -> list[ChatMessage]:
        from games.models import ChatMessage  # noqa: PLC0415

        start = self.now - timedelta(hours=9)
        for place, (name, text) in enumerate(talk):
            said = ChatMessage.objects.create(game=game, room="players", author=self.cast[name], text=text)
            ChatMessage.objects.filter(pk=said.pk).update(at=start + timedelta(minutes=17 * place))
        return list(ChatMessage.objects.filter(game=game).select_related("author", "game"))

    def imported(self, kind: str, number: int, at: int, one: str, two: str) -> Game:
        from games import record  # noqa: PLC0415
        from games.site import demo  # noqa: PLC0415
        from games.table import exchange  # noqa: PLC0415

        played = demo.play(kind, number)
        moves = [step.move for step in played.steps[:at]]
        return exchange.import_record(
            record.make(kind, played.options, moves), players=(self.cast[one], self.cast[two])
        )

    def played(self, moves: int, one: str, two: str, *, hours: float) -> Game:
        """A game on a clock, in which the last of so many moves was made so many hours ago."""
        from games import kinds  # noqa: PLC0415
        from games.clocks import clock  # noqa: PLC0415
        from games.contract import Seat  # noqa: PLC0415
        from games.lobby import challenges  # noqa: PLC0415
        from games.lobby.start import Agreement  # noqa: PLC0415
        from games.table import door, log  # noqa: PLC0415

        then = clock.now() - timedelta(hours=hours)
        with patch.object(clock, "now", lambda: then):
            agreement = Agreement("mabula", {}, "3d")
            offer = challenges.challenge(creator=self.cast[one], agreement=agreement, seat=Seat.ONE)
            game = challenges.accept(challenge_id=offer.pk, user=self.cast[two])
            for number in range(moves):
                legal = kinds.get("mabula").rules.legal(log.position(game).state)
                seat, key = Seat(game.to_move or 1), f"key-{game.pk}-{number}"
                text = legal[7 * number % len(legal)]
                door.submit(game_id=game.pk, seat=seat, act=door.Act.MOVE, text=text, seen=game.head, key=key)
                game.refresh_from_db()
        return game
