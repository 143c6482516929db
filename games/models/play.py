"""Games and what belongs to them: challenges, seats, the log, chat, and what people are told."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

SEATS = (1, 2)


class Terms(models.Model):
    """The terms of a game that players agree on, shared by challenges and games."""

    class Clock(models.TextChoices):
        NONE = "none", _("No clock")
        DAYS_1 = "1d", _("1 day a turn")
        DAYS_2 = "2d", _("2 days a turn")
        DAYS_3 = "3d", _("3 days a turn")
        DAYS_5 = "5d", _("5 days a turn")
        DAYS_7 = "7d", _("7 days a turn")
        DAYS_14 = "14d", _("14 days a turn")
        BANK_3 = "3d+12h", _("3 days, plus 12 hours a turn, up to 5 days")
        BANK_5 = "5d+12h", _("5 days, plus 12 hours a turn, up to 7 days")
        BANK_7 = "7d+1d", _("7 days, plus 1 day a turn, up to 14 days")

    kind = models.CharField(_("kind"), max_length=20)
    options = models.JSONField(_("options"), default=dict)
    clock = models.CharField(_("clock"), max_length=8, choices=Clock, default=Clock.DAYS_3)
    has_weekends_off = models.BooleanField(_("weekends off"), default=False)
    is_rated = models.BooleanField(_("rated"), default=False)
    commitment = models.CharField(_("seed commitment"), max_length=64)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        abstract = True

    @property
    def clock_in_words(self) -> str:
        """As ``get_clock_display``, which looks at all choices anew every time: a list asks for every one of them."""
        return str(self.Clock(self.clock).label)


class Challenge(Terms):
    """An offer to play, until it is accepted, declined or withdrawn, or nobody has answered for long."""

    class Audience(models.TextChoices):
        PUBLIC = "public", _("Anyone")
        LINK = "link", _("Anyone with the link")
        PERSON = "person", _("One person")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXPIRED = "expired", _("expired")  # nobody answered

    creator = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="challenges_made")
    audience = models.CharField(_("for whom"), max_length=8, choices=Audience, default=Audience.PUBLIC)
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="challenges_received", null=True, blank=True
    )
    token = models.CharField(_("link token"), max_length=32, unique=True)
    seat = models.PositiveSmallIntegerField(_("creator’s seat"), null=True, blank=True)  # null: by lot
    nonce = models.CharField(_("creator’s nonce"), max_length=64)
    is_mirrored = models.BooleanField(_("mirror match"), default=False, db_default=False)
    rating_from = models.PositiveSmallIntegerField(_("opponent rated from"), null=True, blank=True)
    rating_to = models.PositiveSmallIntegerField(_("opponent rated up to"), null=True, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    rematch_of = models.ForeignKey("Game", models.CASCADE, related_name="rematches", null=True, blank=True)
    game = models.OneToOneField("Game", models.CASCADE, related_name="challenge", null=True, blank=True)

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(seat__in=SEATS) | Q(seat=None), name="challenge_seat_exists"),
            models.CheckConstraint(
                condition=Q(audience="person", invited__isnull=False) | Q(~Q(audience="person"), invited=None),
                name="challenge_invites_whom_it_is_for",
            ),
            models.CheckConstraint(condition=~Q(creator=F("invited")), name="challenge_is_to_somebody_else"),
            models.CheckConstraint(
                condition=Q(status="accepted", game__isnull=False) | Q(~Q(status="accepted"), game=None),
                name="challenge_accepted_is_a_game",
            ),
            models.CheckConstraint(
                condition=Q(rating_from=None) | Q(rating_to=None) | Q(rating_from__lte=F("rating_to")),
                name="challenge_has_a_rating_range",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["status", "audience", "-created_at"]),
            models.Index(fields=["created_at"], name="challenge_is_open", condition=Q(status="open")),
        ]

    def __str__(self) -> str:
        return f"challenge {self.pk} ({self.kind})"


class Game(Terms):
    """One play of a kind: its terms, which never change, and its events.

    The terms are those above, but for ``is_rated``, and the first group below. The second group and ``is_rated`` are
    projections: games.table.projection works them out from the terms and the log, and verification does so again.
    """

    class Status(models.TextChoices):
        RUNNING = "running", _("running")
        OVER = "over", _("over")

    rules = models.PositiveSmallIntegerField(_("rules version"))
    draws = models.PositiveSmallIntegerField(_("draw version"))
    agreed_rated = models.BooleanField(_("rated as agreed"), default=False)  # is_rated: whether it still is
    is_public = models.BooleanField(_("public"), default=True)
    is_imported = models.BooleanField(_("imported"), default=False)  # its first rolls did not come from our seed
    partner = models.OneToOneField(  # the other game of a mirror match; each names the other
        "self", models.SET_NULL, verbose_name=_("other game of the match"), related_name="+", null=True, blank=True
    )
    stream = models.BigIntegerField(_("luck of game"), null=True, blank=True)  # null: its own; see games.table.luck

    is_hidden = models.BooleanField(_("hidden from public lists"), default=False)  # by a moderator
    head = models.PositiveIntegerField(_("number of events"), default=0)  # that both players may know,
    veiled = models.PositiveIntegerField(_("events not shown yet"), default=0, db_default=0)  # and those after them
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.RUNNING)
    to_move = models.PositiveSmallIntegerField(_("seat to move"), null=True, blank=True)
    held_by = models.PositiveSmallIntegerField(_("seat waiting for the other board"), null=True, blank=True)
    turn_since = models.DateTimeField(_("to move since"))
    deadline = models.DateTimeField(_("to move until"), null=True, blank=True)
    remind_at = models.DateTimeField(_("next reminder"), null=True, blank=True)  # of the player to move: see reminders
    paused_at = models.DateTimeField(_("clock stopped"), null=True, blank=True)  # by a moderator
    draw_offered_by = models.PositiveSmallIntegerField(_("seat offering a draw"), null=True, blank=True)
    bot_to_move = models.CharField(_("bot to move"), max_length=20, null=True, blank=True)  # noqa: DJ001 - null: no bot
    bot_to_answer = models.CharField(_("bot asked for a draw"), max_length=20, null=True, blank=True)  # noqa: DJ001 - so
    has_person = models.BooleanField(_("a person is playing"), default=True)
    winner = models.PositiveSmallIntegerField(_("winner's seat"), null=True, blank=True)
    decided = models.CharField(_("decided by"), max_length=20, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(to_move__in=SEATS) | Q(to_move=None), name="game_seat_exists"),
            models.CheckConstraint(
                condition=Q(status="running", to_move__isnull=False, held_by=None, ended_at=None)
                | Q(status="running", to_move=None, held_by__in=SEATS, ended_at=None)
                | Q(status="over", to_move=None, held_by=None, ended_at__isnull=False),
                name="game_runs_or_is_over",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["status", "-turn_since"]),
            models.Index(fields=["status", "deadline"]),
            models.Index(fields=["remind_at"], name="game_reminds", condition=Q(remind_at__isnull=False)),
            models.Index(fields=["ended_at"], name="game_ended_on_time", condition=Q(decided="timeout")),
            models.Index(fields=["-id"], name="game_is_paused", condition=Q(paused_at__isnull=False)),
            models.Index(fields=["-id"], name="game_is_hidden", condition=Q(is_hidden=True)),
            # What the bots' loop asks for every second: no other game is in these, however many there are.
            models.Index(
                fields=["-has_person", "turn_since", "id"],
                name="game_waits_for_bot",
                condition=Q(bot_to_move__isnull=False),
            ),
            models.Index(fields=["id"], name="game_asks_bot", condition=Q(bot_to_answer__isnull=False)),
            models.Index(
                fields=["kind", "ended_at", "id"], name="game_is_rated", condition=Q(status="over", is_rated=True)
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.pk} ({self.kind})"


class Seat(models.Model):
    """A person or a bot at a game. The log names the seat's number, so that a name can be erased and the game stays.

    ``bot``, ``left_at`` and ``bank`` are projections of the log (in a game that was over, ``left_at`` is set without an
    event). ``number``, ``bot_at_start``, ``nonce`` and ``time_zone`` are terms. The other columns belong to the person.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("number"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="seats", null=True, blank=True, db_index=False
    )  # found by the constraint below, in the order of their games
    bot_at_start = models.CharField(_("starting bot"), max_length=20, blank=True)
    bot = models.CharField(_("bot"), max_length=20, blank=True)  # that plays now, for itself or on for a person
    nonce = models.CharField(_("nonce"), max_length=64)
    left_at = models.DateTimeField(_("left"), null=True, blank=True)  # when its user deleted their account

    time_zone = models.CharField(_("weekend time zone"), max_length=64, default="UTC")  # its user's at the start
    pauses = models.JSONField(_("vacations"), default=list, blank=True)  # of its user, since the start: see vacations
    bank = models.DurationField(_("time for the turn"), null=True, blank=True)  # for this one, or for its next

    seen = models.PositiveIntegerField(_("events seen"), default=0)  # the head when its user looked last,
    seen_at = models.DateTimeField(_("last look"), null=True, blank=True)  # and when that was
    since = models.PositiveIntegerField(_("events seen before this visit"), default=0)

    is_muted = models.BooleanField(_("no e-mails about this game"), default=False)
    has_chat = models.BooleanField(_("chat on"), default=True)
    chat_read = models.PositiveBigIntegerField(_("last message read"), default=0)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_is_taken_once"),
            models.UniqueConstraint(fields=["user", "game"], name="nobody_plays_against_themselves"),
            models.CheckConstraint(condition=Q(number__in=SEATS), name="seat_is_one_or_two"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of game {self.game_id}"


class Event(models.Model):
    """A row of a game's log. Never changed and never deleted: triggers of the database refuse it (migration 0002)."""

    class Act(models.TextChoices):
        MOVE = "move", _("move")
        UNDO = "undo", _("undo")
        RESIGN = "resign", _("resigned")
        OFFER_DRAW = "offer-draw", _("offered a draw")
        ACCEPT_DRAW = "accept-draw", _("accepted a draw")
        DECLINE_DRAW = "decline-draw", _("declined a draw")
        ABORT = "abort", _("aborted the game")
        TIMEOUT = "timeout", _("won on time")
        GIVE_TIME = "give-time", _("gave time")
        SUBSTITUTE = "substitute", _("let a bot play on")
        LEAVE = "leave", _("left")
        RELEASE = "release", _("went on together")  # of nobody, like a move of chance: the next step of a mirror match
        # Acts of moderators: without a seat, but with a key.
        ANNUL = "annul", _("annulled")
        ADJUDICATE = "adjudicate", _("decided")
        RESTORE = "restore", _("decision reversed")
        REWIND = "rewind", _("taken back")
        PAUSE = "pause", _("clock stopped")
        RESUME = "resume", _("clock started again")
        ADD_TIME = "add-time", _("time added")
        TAKE_TIME = "take-time", _("added time taken back")
        BOT_IN = "bot-in", _("a bot took over a seat")
        BOT_OUT = "bot-out", _("a seat was given back")
        HIDE = "hide", _("taken off public lists")
        SHOW = "show", _("back on public lists")

    game = models.ForeignKey(Game, models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField(_("number"))
    act = models.CharField(_("act"), max_length=12, choices=Act)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)  # null: chance, or with a key a moderator
    text = models.CharField(_("move"), max_length=80, blank=True)
    at = models.DateTimeField(_("at"))
    key = models.CharField(_("idempotency key"), max_length=64, null=True, blank=True)  # noqa: DJ001 - null: chance
    digest = models.CharField(_("state digest"), max_length=64)
    chain = models.CharField(_("hash of the log so far"), max_length=64)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering: ClassVar = ["game", "seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seq"], name="event_number_is_given_once"),
            models.UniqueConstraint(fields=["game", "seat", "key"], name="event_key_is_used_once"),
            models.CheckConstraint(condition=Q(seat__in=SEATS) | Q(seat=None), name="event_seat_exists"),
        ]

    def __str__(self) -> str:
        return f"event {self.seq} of game {self.game_id}"


class Vacation(models.Model):
    """A time in which a person's clocks stand still in all their games. Its past part is never changed."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations")
    starts = models.DateTimeField(_("from"))
    ends = models.DateTimeField(_("until"))
    announced_at = models.DateTimeField(_("announced"))

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering: ClassVar = ["starts"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(ends__gt=F("starts")), name="vacation_ends_after_it_starts"),
        ]
        indexes: ClassVar = [models.Index(fields=["user", "ends"])]

    def __str__(self) -> str:
        return f"vacation {self.pk} of {self.user_id}"


class Claim(models.Model):
    """A job that one worker alone does, as long as it renews its lease; see games.claims."""

    class Job(models.TextChoices):
        BOTS = "bots", _("the bots of a game")
        EVIDENCE = "evidence", _("the evidence about a player of a game")

    job = models.CharField(_("job"), max_length=20, choices=Job)
    subject = models.PositiveBigIntegerField(_("subject"))  # the number of the row that the job is about
    worker = models.CharField(_("worker"), max_length=120)
    until = models.DateTimeField(_("until"))  # by the clock of the database

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")
        constraints: ClassVar = [models.UniqueConstraint(fields=["job", "subject"], name="job_is_claimed_once")]

    def __str__(self) -> str:
        return f"{self.job} {self.subject} by {self.worker}"


class Pulse(models.Model):
    """When a worker last looked after the games, and since when without a gap."""

    at = models.DateTimeField(_("last round"))
    since = models.DateTimeField(_("awake since"))  # without a gap worth speaking of

    class Meta:
        verbose_name = _("pulse")
        verbose_name_plural = _("pulses")

    def __str__(self) -> str:
        return f"awake since {self.since}"


class ChatMessage(models.Model):
    """A message beside a game. It is not part of the log, and is deleted with its author's account."""

    class Room(models.TextChoices):
        PLAYERS = "players", _("the players")
        SPECTATORS = "spectators", _("spectators")

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages")
    room = models.CharField(_("room"), max_length=10, choices=Room)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="chat_messages")
    text = models.CharField(_("text"), max_length=500)
    at = models.DateTimeField(_("at"), auto_now_add=True)
    hidden_at = models.DateTimeField(_("hidden by a moderator"), null=True, blank=True)

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [models.Index(fields=["game", "room", "id"])]

    def __str__(self) -> str:
        return f"message {self.pk} beside game {self.game_id}"


class Notification(models.Model):
    """A thing that a person is told of, stored in the transaction in which it happened; see docs/mail.md."""

    class Occasion(models.TextChoices):
        YOUR_TURN = "your-turn", _("your turn")
        TIME_SHORT = "time-short", _("time is running out")
        CHALLENGE = "challenge", _("challenged")
        GAME_BEGINS = "game-begins", _("challenge accepted")
        GAME_OVER = "game-over", _("game over")
        CHAT = "chat", _("chat")
        VACATION = "vacation", _("opponent on vacation")
        MODERATED = "moderated", _("moderator action in a game")
        SANCTION = "sanction", _("sanction")
        APPEAL = "appeal", _("appeal answered")
        REPORT = "report", _("report answered")
        RATING = "rating", _("rating corrected")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="told", db_index=False)
    occasion = models.CharField(_("event type"), max_length=12, choices=Occasion)
    key = models.CharField(_("once-only key"), max_length=80)
    game = models.ForeignKey(Game, models.CASCADE, related_name="told", null=True, blank=True)
    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="told", null=True, blank=True, db_index=False)
    sanction = models.ForeignKey("Sanction", models.CASCADE, related_name="told", null=True, blank=True, db_index=False)
    report = models.ForeignKey("Report", models.CASCADE, related_name="told", null=True, blank=True, db_index=False)
    seq = models.PositiveIntegerField(_("number of events then"), default=0)
    message = models.PositiveBigIntegerField(_("chat message"), default=0)  # its number alone: its text may vanish
    until = models.DateTimeField(_("until"), null=True, blank=True)  # the deadline, or the end of a vacation
    at = models.DateTimeField(_("at"))
    read_at = models.DateTimeField(_("read"), null=True, blank=True)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        constraints: ClassVar = [  # also the index by which the rows of a person are found
            models.UniqueConstraint(fields=["user", "key"], name="nobody_is_told_twice")
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "-id"]),
            models.Index(fields=["user", "game", "occasion"]),
            models.Index(fields=["user"], name="notification_is_unread", condition=Q(read_at=None)),
            models.Index(fields=["at"]),
            # Most notifications are about none of these.
            *(
                models.Index(
                    fields=[about], name=f"notification_of_{about}", condition=Q(**{f"{about}__isnull": False})
                )
                for about in ("challenge", "sanction", "report")
            ),
        ]

    def __str__(self) -> str:
        return f"notification {self.pk} ({self.occasion})"


class Delivery(models.Model):
    """A notification on one channel: whether it was sent, and why not."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        WITHHELD = "withheld", _("withheld")
        DEAD = "dead", _("given up")

    notification = models.ForeignKey(
        Notification, models.CASCADE, related_name="deliveries", db_index=False
    )  # found by the constraint below
    channel = models.CharField(_("channel"), max_length=12)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    reason = models.CharField(_("reason"), max_length=12, blank=True)
    due_at = models.DateTimeField(_("due"))
    done_at = models.DateTimeField(_("done"), null=True, blank=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    claim = models.CharField(_("worker claim"), max_length=32, blank=True)
    claimed_until = models.DateTimeField(_("claimed until"), null=True, blank=True)
    message_id = models.CharField(_("Message-ID"), max_length=200, blank=True)
    error = models.CharField(_("error"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["notification", "channel"], name="one_delivery_by_each_channel")
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="delivery_waits", condition=Q(state="waiting")),
            models.Index(fields=["message_id"]),
            models.Index(fields=["-id"], name="delivery_is_given_up", condition=Q(state="dead")),
            models.Index(
                fields=["done_at"],
                name="delivery_was_mailed",
                condition=Q(state="sent", channel__in=("mail", "digest")),
            ),
        ]

    def __str__(self) -> str:
        return f"delivery {self.pk} by {self.channel}"


class Secret(models.Model):
    """The seed behind a commitment. No page and no presenter reads this table before the game is over."""

    commitment = models.CharField(_("commitment"), max_length=64, primary_key=True)
    seed = models.BinaryField(_("seed"), max_length=32)
    sealed_at = models.DateTimeField(_("sealed"), null=True, default=timezone.now)  # null: before that was noted
    is_spare = models.BooleanField(_("spare"), default=False, db_default=False)  # shown with a form, not yet used

    class Meta:
        verbose_name = _("secret")
        verbose_name_plural = _("secrets")
        indexes: ClassVar = [models.Index(fields=["sealed_at"], name="secret_is_spare", condition=Q(is_spare=True))]

    def __str__(self) -> str:
        return self.commitment
