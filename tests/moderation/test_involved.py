"""A moderator who is involved: what they do not decide, and what of their colleagues' work they do not read."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.chat import conversation
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Case, Game, ModerationAct, Sanction
from games.moderation import appeals, cases, dossier, game_acts, people, reports
from games.moderation import chat as measures
from games.moderation.refusals import ModerationRefused
from games.table.door import Act
from tests.games.playing import move
from tests.moderation.people import client_of, moderating

pytestmark = pytest.mark.django_db
Measure = Sanction.Measure


@pytest.fixture
def colleague(db):
    return moderating("max")


@pytest.fixture
def own(moderator, opponent) -> Game:
    """A game that the moderator plays against the opponent."""
    offer = challenges.challenge(creator=moderator, agreement=Agreement("mabula", {}), audience="public", seat=Seat.ONE)
    return challenges.accept(challenge_id=offer.pk, user=opponent)


def impose(by, user, kind=Measure.CLOSURE):
    until = timezone.now() + timedelta(days=30) if kind in people.HAS_AN_END else None
    return people.impose(by=by, user=user, kind=kind, reason="You insulted others.", until=until)


def person_page(reader, user) -> str:
    text: str = client_of(reader).get(f"/moderation/people/{user.pk}/").content.decode()
    return text


def audit_page(reader) -> str:
    text: str = client_of(reader).get("/moderation/audit/").content.decode()
    return text


# What they do not decide


@pytest.mark.parametrize("kind", Measure.values)
def test_nobody_acts_on_whom_they_play_with(moderator, opponent, own, kind):
    for _ in range(12):
        move(own)
    with pytest.raises(ModerationRefused, match="involved"):
        impose(moderator, opponent, kind)
    own.refresh_from_db()
    assert own.status == "running"
    assert not ModerationAct.objects.exists()


def test_when_the_game_is_over_they_do(moderator, opponent, own):
    Game.objects.filter(pk=own.pk).update(status="over", to_move=None, ended_at=timezone.now())
    assert impose(moderator, opponent).user == opponent


def test_a_game_of_their_own_that_comes_back_with_what_they_lift_does_so_by_the_rules_of_the_site(
    moderator, colleague, opponent, own
):
    sanction = impose(colleague, opponent)
    people.lift(by=moderator, sanction=sanction, reason="It was not them.")
    own.refresh_from_db()
    assert own.status == "running"
    assert ModerationAct.objects.get(game=own.pk, what="restore").moderator is None


def test_nobody_lifts_what_was_imposed_on_whom_they_play_with(moderator, colleague, opponent, own):
    sanction = impose(colleague, opponent, Measure.CHAT_TIMEOUT)
    thread = appeals.write(user=opponent, sanction_id=sanction.pk, text="Please.").appeal
    with pytest.raises(ModerationRefused, match="involved"):
        people.lift(by=moderator, sanction=sanction, reason="A friend.")
    with pytest.raises(ModerationRefused, match="involved"):
        appeals.answer(by=moderator, appeal=thread, text="A friend.", is_lifted=True)
    sanction.refresh_from_db()
    assert sanction.lifted_at is None


def test_who_reported_somebody_does_not_decide_by_that_case_nor_past_it(moderator, opponent):
    report = reports.report(by=moderator, target="profile", reason="name", person=opponent)
    desk, sent = client_of(moderator), {"kind": "closure", "seen": 0, "reason": "I say so."}
    for query in (f"?case={report.case_id}", ""):
        answer = desk.post(f"/moderation/people/{opponent.pk}/impose/{query}", sent)
        assert answer.status_code == 403
        assert "Another moderator must decide" in answer.content.decode()
    assert not Sanction.objects.exists()


def test_when_that_case_is_settled_they_do(moderator, colleague, opponent):
    report = reports.report(by=moderator, target="profile", reason="name", person=opponent)
    cases.settle(by=colleague, case_id=report.case_id, answer="unclear")
    assert Case.objects.get().status == "closed"
    assert impose(moderator, opponent, Measure.WARNING).user == opponent


def test_the_desk_offers_them_nothing_and_says_why(moderator, colleague, opponent, own):
    sanction = impose(colleague, opponent, Measure.CHAT_TIMEOUT)
    page = person_page(moderator, opponent)
    assert "Another moderator must decide" in page
    assert "Close the account" not in page and "Lift now" not in page
    answer = client_of(moderator).post(f"/moderation/sanctions/{sanction.pk}/lift/", {"reason": "A friend."})
    assert answer.status_code == 403
    page = person_page(colleague, opponent)
    assert "Close the account" in page and "Lift now" in page


# What they do not read


@pytest.fixture
def said(moderator, colleague, player, opponent, own) -> dict[str, str]:
    """All that is not for a moderator who plays: by what it is, words that stand nowhere else."""
    reports.report(by=opponent, target="game", reason="cheating", text="Mo cheats.", game=own)
    reports.report(by=player, target="game", reason="stalling", text="Ben stalls.", game=own, person=opponent)
    message = conversation.say(game_id=own.pk, user=opponent, room="players", text="You fool.", seen=0)
    measures.hide_message(by=colleague, message=message, reason="An insult, that.")
    about_mo, about_ben = Case.objects.get(subject=moderator), Case.objects.get(subject=opponent)
    cases.settle(by=colleague, case_id=about_mo.pk, answer="unclear", words="Watch Mo.")
    cases.settle(by=colleague, case_id=about_ben.pk, answer="unclear", words="Watch Ben.")
    return {
        "a report about themselves": "Mo cheats.",
        "a report in which they are involved": "Ben stalls.",
        "a hidden message beside their game": "You fool.",
        "why it is hidden": "An insult, that.",
        "how the case about them was settled": "Watch Mo.",
        "how a case in which they are involved was settled": "Watch Ben.",
    }


@pytest.mark.parametrize(
    "leak",
    [
        "a report about themselves",
        "a report in which they are involved",
        "a hidden message beside their game",
        "why it is hidden",
        "how the case about them was settled",
        "how a case in which they are involved was settled",
    ],
)
def test_the_desk_keeps_from_who_is_involved(moderator, opponent, said, leak):
    pages = [person_page(moderator, opponent), person_page(moderator, moderator), audit_page(moderator)]
    assert [page for page in pages if said[leak] in page] == []


def test_colleagues_read_it_all(moderator, colleague, opponent, said):
    pages = [person_page(colleague, opponent), person_page(colleague, moderator), audit_page(colleague)]
    assert [words for words in said.values() if not any(words in page for page in pages)] == []


def test_figures_do_not_tell_what_is_kept_from_the_reader(moderator, colleague, opponent, said):
    counts = dossier.figures(opponent, reader=moderator)
    assert (counts.reports_about, counts.reports_by, counts.hidden) == (0, 0, 0)
    counts = dossier.figures(opponent, reader=colleague)
    assert (counts.reports_about, counts.reports_by, counts.hidden) == (1, 1, 1)


def test_what_is_hidden_beside_their_game_stays_so_when_it_is_over(moderator, opponent, own, said):
    Game.objects.filter(pk=own.pk).update(status="over", to_move=None, ended_at=timezone.now())
    assert "You fool." not in person_page(moderator, opponent)


def test_a_report_of_what_they_said_as_a_spectator_is_not_on_the_page_of_the_game(moderator, colleague, player, game):
    message = conversation.say(game_id=game.pk, user=moderator, room="spectators", text="Resign!", seen=0)
    reports.report(by=player, target="message", reason="abuse", text="Mo gives advice.", message=message, game=game)
    address = f"/moderation/games/{game.pk}/"
    assert "Mo gives advice." not in client_of(moderator).get(address).content.decode()
    assert "Mo gives advice." in client_of(colleague).get(address).content.decode()


def test_nobody_is_told_how_many_have_blocked_them(moderator, colleague, player):
    assert "Blocked by" not in person_page(moderator, moderator)
    assert "Blocked by" in person_page(colleague, moderator)


def test_a_game_of_their_own_is_not_offered_to_be_moderated(moderator, colleague, own):
    game_acts.act(by=colleague, game_id=own.pk, what=Act.PAUSE, reason="Both asked.", seen=own.head)
    link = f"/moderation/games/{own.pk}/"
    for reader, is_there in ((moderator, False), (colleague, True)):
        for query in ("", "?q=ben", f"?q={own.pk}"):
            assert (link in client_of(reader).get(f"/moderation/games/{query}").content.decode()) is is_there
    Game.objects.filter(pk=own.pk).update(status="over", to_move=None, ended_at=timezone.now())
    assert f'href="/games/{own.pk}/"' in audit_page(moderator) and link not in audit_page(moderator)
    assert link in audit_page(colleague)
