"""Works out every rating of a ladder from its games alone, and compares: python3 ratings.py FILE

FILE is “all games of this ladder”, as the page of a rating links to it. Exit code 0: all ratings are as the site says.
"""

import json
import sys
from datetime import UTC, datetime, timedelta
from math import exp, log, pi, sqrt
from pathlib import Path

SCALE = 173.7178  # Glicko-2 after http://www.glicko.net/glicko/glicko2.pdf, a game at a time
TAU, CLOSE_ENOUGH, MOST_VOLATILE = 0.75, 1e-6, 0.1
PERIODS_A_DAY = 0.21436
NEWCOMER = {"rating": 1500.0, "deviation": 350.0, "volatility": 0.09, "games": 0, "last": None, "timed_out": False}


def between(least, value, most):
    return max(least, min(value, most))


def today(player, now):
    """How sure a rating is after all the time without a game."""
    periods = max(0.0, (now - player["last"]) / timedelta(days=1)) * PERIODS_A_DAY if player["last"] else 0.0
    deviation = SCALE * sqrt((player["deviation"] / SCALE) ** 2 + player["volatility"] ** 2 * periods)
    return between(45.0, deviation, 350.0), periods


def after(player, opponent, opponent_deviation, score, advantage, periods):
    """Rating, deviation and volatility after a game: steps 2 to 8 of the paper."""
    phi, sigma, phi_j = player["deviation"] / SCALE, player["volatility"], opponent_deviation / SCALE
    g = 1 / sqrt(1 + 3 * phi_j**2 / pi**2)
    expected = 1 / (1 + exp(-g * (player["rating"] + advantage - opponent["rating"]) / SCALE))
    v = 1 / max(g**2 * expected * (1 - expected), 1e-12)
    delta = v * g * (score - expected)
    a = log(sigma**2)

    def f(x):
        return exp(x) * (delta**2 - phi**2 - v - exp(x)) / (2 * (phi**2 + v + exp(x)) ** 2) - (x - a) / TAU**2

    big_a, k = a, 1
    if delta**2 > phi**2 + v:
        big_b = log(delta**2 - phi**2 - v)
    else:
        while f(a - k * TAU) < 0:
            k += 1
        big_b = a - k * TAU
    f_a, f_b, steps = f(big_a), f(big_b), 0
    while abs(big_b - big_a) > CLOSE_ENOUGH and f_a != f_b and steps < 100:
        c = big_a + (big_a - big_b) * f_a / (f_b - f_a)
        f_c, steps = f(c), steps + 1
        if f_c * f_b <= 0:
            big_a, f_a = big_b, f_b
        else:
            f_a /= 2
        big_b, f_b = c, f_c
    sigma = min(exp(big_a / 2), MOST_VOLATILE)
    phi_star = min(sqrt(phi**2 + sigma**2 * periods), 350.0 / SCALE)
    phi = 1 / sqrt(1 / phi_star**2 + 1 / v)
    change = between(-700.0, SCALE * phi**2 * g * (score - expected), 700.0)
    return between(400.0, player["rating"] + change, 4000.0), between(45.0, phi * SCALE, 350.0), sigma


def recompute(games):
    """All players by their numbers, and what differs from what the site says."""
    players, wrong, before = {}, [], None
    for place, game in enumerate(games, 1):
        ended = datetime.fromisoformat(game["ended"])
        if before and ended < before:
            wrong.append(f"The {place}th game ended before the one above it.")
        both, before = [players.setdefault(number, dict(NEWCOMER)) for number in game["players"]], ended
        loser = game["lost_on_time"] and both[game["lost_on_time"] - 1]
        if not (loser and loser["timed_out"]):  # a series of losses on time counts once
            score, advantage, now = game["score"], game["advantage"], [today(player, ended) for player in both]
            new = (
                after(both[0], both[1], now[1][0], score, advantage, now[0][1]),
                after(both[1], both[0], now[0][0], 1 - score, -advantage, now[1][1]),
            )
            for player, (rating, deviation, volatility) in zip(both, new, strict=True):
                player.update(rating=rating, deviation=deviation, volatility=volatility, last=ended)
                player["games"] += 1
        for number, player, said in zip(game["players"], both, game["ratings"], strict=True):
            player["timed_out"] = player is loser
            if abs(player["rating"] - said) > 1e-6:
                wrong.append(f"After the {place}th game player {number} has {player['rating']:.6f}, not {said:.6f}.")
    return players, wrong


def main(path):
    content = json.loads(Path(path).read_text(encoding="utf-8"))
    players, wrong = recompute(content["games"])
    print(f"{content['kind']}, {content['ladder']}\n  number       rating  deviation  today  games  name")
    for number, player in sorted(players.items(), key=lambda item: -item[1]["rating"]):
        sure, name = today(player, datetime.now(UTC))[0], content["players"].get(str(number)) or "–"
        row = f"{number:8} {player['rating']:12.6f} {player['deviation']:10.6f}"
        print(f"{row} {sure:5.0f}{'?' if sure > 110 else ' '} {player['games']:6}  {name}")
    print("\n".join(wrong) or f"Everything matches: {len(content['games'])} games give the ratings that the site says.")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main(*sys.argv[1:])
