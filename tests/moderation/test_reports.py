"""Reporting: what is kept, who may, how often, and that like reports become one case."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import adoption, guests, leaving
from accounts.models import User
from games.chat import conversation
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Case, ChatMessage, Game, Report
from games.moderation import cases, reports
from games.moderation.reports import ReportRefusal, ReportRefused
from tests.games.playing import legal, move
from tests.moderation.people import client_of, person

pytestmark = pytest.mark.django_db


def main_of(page) -> str:
    """What is written on the page itself: its foot has a form and its own address on it."""
    text: str = page.content.decode()
    return text.split("<main")[1].split("</main", maxsplit=1)[0]


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", main_of(page)).split())


@pytest.fixture
def message(game, opponent):
    return conversation.say(game_id=game.pk, user=opponent, room="players", text="you are a fool", seen=0)


def report(by, **about):
    return reports.report(by=by, **{"target": "game", "reason": "stalling", **about})


# What is kept


def test_a_report_of_a_game_keeps_the_board_the_moves_the_clocks_and_the_names(game, player, opponent):
    move(game)
    game.refresh_from_db()
    kept = report(player, game=game, text="  waits and\n\n\nwaits ").context
    assert (kept["head"], kept["kind"], kept["count"]) == (game.head, "mabula", 2)
    assert [one["name"] for one in kept["players"]] == ["ada", "ben"]
    assert kept["moves"][-1]["text"] and kept["board"].count("\n") > 10
    assert kept["left"][0] == pytest.approx(3 * 24 * 3600, abs=60)
    move(game)
    assert Report.objects.get().context == kept
    assert Report.objects.get().text == "waits and\nwaits"


def test_a_report_of_a_message_keeps_what_was_said_before_and_after_it(game, player, opponent):
    for number in range(15):
        author = (player, opponent)[number % 2]
        ChatMessage.objects.create(game=game, room="players", author=author, text=f"line {number}")
    ChatMessage.objects.create(game=game, room="spectators", author=opponent, text="elsewhere")
    about = ChatMessage.objects.get(text="line 13")
    kept = report(player, target="message", reason="abuse", message=about).context
    assert [one["text"] for one in kept["said"]] == [f"line {number}" for number in range(3, 15)]
    assert [one["text"] for one in kept["said"] if one["is_it"]] == ["line 13"]
    about.delete()
    assert Report.objects.get().context == kept and Report.objects.get().message is None


def test_a_report_of_a_person_keeps_their_name_and_results(player, opponent):
    kept = report(player, target="profile", reason="name", person=opponent).context
    User.objects.filter(pk=opponent.pk).update(username="saint")
    assert Report.objects.get().context == kept
    assert (kept["name"], kept["results"], kept["running"]) == ("ben", [], 0)


def test_who_deletes_their_account_vanishes_from_what_was_kept(game, player, opponent, bystander, message):
    report(player, target="message", reason="abuse", message=message)
    report(player, game=game)
    report(bystander, target="profile", reason="name", person=opponent)
    leaving.delete_account(user=opponent)
    kept = str(list(Report.objects.values_list("context", flat=True)))
    assert "ben" not in kept and "fool" not in kept and "ada" in kept
    assert Case.objects.filter(subject=None).count() == 3


# Like reports are one case


def test_like_reports_about_one_person_are_one_case(start, player, opponent, bystander):
    games = [start(), start()]
    for by, game in ((player, games[0]), (player, games[1]), (bystander, games[0])):
        report(by, game=game, person=opponent)
    report(player, game=games[0], reason="cheating")
    assert {case.reason: case.reports.count() for case in Case.objects.all()} == {"stalling": 3, "cheating": 1}


def test_after_a_case_is_settled_a_like_report_opens_another(game, player, moderator):
    first = report(player, game=game).case
    cases.settle(by=moderator, case_id=first.pk, answer="clock")
    assert report(player, game=game).case != first


def test_two_who_open_a_case_at_the_same_moment_find_each_other(game, player, opponent, monkeypatch):
    """The other's case is written between the look for one and the writing of one's own."""
    real = Case.objects.select_for_update
    found: list[Case] = []

    def late(**options):
        if not found:
            found.append(Case.objects.create(subject=opponent, reason="stalling"))
            return Case.objects.none()
        return real(**options)

    monkeypatch.setattr(Case.objects, "select_for_update", late)
    assert report(player, game=game).case == found[0]


# Who may, and how often


@pytest.mark.parametrize(
    ("about", "why"),
    [
        ({"reason": "words"}, ReportRefusal.REASON),
        ({"reason": "name"}, ReportRefusal.REASON),
        ({"reason": "other"}, ReportRefusal.UNSAID),
        ({"reason": "other", "text": " \u200b "}, ReportRefusal.UNSAID),
        ({"text": "x" * 1001}, ReportRefusal.TOO_LONG),
    ],
)
def test_what_is_not_in_order_is_not_reported(game, player, about, why):
    with pytest.raises(ReportRefused) as refused:
        report(player, game=game, **about)
    assert refused.value.why is why and not Case.objects.exists()


def test_nobody_reports_themselves_nor_a_bot_nor_who_does_not_play(game, player, opponent, bystander, message):
    against_bot = challenges.play_bot(user=player, bot="larva", agreement=Agreement("mabula", {}))
    for by, why, about in (
        (opponent, ReportRefusal.YOURSELF, {"target": "message", "reason": "abuse", "message": message}),
        (opponent, ReportRefusal.YOURSELF, {"target": "profile", "reason": "name", "person": opponent}),
        (player, ReportRefusal.NOBODY, {"game": against_bot}),
        (player, ReportRefusal.NOBODY, {"game": game, "person": bystander}),
        (bystander, ReportRefusal.NOBODY, {"game": game}),
    ):
        with pytest.raises(ReportRefused) as refused:
            report(by, **about)
        assert refused.value.why is why


def test_the_same_is_reported_once_while_it_is_looked_at(game, player, moderator):
    case = report(player, game=game).case
    with pytest.raises(ReportRefused) as refused:
        report(player, game=game, text="again")
    assert refused.value.why is ReportRefusal.KNOWN
    assert report(player, game=game, reason="cheating").case != case
    cases.settle(by=moderator, case_id=case.pk, answer="nothing")
    report(player, game=game)


def test_a_member_reports_five_things_an_hour_and_twenty_a_day(player):
    people = [person(f"player{number}x") for number in range(22)]
    for other in people[:5]:
        report(player, target="profile", reason="abuse", person=other)
    with pytest.raises(ReportRefused) as refused:
        report(player, target="profile", reason="abuse", person=people[5])
    assert refused.value.why is ReportRefusal.TOO_MANY
    for group in range(3):
        Report.objects.filter(at__gt=timezone.now() - timedelta(hours=1)).update(at=timezone.now() - timedelta(hours=2))
        for other in people[5 * group + 5 : 5 * group + 10]:
            report(player, target="profile", reason="abuse", person=other)
    Report.objects.update(at=timezone.now() - timedelta(hours=2))
    with pytest.raises(ReportRefused) as refused:
        report(player, target="profile", reason="abuse", person=people[20])
    assert refused.value.why is ReportRefusal.TOO_MANY and Report.objects.count() == 20


def test_a_guest_reports_what_they_take_part_in_and_less_often(player, opponent):
    guest = guests.new_guest()
    played = []
    for _ in range(3):
        offer = challenges.challenge(creator=player, agreement=Agreement("mabula", {}), seat=Seat.ONE)
        played.append(challenges.accept(challenge_id=offer.pk, user=guest))
    for game in played[:2]:
        report(guest, game=game)
    for about, why in (
        ({"game": played[2]}, ReportRefusal.TOO_MANY),
        ({"target": "profile", "reason": "name", "person": opponent}, ReportRefusal.GUEST),
    ):
        with pytest.raises(ReportRefused) as refused:
            report(guest, **about)
        assert refused.value.why is why


def test_what_a_guest_reported_and_what_is_said_of_them_becomes_the_members(player, opponent):
    guest = guests.new_guest()
    offer = challenges.challenge(creator=player, agreement=Agreement("mabula", {}), seat=Seat.ONE)
    game = challenges.accept(challenge_id=offer.pk, user=guest)
    report(guest, game=game)
    report(player, game=game)
    report(player, game=game, reason="cheating")
    report(player, target="profile", reason="cheating", person=opponent)
    adoption.hand_over(guest=guest, user=opponent)
    assert Report.objects.filter(reporter=opponent).count() == 1
    assert sorted(Case.objects.filter(subject=opponent).values_list("reason", flat=True)) == ["cheating", "stalling"]
    assert Case.objects.get(subject=opponent, reason="cheating").reports.count() == 2


# The pages


def test_a_player_reports_the_opponent_on_the_page_of_the_game(game, player, opponent):
    browser = client_of(player)
    assert f'href="/games/{game.pk}/report/"' in browser.get(f"/games/{game.pk}/").content.decode()
    form = browser.get(f"/games/{game.pk}/report/")
    assert "We’ll keep this with your report" in said(form) and "Who is it about?" not in said(form)
    sent = browser.post(f"/games/{game.pk}/report/", {"reason": "stalling", "text": "hours and hours"})
    assert (sent.status_code, sent["Location"]) == (303, "/reports/")
    assert Case.objects.get().subject == opponent
    page = said(browser.get("/reports/"))
    assert "Thank you. A moderator will look at it" in page and "hours and hours" in page and "under review" in page


def test_who_watches_says_which_of_the_two(game, bystander, player, opponent):
    browser = client_of(bystander)
    assert "Who is it about?" in said(browser.get(f"/games/{game.pk}/report/"))
    assert browser.post(f"/games/{game.pk}/report/", {"reason": "stalling"}).status_code == 422
    assert browser.post(f"/games/{game.pk}/report/", {"reason": "stalling", "person": bystander.pk}).status_code == 422
    assert browser.post(f"/games/{game.pk}/report/", {"reason": "stalling", "person": opponent.pk}).status_code == 303
    assert Case.objects.get().subject == opponent


def test_each_message_of_somebody_else_can_be_reported(game, player, opponent, message):
    conversation.say(game_id=game.pk, user=player, room="players", text="no", seen=0)
    browser = client_of(player)
    address = f"/games/{game.pk}/chat/{message.pk}/report/"
    page = browser.get(f"/games/{game.pk}/chat/").content.decode()
    assert re.findall(r'href="([^"]*/report/)"', page) == [address]
    assert "you are a fool" in said(browser.get(address))
    assert browser.post(address, {"reason": "abuse"}).status_code == 303
    assert Report.objects.get().message == message and Report.objects.get().game == game


def test_what_a_moderator_hid_is_neither_reported_nor_shown_with_a_report(game, player, opponent, message):
    other = conversation.say(game_id=game.pk, user=opponent, room="players", text="never mind", seen=99)
    ChatMessage.objects.filter(pk=message.pk).update(hidden_at=timezone.now())
    browser = client_of(player)
    assert browser.get(f"/games/{game.pk}/chat/{message.pk}/report/").status_code == 404
    page = said(browser.get(f"/games/{game.pk}/chat/{other.pk}/report/"))
    assert "never mind" in page and "fool" not in page


def test_a_message_that_one_cannot_read_does_not_exist(game, bystander, message):
    for pk in (message.pk, message.pk + 1, 10**30):
        assert client_of(bystander).get(f"/games/{game.pk}/chat/{pk}/report/").status_code == 404


def test_a_profile_can_be_reported_but_not_by_oneself_nor_by_a_guest(player, opponent):
    browser = client_of(player)
    assert 'href="/people/ben/report/"' in browser.get("/people/ben/").content.decode()
    assert "/report/" not in browser.get("/people/ada/").content.decode()
    assert browser.post("/people/ben/report/", {"reason": "name"}).status_code == 303
    again = browser.post("/people/ben/report/", {"reason": "name"})
    assert again.status_code == 409 and "You’ve already reported this" in said(again)
    assert browser.post("/people/ada/report/", {"reason": "name"}).status_code == 422
    guest = client_of(guests.new_guest()).post("/people/ben/report/", {"reason": "name"})
    assert guest.status_code == 403 and "Sign up" in said(guest)
    assert browser.get("/people/nobody-of-that-name/report/").status_code == 404


def test_nonsense_gets_a_clear_answer(game, player):
    browser = client_of(player)
    for sent in (
        {},
        {"reason": "x"},
        {"reason": "words"},
        {"reason": "other"},
        {"reason": "abuse", "text": "x" * 1001},
    ):
        assert browser.post(f"/games/{game.pk}/report/", sent).status_code == 422
    assert browser.post(f"/games/{game.pk}/report/", {"reason": "abuse", "text": "a\x00b"}).status_code == 422
    assert not Report.objects.exists()


def test_a_game_against_a_bot_has_nobody_to_report(player):
    game = challenges.play_bot(user=player, bot="larva", agreement=Agreement("mabula", {}))
    browser = client_of(player)
    assert "/report/" not in browser.get(f"/games/{game.pk}/").content.decode()
    page = browser.get(f"/games/{game.pk}/report/")
    assert "There’s no one to report here." in said(page) and "<form" not in main_of(page)
    assert browser.post(f"/games/{game.pk}/report/", {"reason": "stalling"}).status_code == 422


def test_a_board_of_either_kind_is_shown_with_a_report(start, player):
    for kind in ("marabunta", "mabula"):
        game = start(kind)
        Game.objects.filter(pk=game.pk).update(turn_since=timezone.now())
        assert legal(game)
        page = client_of(player).get(f"/games/{game.pk}/report/")
        assert page.status_code == 200 and 'class="thumb"' in page.content.decode()
