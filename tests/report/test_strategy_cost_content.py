"""The section on the cost of play says what the result says."""

from __future__ import annotations

from itertools import pairwise

import pytest

from certify.evidence.report.sections.strategy import write_strategy_cost
from certify.studies.certification.result import Certification
from certify.studies.strategy.cost_result import StrategyCostResult
from certify.studies.strategy.grids import SHADES, cost_text
from tests.report.conftest import SectionText
from tests.report.report_sample_cost import CLOSEST, DEAREST
from tests.report.test_content import shown


@pytest.fixture
def cost(full_certification: Certification) -> StrategyCostResult:
    assert full_certification.strategy_cost is not None
    return full_certification.strategy_cost


def test_begins_with_what_charts_and_the_dearest_player_lose(full_text: str) -> None:
    assert (
        "On the main wager without Burnout a player who follows the charts loses 0.002760 "
        "percentage points against optimal play; of the players below the one who loses most "
        "(“Mimics the dealer”) loses 5.279054 points."
    ) in full_text
    assert "on the main wager without Burnout. All expectations are exact" in full_text
    assert "for a shoe of 312 cards" in full_text


def test_every_player_has_his_line(full_text: str, cost: StrategyCostResult) -> None:
    for player in cost.players:
        changed = " 38 cells." if player.cells_changed else ""
        named = (f"{player.title}. {player.does}{changed}", player.title)
        for name, wager in zip(named, (player.main, player.main_burnout), strict=True):
            if wager is not None:
                fields = (wager.ev, wager.loss, wager.loss_to_best, wager.element_of_risk)
                assert f"{name} {' '.join(map(shown, fields))}" in full_text


def test_the_dearest_mistakes_of_each_wager_are_printed(
    full_text: str, cost: StrategyCostResult
) -> None:
    without = [found for found in cost.mistakes if found.chart == "without_burnout"]
    others = [found for found in cost.mistakes if found.chart != "without_burnout"]
    for mistakes in (without, others):
        for number, mistake in enumerate(mistakes):
            figures = " ".join(
                (shown(mistake.met, 4), shown(mistake.cost), shown(mistake.cost_each, 4))
            )
            assert (figures in full_text) is (number < 20)
    assert "5 more, each costing" in full_text
    assert "30 more, each costing" in full_text
    assert "without soft 13 3 stand double" in full_text
    assert "burn on hit hard 12 2 burn T keep T" in full_text


def test_ties_and_gains_are_told(
    full_text: str, full_certification: Certification, section_text: SectionText
) -> None:
    assert "75 wrong decisions can come up" in full_text
    assert "1 of them cost nothing within the numerical error." in full_text
    assert "1 better the charts, by 0.000310 percentage points a round at most" in full_text
    cost = full_certification.strategy_cost
    assert cost is not None
    costly = tuple(mistake for mistake in cost.mistakes if mistake.verdict == "costs")
    dear = full_certification.model_copy(
        update={"strategy_cost": cost.model_copy(update={"mistakes": costly, "charts": ()})}
    )
    text = section_text(write_strategy_cost, dear)
    assert "no change of a single cell betters the charts" in text
    assert "How much each decision matters" not in text


def test_every_cell_has_its_figure(full_text: str) -> None:
    assert f"the closest costs {shown(CLOSEST, 4)} %" in full_text
    assert f"the dearest {shown(DEAREST, 4)} %" in full_text
    assert "H→S" in full_text
    assert cost_text(DEAREST) in full_text.split()
    assert "after_burn" not in full_text
    assert "Never met" not in full_text


@pytest.mark.parametrize(
    ("cost", "text"),
    [(0.0, "0.00"), (0.0021291, "0.21"), (0.09994, "9.99"), (0.09996, "10.0"), (0.9994, "99.9"),
     (0.9996, "100"), (2.49, "249")],
)  # fmt: skip
def test_costs_fit_a_cell(cost: float, text: str) -> None:
    assert cost_text(cost) == text


def test_fills_darken_step_by_step() -> None:
    def lightness(place: int) -> float:
        fill = SHADES[place][1].light
        red, green, blue = (int(fill[start : start + 2], 16) / 255 for start in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    steps = [lightness(place) for place in range(len(SHADES))]
    assert all(lighter - darker > 0.06 for lighter, darker in pairwise(steps))


def test_without_a_result_there_is_no_section(text: str) -> None:
    assert "Strategy cost" not in text
