"""Appeals: one thread for each sanction, answered at the desk."""

import pytest

from games import queries
from games.lobby.start import Agreement, NewPlayer, new_secret, start_game
from games.models import Appeal, AppealMessage, ModerationAct, Notification, Sanction
from games.moderation import appeals, people
from games.moderation.refusals import ModerationRefused
from tests.moderation.people import client_of, moderating

pytestmark = pytest.mark.django_db


@pytest.fixture
def sanction(moderator, player):
    return people.impose(by=moderator, user=player, kind=Sanction.Measure.WARNING, reason="You insulted others.")


@pytest.fixture
def appeal(sanction, player):
    return appeals.write(user=player, sanction_id=sanction.pk, text="It was a joke.").appeal


def words_of(page) -> str:
    text: str = page.content.decode()
    return text


def send(client, sanction, text, seen=0):
    return client.post(f"/sanctions/{sanction.pk}/appeal/", {"text": text, "seen": seen})


def texts() -> list[str]:
    return list(AppealMessage.objects.order_by("pk").values_list("text", flat=True))


def test_somebody_appeals_and_the_desk_answers(moderator, player, sanction):
    mine, desk = client_of(player), client_of(moderator)
    answer = send(mine, sanction, "It was a joke.")
    assert (answer.status_code, answer["Location"]) == (303, f"/sanctions/#sanction-{sanction.pk}")
    appeal = Appeal.objects.get()
    assert appeal.status == Appeal.Status.OPEN
    assert "ada" in words_of(desk.get("/moderation/appeals/"))
    assert "It was a joke." in words_of(desk.get(f"/moderation/appeals/{appeal.pk}/"))

    sent = {"text": "Nobody laughed.", "what": "answer", "seen": appeals.last_said(appeal)}
    assert desk.post(f"/moderation/appeals/{appeal.pk}/", sent).status_code == 303
    appeal.refresh_from_db()
    assert appeal.status == Appeal.Status.ANSWERED
    assert "ada" not in words_of(desk.get("/moderation/appeals/")).split("<main")[1]
    assert "ada" in words_of(desk.get("/moderation/appeals/?answered"))
    shown = words_of(mine.get("/sanctions/"))
    assert "Nobody laughed." in shown and "The moderators" in shown and "<bdi>mo<" not in shown
    act = ModerationAct.objects.latest("number")
    assert (act.what, act.person, act.reason) == ("answer", player.pk, "Nobody laughed.")
    told = Notification.objects.get(user=player, occasion=Notification.Occasion.APPEAL)
    assert told.sanction == sanction

    send(mine, sanction, "I see.", seen=AppealMessage.objects.latest("pk").pk)
    appeal.refresh_from_db()
    assert appeal.status == Appeal.Status.OPEN, "it waits again"


def test_a_thread_that_is_closed_takes_nothing_more(moderator, player, sanction, appeal):
    appeals.answer(by=moderator, appeal=appeal, text="It stays.", is_last=True)
    sanction.refresh_from_db()
    assert sanction.lifted_at is None
    answer = send(client_of(player), sanction, "But!")
    assert answer.status_code == 409 and "This appeal is closed" in words_of(answer)
    with pytest.raises(ModerationRefused, match="appeal-closed"):
        appeals.answer(by=moderator, appeal=appeal, text="And again.")
    assert texts() == ["It was a joke.", "It stays."]


def test_an_answer_may_lift_the_measure(moderator, player, sanction, appeal):
    sent = {"text": "You are right.", "what": "lift", "seen": appeals.last_said(appeal)}
    assert client_of(moderator).post(f"/moderation/appeals/{appeal.pk}/", sent).status_code == 303
    sanction.refresh_from_db()
    appeal.refresh_from_db()
    player.refresh_from_db()
    assert sanction.lifted_because == "You are right." and appeal.status == Appeal.Status.CLOSED
    assert not player.is_warned
    assert list(ModerationAct.objects.order_by("number").values_list("what", flat=True)) == ["warn", "answer", "lift"]
    assert send(client_of(player), sanction, "Thanks!").status_code == 409


def test_whoever_is_suspended_can_appeal(moderator, player):
    closed = people.impose(by=moderator, user=player, kind=Sanction.Measure.CLOSURE, reason="You insulted others.")
    assert send(client_of(player), closed, "It was not me.").status_code == 303
    assert texts() == ["It was not me."]


def test_nobody_appeals_for_somebody_else(opponent, sanction):
    assert send(client_of(opponent), sanction, "Let ada go!").status_code == 404
    assert not Appeal.objects.exists()


def test_a_form_that_is_sent_twice_says_it_once(player, sanction):
    mine = client_of(player)
    for _ in range(2):
        assert send(mine, sanction, "It was a joke.").status_code == 303
    assert texts() == ["It was a joke."]


@pytest.mark.parametrize(
    ("text", "sentence"), [("", "Write something"), ("\u200b \n", "Write something"), ("x" * 2001, "2000")]
)
def test_what_is_empty_or_too_long_is_refused_with_a_sentence(player, sanction, text, sentence):
    answer = send(client_of(player), sanction, text)
    assert answer.status_code == 422 and sentence in words_of(answer)
    assert texts() == []


def test_who_has_said_enough_waits_for_an_answer_and_keeps_their_text(moderator, player, sanction):
    mine = client_of(player)
    for number in range(appeals.MOST_UNANSWERED):
        assert send(mine, sanction, f"{number}").status_code == 303
    answer = send(mine, sanction, "And another thing.")
    assert answer.status_code == 429 and "And another thing." in words_of(answer)
    appeals.answer(by=moderator, appeal=Appeal.objects.get(), text="One by one.")
    assert send(mine, sanction, "And another thing.").status_code == 303


def test_no_moderator_answers_their_own_appeal(administrator, moderator):
    sanction = people.impose(by=administrator, user=moderator, kind=Sanction.Measure.WARNING, reason="Tone.")
    appeal = appeals.write(user=moderator, sanction_id=sanction.pk, text="Me?").appeal
    sent = {"text": "Yes.", "what": "lift", "seen": appeals.last_said(appeal)}
    answer = client_of(moderator).post(f"/moderation/appeals/{appeal.pk}/", sent)
    assert answer.status_code == 422 and "You can’t decide your own case." in words_of(answer)
    sanction.refresh_from_db()
    assert sanction.lifted_at is None and texts() == ["Me?"]


def test_a_moderator_who_may_not_lift_it_says_nothing_either(administrator, moderator):
    other = moderating("max")
    sanction = people.impose(by=administrator, user=other, kind=Sanction.Measure.WARNING, reason="Tone.")
    appeal = appeals.write(user=other, sanction_id=sanction.pk, text="Me?").appeal
    with pytest.raises(ModerationRefused, match="staff"):
        appeals.answer(by=moderator, appeal=appeal, text="Of course not.", is_lifted=True)
    assert texts() == ["Me?"], "all of it or nothing"


def test_an_answer_that_is_sent_twice_is_one_answer(moderator, appeal):
    desk, path = client_of(moderator), f"/moderation/appeals/{appeal.pk}/"
    sent = {"text": "Nobody laughed.", "what": "answer", "seen": desk.get(path).context["form"]["seen"].value()}
    assert desk.post(path, sent).status_code == 303
    again = desk.post(path, sent)
    assert again.status_code == 409 and "a new message here" in words_of(again)
    assert texts() == ["It was a joke.", "Nobody laughed."]
    assert ModerationAct.objects.filter(what="answer").count() == 1


def test_an_answer_waits_until_what_was_said_meanwhile_is_read(moderator, player, sanction, appeal):
    desk, path = client_of(moderator), f"/moderation/appeals/{appeal.pk}/"
    sent = {"text": "It stays.", "what": "close", "seen": desk.get(path).context["form"]["seen"].value()}
    appeals.write(user=player, sanction_id=sanction.pk, text="I am sorry.")
    first = desk.post(path, sent)
    assert first.status_code == 409 and "I am sorry." in words_of(first) and "It stays." in words_of(first)
    assert desk.post(path, {**sent, "seen": first.context["form"]["seen"].value()}).status_code == 303
    assert texts() == ["It was a joke.", "I am sorry.", "It stays."]


def test_nonsense_at_the_desk_is_refused(moderator, appeal):
    desk = client_of(moderator)
    for sent in ({}, {"text": "Hm."}, {"text": "", "what": "lift"}, {"text": "x", "what": "flog"}):
        assert desk.post(f"/moderation/appeals/{appeal.pk}/", {"seen": 9**9, **sent}).status_code == 422
    for seen in ("", "x", "-1", "\0"):
        sent = {"text": "Hm.", "what": "close", "seen": seen}
        assert desk.post(f"/moderation/appeals/{appeal.pk}/", sent).status_code == 422
    assert desk.get("/moderation/appeals/999999/").status_code == 404
    assert texts() == ["It was a joke."]


def test_the_export_holds_sanctions_and_what_was_said(player, sanction, appeal):
    (told,) = queries.data_of(player)["sanctions"]
    assert told["kind"] == "warning" and told["appeal"][0]["text"] == "It was a joke."


def test_appeals_that_wait_are_counted_at_the_desk_until_they_are_answered(moderator, appeal):
    desk = client_of(moderator)
    assert "1 appeal waiting" in words_of(desk.get("/rules/mabula/"))
    page = words_of(desk.get("/moderation/"))
    assert "No cases waiting." in page and "Nothing to do." not in page
    assert 'Appeals <span class="mod-count">1</span>' in page
    appeals.answer(by=moderator, appeal=appeal, text="We see.")
    assert "Nothing to do." in words_of(desk.get("/moderation/"))


def test_who_plays_with_somebody_leaves_their_appeal_to_others(moderator, player, appeal):
    players = (NewPlayer(player), NewPlayer(moderator))
    start_game(agreement=Agreement("mabula", {}), players=players, is_public=True, sealed=new_secret())
    with pytest.raises(ModerationRefused, match="involved"):
        appeals.answer(by=moderator, appeal=appeal, text="No.", is_last=True)
    assert texts() == ["It was a joke."]
