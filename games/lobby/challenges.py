"""Challenges, games against bots, and rematches. Each function is one transaction."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import transaction

from games.bots import turns
from games.clocks import clock, vacations
from games.contract import Seat
from games.lobby import blocks, desertion, offers, rating_terms, seals
from games.lobby.rating_terms import ANYBODY, RatingRange
from games.lobby.seals import OwnSeed
from games.lobby.start import Agreement, NewPlayer, columns_of, new_nonce, new_secret, start_game, start_match
from games.models import Challenge, ChatMessage, Game
from games.models import Seat as SeatRow
from games.notify import events, outbox
from games.site import switches
from games.table import seating

if TYPE_CHECKING:
    from accounts.for_games import User

Audience, Status = Challenge.Audience, Challenge.Status
NO_SEED = OwnSeed()  # the site picks the words for whoever adds none
MOST_OPEN = 20  # challenges of one person at a time
MOST_AGAINST_BOTS = 30  # games that one person plays against bots at a time
A_DAY = timedelta(days=1)
MOST_TO_ONE = 5  # challenges in a day by one person to another that came to nothing


class LobbyRefused(Exception):
    """The lobby does not do this; the code says why."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


def challenge(  # noqa: PLR0913 - what a challenge says
    *,
    creator: User,
    agreement: Agreement,
    audience: str = Audience.PUBLIC,
    invited: User | None = None,
    opponents: RatingRange = ANYBODY,
    seat: Seat | None = None,
    own_seed: OwnSeed = NO_SEED,
    is_mirrored: bool = False,
    rematch_of: Game | None = None,
) -> Challenge:
    """Offer a game. The seed is committed to before either player adds a nonce.

    ``opponents``: the ratings of those who may accept it; a challenge to a person is for that person, whatever it is.
    ``is_mirrored``: two games with the same luck and seats swapped (docs/mirror.md).
    """
    agreement.check()
    if invited is not None:
        _check_invited(creator, invited, is_known=rematch_of is not None)
    if agreement.is_rated and creator.is_guest:
        raise LobbyRefused("guests-play-unrated")
    with transaction.atomic():
        _lock(creator.pk)
        if Challenge.objects.filter(creator=creator, status=Status.OPEN).count() >= MOST_OPEN:
            raise LobbyRefused("too-many-challenges")
        if desertion.is_full(creator, with_offers=True, more=_games_in(is_mirrored=is_mirrored)):
            raise LobbyRefused("too-many-games")
        if invited is not None and _are_too_many(creator, invited):
            raise LobbyRefused("challenged-often")
        if invited is not None and agreement.is_rated:
            _check_rated_games(creator, invited)
        offer = Challenge.objects.create(
            creator=creator,
            **columns_of(agreement),
            audience=audience,
            invited=invited,
            is_mirrored=is_mirrored,
            rating_from=None if invited else opponents.least,
            rating_to=None if invited else opponents.most,
            seat=seat,
            nonce=own_seed.nonce or new_nonce(),
            token=secrets.token_urlsafe(16),
            commitment=_seal(own_seed),
            rematch_of=rematch_of,
        )
        events.challenged(offer)
        offers.announce(offer)
        return offer


def accept(*, challenge_id: int, user: User, nonce: str = "") -> Game:
    """Start the game of a challenge. Of several people who accept it at once, one gets the seat."""
    with transaction.atomic():
        offer = _open_challenge(challenge_id)
        if offer.creator_id == user.pk:
            raise LobbyRefused("your-own-challenge")
        if not offer.creator.is_active or offer.creator.is_barred:
            raise LobbyRefused("challenge-withdrawn")
        if offer.audience == Audience.PERSON and offer.invited_id != user.pk:
            raise LobbyRefused("not-for-you")
        is_blocking, is_blocked = blocks.between(user.pk, offer.creator_id)
        if is_blocking or is_blocked:
            raise LobbyRefused("you-block-them" if is_blocking else "not-with-you")
        if offer.is_rated and user.is_guest:
            raise LobbyRefused("guests-play-unrated")
        check_rating(offer, user)
        if any(person.is_barred for person in _lock(offer.creator_id, user.pk)):
            raise LobbyRefused("challenge-withdrawn")  # at this very moment
        more = _games_in(is_mirrored=offer.is_mirrored)
        if desertion.is_full(user, more=more):
            raise LobbyRefused("too-many-games")
        if desertion.is_full(offer.creator, more=more):
            raise LobbyRefused("challenger-has-enough-games")
        if offer.is_rated:
            _check_rated_games(offer.creator, user)
        creator, acceptor = NewPlayer(offer.creator, nonce=offer.nonce), NewPlayer(user, nonce=nonce)
        seat = offer.seat or secrets.choice((1, 2))
        players = (creator, acceptor) if seat == Seat.ONE else (acceptor, creator)
        agreement, is_public = _agreed(offer), offer.audience == Audience.PUBLIC
        if offer.is_mirrored:
            game = start_match(agreement=agreement, players=players, sealed=offer.commitment)
        else:
            game = start_game(agreement=agreement, players=players, is_public=is_public, sealed=offer.commitment)
        offer.status, offer.game = Status.ACCEPTED, game
        offer.save(update_fields=["status", "game"])
        offers.announce(offer)
        events.began(game=game, challenger=offer.creator)
    return game


def decline(*, challenge_id: int, user: User) -> None:
    with transaction.atomic():
        offer = _open_challenge(challenge_id)
        if offer.invited_id != user.pk:
            raise LobbyRefused("not-for-you")
        offer.status = Status.DECLINED
        offer.save(update_fields=["status"])
        offers.announce(offer)


def withdraw(*, challenge_id: int, user: User) -> None:
    with transaction.atomic():
        offer = _open_challenge(challenge_id)
        if offer.creator_id != user.pk:
            raise LobbyRefused("not-yours")
        offer.status = Status.WITHDRAWN
        offer.save(update_fields=["status"])
        offers.announce(offer)


def play_bot(
    *, user: User, bot: str, agreement: Agreement, seat: Seat | None = None, own_seed: OwnSeed = NO_SEED
) -> Game:
    """Start a game against a bot, without a clock. A rated one is on the ladder against bots, and has no hints."""
    check_bots()
    if bot not in turns.levels_of(agreement.kind):
        raise LobbyRefused("no-such-bot")
    if agreement.is_rated and user.is_guest:
        raise LobbyRefused("guests-play-unrated")
    person, program = NewPlayer(user, nonce=own_seed.nonce), NewPlayer(bot=bot)
    is_first = (seat or Seat(secrets.choice((1, 2)))) is Seat.ONE
    with transaction.atomic():
        _lock(user.pk)
        running = Game.objects.filter(status=Game.Status.RUNNING, seats__user=user).filter(seats__bot__gt="")
        if running.count() >= MOST_AGAINST_BOTS:
            raise LobbyRefused("too-many-games-against-bots")
        if agreement.is_rated and rating_terms.has_enough(user, bot, agreement.kind):
            raise LobbyRefused("enough-rated-games-with-bot", most=rating_terms.most_at_once())
        return start_game(
            agreement=replace(agreement, clock=Game.Clock.NONE, has_weekends_off=False),
            players=(person, program) if is_first else (program, person),
            is_public=not user.is_guest,
            sealed=_seal(own_seed),
        )


def check_rating(offer: Challenge, user: User | None) -> None:
    """Raise LobbyRefused if a challenge is for people of another rating. A visitor has none."""
    wanted = rating_terms.range_of(offer)
    if not wanted:
        return
    rating = rating_terms.rating_of(user, offer.kind) if user else None
    if rating is None:
        raise LobbyRefused("has-no-rating", wanted=wanted)
    if not wanted.has(rating):
        raise LobbyRefused("has-another-rating", wanted=wanted, rating=round(rating))


def check_bots() -> None:
    """Raise LobbyRefused while new games against bots are switched off."""
    if not switches.is_on(switches.Key.BOTS):
        raise LobbyRefused("bots-are-off")


def check_guests() -> None:
    """Raise LobbyRefused while new guests are switched off."""
    if not switches.is_on(switches.Key.GUESTS):
        raise LobbyRefused("guests-are-off")


@transaction.atomic
def rematch(*, game: Game, user: User, bot: str = "", is_mirrored: bool = False) -> Challenge | Game:
    """Play the same with seats swapped: challenge the other, accept their rematch offer, or start against a bot.

    After a game against a bot, another ``bot`` may take its place. ``is_mirrored``: as a mirror match. A rematch of
    such a match is one of its first game, whichever board it was asked for on.
    """
    game = seating.locked([game.stream or game.pk])[0]  # so that two who ask at once find each other
    mine, theirs = game.seats.get(user=user), game.seats.exclude(user=user).get()
    if game.status != Game.Status.OVER or (game.partner and game.partner.status != Game.Status.OVER):
        raise LobbyRefused("game-runs")
    seat = Seat(mine.number).other
    if theirs.bot:
        return play_bot(user=user, bot=bot or theirs.bot, agreement=_agreed(game), seat=seat)
    if theirs.user is None:
        raise LobbyRefused("cannot-be-challenged")
    rematches = Challenge.objects.filter(rematch_of=game, status=Status.OPEN)
    if waiting := rematches.filter(creator=theirs.user).first():
        return accept(challenge_id=waiting.pk, user=user)
    if own := rematches.filter(creator=user).first():
        return own
    return challenge(
        creator=user,
        agreement=_agreed(game),
        audience=Audience.PERSON,
        invited=theirs.user,
        seat=seat,
        is_mirrored=is_mirrored,
        rematch_of=game,
    )


def adopt(*, guest: User, user: User) -> None:
    """Give the games, challenges and messages of a guest to the account that the guest turned out to be."""
    with transaction.atomic():
        against_each_other = SeatRow.objects.filter(user=user).values("game")
        ChatMessage.objects.filter(author=guest).exclude(game__in=against_each_other).update(author=user)
        SeatRow.objects.filter(user=guest).exclude(game__in=against_each_other).update(user=user)
        Challenge.objects.filter(creator=guest).exclude(invited=user).update(creator=user)
        vacations.spread(user, now=clock.now())
        outbox.adopt(guest=guest, user=user)


def _seal(own_seed: OwnSeed) -> str:
    """The seal that the creator was shown before they wrote their words; without any words, that of a new seed."""
    if own_seed.sealed and not seals.use(own_seed.sealed):
        raise LobbyRefused("seal-used")
    if own_seed.nonce and not own_seed.sealed:
        raise LobbyRefused("words-before-seal")
    return own_seed.sealed or new_secret()


def _games_in(*, is_mirrored: bool) -> int:
    return 2 if is_mirrored else 1


def _agreed(terms: Challenge | Game) -> Agreement:
    return Agreement(terms.kind, terms.options, terms.clock, terms.is_rated, terms.has_weekends_off)


def _check_invited(creator: User, invited: User, *, is_known: bool) -> None:
    """Raises LobbyRefused. A guest is challenged only by whom they have played with."""
    if invited == creator or not invited.is_active or invited.is_barred or (invited.is_guest and not is_known):
        raise LobbyRefused("cannot-be-challenged")
    is_blocking, is_blocked = blocks.between(creator.pk, invited.pk)
    if is_blocking or is_blocked:
        raise LobbyRefused("you-block-them" if is_blocking else "cannot-be-challenged")


def _check_rated_games(one: User, two: User) -> None:
    """Raises LobbyRefused. Where both are locked no game is added at this very moment."""
    if rating_terms.have_enough(one, two):
        raise LobbyRefused("enough-rated-games", most=rating_terms.most_at_once())


def _lock(*people: int) -> list[User]:
    """Lock people, so that their games can be counted; in one order, so that there is no deadlock."""
    return list(get_user_model().objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk"))


def _are_too_many(creator: User, invited: User) -> bool:
    """Whether a person challenges another too often: each challenge is a mail."""
    lately = Challenge.objects.filter(creator=creator, invited=invited, created_at__gt=clock.now() - A_DAY)
    return lately.exclude(status=Status.ACCEPTED).count() >= MOST_TO_ONE


def _open_challenge(challenge_id: int) -> Challenge:
    offer = Challenge.objects.select_for_update(of=("self",)).select_related("creator").get(pk=challenge_id)
    if offer.status != Status.OPEN:
        raise LobbyRefused(f"challenge-{offer.status}")
    return offer
