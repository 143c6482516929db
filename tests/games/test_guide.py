"""The guided first game: what its script says is what the rules do, and every page of it teaches."""

from __future__ import annotations

import re
from contextlib import nullcontext as _nothing

import pytest
from django.test import Client

from accounts.models import User
from games import kinds
from games.contract import CHANCE, IllegalMove
from games.guide import coaching
from games.guide.walk import Place
from games.kind_pages.registry import page_of
from games.lobby import challenges
from games.lobby.start import Agreement
from games.marabunta.rules.scoring import region_part
from games.models import Game
from tests.plain_browser import PlainBrowser

KINDS = ["marabunta", "mabula"]
HTMX = {"HX-Request": "true"}


def lesson_of(key):
    lesson = page_of(key).lesson
    assert lesson
    return lesson


def places(key):
    """Every place of a lesson at which something is asked."""
    lesson = lesson_of(key)
    for number, step in enumerate(lesson.steps, start=1):
        for done in range(len(step.presses)):
            yield Place(kinds.get(key), lesson, number, done)


PRESSES = [(key, place.number, place.done) for key in KINDS for place in places(key)]


def place_at(key, number, done=0):
    return Place(kinds.get(key), lesson_of(key), number, done)


def address_of(place):
    return f"/learn/{place.kind.key}/{place.number}/" + (f"{place.done}/" if place.done else "")


def answer_to(place):
    """What the place asks for."""
    return place.press.right(place.state) if place.press.right else place.press.move


# The script


@pytest.mark.parametrize("key", KINDS)
def test_a_lesson_has_eight_to_twelve_steps_and_each_has_a_title_of_its_own(key):
    titles = [str(step.title) for step in lesson_of(key).steps]
    assert 8 <= len(titles) <= 12
    assert len({*titles}) == len(titles)


@pytest.mark.parametrize(("key", "number", "done"), PRESSES)
def test_what_is_asked_for_is_legal_and_leads_to_the_next_press(key, number, done):
    place = place_at(key, number, done)
    rules, press = place.kind.rules, place.press
    if press.right:
        wrong = [answer for answer in press.answers if answer.key != press.right(place.state)]
        assert len(wrong) == len(press.answers) - 1
        assert all(answer.says for answer in wrong)
        return
    actor = rules.actor(place.state)
    assert actor is (CHANCE if press.button else place.lesson.seat)
    assert press.button or press.move in rules.legal(place.state)
    after = place.next()
    played = (press.move,) if after.is_done else (press.move, *press.then)
    assert rules.encode(rules.fold(place.state, played)) == rules.encode(after.state)


@pytest.mark.parametrize("key", KINDS)
def test_a_step_begins_with_what_the_others_have_done_since_the_last(key):
    for number in range(1, len(lesson_of(key).steps)):
        end, begin = place_at(key, number, len(lesson_of(key).steps[number - 1].presses)), place_at(key, number + 1)
        then = end.last_press.then
        assert begin.news == then
        assert begin.kind.rules.encode(begin.kind.rules.fold(end.state, then)) == begin.kind.rules.encode(begin.state)


@pytest.mark.parametrize("key", KINDS)
def test_a_lesson_is_one_real_game_from_its_first_move_to_its_end(key):
    last = place_at(key, len(lesson_of(key).steps))
    rules, state = last.kind.rules, last.kind.rules.initial(last.lesson.options)
    for move in last.moves:
        state = rules.apply(state, move)  # raises where a move is not legal
    outcome = rules.outcome(state)
    assert outcome
    assert outcome.winner is last.lesson.seat


@pytest.mark.parametrize("key", KINDS)
def test_a_lesson_is_played_on_the_boards_that_a_first_game_is_played_on(key):
    kind = kinds.get(key)
    rules = kind.rules
    assert rules.encode(rules.initial(lesson_of(key).options)) == rules.encode(rules.initial(kind.agreed({})))


def test_the_lawn_is_worked_through_by_its_sums_seven_and_four():
    part = region_part(place_at("marabunta", 12).state, 3)
    assert part.facts == {"sums": (7, 4), "circles": (5, 2)}
    assert place_at("marabunta", 12).kind.tally(place_at("marabunta", 12).state).points == (20, 18)
    assert region_part(place_at("marabunta", 11).state, 3).facts["sums"] == (4, 4)


def test_the_groups_that_the_questions_name_are_those_on_the_board():
    facts = place_at("mabula", 8).kind.tally(place_at("mabula", 8).state).parts[0].facts
    assert facts["groups"] == ((8, 2, 1, 1), (5, 3, 2, 1, 1))


@pytest.mark.parametrize(("key", "number", "done"), PRESSES)
def test_every_other_legal_move_gets_a_sentence_and_changes_nothing(key, number, done):
    place = place_at(key, number, done)
    for move in place.kind.rules.legal(place.state):
        if place.press.right or place.makes(move):
            continue
        assert isinstance(str(place.objection(move)), str)
    with pytest.raises(IllegalMove) if not place.press.right else _nothing():
        place.objection("nonsense")


@pytest.mark.parametrize(("key", "number", "done"), PRESSES)
def test_every_answer_to_another_move_is_said_to_some_legal_move(key, number, done):
    place = place_at(key, number, done)
    legal = [move for move in place.kind.rules.legal(place.state) if not place.makes(move)]
    said = {str(place.objection(move)) for move in legal} if not place.press.right else set()
    assert {str(sentence) for sentence in place.press.others.values()} <= said


@pytest.mark.parametrize("key", KINDS)
def test_every_clause_that_a_lesson_names_is_on_the_rules_page(key):
    known = page_of(key).clauses.CLAUSES
    clauses = [press.clause for step in lesson_of(key).steps for press in step.presses]
    assert all(clause in known for clause in clauses)


# The pages


@pytest.mark.django_db
@pytest.mark.parametrize("key", KINDS)
def test_a_visitor_plays_it_through_without_a_script_and_goes_on_to_a_game(key):
    visitor = PlainBrowser().open(f"/learn/{key}/")
    for place in places(key):
        assert visitor.path == address_of(place)
        visitor = _answered(visitor, place)
        if place.next().is_done and not place.is_last:
            visitor.open(f"/learn/{key}/{place.number + 1}/")
    assert visitor.path == f"/learn/{key}/{len(lesson_of(key).steps)}/1/"
    visitor.press("Play your first game")
    game = Game.objects.get()
    assert (game.kind, game.seats.get(user=None).bot) == (key, "larva")
    assert visitor.path == f"/games/{game.pk}/"


def _answered(visitor, place):
    """Do what is asked for by the buttons of the page, or by the fields of a split."""
    answer = answer_to(place)
    if answer.startswith("split "):
        first, second = answer.removeprefix("split ").split("/")
        fields = {f"pool-{letter}": pool for pool, letters in (("1", first), ("2", second)) for letter in letters}
        token = next(form.fields["csrfmiddlewaretoken"] for form in visitor.forms if form.id == "act")
        sent = visitor.client.post(visitor.path, {"csrfmiddlewaretoken": token, **fields}, follow=True)
        assert sent.status_code == 200
        return visitor.open(sent.request["PATH_INFO"])
    if answer not in visitor.moves:  # Mabula's marble first
        visitor.open(f"{visitor.path}?from={answer.partition('-')[0]}")
    return visitor.press(answer)


@pytest.mark.django_db
def test_in_mabula_the_marble_is_marked_and_then_where_it_stops(client: Client):
    hinted = re.compile(r'id="space-(\w+)"[^>]* data-hint')
    assert hinted.findall(client.get("/learn/mabula/2/").content.decode()) == ["a4"]
    assert hinted.findall(client.get("/learn/mabula/2/?from=a4").content.decode()) == ["d4"]
    assert hinted.findall(client.get("/learn/mabula/2/1/").content.decode()) == []


@pytest.mark.django_db
def test_a_question_is_not_answered_beside_the_board(client: Client):
    for words in ("can’t push", "0 can be pushed"):
        assert words not in client.get("/learn/mabula/6/").content.decode()
        assert words in client.get("/learn/mabula/6/1/").content.decode()


@pytest.mark.django_db
def test_only_the_last_turn_leaves_its_traces_where_much_was_played(client: Client):
    assert len(place_at("mabula", 6).news) == 13
    assert len(client.get("/learn/mabula/6/").context["view"].picture.trails) == 1


@pytest.mark.django_db
def test_a_wrong_try_is_explained_and_loses_nothing(client: Client):
    address = "/learn/marabunta/3/"
    for move, words in [
        ("G@f4^", "any empty hex of the Lawn"),  # legal, but not this one
        ("G@e7^", "only works in its own region"),  # M4.3
        ("end", "four good ones"),
        ("nonsense", "isn’t a move"),
        ("", "isn’t a move"),
    ]:
        answer = client.post(address, {"move": move})
        assert answer.status_code == 422
        assert words in answer.content.decode(), move
        assert client.get(address).context["place"].done == 0
    assert "#M4.3" in client.post(address, {"move": "G@e7^"}).content.decode()


@pytest.mark.django_db
def test_the_cupcake_tile_may_not_be_left_unused(client: Client):
    answer = client.post("/learn/marabunta/10/", {"move": "end"}).content.decode()
    assert "You must use the cupcake tile" in answer
    assert "#M4.2" in answer


@pytest.mark.django_db
def test_a_wrong_answer_says_why(client: Client):
    answer = client.post("/learn/marabunta/12/", {"move": "7"})
    assert answer.status_code == 422
    assert "7 is your sum" in answer.content.decode()
    assert client.post("/learn/marabunta/12/", {"move": "8"}).status_code == 422  # which is no answer at all


@pytest.mark.django_db
def test_a_visitor_goes_on_where_they_stopped_and_can_begin_again(client: Client):
    assert client.get("/learn/mabula/")["Location"] == "/learn/mabula/1/"
    client.post("/learn/mabula/1/", {"move": lesson_of("mabula").steps[0].presses[0].move})
    assert client.get("/learn/mabula/")["Location"] == "/learn/mabula/2/"
    assert client.get("/learn/marabunta/")["Location"] == "/learn/marabunta/1/"
    assert client.get("/learn/mabula/?again")["Location"] == "/learn/mabula/1/"
    assert client.get("/learn/mabula/")["Location"] == "/learn/mabula/1/"


@pytest.mark.django_db
def test_a_member_goes_on_in_another_browser(ada: User):
    here, there = Client(), Client()
    for browser in (here, there):
        browser.force_login(ada)
    here.post("/learn/mabula/1/", {"move": lesson_of("mabula").steps[0].presses[0].move})
    assert there.get("/learn/mabula/")["Location"] == "/learn/mabula/2/"
    ada.refresh_from_db()
    assert ada.learned == {"guide": {"mabula": 2}}


@pytest.mark.django_db
def test_whoever_is_through_begins_again(client: Client):
    last = place_at("mabula", 10)
    client.post("/learn/mabula/10/", {"move": answer_to(last)})
    assert client.get("/learn/mabula/")["Location"] == "/learn/mabula/1/"


@pytest.mark.django_db
@pytest.mark.parametrize("key", KINDS)
def test_each_step_can_be_left_out_and_the_rest_is_as_if_it_had_been_made(key):
    browser, address = Client(), f"/learn/{key}/1/"
    for number in range(1, len(lesson_of(key).steps)):
        assert address == f"/learn/{key}/{number}/"
        (address,) = re.findall(r'id="guide-past"[^>]* href="([^"]+)"', browser.get(address).content.decode())
    assert b'id="guide-past"' not in browser.get(address).content


@pytest.mark.django_db
def test_home_offers_the_guided_game_of_each_kind_until_one_is_through_or_has_played_that_kind(ada: User):
    browser = Client()
    browser.force_login(ada)

    def offered():
        return re.findall(r'<a class="btn" href="/learn/(\w+)/"', browser.get("/").content.decode())

    assert offered() == KINDS
    last = len(lesson_of("mabula").steps)
    browser.post(f"/learn/mabula/{last}/", {"move": answer_to(place_at("mabula", last))})
    assert offered() == ["marabunta"]
    for _ in range(coaching.GAMES):
        assert offered() == ["marabunta"], "one game teaches less than the guide"
        ada.refresh_from_db()
        challenges.play_bot(user=ada, bot="larva", agreement=Agreement("marabunta", {}))
    assert offered() == []


@pytest.mark.django_db
def test_looking_at_a_step_costs_a_visitor_no_query(client: Client, django_assert_num_queries):
    client.get("/learn/marabunta/3/")
    with django_assert_num_queries(0):
        client.get("/learn/marabunta/3/")


@pytest.mark.django_db
def test_for_htmx_a_press_is_answered_with_the_fragment_and_its_address(client: Client):
    answer = client.post("/learn/marabunta/2/", {"move": "take 1"}, headers=HTMX)
    assert answer.status_code == 200
    assert answer["HX-Replace-Url"] == "/learn/marabunta/2/1/"
    assert "<html" not in answer.content.decode()
    assert 'data-seq="3"' in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["/learn/chess/", "/learn/marabunta/0/", "/learn/marabunta/13/", "/learn/mabula/1/2/"]
)
def test_what_is_not_there_is_said_to_be_missing(client: Client, address):
    assert client.get(address).status_code == 404
    assert client.post(address, {"move": "end"}).status_code in {404, 405}


@pytest.mark.django_db
def test_what_the_other_did_is_told_where_the_learners_turn_begins_and_not_after_their_own_press(client):
    told = "Blue played: 1 crate, Lavender leaf, 3 in the Path"
    assert told in client.get("/learn/marabunta/7/").content.decode()
    assert "Blue played:" not in client.get("/learn/marabunta/6/1/").content.decode()


@pytest.mark.django_db
def test_anthills_and_the_next_cupcake_are_shown_beside_the_step(client):
    page = client.get("/learn/marabunta/3/").content.decode()
    assert "2 anthills left" in page and "Next cupcake: +0" in page
    assert "Next cupcake: +2" in client.get("/learn/marabunta/6/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("key", KINDS)
def test_the_whole_count_is_shown_at_the_end_and_not_before_the_question(client, key):
    last = len(lesson_of(key).steps)
    assert 'id="final-heading"' in client.get(f"/learn/{key}/{last}/1/").content.decode()
    assert 'id="final-heading"' not in client.get(f"/learn/{key}/{last}/").content.decode()


@pytest.mark.django_db
def test_a_hex_that_is_only_marked_is_named_for_who_does_not_see_it(client):
    page = client.get("/learn/marabunta/3/").content.decode()
    assert "press the marked hex." in page
    assert "Hint: with Lawn 3, write on g5 in the Lawn, using an anthill." in page
