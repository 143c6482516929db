"""How a game comes to be: challenges, invitations, bots, rematches. Each function is one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.db import transaction

from games import kinds
from games.bots import turns
from games.chance import commitment
from games.clocks import clock, vacations
from games.contract import Seat, choose_options
from games.live import after_commit
from games.lobby import blocks, desertion
from games.models import Challenge, ChatMessage, Game, Secret
from games.models import Seat as SeatRow
from games.notify import events, outbox
from games.site import switches
from games.table import door, log, projection

if TYPE_CHECKING:
    from accounts.for_games import User

Audience, Status = Challenge.Audience, Challenge.Status
MOST_OPEN = 20  # challenges of one person at a time
MOST_AGAINST_BOTS = 30  # games that one person plays against bots at a time


A_DAY = timedelta(days=1)
MOST_TO_ONE = 5  # challenges in a day by one person to another that came to nothing


class Refused(Exception):
    """Something the lobby does not do; the code says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Agreement:
    """What both must agree on."""

    kind: str
    options: Mapping[str, str]
    clock: str = Challenge.Clock.DAYS_3
    is_rated: bool = False
    has_weekends_off: bool = False

    def check(self) -> None:
        """Raises BadOptions."""
        kinds.get(self.kind).rules.initial(self.options)


@dataclass(frozen=True, slots=True)
class Player:
    """Who is to sit down: a person or a bot, with the words they add to the luck of the game."""

    user: User | None = None
    bot: str = ""
    nonce: str = ""


def challenge(
    *,
    creator: User,
    agreement: Agreement,
    audience: str = Audience.PUBLIC,
    invited: User | None = None,
    seat: Seat | None = None,
    nonce: str = "",
    rematch_of: Game | None = None,
) -> Challenge:
    """Offer a game. The seed is committed to here, before an opponent adds a nonce."""
    agreement.check()
    if invited is not None:
        _check_invited(creator, invited)
    if agreement.is_rated and creator.is_guest:
        raise Refused("guests-play-unrated")
    with transaction.atomic():
        _lock(creator.pk)
        if Challenge.objects.filter(creator=creator, status=Status.OPEN).count() >= MOST_OPEN:
            raise Refused("too-many-challenges")
        if desertion.is_full(creator, with_offers=True):
            raise Refused("too-many-games")
        if invited is not None and _are_too_many(creator, invited):
            raise Refused("challenged-often")
        offer = Challenge.objects.create(
            creator=creator,
            **_fields(agreement),
            audience=audience,
            invited=invited,
            seat=seat,
            nonce=nonce or fresh_nonce(),
            token=secrets.token_urlsafe(16),
            commitment=new_secret(),
            rematch_of=rematch_of,
        )
        events.challenged(offer)
        return offer


def accept(*, challenge_id: int, user: User, nonce: str = "") -> Game:
    """Sit down opposite. However many click at once, one of them gets the seat."""
    with transaction.atomic():
        offer = _open_challenge(challenge_id)
        if offer.creator_id == user.pk:
            raise Refused("your-own-challenge")
        if not offer.creator.is_active or offer.creator.is_barred:
            raise Refused("challenge-withdrawn")
        if offer.audience == Audience.PERSON and offer.invited_id != user.pk:
            raise Refused("not-for-you")
        is_blocking, is_blocked = blocks.between(user.pk, offer.creator_id)
        if is_blocking or is_blocked:
            raise Refused("you-block-them" if is_blocking else "not-with-you")
        if offer.is_rated and user.is_guest:
            raise Refused("guests-play-unrated")
        if any(person.is_barred for person in _lock(offer.creator_id, user.pk)):
            raise Refused("challenge-withdrawn")  # at this very moment
        if desertion.is_full(user):
            raise Refused("too-many-games")
        if desertion.is_full(offer.creator):
            raise Refused("challenger-has-enough-games")
        creator, acceptor = Player(offer.creator, nonce=offer.nonce), Player(user, nonce=nonce)
        seat = offer.seat or secrets.choice((1, 2))
        game = start(
            agreement=_agreed(offer),
            players=(creator, acceptor) if seat == Seat.ONE else (acceptor, creator),
            is_public=offer.audience == Audience.PUBLIC,
            sealed=offer.commitment,
        )
        offer.status, offer.game = Status.ACCEPTED, game
        offer.save(update_fields=["status", "game"])
        events.began(game=game, challenger=offer.creator)
    return game


def decline(*, challenge_id: int, user: User) -> None:
    with transaction.atomic():
        offer = _open_challenge(challenge_id)
        if offer.invited_id != user.pk:
            raise Refused("not-for-you")
        offer.status = Status.DECLINED
        offer.save(update_fields=["status"])


def withdraw(*, challenge_id: int, user: User) -> None:
    with transaction.atomic():
        offer = _open_challenge(challenge_id)
        if offer.creator_id != user.pk:
            raise Refused("not-yours")
        offer.status = Status.WITHDRAWN
        offer.save(update_fields=["status"])


def play_bot(*, user: User, bot: str, agreement: Agreement, seat: Seat | None = None, nonce: str = "") -> Game:
    """A game against a bot, at once; without a clock, and unrated."""
    check_bots()
    if bot not in turns.LEVELS:
        raise Refused("no-such-bot")
    person, program = Player(user, nonce=nonce), Player(bot=bot)
    is_first = (seat or Seat(secrets.choice((1, 2)))) is Seat.ONE
    with transaction.atomic():
        _lock(user.pk)
        running = Game.objects.filter(status=Game.Status.RUNNING, seats__user=user).filter(seats__bot__gt="")
        if running.count() >= MOST_AGAINST_BOTS:
            raise Refused("too-many-games-against-bots")
        return start(
            agreement=replace(agreement, clock=Game.Clock.NONE, is_rated=False, has_weekends_off=False),
            players=(person, program) if is_first else (program, person),
            is_public=not user.is_guest,
            sealed=new_secret(),
        )


def check_bots() -> None:
    """Raises Refused while bots are switched off. Those that play go on."""
    if not switches.is_on(switches.Key.BOTS):
        raise Refused("bots-are-off")


def check_guests() -> None:
    """Raises Refused while nobody new can play without an account."""
    if not switches.is_on(switches.Key.GUESTS):
        raise Refused("guests-are-off")


@transaction.atomic
def rematch(*, game: Game, user: User, nonce: str = "") -> Challenge | Game:
    """The same again with seats swapped: a challenge to the other; their own rematch offer, accepted; or at once."""
    game = Game.objects.select_for_update().get(pk=game.pk)  # so that two who ask at once find each other
    mine, theirs = game.seats.get(user=user), game.seats.exclude(user=user).get()
    if game.status != Game.Status.OVER:
        raise Refused("game-runs")
    seat = Seat(mine.number).other
    if theirs.bot:
        return play_bot(user=user, bot=theirs.bot, agreement=_agreed(game), seat=seat, nonce=nonce)
    if theirs.user is None:
        raise Refused("cannot-be-challenged")
    offers = Challenge.objects.filter(rematch_of=game, status=Status.OPEN)
    if waiting := offers.filter(creator=theirs.user).first():
        return accept(challenge_id=waiting.pk, user=user, nonce=nonce)
    if own := offers.filter(creator=user).first():
        return own
    return challenge(
        creator=user,
        agreement=_agreed(game),
        audience=Audience.PERSON,
        invited=theirs.user,
        seat=seat,
        nonce=nonce,
        rematch_of=game,
    )


def start(*, agreement: Agreement, players: tuple[Player, Player], is_public: bool, sealed: str) -> Game:
    """Lay out a game: its seats, and what chance plays before the first player is to move."""
    agreement.check()
    now = clock.now()
    game = Game.objects.create(
        **_fields(agreement),
        agreed_rated=agreement.is_rated,
        rules=kinds.get(agreement.kind).rules.version,
        is_public=is_public,
        commitment=sealed,
        to_move=Seat.ONE,
        created_at=now,
        turn_since=now,
    )
    away = vacations.pauses([player.user for player in players if player.user], since=now)
    rows = [
        SeatRow(
            game=game,
            number=number,
            user=player.user,
            bot_at_start=player.bot,
            nonce=player.nonce or fresh_nonce(),
            time_zone=player.user.time_zone if player.user else "UTC",
            pauses=away[player.user.pk] if player.user else [],
        )
        for number, player in zip(Seat, players, strict=True)
    ]
    position = log.beginning(game)
    projected = projection.beginning(game, rows, position)
    for row, seat in zip(rows, projected.seats, strict=True):
        row.bot, row.bank = seat.bot, seat.bank
        row.save(force_insert=True)
    position, projected = door.let_chance_move(game, rows, position, projected, at=now)
    projection.save(game, rows, projected)
    log.remember(position)
    people = [player.user.pk for player in players if player.user]
    after_commit.announce_waiting(people)
    if any(player.bot for player in players):
        after_commit.wake_bots()
    return game


def adopt(*, guest: User, user: User) -> None:
    """A guest has turned out to be somebody: their games, challenges and words become that person's."""
    with transaction.atomic():
        against_each_other = SeatRow.objects.filter(user=user).values("game")
        ChatMessage.objects.filter(author=guest).exclude(game__in=against_each_other).update(author=user)
        SeatRow.objects.filter(user=guest).exclude(game__in=against_each_other).update(user=user)
        Challenge.objects.filter(creator=guest).exclude(invited=user).update(creator=user)
        vacations.spread(user, now=clock.now())
        outbox.adopt(guest=guest, user=user)


def new_secret() -> str:
    """A new seed, sealed: its commitment, which is public from now on."""
    seed = secrets.token_bytes(32)
    sealed = commitment(seed)
    Secret.objects.create(commitment=sealed, seed=seed)
    return sealed


def fresh_nonce() -> str:
    return secrets.token_hex(8)


def _fields(agreement: Agreement) -> dict[str, Any]:
    """Every option is stored with its value, also where it is the default: defaults may change."""
    options = choose_options(kinds.get(agreement.kind).options, agreement.options)
    return {
        "kind": agreement.kind,
        "options": options,
        "clock": agreement.clock,
        "is_rated": agreement.is_rated,
        "has_weekends_off": agreement.has_weekends_off and agreement.clock != Game.Clock.NONE,
    }


def _agreed(terms: Challenge | Game) -> Agreement:
    return Agreement(terms.kind, terms.options, terms.clock, terms.is_rated, terms.has_weekends_off)


def _check_invited(creator: User, invited: User) -> None:
    if invited == creator or invited.is_guest or not invited.is_active or invited.is_barred:
        raise Refused("cannot-be-challenged")
    is_blocking, is_blocked = blocks.between(creator.pk, invited.pk)
    if is_blocking or is_blocked:
        raise Refused("you-block-them" if is_blocking else "cannot-be-challenged")


def _lock(*people: int) -> list[User]:
    """One after the other, so that what they have can be counted; in one order, so that nobody waits for ever."""
    return list(get_user_model().objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk"))


def _are_too_many(creator: User, invited: User) -> bool:
    """Whether somebody is being pestered: each challenge is a mail."""
    lately = Challenge.objects.filter(creator=creator, invited=invited, created_at__gt=clock.now() - A_DAY)
    return lately.exclude(status=Status.ACCEPTED).count() >= MOST_TO_ONE


def _open_challenge(challenge_id: int) -> Challenge:
    offer = Challenge.objects.select_for_update(of=("self",)).select_related("creator").get(pk=challenge_id)
    if offer.status != Status.OPEN:
        raise Refused(f"challenge-{offer.status}")
    return offer
