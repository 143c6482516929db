from urllib.parse import urlsplit

import pytest
from django.test import Client

from games import kinds

pytestmark = pytest.mark.django_db


@pytest.fixture
def home(client: Client) -> str:
    response = client.get("/")
    assert response.status_code == 200
    return response.content.decode()


def test_the_home_page_tells_of_every_kind_and_its_designer(home):
    for words in ("Marabunta", "Reiner Knizia", "Mabula", "Néstor Romeral Andrés", "Goal", "Scoring"):
        assert words in home


def test_the_home_page_says_whose_the_games_are(home):
    assert "not affiliated" in home
    assert "belong to their designers and publishers" in home


def test_the_home_page_says_how_to_play_in_a_terminal(home):
    assert "python -m games" in home


def test_the_home_page_shows_a_game_of_every_kind_that_can_be_stepped_through(client):
    response = client.get("/")
    for moment in response.context["moments"]:
        address = f"/replay/{moment.kind.key}/{moment.game.number}/?at={moment.at}"
        assert address in response.content.decode()
        assert client.get(address).status_code == 200
    assert [moment.kind for moment in response.context["moments"]] == list(kinds.all())


def test_every_visit_brings_other_games(client):
    numbers = {moment.game.number for _ in range(5) for moment in client.get("/").context["moments"]}
    assert len(numbers) > 5


def test_the_home_page_asks_the_database_nothing(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get("/")


def test_the_pages_only_take_what_reads(client):
    assert client.post("/").status_code == 405
    assert client.head("/").status_code == 200


def test_every_link_on_the_home_page_leads_somewhere(client, home):
    links = {urlsplit(part.split('"')[0]).path for part in home.split('href="')[1:]}
    ours = {link for link in links if link and not link.startswith("/static/")}
    assert ours > {"/", "/rules/marabunta/", "/rules/mabula/", "/replay/marabunta/"}
    for link in ours:
        assert client.get(link, follow=True).status_code == 200, link


def test_the_rules_pages_tell_how_each_kind_is_played(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        marabunta = client.get("/rules/marabunta/").content.decode()
        mabula = client.get("/rules/mabula/").content.decode()
    assert "Reiner Knizia" in marabunta
    assert "anthills" in marabunta
    assert "Néstor Romeral Andrés" in mabula
    assert "a5-d5" in mabula
