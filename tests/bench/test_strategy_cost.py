"""How long the costs of play take, printed: ``pytest tests/bench --benchmark-enable``."""

import resource

import pytest

from certify.language.catalogue import load_game
from certify.studies.strategy.cost.study import strategy_cost_study
from certify.studies.twenty_one import TwentyOneGame


def user_time() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


@pytest.mark.benchmark(timer=user_time)
def test_players_and_every_mistake(benchmark, capsys):
    """Goal: at most two minutes at six decks, strategies not yet solved."""

    def run():
        return strategy_cost_study(TwentyOneGame(load_game("blackjack-burnout")))

    result = run()
    benchmark.pedantic(run, rounds=3, iterations=1)
    with capsys.disabled():
        stats = benchmark.stats.stats
        print(
            f"\n{len(result.players)} players, {len(result.mistakes):,} mistakes: best"
            f" {stats.min:.2f} s, median {stats.median:.2f} s of user time"
        )
