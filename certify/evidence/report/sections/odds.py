"""True odds, payout odds and house advantage of every wager, and how rare its results are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10

from certify.present.document import Band, Column, Composer, Row
from certify.present.figures import MINUS, NONE, count, fixed, percent
from certify.present.markup import plain
from certify.studies.certification.result import Certification, ShoeCertification
from certify.studies.returns.result import InsuranceResult, RtpResult, WagerResult

HELD = "\N{NO-BREAK SPACE}"
ODDS_DIGITS = 4
SURE_DIGITS = 5
"""Digits of a number of rounds, where the probability is sure to as many."""
ACE, TEN = "A", "T"


@dataclass(frozen=True)
class Rare:
    """Something that happens seldom: its name, its probability and the bound on its error."""

    name: str
    chance: float
    error: float = 0.0


def write_odds(composer: Composer, certification: Certification) -> None:
    """Write the odds of every wager, by shoe."""
    composer.new_page()
    composer.section("Odds of every wager")
    composer.text(
        "True odds are those against the player, to one: a wager at true odds of 3 to 1 that "
        "is paid 3 to 1 has no house advantage. The house advantage is the player’s expected loss "
        "per unit of the wager named, under the optimal strategy of the main wager, the Burnout "
        "payment counted as lost. <i>One in</i>: once in so many rounds or wagers on average."
    )
    for shoe in certification.shoes:
        where = plain(shoe.label).lower()
        composer.table(
            f"True odds, payout odds and house advantage of every wager, {where}",
            [
                Column("Wager and how it ends", 62),
                Column("Payout odds,<br/>to one", 27, "number"),
                Column("Probability, %", 25, "number"),
                Column("True odds,<br/>to one", 23, "number"),
                Column("One in", 19, "number"),
                Column("House<br/>advantage, %", 25, "number"),
            ],
            [
                *_hand_rows(shoe.optimal),
                *_insurance_rows(certification, shoe.optimal),
                *_bonus_rows(shoe.optimal),
            ],
            note=(
                "House advantage: of a wager on the hand, in percent of what the line says; of "
                "even money, of the main wager when it is offered; of the others, of their own "
                "stake. Wagers on the hand end in many ways: the next table has them one by one."
                f"{_payouts(certification)}"
            ),
            breakable=True,
        )
        _write_rare(composer, shoe, where)


def _hand_rows(result: RtpResult) -> list[Row]:
    """Return the lines of the main wager, without the payment and with it."""
    rows: list[Row] = []
    for title, wager in (
        ("Main wager, without Burnout", result.wagers.main),
        ("Main wager, with Burnout", result.wagers.main_burnout),
    ):
        rows.append(Band(title))
        if wager.outcomes is not None and wager.hit_frequency is not None:
            level = wager.outcomes.get("0", 0.0)
            for name, chance in (
                ("Net result above zero", wager.hit_frequency),
                ("Net result zero", level),
                ("Net result below zero", 1.0 - wager.hit_frequency - level),
            ):
                one_in = _one_in(Rare(name, chance, wager.error_bound))
                rows.append((name, "", percent(chance), _against(chance), one_in, ""))
        rows.append(("House advantage, of the main wager", *[""] * 4, percent(wager.house_edge)))
        if wager.initial_amount > 1.0:
            rows.append(
                ("House advantage, of wager and payment", *[""] * 4, percent(1.0 - wager.rtp))
            )
    return rows


def _payouts(certification: Certification) -> str:
    """Return the payouts of the main wager in a sentence, if its paytable is known."""
    for table in certification.paytables:
        if table.alias == "main":
            rows = ", ".join(f"{row.outcome} {row.pays}" for row in table.rows)
            return f" Payouts of the main wager and of what belongs to it: {plain(rows)}."
    return ""


def _insurance_rows(certification: Certification, result: RtpResult) -> list[Row]:
    insurance = result.wagers.insurance
    if insurance is None:
        return []
    pays = _to_one(insurance.pays)
    edge = -insurance.ev_when_always_taken
    wins = float((1 - Fraction(edge)) / (1 + pays))
    best = float((1 + Fraction(insurance.best_ev)) / (1 + pays))
    rows: list[Row] = [
        Band("Insurance, when it is offered"),
        _paid("Taken always", insurance.pays, wins, edge),
        _paid("Taken with the best hand for it", insurance.pays, best, -insurance.best_ev),
    ]
    return [*rows, *_even_money_rows(certification, result, insurance)]


def _even_money_pays(certification: Certification) -> str:
    """Return what even money pays, if the paytable says it."""
    for table in certification.paytables:
        for row in table.rows:
            if row.key == "even_money":
                return plain(row.pays)
    return NONE


def _even_money_rows(
    certification: Certification, result: RtpResult, insurance: InsuranceResult
) -> list[Row]:
    """Return the line of even money: certain, against what a blackjack is worth.

    What it gains a round divided by how often it is offered: a blackjack against an ace.
    """
    shoe = result.shoe
    cards, aces, tens = sum(shoe.values()), shoe.get(ACE, 0), shoe.get(TEN, 0)
    if cards < 4 or aces < 2 or tens < 1:
        return []
    offered = Fraction(aces, cards) * Fraction(2 * (aces - 1) * tens, (cards - 1) * (cards - 2))
    gain = insurance.ev_even_money / float(offered)
    push = Fraction(tens - 1, cards - 3)
    return [
        (
            "Even money, against no blackjack of the dealer",
            _even_money_pays(certification),
            percent(float(1 - push)),
            _against(float(1 - push)),
            _one_in(Rare("", float(1 - push))),
            percent(-gain),
        )
    ]


def _bonus_rows(result: RtpResult) -> list[Row]:
    rows: list[Row] = []
    for wins, bonus in result.wagers.bonus.items():
        basis = "" if bonus.basis == "to_one" else " for one"
        plays = (
            ("without Burnout", bonus.without_burnout),
            ("with Burnout", bonus.with_burnout),
            ("best play for it", bonus.best),
        )
        lines = [
            _paid(name, f"{bonus.pays}{basis}", found.p_hit, 1.0 - found.rtp)
            for name, found in plays
            if found is not None
        ]
        if lines:
            rows += [Band(f"Bonus on {plain(wins)} consecutive wins"), *lines]
    return rows


def _paid(name: str, pays: str, chance: float, edge: float) -> Row:
    """Return the line of a wager that is paid or lost as a whole."""
    return (
        name,
        plain(pays),
        percent(chance),
        _against(chance),
        _one_in(Rare("", chance)),
        percent(edge),
    )


def _write_rare(composer: Composer, shoe: ShoeCertification, where: str) -> None:
    """Write every net result of a round and how rare it is, and the rarest award."""
    wagers = shoe.optimal.wagers
    both: Sequence[WagerResult] = (wagers.main, wagers.main_burnout)
    if not all(wager.outcomes for wager in both):
        return
    values = sorted({net for wager in both for net in wager.outcomes or {}}, key=Fraction)
    composer.table(
        f"How rare every net result of a round is, {where}, optimal strategy",
        [
            Column("Net result, main wagers", 36, "centre"),
            Column("Without Burnout, one in … rounds", 50, "number"),
            Column("With Burnout, one in … rounds", 50, "number"),
        ],
        [
            (
                _net(net),
                *(
                    _one_in(Rare(net, (wager.outcomes or {}).get(net, 0.0), wager.error_bound))
                    for wager in both
                ),
            )
            for net in values
        ],
        note=(
            "Before the Burnout payment. So many digits are printed as the bound on the "
            "probability leaves sure."
        ),
    )
    composer.text(" ".join(_rarest(shoe)))


def _rarest(shoe: ShoeCertification) -> list[str]:
    """Return sentences on the rarest award and the rarest result."""
    wagers = shoe.optimal.wagers
    awards = [
        Rare(f"the Bonus on {wins} consecutive wins {words}", found.p_hit)
        for wins, bonus in wagers.bonus.items()
        for words, found in (
            ("without Burnout", bonus.without_burnout),
            ("with Burnout", bonus.with_burnout),
        )
        if found is not None and found.p_hit > 0.0
    ]
    results = [
        Rare(f"a net result of {_net(net)} {words}", chance, wager.error_bound)
        for words, wager in (
            ("without Burnout", wagers.main),
            ("with Burnout", wagers.main_burnout),
        )
        for net, chance in (wager.outcomes or {}).items()
        if chance > 0.0
    ]
    sentences = []
    if awards:
        award = min(awards, key=lambda each: each.chance)
        sentences.append(
            f"<b>The rarest award</b> of a paytable is {plain(award.name)}: one in "
            f"{_one_in(award)} of these wagers."
        )
    result = min(results, key=lambda each: each.chance)
    sentences.append(
        f"<b>The rarest result</b> of a round is {result.name}: one in {_one_in(result)} rounds."
    )
    return sentences


def _against(chance: float) -> str:
    """Return the true odds against something, to one."""
    return fixed((1.0 - chance) / chance, ODDS_DIGITS) if 0.0 < chance <= 1.0 else NONE


def _one_in(rare: Rare) -> str:
    """Return once in how many, with the digits that are sure."""
    if rare.chance <= 0.0:
        return NONE
    if rare.chance <= 2.0 * rare.error:
        return f"&gt;{HELD}{count(floor(1.0 / (rare.chance + rare.error)))}"
    number = 1.0 / rare.chance
    sure = SURE_DIGITS
    if rare.error:
        sure = max(1, min(sure, floor(-log10(rare.error / rare.chance))))
    places = sure - 1 - floor(log10(number))
    if places > 0:
        return fixed(number, places)
    scale = 10**-places
    return count(round(number / scale) * scale)


def _net(value: str) -> str:
    """Return a net result with its sign."""
    if value.startswith("-"):
        return MINUS + value[1:]
    return value if not Fraction(value) else f"+{value}"


def _to_one(pays: str) -> Fraction:
    first, _, second = pays.partition(":")
    return Fraction(first) / Fraction(second)
