"""How the figures were found, and how they were checked."""

from __future__ import annotations

from certify.report.composer import Composer, plain
from certify.report.figures import bound, percent
from certify.report.tables import Column, Row
from certify.results.certification import Certification, ShoeCertification

PUBLISHED_DIGITS = 9
"""Decimals, in percent, of the published figures."""

PRINTED_RESOLUTION = 1e-12
"""Main wagers: a tenth of the last digit of the most precise figure, nine decimals of percent."""

PUBLISHED_PARAMETERS: dict[str, bool | int | str] = {
    "decks": 6,
    "dealer_hits_soft_17": True,
    "dealer_peeks": True,
    "double_on": "any",
    "double_after_split": True,
    "max_split_hands": 4,
    "resplit_aces": False,
    "hit_split_aces": False,
    "surrender": "none",
    "blackjack_pays": "3:2",
}
"""The rules to which the published figures belong."""

PUBLISHED_TOTAL = -0.615389123
"""Percent of the main wager. Source: blackjack-exact.md section 8, public exact analysis, CDZ-."""

PUBLISHED_BY_UPCARD = {
    "2": 9.242669524,
    "3": 12.611845778,
    "4": 16.319034164,
    "5": 20.348277913,
    "6": 23.870809618,
    "7": 14.460102687,
    "8": 5.757242137,
    "9": -4.114157566,
    "T": -17.313880618,
    "A": -37.240360381,
}
"""Percent of the main wager given the upcard. Source: as `PUBLISHED_TOTAL`."""


def write_method(composer: Composer, certification: Certification) -> None:
    """Write the method, its error and the independent checks.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    certification : Certification
        The results.
    """
    composer.section("Method")
    composer.subsection("What is computed")
    composer.text(
        "Every expectation is a finite sum over cards drawn without replacement from the stated "
        "shoe; nothing is sampled, and no infinite deck is assumed."
    )
    composer.bullets(
        [
            "<b>Hands that are not split.</b> A recurrence over the cards of the hand, the upcard "
            "and the burned card gives the expectation of standing, hitting, doubling and, after a "
            "drawn card, of keeping or burning it. The best action is taken at every decision; the "
            "decision sees these cards and that the dealer has no blackjack.",
            "<b>Dealer.</b> The dealer’s results are enumerated over all final hands of the "
            "dealer, given the cards known to be gone.",
            "<b>Splits.</b> Hands after a split are played by the decision that is optimal for the "
            "same cards in a hand that was not split and without the Burnout option: zero memory, "
            "called CDZ− in the literature. Given that play, the expectation of rounds with two to "
            "four hands is exact: the patterns of pair cards are enumerated, and unknown cards "
            "known only not to be pair cards are accounted for by inclusion and exclusion.",
            "<b>Basic strategy.</b> The charts are derived by the engine, then their expectation "
            "is computed by the same recurrence with the decisions fixed.",
        ]
    )
    composer.subsection("Numerical error")
    largest = max(
        (
            wager.error_bound
            for shoe in certification.shoes
            for result in (shoe.optimal, shoe.basic)
            for wager in (result.wagers.main, result.wagers.main_burnout)
        ),
        default=0.0,
    )
    text = (
        "Figures are computed in binary floating point of double precision with compensated sums. "
        f"The expectation of no wager is in error by more than {bound(largest)} main wagers"
    )
    if largest < PRINTED_RESOLUTION:
        text += (
            ", far below the last printed digit, so every printed digit is correct except where a "
            "figure lies that close to a rounding boundary"
        )
    composer.text(f"{text}.")
    method = plain(_method_text(certification))
    composer.text(f"The engine describes the method of the main wager as: {method}.")
    composer.subsection("Independent checks")
    composer.text(
        "The test suite of the engine compares it with a plain game tree, written only for the "
        "tests, that plays tiny shoes card by card in exact rational arithmetic, with splits to "
        "two, three and four hands and with Burnout on and off."
    )
    for shoe in certification.shoes:
        if _has_published_rules(shoe):
            _write_published(composer, shoe)


def _method_text(certification: Certification) -> str:
    """Return what the engine says about its method."""
    if not certification.shoes:
        return "none"
    return certification.shoes[0].optimal.wagers.main_burnout.method.rstrip(".")


def _has_published_rules(shoe: ShoeCertification) -> bool:
    """Return whether a published expectation exists for the rules of a shoe."""
    parameters = shoe.optimal.parameters
    return all(parameters.get(name) == value for name, value in PUBLISHED_PARAMETERS.items())


def _write_published(composer: Composer, shoe: ShoeCertification) -> None:
    """Write the published expectations beside those of this report."""

    def line(title: str, ours: float | None, published: float) -> Row:
        if ours is None:
            return (title, percent(None), percent(published / 100, PUBLISHED_DIGITS), percent(None))
        fraction = published / 100
        return (
            title,
            percent(ours, PUBLISHED_DIGITS),
            percent(fraction, PUBLISHED_DIGITS),
            percent(ours - fraction, PUBLISHED_DIGITS, signed=True),
        )

    upcards = {upcard.upcard: upcard.main for upcard in shoe.optimal.by_upcard}
    rows = [
        line(upcard, upcards.get(upcard), published)
        for upcard, published in PUBLISHED_BY_UPCARD.items()
    ]
    rows.append(line("All", shoe.optimal.wagers.main.ev, PUBLISHED_TOTAL))
    composer.table(
        f"Published exact expectation of the game without Burnout, {plain(shoe.label).lower()}",
        [
            Column("Upcard", 24, "centre"),
            Column("This report,<br/>% of main wager", 44, "number"),
            Column("Published,<br/>% of main wager", 44, "number"),
            Column("Difference,<br/>percentage points", 44, "number"),
        ],
        rows,
        total=True,
        note=(
            "The published figures are for the same rules without the Burnout option, played "
            "optimally with zero memory after a split, and have nine decimals."
        ),
    )
