"""The reads that several pages share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, prefetch_related_objects

from games import kinds, record
from games.chance import commitment, stream_of
from games.lobby import blocks, desertion, offers
from games.models import (
    UNPLAYED,
    AppealMessage,
    Challenge,
    ChatMessage,
    Event,
    Game,
    ModerationAct,
    Notification,
    Report,
    Sanction,
    Seat,
    Secret,
    Vacation,
)
from games.table import acts
from games.table.log import is_revealed, position

if TYPE_CHECKING:
    from accounts.for_games import User

MOST_COUNTED = 999  # notifications that are unread: whoever stays away for months has that many


def running_games(user: User, *, most: int | None = None) -> list[Game]:
    """The running games of a person, the least time left first: at most so many that wait for them, then others."""
    running = Game.objects.filter(seats__user=user, status=Game.Status.RUNNING).order_by(*_MOST_PRESSING)
    waiting = _waiting_for(user).values("pk")
    games = [*running.filter(pk__in=waiting)[:most], *running.exclude(pk__in=waiting)[:most]]
    prefetch_related_objects(games, "seats__user")
    return games


def next_game(user: User, *, besides: int = 0) -> Game | None:
    """The game in which it is this person's turn, with the least time left."""
    return _waiting_for(user).exclude(pk=besides).order_by(*_MOST_PRESSING).first()


def waiting_games(user: User, *, besides: set[int], most: int) -> list[Game]:
    """The games in which it is this person's turn, the least time left first."""
    return list(_waiting_for(user).exclude(pk__in=besides).order_by(*_MOST_PRESSING)[:most])


def waiting_count(user: User) -> int:
    """The number of games in which it is this person's turn."""
    return _waiting_for(user).count()


def games_to_watch(user: User, *, viewer: User | None, most: int = 20) -> QuerySet[Game]:
    """The running games of a person that the viewer may see, the latest move first."""
    games = _games_of(user).filter(may_be_seen(user, viewer), status=Game.Status.RUNNING)
    return games.order_by("-turn_since", "-pk")[:most]


def finished_games(user: User, *, viewer: User | None, most: int) -> QuerySet[Game]:
    """The latest finished games of a person that the viewer may see."""
    games = _games_of(user).filter(may_be_seen(user, viewer), status=Game.Status.OVER)
    return games.order_by("-ended_at", "-pk")[:most]


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


def public_games(*, besides: User | None = None, most: int = 20) -> QuerySet[Game]:
    """Running games that anybody may watch, without those of one person."""
    games = Game.objects.filter(is_public=True, is_hidden=False, status=Game.Status.RUNNING).prefetch_related(
        "seats__user"
    )
    if besides is not None:
        games = games.filter(~Exists(Seat.objects.filter(game=OuterRef("pk"), user=besides)))
    return games.order_by("-turn_since", "-pk")[:most]


def open_challenges(user: User | None, *, kind: str = "", clock: str = "", rated: str = "") -> QuerySet[Challenge]:
    """Open challenges to anybody, without this person's own and those across a block."""
    found = _open().filter(audience=Challenge.Audience.PUBLIC)
    if user is not None:
        found = found.exclude(creator=user).exclude(blocks.apart_from(user.pk))
    if kind:
        found = found.filter(kind=kind)
    if clock:
        found = found.filter(clock=clock)
    if rated:
        found = found.filter(is_rated=rated == "yes")
    return found


def challenges_to(user: User) -> QuerySet[Challenge]:
    return _open().filter(invited=user)


def challenges_by(user: User, now: datetime) -> QuerySet[Challenge]:
    """The challenges of a person that are open, and for a while those that nobody answered."""
    since = now - offers.OPEN_FOR - offers.TOLD_FOR
    lately = Q(status=Challenge.Status.EXPIRED, created_at__gt=since)
    own = _listed(Q(status=Challenge.Status.OPEN) | lately).filter(creator=user)
    return own.prefetch_related(None)  # one's own vacations need not be told


def last_rematch(game: Game) -> Challenge | None:
    """The latest offer to play a game again, be it open, accepted or declined."""
    return Challenge.objects.filter(rematch_of=game, creator__is_active=True).order_by("-pk").first()


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
    return Notification.objects.filter(user=user, read_at=None, deliveries__channel="site")[:MOST_COUNTED].count()


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
                "for": offer.audience,
                "status": offer.status,
                "created": offer.created_at.isoformat(),
                "my_nonce": offer.nonce if offer.creator_id == user.pk else None,
            }
            for offer in both
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
    return record.make(game.kind, game.options, moves_of(game), tags)


@dataclass(frozen=True, slots=True)
class DrawnMove:
    """A move of chance as it was played, and as the seed gives it."""

    seq: int
    played: str
    recomputed: str


class StillSecret(Exception):
    """Something was asked for that would show what chance will draw, or what a player hides."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """The seed of a game that is over, and every move of chance recomputed from it."""

    seed: str
    is_sealed_one: bool  # its hash is the commitment
    rolls: list[DrawnMove]

    @property
    def is_fair(self) -> bool:
        return self.is_sealed_one and all(roll.played == roll.recomputed for roll in self.rolls)


def revealed(game: Game) -> Revealed:
    """Raises StillSecret as long as anything depends on the seed."""
    rules = kinds.get(game.kind).rules
    if not is_revealed(position(game), rules):
        raise StillSecret(f"the seed of {game}")
    seed = bytes(Secret.objects.get(commitment=game.commitment).seed)
    one, two = (seat.nonce for seat in game.seats.all())
    state, draw = rules.initial(game.options), rules.draws[game.draws]
    rolls: list[DrawnMove] = []
    drawn = Event.objects.filter(game=game, act=Event.Act.MOVE, seat=None).order_by("seq")
    numbers = {seq: number for number, seq in enumerate(drawn.values_list("seq", flat=True))}
    for move in position(game).moves:
        if move.seat is None:
            stream = stream_of(seed, game=game.pk, number=numbers[move.seq], nonces=(one, two))
            rolls.append(DrawnMove(move.seq, move.text, draw(state, stream)))
        state = rules.apply(state, move.text)
    return Revealed(seed.hex(), commitment(seed) == game.commitment, rolls)


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
    return Game.objects.filter(seats__user=user).prefetch_related("seats__user")


def _waiting_for(user: User) -> QuerySet[Game]:
    own = {"seats__user": user, "seats__number": F("to_move"), "seats__bot": ""}  # no bot plays on for them
    return Game.objects.filter(status=Game.Status.RUNNING, **own)


def _open() -> QuerySet[Challenge]:
    return _listed(Q(status=Challenge.Status.OPEN))


def _listed(which: Q) -> QuerySet[Challenge]:
    found = Challenge.objects.filter(which, creator__is_active=True)
    found = found.select_related("creator", "invited").prefetch_related("creator__vacations")
    return found.order_by("-created_at", "-pk")


_MOST_PRESSING = (F("deadline").asc(nulls_last=True), "turn_since", "pk")
