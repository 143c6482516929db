"""Favourites, tags and notes: nobody but who made them ever sees them."""

import json

import pytest
from django.contrib import admin
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from games import for_accounts
from games.models import GameMark, NoteOnPerson
from games.moderation import roles
from games.notebook import kept, marks, notes, tags

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def as_ada(people):
    client = Client()
    client.force_login(people[0])
    return client


@pytest.fixture
def as_ben(people):
    client = Client()
    client.force_login(people[1])
    return client


def said(page) -> str:
    text: str = page.content.decode().split("<main")[1].split("</main>", maxsplit=1)[0]
    return " ".join(text.split())


def test_tags_are_words_between_commas_in_small_letters_and_each_once():
    assert tags.read(" Endgame, to  learn from,endgame,, |bar|") == ["bar", "endgame", "to learn from"]
    assert tags.read("") == []
    assert tags.listed(tags.stored(["a", "b"])) == ["a", "b"]
    assert tags.stored([]) == ""


@pytest.mark.parametrize(("text", "code"), [("x" * 25, "long"), (",".join("abcdefghi"), "many")])
def test_tags_that_are_too_long_or_too_many_are_refused(text, code):
    with pytest.raises(tags.BadTags) as refused:
        tags.read(text)
    assert refused.value.code == code


def test_the_longest_tags_fit_into_their_column():
    most = tags.stored(["x" * tags.LONGEST] * tags.MOST)
    assert len(most) <= (GameMark._meta.get_field("tags").max_length or 0)


def test_a_star_is_set_and_taken_away_with_and_without_a_script(as_ada, play, people):
    game = play(ends=False)
    address = f"/games/{game.pk}/keep/"
    answer = as_ada.post(address, {"star": "on"})
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.pk}/")
    assert 'aria-pressed="true"' in said(as_ada.get(f"/games/{game.pk}/"))
    part = as_ada.post(address, {"star": "off"}, headers=HTMX).content.decode()
    assert 'aria-pressed="false"' in part
    assert "<html" not in part
    assert not GameMark.objects.exists()  # nothing is left of it


def test_a_form_saves_tags_and_note_and_an_empty_one_removes_them(as_ada, play, people):
    game = play()
    address = f"/games/{game.pk}/keep/"
    sent = {"is_favourite": "on", "tags": "Luck, endgame", "note": "  Mind the rim.\r\nTwice. "}
    assert as_ada.post(address, sent).status_code == 303
    mark = GameMark.objects.get()
    assert (mark.user, mark.is_favourite, mark.tags) == (people[0], True, "|endgame|luck|")
    page = said(as_ada.get(f"/games/{game.pk}/"))
    assert "Mind the rim.<br>" in page
    assert "?tag=endgame" in page
    assert 'value="endgame, luck"' in said(as_ada.get(address))
    assert as_ada.post(address, {"tags": "", "note": ""}).status_code == 303
    assert not GameMark.objects.exists()


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"note": "x" * 2001}, "at most 2000 characters"),
        ({"note": "a\0b"}, "Null characters"),
        ({"tags": "x" * 30}, "at most 24 characters"),
        ({"tags": ",".join("abcdefghi")}, "at most 8 tags"),
    ],
)
def test_what_is_too_much_is_refused_and_not_lost(as_ada, play, sent, sentence):
    game = play()
    answer = as_ada.post(f"/games/{game.pk}/keep/", sent)
    assert answer.status_code == 422
    assert sentence in said(answer)
    assert not GameMark.objects.exists()


def test_a_note_is_text_and_nothing_else(as_ada, play):
    game = play()
    as_ada.post(f"/games/{game.pk}/keep/", {"note": "<script>alert(1)</script>", "tags": "<b>"})
    page = said(as_ada.get("/games/kept/"))
    assert "<script>alert" not in page
    assert "<b>" not in page.split("kept-own")[1]


def test_only_so_many_games_are_kept(as_ada, play, monkeypatch):
    monkeypatch.setattr(marks, "MOST", 1)
    first, second = play(), play()
    assert as_ada.post(f"/games/{first.pk}/keep/", {"star": "on"}).status_code == 303
    refused = as_ada.post(f"/games/{second.pk}/keep/", {"star": "on"})
    assert refused.status_code == 422
    assert "as many games as you can" in said(refused)
    part = as_ada.post(f"/games/{second.pk}/keep/", {"star": "on"}, headers=HTMX)
    assert (part.status_code, "<html" in part.content.decode()) == (422, False)
    assert "as many games as you can" in part.content.decode()
    assert as_ada.post(f"/games/{second.pk}/keep/", {"note": "x"}).status_code == 422
    assert as_ada.post(f"/games/{first.pk}/keep/", {"note": "x"}).status_code == 303  # what is kept may change


def test_nobody_else_sees_a_mark_or_a_note_not_even_a_moderator(as_ada, as_ben, play, people):
    game = play()
    as_ada.post(f"/games/{game.pk}/keep/", {"is_favourite": "on", "tags": "secretag", "note": "secret thought"})
    notes.write(by=people[0], whom=people[1], text="secret opinion")
    mod = User.objects.create_user("mia", "mia@example.org")
    roles.grant(by=None, user=mod, role=roles.Role.ADMINISTRATOR, reason="For the test.")
    desk = Client()
    desk.force_login(User.objects.get(pk=mod.pk))
    paths = [
        *(f"/games/{game.pk}/", f"/games/{game.pk}/keep/", "/games/kept/", "/games/", "/people/ada/", "/people/ben/"),
        *("/people/ada/games/", f"/moderation/people/{people[0].pk}/", f"/moderation/people/{people[1].pk}/"),
        *(f"/moderation/games/{game.pk}/", f"/admin/games/game/{game.pk}/change/"),
    ]
    for reader in (as_ben, desk, Client()):
        for path in paths:
            page = reader.get(path, follow=True).content.decode()
            assert "secret" not in page.replace("client_secret", ""), path
    assert not {GameMark, NoteOnPerson} & set(admin.site._registry)


def test_a_private_game_cannot_be_kept_by_a_stranger(play, people, client):
    game = play()
    type(game).objects.filter(pk=game.pk).update(is_public=False)
    client.force_login(people[2])
    assert client.post(f"/games/{game.pk}/keep/", {"star": "on"}).status_code == 404


def test_the_games_one_keeps_are_listed_with_those_of_others_and_filtered(as_ada, play, people):
    own, other, plain = play(), play(1, 2), play()
    marks.keep(user=people[0], game=own, own_tags=["luck"])
    marks.keep(user=people[0], game=other, is_favourite=True, note="watched")
    everything = said(as_ada.get("/games/kept/"))
    assert everything.count("game-row") == 2
    assert f"game-{plain.pk}" not in everything
    assert f'id="game-{own.pk}"' in said(as_ada.get("/games/kept/?tag=luck"))
    assert f'id="game-{other.pk}"' not in said(as_ada.get("/games/kept/?tag=luck"))
    for what in ("favourites", "noted"):
        page = said(as_ada.get(f"/games/kept/?what={what}"))
        assert f'id="game-{other.pk}"' in page
        assert f'id="game-{own.pk}"' not in page
    assert as_ada.get("/games/kept/?what=%00&tag=nosuch&before=x").status_code == 200


def test_what_may_not_be_seen_any_more_is_not_listed(as_ada, play, people):
    game = play(1, 2)
    marks.keep(user=people[0], game=game, is_favourite=True)
    type(game).objects.filter(pk=game.pk).update(is_public=False)
    assert "Nothing here yet" in said(as_ada.get("/games/kept/"))


def test_kept_games_are_read_in_pages_with_as_many_queries(
    as_ada, play, people, monkeypatch, django_assert_max_num_queries
):
    monkeypatch.setattr(kept, "PAGE", 2)
    games = [play() for _ in range(5)]
    for game in games:
        marks.keep(user=people[0], game=game, is_favourite=True, own_tags=["all"])
    with django_assert_max_num_queries(13):
        first = said(as_ada.get("/games/kept/?what=favourites"))
    assert f"what=favourites&amp;before={games[3].pk}" in first
    assert said(as_ada.get(f"/games/kept/?before={games[3].pk}")).count("game-row") == 2


def test_the_archive_is_filtered_by_what_one_keeps(as_ada, as_ben, play, people):
    first, second = play(), play()
    marks.keep(user=people[0], game=first, is_favourite=True, own_tags=["luck"])
    marks.keep(user=people[0], game=second, note="x")
    for query, shown in (("kept=favourites", first), ("tag=luck", first), ("kept=noted", second)):
        page = said(as_ada.get(f"/games/?{query}"))
        assert page.count("game-row") == 1, query
        assert f'id="game-{shown.pk}"' in page
    assert said(as_ada.get("/people/ben/games/?kept=favourites")).count("game-row") == 1
    assert said(as_ben.get("/games/?kept=favourites")).count("game-row") == 0
    assert as_ben.get("/games/?tag=luck").status_code == 200  # has no such tag, and no such field
    assert as_ada.get("/games/?tag=nosuch").status_code == 422
    assert "Kept by me" not in said(Client().get("/people/ada/games/"))


def test_a_note_on_a_person_stands_on_their_profile_for_its_author_alone(as_ada, as_ben, people):
    assert "Add a private note" in said(as_ada.get("/people/ben/"))
    assert as_ada.post("/people/ben/note/", {"text": " Likes Sundays. "}).status_code == 303
    assert "Likes Sundays." in said(as_ada.get("/people/ben/"))
    assert "Likes Sundays." not in said(as_ben.get("/people/ben/"))
    assert "Likes Sundays." in said(as_ada.get("/people/ben/note/"))
    assert as_ada.post("/people/ben/note/", {"text": "x" * 2001}).status_code == 422
    assert as_ada.post("/people/ben/note/", {"text": " "}).status_code == 303
    assert not NoteOnPerson.objects.exists()


def test_only_so_many_people_are_noted(as_ada, people, monkeypatch):
    monkeypatch.setattr(notes, "MOST", 1)
    as_ada.post("/people/ben/note/", {"text": "one"})
    assert as_ada.post("/people/cleo/note/", {"text": "two"}).status_code == 422
    assert as_ada.post("/people/ben/note/", {"text": "another"}).status_code == 303


def test_nobody_notes_themselves_or_nobody(as_ada, client):
    assert as_ada.get("/people/ada/note/").status_code == 404
    assert as_ada.post("/people/nobody/note/", {"text": "x"}).status_code == 404
    assert client.get("/people/ada/note/").status_code == 302


def test_all_of_it_is_in_the_download_of_ones_data_and_of_nobody_elses(as_ada, as_ben, play, people):
    game = play()
    marks.keep(user=people[0], game=game, is_favourite=True, own_tags=["luck"], note="mind the rim")
    notes.write(by=people[0], whom=people[1], text="likes Sundays")
    mine = for_accounts.data_of(people[0])
    assert mine["marked_games"][0] | {"changed": ""} == {
        "game": game.pk,
        "favourite": True,
        "tags": ["luck"],
        "note": "mind the rim",
        "changed": "",
    }
    assert mine["my_notes_on_people"][0]["text"] == "likes Sundays"
    theirs = json.dumps(for_accounts.data_of(people[1]))
    assert "likes Sundays" not in theirs
    assert "mind the rim" not in theirs


def test_whoever_leaves_takes_their_marks_and_the_notes_on_them_along(play, people):
    game = play()
    marks.keep(user=people[0], game=game, note="x")
    notes.write(by=people[0], whom=people[1], text="x")
    notes.write(by=people[1], whom=people[0], text="x")
    for_accounts.leave(user=people[0])
    people[0].delete()
    assert not GameMark.objects.exists()
    assert not NoteOnPerson.objects.exists()


def test_a_guest_who_signs_up_keeps_what_they_kept(play, people):
    first, second = play(), play()
    guest, user = people[0], people[2]
    marks.keep(user=guest, game=first, note="of the guest")
    marks.keep(user=guest, game=second, note="of the guest")
    marks.keep(user=user, game=second, note="of the member")
    notes.write(by=guest, whom=people[1], text="of the guest")
    notes.write(by=guest, whom=user, text="of oneself, as it turns out")
    for_accounts.adopt(guest=guest, user=user)
    assert {mark.game_id: mark.note for mark in GameMark.objects.filter(user=user)} == {
        first.pk: "of the guest",
        second.pk: "of the member",
    }
    assert notes.note_on(people[1], by=user) == "of the guest"
    guest.delete()
    assert NoteOnPerson.objects.count() == 1


def test_the_database_keeps_no_empty_mark(play, people):
    game = play()
    with pytest.raises(IntegrityError), transaction.atomic():
        GameMark.objects.create(user=people[0], game=game)
