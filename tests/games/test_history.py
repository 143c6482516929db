"""The moves in words: the list beside the board, the steps, and what is new since a player's last visit."""

import re
import secrets
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.access import Viewer
from games.contract import Seat
from games.models import Game
from games.table import acts, door, log
from games.table.door import Act, Verdict
from games.view_models import platform_events
from games.view_models.game_page import GamePage
from games.view_models.history import History, latest
from tests.games.playing import legal, move
from tests.luck import dice as dice_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

HTMX = {"HX-Request": "true"}


@pytest.fixture
def played(start, act):
    """A game of Marabunta some rounds in."""

    def played(moves=60, kind="marabunta"):
        game, dice = start(kind), dice_of(3)
        for _ in range(moves):
            if not (options := [move for move in legal(game) if move != "end"] or legal(game)):
                break
            act(game, dice.choice(options))
        game.refresh_from_db()
        return game

    return played


def history(game, at=None, seat=None, **more):
    return History(GamePage(Game.objects.get(pk=game.pk), Viewer(seat), at), **more)


def browser(game, seat):
    client = Client()
    client.force_login(game.seats.get(number=seat).user)
    return client


def moderate(game, what, text=""):
    game.refresh_from_db()
    answer = door.submit(game_id=game.pk, seat=None, act=what, text=text, seen=game.head, key=secrets.token_hex(8))
    assert answer.verdict is Verdict.ACCEPTED
    game.refresh_from_db()


def told(game, at=None):
    """All lines, without those of moves that stand."""
    game.refresh_from_db()
    moves = {f"?at={made.seq}" for made in log.position(game).moves}
    lines = [line for chapter in history(game, at, is_whole=True).chapters for line in chapter.entries]
    return [line.told.text.replace("\xa0", " ") for line in lines if line.href not in moves]


def said(page):
    return words_of(page.content.decode())


def dock_of(page):
    """What the dock says, and nothing else on the page."""
    return words_of(re.search(r'<section id="dock".*?</section>', page.content.decode(), re.DOTALL)[0])


def words_of(html):
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def seqs(entries):
    return [int(re.search(r"at=(\d+)", entry.href)[1]) for entry in entries]


# The list


def test_the_whole_list_holds_every_move_that_stands_once_and_the_newest_first(played):
    game = played()
    chapters = history(game, is_whole=True).chapters
    told = [seq for chapter in chapters for seq in seqs(chapter.entries)]
    assert told == [made.seq for made in reversed(log.position(game).moves)]


def test_a_round_begins_with_its_dice(played):
    chapters = history(played(), is_whole=True).chapters
    assert [chapter.number for chapter in chapters] == list(range(len(chapters), 0, -1))
    assert len(chapters) > 3
    for chapter in chapters[:-1]:
        kinds_of_moves = [entry.told.kind for entry in reversed(chapter.entries)]
        assert kinds_of_moves[0] == "roll"
        assert kinds_of_moves.count("roll") == 1
    assert [entry.told.kind for entry in reversed(chapters[-1].entries)][:3] == ["first", "roll", "split"]


def test_beside_the_board_only_the_last_two_rounds_are_told(played):
    game = played()
    now, whole = history(game), history(game, is_whole=True)
    assert now.chapters == whole.chapters[:2]
    assert (now.has_later, now.has_earlier) == (False, True)
    assert not whole.has_earlier


def test_looking_back_the_rounds_around_the_step_are_told(played):
    game = played()
    whole = history(game, is_whole=True).chapters
    step = seqs(whole[-2].entries)[0]  # the last of round 2
    back = history(game, at=step)
    assert [chapter.number for chapter in back.chapters] == [3, 2]
    assert (back.has_later, back.has_earlier) == (True, True)
    assert [entry.is_current for chapter in back.chapters for entry in chapter.entries].count(True) == 1
    assert back.chapters[1].entries[0].is_current
    assert back.sentence == back.chapters[1].entries[0].told.text


def test_before_the_first_move_nothing_is_current(played):
    back = history(played(), at=0)
    assert [chapter.number for chapter in back.chapters] == [2, 1]
    assert not any(entry.is_current for chapter in back.chapters for entry in chapter.entries)
    assert (back.number, back.round, back.sentence, back.back, back.first) == (0, None, "", None, None)


def test_a_game_without_rounds_is_one_list(played):
    chapters = history(played(9, "mabula")).chapters
    assert [(chapter.number, len(chapter.entries)) for chapter in chapters] == [(None, 10)]


def test_what_was_taken_back_is_not_told(start, act):
    game = start()
    for text in ("split P/OYGBVT", "take 2"):
        act(game, text)
    undone = next(text for text in legal(game) if text != "end")
    act(game, undone)
    act(game, kind=Act.UNDO)
    game.refresh_from_db()
    assert seqs(history(game).chapters[0].entries) == [4, 3, 2, 1]
    looked_at = history(game, at=5)
    assert (looked_at.is_taken_back, looked_at.sentence) == (True, "")
    assert "at=4" in looked_at.back
    assert "This move was undone." in said(Client().get(f"/games/{game.pk}/?at=5"))


@pytest.mark.parametrize(
    ("kind", "acts", "side", "sentence"),
    [
        ("marabunta", [(Act.RESIGN, 1)], "red", "Red resigns."),
        ("marabunta", [(Act.RESIGN, 2)], "blue", "Blue resigns."),
        ("marabunta", [(Act.ABORT, 2)], "", "The game is aborted."),
        ("mabula", [(Act.OFFER_DRAW, 1), (Act.ACCEPT_DRAW, 2)], "", "Both players agree to a draw."),
    ],
)
def test_how_the_platform_ended_a_game_is_the_last_line(start, act, kind, acts, side, sentence):
    game = start(kind)
    for what, seat in acts:
        act(game, kind=what, seat=seat)
    game.refresh_from_db()
    lines = history(game).chapters[0].entries
    assert (lines[0].side, lines[0].told.text, lines[0].is_current) == (side, sentence, True)
    assert [line.is_current for line in lines].count(True) == 1
    before = history(game, at=1).chapters[0].entries
    assert [line.is_current for line in before].index(True) == len(before) - 1


# What is no move


def test_every_act_of_a_moderator_is_a_line_at_its_place(timed):
    game = timed(moves=4)
    moderate(game, Act.PAUSE)
    moderate(game, Act.RESUME)
    move(game)
    for what, text in ((Act.ADD_TIME, "1 36"), (Act.TAKE_TIME, "1 36"), (Act.BOT_IN, "2 larva"), (Act.BOT_OUT, "2")):
        moderate(game, what, text)
    moderate(game, Act.HIDE)
    moderate(game, Act.SHOW)
    move(game)
    moderate(game, Act.ADJUDICATE, "2")
    moderate(game, Act.ADJUDICATE, "draw")
    moderate(game, Act.RESTORE)
    moderate(game, Act.ANNUL)
    lines = [line.told.text.replace("\xa0", " ") for line in history(game).chapters[0].entries][::-1]
    assert lines[5:7] == ["A moderator stops the clock.", "A moderator restarts the clock."]
    assert lines[8:14] == [
        "A moderator gives White more time: 1 day, 12 hours.",
        "A moderator takes added time back from White: 1 day, 12 hours.",
        "A moderator lets Larva (bot) take over for Black.",
        "A moderator gives Black’s seat back to its player.",
        "A moderator takes the game off public lists.",
        "A moderator puts the game back on public lists.",
    ]
    assert lines[15:] == [
        "The game is decided: Black wins.",
        "The game is decided: a draw.",
        "The last decision is reversed.",
        "The game is annulled.",
    ]


def test_time_that_was_given_and_a_bot_that_plays_on_are_lines_of_their_sides(timed, time, act):
    game = timed(moves=4)
    act(game, "24", kind=Act.GIVE_TIME, seat=2)
    move(game)
    game.refresh_from_db()
    time.set(game.deadline + timedelta(hours=1))
    act(game, "larva", kind=Act.SUBSTITUTE, seat=1)
    assert told(game) == ["Larva (bot) plays on for Black.", "Black gives White more time: 1 day."]
    lines = history(game).chapters[0].entries
    assert [(line.side, line.is_current) for line in lines[:3]] == [("black", False), ("white", True), ("black", False)]


def test_spectators_read_the_same_lines_as_players(timed):
    game = timed(moves=4)
    moderate(game, Act.PAUSE)
    for client in (browser(game, 1), browser(game, 2), Client()):
        assert "A moderator stops the clock." in said(client.get(f"/games/{game.pk}/"))


def test_a_line_stands_in_the_round_in_which_it_was_done(played, act):
    game = played(30)
    before = len(history(game, is_whole=True).chapters)
    moderate(game, Act.HIDE)
    step = log.position(game).moves[-1].seq
    dice = dice_of(3)
    while len(chapters := history(game, is_whole=True).chapters) < before + 2:
        act(game, dice.choice(legal(game)))
    lines = chapters[-before].entries
    place = [line.told.text for line in lines].index("A moderator takes the game off public lists.")
    assert seqs(lines[place:])[:2] == [step + 1, step]
    assert told(game, at=1) == told(game) == ["A moderator takes the game off public lists."]


def test_what_a_moderator_took_back_is_not_told_and_the_way_through_the_game_goes_round_it(timed):
    game = timed(moves=12)
    fifth, taken = (log.position(game).moves[place].seq for place in (4, 8))
    moderate(game, Act.REWIND, str(fifth))
    rewound = game.head
    move(game)
    game.refresh_from_db()
    assert told(game) == ["A moderator takes the game back to step 5."]
    assert seqs(history(game).chapters[0].entries) == [rewound + 1, rewound, 5, 4, 3, 2, 1]
    assert history(game, at=fifth).next == f"?at={rewound + 1}"
    assert history(game, at=rewound + 1).back == f"?at={fifth}"
    for at, words in ((taken, "This move was undone."), (rewound, "Step 5 of 6")):
        page = Client().get(f"/games/{game.pk}/?at={at}")
        assert words in said(page)
        assert page.content.decode().count('aria-current="step"') == (at == rewound)
    moderate(game, Act.RESTORE)
    assert len(history(game).moves) == 13
    assert told(game) == ["The last decision is reversed.", "A moderator takes the game back to step 5."]


def test_the_ending_that_counts_is_the_current_line(timed, act):
    game = timed(moves=12)
    act(game, kind=Act.RESIGN, seat=1)
    moderate(game, Act.ANNUL)
    moderate(game, Act.HIDE)

    def current():
        (line,) = [line for line in history(game).chapters[0].entries if line.is_current]
        return line.told.text, line.href

    assert current() == ("The game is annulled.", "?")
    moderate(game, Act.RESTORE)
    assert current() == ("White resigns.", "?")
    assert told(game) == [
        "The last decision is reversed.",
        "A moderator takes the game off public lists.",
        "The game is annulled.",
        "White resigns.",
    ]


def test_every_deed_has_its_sentence():
    assert set(platform_events.SENTENCES) == set(Act) - acts.UNTOLD


def test_a_step_knows_what_had_been_done_before_it(timed, act):
    """Whether it is worked out from all events or from the moves that stand later."""
    game = timed(moves=4)
    act(game, "24", kind=Act.GIVE_TIME, seat=2)
    move(game)
    move(game)
    game.refresh_from_db()
    step = log.position(game).moves[-2].seq
    quick = log.position(game, at=step)
    log.forget_all()
    assert quick == log.position(game, at=step)
    assert [event.act for event in quick.platform_events] == [Act.GIVE_TIME]


# What is kept


def test_a_sentence_is_kept_for_the_next_reader_and_belongs_to_its_game(played):
    one, other = played(30), played(31)
    told = [[line.told for chapter in history(game).chapters for line in chapter.entries] for game in (one, other)]
    again = [[line.told for chapter in history(game).chapters for line in chapter.entries] for game in (one, other)]
    assert again == told
    assert all(line is known for line, known in zip(again[0], told[0], strict=True))
    assert told[0] != told[1]


# Steps


def test_steps_lead_from_move_to_move_and_keep_the_view(played):
    game = played(20)
    stops = [0, *(made.seq for made in log.position(game).moves)]
    page = GamePage(game, Viewer(), at=stops[5], is_flipped=True)
    steps = History(page)
    assert steps.first == "?at=0&flip=1"
    assert steps.back == f"?at={stops[4]}&flip=1"
    assert steps.next == f"?at={stops[6]}&flip=1"
    assert steps.now == "?flip=1"
    assert steps.flip == f"?at={stops[5]}"
    assert steps.permanent == f"/games/{game.pk}/?at={stops[5]}"
    assert (steps.number, steps.count) == (5, len(stops) - 1)


def test_the_present_has_no_next_step_and_the_last_step_neither(played):
    game = played(20)
    assert history(game).next is None
    assert history(game).back == f"?at={log.position(game).moves[-2].seq}"
    assert history(game, at=game.head).next is None


def test_every_step_of_a_game_says_where_one_is(played):
    game = played(30)
    client = Client()
    for number, made in enumerate(log.position(game).moves, start=1):
        steps = history(game, at=made.seq)
        page = client.get(f"/games/{game.pk}/?at={made.seq}")
        dock = dock_of(page)
        assert f"Step {number} of {steps.count}, round {steps.round}" in dock
        assert steps.sentence in dock
        assert page.content.decode().partition("<footer")[0].count("aria-current=") == 1
    dock = dock_of(client.get(f"/games/{game.pk}/?at=0"))
    assert f"Step 0 of {steps.count}" in dock
    assert "Before the first move." in dock


@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_who_has_turned_the_view_plays_on_without_turning_it_again(played, kind):
    game = played(4, kind)
    while kind == "marabunta" and not any("@" in option for option in legal(game)):
        move(game)
        game.refresh_from_db()
    client, address = browser(game, game.to_move), f"/games/{game.pk}/"
    page = client.get(f"{address}?flip=1").content.decode()
    links = re.findall(r'(?:<a [^>]*href|<span [^>]*data-why)="(\?[^"]*)"', page)
    assert len(links) > 60
    assert [link for link in links if "flip=1" not in link] == ["?"]  # which turns it back
    assert f'id="act" class="play" method="post" action="{address}act/?flip=1" hx-post="{address}act/?flip=1"' in page

    sent = {"move": legal(game)[0], "seen": game.head, "key": "a-key-of-a-form"}
    plain = client.post(f"{address}act/?flip=1", sent)
    assert plain["Location"] == f"{address}?flip=1"
    again = client.post(f"{address}act/?flip=1", sent, headers=HTMX)  # the same: it is not done twice
    assert again["HX-Replace-Url"] == f"{address}?flip=1"
    assert " data-flip" in again.content.decode()
    refused = client.post(
        f"{address}act/?flip=1", {**sent, "move": "nonsense", "key": "another", "seen": game.head + 1}
    )
    assert refused.status_code in (409, 422) and " data-flip" in refused.content.decode()


def test_who_watches_a_game_again_begins_at_its_first_step_and_asks_for_nothing_else(start, act, client):
    game = start("mabula")
    assert client.get(f"/games/{game.pk}/?play=1").context["page"].ask == {}
    act(game, kind=Act.RESIGN, seat=1)
    page = client.get(f"/games/{game.pk}/")
    assert '<a class="btn" href="?at=0&amp;play=1">Replay</a>' in page.content.decode()
    turned = client.get(f"/games/{game.pk}/?flip=1")
    assert 'href="?at=0&amp;play=1&amp;flip=1"' in turned.content.decode()
    assert "Before the first move." in said(client.get(f"/games/{game.pk}/?at=0&play=1"))


def test_the_slider_goes_without_scripts_to_a_step_and_knows_the_rounds(played):
    game = played(40)
    page = Client().get(f"/games/{game.pk}/?at=7&flip=1").content.decode()
    form = re.search(r'<form class="history-slider".*?</form>', page, re.DOTALL)[0]
    assert f'action="/games/{game.pk}/"' in form
    assert re.search(rf'name="at" min="0" max="{game.head}" value="7"', form)
    assert '<input type="hidden" name="flip" value="1">' in form
    assert re.findall(r">(\d+)</text>", form) == [str(tick.number) for tick in history(game).ticks]
    percents = [tick.percent for tick in history(game).ticks]
    assert percents == sorted(percents)
    assert 0 < percents[0] < percents[-1] <= 100


def test_who_looks_back_in_their_own_turn_is_told_so(played):
    game = played(12)
    mine, theirs = (browser(game, seat).get(f"/games/{game.pk}/?at=3") for seat in (game.to_move, 3 - game.to_move))
    assert "It’s your turn." in said(mine)
    assert "It’s your turn." not in said(theirs)
    assert "Back to the game" in said(theirs)


# The page of all moves


def test_the_complete_list_is_a_page_whose_links_lead_to_the_board(played):
    game = played()
    page = Client().get(f"/games/{game.pk}/moves/?at=5").content.decode()
    assert "<html" in page
    links = re.findall(rf'href="/games/{game.pk}/\?at=(\d+)"', page)
    assert [int(link) for link in links] == [made.seq for made in reversed(log.position(game).moves)]
    assert page.count('aria-current="step"') == 1


def test_htmx_gets_the_complete_list_in_place_of_the_short_one(played):
    game = played()
    short = Client().get(f"/games/{game.pk}/").content.decode()
    assert f'hx-get="/games/{game.pk}/moves/?"' in short
    assert 'hx-target="#moves-list"' in short
    page = Client().get(f"/games/{game.pk}/moves/", headers=HTMX).content.decode()
    assert "<html" not in page
    assert page.strip().startswith('<div id="moves-list"')
    assert len(re.findall(r'href="\?at=\d+"', page)) == len(log.position(game).moves)


@pytest.mark.parametrize("at", ["", "x", "-1", "999", "9" * 5000, "<script>"])
def test_a_step_that_the_game_does_not_have_is_refused_with_a_sentence(start, client, at):
    game = start("mabula")
    page = client.get(f"/games/{game.pk}/moves/?at={at}")
    assert page.status_code == 422
    assert "This game has" in said(page)


def test_the_moves_of_a_private_game_are_not_for_strangers(start, ada, client):
    game = start(audience="link")
    Game.objects.filter(pk=game.pk).update(is_public=False)
    assert client.get(f"/games/{game.pk}/moves/").status_code == 404
    assert browser(game, 1).get(f"/games/{game.pk}/moves/").status_code == 200


# Since the last visit


def test_what_the_other_and_chance_did_is_told_in_order(played):
    game = played(40)
    moves = log.position(game).moves
    seat = moves[-1].seat.other if moves[-1].seat else Seat.ONE
    since = moves[-12].seq
    news = history(game, seat=seat).news(since)
    expected = [made.seq for made in moves if made.seq > since and made.seat is not seat]
    assert seqs(news.entries) == expected[:8]
    assert news.more == max(0, len(expected) - 8)


def test_a_long_absence_is_told_in_part(played):
    news = history(played(60), seat=Seat.ONE).news(1)
    assert len(news.entries) == 8
    assert news.more > 8
    assert news.count == 8 + news.more


def test_who_is_here_for_the_first_time_has_missed_nothing(played):
    assert history(played(60), seat=Seat.ONE).news(0) is None


def test_who_has_seen_all_and_where_only_dice_fell_there_is_no_news(played, start):
    game = played(20)
    assert history(game, seat=Seat.ONE).news(game.head) is None
    assert history(start(), seat=Seat.ONE).news(1) is None


def test_a_game_that_the_other_gave_up_is_news(start, act):
    game = start()
    act(game, kind=Act.RESIGN, seat=2)
    news = history(game, seat=Seat.ONE).news(2)
    assert [line.told.text for line in news.entries] == ["Blue resigns."]


def test_the_page_tells_a_player_what_is_new_until_they_have_moved(start, act):
    game = start("mabula")
    address = reverse("games:game", args=[game.pk])
    act(game, legal(game)[0])  # white, who is ada
    ben = browser(game, 2)
    assert 'id="since"' not in ben.get(address).content.decode()  # for the first time here
    game.refresh_from_db()
    ben.post(f"{address}act/", {"move": legal(game)[0], "seen": game.head, "key": "a-key-of-ben"})
    assert 'id="since"' not in ben.get(address).content.decode()
    act(game, legal(game)[0])
    assert 'id="since"' not in ben.get(address).content.decode()  # seen as it happened
    game.seats.filter(number=2).update(seen=3, since=3, seen_at=timezone.now() - timedelta(hours=1))  # as if away then
    page = ben.get(address)
    assert "Since your last visit" in said(page)
    assert "1 move since your last visit" in said(page)
    assert "Since your last visit" in said(ben.get(address))
    assert re.search(r'class="btn" href="\?at=4">Step through', page.content.decode())
    assert page.content.decode().count('aria-current="step"') == 1
    assert 'id="since"' not in Client().get(address).content.decode()
    assert 'id="since"' not in ben.get(f"{address}?at=2").content.decode()


def test_looking_back_is_no_visit(start, act):
    game = start("mabula")
    act(game, legal(game)[0])
    browser(game, 2).get(f"/games/{game.pk}/?at=1")
    assert game.seats.get(number=2).seen_at is None


# Marks on the board


def test_the_marks_are_those_of_the_others_new_moves_or_of_their_last_turn(start, act):
    game = start()
    game.refresh_from_db()
    first, other = Seat(game.to_move), Seat(3 - game.to_move)
    split, take = "split PO/YGBVT", "take 1"
    act(game, split)
    act(game, take)
    position = log.position(Game.objects.get(pk=game.pk))
    assert latest(position, Viewer(first)) == [take]
    assert latest(position, Viewer(other)) == [split]
    assert latest(position, Viewer()) == [take]
    assert latest(position, Viewer(other), since=position.seq) == [split]
    assert latest(position, Viewer(first), since=1) == [take]
    assert latest(log.beginning(game), Viewer(first)) == []


def test_the_marks_since_a_visit_are_all_of_the_others_moves(played):
    game = played(40)
    position = log.position(game)
    since = position.moves[10].seq
    marked = latest(position, Viewer(Seat.ONE), since)
    assert marked == [made.text for made in position.moves if made.seq > since and made.seat is Seat.TWO]


# What it costs


def test_the_list_asks_the_database_the_same_for_a_short_and_a_long_game(played, django_assert_num_queries):
    for moves in (8, 90):
        game = played(moves)
        log.position(game)
        with django_assert_num_queries(0):
            assert History(GamePage(game, Viewer()), is_whole=True).chapters


def test_what_is_no_move_costs_no_query(timed, django_assert_num_queries):
    game = timed(moves=4)
    moderate(game, Act.PAUSE)
    log.position(game)
    with django_assert_num_queries(0):
        lines = History(GamePage(game, Viewer())).chapters[0].entries
    assert lines[0].told.text == "A moderator stops the clock."
