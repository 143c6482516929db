"""Challenges and ratings: whom one is for, how they are found, how many rated games two play, and what lists say."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import guests
from games import queries
from games.contract import Seat
from games.lobby import challenges
from games.lobby.challenges import Audience, LobbyRefused
from games.lobby.rating_terms import ANYBODY, RatingRange
from games.lobby.start import Agreement
from games.models import Challenge, Game, Rated
from games.ratings import ledger

pytestmark = pytest.mark.django_db

CASUAL = Agreement("mabula", {})
RATED = Agreement("mabula", {}, is_rated=True)
WISHES = {"kind": "mabula", "audience": "public", "clock": "3d"}


def rate(user, rating, deviation=60.0, kind="mabula", ladder="people", games=20):
    return Rated.objects.create(
        kind=kind, ladder=ladder, user=user, rating=rating, deviation=deviation, volatility=0.06, games=games
    )


def browser_of(user=None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


def said(page) -> str:
    return " ".join(page.content.decode().split("<main")[1].split("</main>", maxsplit=1)[0].split())


def refusal(call, **arguments) -> LobbyRefused:
    with pytest.raises(LobbyRefused) as refused:
        call(**arguments)
    return refused.value


def offer_for(creator, least=None, most=None, agreement=CASUAL, **more) -> Challenge:
    return challenges.challenge(creator=creator, agreement=agreement, opponents=RatingRange(least, most), **more)


@pytest.mark.parametrize(
    ("least", "most", "rating", "is_in"),
    [
        (1400, 1700, 1400, True),
        (1400, 1700, 1399.5, True),  # which reads 1400
        (1400, 1700, 1399.4, False),
        (1400, 1700, 1700.4, True),
        (1400, 1700, 1700.5, False),
        (1400, None, 3000, True),
        (1400, None, 1300, False),
        (None, 1700, 500, True),
        (None, 1700, 1800, False),
        (None, 1700, None, False),
        (None, None, None, True),
    ],
)
def test_a_range_is_meant_as_ratings_are_read(least, most, rating, is_in):
    assert RatingRange(least, most).has(rating) is is_in
    assert bool(RatingRange(least, most)) is (RatingRange(least, most) != ANYBODY)


def test_a_challenge_for_some_ratings_is_accepted_by_those_alone(people):
    ada, ben, cleo = people
    rate(ben, 1650)
    rate(cleo, 1750)
    offer = offer_for(ada, 1400, 1700)
    refused = refusal(challenges.accept, challenge_id=offer.pk, user=cleo)
    assert (refused.code, str(refused.facts["wanted"]), refused.facts["rating"]) == (
        "has-another-rating",
        "1400–1700",
        1750,
    )
    assert challenges.accept(challenge_id=offer.pk, user=ben).seats.filter(user=ben).exists()


def test_who_has_no_rated_game_of_the_kind_against_people_has_no_rating(people):
    ada, ben, _cleo = people
    rate(ben, 1500, kind="marabunta")
    rate(ben, 1500, ladder="bots")
    offer = offer_for(ada, 1400)
    assert refusal(challenges.accept, challenge_id=offer.pk, user=ben).code == "has-no-rating"
    rate(ben, 1500, games=0)
    assert refusal(challenges.accept, challenge_id=offer.pk, user=ben).code == "has-no-rating"


def test_a_challenge_to_a_person_is_for_them_whatever_their_rating(people):
    ada, ben, _cleo = people
    offer = offer_for(ada, 1400, audience=Audience.PERSON, invited=ben)
    assert (offer.rating_from, offer.rating_to) == (None, None)
    challenges.accept(challenge_id=offer.pk, user=ben)


def test_the_form_of_a_new_game_says_for_whom_it_is(people):
    page = browser_of(people[0]).post("/games/new/", {**WISHES, "rating_from": "1400", "rating_to": "1700"})
    offer = Challenge.objects.get()
    assert (page.status_code, offer.rating_from, offer.rating_to) == (303, 1400, 1700)
    assert "1400–1700" in said(browser_of(people[0]).get(page["Location"]))


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"rating_from": "1700", "rating_to": "1400"}, "Choose a rating that is no lower than the first one."),
        ({"rating_from": "399"}, "greater than or equal to 400"),
        ({"rating_to": "4001"}, "less than or equal to 4000"),
        ({"rating_to": "a lot"}, "Enter a whole number."),
        ({"rating_from": "1500.5"}, "Enter a whole number."),
        ({"rating_from": "9" * 5000}, "Enter a whole number."),
    ],
)
def test_a_range_that_is_none_is_refused_with_a_sentence(people, wish, sentence):
    made = browser_of(people[0]).post("/games/new/", {**WISHES, **wish})
    assert (made.status_code, Challenge.objects.count()) == (422, 0)
    assert sentence in said(made)
    found = browser_of(people[0]).get("/lobby/", wish)
    assert found.status_code == 422
    assert sentence in said(found)


def test_accepting_from_outside_the_range_is_answered_with_a_sentence_and_not_offered(people):
    ada, ben, cleo = people
    rate(ben, 1750)
    offer = offer_for(ada, 1400, 1700)
    address = f"/challenges/{offer.token}/"
    for user, sentence in (
        (ben, "This challenge is for players rated 1400–1700. You are rated 1750."),
        (cleo, "This challenge is for players rated 1400–1700, and you have no rating in this game yet."),
        (guests.new_guest(), "and you have no rating in this game yet."),
        (None, "and you have no rating in this game yet."),
    ):
        shown = said(browser_of(user).get(address))
        assert "This challenge is for players rated 1400–1700." in shown
        assert ">Play</button>" not in shown
        page = browser_of(user).post(f"{address}accept/")
        assert page.status_code == 422
        assert sentence in said(page)
    assert not Game.objects.exists()


def test_who_is_in_the_range_accepts_it_on_its_page_and_in_the_lobby(people):
    ada, ben, cleo = people
    rate(ben, 1550)
    rate(cleo, 1800)
    offer = offer_for(ada, 1400, 1700)
    accept = f'formaction="/challenges/{offer.token}/accept/"'
    assert accept in said(browser_of(ben).get("/lobby/"))
    outside = said(browser_of(cleo).get("/lobby/"))
    assert accept not in outside
    assert "only rated 1400–1700" in outside
    assert ">Play</button>" in said(browser_of(ben).get(f"/challenges/{offer.token}/"))


def test_the_lobby_is_filtered_by_the_ratings_of_opponents_in_the_game_they_offer(people):
    ada, ben, cleo = people
    rate(ben, 1500)
    rate(ben, 2000, kind="marabunta")
    rate(cleo, 1800)
    of_ben, of_cleo = offer_for(ben), offer_for(cleo)
    other = offer_for(ben, agreement=Agreement("marabunta", {}))
    unrated = offer_for(people[0])
    found = {
        wanted: {*queries.OpenChallenges(None, opponents=RatingRange(*wanted))[:]}
        for wanted in ((1400, 1600), (1700, None), (None, 1799), (None, None))
    }
    assert found == {
        (1400, 1600): {of_ben},
        (1700, None): {of_cleo, other},
        (None, 1799): {of_ben},
        (None, None): {of_ben, of_cleo, other, unrated},
    }
    page = said(browser_of(ada).get("/lobby/?rating_from=1700&rating_to=1900"))
    assert of_cleo.token in page
    assert of_ben.token not in page
    assert 'value="1700"' in page
    assert "No open challenges match." in said(browser_of(ada).get("/lobby/?rating_from=3000"))


def test_a_rating_that_says_little_has_a_question_mark_wherever_it_stands_by_a_name(people):
    ada, ben, cleo = people
    rate(ben, 1612, deviation=200)
    rate(cleo, 1700)
    shaky, sure = offer_for(ben), offer_for(cleo)
    lobby = said(browser_of(ada).get("/lobby/"))
    assert "1612?" in lobby
    assert "1700" in lobby and "1700?" not in lobby
    for offer, rating in ((shaky, "1612?"), (sure, "1700")):
        page = said(browser_of(ada).get(f"/challenges/{offer.token}/"))
        assert rating in page
        assert ("provisional" in page) is rating.endswith("?")


def test_the_bar_of_a_rated_game_shows_both_ratings_and_that_of_a_casual_one_none(people):
    ada, ben, _cleo = people
    rate(ada, 1700)
    rate(ben, 1612, deviation=200)
    games = {
        agreement.is_rated: challenges.accept(challenge_id=offer_for(ada, agreement=agreement).pk, user=ben)
        for agreement in (RATED, CASUAL)
    }
    bars = {
        is_rated: said(browser_of(ada).get(f"/games/{game.pk}/")).split("</header>")[0]
        for is_rated, game in games.items()
    }
    assert "1612?" in bars[True] and "1700" in bars[True] and "1700?" not in bars[True]
    assert "1612" not in bars[False] and "1700" not in bars[False]


def test_the_bar_of_a_rated_game_against_a_bot_shows_how_both_stand_against_bots(people):
    rate(people[0], 1700)
    rate(people[0], 1444, ladder="bots")
    Rated.objects.create(kind="mabula", ladder="bots", bot="larva", rating=1111, deviation=50, volatility=0.06, games=9)
    game = challenges.play_bot(user=people[0], bot="larva", agreement=RATED, seat=Seat.ONE)
    bar = said(browser_of(people[0]).get(f"/games/{game.pk}/")).split("</header>")[0]
    assert "1444" in bar and "1111" in bar and "1700" not in bar


def test_a_kept_page_of_a_finished_game_is_another_one_when_a_rating_is(people, play):
    game = play()
    ledger.work_off()
    visitor = Client()
    first = visitor.get(f"/games/{game.pk}/")
    again = visitor.get(f"/games/{game.pk}/", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    Rated.objects.filter(user=people[0]).update(rating=1999)
    changed = visitor.get(f"/games/{game.pk}/", headers={"If-None-Match": first["ETag"]})
    assert (changed.status_code, "1999" in said(changed)) == (200, True)


def test_the_same_two_play_so_many_rated_games_at_once(people, play, settings):
    settings.MOST_RATED_BETWEEN_TWO = 2
    ada, ben, cleo = people
    waiting = offer_for(ben, agreement=RATED)
    first = play(ends=False)
    play(ends=False)
    refused = refusal(challenges.accept, challenge_id=waiting.pk, user=ada)
    assert (refused.code, refused.facts) == ("enough-rated-games", {"most": 2})
    to_ben = {"creator": ada, "audience": Audience.PERSON, "invited": ben}
    assert refusal(challenges.challenge, agreement=RATED, **to_ben).code == "enough-rated-games"
    page = browser_of(ada).post(f"/challenges/{waiting.token}/accept/")
    assert (page.status_code, "limit of rated games at once: 2" in said(page)) == (422, True)
    sent = {**WISHES, "audience": "person", "opponent": "ben", "is_rated": "on"}
    page = browser_of(ada).post("/games/new/", sent)
    assert (page.status_code, "limit of rated games at once: 2" in said(page)) == (422, True)
    challenges.challenge(agreement=CASUAL, **to_ben)  # a casual one is another matter,
    challenges.accept(challenge_id=offer_for(ben, agreement=RATED).pk, user=cleo)  # and so is somebody else
    Game.objects.filter(pk=first.pk).update(status="over", to_move=None, ended_at=first.turn_since)
    challenges.accept(challenge_id=waiting.pk, user=ada)


def test_one_plays_so_many_rated_games_at_once_against_the_same_bot(people, settings):
    settings.MOST_RATED_BETWEEN_TWO = 1
    ada = people[0]
    challenges.play_bot(user=ada, bot="larva", agreement=RATED)
    refused = refusal(challenges.play_bot, user=ada, bot="larva", agreement=RATED)
    assert refused.code == "enough-rated-games-with-bot"
    page = browser_of(ada).post("/play/", {"kind": "mabula", "bot": "larva", "is_rated": "on"})
    assert (page.status_code, "against this bot: 1" in said(page)) == (422, True)
    challenges.play_bot(user=ada, bot="worker", agreement=RATED)
    challenges.play_bot(user=ada, bot="larva", agreement=CASUAL)
    challenges.play_bot(user=ada, bot="larva", agreement=Agreement("marabunta", {}, is_rated=True))


def test_a_rematch_of_a_rated_game_keeps_to_that_limit(people, play, settings):
    settings.MOST_RATED_BETWEEN_TWO = 1
    over = play()
    play(ends=False)
    assert refusal(challenges.rematch, game=over, user=people[0]).code == "enough-rated-games"


def test_lists_ask_for_ratings_once_however_many_challenges_there_are(people):
    ada, ben, cleo = people
    rate(ada, 1500)
    rate(ben, 1612)
    rate(cleo, 1700)

    def asked() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries_:
            assert browser_of(ada).get("/lobby/").status_code == 200
        return len(queries_)

    offer_for(ben, 1400)
    few = asked()
    for creator in (ben, cleo) * 4:
        offer_for(creator, 1400, 1800)
    assert asked() == few
