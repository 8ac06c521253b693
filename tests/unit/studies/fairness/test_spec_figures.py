"""Figures that texts of a spec refer to: worked out, shown, and filled into results."""

from __future__ import annotations

from dataclasses import replace

import pytest

from certify.errors import SpecError
from certify.language.catalogue import load_game
from certify.language.game import apply_settings
from certify.language.models import Figure
from certify.play.interpreted import InterpretedGame
from certify.play.interpreter.program import Program
from certify.results import Estimate
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.certification.fairness_result import RulingReadings
from certify.studies.fairness.runs import EQUAL, seed_of
from certify.studies.item.result import AlternativeText
from certify.studies.spec_figures import _shown, spec_figures, with_figures
from tests.support.dice import BODY
from tests.support.games import small_game

GAMES = 400
ALONE = Workers(processes=1)
FIGURES = f"""\
figures:
  right: {{text: What the first seat wins., measure: score.1, players: [2], games: {GAMES}}}
  loud: {{text: Games that begin with six., measure: loud, players: [2], games: {GAMES}}}
  said: {{text: The least that is said first., measure: first, as: least, players: [2],
         games: {GAMES}}}
  some: {{text: Games in which something is said., measure: first, as: share, players: [2],
         games: {GAMES}}}
rulings:
  R1:
    question: What is it worth?
    decided: So much that the first seat wins {{{{right}}}}; {{{{loud}}}} begin with six.
    why: At least {{{{said}}}} is said, in {{{{some}}}} of games.
    parameters: [bonus]
    alternatives: [{{text: Nothing, set: {{bonus: 0}}}}]
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return small_game(tmp_path_factory.mktemp("spec"), BODY + FIGURES)


@pytest.fixture(scope="module")
def figures(game):
    return {each.name: each for each in spec_figures(game, Context(), ALONE)}


def test_figures_are_those_of_the_reference_interpreter(game, figures):
    """The same games, played by the engine that is not compiled."""
    plain = InterpretedGame(Program(game, 2)).play(seed_of(1, EQUAL), 0, GAMES)
    one = {name: figure.values[0] for name, figure in figures.items()}
    assert {value.games for value in one.values()} == {GAMES}
    assert one["right"].estimate.value == float(plain.mean("score.1"))
    assert one["loud"].estimate.value == float(plain.mean("loud"))
    assert one["said"].estimate.value == plain.tally("first").least == 1
    assert one["some"].estimate.value == 1.0
    for name in ("right", "loud"):
        estimate = one[name].estimate
        assert estimate.low < estimate.value < estimate.high
        sem = plain.sem("score.1" if name == "right" else "loud")
        assert estimate.high - estimate.low == pytest.approx(2 * 1.96 * sem, rel=0.05)


def test_figures_are_of_the_spec_as_it_stands(game, figures):
    """What is set for a run changes no text of the spec."""
    changed = apply_settings(game, {"bonus": 7})
    assert {each.name: each for each in spec_figures(changed, Context(), ALONE)} == figures


def test_texts_of_results_have_the_figures(game, figures):
    ruling = game.spec.rulings["R1"]
    result = RulingReadings(
        id="R1",
        question=ruling.question,
        decided=ruling.decided,
        why=ruling.why,
        parameters=ruling.parameters,
        alternatives=(AlternativeText(text="Of {{said}}", settings=(("bonus", "{{x}}"),)),),
    )
    found = with_figures(result, tuple(figures.values()))
    right, loud = figures["right"], figures["loud"]
    assert right.shown in found.decided
    assert loud.shown.endswith("\u00a0%")
    assert f"{loud.shown} begin with six" in found.decided
    assert found.why == "At least 1 is said, in more than 99.0\u00a0% of games."
    assert found.alternatives[0].text == "Of 1"
    assert found.alternatives[0].settings == (("bonus", "{{x}}"),)
    assert with_figures(result, ()) is result


def test_exact_figure_is_that_of_the_exact_engine(monkeypatch):
    """A banked game names a figure by its path, here with a payment that the engine is exact in."""
    game = load_game("blackjack-burnout")
    spec = game.spec.model_copy(
        update={
            "figures": {
                "fee": Figure(text="What it costs.", exact="wagers.main_burnout.payment"),
                "less": Figure(
                    text="At 15 %.",
                    exact="wagers.main_burnout.payment",
                    set={"burnout_payment": 0.15},
                ),
            }
        }
    )
    asked = []

    def figures_of(changed, question, context):
        asked.append((changed.rules.burnout_payment, question.paths))
        return (float(changed.rules.burnout_payment),)

    monkeypatch.setattr("certify.studies.whatif.study.figures_of", figures_of)
    fee, less = spec_figures(replace(game, spec=spec), Context(), ALONE)
    assert (fee.shown, less.shown) == ("20.000\u00a0%", "15.000\u00a0%")
    assert [paths for _, paths in asked] == [("wagers.main_burnout.payment",)] * 2
    assert (fee.kind, fee.policy, less.settings) == ("exact", None, (("burnout_payment", "0.15"),))


def test_unknown_exact_figure_is_told_with_the_nearest():
    game = load_game("blackjack-burnout")
    figure = Figure(text="The edge.", exact="wagers.main.evv")
    spec = game.spec.model_copy(update={"figures": {"edge": figure}})
    with pytest.raises(SpecError, match=r"figures.*did you mean wagers\.main\.ev\?"):
        spec_figures(replace(game, spec=spec), Context(), ALONE)


@pytest.mark.parametrize(
    ("value", "low", "high", "scale", "shown"),
    [
        (0.04805, 0.0476, 0.0485, 100.0, "4.81"),
        (0.04805, 0.0468, 0.0494, 100.0, "4.8"),
        (863.7, 840.2, 887.1, 1.0, "864"),
        (12345.6, 12345.1, 12346.1, 1.0, "12,345.6"),
        (0.0, 0.0, 0.0000369, 100.0, "less than 0.004"),
        (0.0, 0.0, 0.09, 100.0, "less than 9"),
        (15.0, 15.0, 15.0, 1.0, "15"),
        (-0.5, -0.52, -0.48, 1.0, "−0.50"),
        (1.0, 0.99, 1.0, 100.0, "more than 99"),
        (1.0, 0.9908, 1.0, 100.0, "more than 99.0"),
    ],
)
def test_digits_are_those_that_the_interval_leaves(value, low, high, scale, shown):
    assert _shown(Estimate(value=value, low=low, high=high), scale) == shown
