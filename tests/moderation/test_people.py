"""Acts on people: who may, what follows, what the person sees, and that each can be taken back."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from django.core import mail
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import adoption, guests
from accounts.leaving import delete_account
from accounts.models import FOR_GOOD, User
from games.live import signals
from games.live.consumer import Closing, Live
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Challenge, Delivery, Game, ModerationAct, Notification, Sanction
from games.moderation import audit, naming, people, roles, sanction_columns, sanctions
from games.moderation.refusals import ModerationRefused
from games.notify import send_check
from games.notify.reasons import DeliveryReason
from games.table import checks
from tests.accounts.members import logged_in
from tests.games.playing import move
from tests.games.test_live import code_of, heard, knock, page
from tests.moderation.people import PASSWORD, client_of, person

pytestmark = pytest.mark.django_db

Measure = Sanction.Measure
HTMX = {"HX-Request": "true"}


def impose(moderator, user, kind, *, days=None, reason="You insulted others.", **more):
    until = timezone.now() + timedelta(days=days) if days else None
    return people.impose(by=moderator, user=user, kind=kind, reason=reason, until=until, **more)


def fresh(user):
    return User.objects.get(pk=user.pk)


def words_of(page) -> str:
    text: str = page.content.decode()
    return text


def code(**terms) -> str:
    with pytest.raises(ModerationRefused) as refused:
        people.impose(**terms)
    return refused.value.code


# What is written


@pytest.mark.parametrize(
    ("kind", "days", "projected"),
    [
        (Measure.WARNING, None, {"is_warned"}),
        (Measure.CHAT_TIMEOUT, 3, {"silent_until"}),
        (Measure.PHRASES_ONLY, 3, {"phrases_until"}),
        (Measure.PHRASES_ONLY, None, {"phrases_until"}),
        (Measure.SUSPENSION, 3, {"barred_until"}),
        (Measure.CLOSURE, None, {"barred_until"}),
        (Measure.RENAME, None, {"must_rename"}),
    ],
)
def test_a_sanction_is_in_the_row_of_the_person_and_in_the_audit_and_lifted_in_neither(
    moderator, player, kind, days, projected
):
    sanction = impose(moderator, player, kind, days=days)
    after = fresh(player)
    assert {name for name in sanction_columns.NAMES if getattr(after, name)} == projected
    act = ModerationAct.objects.get(number=sanction.act)
    assert (act.moderator, act.person, act.what) == (moderator.pk, player.pk, people.ACTS[kind])
    assert act.reason == "You insulted others."
    assert {name for name in sanction_columns.NAMES if act.after[name]} == projected
    assert not any(act.before.values())
    assert (act.after["sanction"]["number"], act.after["sanction"]["kind"]) == (sanction.pk, kind)

    people.lift(by=moderator, sanction=sanction, reason="It was not them.")
    assert not any(getattr(fresh(player), name) for name in sanction_columns.NAMES)
    lifted = ModerationAct.objects.latest("number")
    assert (lifted.what, lifted.person, lifted.reason) == ("lift", player.pk, "It was not them.")
    assert list(audit.faults()) == []


def test_what_lasts_longest_counts_and_what_is_left_still_holds_when_that_is_lifted(moderator, player):
    impose(moderator, player, Measure.SUSPENSION, days=1)
    longer = impose(moderator, player, Measure.SUSPENSION, days=6)
    closed = impose(moderator, player, Measure.CLOSURE)
    assert fresh(player).barred_until == FOR_GOOD and fresh(player).is_closed
    people.lift(by=moderator, sanction=closed, reason="Once more.")
    assert fresh(player).barred_until == longer.until
    people.lift(by=moderator, sanction=longer, reason="Once more.")
    assert fresh(player).is_barred and fresh(player).barred_until < longer.until


def test_what_has_an_end_ends_by_itself(moderator, player, client):
    impose(moderator, player, Measure.SUSPENSION, days=2)
    impose(moderator, player, Measure.CHAT_TIMEOUT, days=2)
    assert fresh(player).is_barred and fresh(player).is_silent
    User.objects.filter(pk=player.pk).update(
        barred_until=timezone.now() - timedelta(seconds=1), silent_until=timezone.now() - timedelta(seconds=1)
    )
    assert not fresh(player).is_barred and not fresh(player).is_silent
    client.force_login(player)
    assert client.get("/").status_code == 200


def test_the_person_is_told_of_it_and_of_its_end_once_each(moderator, player):
    sanction = impose(moderator, player, Measure.WARNING)
    people.lift(by=moderator, sanction=sanction, reason="It was not them.")
    told = Notification.objects.filter(user=player, occasion=Notification.Occasion.SANCTION).order_by("pk")
    assert [(row.sanction, row.key) for row in told] == [
        (sanction, f"sanction:{sanction.pk}"),
        (sanction, f"lifted:{sanction.pk}"),
    ]
    assert {row.channel for row in told[0].deliveries.all()} == {"mail", "site"}


# Who may, and what is refused


def test_nobody_acts_on_themselves_and_moderators_not_on_staff(moderator, administrator, player):
    terms: dict[str, Any] = {"kind": Measure.WARNING, "reason": "No."}
    assert code(by=moderator, user=moderator, **terms) == "yourself"
    assert code(by=moderator, user=administrator, **terms) == "staff"
    assert code(by=player, user=moderator, **terms) == "not-a-moderator"
    assert code(by=administrator, user=administrator, **terms) == "yourself"
    assert people.impose(by=administrator, user=moderator, **terms).user == moderator
    assert ModerationAct.objects.count() == 1


def test_an_administrator_reads_that_it_takes_a_superuser_to_act_on_staff(administrator, moderator, bystander):
    roles.grant(by=administrator, user=bystander, role=roles.Role.ADMINISTRATOR, reason="Runs the server.")
    page = words_of(client_of(fresh(bystander)).get(f"/moderation/people/{moderator.pk}/"))
    assert "Only a superuser can act on staff." in page


def test_a_moderator_does_not_lift_what_an_administrator_imposed_on_another_moderator(moderator, administrator, player):
    staff = person("max", is_staff=True)
    sanction = impose(administrator, staff, Measure.CHAT_TIMEOUT, days=1)
    with pytest.raises(ModerationRefused, match="staff"):
        people.lift(by=moderator, sanction=sanction, reason="A friend.")


@pytest.mark.parametrize(
    ("kind", "days", "refusal"),
    [
        (Measure.CHAT_TIMEOUT, None, "no-end"),
        (Measure.SUSPENSION, None, "no-end"),
        (Measure.SUSPENSION, -1, "ends-in-the-past"),
        (Measure.CHAT_TIMEOUT, 400, "ends-too-late"),
        (Measure.WARNING, 1, "has-no-end"),
        (Measure.CLOSURE, 1, "has-no-end"),
        (Measure.RENAME, 1, "has-no-end"),
    ],
)
def test_an_end_is_where_it_belongs(moderator, player, kind, days, refusal):
    until = timezone.now() + timedelta(days=days) if days else None
    assert code(by=moderator, user=player, kind=kind, reason="No.", until=until) == refusal
    assert not Sanction.objects.exists() and not ModerationAct.objects.exists()


@pytest.mark.parametrize(
    ("reason", "refusal"), [("", "no-reason"), (" \u200b\n", "no-reason"), ("x" * 1001, "reason-too-long")]
)
def test_there_is_no_act_without_a_reason(moderator, player, reason, refusal):
    assert code(by=moderator, user=player, kind=Measure.WARNING, reason=reason) == refusal


def test_nothing_is_done_twice_by_two_moderators_or_one_form(moderator, player):
    impose(moderator, player, Measure.WARNING, seen=0)
    assert code(by=moderator, user=player, kind=Measure.WARNING, reason="No.", seen=0) == "acted-on-meanwhile"
    closed = impose(moderator, player, Measure.CLOSURE)
    assert code(by=moderator, user=player, kind=Measure.CLOSURE, reason="No.") == "closed-already"
    people.lift(by=moderator, sanction=closed, reason="Well.")
    with pytest.raises(ModerationRefused, match="lifted-already"):
        people.lift(by=moderator, sanction=closed, reason="Well.")


def test_what_is_over_cannot_be_lifted(moderator, player):
    sanction = impose(moderator, player, Measure.CHAT_TIMEOUT, days=1)
    Sanction.objects.update(until=timezone.now() - timedelta(hours=1))
    with pytest.raises(ModerationRefused, match="over-already"):
        people.lift(by=moderator, sanction=sanction, reason="Well.")


# Suspended


def test_whoever_is_suspended_is_logged_out_everywhere_and_sees_only_why(moderator, player, game):
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    here, elsewhere = logged_in("ada", PASSWORD), logged_in("ada", PASSWORD)
    assert UserSession.objects.filter(user=player).count() == 2
    impose(moderator, player, Measure.SUSPENSION, days=3, reason="You insulted Ben.")
    assert not UserSession.objects.filter(user=player).exists()
    for browser in (here, elsewhere):
        assert browser.get("/games/new/").status_code == 302, "logged out"

    back = client_of(player)
    for path in ("/", "/lobby/", "/games/new/", f"/games/{game.pk}/", "/account/preferences/", "/admin/", "/blocks/"):
        answer = back.get(path)
        assert (answer.status_code, answer["Location"]) == (303, "/sanctions/"), path
        assert back.get(path, headers=HTMX)["HX-Redirect"] == "/sanctions/"
        assert (back.post(path).status_code, "is suspended" in words_of(back.post(path))) == (403, True)
    assert back.post("/play/", headers=HTMX)["HX-Redirect"] == "/sanctions/"
    shown = words_of(back.get("/sanctions/"))
    assert "You insulted Ben." in shown and "data-live" not in shown
    for path in ("/account/export/", "/account/delete/", "/account/logout/", "/healthz", "/icon.svg"):
        assert back.get(path).status_code in (200, 302) and back.get(path).get("Location") != "/sanctions/"
    assert back.post("/account/export/").status_code == 200
    assert back.post("/account/logout/").status_code == 302


def test_a_moderator_who_is_suspended_is_no_moderator(administrator, moderator, player):
    impose(administrator, moderator, Measure.SUSPENSION, days=1)
    assert client_of(moderator).get(f"/moderation/people/{player.pk}/")["Location"] == "/sanctions/"


def test_nobody_sees_meets_or_mails_somebody_who_is_suspended(moderator, player, opponent, bystander):
    agreement = Agreement("mabula", {})
    mine = challenges.challenge(creator=player, agreement=agreement)
    theirs = challenges.challenge(creator=opponent, agreement=agreement, audience="person", invited=player)
    impose(moderator, player, Measure.SUSPENSION, days=1)
    mine.refresh_from_db()
    theirs.refresh_from_db()
    assert (mine.status, theirs.status) == (Challenge.Status.WITHDRAWN, Challenge.Status.DECLINED)
    assert client_of(opponent).get("/people/ada/").status_code == 404
    with pytest.raises(challenges.LobbyRefused, match="cannot-be-challenged"):
        challenges.challenge(creator=opponent, agreement=agreement, audience="person", invited=fresh(player))


def test_a_suspended_person_gets_mails_about_that_and_nothing_else(moderator, player, game):
    impose(moderator, player, Measure.SUSPENSION, days=1)
    rows = Delivery.objects.filter(notification__user=player, channel="mail").select_related("notification")
    found = {
        row.notification.occasion: send_check.check(fresh(player), row, timezone.now(), timedelta(0)) for row in rows
    }
    barred = send_check.Withhold(DeliveryReason.BARRED)
    assert found["game-begins"] == barred
    assert found["sanction"] != barred
    assert mail.outbox == []


def test_a_guest_keeps_their_session_and_reads_why(moderator, client):
    client.post("/play/")
    guest = User.objects.get(is_guest=True)
    impose(moderator, guest, Measure.SUSPENSION, days=1, reason="You insulted others.")
    assert client.get("/")["Location"] == "/sanctions/"
    assert "You insulted others." in words_of(client.get("/sanctions/"))
    assert client.get("/account/signup/")["Location"] == "/sanctions/", "no way out of it by signing up"


def test_a_guest_who_is_barred_can_log_out_and_then_log_in_as_somebody_else(moderator, player, client):
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    client.post("/play/")
    impose(moderator, User.objects.get(is_guest=True), Measure.CLOSURE)
    assert client.get("/account/login/")["Location"] == "/sanctions/"
    assert "you can’t get back to this page" in words_of(client.get("/sanctions/"))
    assert client.get("/account/logout/").status_code == 200
    assert client.post("/account/logout/").status_code == 302
    assert "_auth_user_id" not in client.session
    client.post("/account/login/", {"login": "ada", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(player.pk)
    assert not fresh(player).is_barred


def test_what_a_guest_was_imposed_holds_for_the_account_they_turn_out_to_have(moderator, player):
    guest = guests.new_guest()
    impose(moderator, guest, Measure.CHAT_TIMEOUT, days=2)
    adoption.hand_over(guest=guest, user=player)
    assert fresh(player).is_silent
    assert Sanction.objects.get().user == player


def test_another_log_in_leads_to_the_sanctions_too(moderator, player):
    impose(moderator, player, Measure.CLOSURE)
    client = Client()
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    answer = client.post("/account/login/", {"login": "ada", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1] == ("/sanctions/", 303)


# Their games


def test_up_to_seven_days_games_wait_and_their_clocks_run(moderator, player, start):
    game = start(clock="3d")
    move(game)
    game.refresh_from_db()
    impose(moderator, player, Measure.SUSPENSION, days=7)
    after = Game.objects.get(pk=game.pk)
    assert (after.status, after.deadline, after.head) == ("running", game.deadline, game.head)


@pytest.mark.parametrize(("kind", "days"), [(Measure.SUSPENSION, 8), (Measure.CLOSURE, None)])
def test_for_longer_games_are_settled_and_lifting_it_gives_them_back(moderator, player, start, kind, days):
    young, old = start(), start()
    for _ in range(checks.HARDLY_BEGUN):
        move(old)
        old.refresh_from_db()
    sanction = impose(moderator, player, kind, days=days, reason="You insulted Ben.")
    young.refresh_from_db()
    old.refresh_from_db()
    assert (young.status, young.winner) == ("over", None)
    assert (old.status, old.winner) == ("over", 2)
    about = ModerationAct.objects.filter(game__in=[young.pk, old.pk])
    assert about.count() == 2 and not about.filter(reason__contains="insulted").exists(), "the other player reads it"
    people.lift(by=moderator, sanction=sanction, reason="It was not them.")
    young.refresh_from_db()
    old.refresh_from_db()
    assert (young.status, old.status) == ("running", "running")
    assert list(audit.faults()) == []


def test_games_stay_settled_while_something_else_still_bars_for_long(moderator, player, start):
    game = start()
    impose(moderator, player, Measure.CLOSURE)
    longer = impose(moderator, player, Measure.SUSPENSION, days=30)
    people.lift(by=moderator, sanction=longer, reason="One is enough.")
    game.refresh_from_db()
    assert game.status == "over"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_bars_that_overlap_the_last_to_be_lifted_gives_the_games_back(moderator, player, game, order):
    bars = impose(moderator, player, Measure.SUSPENSION, days=30), impose(moderator, player, Measure.CLOSURE)
    for number, status in zip(order, ("over", "running"), strict=True):
        people.lift(by=moderator, sanction=bars[number], reason="It was not them.")
        game.refresh_from_db()
        assert game.status == status


def test_what_ran_out_by_itself_gives_nothing_back_when_something_else_is_lifted(moderator, player, game):
    impose(moderator, player, Measure.SUSPENSION, days=30)
    Sanction.objects.update(until=timezone.now() - timedelta(days=1))
    people.lift(by=moderator, sanction=impose(moderator, player, Measure.CLOSURE), reason="It was not them.")
    game.refresh_from_db()
    assert game.status == "over"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_where_both_were_barred_the_game_goes_on_when_both_are_back(moderator, player, opponent, game, order):
    bars = impose(moderator, player, Measure.CLOSURE), impose(moderator, opponent, Measure.SUSPENSION, days=30)
    for number, status in zip(order, ("over", "running"), strict=True):
        people.lift(by=moderator, sanction=bars[number], reason="It was not them.")
        game.refresh_from_db()
        assert game.status == status
    assert list(audit.faults()) == []


def test_a_game_goes_on_though_the_other_is_out_for_a_few_days(moderator, player, opponent, game):
    bar = impose(moderator, player, Measure.CLOSURE)
    impose(moderator, opponent, Measure.SUSPENSION, days=3)
    people.lift(by=moderator, sanction=bar, reason="It was not them.")
    game.refresh_from_db()
    assert game.status == "running"


def test_a_game_whose_other_player_has_left_stays_settled(moderator, player, opponent, game):
    bar = impose(moderator, player, Measure.CLOSURE)
    delete_account(user=opponent)
    people.lift(by=moderator, sanction=bar, reason="It was not them.")
    game.refresh_from_db()
    assert game.status == "over"


# Warned


def test_a_warning_is_on_every_page_until_it_is_acknowledged(moderator, player, opponent):
    client = client_of(player)
    sanction = impose(moderator, player, Measure.WARNING)
    for path in ("/", "/lobby/", "/account/preferences/"):
        assert "A moderator has warned you." in words_of(client.get(path))
    assert client_of(opponent).post(f"/sanctions/{sanction.pk}/acknowledge/").status_code == 404
    assert client.get(f"/sanctions/{sanction.pk}/acknowledge/").status_code == 405
    assert "I have read this" in words_of(client.get("/sanctions/"))
    assert client.post(f"/sanctions/{sanction.pk}/acknowledge/").status_code == 303
    sanction.refresh_from_db()
    assert sanction.acknowledged_at is not None
    assert "A moderator has warned you." not in words_of(client.get("/"))
    assert "I have read this" not in words_of(client.get("/sanctions/"))


def test_a_banner_costs_no_query(moderator, player):
    client = client_of(player)
    client.get("/lobby/")

    def asked() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get("/lobby/")
        return len(queries)

    before = asked()
    impose(moderator, player, Measure.WARNING)
    Notification.objects.all().delete()
    assert asked() == before


def test_somebody_without_sanctions_is_thanked(player):
    assert "Thanks for playing fair." in words_of(client_of(player).get("/sanctions/"))


# Renamed


def test_a_name_is_replaced_at_once_and_the_person_chooses_another(moderator, player, opponent):
    client = client_of(player)
    impose(moderator, player, Measure.RENAME, reason="Your name insults.")
    stand_in = fresh(player).username
    assert stand_in.startswith("player-")
    assert stand_in in words_of(client.get("/")) and "Choose another name" in words_of(client.get("/"))
    assert "Your name insults." in words_of(client.get("/rename/"))
    for name, sentence in (
        ("Ada", "taken"),
        ("áda", "taken"),
        ("ben", "taken"),
        ("a", "3 to 30"),
        ("admin", "reserved"),
    ):
        answer = client.post("/rename/", {"name": name})
        assert answer.status_code == 422 and sentence in words_of(answer), name
    assert client.post("/rename/", {"name": "Adele"}).status_code == 303
    assert (fresh(player).username, fresh(player).must_rename) == ("Adele", False)
    assert client.get("/rename/").status_code == 302, "there is nothing to choose any more"
    assert client.post("/rename/", {"name": "Adelheid"}).status_code == 302
    assert fresh(player).username == "Adele"


def test_lifted_before_another_was_chosen_the_name_comes_back_unless_somebody_has_it(moderator, player, opponent):
    sanction = impose(moderator, player, Measure.RENAME)
    people.lift(by=moderator, sanction=sanction, reason="It is a name after all.")
    assert fresh(player).username == "ada"
    again = impose(moderator, fresh(player), Measure.RENAME)
    person("adа".replace("а", "a"))
    people.lift(by=moderator, sanction=again, reason="It is a name after all.")
    assert fresh(player).username.startswith("player-")


def test_the_audit_knows_no_names(moderator, player):
    sanction = impose(moderator, player, Measure.RENAME)
    act = ModerationAct.objects.get(number=sanction.act)
    assert "ada" not in f"{act.before} {act.after} {act.subject}"


def test_guests_have_no_name_to_take_away(moderator):
    assert code(by=moderator, user=guests.new_guest(), kind=Measure.RENAME, reason="No.") == "guests-keep-their-name"


def test_two_who_choose_the_same_name_are_told(moderator, player, opponent):
    impose(moderator, player, Measure.RENAME)
    with pytest.raises(ValidationError):
        naming.choose(user=fresh(player), name="BEN")


# View at the desk


def test_the_page_of_a_person_shows_what_is_known_and_what_can_be_done(moderator, player, opponent, game):
    impose(moderator, player, Measure.CHAT_TIMEOUT, days=3, reason="You insulted Ben.")
    desk = client_of(moderator)
    shown = words_of(desk.get(f"/moderation/people/{player.pk}/"))
    assert "You insulted Ben." in shown and "chat ban" in shown and "Lift now" in shown
    assert "The person will read this." in shown and "It stays in the audit." not in shown
    assert player.email not in shown
    for label in ("Warn", "Ban from chat", "Suspend", "Close the account", "Take the name away"):
        assert label in shown
    assert "ada" in words_of(desk.get("/moderation/people/")) and "ben" in words_of(
        desk.get("/moderation/people/?name=BE")
    )
    assert "You can’t take action on yourself" in words_of(desk.get(f"/moderation/people/{moderator.pk}/"))


@pytest.mark.parametrize("kind", Measure.values)
def test_every_act_is_a_form_at_the_desk(moderator, player, kind):
    desk = client_of(moderator)
    sent = {"kind": kind, "seen": 0, "hours": "24" if kind != Measure.PHRASES_ONLY else "168"}
    address = f"/moderation/people/{player.pk}/impose/"
    wrong = desk.post(address, {**sent, "reason": ""})
    assert wrong.status_code == 422 and "Give a reason" in words_of(wrong)
    assert not Sanction.objects.exists()
    assert desk.post(address, {**sent, "canned": "tone", "reason": "In game 3."}).status_code == 303
    sanction = Sanction.objects.get()
    assert sanction.kind == kind
    assert sanction.reason.startswith("What you wrote in the chat was insulting.") and sanction.reason.endswith(
        "In game 3."
    )
    assert desk.post(address, {**sent, "reason": "Sent twice."}).status_code == 409
    lift = f"/moderation/sanctions/{sanction.pk}/lift/"
    assert desk.post(lift, {"reason": ""}).status_code == 422
    assert desk.post(lift, {"reason": "An error."}).status_code == 303
    assert desk.post(lift, {"reason": "An error."}).status_code == 409
    assert not sanctions.in_force(player).exists()


@pytest.mark.parametrize(
    "sent",
    [{}, {"kind": "flog"}, {"kind": "warning"}, {"kind": "suspension", "seen": 0, "hours": "9999999", "reason": "No."}],
)
def test_nonsense_is_refused_with_a_sentence(moderator, player, sent):
    answer = client_of(moderator).post(f"/moderation/people/{player.pk}/impose/", sent)
    assert answer.status_code == 422 and not Sanction.objects.exists()


def test_for_everybody_else_there_is_no_desk(player, opponent, moderator):
    sanction = impose(moderator, opponent, Measure.WARNING)
    for path in (f"people/{opponent.pk}/", "people/", "appeals/"):
        assert client_of(player).get(f"/moderation/{path}").status_code == 404
    assert client_of(player).post(f"/moderation/sanctions/{sanction.pk}/lift/", {"reason": "x"}).status_code == 404


# Sockets


@pytest.fixture
def loop_of_its_own(settings):
    settings.ALLOWED_HOSTS = ["testserver"]
    for _ in range(2):
        channel_layers.backends.clear()
        signals._loop = None
        Live.limits.clear()


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_open_sockets_close_at_once_and_no_other_opens(loop_of_its_own, moderator, player, opponent, game):
    async with page(player, game) as closing, page(player) as too, page(opponent, game) as staying:
        await sync_to_async(impose)(moderator, player, Measure.SUSPENSION, days=1)
        assert await code_of(closing) == await code_of(too) == Closing.LOGGED_OUT
        assert await staying.receive_nothing()
    socket = knock(await sync_to_async(client_of)(player))
    assert await socket.connect() == (True, None)
    assert await code_of(socket) == Closing.BARRED
    await socket.disconnect()


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_sockets_of_a_guest_close_though_their_session_stays(loop_of_its_own, moderator):
    guest = await sync_to_async(guests.new_guest)()
    async with page(guest) as closing:
        await sync_to_async(impose)(moderator, guest, Measure.CLOSURE)
        assert await code_of(closing) == Closing.LOGGED_OUT


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_a_warning_closes_nothing(loop_of_its_own, moderator, player, game):
    async with page(player, game) as socket:
        await sync_to_async(impose)(moderator, player, Measure.WARNING)
        assert await heard(socket) == {"waiting": True}, "it is told on the site"
        assert await socket.receive_nothing()
