"""How true odds, payout odds and house advantage are shown, and how rare every result is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10

from certify.present.document import Band, Column, Row, Table, Text
from certify.present.markup import plain
from certify.present.quantity import CHANCE, COUNT, EXPECTATION, NONE, Quantity
from certify.studies.returns.distribution_view import HEADS, net
from certify.studies.returns.odds import to_one
from certify.studies.returns.result import InsuranceResult, RtpResult, WagerResult

ODDS = Quantity(4)
"""True odds, to one."""
SURE_DIGITS = 5
"""Digits of a number of rounds, where the probability is sure to as many."""
ACE, TEN = "A", "T"
NOTE = (
    "House advantage: of a wager on the hand, in percent of what the line says; of even money, of "
    "the main wager when it is offered; of the others, of their own stake. Wagers on the hand end "
    "in many ways: the next table has them one by one."
)


@dataclass(frozen=True)
class Rare:
    """Something that happens seldom: its name, its probability and the bound on its error."""

    name: str
    chance: float
    error: float = 0.0


def odds_table(result: RtpResult, even_money: str = NONE, payouts: str = "") -> Table:
    """Return the odds of every wager; `even_money` pays so much, `payouts` is a further note."""
    rows = [*_hand_rows(result), *_insurance_rows(result, even_money), *_bonus_rows(result)]
    return Table(
        [
            Column("Wager and how it ends", 56),
            Column("Payout odds,<br/>to one", 25, "number"),
            Column("Probability, %", 27, "number"),
            Column("True odds,<br/>to one", 22, "number"),
            Column("One in", 18, "number"),
            Column("House<br/>advantage, %", 28, "number"),
        ],
        rows,
        "True odds, payout odds and house advantage of every wager",
        plain(f"{NOTE} {payouts}".rstrip()),
        breakable=True,
        is_numbered=True,
    )


def _hand_rows(result: RtpResult) -> Iterator[Row]:
    """Yield the lines of the main wager, without the payment and with it."""
    for head, wager in zip(HEADS, (result.wagers.main, result.wagers.main_burnout), strict=True):
        yield Band(f"Main wager, {head[:1].lower()}{head[1:]}")
        if wager.outcomes is not None and wager.hit_frequency is not None:
            level = wager.outcomes.get("0", 0.0)
            for name, chance in (
                ("Net result above zero", wager.hit_frequency),
                ("Net result zero", level),
                ("Net result below zero", 1.0 - wager.hit_frequency - level),
            ):
                yield name, "", *_chances(chance, wager.error_bound), ""
        yield "House advantage, of the main wager", *[""] * 4, EXPECTATION(wager.house_edge)
        if wager.initial_amount > 1.0:
            edge = EXPECTATION(1.0 - wager.rtp)
            yield "House advantage, of wager and payment", *[""] * 4, edge


def _insurance_rows(result: RtpResult, even_money: str) -> Iterator[Row]:
    insurance = result.wagers.insurance
    if insurance is None:
        return
    pays = to_one(insurance.pays)
    edge = -insurance.ev_when_always_taken
    wins = float((1 - Fraction(edge)) / (1 + pays))
    best = float((1 + Fraction(insurance.best_ev)) / (1 + pays))
    yield Band("Insurance, when it is offered")
    yield _paid("Taken always", insurance.pays, wins, edge)
    yield _paid("Taken with the best hand for it", insurance.pays, best, -insurance.best_ev)
    yield from _even_money_rows(result, insurance, even_money)


def _even_money_rows(result: RtpResult, insurance: InsuranceResult, pays: str) -> Iterator[Row]:
    """Yield the line of even money: certain, against what a blackjack is worth.

    What it gains a round divided by how often it is offered: a blackjack against an ace.
    """
    shoe = result.shoe
    cards, aces, tens = sum(shoe.values()), shoe.get(ACE, 0), shoe.get(TEN, 0)
    if cards < 4 or aces < 2 or tens < 1:
        return
    offered = Fraction(aces, cards) * Fraction(2 * (aces - 1) * tens, (cards - 1) * (cards - 2))
    gain = insurance.ev_even_money / float(offered)
    push = Fraction(tens - 1, cards - 3)
    yield _paid("Even money, against no blackjack of the dealer", pays, float(1 - push), -gain)


def _bonus_rows(result: RtpResult) -> Iterator[Row]:
    for wins, bonus in result.wagers.bonus.items():
        basis = "" if bonus.basis == "to_one" else " for one"
        lines = [
            _paid(name, f"{bonus.pays}{basis}", found.p_hit, 1.0 - found.rtp)
            for name, found in (
                ("without Burnout", bonus.without_burnout),
                ("with Burnout", bonus.with_burnout),
                ("best play for it", bonus.best),
            )
            if found is not None
        ]
        if lines:
            yield Band(f"Bonus on {plain(wins)} consecutive wins")
            yield from lines


def _paid(name: str, pays: str, chance: float, edge: float) -> Row:
    """Return the line of a wager that is paid or lost as a whole."""
    return (name, plain(pays), *_chances(chance), EXPECTATION(edge))


def _chances(chance: float, error: float = 0.0) -> tuple[str, str, str]:
    """Return a probability, the true odds against it, and once in how many it happens."""
    against = ODDS((1.0 - chance) / chance) if 0.0 < chance <= 1.0 else NONE
    return CHANCE(chance), against, one_in(Rare("", chance, error))


def one_in(rare: Rare) -> str:
    """Return once in how many, with the digits that are sure."""
    if rare.chance <= 0.0:
        return NONE
    if rare.chance <= 2.0 * rare.error:
        return f"&gt; {COUNT(floor(1.0 / (rare.chance + rare.error)))}"
    number = 1.0 / rare.chance
    sure = SURE_DIGITS
    if rare.error:
        sure = max(1, min(sure, floor(-log10(rare.error / rare.chance))))
    places = sure - 1 - floor(log10(number))
    if places > 0:
        return Quantity(places, thousands=True)(number)
    scale = 10**-places
    return COUNT(round(number / scale) * scale)


def rarity_tables(result: RtpResult) -> Iterator[Table | Text]:
    """Yield how rare every net result of a round is, and the rarest award, if they are known."""
    wagers = (result.wagers.main, result.wagers.main_burnout)
    if not all(wager.outcomes for wager in wagers):
        return
    values = sorted({value for wager in wagers for value in wager.outcomes or {}}, key=Fraction)
    yield Table(
        [
            Column("Net result, main wagers", 36, "number"),
            *(Column(f"{head}, one in … rounds", 50, "number") for head in HEADS),
        ],
        [(net(value), *(_one_in(value, wager) for wager in wagers)) for value in values],
        f"How rare every net result of a round is, {plain(result.strategy)} strategy",
        "Before the Burnout payment. So many digits are printed as the bound on the probability "
        "leaves sure.",
        is_numbered=True,
    )
    yield Text(" ".join(_rarest(result)))


def _one_in(value: str, wager: WagerResult) -> str:
    return one_in(Rare(value, (wager.outcomes or {}).get(value, 0.0), wager.error_bound))


def _rarest(result: RtpResult) -> Iterator[str]:
    """Yield sentences on the rarest award and the rarest result."""
    wagers = result.wagers
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
        Rare(f"a net result of {net(value)} {words}", chance, wager.error_bound)
        for words, wager in (
            ("without Burnout", wagers.main),
            ("with Burnout", wagers.main_burnout),
        )
        for value, chance in (wager.outcomes or {}).items()
        if chance > 0.0
    ]
    if awards:
        award = min(awards, key=lambda each: each.chance)
        yield (
            f"<b>The rarest award</b> of a paytable is {plain(award.name)}: one in "
            f"{one_in(award)} of these wagers."
        )
    rare = min(results, key=lambda each: each.chance)
    yield f"<b>The rarest result</b> of a round is {rare.name}: one in {one_in(rare)} rounds."
