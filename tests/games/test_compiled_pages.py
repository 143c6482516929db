"""The pages are the same, whether their templates are compiled or interpreted by Django's own engine."""

import re
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.urls import reverse

from games import kinds
from games.contract import Seat
from games.models import Game
from games.table import door, log

pytestmark = pytest.mark.one_database


def interpreted() -> Any:
    """The settings of the templates, with Django's own loader."""
    plain = deepcopy(settings.TEMPLATES)
    plain[0]["OPTIONS"]["loaders"] = [
        ("template_partials.loader.Loader", [("django.template.loaders.cached.Loader", settings.TEMPLATE_FILES)])
    ]
    return plain


def squeezed(page: bytes) -> str:
    return re.sub(r"\s+", " ", page.decode())


@pytest.fixture
def nothing_differs_by_chance(monkeypatch):
    monkeypatch.setattr("django.middleware.csrf._mask_cipher_secret", lambda secret: secret * 2)
    monkeypatch.setattr("games.view_models.game_page.GamePage.key", "a key")
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(2026, 3, 29, 12, tzinfo=UTC))


@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_the_pages_of_a_game_are_the_same(kind, start, ada, ben, nothing_differs_by_chance):
    game = start(kind)
    browsers = [Client(), Client(), Client()]
    for browser, person in zip(browsers, (ada, ben), strict=False):
        browser.force_login(person)
    address, moves = reverse("games:game", args=[game.pk]), 0
    for more in (0, 7, 8):
        for _ in range(more):
            game, moves = Game.objects.get(pk=game.pk), moves + 1
            legal, seat = kinds.get(kind).rules.legal(log.position(game).state), Seat(game.to_move or 0)
            move, key = legal[moves * 7 % len(legal)], str(moves)
            door.submit(game_id=game.pk, seat=seat, act=door.Act.MOVE, text=move, seen=game.head, key=key)
        asked = [address, f"{address}?list=1&explain=1", f"{address}?at={moves // 2}"]
        assert_same_pages([(browser, one) for browser in browsers for one in asked])


ADDRESSES = [
    "/",
    "/learn/marabunta/3/",
    "/learn/mabula/6/",
    "/lobby/",
    "/new/",
    "/rules/marabunta/",
    "/rules/mabula/",
    "/me/",
    "/account/login/",
]


def test_other_pages_are_the_same(start, ada, nothing_differs_by_chance):
    start("mabula")
    member = Client()
    member.force_login(ada)
    assert_same_pages([(browser, one) for browser in (Client(), member) for one in ADDRESSES])


def assert_same_pages(asked):
    for browser, address in asked:
        browser.get(address, follow=True)  # the first look is another one: news are told once
    compiled = [browser.get(address, follow=True).content for browser, address in asked]
    with override_settings(TEMPLATES=interpreted()):
        plain = [browser.get(address, follow=True).content for browser, address in asked]
    for (_, address), one, other in zip(asked, compiled, plain, strict=True):
        assert squeezed(one) == squeezed(other), address
