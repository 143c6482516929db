"""Forms. They check the form of what people send; the rules, the door and the lobby judge whether it may be done."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts.for_games import User
from games import kinds
from games.clocks import clock
from games.contract import BadOptions, Seat
from games.kind_pages.registry import page_of
from games.lobby import departure
from games.lobby.ladder import Ladder, ladders_of
from games.lobby.rating_terms import ANYBODY, RatingRange
from games.lobby.start import Agreement
from games.models import Challenge
from games.ratings import glicko
from games.table import acts
from games.table.acts import Act
from games.words import names, refusals

LONGEST_MOVE = 80
BOT = "bot"  # an audience, and the field of a bot; each kind has one of its own, ``<kind>-bot``
UNDO_TURN = "undo-turn"  # an undo of everything since the turn began
PLAYERS_ACTS = [act.value for act in Act if act not in acts.BY_THE_SITE]  # the door refuses those of moderators


def one_line(text: str) -> None:
    """Nonces are joined by line feeds in the stream of chance, so they hold none."""
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in text):
        raise ValidationError(_("Use a single line of plain text."))


def _kind_choices() -> list[tuple[str, str]]:
    return [(kind.key, kind.title) for kind in kinds.all()]


class NonceField(forms.CharField):
    """The words that a player adds to the luck of a game."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Your own random seed (optional)"),
            help_text=_(
                "Any text you like. It’s mixed into the luck of the game; if you leave it empty, the site "
                "picks one at random."
            ),
            required=False,
            max_length=64,
            validators=[one_line],
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )


class ActForm(forms.Form):
    """An act on a game: what to do, what the player had seen, and a key that is the same when it is sent again."""

    act = forms.ChoiceField(
        choices=[*((act, act) for act in Act if act not in acts.BY_THE_SITE), (UNDO_TURN,) * 2], required=False
    )
    move = forms.CharField(max_length=LONGEST_MOVE, required=False)
    seen = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    key = forms.CharField(validators=[RegexValidator(r"\A[A-Za-z0-9_-]{8,64}\Z")])
    hours = forms.ChoiceField(choices=[(hours, hours) for hours in clock.GIFTS], required=False)  # given
    sure = forms.BooleanField(required=False)  # the player was asked, and means it
    hinted = forms.CharField(max_length=LONGEST_MOVE, required=False)  # the move that the page they saw suggested

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("act") == UNDO_TURN:
            cleaned |= {"act": Act.UNDO, "move": acts.write(acts.Undo(is_whole_turn=True))}
            return cleaned
        cleaned["act"] = Act(cleaned.get("act") or Act.MOVE)
        if cleaned["act"] is Act.GIVE_TIME:
            cleaned["move"] = cleaned.get("hours") or str(clock.GIFTS[0])
        elif cleaned["act"] is Act.SUBSTITUTE:
            cleaned["move"] = departure.SUCCESSOR
        elif cleaned["act"] is not Act.MOVE:
            cleaned["move"] = ""
        return cleaned


class RatingField(forms.IntegerField):
    """An end of a range of ratings; left empty, it is open."""

    def __init__(self, label: Any) -> None:
        super().__init__(
            label=label, required=False, min_value=round(glicko.LOWEST), max_value=round(glicko.HIGHEST), step_size=1
        )

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {**super().widget_attrs(widget), "autocomplete": "off", "inputmode": "numeric"}


def rating_range(form: forms.Form) -> RatingRange:
    """What the two ends of a range say together; the wrong way round, the second one is at fault."""
    least, most = form.cleaned_data.get("rating_from"), form.cleaned_data.get("rating_to")
    if least is not None and most is not None and least > most:
        form.add_error("rating_to", _("Choose a rating that is no lower than the first one."))
        return ANYBODY
    return RatingRange(least, most)


class AcceptForm(forms.Form):
    nonce = NonceField()


class InviteForm(forms.Form):
    """A game with a friend, of which only the kind is chosen."""

    kind = forms.ChoiceField(choices=_kind_choices)


class MailInviteForm(forms.Form):
    """Where an invitation is mailed to."""

    email = forms.EmailField(
        label=_("Or invite by e-mail"),
        help_text=_("We don’t keep the address. They can play without an account."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


class TermsForm(forms.Form):
    """A kind, and the bots and options of all kinds; those of other kinds than the chosen one are ignored.

    The bot that is chosen at first is the next on the person's ladder. ``remembered`` are the bots that the person has
    chosen before, by kind: one that is not beaten yet is chosen again, but for somebody who is new to the kind.
    """

    kind = forms.ChoiceField(
        label=_("Game"),
        choices=_kind_choices,
        widget=forms.RadioSelect,
        initial=lambda: kinds.all()[0].key,
    )
    bot = forms.CharField(required=False, max_length=20)  # instead of the field of the chosen kind
    seat = forms.ChoiceField(label=_("Your colour"), widget=forms.RadioSelect, required=False)
    is_rated = forms.BooleanField(label=_("Rated"), required=False)
    nonce = NonceField()

    def __init__(
        self, *args: Any, person: User | None = None, remembered: Mapping[str, str] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._person = person
        self._remembered = remembered or {}
        for kind in kinds.all():
            kind_words = page_of(kind.key).words
            self.fields[f"{kind.key}-{BOT}"] = forms.ChoiceField(
                choices=[(level, names.BOTS[level]) for level in kind.bots.levels], required=False
            )
            for name, values in kind.offered.items():
                self.fields[f"{kind.key}-{name}"] = forms.ChoiceField(
                    label=kind_words.options.get(name, name),
                    choices=[(value, kind_words.values.get((name, value), value)) for value in values],
                    widget=forms.RadioSelect,
                    required=False,
                    initial=values[0],
                )
        seats = [" / ".join(names.name_of_side(kind.seats[seat - 1]) for kind in kinds.all()) for seat in Seat]
        field = self.fields["seat"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("Random")), *((str(seat.value), name) for seat, name in zip(Seat, seats, strict=True))]

    @property
    def can_be_rated(self) -> bool:
        """Whether the person may play rated games: members may."""
        return self._person is not None and not self._person.is_guest

    def ladders(self) -> list[tuple[Ladder, str]]:
        """The ladder of each kind, and the bot on it that is chosen."""
        asked = self[BOT].value()

        def chosen(ladder: Ladder) -> str:
            if asked in ladder.kind.bots.levels:
                return str(asked)
            return self[f"{ladder.kind.key}-{BOT}"].value() or self._proposed(ladder)

        return [(ladder, chosen(ladder)) for ladder in self._ladders.values()]

    @cached_property
    def _ladders(self) -> dict[str, Ladder]:
        return ladders_of(self._person)

    def _proposed(self, ladder: Ladder) -> str:
        remembered = self._remembered.get(ladder.kind.key)
        is_open = any(rung.level == remembered and not rung.is_beaten for rung in ladder.rungs)
        return remembered if remembered and is_open and ladder.is_begun else ladder.next.level

    def options(self) -> list[tuple[kinds.Kind, list[tuple[str, forms.BoundField]]]]:
        """Each kind's own options, by their names, with their fields."""
        return [(kind, [(name, self[f"{kind.key}-{name}"]) for name in kind.options]) for kind in kinds.all()]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        cleaned["seat"] = Seat(int(cleaned["seat"])) if cleaned.get("seat") else None
        if "kind" in cleaned and not self.errors:
            kind = kinds.get(cleaned["kind"])
            cleaned[BOT] = cleaned[BOT] or cleaned[f"{kind.key}-{BOT}"] or self._proposed(self._ladders[kind.key])
            if cleaned[BOT] not in kind.bots.levels:
                self.add_error(BOT, _("There’s no such bot."))
            chosen = {name: cleaned[f"{kind.key}-{name}"] for name in kind.options if cleaned[f"{kind.key}-{name}"]}
            try:
                kind.rules.initial(chosen)
            except BadOptions as refused:
                self.add_error(f"{kind.key}-{refused.option}", refusals.options_refusal(kind.key, refused))
            cleaned["agreement"] = Agreement(
                kind.key,
                chosen,
                cleaned.get("clock", Challenge.Clock.DAYS_3),
                cleaned.get("is_rated", False),
                cleaned.get("has_weekends_off", False),
            )
        return cleaned


class PlayForm(TermsForm):
    """A game against a bot, at once. Everything has its default, so one button is a whole form."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].required = False

    def clean_kind(self) -> str:
        return self.cleaned_data["kind"] or kinds.all()[0].key


class NewGameForm(TermsForm):
    audience = forms.ChoiceField(
        label=_("Opponent"),
        choices=[
            (BOT, _("A bot: answers right away")),
            (Challenge.Audience.PUBLIC, _("Anyone: the first to accept plays you")),
            (Challenge.Audience.LINK, _("A friend: send them a link")),
            (Challenge.Audience.PERSON, _("Someone you know, by name")),
        ],
        widget=forms.RadioSelect,
        initial=Challenge.Audience.PUBLIC,
    )
    opponent = forms.CharField(
        label=_("Their name"),
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    clock = forms.ChoiceField(
        label=_("Clock"), choices=Challenge.Clock.choices, initial=Challenge.Clock.DAYS_3, required=False
    )
    has_weekends_off = forms.BooleanField(
        label=_("Weekends off"),
        help_text=_("Clocks pause on Saturday and Sunday, in each player’s time zone."),
        required=False,
    )
    is_mirrored = forms.BooleanField(
        label=_("Mirror match"),
        help_text=_(
            "Two games at once with the same luck and colours swapped. You see each other’s turns when both boards are "
            "ready, and the sum of both decides."
        ),
        required=False,
    )

    rating_from = RatingField(_("Opponent rated from"))
    rating_to = RatingField(_("Opponent rated up to"))

    def clean_clock(self) -> str:
        return self.cleaned_data["clock"] or Challenge.Clock.DAYS_3

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        cleaned["opponents"] = rating_range(self)
        cleaned["invited"] = None
        if cleaned.get("audience") == Challenge.Audience.PERSON and "opponent" in cleaned:
            name = cleaned["opponent"]
            cleaned["invited"] = User.objects.named(name) if name else None
            if cleaned["invited"] is None:
                self.add_error("opponent", _("There’s no one by that name here."))
        return cleaned


class VacationForm(forms.Form):
    """The days of a vacation."""

    first = forms.DateField(
        label=_("First day"),
        help_text=_("Choose today to start right now."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    last = forms.DateField(
        label=_("Last day"),
        help_text=_("You can come back sooner."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


class LobbyFilter(forms.Form):
    kind = forms.ChoiceField(label=_("Game"), required=False, choices=lambda: [("", _("All")), *_kind_choices()])
    clock = forms.ChoiceField(label=_("Clock"), required=False, choices=[("", _("All")), *Challenge.Clock.choices])
    rated = forms.ChoiceField(
        label=_("Rated"), required=False, choices=[("", _("All")), ("yes", _("Rated")), ("no", _("Casual"))]
    )
    rating_from = RatingField(_("Opponent rated from"))
    rating_to = RatingField(_("Opponent rated up to"))
    page = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)  # it is no part of the filter

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        cleaned["opponents"] = rating_range(self)
        return {name: value for name, value in cleaned.items() if name not in ("rating_from", "rating_to")}
