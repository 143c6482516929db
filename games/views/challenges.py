from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.for_games import User, consume_limit, current_player, limited, source_of
from games import access, kinds
from games.forms import BOT, AcceptForm, InviteForm, MailInviteForm, NewGameForm, PlayForm
from games.guide import progress
from games.lobby import challenges, desertion, seals
from games.lobby.challenges import LobbyRefused
from games.lobby.seals import OwnSeed
from games.lobby.start import Agreement
from games.models import Challenge
from games.moderation import shared_browser
from games.view_models.challenge_view import ChallengeView
from games.view_models.qr_code import qr_code
from games.views import last_bot
from games.views.htmx import HtmxRequest, part_of
from games.views.redirects import see_other
from games.words import names, refusals

NOT_YOURS = {
    "your-own-challenge",
    "not-for-you",
    "not-with-you",
    "not-yours",
    "guests-play-unrated",
    "you-block-them",
    "mail-invites-need-account",
}


@limited("challenge")
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form of a new game: against a bot at once, or as a challenge."""
    assert request.user.is_authenticated
    if request.method != "POST":
        return _new(request, NewGameForm(initial=_wishes(request), **last_bot.about(request)))
    form = NewGameForm(request.POST, **last_bot.about(request))
    if form.is_valid():
        try:
            return see_other(_make(request, form.cleaned_data))
        except LobbyRefused as refused:
            form.add_error(None, refusals.lobby_refusal(refused))
    return _new(request, form, status=422)


@limited("play")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """Start a game against a bot, with defaults or with everything chosen. A visitor plays it as a guest."""
    if request.method != "POST":
        return _play(request, PlayForm(initial=_wishes(request), **last_bot.about(request)))
    form = PlayForm(request.POST, **last_bot.about(request))
    if not form.is_valid():
        return _play(request, form, status=422)
    wished = form.cleaned_data
    try:
        challenges.check_bots()  # before a guest is made for nothing
        if wished["agreement"].is_rated and not request.user.is_authenticated:
            raise LobbyRefused("guests-play-unrated")
        own_seed = _own_seed(request, wished["nonce"])
        user, bot = _player(request), wished["bot"]
        game = challenges.play_bot(
            user=user, bot=bot, agreement=wished["agreement"], seat=wished["seat"], own_seed=own_seed
        )
    except LobbyRefused as refused:
        form.add_error(None, refusals.lobby_refusal(refused))
        return _play(request, form, status=422)
    last_bot.remember(request, game.kind, wished["bot"])
    return see_other(reverse("games:game", args=[game.pk]))


@limited("challenge")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest) -> HttpResponse:
    """Make a link to a game with a friend, of the chosen kind and with defaults. A visitor makes it as a guest."""
    if request.method != "POST":
        return render(request, "games/invite.html")
    form = InviteForm(request.POST)
    try:
        if not form.is_valid():
            raise LobbyRefused("no-such-kind")
        agreement = Agreement(form.cleaned_data["kind"], {})
        offer = challenges.challenge(creator=_player(request), agreement=agreement, audience=Challenge.Audience.LINK)
    except LobbyRefused as refused:
        return render(request, "games/invite.html", {"sentence": refusals.lobby_refusal(refused)}, status=422)
    return see_other(f"{reverse('games:challenge', args=[offer.token])}#copy")


@never_cache
@require_safe
def challenge(request: HtmxRequest, token: str) -> HttpResponse:
    """The page of a challenge. One that waits for the answer (by htmx, or with ``?wait``) is led to its game."""
    try:
        offer = access.challenge_for(request, token)
    except Http404:
        return _lead(request.path) if request.htmx else render(request, "games/no_challenge.html", status=404)
    if offer.game and _view(request, offer).is_player and (request.htmx or "wait" in request.GET):
        address = reverse("games:game", args=[offer.game.pk])
        return _lead(address) if request.htmx else see_other(address)
    return challenge_page(request, offer)


@limited("challenge")
@never_cache
@require_POST
def accept(request: HtmxRequest, token: str) -> HttpResponse:
    """Accept a challenge. A visitor may accept an unrated one, as a guest."""
    offer = access.challenge_for(request, token)
    form = AcceptForm(request.POST)
    if not form.is_valid():
        return challenge_page(request, offer, form=form, status=422)
    try:
        if not request.user.is_authenticated:
            _check_visitor(offer)
        game = challenges.accept(challenge_id=offer.pk, user=_player(request), nonce=form.cleaned_data["nonce"])
    except LobbyRefused as refused:
        return challenge_refused(request, token, refused)
    shared_browser.look_at_game(game)
    return see_other(reverse("games:game", args=[game.pk]))


@limited("challenge")
@never_cache
@login_required
@require_POST
def decline(request: HtmxRequest, token: str) -> HttpResponse:
    """Decline a challenge. Who declines a rematch goes back to the game that it was offered after."""
    assert request.user.is_authenticated
    offer = access.challenge_for(request, token)
    try:
        challenges.decline(challenge_id=offer.pk, user=request.user)
    except LobbyRefused as refused:
        return challenge_refused(request, token, refused)
    messages.info(request, _("Challenge declined."))
    played = offer.rematch_of_id
    return see_other(reverse("games:game", args=[played]) if played else reverse("games:home"))


@limited("challenge")
@never_cache
@login_required
@require_POST
def withdraw(request: HtmxRequest, token: str) -> HttpResponse:
    assert request.user.is_authenticated
    try:
        challenges.withdraw(challenge_id=access.challenge_for(request, token).pk, user=request.user)
    except LobbyRefused as refused:
        return challenge_refused(request, token, refused)
    messages.info(request, _("Challenge withdrawn."))
    return see_other(reverse("games:home"))


def _lead(address: str) -> HttpResponse:
    """What leads a page that follows a challenge elsewhere."""
    return HttpResponse(format_html('<div id="challenge" data-goto="{}"></div>', address))


def _new(request: HttpRequest, form: NewGameForm, *, status: int = 200) -> HttpResponse:
    assert request.user.is_authenticated
    context = {"form": form, "desertion": desertion.limit_of(request.user), "seal": _shown(request)}
    return render(request, "games/new.html", context, status=status)


def _play(request: HttpRequest, form: PlayForm, *, status: int = 200) -> HttpResponse:
    """For visitors, machines among them, a seed is drawn only if they ask for it."""
    asks = request.user.is_authenticated or "own-seed" in request.GET or request.POST.get("nonce")
    context = {"form": form, "seal": _shown(request) if asks else None}
    return render(request, "games/play.html", context, status=status)


def _shown(request: HttpRequest) -> seals.Seal | None:
    """The seal for the form: the one that it has, while that can be used. None for who asks for very many."""
    user = request.user if request.user.is_authenticated else None
    if seal := seals.again(request.POST.get("seal", ""), user):
        return seal
    if request.method == "HEAD" or not consume_limit("seal", source_of(request, request.user.pk)):
        return None
    return seals.draw(user)


def _own_seed(request: HttpRequest, nonce: str) -> OwnSeed:
    """The words of the form, with the seal that it came with. Raises LobbyRefused."""
    ticket = request.POST.get("seal", "")
    seal = seals.again(ticket, request.user if request.user.is_authenticated else None)
    if ticket and seal is None:
        raise LobbyRefused("seal-used")
    if nonce and seal is None:
        raise LobbyRefused("words-before-seal")
    return OwnSeed(nonce, seal.commitment if seal else "")


def _player(request: HttpRequest) -> User:
    """The person of the request. A visitor becomes a guest, unless guests are switched off."""
    if request.user.is_authenticated:
        return current_player(request)
    challenges.check_guests()
    guest = current_player(request)
    progress.take_along(request, guest)
    return guest


def _check_visitor(offer: Challenge) -> None:
    """Refuse early, so that no guest is created for a visitor who cannot play anyway."""
    if offer.status != Challenge.Status.OPEN:
        raise LobbyRefused(f"challenge-{offer.status}")
    if offer.is_rated:
        raise LobbyRefused("guests-play-unrated")
    challenges.check_rating(offer, None)


def _make(request: HttpRequest, wished: dict[str, Any]) -> str:
    """The address of the game or of the challenge."""
    assert request.user.is_authenticated
    own_seed = _own_seed(request, wished["nonce"])
    common = {"agreement": wished["agreement"], "seat": wished["seat"], "own_seed": own_seed}
    if wished["audience"] == BOT:
        game = challenges.play_bot(user=request.user, bot=wished["bot"], **common)
        last_bot.remember(request, game.kind, wished["bot"])
        return reverse("games:game", args=[game.pk])
    common |= {"invited": wished["invited"], "opponents": wished["opponents"], "is_mirrored": wished["is_mirrored"]}
    offer = challenges.challenge(creator=request.user, audience=wished["audience"], **common)
    return reverse("games:challenge", args=[offer.token])


def _wishes(request: HttpRequest) -> dict[str, str]:
    """The initial values of the form from the address: ``?opponent=``, ``?audience=``, ``?kind=`` and ``?bot=``."""
    wishes: dict[str, str] = {}
    if (audience := request.GET.get("audience")) in {BOT, *Challenge.Audience.values}:
        wishes["audience"] = audience
    if opponent := request.GET.get("opponent"):
        wishes |= {"opponent": opponent[:60], "audience": Challenge.Audience.PERSON}
    if (kind := request.GET.get("kind")) in {kind.key for kind in kinds.all()}:
        wishes["kind"] = kind
    if (bot := request.GET.get("bot", "")) in names.BOTS:
        wishes |= {"bot": bot, "audience": BOT}
    return wishes


def challenge_page(
    request: HtmxRequest,
    offer: Challenge,
    *,
    form: AcceptForm | None = None,
    mail_form: MailInviteForm | None = None,
    sentence: str = "",
    status: int = 200,
) -> HttpResponse:
    view = _view(request, offer)
    link = request.build_absolute_uri(reverse("games:challenge", args=[offer.token]))
    context = {
        "offer": view,
        "form": form or AcceptForm(),
        "mail_form": mail_form or MailInviteForm(),
        "sentence": sentence,
        "desertion": desertion.limit_of(view.viewer) if view.viewer and view.is_open else None,
        "link": link,
        "qr": qr_code(link) if view.is_own and view.is_open and offer.invited is None else None,
    }
    return render(request, part_of(request, "games/challenge.html", "part"), context, status=status)


def _view(request: HttpRequest, offer: Challenge) -> ChallengeView:
    return ChallengeView(offer, request.user if request.user.is_authenticated else None)


def challenge_refused(request: HtmxRequest, token: str, refused: LobbyRefused) -> HttpResponse:
    """The page of the challenge as it is now, with the reason of the refusal."""
    status = 409 if refused.code.startswith("challenge-") else 403 if refused.code in NOT_YOURS else 422
    return challenge_page(
        request, access.challenge_for(request, token), sentence=refusals.lobby_refusal(refused), status=status
    )
