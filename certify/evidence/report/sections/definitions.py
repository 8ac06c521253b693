"""What the terms of the report mean."""

from __future__ import annotations

from certify.present.composer import Composer
from certify.present.document import Column
from certify.studies.certification.result import Certification

DEFINITIONS = (
    (
        "Round",
        "One deal to one player, to its end. A split makes several hands of a round; all figures "
        "are for rounds.",
        "",
    ),
    ("Main wager", "The wager before the deal. All amounts are counted in main wagers.", "1"),
    (
        "Burnout payment",
        "The payment for the option to burn one card. It is never returned, so it is a cost, "
        "whether the option is used or not.",
        "payment",
    ),
    ("Initial amount", "What the player puts down before the deal.", "1 + payment"),
    (
        "Everything wagered",
        "Initial amount plus what doubling and splitting add, on average over rounds; also called "
        "action or turnover. Insurance and Bonus wagers are not in it.",
        "E[wagered]",
    ),
    (
        "Expectation",
        "The player’s average net result of a round in main wagers. It is positive where the "
        "player gains. “Before the payment” leaves the Burnout payment out.",
        "E[net]",
    ),
    ("House edge", "The player’s expected loss per unit of the main wager.", "−E[net] / 1"),
    (
        "Return to player",
        "The expected amount returned per unit of the initial amount.",
        "1 + E[net] / (1 + payment)",
    ),
    (
        "Element of risk",
        "The player’s expected loss per unit of everything wagered.",
        "−E[net] / E[wagered]",
    ),
    ("Return on action", "One less the element of risk.", "1 + E[net] / E[wagered]"),
    ("Units a round", "The expectation as a number of main wagers, not as a share.", "E[net]"),
    (
        "Gain",
        "What the Burnout option adds to the expectation before it is paid for.",
        "E[net before payment] − E[net without]",
    ),
    (
        "Percentage point",
        "The unit of a difference of two percentages: from 1 % to 3 % is two percentage points.",
        "",
    ),
    (
        "To one, for one",
        "Paid 2 to one, the player receives 2 and keeps the wager; paid 2 for one, the player "
        "receives 2 in all, the wager included.",
        "n to one = (n + 1) for one",
    ),
    (
        "Hit frequency",
        "Share of rounds with a net result above zero, before any payment.",
        "P(net > 0)",
    ),
    (
        "Standard deviation, variance",
        "How far the net result of a round lies from the expectation, in the root mean square; and "
        "its square.",
        "√E[(net − E[net])²]",
    ),
    (
        "Skewness",
        "Positive where large gains lie farther out than large losses.",
        "E[(net − E[net])³] / sd³",
    ),
    (
        "Volatility index",
        "Half the width of the interval that holds 90 % of a normal distribution of this "
        "deviation. Over N rounds the return varies by it divided by the root of N and by the "
        "initial amount.",
        "1.645 sd",
    ),
    (
        "Exposure",
        "The most that a round, or a streak without its pushes, can cost the player or the house, "
        "in main wagers: payments and all wagers included.",
        "",
    ),
    (
        "q",
        "The chance that a round is won, given that it is no push for the streak.",
        "P(win) / (P(win) + P(loss))",
    ),
    (
        "Return of a Bonus wager",
        "The expected amount returned per unit of it, the wager included.",
        "(n + 1) P(paid), paid n to one",
    ),
    (
        "Optimal strategy",
        "Composition-dependent: it looks at the cards of the hand, the upcard and the burned card.",
        "",
    ),
    (
        "Basic strategy",
        "Total-dependent: it looks at the total, the upcard and, with Burnout, the drawn card; a "
        "person can carry it as charts.",
        "",
    ),
)

OF_THE_SHOE = (
    (
        "Effect of removal",
        "What one card less of a value changes: the expectation of the shoe without it less that "
        "of the shoe, under the same strategy.",
        "E[net; shoe − r] − E[net; shoe]",
    ),
    (
        "Running count, true count",
        "The tags of all the cards gone, added up; and that sum by decks undealt.",
        "52 Σ tags / cards undealt",
    ),
    (
        "Penetration",
        "The share of the shoe that is dealt before the cut card.",
        "cards dealt / cards",
    ),
)
"""Terms of the section on the composition of the shoe."""


def write_definitions(composer: Composer, certification: Certification) -> None:
    """Write the definitions."""
    composer.section("Definitions")
    composer.table(
        "Terms",
        [Column("Term", 34, "bold"), Column("Meaning", 92), Column("Formula", 46)],
        [*DEFINITIONS, *(OF_THE_SHOE if certification.composition else ())],
        breakable=True,
        note="E[…] is the expectation over all rounds; net is the player’s net result of a round.",
    )
