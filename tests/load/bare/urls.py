"""A move: log-in, session, CSRF, one insert, one signal after the commit, and a fixed fragment as the answer."""

import os
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from tests.load.bare.models import Move

FRAGMENT = os.urandom(int(os.environ.get("FRAGMENT_BYTES", "9000")) // 2).hex()


@login_required
@require_POST
def move(request: HttpRequest, game: int) -> HttpResponse:
    with transaction.atomic():
        made = Move(game=game, text=request.POST["move"])
        made.save()
        transaction.on_commit(lambda: signal(game, made.pk))
    return HttpResponse(FRAGMENT)


@login_required
@require_safe
def board(_request: HttpRequest, **_game: Any) -> HttpResponse:
    return HttpResponse(FRAGMENT)


def healthz(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


def signal(game: int, seq: int) -> None:
    layer = get_channel_layer()
    assert layer is not None
    message = {"type": "signal", "signal": {"game": game, "seq": seq}}
    async_to_sync(layer.group_send)(f"game.{game}", message)


urlpatterns = [path("games/<int:game>/act/", move), path("games/<int:game>/", board), path("healthz", healthz)]
