"""What every other reading of a ruling, and every payout, does to every wager."""

from __future__ import annotations

from collections.abc import Sequence

from certify.present.composer import Composer
from certify.present.markup import plain
from certify.present.quantity import POINTS
from certify.studies.certification.result import Certification
from certify.studies.whatif.result import (
    FigureName,
    SensitivityResult,
)
from certify.studies.whatif.sensitivity_view import (
    BONUS,
    SMALLEST,
    Reading,
    bonus_charts,
    change_tables,
    listed,
    payouts_table,
    play_of,
    readings_of,
    spread_table,
    strategy_text,
    unchanged_table,
)

MOST_COLUMNS = 6
"""Figures beside each other in a table."""
PAYOUTS = (
    "Each figure here is a linear function of the payout or payment beside it as long as play "
    "stays the same, so one number says everything: the change of the figure for one more unit. A "
    "payout that is smaller by a tenth of a unit changes the figure by a tenth of it, the other "
    "way."
)


def write_sensitivity(composer: Composer, certification: Certification) -> None:
    """Write what other readings and payouts do to every wager, if it was worked out."""
    result = certification.sensitivity
    if result is None:
        return
    composer.section("Sensitivity")
    moving, still = readings_of(result)
    composer.text(_finding(result, moving))
    if moving:
        composer.subsection("Other readings of the rulings", in_contents=False)
        composer.put(spread_table(result, moving))
        for figure in bonus_charts(result, moving):
            composer.put(figure)
        for table in change_tables(result, moving, MOST_COLUMNS):
            composer.put(table)
    if still:
        composer.put(unchanged_table(still))
    if result.payouts:
        composer.subsection("Payouts and payments", in_contents=False)
        composer.text(PAYOUTS)
        composer.put(payouts_table(result))


def _finding(result: SensitivityResult, readings: Sequence[Reading]) -> str:
    """Return what is found, and on what basis."""
    found = []
    for figure, base in zip(result.figures, result.base, strict=True):
        if base is None or not readings or figure.path.startswith(BONUS):
            continue
        most = max(readings, key=lambda reading: abs(reading.change(figure)))
        if abs(most.change(figure)) >= SMALLEST:
            points = POINTS(most.change(figure))
            found.append(f"{points} to {_wager_text(figure)} (ruling {plain(most.ruling)})")
    returns = [figure for figure in result.figures if figure.path.startswith(BONUS)]
    pairs = [(reading, figure) for reading in readings for figure in returns]
    if pairs:
        reading, figure = max(pairs, key=lambda pair: abs(pair[0].change(pair[1])))
        if abs(reading.change(figure)) >= SMALLEST:
            points = POINTS(reading.change(figure))
            found.append(
                f"{points} to the return of a Bonus wager ({_wager_text(figure)}, "
                f"{plain(play_of(figure))}; ruling {plain(reading.ruling)})"
            )
    start = "No other reading of a ruling changes a figure of this section. "
    if found:
        start = (
            "Of all other readings of the rulings, taken one at a time, the largest changes, in "
            f"percentage points, are {listed(found)}. "
        )
    return (
        f"{start}Every other reading of every ruling was computed by itself, all else as ruled, "
        f"with {plain(strategy_text(result))}. Expectations and returns are the player’s, in "
        "percent of the wager that is named, with Burnout net of the payment; changes are in "
        "percentage points against the figures as ruled."
    )


def _wager_text(figure: FigureName) -> str:
    """Return the name of a wager within a sentence."""
    name = figure.wager.replace(",", "")
    if not name.startswith("Bonus"):
        name = f"{name[:1].lower()}{name[1:]}"
    return plain(name if "wager" not in name else f"the {name}")
