"""The admin shows every game and event, and changes none."""

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Challenge, ChatMessage, Event, Game


@pytest.fixture
def administrator(client, db):
    user = User.objects.create_user(
        "olga", "olga@example.org", "correct horse battery", is_staff=True, is_superuser=True
    )
    client.force_login(user)
    return client


def row_of(model, game):
    said = ChatMessage.objects.create(game=game, room="players", author=game.seats.first().user, text="hello")
    rows = {"game": game, "event": Event.objects.first(), "challenge": Challenge.objects.get(), "chatmessage": said}
    return rows[model]


@pytest.mark.parametrize("model", ["game", "event", "challenge", "chatmessage"])
def test_every_list_and_page_is_there_to_be_read(administrator, start, model):
    game = start("mabula", audience="link")
    row = row_of(model, game)
    for page in (
        reverse(f"admin:games_{model}_changelist"),
        reverse(f"admin:games_{model}_changelist") + "?q=1",
        reverse(f"admin:games_{model}_change", args=[row.pk]),
    ):
        response = administrator.get(page)
        assert response.status_code == 200


def test_a_game_shows_its_board_its_seats_and_its_log(administrator, start):
    game = start("mabula")
    page = administrator.get(reverse("admin:games_game_change", args=[game.pk])).content.decode()
    assert "white to push" in page
    assert Event.objects.first().text in page
    assert "ada" in page


@pytest.mark.parametrize("model", ["game", "event", "challenge", "chatmessage"])
def test_nothing_can_be_added_changed_or_deleted(administrator, start, model):
    game = start("mabula")
    row = row_of(model, game)
    assert administrator.get(reverse(f"admin:games_{model}_add")).status_code == 403
    assert administrator.post(reverse(f"admin:games_{model}_change", args=[row.pk]), {"kind": "x"}).status_code == 403
    assert administrator.post(reverse(f"admin:games_{model}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    assert Game.objects.count() == 1


def test_no_page_of_the_admin_shows_a_seed(administrator):
    index = administrator.get(reverse("admin:index")).content.decode().lower()
    assert "games" in index
    assert "secret" not in index
