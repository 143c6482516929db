"""What is typed into an address goes into a question to the database, which does not take everything."""

import pytest

from tests.moderation.people import client_of

pytestmark = pytest.mark.django_db

ADDRESSES = [
    "/moderation/people/?name=",
    "/moderation/games/?q=",
    "/moderation/audit/?by=",
    "/moderation/audit/?person=",
    "/moderation/?reason=",
    "/admin/games/game/?q=",
    "/admin/accounts/user/?q=",
    "/admin/games/case/?q=",
    "/admin/games/moderationact/?q=",
    "/lobby/?kind=",
    "/games/new/?opponent=",
    "/blocks/?whom=",
    "/notifications/?before=",
    "/people/",
    "/challenges/",
    "/mail/less/",
    "/rules/",
]


@pytest.mark.parametrize("typed", ["a%00b", "%00", "%ff", "%ed%a0%80", "%F0%9F%90%9C", "x" * 2000])
def test_every_page_that_looks_for_what_is_typed_answers(administrator, game, typed):
    client = client_of(administrator)
    for address in ADDRESSES:
        answer = client.get(f"{address}{typed}{'' if '?' in address else '/'}")
        assert answer.status_code in (200, 302, 404, 410, 422), address


def test_people_and_games_are_found_by_what_is_left_without_what_nobody_sees(moderator, game):
    desk = client_of(moderator)
    assert [found.username for found in desk.get("/moderation/people/?name=a%00da").context["found"]] == ["ada"]
    assert desk.get("/moderation/games/?q=%00be%00n").context["page"].object_list[0] == game
