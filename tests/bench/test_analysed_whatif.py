"""Timings of what-ifs from kept odds, printed: ``pytest tests/bench --benchmark-enable``."""

import time

import pytest

from certify.language.catalogue import load_game
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.studies.whatif.analysed_asked import analysed_plan, analysed_work
from certify.studies.whatif.analysed_result import AnalysedWhatIfResult

GAMES = {
    "red-dog": "main.one.pays=6:1",
    "casino-war": "tie_pays=11:1",
    "punto-banco": "tie_pays=9:1",
    "three-card-poker": "flush_pays=3:1",
    "let-it-ride": "royal_pays=500:1",
    "mississippi-stud": "royal_pays=450:1",
}


@pytest.mark.parametrize("name", GAMES)
def test_another_paytable(name, tmp_path, capsys):
    """Goal: at most 0.1 s where the play stays best."""
    game, context = load_game(name), Context(cache=Cache(tmp_path, print))
    plan = analysed_plan(game, (GAMES[name],))
    begun = time.perf_counter()
    analysed_work(analysed_plan(game, ()), context)
    first = time.perf_counter() - begun
    taken = []
    for _ in range(7):
        begun = time.perf_counter()
        found = analysed_work(plan, Context(cache=context.cache))
        taken.append(time.perf_counter() - begun)
    assert isinstance(found, AnalysedWhatIfResult)
    with capsys.disabled():
        print(
            f" {name}: solved in {first:.1f} s; another paytable from what is kept on disk: best"
            f" {min(taken):.3f} s, median {sorted(taken)[3]:.3f} s; same play: {found.same_play}"
        )
