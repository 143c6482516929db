"""Pictures as files: PNGs of any kind's board."""

import re
import struct

import pytest
from django.urls import reverse

from games import kinds
from games.kind_pages import pictures
from games.site import demo
from games.table import log

pytestmark = pytest.mark.one_database

PNG = b"\x89PNG\r\n\x1a\n"


def size(png):
    """Width and height, as the file says them."""
    assert png.startswith(PNG)
    return struct.unpack(">II", png[16:24])


@pytest.fixture(params=["marabunta", "mabula"])
def played(request):
    return demo.play(request.param, 1)


class TestStandalone:
    def test_it_needs_neither_tokens_nor_a_stylesheet(self, played):
        svg = pictures.standalone(played.kind.key, played.state(played.last))
        assert "var(" not in svg
        assert "light-dark(" not in svg
        assert "@" not in svg

    def test_every_colour_is_the_one_by_daylight(self):
        svg = pictures.standalone("marabunta", demo.play("marabunta", 1).state(20))
        assert '.ground[data-region="pink"] { fill: #f3b0bb }' in svg
        assert ".territory .lines { fill: none; stroke: rgba(43, 33, 27, .72); stroke-width: 1.5 }" in svg
        assert "#97536f" not in svg  # the same region by dusk

    def test_everything_it_refers_to_is_in_it(self, played):
        svg = pictures.standalone(played.kind.key, played.state(played.last))
        wanted = set(re.findall(r'(?:href="#|url\(#)([\w-]+)', svg))
        assert wanted <= set(re.findall(r'id="([\w-]+)"', svg))

    @pytest.mark.parametrize(("key", "height"), [("marabunta", 656), ("mabula", 884)])
    def test_it_has_the_shape_of_the_board_unless_it_is_told_another(self, key, height):
        state = demo.play(key, 1).state(5)
        assert f'width="867" height="{height}" viewBox="0 0 867 {height}"' in pictures.standalone(key, state, width=867)
        assert 'width="1200" height="630" viewBox' in pictures.standalone(key, state, height=630)


class TestPng:
    def test_it_is_a_png_of_the_size_that_was_asked_for(self, played):
        assert size(pictures.png(played.kind.key, played.state(9), width=300, height=200)) == (300, 200)
        assert size(pictures.png(played.kind.key, played.state(9), width=150))[0] == 150

    def test_another_position_is_another_picture(self, played):
        first, last = (pictures.png(played.kind.key, played.state(at), width=200) for at in (2, played.last))
        assert first != last


@pytest.mark.django_db
class TestPage:
    def test_it_is_as_large_as_previews_want_it(self, client, start):
        answer = client.get(reverse("games:picture", args=[start().pk]))
        assert answer["Content-Type"] == "image/png"
        assert size(answer.content) == (1200, 630)

    def test_now_passes_soon_and_a_moment_stays_for_ever(self, client, start):
        url = reverse("games:picture", args=[start().pk])
        assert client.get(url)["Cache-Control"] == "public, max-age=60"
        assert client.get(url, {"at": "1"})["Cache-Control"] == "public, max-age=31536000"

    def test_who_has_it_is_not_sent_it_again(self, client, start):
        url = reverse("games:picture", args=[start().pk])
        etag = client.get(url)["ETag"]
        again = client.get(url, headers={"If-None-Match": etag})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)

    def test_a_move_makes_it_another_picture(self, client, start, act):
        game = start()
        url = reverse("games:picture", args=[game.pk])
        before = client.get(url)["ETag"]
        while log.position(game).state.open == log.position(game).state.board.whole:
            move = next(
                (
                    move
                    for move in kinds.get("marabunta").rules.legal(log.position(game).state)
                    if "@" in move or "x" in move
                ),
                None,
            )
            act(game, move or kinds.get("marabunta").rules.legal(log.position(game).state)[-1])
            game.refresh_from_db()
        assert client.get(url)["ETag"] != before
        assert client.get(url, {"at": "1"})["ETag"] == before

    def test_a_private_game_has_none_for_strangers(self, client, start, cleo, ada):
        url = reverse("games:picture", args=[start(audience="link").pk])
        assert client.get(url).status_code == 404
        client.force_login(cleo)
        assert client.get(url).status_code == 404
        client.force_login(ada)
        answer = client.get(url)
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]

    @pytest.mark.parametrize("at", ["999", "-1", "x", "", "1.5", "٣"])
    def test_a_moment_that_never_was_is_refused_with_a_sentence(self, client, start, at):
        answer = client.get(reverse("games:picture", args=[start().pk]), {"at": at})
        assert answer.status_code == 422
        assert "choose one of them" in answer.content.decode()


class TestLinkPreviews:
    def test_the_page_of_a_public_game_names_a_picture_of_its_position(self, start, client):
        game = start("marabunta")
        page = client.get(reverse("games:game", args=[game.pk])).content.decode()
        (address,) = re.findall(r'<meta property="og:image" content="http://testserver([^"]+)"', page)
        assert size(client.get(address).content) == (1200, 630)
        assert 'content="Marabunta: ada and ben"' in page

    def test_the_page_of_a_private_game_names_none(self, start, client, ada):
        game = start("marabunta", audience="link")
        client.force_login(ada)
        assert "og:image" not in client.get(reverse("games:game", args=[game.pk])).content.decode()
