"""Keeping the place fair: reports, sanctions, appeals, and the audit of every act. See docs/moderation.md."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

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
        BOT_IN = "bot-in", _("had a bot take over a seat")
        BOT_OUT = "bot-out", _("gave a seat back to its player")
        HIDE = "hide", _("took the game off public lists")
        SHOW = "show", _("put the game on public lists again")
        WARN = "warn", _("warned")
        CHAT_TIMEOUT = "chat-timeout", _("banned from chat")
        PHRASES_ONLY = "phrases-only", _("limited chat to preset phrases")
        SUSPEND = "suspend", _("suspended")
        CLOSE = "close", _("closed the account")
        LIFT = "lift", _("lifted a sanction")
        RENAME = "rename", _("took a name away")
        HIDE_MESSAGE = "hide-message", _("hid a message")
        SHOW_MESSAGE = "show-message", _("showed a message again")
        CLAIM = "claim", _("took a case")
        RELEASE = "release", _("handed a case back")
        SETTLE = "settle", _("settled a case")
        REOPEN = "reopen", _("reopened a case")
        ANSWER_APPEAL = "answer", _("answered an appeal")
        SWITCH = "switch", _("changed a site switch")
        NOTICE = "notice", _("changed a notice")
        ROLE = "role", _("changed a role")
        RESEND = "resend", _("resent letters")
        WORD = "word", _("changed the flagged words")
        SET_TEXT = "set-text", _("changed a set answer")

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
    text = models.CharField(_("event text"), max_length=80, blank=True)  # the same as in its log
    subject_type = models.CharField(_("subject"), max_length=8, choices=SubjectType, blank=True)
    subject_id = models.PositiveBigIntegerField(_("subject number"), null=True, blank=True)
    subject_name = models.CharField(_("subject name"), max_length=20, blank=True)  # of what has no number
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)
    reason = models.TextField(_("reason"), max_length=1000)
    chain = models.CharField(_("hash of the audit so far"), max_length=64)

    class Meta:
        verbose_name = _("moderator action")
        verbose_name_plural = _("moderator actions")
        ordering: ClassVar = ["-number"]
        default_permissions = ("view",)
        indexes: ClassVar = [models.Index(fields=["at"], name="act_on_a_game", condition=Q(event__isnull=False))]
        permissions: ClassVar = [
            ("moderate", _("Can moderate games and people")),
            ("administer", _("Can manage the site itself")),
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
        OPEN = "open", pgettext_lazy("case", "open")
        CLOSED = "closed", pgettext_lazy("case", "closed")

    class Finding(models.TextChoices):
        ACTED = "acted", _("action was taken")
        NOTHING = "nothing", _("no rule was broken")
        UNCLEAR = "unclear", _("it couldn’t be determined")
        ABUSED = "abused", _("the report itself was abusive")

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
        STALLING = "stalling", _("Stalls or abandons games")
        CHEATING = "cheating", _("Got help from a person or program")
        TWO_ACCOUNTS = "two-accounts", _("Plays with more than one account")
        NAME = "name", _("An offensive name")
        OTHER = "other", _("Something else")
        WORDS = "words", _("Flagged words")  # by the site alone,
        RATING = "rating", _("Arranged rated games")  # and so is this

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
    answer_key = models.CharField(_("standard answer"), max_length=20, blank=True)  # see moderation/answers.py
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
        CHAT_TIMEOUT = "chat-timeout", _("Chat ban")
        PHRASES_ONLY = "phrases-only", _("Preset chat phrases only")
        SUSPENSION = "suspension", _("Suspended")
        CLOSURE = "closure", _("Account closed")
        RENAME = "rename", _("Name taken away")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sanctions")
    kind = models.CharField(_("kind"), max_length=16, choices=Measure)
    reason = models.TextField(_("reason"), max_length=1000)  # the person reads it
    at = models.DateTimeField(_("from"), auto_now_add=True)
    until = models.DateTimeField(_("until"), null=True, blank=True)  # null: until lifted
    act = models.PositiveBigIntegerField(_("audit number"))
    name = models.CharField(_("name taken away"), max_length=30, blank=True)  # not in the audit
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

    digest = models.CharField(_("address fingerprint"), max_length=64, db_index=True)
    kind = models.CharField(_("kind"), max_length=16, choices=Sanction.Measure)
    reason = models.TextField(_("reason"), max_length=1000)
    until = models.DateTimeField(_("until"), null=True, blank=True)  # the end of the sanction
    act = models.PositiveBigIntegerField(_("audit number"))

    class Meta:
        verbose_name = _("outstanding sanction")
        verbose_name_plural = _("outstanding sanctions")
        constraints: ClassVar = [models.UniqueConstraint(fields=["digest", "act"], name="one_of_an_act_for_an_address")]

    def __str__(self) -> str:
        return f"what is left of act {self.act} ({self.kind})"


class Appeal(models.Model):
    """The one thread in which a person contests a sanction."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
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
        verbose_name = _("appeal message")
        verbose_name_plural = _("appeal messages")
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


class PersonNote(models.Model):
    """What a moderator wants others to know of a person. No measure: nothing follows from it."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="moderator_notes")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True)
    text = models.TextField(_("text"), max_length=1000)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("note on a person")
        verbose_name_plural = _("notes on people")
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(text=""), name="note_says_something")]

    def __str__(self) -> str:
        return f"note {self.pk} on {self.person_id}"


class DeskMail(models.Model):
    """Whether a moderator wants the daily mail of the desk, and the day of the last one; without a row they want it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="desk_mail")
    is_wanted = models.BooleanField(_("wanted"), default=True)
    sent_on = models.DateField(_("last sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("mail of the desk")
        verbose_name_plural = _("mails of the desk")

    def __str__(self) -> str:
        return f"mail of the desk to {self.user_id}"


class GameEvidence(models.Model):
    """What was worked out about one player of one game for a case of cheating: figures, and no verdict."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="evidence")
    seat = models.PositiveSmallIntegerField(_("seat"))
    method = models.PositiveSmallIntegerField(_("method"))  # see bots/agreement.py
    head = models.PositiveIntegerField(_("number of events"))  # of the game then
    decisions = models.PositiveSmallIntegerField(_("decisions"))  # that the bot was asked about; 0: it found no answer
    agreed = models.PositiveSmallIntegerField(_("agreed"))
    seconds = models.JSONField(_("seconds of each move"), default=list)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("evidence of a game")
        verbose_name_plural = _("evidence of games")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat", "method"], name="evidence_is_worked_out_once"),
            models.CheckConstraint(condition=Q(agreed__lte=F("decisions")), name="evidence_agrees_at_most_with_all"),
        ]

    def __str__(self) -> str:
        return f"evidence of seat {self.seat} in game {self.game_id}"


class SetText(models.Model):
    """The words of a set answer or a set reason in one language, from a moment on. Never changed: a new row follows."""

    key = models.CharField(_("set text"), max_length=40)  # see moderation/set_texts.py
    language = models.CharField(_("language"), max_length=10)
    text = models.TextField(_("text"), max_length=1000, blank=True)  # empty: the built-in words again
    at = models.DateTimeField(_("from"))

    class Meta:
        verbose_name = _("words of a set text")
        verbose_name_plural = _("words of set texts")
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"words of {self.key} ({self.language})"


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
        BOTS = "bots", _("Games against bots can be started")

    key = models.CharField(_("switch"), max_length=12, choices=Key, unique=True)
    is_on = models.BooleanField(_("on"), default=True)

    class Meta:
        verbose_name = _("switch")
        verbose_name_plural = _("switches")

    def __str__(self) -> str:
        return str(self.get_key_display())
