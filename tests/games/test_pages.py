"""The page of a game: what it shows to whom, and what happens to what is sent."""

import re
import secrets

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games import kinds, record
from games.access import Viewer
from games.bots import turns
from games.contract import Seat
from games.kind_pages.registry import page_of
from games.lobby import challenges, departure
from games.lobby.start import Agreement
from games.models import Event, Game, Secret
from games.table import door, exchange, log
from games.table.door import Act
from games.view_models.game_page import GamePage
from games.view_models.history import History
from tests.games.playing import legal
from tests.luck import dice as dice_of
from tests.page_elements import element, elements

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

KINDS = [kind.key for kind in kinds.all()]


@pytest.fixture
def logged_in():
    def logged_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return logged_in


@pytest.fixture
def turn(logged_in):
    """The browser of whoever is to move in a game, and of the other."""

    def turn(game):
        game.refresh_from_db()
        seats = {seat.number: logged_in(seat.user) for seat in game.seats.all()}
        return seats[game.to_move], seats[3 - game.to_move]

    return turn


def send(client, game, **fields):
    game.refresh_from_db()
    fields = {"seen": game.head, "key": secrets.token_hex(8)} | fields
    return client.post(reverse("games:act", args=[game.pk]), fields)


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


def play_on(game, act, moves, dice=None):
    dice = dice or dice_of(5)
    for _ in range(moves):
        if options := legal(game):
            act(game, dice.choice(options))


@pytest.mark.parametrize("kind", KINDS)
def test_who_is_to_move_is_asked_to_and_the_other_is_not(start, turn, kind):
    game = start(kind)
    mover, other = turn(game)
    address = reverse("games:game", args=[game.pk])
    page = mover.get(address)
    assert "Your turn" in said(page)
    assert 'data-state="legal"' in page.content.decode() or 'name="pool-P"' in page.content.decode()
    waiting = other.get(address)
    assert 'name="move"' not in waiting.content.decode()
    name = game.seats.get(number=game.to_move).user
    does = f"{name} is {'splitting the pieces' if kind == 'marabunta' else 'choosing a push'}"
    round_ = "round 1 " if kind == "marabunta" else ""
    assert f"{name}’s turn {round_}{does}" in said(waiting)
    assert element(waiting, "dock").text.startswith(does)


@pytest.mark.parametrize("way", ["", "&explain=1"])
def test_the_links_and_buttons_of_the_page_lead_to_every_push_and_no_other(start, turn, way):
    game = start("mabula")
    mover, _ = turn(game)
    address = reverse("games:game", args=[game.pk])
    asks, seen, found = ["?"], set(), set()
    while asks:
        ask = asks.pop()
        if ask in seen:
            continue
        seen.add(ask)
        shown = elements(mover.get(f"{address}{ask}{way}"))
        pushes = [one for one in shown if one.tag == "button" and one["name"] == "move"]
        on_board = {one["value"] for one in pushes if one.is_in("board")}
        assert on_board == {one["value"] for one in pushes if one.is_in("dock")}
        found |= on_board
        asks += [one["href"].removesuffix(way) for one in shown if one.tag == "a" and one["data-state"] == "legal"]
    assert found == set(legal(game))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_possible_is_a_link_to_the_reason_only_for_who_wants_it_explained(start, act, turn, kind):
    game = start(kind)
    if kind == "marabunta":
        act(game, "split POYGBV/T")
        act(game, "take 1")
    mover, _ = turn(game)
    address = reverse("games:game", args=[game.pk])

    def impossible(query):
        return [one for one in elements(mover.get(address + query)) if one["data-state"] == "no" and one["data-hex"]]

    spans, links = impossible(""), impossible("?explain=1")
    assert {(one.tag, one["role"], one["href"]) for one in spans} == {("span", "img", "")}
    assert {(one.tag, one["data-why"]) for one in links} == {("a", "")}
    assert {one["tabindex"] for one in spans + links} == {"-1"}
    assert len(spans) > 20
    assert [f"{one['data-why']}&explain=1" for one in spans] == [one["href"] for one in links]
    for one, query in ((spans[0], spans[0]["data-why"]), (links[-1], links[-1]["href"])):
        dock = element(mover.get(address + query), "dock")
        assert "Rule " in dock.text
        assert one["aria-label"].startswith(one["data-hex"])
    assert all(one["aria-label"].count(".") == 1 for one in spans)  # only what it holds
    assert all(one["aria-label"].count(".") > 1 for one in links)


@pytest.mark.parametrize("kind", KINDS)
def test_every_move_has_its_words(start, act, kind):
    game = start(kind)
    dice = dice_of(11)
    for _ in range(60):
        options = legal(game)
        if not options:
            break
        presenter = page_of(kind).presenter
        state = log.position(game).state
        assert all(presenter.say(state, move) for move in options)
        assert presenter.task(state)
        act(game, "end" if "end" in options and dice.random() < 0.3 else dice.choice(options))


def test_an_accepted_move_leads_to_the_board_and_is_there_once_however_often_it_is_sent(start, turn):
    game = start("mabula")
    mover, _ = turn(game)
    fields = {"move": legal(game)[0], "seen": game.head, "key": "the-same-key"}
    for _ in range(3):
        page = mover.post(reverse("games:act", args=[game.pk]), fields)
        assert (page.status_code, page["Location"]) == (303, f"/games/{game.pk}/")
    assert Event.objects.filter(game=game, act="move", seat__isnull=False).count() == 1


def test_what_was_decided_on_an_old_board_is_not_done_and_the_board_is_shown_anew(start, turn):
    game = start("mabula")
    mover, _ = turn(game)
    page = send(mover, game, move=legal(game)[0], seen=0)
    assert page.status_code == 409
    assert "Something changed before you moved" in said(page)
    assert "Your turn" in said(page)
    assert Game.objects.get(pk=game.pk).head == game.head


def test_a_refused_move_comes_with_its_sentence_its_clause_and_what_was_typed(start, turn):
    game = start("mabula")
    mover, _ = turn(game)
    page = send(mover, game, move="d4-d5")
    assert page.status_code == 422
    assert "You can only push marbles from the rim. d4 is in the field." in said(page)
    assert 'href="/rules/mabula/#B2.5"' in page.content.decode()
    assert "Rule B2.5" in said(page)
    assert 'value="d4-d5"' in page.content.decode()


def test_a_move_of_another_game_is_refused_in_the_words_of_this_one(start, turn):
    game = start("marabunta")
    mover, other = turn(game)
    page = send(mover, game, move="a3-d3")
    assert page.status_code == 422
    assert "“a3-d3” isn’t a move." in said(page)
    page = send(other, game, move="take 1")
    assert (page.status_code, "It’s not your turn." in said(page)) == (422, True)


@pytest.mark.parametrize(
    "fields",
    [
        {"seen": ""},
        {"seen": "x"},
        {"seen": "-1"},
        {"seen": "9" * 5000},
        {"seen": "1e3"},
        {"key": ""},
        {"key": "short"},
        {"key": "k" * 65},
        {"key": "spaces are not for keys"},
        {"key": "clé-unique"},
        {"act": "dance"},
        {"act": "\0"},
        {"move": "x" * 81},
        {"move": "\0"},
    ],
)
def test_what_has_not_its_form_is_refused_with_a_sentence(start, turn, fields):
    game = start("mabula")
    mover, _ = turn(game)
    page = send(mover, game, **({"move": legal(game)[0]} | fields))
    assert page.status_code == 422
    assert "couldn’t read what was sent" in said(page)
    assert Game.objects.get(pk=game.pk).head == game.head


TEXTS = st.one_of(
    st.text(max_size=100),
    st.sampled_from(
        [*Act.values, "a3-d3", "end", "split P/OYGBVT", "take 1", "B@d4^", "0", "1", "2", "99999999999", "T#3"]
    ),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    kind=st.sampled_from(KINDS),
    fields=st.dictionaries(st.sampled_from(["act", "move", "seen", "key"]), TEXTS),
    is_stale=st.booleans(),
)
def test_nothing_that_can_be_sent_breaks_anything_or_loses_a_move(fuzzed, kind, fields, is_stale):
    game, mover = fuzzed[kind]
    before = Game.objects.get(pk=game.pk)
    events = list(Event.objects.filter(game=game).order_by("seq").values_list("chain", flat=True))
    sent = {"seen": before.head - is_stale, "key": secrets.token_hex(8)} | fields
    page = mover.post(reverse("games:act", args=[game.pk]), sent)
    assert page.status_code in (303, 409, 422)
    assert page.status_code == 303 or "<h1" in page.content.decode()
    after = list(Event.objects.filter(game=game).order_by("seq").values_list("chain", flat=True))
    assert after[: len(events)] == events
    assert (len(after) > len(events)) == (page.status_code == 303)
    assert mover.get(reverse("games:game", args=[game.pk])).status_code == 200


@pytest.fixture
def fuzzed(start, logged_in, ada):
    games = {}
    for kind in KINDS:
        game = start(kind)
        games[kind] = (game, logged_in(game.seats.get(number=game.to_move).user))
    return games


def test_the_page_shows_exactly_what_may_be_done(start, act, logged_in, ada, ben):
    labels = {
        Act.UNDO: "Undo",
        Act.RESIGN: "Yes, resign",
        Act.OFFER_DRAW: "Offer a draw",
        Act.ACCEPT_DRAW: "Accept draw",
        Act.DECLINE_DRAW: "Decline draw",
        Act.ABORT: "Yes, abort",
        Act.GIVE_TIME: "They get it right away",
    }
    seen = set()
    for kind in KINDS:
        game = start(kind)
        browsers = {1: logged_in(ada), 2: logged_in(ben)}
        for step in range(8):
            for seat, browser in browsers.items():
                page = browser.get(reverse("games:game", args=[game.pk])).content.decode()
                shown = set(re.findall(r'name="act" value="([^"]+)"', page))
                possible = set(door.possible_acts(game, log.position(game), Seat(seat)))
                assert shown - {"undo-turn"} == {act.value for act in possible}
                assert ("undo-turn" in shown) == (Act.UNDO in possible)
                assert all(labels[act] in page for act in possible)
                seen |= possible
            if kind == "mabula" and step == 2:
                act(game, kind=Act.OFFER_DRAW, seat=1)
            else:
                act(game, legal(game)[-1 if kind == "mabula" else 0])
            game.refresh_from_db()
    assert seen == set(labels)


@pytest.mark.parametrize(
    ("acts", "kind", "sentence"),
    [
        ([("resign", 1)], "marabunta", "You resigned."),
        ([("resign", 2)], "marabunta", "ben resigned: you won."),
        ([("abort", 2)], "marabunta", "The game was aborted."),
        ([("offer-draw", 2), ("accept-draw", 1)], "mabula", "A draw, by agreement."),
    ],
)
def test_the_acts_of_the_platform_are_pressed_and_told(start, logged_in, ada, ben, acts, kind, sentence):
    game = start(kind)
    for what, seat in acts:
        assert send(logged_in({1: ada, 2: ben}[seat]), game, act=what).status_code == 303
    page = logged_in(ada).get(reverse("games:game", args=[game.pk]))
    assert sentence in said(page)
    assert 'name="act"' not in page.content.decode()


def test_a_move_is_taken_back_within_the_turn(start, act, turn):
    game = start("marabunta")
    act(game, "split P/OYGBVT")
    act(game, "take 2")
    mover, _ = turn(game)
    move = legal(game)[0]
    send(mover, game, move=move)
    page = send(mover, game, act="undo")
    assert page.status_code == 303
    game.refresh_from_db()
    assert move not in [made.text for made in log.position(game).moves]


def test_who_has_moved_against_a_bot_sees_it_think_and_the_page_moves_on_without_javascript(logged_in, ada):
    game = challenges.play_bot(user=ada, bot="soldier", agreement=Agreement("mabula", {}), seat=Seat.ONE)
    browser = logged_in(ada)
    address = reverse("games:game", args=[game.pk])
    assert "http-equiv" not in browser.get(address).content.decode()
    send(browser, game, move=legal(game)[0])
    page = browser.get(address).content.decode()
    assert "Soldier is thinking…" in page
    assert f'<noscript><meta http-equiv="refresh" content="2; url={address}"></noscript>' in page
    turned = browser.get(f"{address}?explain=1&flip=1").content.decode()
    assert f'content="2; url={address}?flip=1&amp;explain=1"' in turned
    assert " data-soon>" in page
    assert "http-equiv" not in browser.get(f"{address}?at=1").content.decode()
    turns.take_turns(game.pk)
    assert "Your turn" in said(browser.get(address))


@pytest.mark.parametrize("kind", KINDS)
def test_every_position_of_a_game_has_an_address_that_stays_and_can_only_be_looked_at(start, act, turn, kind):
    game = start(kind)
    play_on(game, act, 6)
    mover, _ = turn(game)
    address = reverse("games:game", args=[game.pk])
    for at in range(game.head + 1):
        page = mover.get(f"{address}?at={at}").content.decode()
        drawing = kinds.get(kind).draw(log.position(game, at=at).state)
        assert mover.get(f"{address}position.txt?at={at}").content.decode() == f"{drawing}\n"
        assert 'name="move"' not in page
        assert 'name="act"' not in page
        assert re.search(rf"<h2>\s*Step {at} of {game.head}\b", page)


@pytest.mark.parametrize("at", ["", "x", "-1", "999", "07", "9" * 5000, "٣", "%00", "<script>"])
def test_a_position_that_the_game_does_not_have_is_refused_with_a_sentence(start, client, at):
    game = start("mabula")
    for page in (client.get(f"/games/{game.pk}/{path}?at={at}") for path in ("", "position.txt")):
        assert page.status_code == 422
        assert "This game has" in said(page)
        assert "<script>" not in page.content.decode()


def test_steps_lead_over_the_moves_that_stand(start, act):
    game = start("marabunta")
    for move in ("split P/OYGBVT", "take 2"):
        act(game, move)
    act(game, legal(game)[0])
    act(game, kind=Act.UNDO)
    act(game, legal(game)[1])
    game.refresh_from_db()
    *_, third, second, last = History(GamePage(game, Viewer())).stops
    assert last == game.head
    before = History(GamePage(game, Viewer(), at=second))
    assert (before.back, before.next) == (f"?at={third}", f"?at={last}")
    undone = History(GamePage(game, Viewer(), at=game.head - 1))
    assert (undone.current, undone.next) == (second, f"?at={last}")


@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_a_game_is_kept_as_text_and_as_json(start, act, client, kind, is_over):
    game = start(kind)
    play_on(game, act, 400 if is_over else 5)
    game.refresh_from_db()
    for form, kind_of_content in (("txt", "text/plain"), ("json", "application/json")):
        page = client.get(f"/games/{game.pk}/record.{form}")
        assert page["Content-Type"].startswith(kind_of_content)
        kept = record.read(page.content.decode())
        assert kept.moves == tuple(move.text for move in log.position(game).moves)
        assert kept.tags["Game"] == str(game.pk)


@pytest.mark.parametrize("kind", KINDS)
def test_the_seed_is_shown_when_the_game_is_over_and_explains_every_roll(start, act, client, kind):
    game = start(kind)
    address = f"/games/{game.pk}/fairness/"
    seed = bytes(Secret.objects.get(commitment=game.commitment).seed).hex()
    page = client.get(address)
    nonces = [seat.nonce for seat in game.seats.all()]
    assert all(shown in said(page) for shown in (game.commitment, *nonces))
    assert seed not in page.content.decode()
    play_on(game, act, 400)
    page = client.get(address)
    assert seed in said(page)
    assert "No. All the luck in this game was fixed before it started." in said(page)
    revealed = page.context["revealed"]
    assert len(revealed.rolls) == log.position(game).rolls
    for number, roll in enumerate(revealed.rolls):
        before = log.position(game, at=roll.seq - 1).state
        assert roll.recomputed == kinds.get(kind).rules.draw(before, door.stream(game, number)) == roll.played


def test_a_kind_without_dice_speaks_of_none(start, act, client, ada, logged_in):
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience="public")
    game = start("mabula")
    of_dice = re.compile(r"\b(?:dice|die|rolls?|rolled)\b", re.IGNORECASE)
    addresses = [f"/games/{game.pk}/", f"/games/{game.pk}/fairness/", reverse("games:challenge", args=[offer.token])]
    for is_over in (False, True):
        if is_over:
            play_on(game, act, 400)
        for looker in (client, logged_in(ada)):
            for address in addresses:
                assert not of_dice.findall(said(looker.get(address))), address
    assert "Was the start rigged?" in said(client.get(addresses[0]))
    assert "Are the dice rigged?" in said(client.get(f"/games/{start('marabunta').pk}/"))


def test_a_roll_that_does_not_follow_from_the_seed_is_told(start, act, client):
    game = start("marabunta")
    act(game, kind=Act.ABORT)
    seat = game.seats.get(number=1)
    seat.nonce = "exchanged afterwards"
    seat.save()
    page = client.get(f"/games/{game.pk}/fairness/")
    assert "Something doesn’t match" in said(page)


@pytest.mark.parametrize("kind", KINDS)
def test_the_pages_of_a_game_ask_the_database_the_same_for_a_short_and_a_long_game(
    start, act, turn, kind, django_assert_max_num_queries
):
    game = start(kind)
    dice = dice_of(2)
    for moves in (8, 140 if kind == "marabunta" else 12):
        play_on(game, act, moves, dice)
        game.refresh_from_db()
        browser = turn(game)[1] if game.to_move else Client()
        browser.get("/healthz")
        for path in ("", f"?at={game.head - 1}", "fairness/", "record.txt"):
            browser.get(f"/games/{game.pk}/{path}")  # a session's first visit of the day is noted
            log.forget_all()
            with django_assert_max_num_queries(9 if "at=" in path else 8):
                assert browser.get(f"/games/{game.pk}/{path}").status_code == 200


def test_a_move_asks_the_database_little(start, turn, django_assert_max_num_queries):
    game = start("mabula")
    mover, _ = turn(game)
    mover.get("/")
    fields = {"move": legal(game)[0], "seen": game.head, "key": secrets.token_hex(8)}
    with django_assert_max_num_queries(16):
        assert mover.post(reverse("games:act", args=[game.pk]), fields).status_code == 303


def test_somebody_who_left_is_a_former_player(start, act, client, ada, ben):
    game = start("mabula")
    departure.leave(user=ben)
    ben.delete()
    page = client.get(f"/games/{game.pk}/")
    assert "Former player" in said(page)
    assert "ben" not in said(page).split()


def test_a_post_without_its_token_is_refused_with_a_sentence(start, ada):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    page = client.post(f"/games/{start('mabula').pk}/act/", {})
    assert page.status_code == 403
    assert "This form has expired" in said(page)


@pytest.mark.parametrize("number", ["9" * 30, "9" * 5000, "0", "x"])
def test_a_game_that_does_not_exist_is_not_found(client, db, number):
    assert client.get(f"/games/{number}/").status_code == 404


def test_who_wants_to_be_asked_is_asked_before_every_move_and_says_yes(start, client, ada):
    game = start("mabula")
    ada.confirm_moves = True
    ada.save()
    client.force_login(ada)
    move = legal(game)[0]
    sent = {"move": move, "seen": game.head, "key": "a-key-of-mine"}
    asked = client.post(reverse("games:act", args=[game.pk]), sent)
    assert asked.status_code == 200
    assert "Make this move?" in said(asked)
    game.refresh_from_db()
    assert game.head == 1
    assert client.post(reverse("games:act", args=[game.pk]), {**sent, "sure": "1"}).status_code == 303
    game.refresh_from_db()
    assert game.head == 2


@pytest.mark.parametrize(
    ("change", "status"), [({"move": "nonsense"}, 422), ({"seen": 0}, 409), ({"act": "resign"}, 303)]
)
def test_only_a_move_that_can_be_made_is_asked_about(start, client, ada, change, status):
    game = start("mabula")
    ada.confirm_moves = True
    ada.save()
    client.force_login(ada)
    sent = {"move": legal(game)[0], "seen": game.head, "key": "a-key-of-mine", **change}
    assert client.post(reverse("games:act", args=[game.pk]), sent).status_code == status


def test_the_rolls_of_a_game_from_a_file_are_not_vouched_for(client, db):
    moves = ["ring " + "WWBB" * 6]
    rules = kinds.get("mabula").rules
    state = rules.apply(rules.initial({}), moves[0])
    while choices := rules.legal(state):
        moves.append(choices[0])
        state = rules.apply(state, choices[0])
    game = exchange.import_record(record.make("mabula", {}, moves))
    page = client.get(reverse("games:fairness", args=[game.pk])).content.decode()
    assert "imported from a file" in page
    assert "doesn’t fit" not in page
