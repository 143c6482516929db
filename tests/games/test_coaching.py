"""Coaching at the table: in one's first three games of a kind, by the position, and put away for good."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.export import account_data
from accounts.models import User
from games.contract import Seat
from games.guide import adoption, coaching
from games.kind_pages.registry import page_of
from games.lobby import challenges
from games.lobby.start import Agreement
from games.mabula import rules
from games.marabunta.rules import Trigger
from games.models import Game
from games.site import demo
from games.table import log
from tests.marabunta.position import BLUE, RED, position
from tests.plain_browser import PlainBrowser

pytestmark = pytest.mark.django_db


def lines(state, seat=RED):
    coach = page_of("marabunta").coach
    assert coach
    return list(coach.wanted(state, seat))


def as_(user):
    client = Client()
    client.force_login(user)
    return client


def shown(client, game):
    """The key of the line on the page."""
    line = client.get(f"/games/{game.pk}/").context["coach"]
    return line.key if line else None


def test_the_lines_follow_the_position():
    assert lines(position(pool="B3 Tone")) == ["first-number", "end"]
    assert lines(position(pool="B3 Tone", red="i2=1")) == ["end"]
    assert lines(position(pool="B3 Tone", red="i2=1", used="B")) == []
    assert lines(position(pool="B3 Tone", red="i2=1", waiting="crate")) == ["crate"]
    assert lines(position(pool="B3 Tone"), BLUE) == []  # who is not to move


def test_the_last_round_is_told_to_both():
    state = position(pool="B3", red="i2=1", used="B", trigger=Trigger(Seat.ONE, ("leaf",)))
    assert lines(state)[0] == lines(state, BLUE)[0] == "last-round"


@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_every_line_that_a_position_wants_has_its_words(kind):
    coach = page_of(kind).coach
    assert coach
    game = demo.play(kind, 7)
    wanted = {key for step in game.steps for seat in Seat for key in coach.wanted(step.state, seat)}
    assert wanted <= {*coach.LINES}
    assert len(wanted) >= 3


def test_ones_first_three_games_of_a_kind_are_coached_and_no_others(start, ada, ben):
    games = [start() for _ in range(4)] + [start("mabula")]
    for user in (ada, ben):
        user.refresh_from_db()
        assert [coaching.number_of(game, user) for game in games] == [1, 2, 3, 0, 1]


def test_whoever_has_played_before_there_was_any_coaching_is_not_coached(start, ada):
    for _ in range(3):
        start()
    User.objects.update(learned={})
    game = start()
    ada.refresh_from_db()
    assert coaching.number_of(game, ada) == 0
    assert ada.learned == {"coach": {"marabunta": {"experienced": True}}}


def test_a_line_that_was_put_away_is_never_shown_again_even_in_the_next_game(start, ada, ben):
    game = start("mabula")
    client = as_(ada)
    assert shown(client, game) == "push"
    answer = client.post(f"/games/{game.pk}/coach/", {"line": "push"})
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.pk}/")
    assert shown(client, game) is None
    assert shown(client, start("mabula")) is None
    assert shown(as_(ben), game) is None  # who is not to move has nothing to learn now


def test_only_lines_that_exist_are_kept_and_only_players_put_them_away(start, ada, cleo):
    game = start()
    as_(ada).post(f"/games/{game.pk}/coach/", {"line": "nonsense"})
    ada.refresh_from_db()
    assert "put_away" not in ada.learned["coach"]["marabunta"]
    assert as_(cleo).post(f"/games/{game.pk}/coach/", {"line": "split"}).status_code == 403


def test_for_htmx_the_game_comes_back_without_the_line(start, ada):
    game = start("mabula")
    answer = as_(ada).post(f"/games/{game.pk}/coach/", {"line": "push"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.content.decode().lstrip().startswith("<title>")
    assert 'value="push"' not in answer.content.decode()


def test_the_first_game_against_a_bot_leads_to_the_guided_game():
    visitor = PlainBrowser().open("/")
    visitor.press("Play Mabula", **{"mabula-bot": "larva"})
    game = Game.objects.get()
    visitor.open(f"/games/{game.pk}/")
    assert 'href="/learn/mabula/">Take it<' in visitor.text
    user = User.objects.get()
    user.learned = {**user.learned, "guide": {"mabula": 11}}  # whoever has been through it is not sent there
    user.save()
    visitor.open(f"/games/{game.pk}/")
    assert 'href="/learn/mabula/">Take it<' not in visitor.text


def test_whoever_plays_on_instead_is_told_what_they_need_now(ada, act):
    game = challenges.play_bot(user=ada, bot="larva", agreement=Agreement("mabula", {}), seat=Seat.ONE)
    client = as_(ada)
    assert shown(client, game) == "guide"
    for seat in Seat:
        game.refresh_from_db()
        act(game, rules.legal(log.position(game).state)[0], seat=seat)
    assert shown(client, game) == "groups"
    client.post(f"/games/{game.pk}/coach/", {"line": "groups"})
    assert shown(client, game) == "guide"


def test_who_went_through_the_guided_game_as_a_visitor_is_not_sent_there_again():
    visitor = PlainBrowser().open("/")
    session = visitor.client.session
    session["guide"] = {"mabula": 11}
    session.save()
    visitor.press("Play Mabula", **{"mabula-bot": "larva"})
    assert 'href="/learn/mabula/">Take it<' not in visitor.open(f"/games/{Game.objects.get().pk}/").text


def test_the_page_asks_the_database_the_same_with_and_without_coaching(start, ada):
    game, client = start("mabula"), as_(ada)
    client.get(f"/games/{game.pk}/")
    asked = []
    for learned in ({"coach": {"mabula": {"games": [game.pk]}}}, {"coach": {"mabula": {"experienced": True}}}, {}):
        User.objects.filter(pk=ada.pk).update(learned=learned)
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/games/{game.pk}/")
        asked.append(len(queries))
    assert len({*asked}) == 1


def test_what_somebody_has_learned_is_in_the_export_of_their_data(ada):
    coaching.put_away("mabula", ada, "push")
    assert account_data(ada)["preferences"]["learned"] == {"coach": {"mabula": {"put_away": ["push"]}}}


def test_a_member_has_learned_what_the_guest_had_who_they_were(ada, ben):
    guest, user = ada, ben
    guest.learned = {"guide": {"mabula": 4}, "coach": {"mabula": {"games": [7], "put_away": ["push"]}}}
    user.learned = {
        "guide": {"mabula": 2, "marabunta": 13},
        "coach": {"mabula": {"games": [3], "put_away": ["groups"]}},
    }
    adoption.adopt(guest=guest, user=user)
    user.refresh_from_db()
    assert user.learned["guide"] == {"mabula": 4, "marabunta": 13}
    assert user.learned["coach"]["mabula"] == {"games": [3, 7], "put_away": ["groups", "push"]}
