"""Glicko-2: the worked example of its author, large surprises, and laws for whatever numbers come."""

from itertools import permutations
from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ratings import glicko
from games.ratings.glicko import PERIODS_A_DAY, Rating, aged, expected, rated

ratings = st.builds(
    Rating,
    st.floats(glicko.LOWEST, glicko.HIGHEST),
    st.floats(glicko.SUREST, glicko.UNSUREST),
    st.floats(0.01, glicko.MOST_VOLATILE),
)
scores = st.sampled_from((0.0, 0.5, 1.0))
advantages = st.floats(-100, 100)
results = st.tuples(ratings, scores, advantages)


def test_glickmans_worked_example():
    opponents = [(Rating(1400, 30), 1.0, 0.0), (Rating(1550, 100), 0.0, 0.0), (Rating(1700, 300), 0.0, 0.0)]
    after = rated(Rating(1500, 200, 0.06), opponents, tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_sure_rating_is_less_sure_after_a_year():
    after = aged(Rating(1500, 60, 0.06), 365 * PERIODS_A_DAY)
    assert after.deviation == pytest.approx(110, abs=0.5)
    assert after.rating == 1500


@given(ratings.filter(lambda rating: not rating.is_provisional))
def test_when_an_established_rating_will_be_provisional_is_known_beforehand(rating):
    periods = glicko.sure_for(rating)
    assert not aged(rating, periods * 0.999).is_provisional
    assert aged(rating, periods * 1.001 + 0.001).is_provisional


def test_nobody_gets_less_sure_than_a_beginner():
    assert aged(Rating(1500, 300, 0.1), 100_000).deviation == glicko.UNSUREST


def test_a_large_surprise_moves_a_rating_far_and_makes_it_more_volatile():
    strong, weak = Rating(2200, 60, 0.06), Rating(1200, 60, 0.06)
    upset, usual = rated(strong, [(weak, 0.0, 0.0)]), rated(strong, [(weak, 1.0, 0.0)])
    assert strong.rating - upset.rating > 15
    assert usual.rating - strong.rating < 0.5
    assert upset.volatility > strong.volatility >= usual.volatility


def test_a_series_of_surprises_is_bounded():
    rating = Rating(400, 350, 0.1)
    for _ in range(50):
        after = rated(rating, [(Rating(4000, 45), 1.0, 0.0)])
        assert 0 <= after.rating - rating.rating <= glicko.MOST_CHANGE
        rating = after
    assert rating.rating <= glicko.HIGHEST


def test_going_first_is_part_of_what_is_expected():
    even = Rating(1500, 50)
    assert expected(even, even) == 0.5
    assert expected(even, even, 40) > 0.5
    assert rated(even, [(even, 1.0, 40)]).rating < rated(even, [(even, 1.0, 0)]).rating


@given(ratings, ratings, advantages)
def test_what_one_may_expect_the_other_may_not(one, two, advantage):
    assert expected(one, two, advantage) + expected(two, one, -advantage) == pytest.approx(1)


@given(ratings, st.lists(results, min_size=1, max_size=4), st.floats(0, 500))
def test_no_numbers_break_it(one, games, periods):
    after = rated(one, games, periods=periods)
    assert all(map(isfinite, (after.rating, after.deviation, after.volatility)))
    assert glicko.LOWEST <= after.rating <= glicko.HIGHEST
    assert glicko.SUREST <= after.deviation <= glicko.UNSUREST
    assert 0 < after.volatility <= glicko.MOST_VOLATILE
    assert abs(after.rating - one.rating) <= glicko.MOST_CHANGE


@given(ratings, st.lists(results, min_size=2, max_size=4))
def test_games_of_one_period_have_no_order(one, games):
    wanted = rated(one, games)
    for order in permutations(games):
        after = rated(one, order)
        assert after.rating == pytest.approx(wanted.rating, abs=1e-3)
        assert after.deviation == pytest.approx(wanted.deviation, abs=1e-3)


@given(st.floats(1000, 2000), st.floats(46, 340), st.floats(0, 400), scores, advantages)
def test_who_wins_gains_what_the_mirror_image_loses(rating, deviation, gap, score, advantage):
    """Turned round about the middle, with the result turned round too, everything is the same with the other sign."""
    one, two = Rating(1500 + gap, deviation), Rating(1500 - gap, deviation)
    gain = rated(one, [(two, score, advantage)]).rating - one.rating
    loss = rated(two, [(one, 1 - score, -advantage)]).rating - two.rating
    assert gain == pytest.approx(-loss, abs=1e-6)


@given(ratings, ratings)
def test_winning_is_never_worse_than_a_draw_nor_a_draw_than_losing(one, two):
    lost, drawn, won = (rated(one, [(two, score, 0.0)]).rating for score in (0.0, 0.5, 1.0))
    assert lost <= drawn <= won
