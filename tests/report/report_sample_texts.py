"""Clauses, parameters and rulings for the sample."""

from __future__ import annotations

from typing import Any

CLAUSES: tuple[dict[str, Any], ...] = tuple(
    {"number": f"C{number}", "lines": lines, "text": text, "elements": elements}
    for number, (lines, text, elements) in enumerate(
        (
            ("7", "Six ordinary packs of 52 cards make the shoe.", ("shoe.decks",)),
            (
                "9",
                "Before the deal the player makes the main wager and may add the Burnout payment "
                "of 20 % of it, and Bonus wagers.",
                ("wagers.main", "wagers.burnout_payment", "wagers.bonus"),
            ),
            ("13", "A blackjack pays 3 to 2.", ("paytables.main.blackjack",)),
            (
                "14-15",
                "Aces may be split once; each gets one card and may not be hit, doubled or split "
                "again.",
                ("rules.hit_split_aces", "rules.resplit_aces"),
            ),
            ("16", "Other pairs may be split to at most four hands.", ("rules.max_split_hands",)),
            (
                "17",
                "A hand that comes from a split may be doubled, except aces.",
                ("rules.double_after_split",),
            ),
            ("18", "The dealer draws to a soft 17.", ("dealer.hits_soft_17",)),
            ("19", "There is no surrender.", ("rules.surrender",)),
            (
                "21",
                "With the payment made and no split, the player may once replace the card just "
                "drawn on a hit or a double by the next card; the payment isn't returned if the "
                "option is not used.",
                ("burnout.when", "burnout.once", "burnout.on_double"),
            ),
            (
                "25-33",
                "Bonus wagers are paid for two to five wins in a row; a push leaves the count, a "
                "loss ends it.",
                ("bonus.streak", "paytables.bonus"),
            ),
        ),
        start=1,
    )
)

PARAMETERS: tuple[dict[str, Any], ...] = tuple(
    {
        "name": name,
        "title": title,
        "value": value,
        "default": value,
        "basis": basis,
        "text": text,
    }
    for name, title, value, basis, text in (
        ("decks", "Number of decks", "6", "clause C1", "Packs of 52 cards in the shoe."),
        ("dealer_hits_soft_17", "Soft 17", "true", "clause C7", "Whether the dealer draws to it."),
        ("dealer_peeks", "Hole card", "true", "ruling R1", "Looked at under an ace or a ten."),
        ("double_on", "Double down", "any", "ruling R2", "Two-card totals that may be doubled."),
        ("double_after_split", "Double after a split", "true", "clause C6", ""),
        ("max_split_hands", "Hands after splits", "4", "clause C5", "At most."),
        ("resplit_aces", "Splitting aces again", "false", "clause C4", ""),
        ("hit_split_aces", "Drawing to split aces", "false", "clause C4", ""),
        ("surrender", "Surrender", "none", "clause C8", ""),
        ("blackjack_pays", "Blackjack pays", "3:2", "clause C3", "To one."),
        ("insurance", "Insurance", "true", "ruling R3", "Offered, with even money."),
        ("burnout_payment", "Burnout payment", "0.2", "clause C2", "Share of the main wager."),
        ("burnout_on_bust", "Burn a bust card", "true", "ruling R4", "Whether it may be burned."),
        ("burnout_on_double", "Burn on a double", "true", "ruling R5", ""),
        ("streak_split_rule", "Split and streak", "net", "ruling R9", "What a split counts as."),
    )
)

_WHY = "The published description of the game says so, and dealers are trained that way."
RULINGS: tuple[tuple[Any, ...], ...] = (
    ("R1", "Does the dealer look for blackjack under an ace or ten?", "Yes.",
     "It is usual where the game is offered.", ("dealer_peeks",),
     (("No hole card: all wagers lose", (("dealer_peeks", "false"),), -0.0011347, -0.0012219),)),
    ("R2", "Which hands may be doubled?", "Any first two cards.", _WHY, ("double_on",),
     (("Only 9 to 11", (("double_on", "9-11"),), -0.0011901, -0.0023347),
      ("Only 10 and 11", (("double_on", "10-11"),), -0.0021207, -0.0041905))),
    ("R3", "Are insurance and even money offered?", "Yes, at 2 to 1.", _WHY, ("insurance",),
     (("Not offered", (("insurance", "false"),), None, None),)),
    ("R4", "May a card be burned that busts the hand?", "Yes.", _WHY, ("burnout_on_bust",),
     (("No", (("burnout_on_bust", "false"),), 0.0, -0.0857113),)),
    ("R5", "May the card of a double be burned?", "Yes.",
     "The source says “any hit or double”.", ("burnout_on_double",),
     (("No", (("burnout_on_double", "false"),), 0.0, -0.0318241),)),
    ("R6", "May the hand go on hitting after a burn?", "Yes after a hit, no after a double.",
     "A double takes one card, and the burned card is replaced by the next.", (), ()),
    ("R7", "Is a total of 17 on the dealer's side soft with any ace counted as eleven?", "Yes.",
     "The dealer draws to every soft 17.", ("dealer_hits_soft_17",),
     (("Dealer stands on all 17", (("dealer_hits_soft_17", "false"),), 0.0021544, 0.0017733),)),
    ("R8", "How many hands may splits make?", "Four.", "Three splits of the source.",
     ("max_split_hands",),
     (("Three", (("max_split_hands", "3"),), -0.0001012, -0.0000894),
      ("Two", (("max_split_hands", "2"),), -0.0004611, -0.0004033))),
    ("R9", "What does a split round count for the streak?",
     "A win if more of its hands won than lost, a loss if fewer, a push if as many.",
     "The source asks for the majority and makes equality a push.", ("streak_split_rule",),
     (("Strict majority of all hands", (("streak_split_rule", "majority"),), None, None),)),
    ("R10", "May aces be split again?", "No.", "The source forbids it.", ("resplit_aces",),
     (("Yes", (("resplit_aces", "true"),), 0.0006723, 0.0005911),)),
    ("R11", "Is surrender offered?", "No.", "The source forbids it.", ("surrender",),
     (("Late surrender", (("surrender", "late"),), 0.0008832, 0.0004277),)),
    ("R12", "Does a blackjack against a dealer's blackjack push?", "Yes.", _WHY,
     ("blackjack_pays",),
     (("A blackjack pays 6 to 5", (("blackjack_pays", "6:5"),), -0.0135863, -0.0135863),)),
)  # fmt: skip
