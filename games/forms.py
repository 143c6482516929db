"""Forms. They check the form of what people send; the rules, the door and the lobby judge whether it may be done."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy as _

from accounts.for_games import User
from games import kinds
from games.bots import turns as bots
from games.clocks import clock
from games.contract import BadOptions, Seat
from games.kind_pages.registry import page_of
from games.lobby import departure
from games.lobby.start import Agreement
from games.models import Challenge
from games.table import acts
from games.table.acts import Act
from games.words import names, refusals

LONGEST_MOVE = 80
BOT = "bot"
UNDO_TURN = "undo-turn"  # an undo of everything since the turn began
PLAYERS_ACTS = [act.value for act in Act if act not in acts.BY_THE_SITE]  # the door refuses those of moderators


def one_line(text: str) -> None:
    """Nonces are joined by line feeds in the stream of chance, so they hold none."""
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in text):
        raise ValidationError(_("Please write one line, without control characters."))


def _kind_choices() -> list[tuple[str, str]]:
    return [(kind.key, kind.title) for kind in kinds.all()]


class NonceField(forms.CharField):
    """The words that a player adds to the luck of a game."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Words for luck"),
            help_text=_("Optional. They are mixed into the luck of the game; without them the site takes random ones."),
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


class BotField(forms.ChoiceField):
    """The choice of a bot, with a default that plays decently."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Which bot"),
            choices=[(level, names.BOTS[level]) for level in bots.LEVELS],
            widget=forms.RadioSelect,
            required=False,
            initial=bots.DEFAULT,
        )

    def clean(self, value: Any) -> str:
        return super().clean(value) or bots.DEFAULT


class AcceptForm(forms.Form):
    nonce = NonceField()


class InviteForm(forms.Form):
    """A game with a friend, of which only the kind is chosen."""

    kind = forms.ChoiceField(choices=_kind_choices)


class TermsForm(forms.Form):
    """A kind and the options of all kinds; those of other kinds than the chosen one are ignored."""

    kind = forms.ChoiceField(
        label=_("Game"),
        choices=_kind_choices,
        widget=forms.RadioSelect,
        initial=lambda: kinds.all()[0].key,
    )
    bot = BotField()
    seat = forms.ChoiceField(label=_("Your colour"), widget=forms.RadioSelect, required=False)
    nonce = NonceField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in kinds.all():
            kind_words = page_of(kind.key).words
            for name, values in kind.options.items():
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
        field.choices = [("", _("By lot")), *((str(seat.value), name) for seat, name in zip(Seat, seats, strict=True))]

    def bots(self) -> list[tuple[BoundWidget, str]]:
        """Each bot that may be chosen, and how it plays."""
        return [(radio, str(names.MANNERS[radio.data["value"]])) for radio in self["bot"]]

    def options(self) -> list[tuple[kinds.Kind, list[forms.BoundField]]]:
        """The fields of each kind's own options."""
        return [(kind, [self[f"{kind.key}-{name}"] for name in kind.options]) for kind in kinds.all()]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        cleaned["seat"] = Seat(int(cleaned["seat"])) if cleaned.get("seat") else None
        if "kind" in cleaned and not self.errors:
            kind = kinds.get(cleaned["kind"])
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
        label=_("Against whom"),
        choices=[
            (BOT, _("A bot: it answers at once")),
            (Challenge.Audience.PUBLIC, _("Anybody: the first to accept plays you")),
            (Challenge.Audience.LINK, _("Whoever has the link that you send them")),
            (Challenge.Audience.PERSON, _("One person, by name")),
        ],
        widget=forms.RadioSelect,
        initial=Challenge.Audience.PUBLIC,
    )
    opponent = forms.CharField(
        label=_("Name of that person"),
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    clock = forms.ChoiceField(
        label=_("Clock"), choices=Challenge.Clock.choices, initial=Challenge.Clock.DAYS_3, required=False
    )
    has_weekends_off = forms.BooleanField(
        label=_("Weekends off"),
        help_text=_("The clock stands still on Saturday and Sunday, each player’s own."),
        required=False,
    )
    is_rated = forms.BooleanField(label=_("Rated"), required=False)

    def clean_clock(self) -> str:
        return self.cleaned_data["clock"] or Challenge.Clock.DAYS_3

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        cleaned["invited"] = None
        if cleaned.get("audience") == Challenge.Audience.PERSON and "opponent" in cleaned:
            name = cleaned["opponent"]
            cleaned["invited"] = User.objects.named(name) if name else None
            if cleaned["invited"] is None:
                self.add_error("opponent", _("There is nobody of that name here."))
        return cleaned


class VacationForm(forms.Form):
    """The days of a vacation."""

    first = forms.DateField(
        label=_("First day"),
        help_text=_("Today means: from this moment on."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    last = forms.DateField(
        label=_("Last day"),
        help_text=_("You can come back earlier."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


class LobbyFilter(forms.Form):
    kind = forms.ChoiceField(label=_("Game"), required=False, choices=lambda: [("", _("All")), *_kind_choices()])
    clock = forms.ChoiceField(label=_("Clock"), required=False, choices=[("", _("All")), *Challenge.Clock.choices])
    rated = forms.ChoiceField(
        label=_("Rated"), required=False, choices=[("", _("All")), ("yes", _("Rated")), ("no", _("Not rated"))]
    )
    page = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)  # it is no part of the filter
