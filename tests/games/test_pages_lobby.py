"""The lobby and its pages: challenges are made, found, accepted, declined and withdrawn; people have their page."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games import queries
from games.bots import turns
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.marabunta.rules import load_board
from games.models import Challenge, Game
from games.table.door import Act
from games.views import home, lobby

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def nobody_has_knocked_yet():
    cache.clear()


@pytest.fixture
def as_ada(ada):
    return browser_of(ada)


@pytest.fixture
def as_ben(ben):
    return browser_of(ben)


def browser_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def offer_of(user, kind="mabula", audience="public", clock="3d", is_rated=False, **more) -> Challenge:
    return challenges.challenge(creator=user, agreement=Agreement(kind, {}, clock, is_rated), audience=audience, **more)


def said(page) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


WISHES = {"kind": "mabula", "mabula-scoring": "largest", "mabula-ties": "next-group", "seat": "2", "clock": "7d"}


def test_a_challenge_is_made_with_all_its_terms(as_ada, ada):
    (seal,) = re.findall(r'name="seal" value="([^"]+)"', as_ada.get("/games/new/").content.decode())
    wishes = {**WISHES, "audience": "public", "is_rated": "on", "nonce": "toi toi toi", "seal": seal}
    page = as_ada.post("/games/new/", wishes)
    offer = Challenge.objects.get()
    assert (page.status_code, page["Location"]) == (303, f"/challenges/{offer.token}/")
    assert offer.options == {"scoring": "largest", "ties": "next-group"}
    assert (offer.kind, offer.seat, offer.clock, offer.is_rated, offer.nonce) == (
        "mabula",
        2,
        "7d",
        True,
        "toi toi toi",
    )
    page = as_ada.get(page["Location"])
    for words in ("Next largest group decides", "7 days a turn", "you play Black", offer.commitment):
        assert words in said(page)
    assert f"http://testserver/challenges/{offer.token}/" in page.content.decode()


def test_a_game_against_the_bot_begins_at_once(as_ada):
    page = as_ada.post("/games/new/", {"kind": "marabunta", "marabunta-territory": "marsh", "audience": "bot"})
    game = Game.objects.get()
    assert page["Location"] == f"/games/{game.pk}/"
    assert (game.options["territory"], game.clock, game.is_rated) == ("marsh", "none", False)
    assert game.seats.get(user=None).bot == "larva"


@pytest.mark.parametrize("bot", turns.levels_of("mabula"))
def test_any_bot_can_be_chosen_and_the_address_may_say_which(as_ada, bot):
    page = as_ada.get(f"/games/new/?bot={bot}").content.decode()
    assert re.search(rf'name="mabula-bot" value="{bot}"[^>]* checked', page)
    assert re.search(r'name="audience" value="bot"[^>]* checked', page)
    as_ada.post("/games/new/", {"kind": "mabula", "audience": "bot", "bot": bot})
    assert Game.objects.get().seats.get(user=None).bot == bot


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"kind": "chess"}, "is not one of the available choices"),
        ({"kind": ""}, "This field is required"),
        ({"audience": "everybody"}, "is not one of the available choices"),
        ({"audience": "person", "opponent": "nobody-here"}, "There’s no one by that name here."),
        ({"audience": "person", "opponent": ""}, "There’s no one by that name here."),
        ({"audience": "person", "opponent": "ada"}, "You can’t challenge this person."),
        ({"audience": "person", "opponent": "x" * 61}, "at most 60 characters"),
        ({"mabula-scoring": "product"}, "You can only compare the next largest groups if the largest group counts."),
        ({"mabula-scoring": "most"}, "is not one of the available choices"),
        ({"seat": "3"}, "is not one of the available choices"),
        ({"clock": "1h"}, "is not one of the available choices"),
        ({"nonce": "x" * 65}, "at most 64 characters"),
        ({"nonce": "two\nlines"}, "Use a single line"),
        ({"nonce": "a\0b"}, "Use a single line of plain text."),
    ],
)
def test_wishes_that_make_no_game_are_refused_with_a_sentence(as_ada, wish, sentence):
    page = as_ada.post("/games/new/", {**WISHES, "audience": "public"} | wish)
    assert page.status_code == 422
    assert sentence in said(page)
    assert not Challenge.objects.exists()


@pytest.mark.parametrize("wish", [{"kind": "chess"}, {"bot": "wasp"}, {"seat": "9"}, {"nonce": "x" * 65}])
def test_a_game_against_a_bot_that_cannot_be_is_refused_and_makes_no_guest(client, wish):
    page = client.post("/play/", wish)
    assert page.status_code == 422
    assert "There’s no such game." in said(page)
    assert not User.objects.exists()


def test_a_guest_cannot_make_a_rated_challenge(db):
    page = browser_of(guests.new_guest()).post("/games/new/", {**WISHES, "audience": "public", "is_rated": "on"})
    assert page.status_code == 422
    assert "Rated games are for people with an account." in said(page)


def test_the_form_of_a_new_game_is_filled_in_by_its_address(as_ada, ben):
    page = as_ada.get("/games/new/?opponent=ben&kind=mabula").content.decode()
    assert re.search(r'name="opponent" value="ben"', page)
    assert re.search(r'value="person"[^>]* checked', page)
    assert re.search(r'value="mabula"[^>]* checked', page)
    assert as_ada.get("/games/new/?opponent=%00&kind=chess").status_code == 200


def test_the_lobby_shows_what_others_offer_to_anybody(as_ada, as_ben, client, ada, ben, cleo):
    offer = offer_of(ada)
    hidden = [offer_of(ada, audience="link"), offer_of(ada, audience="person", invited=cleo)]
    address = f"/challenges/{offer.token}/accept/"
    assert address in as_ben.get("/lobby/").content.decode()
    assert address not in as_ada.get("/lobby/").content.decode()
    assert f"/challenges/{offer.token}/" in client.get("/lobby/").content.decode()
    for page in (as_ben.get("/lobby/"), client.get("/lobby/")):
        assert not any(private.token in page.content.decode() for private in hidden)
    assert "/decline/" in browser_of(cleo).get("/lobby/").content.decode()


def test_the_lobby_is_filtered_by_kind_clock_and_rating(as_ben, ada):
    one = offer_of(ada, "mabula", clock="1d", is_rated=True)
    two = offer_of(ada, "marabunta", clock="7d")

    def shown(query):
        return [offer.challenge for offer in as_ben.get(f"/lobby/?{query}").context["offers"]]

    assert shown("") == [two, one]
    assert shown("kind=mabula") == shown("clock=1d") == shown("rated=yes") == [one]
    assert shown("kind=marabunta&clock=7d&rated=no") == [two]
    assert shown("kind=marabunta&clock=1d") == []
    assert "No open challenges match." in said(as_ben.get("/lobby/?kind=marabunta&clock=1d"))


@pytest.mark.parametrize("query", ["kind=chess", "clock=1h", "rated=perhaps", "kind=%00"])
def test_a_filter_that_does_not_exist_is_refused_with_a_sentence(client, query):
    page = client.get(f"/lobby/?{query}")
    assert page.status_code == 422
    assert "is not one of the available choices" in said(page) or "Null characters" in said(page)


def many_offers_of(user, count: int, **terms) -> list[Challenge]:
    """Open challenges to anybody, more than one person may make through the pages."""
    first = offer_of(user, **terms)
    rows = [Challenge.objects.get(pk=first.pk) for _ in range(count - 1)]
    for number, row in enumerate(rows):
        row.pk, row.token, row.commitment = None, f"token{first.pk}-{number}", f"{number:064x}"
        row.created_at = first.created_at + timedelta(seconds=number + 1)
    return [first, *Challenge.objects.bulk_create(rows)]


def test_a_long_lobby_has_pages_and_each_challenge_is_on_one_of_them(as_ben, ada):
    rows = many_offers_of(ada, 2 * lobby.PAGE + 3)
    pages = [as_ben.get(f"/lobby/?page={number}") for number in (1, 2, 3)]
    shown = [[offer.challenge.pk for offer in page.context["offers"]] for page in pages]
    assert [pk for page in shown for pk in page] == [row.pk for row in reversed(rows)], "newest first"
    assert [len(page) for page in shown] == [lobby.PAGE, lobby.PAGE, 3]
    assert all(f"Open challenges {len(rows)}" in said(page) for page in pages), "how many there are in all"
    assert "Page 2 of 3" in said(pages[1])
    links = [re.findall(r'rel="(\w+)" href="/lobby/\?page=(\d)#open"', page.content.decode()) for page in pages]
    assert links == [[("next", "2")], [("prev", "1"), ("next", "3")], [("prev", "2")]]


def test_a_short_lobby_has_no_pages(as_ben, ada):
    many_offers_of(ada, lobby.PAGE)
    assert 'rel="next"' not in as_ben.get("/lobby/").content.decode()


def test_the_pages_of_a_filtered_lobby_are_filtered_and_a_new_filter_begins_at_the_first(as_ben, ada, cleo):
    many_offers_of(ada, lobby.PAGE + 1)
    many_offers_of(cleo, lobby.PAGE + 1, kind="marabunta")
    page = as_ben.get("/lobby/?kind=marabunta&page=2")
    assert [offer.challenge.kind for offer in page.context["offers"]] == ["marabunta"]
    text = page.content.decode()
    assert 'rel="prev" href="/lobby/?kind=marabunta&amp;page=1#open"' in text
    assert 'name="page"' not in text


def test_of_a_page_that_is_gone_the_last_one_is_shown_and_challenges_to_oneself_are_on_all(as_ben, ada, ben, cleo):
    many_offers_of(ada, lobby.PAGE + 1)
    offer_of(cleo, audience="person", invited=ben)
    page = as_ben.get("/lobby/?page=77")
    assert (page.status_code, page.context["offers_page"].number) == (200, 2)
    assert "Challenges to you" in said(page)


@pytest.mark.parametrize("number", ["0", "-1", "two", "1.5", "%00", "9" * 5000])
def test_a_page_of_the_lobby_that_cannot_be_is_refused_with_a_sentence(client, ada, number):
    offer_of(ada)
    page = client.get(f"/lobby/?page={number}")
    assert page.status_code == 422
    assert "There’s no such page. Here’s the first one." in said(page)
    assert len(page.context["offers"]) == 1


def test_a_page_that_follows_the_lobby_gets_its_own_page(as_ben, ada):
    many_offers_of(ada, lobby.PAGE + 1)
    part = as_ben.get("/lobby/?page=2", headers={"HX-Request": "true"})
    assert part.content.decode().count('action="/challenges/') == 1
    assert "<html" not in part.content.decode()


def test_an_empty_lobby_says_so(client):
    page = said(client.get("/lobby/"))
    assert "No open challenges right now." in page
    assert "No public games right now." in page


def test_public_games_can_be_watched_and_private_ones_are_not_listed(start, client):
    public, private = start("mabula"), start("mabula", audience="link")
    page = client.get("/lobby/").content.decode()
    assert f'href="/games/{public.pk}/"' in page
    assert f'href="/games/{private.pk}/"' not in page


def test_nobody_joins_their_own_game_or_a_taken_seat(as_ada, as_ben, ada, cleo):
    offer = offer_of(ada)
    accept = f"/challenges/{offer.token}/accept/"
    page = as_ada.post(accept)
    assert page.status_code == 403
    assert "This is your own challenge" in said(page)
    assert as_ben.post(accept).status_code == 303
    page = browser_of(cleo).post(accept)
    assert page.status_code == 409
    assert "Someone was faster" in said(page)
    assert as_ben.post(accept).status_code == 409
    assert Game.objects.count() == 1


def test_a_challenge_is_withdrawn_or_declined_and_then_gone(as_ada, as_ben, ada, ben):
    withdrawn, declined = offer_of(ada), offer_of(ada, audience="person", invited=ben)
    assert as_ada.post(f"/challenges/{withdrawn.token}/withdraw/").status_code == 303
    page = as_ben.post(f"/challenges/{withdrawn.token}/accept/")
    assert (page.status_code, "has been withdrawn" in said(page)) == (409, True)
    page = as_ben.post(f"/challenges/{declined.token}/decline/", follow=True)
    assert "Challenge declined." in said(page)
    page = as_ada.get(f"/challenges/{declined.token}/")
    assert "ben has declined" in said(page)
    assert as_ben.post(f"/challenges/{declined.token}/accept/").status_code == 409


def test_a_link_works_for_somebody_without_an_account(client, ada):
    offer = offer_of(ada, audience="link")
    address = f"/challenges/{offer.token}/"
    page = client.get(address)
    assert "ada invites you to a game of Mabula" in said(page)
    assert f"/account/signup/?next={address}" in page.content.decode()
    assert f"/account/login/?next={address}" in page.content.decode()
    page = client.post(f"{address}accept/", {"nonce": "toi"})
    game = Game.objects.get()
    assert page["Location"] == f"/games/{game.pk}/"
    assert client.get(page["Location"]).status_code == 200
    guest = User.objects.get(is_guest=True)
    assert game.seats.get(user=guest).nonce == "toi"


def test_a_rated_game_asks_a_visitor_to_sign_up_and_makes_no_guest(client, ada):
    offer = offer_of(ada, audience="link", is_rated=True)
    page = client.get(f"/challenges/{offer.token}/")
    assert "You need an account to play it" in said(page)
    page = client.post(f"/challenges/{offer.token}/accept/")
    assert page.status_code == 403
    assert "Rated games are for people with an account." in said(page)
    assert not User.objects.filter(is_guest=True).exists()


def test_words_for_luck_of_two_lines_are_refused(as_ben, ada):
    offer = offer_of(ada)
    page = as_ben.post(f"/challenges/{offer.token}/accept/", {"nonce": "two\nlines"})
    assert (page.status_code, "Use a single line" in said(page)) == (422, True)


def test_my_games_begin_with_the_one_with_the_least_time_left_and_next_leads_there(as_ada, start, act):
    first, second, theirs = start("mabula"), start("mabula"), start("mabula")
    act(theirs, "", kind=Act.OFFER_DRAW)
    for game, hours in ((first, 1), (second, 5)):
        Game.objects.filter(pk=game.pk).update(deadline=game.deadline - timedelta(hours=hours))
    Game.objects.filter(pk=theirs.pk).update(to_move=2)
    page = as_ada.get("/")
    assert "Your turn in 2 games" in said(page)
    assert [shown.game.pk for shown in page.context["yours"]] == [second.pk, first.pk]
    assert [shown.game.pk for shown in page.context["theirs"]] == [theirs.pk]
    assert as_ada.get("/games/next/")["Location"] == f"/games/{second.pk}/"
    assert as_ada.get(f"/games/next/?besides={second.pk}")["Location"] == f"/games/{first.pk}/"
    assert as_ada.get("/games/next/?besides=nonsense").status_code == 302
    assert "Next game" in said(as_ada.get(f"/games/{theirs.pk}/"))


def test_without_a_game_that_waits_next_leads_home_and_says_so(as_ada):
    page = as_ada.get("/games/next/", follow=True)
    assert page.redirect_chain == [("/", 302)]
    assert "No games are waiting for you." in said(page)


def test_my_games_show_who_challenges_me(as_ben, ada, ben):
    offer = offer_of(ada, audience="person", invited=ben)
    page = as_ben.get("/")
    assert "Challenges to you" in said(page)
    assert f"/challenges/{offer.token}/decline/" in page.content.decode()


def test_my_games_ask_the_database_the_same_for_few_and_for_many(as_ada, start, django_assert_max_num_queries):
    for _ in range(2):
        for _ in range(4):
            start("mabula")
        as_ada.get("/")
        with django_assert_max_num_queries(16):
            as_ada.get("/")


def test_my_games_list_only_so_many_and_lead_to_the_rest(as_ada, start, ada, monkeypatch):
    monkeypatch.setattr(home, "MOST_LISTED", 7)
    for _ in range(9):
        start("mabula")
    Game.objects.filter(pk__in=[start("mabula").pk for _ in range(8)]).update(to_move=2)
    page = as_ada.get("/")
    assert "Your turn in 9 games" in said(page)
    assert (len(page.context["yours"]), len(page.context["more"]), len(page.context["theirs"])) == (6, 1, 7)
    assert page.content.decode().count('href="/games/?result=running"') == 2
    assert as_ada.get("/games/?result=running").context["sums"].games == 17
    few, most = asked(as_ada, "/"), {game.pk for game in queries.running_games(ada, most=3)}
    assert len(most) == 6
    for _ in range(9):
        start("mabula")
    assert asked(as_ada, "/") == few <= 17


def test_a_few_running_games_need_no_way_to_the_rest(as_ada, start):
    start("mabula")
    assert "result=running" not in as_ada.get("/").content.decode()


def test_a_person_has_a_page_with_the_games_that_the_viewer_may_see(as_ada, client, start, act, ada, ben):
    public, private = start("mabula"), start("mabula", audience="link")
    for game in (public, private):
        act(game, kind=Act.RESIGN, seat=1)
    page = client.get("/people/ben/")
    assert "Joined" in said(page)
    assert [shown.game.pk for shown in page.context["games"]] == [public.pk]
    assert {shown.game.pk for shown in as_ada.get("/people/BEN/").context["games"]} == {public.pk, private.pk}
    assert '/games/new/?opponent=ben"' in as_ada.get("/people/ben/").content.decode()
    assert "Challenge ada" not in said(as_ada.get("/people/ada/"))


def test_guests_and_those_who_may_not_log_in_have_no_page(client, ben):
    guest = guests.new_guest()
    User.objects.filter(pk=ben.pk).update(is_active=False)
    for name in (guest.username, "ben", "nobody", "%00", "x" * 300):
        assert client.get(f"/people/{name}/").status_code == 404


def test_a_challenge_that_does_not_exist_is_not_found(client):
    for token in ("x", "%00", "x" * 300):
        assert client.get(f"/challenges/{token}/").status_code == 404


def test_who_sits_where_is_as_was_offered(as_ben, ada, ben):
    offer = offer_of(ada, seat=Seat.TWO)
    assert "ada plays Black" in said(as_ben.get(f"/challenges/{offer.token}/"))
    as_ben.post(f"/challenges/{offer.token}/accept/")
    assert [seat.user for seat in Game.objects.get().seats.all()] == [ben, ada]


def test_who_plays_too_many_games_against_bots_is_told_so(client, ada, monkeypatch):
    client.force_login(ada)
    monkeypatch.setattr(challenges, "MOST_AGAINST_BOTS", 1)
    assert client.post(reverse("games:play")).status_code == 303
    answer = client.post(reverse("games:play"))
    assert answer.status_code == 422
    assert "Finish some first" in answer.content.decode()


def test_a_list_says_how_much_time_is_left(client, ada, ben, start):
    game = start("mabula")
    client.force_login(ada)
    assert re.search(r"2.days, 23.hours left", client.get("/").content.decode())
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(hours=1))
    assert "out of time" in client.get("/").content.decode()


def test_an_offer_in_a_list_says_what_is_unusual_about_it(as_ben, ada):
    challenges.challenge(creator=ada, agreement=Agreement("marabunta", {"territory": "marsh"}, "7d", is_rated=True))
    page = said(as_ben.get("/lobby/"))
    assert "Marabunta · 7 days a turn · rated · Marsh" in page
    assert "Harvester" not in page


def test_a_challenge_shows_the_boards_that_were_agreed_on(as_ada, as_ben, ada):
    agreed = Agreement("marabunta", {"territory": "marsh", "colony": "weaver"}, "7d")
    made = challenges.challenge(creator=ada, agreement=agreed)
    groups = load_board("marsh", "weaver").groups
    for browser in (as_ada, as_ben):
        page = browser.get(reverse("games:challenge", args=[made.token])).content.decode()
        cards = page.split('<div class="challenge-cards">')[1].split("</div>")[0]
        assert re.findall(r'href="#effect-([\w-]+)"', cards) == [group.power for group in groups]
        assert 'class="territory small"' in cards


def test_nobody_is_shown_their_own_games_to_watch(start, as_ada, client, cleo):
    game = start("mabula")
    for browser, is_shown in ((as_ada, False), (client, True), (browser_of(cleo), True)):
        watched = [shown.game.pk for shown in browser.get("/lobby/").context["watched"]]
        assert watched == ([game.pk] if is_shown else [])


def asked(browser, path) -> int:
    """How many questions a page asks the database, but for what the first visit of a day costs."""
    browser.get(path)
    with CaptureQueriesContext(connection) as questions:
        assert browser.get(path).status_code == 200
    return len(questions)


def test_the_lobby_asks_the_database_the_same_for_few_and_for_many(start, ada, ben, cleo):
    watcher = browser_of(cleo)

    def more():
        start("mabula")
        offer_of(ada)
        offer_of(cleo)
        offer_of(ben, audience="person", invited=cleo)

    more()
    few = asked(watcher, "/lobby/")
    for _ in range(4):
        more()
    assert asked(watcher, "/lobby/") == few <= 15


def test_a_persons_page_asks_the_database_the_same_for_few_and_for_many(start, act, cleo):
    watcher = browser_of(cleo)

    def more():
        start("marabunta")
        for kind in ("mabula", "marabunta"):
            act(start(kind), kind=Act.RESIGN, seat=1)

    more()
    few = asked(watcher, "/people/ben/")
    for _ in range(4):
        more()
    assert asked(watcher, "/people/ben/") == few <= 17


def test_a_persons_page_shows_the_running_games_that_the_viewer_may_see(start, as_ada, client):
    public, private = start("mabula"), start("mabula", audience="link")
    assert [shown.game for shown in client.get("/people/ben/").context["running"]] == [public]
    assert {shown.game for shown in as_ada.get("/people/ben/").context["running"]} == {public, private}


def tally(browser, name) -> dict[str, tuple[int, int, int]]:
    rows = browser.get(f"/people/{name}/").context["tallies"]
    return {row.kind.key: (row.won, row.drawn, row.lost) for row in rows}


def test_a_persons_page_counts_what_was_won_drawn_and_lost_of_each_kind(start, act, client, as_ada, ada):
    assert "No finished games against people yet." in said(client.get("/people/ada/"))
    for seat in (1, 2, 2):
        act(start("mabula"), kind=Act.RESIGN, seat=seat)
    act(start("marabunta"), kind=Act.RESIGN, seat=2)
    drawn = start("mabula", scoring="product")
    Game.objects.filter(pk=drawn.pk).update(status="over", to_move=None, ended_at=timezone.now(), decided="agreement")
    assert tally(client, "ada") == {"marabunta": (1, 0, 0), "mabula": (2, 1, 1)}
    assert tally(client, "ben") == {"marabunta": (0, 0, 1), "mabula": (1, 1, 2)}
    assert "Mabula 2 1 1" in said(client.get("/people/ada/"))


def test_games_called_off_games_against_bots_and_private_games_of_others_do_not_count(
    start, act, client, as_ada, ada, cleo
):
    act(start("mabula"), kind=Act.ABORT, seat=1)
    act(
        challenges.play_bot(user=ada, bot="larva", agreement=Agreement("mabula", {}), seat=Seat.ONE),
        kind=Act.RESIGN,
        seat=1,
    )
    act(start("mabula", audience="link"), kind=Act.RESIGN, seat=2)
    assert tally(client, "ada") == tally(browser_of(cleo), "ada") == {}
    assert (tally(as_ada, "ada"), tally(as_ada, "ben")) == ({"mabula": (1, 0, 0)}, {"mabula": (0, 0, 1)})


@pytest.mark.parametrize(
    ("days", "sentence"),
    [(0, "Active today."), (1, "last 7 days"), (7, "last 7 days"), (8, "last 30 days"), (31, "a month")],
)
def test_a_persons_page_says_roughly_when_they_were_here_last(client, ben, days, sentence):
    User.objects.filter(pk=ben.pk).update(last_seen=(timezone.now() - timedelta(days=days)).date())
    assert sentence in said(client.get("/people/ben/"))


def test_ones_own_page_leads_to_the_preferences_and_that_of_others_to_a_challenge(as_ada, ada, ben):
    own, other = as_ada.get("/people/ada/").content.decode(), as_ada.get("/people/ben/").content.decode()
    main = re.compile(r"<main.*</main>", re.DOTALL)
    assert 'href="/account/preferences/"' in main.search(own)[0]
    assert 'href="/account/preferences/"' not in main.search(other)[0]
    assert "Challenge ben" in other
