"""What cells of strategy charts tell in words, where a page is pointed at."""

from certify.studies.strategy.cost_result import CostCell, CostChart, CostRow, CostSection
from certify.studies.strategy.grids import action_grid, card_grid, cost_grid
from certify.studies.strategy.result import Chart, ChartRow, ChartSection


def chart(kind, cells, id="without_burnout"):
    section = ChartSection(kind="soft", rows=(ChartRow(hand="17-18", cells=cells),))
    return Chart(id=id, title="Play", note="", cells=kind, sections=(section,))


def told(grid):
    return [cell.told for _, cells in grid.named_rows() for cell in cells]


def test_a_cell_says_the_hand_the_upcard_and_the_action():
    found = told(action_grid(chart("actions", ("H", "Ds") + 8 * ("S",))))
    assert found[1] == "Soft 17-18 against 3: double, otherwise stand"
    assert found[8] == "Soft 17-18 against T: stand"
    assert len(found) == 10


def test_a_cell_says_which_cards_are_burned():
    found = told(card_grid(chart("cards", ("7-T", "-") + 8 * (".",), "burn_on_hit")))
    assert [each.partition(": ")[2] for each in found[:3]] == [
        *("burn 7-T", "burn no card", "no card is drawn")
    ]


def cost_told(id, cell):
    section = CostSection(kind="hard", rows=(CostRow(hand="12", cells=10 * (cell,)),))
    return told(cost_grid(CostChart(id=id, title="Play", sections=(section,))))[0]


def test_a_cell_says_what_the_next_best_costs():
    cell = CostCell(plays="S", instead="H", met=0.0125, cost_each=0.0312345)
    assert cost_told("without_burnout", cell) == (
        "Hard 12 against 2: stand; next best: hit, which costs 3.1235 % of the main wager each"
        " time, 1.2500 times in 100 rounds"
    )
    cell = CostCell(plays="9,T", instead="keep T", met=0.0125, cost_each=0.0312345)
    assert "burn 9,T; next best: keep T, which" in cost_told("burn_on_hit", cell)
    never = CostCell(plays="S", instead=None, met=None, cost_each=None)
    assert cost_told("without_burnout", never) == "Hard 12 against 2: does not come up"
