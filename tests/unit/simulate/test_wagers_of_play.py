"""Wagers that play decides on, round by round: what was put on each, what it brought, what paid."""

from __future__ import annotations

from fractions import Fraction

import pytest

from certify.errors import SpecError
from certify.language.catalogue import load_game
from certify.language.game import with_wagers
from certify.play.simulate.runner import StopRule
from certify.runtime.context import Context
from certify.studies.simulation.simulated_return import return_pairs, simulated_return
from certify.studies.simulation.study import Means, job_for, play_games
from certify.studies.simulation.wagers import simulated_wagers

GAME = "blackjack-burnout"
BONUS = [f"bonus_{wins}" for wins in range(2, 6)]
WAGERS = ["main", "raised", "burnout", "insurance", *BONUS]


def played(policy, procedure, games):
    """Return a game's wagers and records, played by a policy of its spec."""
    game = load_game(GAME)
    job = job_for(
        game,
        seed=4,
        policies=[policy],
        procedure=procedure,
        pairs=return_pairs(game),
        engine="interpreter",
    )
    tallies, _ = play_games(job, StopRule(games, None, None, "score.1"), Means(workers=1))
    return simulated_wagers(game, tallies), tallies, job


def test_every_wager_that_is_made_is_told():
    found, tallies, _ = played("by_total_with_burnout", "single_streak", 300)
    mean = tallies.mean
    assert list(found) == ["main", *BONUS]
    # The score is what the wagers bring together, and they bring what the measures tell.
    assert mean("score.1") == sum(mean(f"net.{name}") for name in WAGERS)
    assert mean("net.main") + mean("net.raised") == mean("main")
    assert mean("total.main") == mean("main") + mean("burnout")
    assert sum(mean(f"net.{name}") for name in BONUS) == mean("bonus")
    assert mean("stake.main") == mean("rounds")
    assert mean("stake.raised") == mean("hands") + mean("doubles") - mean("rounds")
    assert mean("stake.burnout") == mean("rounds") / 5 == -mean("burnout")
    assert found["main"].house_edge == pytest.approx(-float(mean("total.main") / mean("rounds")))
    for wins, name in enumerate(BONUS, start=2):
        (line,) = found[name].lines[name]
        pays = Fraction(line.pays)
        assert (line.row, mean(f"stake.{name}")) == (str(wins), 1)
        # One wager is made in each streak: it is paid, or lost.
        assert line.games == tallies.tally("won").counts.get(wins, 0) + sum(
            count for won, count in tallies.tally("won").counts.items() if won > wins
        )
        assert mean(f"net.{name}") == pays * line.games / 300 - Fraction(300 - line.games, 300)


def test_pay_lines_of_a_round_are_its_results():
    found, tallies, job = played("by_total", "single_round", 400)
    assert list(found) == ["main"]
    lines = {line.row: line.games for line in found["main"].lines["main"]}
    results: dict[int, int] = {}
    for number, games in tallies.tally("result").counts.items():
        results[number % 36] = results.get(number % 36, 0) + games
    assert lines["blackjack"] == results[33] > 0
    assert lines["even_money"] == 0
    assert 0 < lines["win"] < sum(games for result, games in results.items() if result > 14)
    # Beside it the return is told as before: of main wagers, and payments where they were made.
    returned = simulated_return(job, tallies, Context())
    assert returned is not None
    assert returned.rtp == pytest.approx(found["main"].rtp)


def test_none_can_be_left_out_beforehand():
    game = load_game(GAME)
    assert with_wagers(game, WAGERS).changed == ()
    with pytest.raises(SpecError, match="is decided in play, so by a policy, and insurance cannot"):
        with_wagers(game, ["main"])


def test_a_paytable_is_shared(copied):
    game = load_game(GAME)
    rows = {name: [row.key for _, row in game.pay_lines(name)] for name in ("main", "insurance")}
    assert rows == {"main": ["win", "blackjack", "even_money"], "insurance": ["insurance"]}
    assert game.pay_lines("burnout") == ()
    with pytest.raises(SpecError, match="the row insurance is never reached"):
        load_game(str(copied("'insurance' if insured and", "'win' if insured and")))
