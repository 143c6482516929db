"""What people keep for themselves: star, tags and note on a game, a note on a person, and the list of kept games."""

from __future__ import annotations

from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.for_games import User
from games import access, kinds
from games.models import LONGEST_NOTE, Game, GameMark
from games.notebook import kept, marks, notes, tags
from games.view_models.lists import pages_of
from games.views.htmx import HtmxRequest
from games.views.numbers import whole
from games.views.redirects import see_other

WHAT = {"": _("All"), marks.FAVOURITES: _("Favourites"), marks.NOTED: _("With a note")}
WRONG_TAGS = {
    "long": (_("A tag has at most %(most)s characters."), {"most": tags.LONGEST}),
    "many": (_("A game has at most %(most)s tags."), {"most": tags.MOST}),
}


def _note_field() -> forms.CharField:
    return forms.CharField(
        label=_("Note"),
        help_text=_("Plain text. Only you can see it."),
        required=False,
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 6}),
    )


class KeepForm(forms.Form):
    """What a person keeps about a game."""

    is_favourite = forms.BooleanField(label=_("Favourite"), required=False)
    tags = forms.CharField(
        label=_("Tags"),
        help_text=_("Words of your own, with commas between them: endgame, to learn from."),
        required=False,
        max_length=300,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    note = _note_field()

    def clean_tags(self) -> list[str]:
        try:
            return tags.read(self.cleaned_data["tags"])
        except tags.BadTags as bad:
            sentence, facts = WRONG_TAGS[bad.code]
            raise ValidationError(sentence, params=facts) from None


class NoteForm(forms.Form):
    text = _note_field()


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HtmxRequest, pk: int) -> HttpResponse:
    """Star, tags and note on a game. ``star`` alone comes from the button beside the game."""
    game, _viewer = access.game_for(request, pk)
    user = _user(request)
    if request.POST.get("star") in ("on", "off"):
        return _star(request, game, user, is_favourite=request.POST["star"] == "on")
    mark = marks.mark_on(game, user)
    if request.method != "POST":
        return _keep_page(request, game, mark, KeepForm(initial=_initial(mark)))
    form = KeepForm(request.POST)
    if not form.is_valid():
        return _keep_page(request, game, mark, form, status=422)
    sent = form.cleaned_data
    try:
        marks.keep(user=user, game=game, is_favourite=sent["is_favourite"], own_tags=sent["tags"], note=sent["note"])
    except marks.TooManyMarks:
        form.add_error(None, _too_many())
        return _keep_page(request, game, mark, form, status=422)
    messages.success(request, gettext("Saved. Only you can see it."))
    return see_other(reverse("games:game", args=[pk]))


@never_cache
@login_required
@require_safe
def kept_games(request: HttpRequest) -> HttpResponse:
    """The games that a person has starred, tagged or noted something about: their own, and others they watched."""
    user = _user(request)
    own_tags = marks.tags_of(user)
    what = request.GET.get("what", "") if request.GET.get("what") in WHAT else ""
    tag = request.GET.get("tag", "") if request.GET.get("tag") in own_tags else ""
    found = kept.find(user, what=what, tag=tag, before=whole(request.GET.get("before", "")))
    chosen = {key: value for key, value in (("what", what), ("tag", tag)) if value}
    context = {
        "kept": list(
            zip(
                found.marks,
                [tags.listed(mark.tags) for mark in found.marks],
                pages_of([mark.game for mark in found.marks], user),
                strict=True,
            )
        ),
        "older": found.older,
        "query": urlencode(chosen),
        "what": what,
        "choices": list(WHAT.items()),
        "tag": tag,
        "tags": own_tags,
    }
    return render(request, "games/kept.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def person_note(request: HttpRequest, name: str) -> HttpResponse:
    """A note on a person, for oneself alone."""
    person, user = User.objects.named(name), _user(request)
    if person is None or person == user:
        raise Http404
    if request.method != "POST":
        return _note_page(request, person, NoteForm(initial={"text": notes.note_on(person, by=user)}))
    form = NoteForm(request.POST)
    if not form.is_valid():
        return _note_page(request, person, form, status=422)
    try:
        notes.write(by=user, whom=person, text=form.cleaned_data["text"])
    except notes.TooManyNotes:
        form.add_error(None, gettext("You have notes on as many people as you can. Remove some first."))
        return _note_page(request, person, form, status=422)
    messages.success(request, gettext("Saved. Only you can see it."))
    return see_other(reverse("games:profile", args=[person.username]))


def _star(request: HtmxRequest, game: Game, user: User, *, is_favourite: bool) -> HttpResponse:
    try:
        mark = marks.keep(user=user, game=game, is_favourite=is_favourite)
    except marks.TooManyMarks:
        if request.htmx:
            return _keep_part(request, game, GameMark(), _too_many(), status=422)
        return _keep_page(request, game, GameMark(), KeepForm(initial={"is_favourite": True}), _too_many(), status=422)
    return _keep_part(request, game, mark) if request.htmx else see_other(reverse("games:game", args=[game.pk]))


def _keep_part(request: HtmxRequest, game: Game, mark: GameMark, sentence: str = "", status: int = 200) -> HttpResponse:
    context = {"game": game, "mark": mark, "tags": tags.listed(mark.tags), "sentence": sentence}
    return render(request, "games/_keep_part.html", context, status=status)


def _keep_page(
    request: HttpRequest, game: Game, mark: GameMark, form: KeepForm, sentence: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "game": game,
        "title": kinds.title_of(game.kind),
        "mark": mark,
        "form": form,
        "sentence": sentence,
        "own_tags": marks.tags_of(_user(request)),
    }
    return render(request, "games/keep.html", context, status=status)


def _note_page(request: HttpRequest, person: User, form: NoteForm, status: int = 200) -> HttpResponse:
    return render(request, "games/person_note.html", {"person": person, "form": form}, status=status)


def _initial(mark: GameMark) -> dict[str, object]:
    return {"is_favourite": mark.is_favourite, "tags": ", ".join(tags.listed(mark.tags)), "note": mark.note}


def _too_many() -> str:
    return gettext("You keep as many games as you can. Remove some stars, tags or notes first.")


def _user(request: HttpRequest) -> User:
    assert request.user.is_authenticated
    return request.user
