"""Starting a game: its terms, its seats, its seed, and the first moves of chance."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeAlias

from games import kinds
from games.chance import commitment
from games.clocks import clock, vacations
from games.contract import Seat
from games.guide import coaching
from games.live import after_commit
from games.models import Challenge, Game, Secret
from games.models import Seat as SeatRow
from games.table import door, log, projection

if TYPE_CHECKING:
    from accounts.for_games import User


@dataclass(frozen=True, slots=True)
class Agreement:
    """The terms that both players agree on."""

    kind: str
    options: Mapping[str, str]
    clock: str = Challenge.Clock.DAYS_3
    is_rated: bool = False
    has_weekends_off: bool = False

    def check(self) -> None:
        """Raises BadOptions."""
        kinds.get(self.kind).rules.initial(self.options)


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A person or a bot that is to sit down, with the nonce that they add to the luck of the game."""

    user: User | None = None
    bot: str = ""
    nonce: str = ""


Pair: TypeAlias = tuple[NewPlayer, NewPlayer]  # for seats one and two


def start_game(*, agreement: Agreement, players: Pair, is_public: bool, sealed: str) -> Game:
    """Store a game with its seats, and the moves of chance before the first turn. ``sealed`` is its commitment."""
    now = clock.now()
    game = _new_game(agreement, is_public=is_public, sealed=sealed, now=now)
    _begin(game, players, now=now)
    return game


def start_match(*, agreement: Agreement, players: Pair, sealed: str) -> Game:
    """Start both games of a mirror match, the second with seats swapped and the luck of the first. Returns the first.

    Nobody else sees them until both are over: what happens on one board would help on the other.
    """
    now = clock.now()
    first = _new_game(agreement, is_public=False, sealed=sealed, now=now)
    second = _new_game(agreement, is_public=False, sealed=sealed, now=now, partner=first, stream=first.pk)
    first.partner = second
    first.save(update_fields=["partner"])
    one, two = (replace(player, nonce=player.nonce or new_nonce()) for player in players)
    _begin(first, (one, two), now=now)
    _begin(second, (two, one), now=now)
    return first


def _new_game(agreement: Agreement, *, is_public: bool, sealed: str, now: datetime, **of_match: Any) -> Game:
    agreement.check()
    rules = kinds.get(agreement.kind).rules
    return Game.objects.create(
        **columns_of(agreement),
        **of_match,
        agreed_rated=agreement.is_rated,
        rules=rules.version,
        draws=max(rules.draws),
        is_public=is_public,
        commitment=sealed,
        to_move=Seat.ONE,
        created_at=now,
        turn_since=now,
    )


def _begin(game: Game, players: Pair, *, now: datetime) -> None:
    """The seats, and the moves of chance before the first turn."""
    away = vacations.pauses([player.user for player in players if player.user], since=now)
    rows = [
        SeatRow(
            game=game,
            number=number,
            user=player.user,
            bot_at_start=player.bot,
            nonce=player.nonce or new_nonce(),
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
    coaching.begin(game, [player.user for player in players if player.user])
    position, projected = door.let_chance_move(game, rows, position, projected, at=now)
    projection.save(game, rows, projected)
    log.remember(position)
    after_commit.announce_waiting(player.user.pk for player in players if player.user)
    if game.is_public:
        after_commit.announce_lobby()
    if any(player.bot for player in players):
        after_commit.wake_bots()


def new_secret(*, is_spare: bool = False) -> str:
    """Make a seed. Returns its commitment, which is public from now on. A spare one is for a form: see seals."""
    seed = secrets.token_bytes(32)
    sealed = commitment(seed)
    Secret.objects.create(commitment=sealed, seed=seed, sealed_at=clock.now(), is_spare=is_spare)
    return sealed


def new_nonce() -> str:
    return secrets.token_hex(8)


def columns_of(agreement: Agreement) -> dict[str, Any]:
    """The columns of Terms. Every option is stored with its value, since defaults may change."""
    options = kinds.get(agreement.kind).agreed(agreement.options)
    return {
        "kind": agreement.kind,
        "options": options,
        "clock": agreement.clock,
        "is_rated": agreement.is_rated,
        "has_weekends_off": agreement.has_weekends_off and agreement.clock != Game.Clock.NONE,
    }
