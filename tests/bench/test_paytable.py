"""Time of going through all tables of a wager: ``pytest tests/bench --benchmark-enable``."""

import time

from certify.language.catalogue import load_game
from certify.runtime.context import Context
from certify.studies.paytable.asked import PaytableQuestion
from certify.studies.paytable.study import paytable_study

ROWS = {"straight_flush": "20:140", "three_of_a_kind": "15:100", "flush": "2:9", "pair": "1:3"}
"""More than a million tables of pair plus, of which a rarer row never pays less."""


def test_a_million_tables_of_pair_plus(capsys):
    """Goal: ten seconds, with the odds worked out from nothing and all tables compared."""
    game = load_game("three-card-poker")
    # What is compiled once on a machine is no part of it.
    small = PaytableQuestion.of(game, "pair_plus", bounds={"edge": ("0.02", "0.021")})
    paytable_study(small, Context())
    taken = []
    for bounds in ({}, {"edge": ("0.02", "0.03")}):
        begun = time.perf_counter()
        found = paytable_study(
            PaytableQuestion.of(game, "pair_plus", rows=ROWS, bounds=bounds), Context()
        )
        taken.append(time.perf_counter() - begun)
    with capsys.disabled():
        print(
            f" {found.tables:,} tables: {taken[0]:.1f} s without bounds, {taken[1]:.1f} s with the"
            " house edge between 2 and 3 percent"
        )
    assert found.tables > 1_000_000
