"""The admin shows every game and event, and changes none."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Device, User
from games.lobby import blocks, challenges
from games.lobby.start import Agreement
from games.models import (
    Block,
    Case,
    Challenge,
    ChatMessage,
    Event,
    Game,
    ModerationAct,
    Notification,
    Report,
    Sanction,
)
from games.moderation import audit, cases, game_acts, reports
from games.table.door import Act
from tests.games.playing import legal


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
    assert f'src="/games/{game.pk}/board.png?at={game.head}"' in page
    assert Event.objects.first().text in page
    assert "ada" in page


def test_the_board_is_seen_after_any_event(administrator, start, act):
    game = start("mabula")
    for _ in range(3):
        act(game, legal(game)[0])
    game.refresh_from_db()
    path = reverse("admin:games_game_change", args=[game.pk])
    page = administrator.get(path, {"at": 2}).content.decode()
    assert f"/games/{game.pk}/board.png?at=2" in page
    assert administrator.get(f"/games/{game.pk}/board.png?at=2")["Content-Type"] == "image/png"
    assert 'rel="prev" href="?at=1"' in page
    assert 'rel="next" href="?at=3"' in page
    assert 'rel="next"' not in administrator.get(path).content.decode()
    assert 'rel="prev"' not in administrator.get(path, {"at": 0}).content.decode()


@pytest.mark.parametrize("at", ["x", "-1", "999", "", "9" * 40])
def test_an_event_that_is_none_is_answered(administrator, start, at):
    page = administrator.get(reverse("admin:games_game_change", args=[start("mabula").pk]), {"at": at})
    assert page.status_code == 200
    assert "There’s no such event in this game" in page.content.decode()


@pytest.mark.parametrize("number", ["9" * 4500, "9" * 30, "0", "²", "ada"])
@pytest.mark.parametrize("model", ["accounts/user", "games/game"])
def test_a_number_that_nothing_has_is_answered(administrator, model, number):
    assert administrator.get(f"/admin/{model}/{number}/change/").status_code == 302


def test_the_log_is_told_in_words_also_what_was_taken_back(administrator, start, act):
    game = start("marabunta")
    while not any("@" in move for move in legal(game)):
        act(game, legal(game)[0])
    mover = game.to_move
    act(game, next(move for move in legal(game) if "@" in move))
    act(game, kind=Act.UNDO, seat=mover)
    act(game, kind=Act.RESIGN, seat=mover)
    page = administrator.get(reverse("admin:games_game_change", args=[game.pk]))
    lines = page.context["shown"].log.lines
    game.refresh_from_db()
    assert [line.seq for line in lines] == list(range(1, game.head + 1))
    taken, undo, resigned = lines[-3:]
    assert taken.is_taken_back
    assert taken.text
    assert (undo.text, resigned.text) == ("Undo", "Red resigns." if mover == 1 else "Blue resigns.")
    assert lines[0].who == "Chance"
    assert resigned.who == ("ada (Red)" if mover == 1 else "ben (Blue)")
    assert "taken back" in page.content.decode()


def test_acts_of_moderators_are_in_the_log_and_beside_it_with_the_way_to_the_desk(administrator, start, act):
    game = start("mabula")
    for _ in range(4):
        act(game, legal(game)[0])
    game.refresh_from_db()
    olga = User.objects.get(username="olga")
    for what, text in ((Event.Act.REWIND, "3"), (Event.Act.ADD_TIME, "1 24")):
        terms = {"by": olga, "game_id": game.pk, "what": what, "text": text, "reason": "A slip."}
        assert game_acts.act(**terms, seen=game.head, key=f"a key of olga {what}").refusal is None
        game.refresh_from_db()
    page = administrator.get(reverse("admin:games_game_change", args=[game.pk]))
    lines = page.context["shown"].log.lines
    assert [line.is_taken_back for line in lines] == [False, False, False, True, True, False, False]
    assert [(line.who, line.text) for line in lines[-2:]] == [
        ("Moderator", "A moderator takes the game back to step 3."),
        ("Moderator", "A moderator gives White more time: 1\xa0day."),
    ]
    text = page.content.decode()
    assert "A slip." in text
    assert reverse("games:moderation:game", args=[game.pk]) in text
    person = administrator.get(reverse("admin:accounts_user_change", args=[olga.pk])).content.decode()
    assert reverse("games:moderation:person", args=[olga.pk]) in person


# The lists


def listed(administrator, model, **query) -> set[int]:
    page = administrator.get(reverse(f"admin:{model}_changelist"), query)
    assert page.status_code == 200
    return {row.pk for row in page.context["cl"].result_list}


def test_games_are_found_by_number_and_by_name(administrator, start, ada, cleo):
    one, two = start("mabula"), start("marabunta")
    other = challenges.play_bot(user=cleo, bot="larva", agreement=Agreement("mabula", {}))
    asked = {f"#{one.pk}": {one.pk}, str(two.pk): {two.pk}, "ADA": {one.pk, two.pk}, "cleo": {other.pk}, "dora": set()}
    assert {term: listed(administrator, "games_game", q=term) for term in asked} == asked
    assert listed(administrator, "games_game", kind="marabunta") == {two.pk}
    page = administrator.get(reverse("admin:games_game_changelist")).content.decode()
    assert "ada – ben" in page


def test_games_that_need_a_look_are_filtered(administrator, start, ben):
    calm, late, old, paused, reported, moderated = (start("mabula") for _ in range(6))
    now = timezone.now()
    Game.objects.filter(pk=late.pk).update(deadline=now - timedelta(hours=1))
    Game.objects.filter(pk=old.pk).update(turn_since=now - timedelta(days=20))
    Game.objects.filter(pk=paused.pk).update(paused_at=now, is_hidden=True)
    case = Case.objects.create(subject=ben, reason="abuse")
    Report.objects.create(case=case, target="game", reason="abuse", game=reported)
    with transaction.atomic():
        audit.record(by=None, what=audit.What.HIDE, reason="test", game=moderated.pk)
    wanted = {
        "stalled=time": late,
        "stalled=14": old,
        "waiting=7": old,
        "waiting=1": old,
        "paused=yes": paused,
        "is_hidden__exact=1": paused,
        "reported=yes": reported,
        "moderated=yes": moderated,
    }
    for query, game in wanted.items():
        assert listed(administrator, "games_game", **dict([query.split("=")])) == {game.pk}, query
    assert calm.pk in listed(administrator, "games_game", status__exact="running")
    Case.objects.update(status="closed", outcome="nothing", closed_at=now)
    assert listed(administrator, "games_game", reported="yes") == set()


def test_lists_ask_the_database_the_same_for_few_and_for_many(administrator, start, ada, ben, cleo):
    def asked(model):
        with CaptureQueriesContext(connection) as queries:
            listed(administrator, model)
        return len(queries)

    def more(number):
        start("mabula")
        for user in (ada, ben, cleo):
            Device.objects.create(user=user, key=f"k{number}")
            case = Case.objects.create(subject=user, reason=f"r{number}")
            Report.objects.create(case=case, target="profile", reason="abuse")

    more(0)
    few = {model: asked(model) for model in ("games_game", "accounts_user")}
    for number in range(1, 6):
        more(number)
    assert {model: asked(model) for model in few} == few
    assert max(few.values()) <= 14


def test_people_are_listed_with_their_signals(administrator, start, ada, ben, cleo):
    for _ in range(4):
        game = start("mabula")
        ended = {"status": "over", "to_move": None, "ended_at": timezone.now(), "decided": "timeout", "winner": 1}
        Game.objects.filter(pk=game.pk).update(**ended)
    case = Case.objects.create(subject=ben, reason="abuse")
    for reporter in (ada, cleo):
        Report.objects.create(case=case, reporter=reporter, target="profile", reason="abuse")
    Sanction.objects.create(user=ben, kind="warning", reason="Be kind.", act=1)
    for user, key in ((ada, "x"), (ben, "x"), (ben, "y"), (cleo, "y"), (ada, "y")):
        Device.objects.create(user=user, key=key)
    page = administrator.get(reverse("admin:accounts_user_changelist"))
    people = {row.username: row for row in page.context["cl"].result_list}
    signals = ("timeouts", "ended", "reported", "sanctioned", "shared")
    assert [getattr(people["ben"], name) for name in signals] == [4, 4, 2, 1, 2]
    assert [getattr(people["ada"], name) for name in signals] == [0, 4, 0, 0, 2]
    assert "4 of 4" in page.content.decode()
    for chosen in ("sanctioned", "reported", "deserters"):
        assert listed(administrator, "accounts_user", **{chosen: "yes"}) == {ben.pk}, chosen
    assert listed(administrator, "accounts_user", device="yes") == {ada.pk, ben.pk, cleo.pk}
    Sanction.objects.update(lifted_at=timezone.now())
    assert listed(administrator, "accounts_user", sanctioned="yes") == set()


def test_administrators_do_not_read_who_reported_or_blocked_them(administrator, ada, ben):
    olga, other = User.objects.get(username="olga"), User.objects.create_user("otto", is_staff=True, is_superuser=True)
    blocks.block(by=ada, whom=olga)
    report = reports.report(by=ada, target="profile", reason="cheating", text="Olga cheats.", person=olga)
    cases.settle(by=other, case_id=report.case_id, answer="unclear", words="Watch Olga.")
    reader = Client()
    reader.force_login(other)
    told = Notification.objects.get(report=report)
    rows = {"case": report.case, "report": report, "block": Block.objects.get(), "notification": told}
    rows |= {"delivery": told.deliveries.latest("pk"), "moderationact": ModerationAct.objects.get()}
    for model, row in rows.items():
        page = reverse(f"admin:games_{model}_change", args=[row.pk])
        assert listed(administrator, f"games_{model}") == set(), model
        assert administrator.get(page).status_code == 302, "as if it were not there"
        assert row.pk in listed(reader, f"games_{model}"), model
        assert reader.get(page).status_code == 200


def test_administrators_are_not_told_how_often_they_were_reported(administrator, ada, ben):
    olga = User.objects.get(username="olga")
    for person in (olga, ben):
        reports.report(by=ada, target="profile", reason="cheating", text="Cheats.", person=person)
    assert listed(administrator, "accounts_user", reported="yes") == {ben.pk}
    page = administrator.get(reverse("admin:accounts_user_changelist"))
    counted = {row.username: row.reported for row in page.context["cl"].result_list}
    assert counted == {"ada": 0, "ben": 1, "olga": None}


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


@pytest.mark.parametrize("query", ["q=%00", "status__exact=%00", "%00=1", "kind=mabula&o=%00"])
def test_no_database_is_asked_for_what_it_cannot_store(admin_client, query):
    assert admin_client.get(f"/admin/games/game/?{query}").status_code == 404
