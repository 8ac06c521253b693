"""The exact figures beside the figure for the option that was quoted in public."""

from __future__ import annotations

from certify.report.composer import Composer, plain
from certify.report.figures import percent
from certify.report.tables import Band, Column, Row
from certify.results.certification import Certification

QUOTED_ADVANTAGE = 0.174
"""Fraction of the main wager. Source: the game's inventor, quoted in the press."""


def write_comparison(composer: Composer, certification: Certification) -> None:
    """Write the comparison with the quoted player advantage.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    certification : Certification
        The results.
    """
    composer.section("Comparison with the quoted figure")
    composer.text(
        "The inventor of the game is quoted in the press with a player advantage of 17.4 percent "
        "from the Burnout option, before the payment of 20 percent. The quotation states neither "
        "the strategy nor the number of decks, nor whether it means the expectation of a round "
        "played with the option or the gain over a round played without it. Both are printed."
    )
    rows: list[Row] = []
    for shoe in certification.shoes:
        rows.append(Band(plain(shoe.label)))
        for strategy, result in (("optimal", shoe.optimal), ("basic", shoe.basic)):
            wager = result.wagers.main_burnout
            for title, value in (
                ("Expectation before the payment", wager.gross_ev),
                ("Gain over the main wager alone", wager.gain),
            ):
                rows.append(
                    (
                        title,
                        strategy,
                        percent(value),
                        percent(QUOTED_ADVANTAGE, 1),
                        percent(value - QUOTED_ADVANTAGE, signed=True),
                    )
                )
    composer.table(
        "Quoted and exact value of the Burnout option",
        [
            Column("Figure", 56),
            Column("Strategy", 22),
            Column("This report,<br/>% of main wager", 34, "number"),
            Column("Quoted,<br/>% of main wager", 30, "number"),
            Column("Difference,<br/>percentage points", 34, "number"),
        ],
        rows,
        note="The difference is this report’s figure less the quoted one.",
    )
