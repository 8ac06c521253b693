"""`certify simulate` of a game against a house: whose play, what a game is, and the return."""

import json

import numpy as np
import pytest

from certify.language.catalogue import load_game
from certify.play.interpreter.program import Program
from certify.play.quantities import quantities_of
from certify.play.tallies import Tallies
from certify.runtime.context import Context
from certify.studies.simulation.result import SimulationResult
from certify.studies.simulation.simulated_return import return_pairs, simulated_return
from certify.studies.simulation.study import job_for
from tests.support.dice import write_dice

GAME = "blackjack-burnout"
ONE_DECK = ("--set", "decks=1")
QUICK = ("--engine", "interpreter")


@pytest.fixture(scope="module")
def exact():
    """Return the exact returns of one deck, as `certify rtp` prints them."""
    from click.testing import CliRunner

    from certify.cli.main import certify

    asked = ["rtp", GAME, *ONE_DECK, "--strategy", "basic", "--no-distribution", "--json"]
    return json.loads(CliRunner().invoke(certify, asked).stdout)["wagers"]


def simulated(certify, *arguments):
    text = certify("simulate", GAME, *ONE_DECK, *QUICK, *arguments, "--json").stdout
    return SimulationResult.from_json(text)


def test_basic_strategy_plays_and_its_exact_return_stands_beside(certify, exact, words):
    asked = ("--rounds", 1500, "--procedure", "single_round")
    found = simulated(certify, *asked)
    assert [seat.policy for seat in found.policies] == ["basic"]
    returned = found.returned
    assert returned is not None
    assert (returned.wager, returned.wagers, returned.wagers_a_game) == ("main", 1500, 1.0)
    assert returned.exact == exact["main"]["rtp"]
    assert (returned.exact_strategy, returned.from_full_shoe) == ("basic", True)
    score = found.quantities["score.1"]
    assert returned.rtp == pytest.approx(1 + score.mean)
    assert returned.sem == pytest.approx(score.sem)
    assert abs(returned.rtp - returned.exact) < 4 * returned.sem
    said = certify("simulate", GAME, *ONE_DECK, *QUICK, *asked).stdout
    assert max(map(len, said.splitlines())) <= 80
    said = words(said)
    assert "a game is the procedure single_round: One round from a freshly shuffled shoe" in said
    assert "; 1 main wager policies basic" in said
    assert f"exact {100 * returned.exact:.4f} % of main wagers under the strategy basic" in said
    assert "deal on from one shoe" not in said


def test_with_the_option_the_return_is_of_all_that_was_paid(certify, exact):
    asked = ("--rounds", 800, "--procedure", "wagered_round", "--policy", "basic+burnout")
    returned = simulated(certify, *asked).returned
    assert returned.wager == "main_burnout"
    assert returned.exact == exact["main_burnout"]["rtp"]
    assert abs(returned.rtp - returned.exact) < 4 * returned.sem


def test_a_session_is_told_to_be_one(certify, words):
    found = simulated(certify, "--rounds", 8)
    assert found.procedure_text.startswith("A session.")
    assert (found.returned.wagers, found.returned.wagers_a_game) == (800, 100.0)
    assert not found.returned.from_full_shoe
    said = words(certify("simulate", GAME, *ONE_DECK, *QUICK, "--rounds", 8).stdout)
    assert "a hundred at most; 100 main wagers on average" in said
    assert "these games deal on from one shoe" in said


def test_of_another_play_no_exact_return_is_told(certify, words):
    asked = ("--rounds", 50, "--policy", "random")
    returned = simulated(certify, *asked).returned
    assert (returned.exact, returned.exact_strategy) == (None, None)
    said = words(certify("simulate", GAME, *ONE_DECK, *QUICK, *asked).stdout)
    assert "exact not known for this play" in said


def test_between_players_nothing_returns_and_play_is_random(certify, tmp_path):
    asked = ("simulate", write_dice(tmp_path), "--rounds", 20, *QUICK, "--json")
    found = SimulationResult.from_json(certify(*asked).stdout)
    assert found.returned is None
    assert {seat.policy for seat in found.policies} == {"random"}


def test_a_result_of_before_is_read_still(certify):
    data = json.loads(simulated(certify, "--rounds", 2, "--policy", "random").to_json())
    del data["returned"], data["procedure_text"]
    assert SimulationResult.from_json(json.dumps(data)).returned is None


def test_the_error_is_that_of_a_ratio():
    """Against the textbook's formula, in floating point, with sessions of unequal length."""
    game = load_game(GAME)
    pairs = return_pairs(game)
    job = job_for(game, seed=1, policies=["random"], pairs=pairs, engine="interpreter")
    quantities = quantities_of(Program(game), dict(job.scales))
    tallies = Tallies.empty(quantities.names, quantities.scales, pairs)
    chance = np.random.default_rng(3)
    rounds = chance.integers(1, 9, 500)
    main = np.rint(chance.normal(0, 2, 500) * rounds)
    burnout = -0.2 * chance.integers(0, rounds + 1)
    places = {name: quantities.names.index(name) for name in ("main", "burnout", "rounds")}
    for values in zip(main, burnout, rounds, strict=True):
        row = [0] * len(quantities.names)
        for name, value in zip(places, values, strict=True):
            row[places[name]] = round(value * quantities.scales[places[name]])
        tallies.record(row)
    found = simulated_return(job, tallies, Context())
    assert found is not None
    paid = rounds - burnout
    ratio = (main + burnout).sum() / paid.sum()
    left = main + burnout - ratio * paid
    assert found.rtp == pytest.approx(1 + ratio)
    assert found.sem == pytest.approx(left.std(ddof=1) / np.sqrt(500) / paid.mean())
    assert found.wager == "main_burnout"
    assert found.wagers == rounds.sum()
