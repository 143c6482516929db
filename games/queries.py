"""The reads that several pages share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, When

from games import kinds, record
from games.chance import commitment
from games.lobby import blocks, desertion, offers
from games.lobby.rating_terms import ANYBODY, HALF, RatingRange
from games.models import (
    UNPLAYED,
    Achievement,
    AppealMessage,
    Challenge,
    ChatMessage,
    Event,
    Game,
    GameMark,
    MailInvitation,
    ModerationAct,
    NoteOnPerson,
    Notification,
    Rated,
    Report,
    Sanction,
    Seat,
    Secret,
    Vacation,
)
from games.notebook import tags
from games.prepared import Prepared, keep
from games.table import acts, luck, seating
from games.table.log import position

if TYPE_CHECKING:
    from accounts.for_games import User

MOST_COUNTED = 999  # notifications that are unread: whoever stays away for months has that many


def running_games(user: User, *, most: int | None = None) -> list[Game]:
    """The running games of a person, the least time left first: at most so many that wait for them, then others."""
    found: list[Any] = _running(user.pk, most=2 * most if most else None)
    waiting = [row.game for row in found if not row.is_theirs][:most]
    others = [row.game for row in found if row.is_theirs][:most]
    if most and len(found) == 2 * most and len(others) < most:  # so many wait that they took the places of others
        others = [row.game for row in _running_of(user.pk).filter(is_theirs=True)[:most]]
    return seating.with_seats([*waiting, *others])


def next_game(user: User, *, besides: int = 0) -> Game | None:
    """The game in which it is this person's turn, with the least time left."""
    return _waiting_for(user).exclude(pk=besides).order_by(*_MOST_PRESSING).first()


def waiting_games(user: User, *, besides: set[int], most: int) -> list[Game]:
    """The games in which it is this person's turn, the least time left first."""
    return list(_waiting_for(user).exclude(pk__in=besides).order_by(*_MOST_PRESSING)[:most])


def waiting_count(user: User) -> int:
    """The number of games in which it is this person's turn."""
    return _waiting.count(user.pk)


def games_to_watch(user: User, *, viewer: User | None, most: int = 20) -> list[Game]:
    """The running games of a person that the viewer may see, the latest move first."""
    games = _games_of(user).filter(may_be_seen(user, viewer), status=Game.Status.RUNNING)
    return seating.with_seats(games.order_by("-turn_since", "-pk")[:most])


def finished_games(user: User, *, viewer: User | None, most: int) -> list[Game]:
    """The latest finished games of a person that the viewer may see."""
    if viewer == user:
        return seating.with_seats(_own_finished(user.pk, most=most))
    return seating.with_seats(_finished(user).filter(may_be_seen(user, viewer))[:most])


def may_be_seen(user: User, viewer: User | None, path: str = "") -> Q:
    """A condition on games of a person: they see all, others the public ones and those in which they play."""
    if viewer == user:
        return Q()
    public = Q(**{f"{path}is_public": True, f"{path}is_hidden": False})
    return public | Q(Exists(Seat.objects.filter(user=viewer, game=OuterRef(f"{path}pk")))) if viewer else public


@dataclass(frozen=True, slots=True)
class Tally:
    """How the games of one kind of a person ended."""

    kind: kinds.Kind
    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


def tallies(user: User, *, viewer: User | None) -> list[Tally]:
    """How a person's games against people ended, counting those that the viewer may see."""
    own = Seat.objects.filter(may_be_seen(user, viewer, "game__"), user=user, game__status=Game.Status.OVER)
    own = own.exclude(game__decided__in=UNPLAYED).filter(~desertion.has_bot())
    counts = own.values("game__kind").annotate(
        won=Count("pk", filter=Q(game__winner=F("number"))),
        drawn=Count("pk", filter=Q(game__winner=None)),
        played=Count("pk"),
    )
    found = {row["game__kind"]: row for row in counts.order_by("game__kind")}
    return [
        Tally(kind, row["won"], row["drawn"], row["played"] - row["won"] - row["drawn"])
        for kind in kinds.all()
        if (row := found.get(kind.key))
    ]


def public_games(*, besides: User | None = None, most: int) -> list[Game]:
    """Running games that anybody may watch, without those of one person."""
    return seating.with_seats(_public(besides.pk if besides else None, most=most))


class OpenChallenges:
    """Open challenges to anybody, without a person's own and those across a block: their number, and any part.

    ``opponents``: only those by people of such ratings.
    """

    def __init__(
        self, user: User | None, *, kind: str = "", clock: str = "", rated: str = "", opponents: RatingRange = ANYBODY
    ) -> None:
        self._user = user.pk if user else None
        self._terms: dict[str, Any] = {"kind": kind, "clock": clock, "rated": rated, "opponents": opponents}

    def count(self) -> int:
        return _open_numbers.count(self._user, **self._terms)

    def __len__(self) -> int:
        return self.count()

    def __getitem__(self, part: slice) -> list[Challenge]:
        """Five at a time are asked for, so that parts of most lengths are the same query."""
        first = part.start or 0
        number = self.count() if part.stop is None else part.stop - first
        last = first + 5 * -(-number // 5)
        found = _open_challenges(self._user, **self._terms, first=first, last=last) if number > 0 else []
        return _told_of(found[:number])


@dataclass(frozen=True, slots=True)
class OwnChallenges:
    """The challenges that concern a person."""

    received: list[Challenge]
    made: list[Challenge]
    expired: list[Challenge]  # nobody answered them; they are told of for a while


def challenges_of(user: User, now: datetime) -> OwnChallenges:
    since = now - offers.OPEN_FOR - offers.TOLD_FOR
    found = _concerning(user.pk, since)
    own = [one for one in found if one.creator_id == user.pk]
    received = [one for one in found if one.creator_id != user.pk]
    _told_of(received)  # one's own need not be told
    return OwnChallenges(
        received,
        [one for one in own if one.status == Challenge.Status.OPEN],
        [one for one in own if one.status != Challenge.Status.OPEN],
    )


def last_rematch(game: Game) -> Challenge | None:
    """The latest offer to play a game again, be it open, accepted or declined."""
    first = game.stream or game.pk  # of a mirror match
    return Challenge.objects.filter(rematch_of=first, creator__is_active=True).order_by("-pk").first()


def gift_to(game: Game, seat: int | None) -> int | None:
    """The hours that the other seat gave to this one since the turn began."""
    given = Event.objects.filter(game=game, act=Event.Act.GIVE_TIME, at__gte=game.turn_since).exclude(seat=seat)
    gifts = (acts.read(Event.Act.GIVE_TIME, text) for text in given.values_list("text", flat=True))
    return sum(gift.hours for gift in gifts if isinstance(gift, acts.GiveTime)) or None


def messages(
    game: Game, room: str, *, reader: int | None, before: int | None = None, after: int = 0, most: int = 100
) -> list[ChatMessage]:
    """The latest messages of a room, the newest last, without those by people whom the reader blocks."""
    said = ChatMessage.objects.filter(game=game, room=room, pk__gt=after)
    if reader is not None:
        said = said.exclude(author__in=blocks.blocked_by(reader))
    if before is not None:
        said = said.filter(pk__lt=before)
    return list(said.select_related("author").order_by("-pk")[:most])[::-1]


def why_hidden(messages: Iterable[ChatMessage]) -> dict[int, str]:
    """The reasons of moderators for hiding messages, by the id of the hidden message."""
    hidden = [said for said in messages if said.hidden_at]
    if not hidden:
        return {}
    hiding = ModerationAct.objects.filter(
        game__in={said.game_id for said in hidden},
        what=ModerationAct.What.HIDE_MESSAGE,
        subject_type=ModerationAct.SubjectType.MESSAGE,
        subject_id__in=[said.pk for said in hidden],
    )
    return {act.subject_id: act.reason for act in hiding.order_by("number") if act.subject_id}


def unread_messages(seat: Seat) -> int:
    """The number of visible messages of the other player since this one read the chat."""
    players = ChatMessage.objects.filter(game=seat.game_id, room=ChatMessage.Room.PLAYERS, hidden_at=None)
    unread = players.filter(pk__gt=seat.chat_read).exclude(author=seat.user_id)
    return unread.exclude(author__in=blocks.blocked_by(seat.user_id)).count() if seat.user_id else 0


def notifications(user: User, *, channel: str = "", before: int | None = None, most: int = 30) -> list[Notification]:
    """The notifications of a person, the latest first: of one channel, or of all, with their deliveries."""
    told = Notification.objects.filter(user=user)
    if channel:
        told = told.filter(deliveries__channel=channel)
    if before is not None:
        told = told.filter(pk__lt=before)
    told = told.select_related("game", "challenge__creator", "sanction", "report").prefetch_related(
        "deliveries", "game__seats__user"
    )
    return list(told.order_by("-pk")[:most])


def unread_count(user: User) -> int:
    """The number of notifications on the site that the person has seen neither there nor in the game, up to a limit."""
    return _unread.count(user.pk)


def data_of(user: User) -> dict[str, Any]:
    """Everything that games store about a person, for the export of their data."""
    games = Game.objects.filter(seats__user=user).prefetch_related("seats").order_by("pk")
    both = Challenge.objects.filter(Q(creator=user) | Q(invited=user)).order_by("pk")
    return {
        "games": [_game_data(game, user) for game in games],
        "challenges": [
            {
                "made_by_me": offer.creator_id == user.pk,
                "kind": offer.kind,
                "options": offer.options,
                "clock": offer.clock,
                "weekends_off": offer.has_weekends_off,
                "rated": offer.is_rated,
                "mirror_match": offer.is_mirrored,
                "opponents_rated": [offer.rating_from, offer.rating_to],
                "for": offer.audience,
                "status": offer.status,
                "created": offer.created_at.isoformat(),
                "my_nonce": offer.nonce if offer.creator_id == user.pk else None,
            }
            for offer in both
        ],
        "invitations_by_e_mail": [
            {"kind": one.challenge.kind, "at": one.at.isoformat()}  # to whom is not known
            for one in MailInvitation.objects.filter(sender=user).select_related("challenge").order_by("pk")
        ],
        "messages": [
            {"game": said.game_id, "room": said.room, "text": said.text, "at": said.at.isoformat()}
            for said in ChatMessage.objects.filter(author=user, hidden_at=None).order_by("pk")
        ],
        "reports": [
            {"reason": one.reason, "about": one.target, "game": one.game_id, "text": one.text, "at": one.at.isoformat()}
            for one in Report.objects.filter(reporter=user).order_by("pk")
        ],
        "sanctions": [_sanction_data(one) for one in Sanction.objects.filter(user=user).order_by("pk")],
        "moderator_notes": [  # without who wrote them: see docs/moderation.md
            {"text": one.text, "at": one.at.isoformat()} for one in user.moderator_notes.order_by("pk")
        ],
        "ratings": [
            {
                "kind": one.kind,
                "against": one.ladder,
                "rating": one.rating,
                "deviation": one.deviation,
                "volatility": one.volatility,
                "games": one.games,
                "last_game": one.at and one.at.isoformat(),
            }
            for one in Rated.objects.filter(user=user).order_by("kind", "ladder")
        ],
        "achievements": [
            {"what": one.what, "game": one.game_id, "at": one.at.isoformat()}
            for one in Achievement.objects.filter(user=user).order_by("at", "what")
        ],
        "marked_games": [
            {
                "game": one.game_id,
                "favourite": one.is_favourite,
                "tags": tags.listed(one.tags),
                "note": one.note,
                "changed": one.at.isoformat(),
            }
            for one in GameMark.objects.filter(user=user).order_by("game_id")
        ],
        "my_notes_on_people": [
            {"about": one.whom.username, "text": one.text, "changed": one.at.isoformat()}
            for one in NoteOnPerson.objects.filter(user=user).select_related("whom").order_by("pk")
        ],
        "blocked": list(user.blocks.order_by("pk").values_list("whom__username", flat=True)),
        "vacations": [
            {"from": one.starts.isoformat(), "until": one.ends.isoformat(), "announced": one.announced_at.isoformat()}
            for one in Vacation.objects.filter(user=user)
        ],
        "notifications": [
            {
                "occasion": told.occasion,
                "game": told.game_id,
                "at": told.at.isoformat(),
                "read": told.read_at and told.read_at.isoformat(),
                "deliveries": [
                    {"channel": row.channel, "state": row.state, "reason": row.reason, "message_id": row.message_id}
                    for row in told.deliveries.all()
                ],
            }
            for told in Notification.objects.filter(user=user).prefetch_related("deliveries").order_by("pk")
        ],
    }


def moves_of(game: Game) -> list[str]:
    """The moves that stand."""
    return [move.text for move in position(game).moves]


def record_of(game: Game) -> record.Record:
    """A game as a file; it names seats, not people."""
    rules = kinds.get(game.kind).rules
    tags = {"Game": str(game.pk), "Commitment": game.commitment}
    final = position(game)
    if final.ending:
        tags["Ending"] = final.ending.by.value
        tags["Winner"] = final.ending.winner.name.lower() if final.ending.winner else "nobody"
    tags[record.STATE] = rules.encode(final.state)
    if game.partner_id:
        tags["Partner"] = str(game.partner_id)
    if luck.may_open(game, final) and not game.is_imported:
        tags |= _tags_of_luck(game, revealed(game))
    return record.make(game.kind, game.options, moves_of(game), tags)


@dataclass(frozen=True, slots=True)
class DrawnMove:
    """A move of chance as it was played, and as the seed gives it."""

    number: int  # of chance's moves, from 0; those that a moderator took back keep theirs
    before: int  # the number of the one that stood before it; -1: none
    seq: int
    played: str
    recomputed: str
    is_taken_back: bool = False

    @property
    def matches(self) -> bool:
        return self.played == self.recomputed


class StillSecret(Exception):
    """Something was asked for that would show what chance will draw, or what a player hides."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """The seed of a game that is over, and every move of chance recomputed from it."""

    seed: str
    nonces: tuple[str, str]  # in the order in which the stream takes them
    sealed_at: datetime
    is_sealed_one: bool  # its hash is the commitment
    rolls: list[DrawnMove]  # in the order in which they were drawn

    @property
    def is_fair(self) -> bool:
        return self.is_sealed_one and not self.wrong

    @property
    def wrong(self) -> list[DrawnMove]:
        return [roll for roll in self.rolls if not roll.matches]

    @property
    def taken_back(self) -> list[DrawnMove]:
        return [roll for roll in self.rolls if roll.is_taken_back]


def revealed(game: Game) -> Revealed:
    """Raises StillSecret as long as anything depends on the seed."""
    rules = kinds.get(game.kind).rules
    if not luck.may_open(game, position(game)):
        raise StillSecret(f"the seed of {game}")
    secret = Secret.objects.get(commitment=game.commitment)
    seed = bytes(secret.seed)
    rows = list(game.seats.all())
    drawn = Event.objects.filter(game=game, act=Event.Act.MOVE, seat=None).order_by("seq")
    events = list(drawn.values_list("seq", "text"))
    numbers = {seq: number for number, (seq, _text) in enumerate(events)}
    rolls: list[DrawnMove] = []

    def recompute(state: Any, before: int, seq: int, text: str, *, is_taken_back: bool = False) -> int:
        recomputed = rules.draws[game.draws](state, luck.stream(game, rows, seed, numbers[seq]))
        rolls.append(DrawnMove(numbers[seq], before, seq, text, recomputed, is_taken_back))
        return numbers[seq]

    state, before = rules.initial(game.options), -1
    for move in position(game).moves:
        if move.seat is None:
            before = recompute(state, before, move.seq, move.text)
        state = rules.apply(state, move.text)
    standing = {roll.seq for roll in rolls}
    for seq, text in events:
        if seq not in standing:
            there = position(game, at=seq - 1)
            before = next((numbers[move.seq] for move in reversed(there.moves) if move.seat is None), -1)
            recompute(there.state, before, seq, text, is_taken_back=True)
    rolls.sort(key=lambda roll: roll.number)
    sealed_at = secret.sealed_at or game.created_at
    return Revealed(seed.hex(), luck.nonces_of(game, rows), sealed_at, commitment(seed) == game.commitment, rolls)


def rolls_in_common(game: Game) -> int:
    """How many of chance's first moves are the same on the other board of a mirror match."""
    if game.partner is None:
        return 0
    one, two = ([move.text for move in position(each).moves if move.seat is None] for each in (game, game.partner))
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))


def _tags_of_luck(game: Game, shown: Revealed) -> dict[str, str]:
    """What docs/verify/verify.py needs besides the moves. An import does not look at it."""
    tags = {"Seed": shown.seed, "NonceOne": shown.nonces[0], "NonceTwo": shown.nonces[1], "Draws": str(game.draws)}
    if game.stream:
        tags["Stream"] = str(game.stream)  # the nonces are in the order of that game
    tags["Chance"] = " ".join(str(roll.number) for roll in shown.rolls if not roll.is_taken_back)
    if shown.taken_back:
        tags["TakenBack"] = "; ".join(f"{roll.number} {roll.before} {roll.played}" for roll in shown.taken_back)
    return tags


def acts_on(game: Game) -> QuerySet[ModerationAct]:
    """The acts of moderators on a game, the latest first."""
    return ModerationAct.objects.filter(game=game.pk).exclude(event=None).order_by("-number")


def _game_data(game: Game, user: User) -> dict[str, Any]:
    seat = next(seat for seat in game.seats.all() if seat.user_id == user.pk)
    mine = game.events.filter(seat=seat.number).order_by("seq")
    return {
        "game": game.pk,
        "kind": game.kind,
        "options": game.options,
        "clock": game.clock,
        "weekends_off": game.has_weekends_off,
        "rated": game.is_rated,
        "public": game.is_public,
        "other_game_of_match": game.partner_id,
        "my_seat": seat.number,
        "my_nonce": seat.nonce,
        "created": game.created_at.isoformat(),
        "status": game.status,
        "winner": game.winner,
        "decided": game.decided,
        "moves": moves_of(game),
        "my_acts": [
            {"seq": event.seq, "kind": event.act, "text": event.text, "at": event.at.isoformat()} for event in mine
        ],
    }


def _sanction_data(sanction: Sanction) -> dict[str, Any]:
    said = AppealMessage.objects.filter(appeal__sanction=sanction).order_by("pk")
    return {
        "kind": sanction.kind,
        "reason": sanction.reason,
        "at": sanction.at.isoformat(),
        "until": sanction.until and sanction.until.isoformat(),
        "acknowledged": sanction.acknowledged_at and sanction.acknowledged_at.isoformat(),
        "lifted": sanction.lifted_at and sanction.lifted_at.isoformat(),
        "lifted_because": sanction.lifted_because,
        "appeal": [{"by_moderators": one.is_by_staff, "text": one.text, "at": one.at.isoformat()} for one in said],
    }


def _games_of(user: User) -> QuerySet[Game]:
    return Game.objects.filter(seats__user=user)


def _finished(user: User | int) -> QuerySet[Game]:
    return Game.objects.filter(seats__user=user, status=Game.Status.OVER).order_by("-ended_at", "-pk")


def _running_of(user: int) -> QuerySet[Any]:
    theirs = Case(When(number=F("game__to_move"), bot="", then=False), default=True)
    rows = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING).select_related("game")
    return rows.annotate(is_theirs=theirs).order_by(
        "is_theirs", F("game__deadline").asc(nulls_last=True), "game__turn_since", "game"
    )


def _public_games(besides: int | None) -> QuerySet[Game]:
    games = Game.objects.filter(is_public=True, is_hidden=False, status=Game.Status.RUNNING)
    if besides is not None:
        games = games.filter(~Exists(Seat.objects.filter(game=OuterRef("pk"), user=besides)))
    return games.order_by("-turn_since", "-pk")


def _waiting_for(user: User | int) -> QuerySet[Game]:
    own = {"seats__user": user, "seats__number": F("to_move"), "seats__bot": ""}  # no bot plays on for them
    return Game.objects.filter(status=Game.Status.RUNNING, **own)


def _open(user: int | None, *, kind: str, clock: str, rated: str, opponents: RatingRange) -> QuerySet[Challenge]:
    found = _listed(Q(status=Challenge.Status.OPEN, audience=Challenge.Audience.PUBLIC))
    if user is not None:
        found = found.exclude(creator=user).exclude(blocks.apart_from(user))
    if kind:
        found = found.filter(kind=kind)
    if clock:
        found = found.filter(clock=clock)
    if rated:
        found = found.filter(is_rated=rated == "yes")
    if opponents:
        found = found.filter(_is_by_somebody_rated(opponents))
    return found


def _concerns(user: int, since: datetime) -> QuerySet[Challenge]:
    is_open, is_own = Q(status=Challenge.Status.OPEN), Q(creator=user)
    lately = Q(status=Challenge.Status.EXPIRED, created_at__gt=since)
    return _listed((is_own & (is_open | lately)) | (is_open & Q(invited=user)))


def _is_by_somebody_rated(wanted: RatingRange) -> Exists:
    """A condition on challenges: how their creator is rated in the game that they offer."""
    rated = Rated.objects.filter(
        user=OuterRef("creator"), kind=OuterRef("kind"), ladder=Rated.Ladder.PEOPLE, games__gt=0
    )
    if wanted.least is not None:
        rated = rated.filter(rating__gte=wanted.least - HALF)
    if wanted.most is not None:
        rated = rated.filter(rating__lt=wanted.most + HALF)
    return Exists(rated)


def _listed(which: Q) -> QuerySet[Challenge]:
    found = Challenge.objects.filter(which, creator__is_active=True).select_related("creator", "invited")
    return found.order_by("-created_at", "-pk")


def _told_of(challenges: list[Challenge]) -> list[Challenge]:
    """The same challenges. What is asked for vacations and ratings of their creators is known then, by two queries."""
    creators = tuple({one.creator_id for one in challenges})
    for name, asked in (("vacations", _vacations), ("ratings", _ratings)):
        rows: list[Any] = asked(creators) if creators else []
        by_person: defaultdict[int, list[Any]] = defaultdict(list)
        for row in rows:
            by_person[row.user_id].append(row)
        for one in challenges:
            keep(one.creator, name, by_person[one.creator_id])
    return challenges


_MOST_PRESSING = (F("deadline").asc(nulls_last=True), "turn_since", "pk")

# What most pages ask: see games/prepared.py.
_running = Prepared(lambda user, *, most: _running_of(user)[:most])
_waiting = Prepared(lambda user: _waiting_for(user).values_list("pk"))
_own_finished = Prepared(lambda user, *, most: _finished(user)[:most])
_public = Prepared(lambda besides, *, most: _public_games(besides)[:most])
_open_numbers = Prepared(lambda user, **terms: _open(user, **terms).order_by().values_list("pk"))
_open_challenges = Prepared(lambda user, *, first, last, **terms: _open(user, **terms)[first:last])
_concerning = Prepared(_concerns)
_ratings = Prepared(lambda people: Rated.objects.filter(user__in=people))
_vacations = Prepared(lambda people: Vacation.objects.filter(user__in=people))
_unread = Prepared(
    lambda user: Notification.objects.filter(user=user, read_at=None, deliveries__channel="site").values_list("pk")[
        :MOST_COUNTED
    ]
)
