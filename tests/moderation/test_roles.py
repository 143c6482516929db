"""Who may do what in the administration: every address of it, for everybody; and how roles are given and taken."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group, Permission
from django.core.management import CommandError, call_command
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import Device, User
from games import kinds
from games.chat import conversation
from games.contract import Seat as Side
from games.models import (
    Appeal,
    Block,
    Case,
    Challenge,
    ChatMessage,
    Delivery,
    Event,
    FlaggedWord,
    Game,
    ModerationAct,
    Notification,
    Report,
    Sanction,
    Seat,
    SiteNotice,
    Switch,
    Vacation,
)
from games.moderation import audit, roles, site_acts
from games.moderation.roles import Role
from games.table import door, log
from tests.games.test_access import OTHERS
from tests.moderation.people import client_of, person

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

WHO = ["visitor", "member", "moderator", "administrator", "superuser"]
# Pages of the administration that are of no model: GET for each of WHO.
PAGES = {
    "admin:index": "302 302 200 200 200",
    "admin:app_list": "302 302 200 200 200",
    "admin:jsi18n": "302 302 200 200 200",
    "admin:login": "302 403 302 302 302",
    "admin:logout": "302 302 405 405 405",  # by POST alone
    "admin:password_change": "302 302 302 302 302",  # to where everybody changes it
    "admin:password_change_done": "302 302 200 200 200",
    "admin:autocomplete": "302 302 403 403 403",  # no form asks for it
    "admin:view_on_site": "302 302 404 404 404",  # nothing has such a page
    "admin:accounts_user_role": "302 302 403 200 200",
}
SEEN = "302 302 403 200 200"
CLOSED = "302 302 403 403 403"
# What is asked of each model; what differs from model to model stands below.
OF_MODELS = {"changelist": SEEN, "change": SEEN, "history": SEEN, "add": CLOSED, "delete": CLOSED}
DIFFERENT = {
    "admin:games_game_changelist": "302 302 200 200 200",
    "admin:games_game_change": "302 302 200 200 200",
    "admin:games_game_history": "302 302 200 200 200",
    "admin:games_sitenotice_add": SEEN,
    "admin:games_flaggedword_add": SEEN,
}


@pytest.fixture
def cast(player):
    moderator, administrator = person("mo"), person("ada2")
    roles.grant(by=None, user=moderator, role=Role.MODERATOR, reason="test")
    roles.grant(by=None, user=administrator, role=Role.ADMINISTRATOR, reason="test")
    superuser = person("root", is_staff=True, is_superuser=True)
    everybody = [None, player, moderator, administrator, superuser]
    return {who: User.objects.get(pk=user.pk) if user else None for who, user in zip(WHO, everybody, strict=True)}


@pytest.fixture
def rows(game, player, opponent):
    """One row of everything that the administration shows."""
    now = timezone.now()
    said = conversation.say(game_id=game.pk, user=player, room="players", text="Good luck!", seen=0)
    told = Notification.objects.filter(user=opponent).first() or Notification.objects.create(
        user=opponent, occasion="chat", key="x", game=game, at=now
    )
    case = Case.objects.create(subject=opponent, reason="abuse")
    with transaction.atomic():
        act = audit.record(by=None, what=audit.What.WARN, reason="test", person=opponent.pk)
    sanction = Sanction.objects.create(user=opponent, kind="warning", reason="Be kind.", act=act.number)
    found = {
        "games_game": game,
        "games_event": Event.objects.filter(game=game).first(),
        "games_challenge": Challenge.objects.get(),
        "games_chatmessage": said,
        "games_vacation": Vacation.objects.create(
            user=player, starts=now, ends=now + timedelta(days=3), announced_at=now
        ),
        "games_notification": told,
        "games_delivery": Delivery.objects.create(notification=told, channel="x", due_at=now),
        "games_case": case,
        "games_report": Report.objects.create(case=case, reporter=player, target="game", reason="abuse", game=game),
        "games_sanction": sanction,
        "games_appeal": Appeal.objects.create(sanction=sanction),
        "games_block": Block.objects.create(by=player, whom=opponent),
        "games_moderationact": act,
        "games_switch": Switch.objects.get(key="bots"),
        "games_sitenotice": SiteNotice.objects.create(text="Hello", starts=now, ends=now + timedelta(days=1)),
        "games_flaggedword": FlaggedWord.objects.create(word="rude"),
        "accounts_user": player,
        "accounts_device": Device.objects.create(user=player, key="k"),
        "account_emailaddress": EmailAddress.objects.create(user=player, email="ada@example.org"),
        "mfa_authenticator": Authenticator.objects.create(user=player, type="totp", data={"secret": "hush"}),
        "usersessions_usersession": UserSession.objects.create(
            user=player, session_key="s" * 32, ip="192.0.2.7", user_agent="a browser"
        ),
        "auth_group": Group.objects.get(name=Role.MODERATOR),
    }
    return {label: row.pk for label, row in found.items()}


def expected(name: str) -> list[int]:
    label, _, what = name.removeprefix("admin:").rpartition("_")
    cell = PAGES.get(name) or DIFFERENT.get(name) or OF_MODELS[what]
    assert label or name in PAGES
    return [int(status) for status in cell.split()]


def address(name: str, rows: dict[str, int]) -> str:
    label, _, what = name.removeprefix("admin:").rpartition("_")
    if name == "admin:app_list":
        return reverse(name, kwargs={"app_label": "games"})
    if name == "admin:view_on_site":
        return reverse(name, kwargs={"content_type_id": 999, "object_id": 1})
    if what in ("change", "delete", "history", "role") and label in rows:
        return reverse(name, args=[rows[label]])
    return reverse(name)


def test_every_address_of_the_administration_by_role(cast, rows):
    names = [name for name in OTHERS if name.startswith("admin:")]
    clients = [client_of(user) for user in cast.values()]
    found = {name: [client.get(address(name, rows)).status_code for client in clients] for name in names}
    assert found == {name: expected(name) for name in names}


def test_nothing_is_changed_by_a_form_of_the_administration_without_the_right_to(cast, rows):
    """POSTs to every address: nobody changes what is read-only, not even a superuser; and every change has a reason."""
    models: list[Any] = [
        *(Game, Seat, Event, Challenge, ChatMessage, Vacation, Notification, Delivery, Case, Report, Sanction, Appeal),
        *(Block, ModerationAct, Switch, SiteNotice, FlaggedWord, User, Device, EmailAddress, Authenticator, Group),
    ]

    def everything():
        return {model: list(model.objects.order_by("pk").values()) for model in models}

    clients = {who: client_of(user) for who, user in cast.items()}
    before = everything()
    for name in OTHERS:
        if not name.startswith("admin:") or name in PAGES:
            continue
        for who, client in clients.items():
            sent = {"post": "yes", "action": "delete_selected", "_selected_action": [1], "is_on": "", "text": "x"}
            status = client.post(address(name, rows), sent).status_code
            assert status in ((200, 302, 403) if who in WHO[2:] else (302,)), (name, who)
    after = everything()
    for people in (before, after):
        for row in people[User]:
            row.pop("last_login")
    assert after == before


# What a moderator sees


def raw_of(game):
    seat, event = game.seats.first(), game.events.filter(key__isnull=False).first()
    return [seat.nonce, game.commitment, event.key, event.digest, event.chain, "ada@example.org", "ben@example.org"]


@pytest.fixture
def played(game, player):
    move = kinds.get("mabula").rules.legal(log.position(game).state)[0]
    door.submit(game_id=game.pk, seat=Side.ONE, act=door.Act.MOVE, text=move, seen=game.head, key="a-key-of-ada")
    game.refresh_from_db()
    return game


def page_of(user, game) -> str:
    text: str = client_of(user).get(reverse("admin:games_game_change", args=[game.pk])).content.decode()
    return text


def test_a_moderator_sees_a_game_without_raw_data(cast, played):
    page = page_of(cast["moderator"], played)
    assert "ada (White)" in page
    assert [raw for raw in raw_of(played) if raw in page] == []


def test_an_administrator_sees_raw_data_too(cast, played):
    page = page_of(cast["administrator"], played)
    assert [raw for raw in raw_of(played)[:5] if raw not in page] == []


@pytest.mark.parametrize("who", ["moderator", "administrator", "superuser"])
def test_who_plays_in_a_game_sees_no_more_than_a_player(cast, played, opponent, who):
    played.seats.filter(number=2).update(user=cast[who])
    with transaction.atomic():
        audit.record(by=None, what=audit.What.PAUSE, reason="A secret reason.", game=played.pk)
    Report.objects.create(
        case=Case.objects.create(subject=opponent, reason="abuse"), target="game", reason="abuse", game=played
    )
    ChatMessage.objects.create(game=played, room="spectators", author=opponent, text="He will lose his queen")
    page, client = page_of(cast[who], played), client_of(cast[who])
    assert "The log in words" in page
    assert "You play in this game" in page
    assert [raw for raw in [*raw_of(played), "A secret reason."] if raw in page] == []
    for filtered in ("reported", "moderated"):
        found = client.get(f"{reverse('admin:games_game_changelist')}?{filtered}=yes").content.decode()
        assert f"#{played.pk}<" not in found
    if who != "moderator":
        for model in ("event", "chatmessage", "challenge", "notification", "delivery", "report", "moderationact"):
            rows = client.get(reverse(f"admin:games_{model}_changelist")).context["cl"].queryset
            path = "notification__game" if model == "delivery" else "game"
            assert not rows.filter(**{path: played.pk}).exists(), model


def test_when_the_game_is_over_an_administrator_sees_it_all(cast, played):
    played.seats.filter(number=2).update(user=cast["administrator"])
    Game.objects.filter(pk=played.pk).update(status="over", to_move=None, ended_at=timezone.now())
    played.refresh_from_db()
    assert raw_of(played)[0] in page_of(cast["administrator"], played)


def test_no_page_shows_a_seed_nor_what_a_second_factor_holds(cast, rows):
    client = client_of(cast["superuser"])
    index = client.get(reverse("admin:index")).content.decode().lower()
    assert "secrets" not in index
    page = client.get(reverse("admin:mfa_authenticator_change", args=[rows["mfa_authenticator"]])).content.decode()
    assert "hush" not in page


# Giving and taking


def test_a_role_gives_and_takes_what_belongs_to_it(bystander, administrator):
    assert not roles.is_moderator(bystander)
    roles.grant(by=administrator, user=bystander, role=Role.MODERATOR, reason="Helps on weekends.")
    cleo = User.objects.get(pk=bystander.pk)
    assert (roles.is_moderator(cleo), roles.is_administrator(cleo), cleo.is_staff) == (True, False, True)
    roles.grant(by=administrator, user=cleo, role=Role.ADMINISTRATOR, reason="Runs the server.")
    roles.revoke(by=administrator, user=cleo, role=Role.MODERATOR, reason="One is enough.")
    cleo = User.objects.get(pk=bystander.pk)
    assert (roles.is_moderator(cleo), roles.is_administrator(cleo), cleo.is_staff) == (True, True, True)
    roles.revoke(by=administrator, user=cleo, role=Role.ADMINISTRATOR, reason="Thanks for all.")
    cleo = User.objects.get(pk=bystander.pk)
    assert (roles.is_moderator(cleo), roles.is_administrator(cleo), cleo.is_staff) == (False, False, False)
    acts = ModerationAct.objects.order_by("number").values_list("what", "moderator", "person", "reason")
    assert acts.first() == ("role", administrator.pk, cleo.pk, "Helps on weekends.")
    assert ModerationAct.objects.count() == 4
    assert list(audit.faults()) == []


def test_roles_are_given_by_administrators_to_members_and_never_to_oneself(moderator, administrator, bystander):
    guest = User.objects.create(username="guest-1", is_guest=True)
    tries = [
        ("not-an-administrator", moderator, bystander, roles.grant),
        ("your-own-role", administrator, administrator, roles.grant),
        ("not-a-member", administrator, guest, roles.grant),
        ("does-not-have-it", administrator, bystander, roles.revoke),
    ]
    for code, by, user, change in tries:
        with pytest.raises(roles.RoleUnchanged, match=code):
            change(by=by, user=user, role=Role.MODERATOR, reason="x")
    roles.grant(by=administrator, user=bystander, role=Role.MODERATOR, reason="x")
    with pytest.raises(roles.RoleUnchanged, match="has-it-already"):
        roles.grant(by=administrator, user=bystander, role=Role.MODERATOR, reason="x")
    with pytest.raises(ValueError, match="reason"):
        roles.revoke(by=administrator, user=bystander, role=Role.MODERATOR, reason=" ")
    assert roles.roles_of(bystander) == [Role.MODERATOR]


def test_a_moderator_can_be_made_at_the_console(bystander, capsys):
    call_command("make_moderator", "Cleo")
    assert roles.is_moderator(User.objects.get(pk=bystander.pk))
    call_command("make_moderator", "cleo", administrator=True, reason="Runs it.")
    call_command("make_moderator", "cleo", revoke=True)
    assert roles.roles_of(bystander) == [Role.ADMINISTRATOR]
    assert "cleo has now: Administrators." in capsys.readouterr().out
    for name in ("cleo", "nobody"):
        with pytest.raises(CommandError):
            call_command("make_moderator", name, revoke=True)


def test_a_role_is_given_on_a_page_of_the_administration(administrator, bystander):
    client, page = client_of(administrator), reverse("admin:accounts_user_role", args=[bystander.pk])
    assert client.post(page, {"role": "Moderators", "change": "grant"}).status_code == 422
    assert client.post(page, {"role": "Moderators", "change": "revoke", "reason": "x"}).status_code == 422
    answer = client.post(page, {"role": "Moderators", "change": "grant", "reason": "Helps."})
    assert answer["Location"] == reverse("admin:accounts_user_change", args=[bystander.pk])
    assert roles.roles_of(bystander) == [Role.MODERATOR]
    assert ModerationAct.objects.get().reason == "Helps."
    assert client.get(reverse("admin:accounts_user_role", args=[9999])).status_code == 404


def test_the_groups_are_made_anew_as_they_are_written():
    group = Group.objects.get(name=Role.MODERATOR)
    group.permissions.add(Permission.objects.get(codename="view_delivery"))
    roles.create_groups()
    roles.create_groups()
    assert sorted(group.permissions.values_list("codename", flat=True)) == ["moderate", "view_game"]
    assert Group.objects.count() == 2
    missing = {
        f"{app}.{name}"
        for permissions in roles.PERMISSIONS.values()
        for app, names in permissions.items()
        for name in names
        if not Permission.objects.filter(content_type__app_label=app, codename=name).exists()
    }
    assert missing == set()
    Switch.objects.all().delete()
    site_acts.create_switches()
    assert Switch.objects.count() == len(Switch.Key)
