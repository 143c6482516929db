"""Fills an empty site: people, games with their logs, and what people were told, said, offered and reported.

True of every row: each game passes ``verify_games`` and the audit ``verify_audit``; constraints and foreign keys hold.
Not true: the games are copies of some 200, marked as imported since their rolls do not come from their own seeds;
nobody has a password; texts repeat. Some people play and are told very much, most little, as it is.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.utils import timezone

from accounts.for_games import Device, User, name_key
from games import kinds
from games.chance import commitment
from games.filling import bulk_rows
from games.filling.bulk_rows import insert, number_on
from games.filling.patterns import BEGINNING, Pattern, Told, patterns
from games.models import (
    Achievement,
    Block,
    Case,
    Challenge,
    ChatMessage,
    Delivery,
    Event,
    Game,
    GameMark,
    ModerationAct,
    Notification,
    Rated,
    Report,
    Sanction,
    Seat,
    SeatFacts,
    Secret,
    Vacation,
)
from games.moderation import audit
from games.ratings import ledger as rating_ledger
from games.table import log
from games.table.projection import GAME_COLUMNS

YEARS = timedelta(days=730)  # over which the games are spread
AN_HOUR = timedelta(hours=1)
A_DAY = timedelta(days=1)
CONSONANTS, VOWELS = "bdfgkmpst", "aeou"
SYLLABLES = [consonant + vowel for consonant in CONSONANTS for vowel in VOWELS]
WORDS = ("Good luck!", "Well played.", "I did not see that coming.", "Shall we play again?")


@dataclass(frozen=True, slots=True)
class Sizes:
    games: int
    people: int
    notifications: int
    patterns: int = 12  # games of each kind that are played and copied

    @property
    def running(self) -> int:
        return self.games // 5


@dataclass(frozen=True, slots=True)
class CopiedGame:
    """A game to be stored: a pattern that began at another moment, with other people."""

    pk: int
    pattern: Pattern
    shift: timedelta
    players: tuple[int, int | None]
    seen: tuple[int, int]


def fill(sizes: Sizes) -> None:
    """Raises ValueError if there is somebody or something already."""
    if User.objects.exists() or Game.objects.exists() or ModerationAct.objects.exists():
        raise ValueError("the site is not empty")
    luck = random.Random(f"{sizes}")
    now = timezone.now()
    with transaction.atomic():
        _people(sizes, now, luck)
        games = _games(sizes, now, luck)
        _store_games(games, luck)
        _notifications(games, sizes, now)
        _chat(games, luck)
        _challenges(games, sizes, now, luck)
        _moderation(games, sizes, now, luck)
        _careers(games, now)
        number_on(Game, Seat, Event, Notification, Delivery, ChatMessage, Challenge, User, EmailAddress, Device)
        number_on(Vacation, Block, Case, Report, Sanction, ModerationAct)
        for kind in kinds.all():
            rating_ledger.rebuild(kind.key, Rated.Ladder.PEOPLE)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def name_of(number: int) -> str:
    """A name for the person of that number; no two look the same."""
    rest, name = number * 7919 % len(SYLLABLES) ** 4, ""
    for _ in range(4):
        rest, syllable = divmod(rest, len(SYLLABLES))
        name += SYLLABLES[syllable]
    return name.capitalize()


def _people(sizes: Sizes, now: datetime, luck: random.Random) -> None:
    """One in ten is a guest. Everybody else has an address, which is verified, and a browser or two."""
    numbers = range(1, sizes.people + 1)
    guests = {number for number in numbers if number % 10 == 0}
    default = User()
    same = {
        field.attname: getattr(default, field.attname)
        for field in bulk_rows.columns_of(User)
        if field.attname not in ("id", "username", "name_key", "email", "is_guest", "date_joined", "last_seen")
    }
    same["password"] = "!"  # nosec B105 # noqa: S105 - nobody can log in

    def people() -> Iterator[list[Any]]:
        for number in numbers:
            name = name_of(number)
            email = "" if number in guests else f"{name.lower()}@example.org"
            joined = now - YEARS * luck.random()
            seen = (now - 90 * A_DAY * luck.random() ** 2).date()
            yield [number, name, name_key(name), email, number in guests, joined, seen, *same.values()]

    columns = ["id", "username", "name_key", "email", "is_guest", "date_joined", "last_seen", *same]
    insert(User, columns, people())
    members = [number for number in numbers if number not in guests]
    addresses = ((number, number, f"{name_of(number).lower()}@example.org", True, True) for number in members)
    insert(EmailAddress, ["id", "user_id", "email", "verified", "primary"], addresses)
    keys = ((number, number, _hash("device", number - number % 200 // 199), now.date()) for number in numbers)
    insert(Device, ["id", "user_id", "key", "first_seen", "last_seen"], ((*row, row[3]) for row in keys))
    sessions = ((_hash("session", number)[:32], "", now + timedelta(days=luck.randint(-30, 60))) for number in numbers)
    insert(Session, ["session_key", "session_data", "expire_date"], sessions)
    away = ((number, number, now - 3 * A_DAY, now + luck.randint(-2, 9) * A_DAY, now) for number in numbers[::100])
    insert(Vacation, ["id", "user_id", "starts", "ends", "announced_at"], away)
    pairs = ((at, number, number % sizes.people + 1, now) for at, number in enumerate(numbers[::50], start=1))
    insert(Block, ["id", "by_id", "whom_id", "at"], pairs)


def _games(sizes: Sizes, now: datetime, luck: random.Random) -> list[CopiedGame]:
    """Which games there are, in the order in which they began."""
    played = patterns(sizes.patterns)
    over, running = [one for one in played if one.is_over], [one for one in played if not one.is_over]
    begun: list[tuple[timedelta, Pattern]] = []
    for at in range(sizes.games):
        if at < sizes.running:
            pattern = luck.choice(running)
            last = now - timedelta(hours=luck.uniform(0, 73))  # of those on three days a turn a few are late
        else:
            pattern = luck.choice(over)
            last = now - YEARS * luck.random()
        begun.append((last - pattern.last, pattern))
    begun.sort(key=lambda pair: BEGINNING + pair[0])
    return [_copied(pk, pattern, shift, sizes, luck) for pk, (shift, pattern) in enumerate(begun, start=1)]


def _copied(pk: int, pattern: Pattern, shift: timedelta, sizes: Sizes, luck: random.Random) -> CopiedGame:
    """Running games are spread evenly; of the others a few people have played very many."""
    power = 2 if pattern.is_over else 1
    one = 1 + int(sizes.people * luck.random() ** power)
    two = 1 + (one + int((sizes.people - 1) * luck.random() ** power)) % sizes.people
    head = len(pattern.events)
    seen = [head, head]
    if pattern.projected.to_move and luck.random() < 0.5:
        seen[pattern.projected.to_move - 1] = max(head - 3, 0)  # has not looked since the other's turn
    return CopiedGame(pk, pattern, shift, (one, None if pattern.has_bot else two), (seen[0], seen[1]))


def _store_games(games: list[CopiedGame], luck: random.Random) -> None:
    insert(Secret, ["commitment", "seed"], ((commitment(_seed(game.pk)), _seed(game.pk)) for game in games))
    projected = [name for name in GAME_COLUMNS if name not in _MOMENTS]
    terms = ["kind", "options", "clock", "rules", "draws", "agreed_rated", "is_imported"]
    columns = ["id", *terms, *projected, *_MOMENTS, "created_at", "has_weekends_off", "is_public", "commitment"]

    def rows() -> Iterator[list[Any]]:
        for game in games:
            pattern, row = game.pattern, game.pattern.projected
            shifted = [_shifted(getattr(row, name), game.shift) for name in _MOMENTS]
            begun = BEGINNING + game.shift
            yield [
                game.pk,
                *(pattern.terms[name] for name in terms),
                *(_plain(getattr(row, name)) for name in projected),
                *shifted,
                begun,
                False,
                game.pk % 7 != 0,
                commitment(_seed(game.pk)),
            ]

    insert(Game, columns, rows())
    insert(Seat, _SEAT_COLUMNS, (row for game in games for row in _seats(game)))
    insert(Event, _EVENT_COLUMNS, _events(games))


def _seats(game: CopiedGame) -> Iterator[list[Any]]:
    for number, user in enumerate(game.players, start=1):
        seat, bot = game.pattern.projected.seats[number - 1], game.pattern.bots[number - 1]
        seen, looked = game.seen[number - 1], game.pattern.last + game.shift
        yield [
            *(2 * game.pk + number - 2, game.pk, number, user, bot, seat.bot, f"{game.pk:016x}", "UTC", [], seat.bank),
            *(seen, looked if user else None, seen, False, True, 2**40),
        ]


def _events(games: list[CopiedGame]) -> Iterator[list[Any]]:
    """The logs, chained anew: a hash covers the number of its game, and the time."""
    pk = 0
    event = Event()
    for game in games:
        chain, shift = log.GENESIS, game.shift
        event.game_id = game.pk
        for seq, row in enumerate(game.pattern.events, start=1):
            pk += 1
            event.seq, event.act, event.seat, event.text = seq, row.act, row.seat, row.text
            event.at, event.key, event.digest = row.at + shift, row.key, row.digest
            chain = log.chain(chain, event)
            yield [pk, game.pk, seq, row.act, row.seat, row.text, event.at, row.key, row.digest, chain]


def _notifications(games: list[CopiedGame], sizes: Sizes, now: datetime) -> None:
    """What people were told of the latest games, as far back as it takes to have so many."""
    latest: list[tuple[CopiedGame, Told]] = []
    for game in reversed(games):
        if len(latest) >= sizes.notifications:
            break
        latest += [(game, told) for told in game.pattern.told if told.seat <= len(game.players)]
    latest = latest[: sizes.notifications]
    latest.sort(key=lambda pair: pair[1].at + pair[0].shift)

    def told_rows() -> Iterator[list[Any]]:
        for pk, (game, told) in enumerate(latest, start=1):
            at = told.at + game.shift
            is_seen = game.seen[told.seat - 1] >= told.seq
            key = f"{_KEYS.get(told.occasion, told.occasion)}:{game.pk}:{told.seq}"
            read_at = min(at + AN_HOUR, now) if is_seen else None
            yield [pk, game.players[told.seat - 1], told.occasion, key, game.pk, told.seq, 0, at, read_at]

    columns = ["id", "user_id", "occasion", "key", "game_id", "seq", "message", "at", "read_at"]
    insert(Notification, columns, told_rows())

    def deliveries() -> Iterator[list[Any]]:
        for pk, (game, told) in enumerate(latest, start=1):
            at = told.at + game.shift
            yield [2 * pk - 1, pk, "site", "sent", "", at, at, 0, "", "", ""]
            is_waiting = told.seq == len(game.pattern.events) and not game.pattern.is_over and game.pk % 16 == 0
            if is_waiting:  # for the end of quiet hours
                yield [2 * pk, pk, "mail", "waiting", "quiet", now + A_DAY, None, 0, "", "", ""]
            elif pk % 400 == 0:
                yield [2 * pk, pk, "mail", "dead", "failed", at, at + A_DAY, 8, "", f"<{pk}@example.org>", "refused"]
            elif pk % 3:
                yield [2 * pk, pk, "mail", "sent", "", at, at, 1, "", f"<{pk}@example.org>", ""]
            else:
                yield [2 * pk, pk, "mail", "withheld", "played", at, at, 0, "", "", ""]

    columns = [
        *("id", "notification_id", "channel", "state", "reason", "due_at", "done_at", "tries", "claim"),
        *("message_id", "error"),
    ]
    insert(Delivery, columns, deliveries())


def _chat(games: list[CopiedGame], luck: random.Random) -> None:
    """Four messages beside every fourth game of two people; one in a thousand is hidden."""
    beside = [game for game in games if game.players[1] is not None][::4]

    def messages() -> Iterator[list[Any]]:
        for at, game in enumerate(beside):
            for number in range(4):
                moment = BEGINNING + game.shift + number * AN_HOUR
                author, pk = game.players[number % 2], 4 * at + number + 1
                yield [pk, game.pk, "players", author, luck.choice(WORDS), moment, moment if pk % 1000 == 0 else None]

    insert(ChatMessage, ["id", "game_id", "room", "author_id", "text", "at", "hidden_at"], messages())


def _challenges(games: list[CopiedGame], sizes: Sizes, now: datetime, luck: random.Random) -> None:
    """One for each game of two people, one open to anybody for every 200 games, and as many to somebody."""
    columns = [
        *("id", "kind", "options", "clock", "has_weekends_off", "is_rated", "commitment", "created_at", "creator_id"),
        *("audience", "invited_id", "token", "seat", "nonce", "status", "game_id"),
    ]

    def rows() -> Iterator[list[Any]]:
        pk = 0
        for game in games:
            if game.players[1] is None:
                continue
            pk += 1
            terms = game.pattern.terms
            yield [
                *(pk, terms["kind"], terms["options"], terms["clock"], False, terms["agreed_rated"]),
                *(commitment(_seed(game.pk)), BEGINNING + game.shift, game.players[0], "public", None, _token(pk)),
                *(1, f"{pk:016x}", "accepted", game.pk),
            ]
        terms = games[-1].pattern.terms
        for at in range(sizes.games // 200):
            creator = luck.randint(1, sizes.people)
            invited = creator % sizes.people + 1
            for audience, to, status in (
                *(("public", None, "open"), ("person", invited, "open"), ("person", invited, "declined")),
                *(("public", None, "withdrawn"), ("link", None, "withdrawn")),
            ):
                pk += 1
                yield [
                    *(pk, terms["kind"], terms["options"], "3d", False, False, _hash("challenge", pk)),
                    *(now - at % 20 * A_DAY, creator, audience, to, _token(pk), None, f"{pk:016x}", status, None),
                ]

    insert(Challenge, columns, rows())


def _moderation(games: list[CopiedGame], sizes: Sizes, now: datetime, luck: random.Random) -> None:
    """A case for every 50 games; one in 40 is open, the others were settled by person 1, some with a warning."""
    reported = [game for game in games if game.players[1] is not None][::50]
    cases: list[list[Any]] = []
    reports: list[list[Any]] = []
    acts: list[list[Any]] = []
    sanctions: list[list[Any]] = []
    chain = audit.GENESIS

    def act(what: str, at: datetime, person: int | None, subject: str, pk: int) -> int:
        nonlocal chain
        row = ModerationAct(
            number=len(acts) + 1,
            at=at,
            moderator=1,
            what=what,
            person=person,
            subject_type=subject,
            subject_id=pk,
            reason="Somebody reported it.",
        )
        chain = audit.chain(chain, row)
        about: Sequence[Any] = (None, None, person, "", subject, pk, "", {}, {})
        acts.append([row.number, row.number, at, 1, what, *about, row.reason, chain])
        return row.number

    for pk, game in enumerate(reported, start=1):
        reporter, subject = game.players
        at = game.pattern.last + game.shift
        is_open = pk % 40 == 0
        outcome = "" if is_open else "acted" if pk % 5 == 0 else "nothing"
        closed = None if is_open else at + A_DAY
        reason = "stalling" if is_open else luck.choice(("stalling", "abuse"))
        cases.append([pk, subject, reason, "open" if is_open else "closed", outcome, None, None, at, closed])
        answer = "" if is_open else "looked-at"
        reports.append([pk, pk, reporter, False, "game", reason, "", game.pk, None, {}, at, answer, "", closed])
        if not is_open:
            act("settle", at + A_DAY, subject, "case", pk)
        if outcome == "acted":
            number = act("warn", at + A_DAY, subject, "sanction", len(sanctions) + 1)
            values: Sequence[Any] = (subject, "warning", "Please finish your games.", at + A_DAY, None, number, "", pk)
            sanctions.append([len(sanctions) + 1, *values, at + 2 * A_DAY, None, ""])
    open_ones: set[tuple[Any, ...]] = set()
    for row in cases:  # like reports are one case
        if row[3] == "open" and (row[1], row[2]) in open_ones:
            row[3:5], row[8] = ["closed", "nothing"], now
        open_ones.add((row[1], row[2]) if row[3] == "open" else ())
    insert(Case, _CASE_COLUMNS, cases)
    insert(Report, _REPORT_COLUMNS, reports)
    insert(ModerationAct, _ACT_COLUMNS, acts)
    insert(Sanction, _SANCTION_COLUMNS, sanctions)


def _careers(games: list[CopiedGame], now: datetime) -> None:
    """The facts about every finished game, a few achievements of everybody, and marks of those who played much."""
    over = [game for game in games if game.pattern.is_over]
    facts = (
        [2 * game.pk + number - 2, number == 1, 20, 20 * 3600 + game.pk % 5000, game.pk % 9 == 0, []]
        for game in over
        for number in (1, 2)
    )
    insert(SeatFacts, ["seat_id", "went_first", "turns", "seconds", "was_behind", "feats"], facts)
    latest = {game.players[0]: game.pk for game in over}
    earned = (
        [2 * at + place, user, what, pk, now]
        for at, (user, pk) in enumerate(latest.items())
        for place, what in enumerate(("first-win", "ten-on-time"), start=1)
    )
    insert(Achievement, ["id", "user_id", "what", "game_id", "at"], earned)
    marks = (
        [at, game.players[0], game.pk, at % 2 == 0, "|luck|" if at % 2 else "", "" if at % 3 else WORDS[0], now]
        for at, game in enumerate(games[::3], start=1)
    )
    insert(GameMark, ["id", "user_id", "game_id", "is_favourite", "tags", "note", "at"], marks)
    number_on(Achievement, GameMark)


def _shifted(moment: datetime | None, shift: timedelta) -> datetime | None:
    return None if moment is None else moment + shift


def _plain(value: Any) -> Any:
    """A number or a text instead of a member of an enumeration, for COPY."""
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _seed(pk: int) -> bytes:
    return hashlib.sha256(f"filling {pk}".encode()).digest()


def _token(pk: int) -> str:
    return _hash("token", pk)[:22]


def _hash(what: str, number: int) -> str:
    return hashlib.sha256(f"{what} {number}".encode()).hexdigest()


_MOMENTS = ("turn_since", "deadline", "paused_at", "ended_at", "remind_at")
_KEYS = {"your-turn": "turn", "game-over": "over", "game-begins": "begins"}
_SEAT_COLUMNS = [
    *("id", "game_id", "number", "user_id", "bot_at_start", "bot", "nonce", "time_zone", "pauses", "bank"),
    *("seen", "seen_at", "since", "is_muted", "has_chat", "chat_read"),
]
_EVENT_COLUMNS = ["id", "game_id", "seq", "act", "seat", "text", "at", "key", "digest", "chain"]
_CASE_COLUMNS = [
    "id",
    "subject_id",
    "reason",
    "status",
    "outcome",
    "claimed_by_id",
    "claimed_at",
    "opened_at",
    "closed_at",
]
_REPORT_COLUMNS = [
    *("id", "case_id", "reporter_id", "is_automatic", "target", "reason", "text", "game_id", "message_id", "context"),
    *("at", "answer_key", "answer", "answered_at"),
]
_ACT_COLUMNS = [
    *("id", "number", "at", "moderator", "what", "game", "event", "person", "text", "subject_type", "subject_id"),
    *("subject_name", "before", "after", "reason", "chain"),
]
_SANCTION_COLUMNS = [
    *("id", "user_id", "kind", "reason", "at", "until", "act", "name", "case_id", "acknowledged_at", "lifted_at"),
    "lifted_because",
]
