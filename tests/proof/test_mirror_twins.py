"""Twins of a mirror match: a turn, and another turn, or none yet, in its place. Before it is over on both boards
nothing that is served to anybody else tells them apart: no page, no fragment, no frame, no mail, no export."""

# ruff: noqa: F811 - fixtures are arguments

import json
import random
from collections.abc import Iterator

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.test import Client

from accounts import export
from accounts.models import User
from games import kinds, queries
from games.kind_pages import drawn
from games.models import Game, Notification
from games.notify.mail import letters
from games.table import log
from games.table.door import Verdict
from tests.games.conftest import ada, ben, cleo, time  # noqa: F401 - fixtures
from tests.games.matches import do, legal, play_match, play_turn, start_match
from tests.luck import dice
from tests.proof.test_twins import (  # noqa: F401 - fixtures
    OF_PEOPLE,
    REVEALING,
    Served,
    as_twin,
    cast,
    difference,
    frames,
    nothing_else_is_random,
    seeds_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
OTHERS_PATHS = ["", "?list=1", "?at={at}", "moves/", "position.txt", "board.png", "chat/", "rematch/offer/", *REVEALING]


@pytest.fixture(autouse=True)
def pictures_are_what_they_are_drawn_from(monkeypatch):
    """No other process draws them, which may be busy; an SVG tells more than its pixels."""
    monkeypatch.setattr(drawn, "png", lambda svg, **_: svg.encode())


def logged_in(user: User | None) -> Client:
    client = Client()
    if user:
        client.force_login(user, "accounts.backends.NameOrAddress")
    return client


def seen_by(user, match) -> Iterator[tuple[str, bytes]]:
    """All that a person or a visitor is served of a match, and the lists and mails about it."""
    client = logged_in(user)
    for game in match:
        head = Game.objects.get(pk=game.pk).head
        for path in OTHERS_PATHS:
            answer = client.get(f"/games/{game.pk}/{path.format(at=head)}", follow=True)
            yield f"{game.pk}/{path} for {user}", b"%d %b" % (answer.status_code, answer.content)
        for past in ("", f"?have={head}"):
            answer = client.get(f"/games/{game.pk}/{past}", headers={"HX-Request": "true"})
            yield f"fragment {game.pk}{past} for {user}", b"%d %b" % (answer.status_code, answer.content)
        beyond = client.get(f"/games/{game.pk}/?at={head + 1}")
        yield f"{game.pk} after its head for {user}", b"%d" % beyond.status_code
    for address in OF_PEOPLE:
        yield f"{address} for {user}", client.get(address, follow=True).content
    if user is None:
        return
    told = list(Notification.objects.filter(user=user).order_by("pk"))
    for one in told:
        written = letters.about_one(user, one)
        yield f"mail {one.pk} to {user}", f"{written.subject}\n{written.text}\n{written.html}".encode()
    if told:
        digest = letters.about_many(user, told, is_digest=True)
        yield f"digest of {user}", f"{digest.text}\n{digest.html}".encode()
    data = {"account": export.account_data(user), "games": queries.data_of(user)}
    yield f"export of {user}", json.dumps(data, cls=DjangoJSONEncoder).encode()


def make_part_of_turn(game: Game, luck: random.Random, count: int) -> int:
    """At most so many moves, none of which hands the turn over. How many there were."""
    for made in range(count):
        rules, state = kinds.get(game.kind).rules, log.last_position(Game.objects.get(pk=game.pk)).state
        going_on = [text for text in legal(game) if rules.actor(rules.apply(state, text)) is rules.actor(state)]
        if not going_on:
            return made
        assert do(game, text=luck.choice(going_on)).verdict is Verdict.ACCEPTED
    return count


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_a_turn_of_a_mirror_match_is_nobody_elses_before_it_is_over_on_both_boards(
    cast, kind, number, frames, django_capture_on_commit_callbacks
):
    ada, ben, cleo, _ = cast
    match = start_match(ada, ben, kind, audience="public" if number % 2 else "link")
    play_match(match, dice(number), most=3 * (number % 4) + number % 2 + 1)
    game = Game.objects.get(pk=match[number % 2].pk)
    assert game.to_move and all(
        row.status == "running" for row in Game.objects.filter(pk__in=[one.pk for one in match])
    )
    mover, seed = game.to_move, seeds_of(game.commitment)[0]
    players = {row.number: row.user for row in game.seats.select_related("user")}
    watching = [players[3 - mover], cleo, None]

    def twin(make, luck_number: int) -> tuple[Served, bytes]:
        """What everybody else is served after it; and the record of whoever made it."""
        with transaction.atomic():
            as_twin(seed, game.commitment)
            frames.clear()
            with django_capture_on_commit_callbacks(execute=True):
                make(dice(luck_number))
            own = f"user.{players[mover].pk}"
            sent = [[group, message] for group, message in frames if group != own]
            served = dict(pair for user in watching for pair in seen_by(user, match))
            theirs = logged_in(players[mover]).get(f"/games/{game.pk}/record.txt").content
            transaction.set_rollback(True)
        return {**served, "frames": json.dumps(sent, sort_keys=True).encode()}, theirs

    parts = [twin(lambda luck, count=count: make_part_of_turn(game, luck, count), count) for count in (0, 1, 3, 3)]
    wholes = [twin(lambda luck: play_turn(game, luck), luck) for luck in (5, 6, 7)]
    for twins_of_turn in (parts, wholes):
        for other, _ in twins_of_turn[1:]:
            one = twins_of_turn[0][0]
            assert one.keys() == other.keys()
            assert {name: difference(one[name], other[name]) for name in one if one[name] != other[name]} == {}
    assert len({theirs for _, theirs in wholes}) > 1, "who made them sees that they differ"
    as_twin(seed, game.commitment)
