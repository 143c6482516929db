"""The archive of one's own data: one's own nonces are in it, those of the other player are not."""

import io
import json
import zipfile

import pytest

from accounts import export
from games.contract import Seat
from games.lobby import challenges, mail_invites
from games.lobby.start import Agreement
from games.table.door import Act
from tests.games.playing import own_seed

pytestmark = pytest.mark.django_db

MINE, THEIRS, OFFERED = "nonce-of-ada", "nonce-of-ben", "nonce-of-an-offer"


@pytest.fixture
def game(ada, ben):
    """Both chose what is mixed into the rolls; ben has challenged ada to another game."""
    agreement = Agreement("mabula", {})
    offer = challenges.challenge(creator=ada, agreement=agreement, seat=Seat.ONE, own_seed=own_seed(MINE))
    game = challenges.accept(challenge_id=offer.pk, user=ben, nonce=THEIRS)
    challenges.challenge(creator=ben, invited=ada, agreement=agreement, audience="person", own_seed=own_seed(OFFERED))
    return game


def archive_of(user) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(export.archive(user))) as folder:
        return {name: folder.read(name).decode() for name in folder.namelist()}


@pytest.mark.parametrize("is_over", [False, True])
def test_nobody_exports_the_nonce_of_another(game, ada, ben, act, is_over):
    if is_over:
        act(game, kind=Act.RESIGN)
    adas, bens = archive_of(ada), archive_of(ben)
    assert json.loads(adas["games.json"])["games"][0]["my_nonce"] == MINE
    assert json.loads(bens["games.json"])["games"][0]["my_nonce"] == THEIRS
    assert not [name for name, text in adas.items() if THEIRS in text or OFFERED in text]
    assert not [name for name, text in bens.items() if MINE in text]
    assert OFFERED in bens["games.json"]


def test_invitations_by_e_mail_are_in_it_without_their_addresses(ada):
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), audience="link")
    mail_invites.register(challenge=offer, sender=ada, address="friend@example.net")
    told = archive_of(ada)["games.json"]
    assert [row["kind"] for row in json.loads(told)["invitations_by_e_mail"]] == ["mabula"]
    assert "friend" not in told and mail_invites.digest_of("friend@example.net") not in told
