"""The exact engine of games against the house: ``pytest tests/bench -k banked``.

Run with ``--benchmark-enable -s``. Every game of the shelf, solved once on one core after its
kernels are compiled; beside it how fast the machine is at that moment.
"""

import resource
import time

import pytest

from certify.exact.banked.solution import solve
from certify.language.catalogue import load_game
from tests.bench.test_compiled import control

GIGABYTE = 1e6
"""Of the kilobytes that the system tells."""

SOLVED = [
    # game, seconds at most, aim
    ("red-dog", 2.0, 0.5),
    ("casino-war", 2.0, 0.5),
    ("blackjack-first-cards", 2.0, 0.5),
    ("punto-banco", 2.0, 0.5),
    ("three-card-poker", 10.0, 2.0),
    ("let-it-ride", 10.0, 2.0),
    ("mississippi-stud", 20.0, 5.0),
    ("caribbean-stud", 300.0, 60.0),
    ("casino-holdem", 600.0, 90.0),
    ("ultimate-texas-holdem", 600.0, 90.0),
]


@pytest.mark.parametrize(("game", "most", "aim"), SOLVED)
def test_banked_games(benchmark, capsys, game, most, aim):
    solve(load_game("three-card-poker"))
    before = control()
    begun = time.process_time()
    found = benchmark.pedantic(lambda: solve(load_game(game)), rounds=1)
    seconds = time.process_time() - begun
    room = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / GIGABYTE
    with capsys.disabled():
        print(
            f"\n  {game}: {seconds:.2f} s (at most {most:g}, aim {aim:g}),"
            f" {found.situations:,} situations, {found.settled:,} rows settled, {room:.1f} GB"
            f"\n    control loop {before / 1e6:.0f} M steps a second"
        )
