"""Keeping the place fair: reports, sanctions, appeals, and the audit of every act. See docs/moderation.md."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.play import ChatMessage, Game

# Subjects of acts: rows that have a number, and things that have a name instead.
NUMBERED = ("case", "appeal", "message", "sanction", "act", "notice", "word")
NAMED = ("switch", "role")


class ModerationAct(models.Model):
    """A row of the audit: one act of a moderator. Never changed and never deleted, as events are (migration 0007).

    It refers to people and games by id without foreign keys, so that a deletion elsewhere does not change it.
    """

    class What(models.TextChoices):
        ANNUL = "annul", _("annulled the game")
        ADJUDICATE = "adjudicate", _("decided the game")
        RESTORE = "restore", _("reversed a decision")
        REWIND = "rewind", _("took the game back")
        PAUSE = "pause", _("stopped the clock")
        RESUME = "resume", _("started the clock again")
        ADD_TIME = "add-time", _("added time")
        TAKE_TIME = "take-time", _("took added time back")
        BOT_IN = "bot-in", _("had a bot play a seat")
        BOT_OUT = "bot-out", _("gave a seat back to its player")
        HIDE = "hide", _("took the game off public lists")
        SHOW = "show", _("put the game on public lists again")
        WARN = "warn", _("warned")
        CHAT_TIMEOUT = "chat-timeout", _("took the chat away for a while")
        PHRASES_ONLY = "phrases-only", _("limited the chat to set phrases")
        SUSPEND = "suspend", _("suspended")
        CLOSE = "close", _("closed the account")
        LIFT = "lift", _("lifted a sanction")
        RENAME = "rename", _("took a name away")
        HIDE_MESSAGE = "hide-message", _("hid a message")
        SHOW_MESSAGE = "show-message", _("showed a message again")
        CLAIM = "claim", _("took on a case")
        RELEASE = "release", _("handed a case back")
        SETTLE = "settle", _("settled a case")
        REOPEN = "reopen", _("opened a case again")
        ANSWER_APPEAL = "answer", _("answered an appeal")
        SWITCH = "switch", _("turned a switch of the site")
        NOTICE = "notice", _("changed a notice")
        ROLE = "role", _("gave or took a role")
        RESEND = "resend", _("had letters sent again")
        WORD = "word", _("changed the words that are flagged")

    class SubjectType(models.TextChoices):
        """The table, or the set of names, that the subject of an act belongs to."""

        CASE = "case", _("case")
        APPEAL = "appeal", _("appeal")
        MESSAGE = "message", _("chat message")
        SANCTION = "sanction", _("sanction")
        ACT = "act", _("earlier act")
        NOTICE = "notice", _("notice")
        WORD = "word", _("flagged word")
        SWITCH = "switch", _("switch")
        ROLE = "role", _("role")
        LETTERS = "letters", _("letters")

    number = models.PositiveBigIntegerField(_("number"), unique=True)  # 1, 2, 3, … without gaps
    at = models.DateTimeField(_("at"))
    moderator = models.PositiveBigIntegerField(_("moderator"), null=True, blank=True)  # null: the site, by its rules
    what = models.CharField(_("act"), max_length=16, choices=What)
    game = models.PositiveBigIntegerField(_("game"), null=True, blank=True, db_index=True)
    event = models.PositiveIntegerField(_("event in its log"), null=True, blank=True)
    person = models.PositiveBigIntegerField(_("person"), null=True, blank=True, db_index=True)
    text = models.CharField(_("text of the event"), max_length=80, blank=True)  # the same as in its log
    subject_type = models.CharField(_("subject"), max_length=8, choices=SubjectType, blank=True)
    subject_id = models.PositiveBigIntegerField(_("number of the subject"), null=True, blank=True)
    subject_name = models.CharField(_("name of the subject"), max_length=20, blank=True)  # of what has no number
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)
    reason = models.TextField(_("reason"), max_length=1000)
    chain = models.CharField(_("hash of the audit so far"), max_length=64)

    class Meta:
        verbose_name = _("act of moderation")
        verbose_name_plural = _("acts of moderation")
        ordering: ClassVar = ["-number"]
        default_permissions = ("view",)
        indexes: ClassVar = [models.Index(fields=["at"], name="act_on_a_game", condition=Q(event__isnull=False))]
        permissions: ClassVar = [
            ("moderate", _("Can moderate games and people")),
            ("administer", _("Can see to the site itself")),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="act_has_a_reason"),
            models.CheckConstraint(
                condition=Q(subject_type="", subject_id=None, subject_name="")
                | Q(subject_type__in=NUMBERED, subject_id__isnull=False, subject_name="")
                | Q(Q(subject_type__in=NAMED, subject_id=None), ~Q(subject_name=""))
                | Q(subject_type="letters", subject_id=None, subject_name=""),
                name="act_names_its_subject_in_one_way",
            ),
            models.CheckConstraint(
                condition=Q(event__isnull=False, subject_type="") | Q(event=None, text=""),
                name="act_on_a_game_has_the_text_of_its_event",
            ),
        ]

    def __str__(self) -> str:
        return f"act {self.number} ({self.what})"

    @property
    def subject(self) -> str:
        """The subject as text, "case 12" or "switch bots": the form that the chain hashes and the export has."""
        if self.event is not None:
            return self.text
        name = self.subject_name if self.subject_id is None else str(self.subject_id)
        return f"{self.subject_type} {name}".strip()


class Case(models.Model):
    """The reports of one reason about one person, which a moderator settles together."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    class Finding(models.TextChoices):
        ACTED = "acted", _("something was done")
        NOTHING = "nothing", _("nothing was wrong")
        UNCLEAR = "unclear", _("it could not be made out")
        ABUSED = "abused", _("the report itself was unfair")

    subject = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="cases", null=True)
    reason = models.CharField(_("reason"), max_length=16)  # a Report.Offence, the same for all its reports
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.OPEN)
    outcome = models.CharField(_("outcome"), max_length=8, choices=Finding, blank=True)
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="claimed_cases", null=True, blank=True
    )
    claimed_at = models.DateTimeField(_("claimed"), null=True, blank=True)
    opened_at = models.DateTimeField(_("opened"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        ordering: ClassVar = ["-opened_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["subject", "reason"], condition=Q(status="open"), name="like_reports_are_one_case"
            ),
            models.CheckConstraint(
                condition=Q(status="open", closed_at=None, outcome="")
                | Q(Q(status="closed", closed_at__isnull=False), ~Q(outcome="")),
                name="case_closed_has_an_outcome",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["status", "opened_at"])]

    def __str__(self) -> str:
        return f"case {self.pk} ({self.reason})"


class Report(models.Model):
    """A complaint by a person or by the site itself, with a snapshot of its subject at that moment."""

    class Offence(models.TextChoices):
        ABUSE = "abuse", _("Insults or harassment")
        SPAM = "spam", _("Spam or advertising")
        STALLING = "stalling", _("Stalls, or leaves games")
        CHEATING = "cheating", _("Help from others or from a program")
        TWO_ACCOUNTS = "two-accounts", _("Plays with more than one account")
        NAME = "name", _("An offensive name")
        OTHER = "other", _("Something else")
        WORDS = "words", _("Words that are flagged")  # by the site alone

    class Target(models.TextChoices):
        GAME = "game", _("a game")
        MESSAGE = "message", _("a chat message")
        PROFILE = "profile", _("a person")

    case = models.ForeignKey(Case, models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="reports", null=True, blank=True
    )
    is_automatic = models.BooleanField(_("by the site"), default=False)
    target = models.CharField(_("about"), max_length=8, choices=Target)
    reason = models.CharField(_("reason"), max_length=16, choices=Offence)
    text = models.TextField(_("in their words"), max_length=1000, blank=True)
    game = models.ForeignKey(Game, models.SET_NULL, related_name="reports", null=True, blank=True)
    message = models.ForeignKey(ChatMessage, models.SET_NULL, related_name="reports", null=True, blank=True)
    context = models.JSONField(_("as it stood then"), default=dict)
    at = models.DateTimeField(_("at"), auto_now_add=True)
    answer_key = models.CharField(_("set answer"), max_length=20, blank=True)  # see moderation/answers.py
    answer = models.TextField(_("answer"), max_length=1000, blank=True)  # the moderator's own words
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering: ClassVar = ["-at"]
        indexes: ClassVar = [models.Index(fields=["reporter", "at"])]

    def __str__(self) -> str:
        return f"report {self.pk} ({self.reason})"


class Sanction(models.Model):
    """A measure of a moderator against a person, with its reason and its end. A lifted one stays on record."""

    class Measure(models.TextChoices):
        WARNING = "warning", _("Warning")
        CHAT_TIMEOUT = "chat-timeout", _("No chat for a while")
        PHRASES_ONLY = "phrases-only", _("Set phrases only in the chat")
        SUSPENSION = "suspension", _("Suspended")
        CLOSURE = "closure", _("Account closed")
        RENAME = "rename", _("Name taken away")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sanctions")
    kind = models.CharField(_("kind"), max_length=16, choices=Measure)
    reason = models.TextField(_("reason"), max_length=1000)  # the person reads it
    at = models.DateTimeField(_("from"), auto_now_add=True)
    until = models.DateTimeField(_("until"), null=True, blank=True)  # null: until lifted
    act = models.PositiveBigIntegerField(_("number in the audit"))
    name = models.CharField(_("name that was taken away"), max_length=30, blank=True)  # not in the audit
    case = models.ForeignKey(Case, models.SET_NULL, related_name="sanctions", null=True, blank=True)
    acknowledged_at = models.DateTimeField(_("acknowledged"), null=True, blank=True)
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)
    lifted_because = models.TextField(_("lifted because"), max_length=1000, blank=True)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering: ClassVar = ["-at"]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(reason=""), name="sanction_has_a_reason")]
        indexes: ClassVar = [models.Index(fields=["user", "kind", "until"])]

    def __str__(self) -> str:
        return f"sanction {self.pk} ({self.kind})"


class Outstanding(models.Model):
    """A sanction that was in force when a person deleted their account, stored under a hash of their address."""

    digest = models.CharField(_("digest of an address"), max_length=64, db_index=True)
    kind = models.CharField(_("kind"), max_length=16, choices=Sanction.Measure)
    reason = models.TextField(_("reason"), max_length=1000)
    until = models.DateTimeField(_("until"), null=True, blank=True)  # the end of the sanction
    act = models.PositiveBigIntegerField(_("number in the audit"))

    class Meta:
        verbose_name = _("outstanding sanction")
        verbose_name_plural = _("outstanding sanctions")
        constraints: ClassVar = [models.UniqueConstraint(fields=["digest", "act"], name="one_of_an_act_for_an_address")]

    def __str__(self) -> str:
        return f"what is left of act {self.act} ({self.kind})"


class Appeal(models.Model):
    """The one thread in which a person contests a sanction."""

    class Status(models.TextChoices):
        OPEN = "open", _("waits for an answer")
        ANSWERED = "answered", _("answered")
        CLOSED = "closed", _("closed")

    sanction = models.OneToOneField(Sanction, models.CASCADE, related_name="appeal")
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.OPEN)
    opened_at = models.DateTimeField(_("opened"), auto_now_add=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering: ClassVar = ["opened_at"]

    def __str__(self) -> str:
        return f"appeal {self.pk}"


class AppealMessage(models.Model):
    appeal = models.ForeignKey(Appeal, models.CASCADE, related_name="messages")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True)
    is_by_staff = models.BooleanField(_("by the moderators"), default=False)
    text = models.TextField(_("text"), max_length=2000)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("message of an appeal")
        verbose_name_plural = _("messages of appeals")
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"message {self.pk} of appeal {self.appeal_id}"


class Block(models.Model):
    """One person refuses messages from another, and games with them."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks")
    whom = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["by", "whom"], name="nobody_is_blocked_twice"),
            models.CheckConstraint(condition=~Q(by=F("whom")), name="nobody_blocks_themselves"),
        ]

    def __str__(self) -> str:
        return f"block of {self.whom_id} by {self.by_id}"


class FlaggedWord(models.Model):
    """A word that makes the site report a message or a name. It blocks nothing."""

    word = models.CharField(_("word"), max_length=60, unique=True)

    class Meta:
        verbose_name = _("flagged word")
        verbose_name_plural = _("flagged words")
        ordering: ClassVar = ["word"]

    def __str__(self) -> str:
        return self.word


class SiteNotice(models.Model):
    """A notice at the head of every page."""

    text = models.CharField(_("text"), max_length=300)
    starts = models.DateTimeField(_("from"))
    ends = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering: ClassVar = ["starts"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(ends__gt=F("starts")), name="notice_ends_after_it_starts")
        ]

    def __str__(self) -> str:
        return self.text


class Switch(models.Model):
    """A part of the site that is on or off; without a row it is on."""

    class Key(models.TextChoices):
        SIGN_UPS = "sign-ups", _("People can sign up")
        GUESTS = "guests", _("Visitors can play without an account")
        BOTS = "bots", _("Games against bots can be begun")

    key = models.CharField(_("switch"), max_length=12, choices=Key, unique=True)
    is_on = models.BooleanField(_("on"), default=True)

    class Meta:
        verbose_name = _("switch")
        verbose_name_plural = _("switches")

    def __str__(self) -> str:
        return str(self.get_key_display())
