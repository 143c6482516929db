from games.mabula.bots import explain
from tests.mabula.position import BLACK, position

OPEN = """
    -.W.B..-
    ........
    W.......
    B.WW..BB
    W......W
    B.....B.
    W......W
    -BWBW..-
"""
LAST = """
    -......-
    .B......
    WWW.W...
    .BB.....
    .BB.....
    ........
    ........
    -......-
"""


def reason(drawing, move, **options):
    return explain(position(drawing, **options), move)


def test_a_push_that_joins_marbles_says_how_the_count_grows():
    found = reason(OPEN, "c8-c6")
    assert found.code == "grows"
    assert found.facts == {"start": "c8", "stop": "c6", "before": 2, "after": 3}
    assert reason(OPEN, "c8-c6", scoring="product").facts == found.facts


def test_a_push_that_breaks_a_group_of_the_other_says_so():
    found = reason(OPEN, "d1-d5", turn=BLACK)
    assert found.code == "breaks"
    assert found.facts == {"start": "d1", "stop": "d5", "before": 2, "after": 1}


def test_a_push_that_changes_no_count_is_explained_by_where_it_leads():
    assert reason(OPEN, "e1-e3").code == "middle"
    assert reason(OPEN, "h2-g2").code == "quiet"
    assert reason(OPEN, "h2-g2", scoring="product").code == "apart"


def test_the_last_push_says_how_the_game_ends():
    drawn, won, lost = (reason(LAST.replace(*change), "a6-b6") for change in (("", ""), ("BB", "B."), ("WWW", "WW.")))
    assert (drawn.code, drawn.facts["points"]) == ("ends-drawn", (4, 4))
    assert (won.code, won.facts["points"]) == ("ends-won", (4, 2))
    assert (lost.code, lost.facts["points"], lost.facts["forced"]) == ("ends-lost", (2, 4), True)


def test_the_only_push_is_called_so():
    goes_on = LAST.replace("........\n    -......-", "B.......\n    -......-")
    assert reason(goes_on.replace("WWW.W...", "WBWBW.BB"), "a6-b6").code == "only-push"
