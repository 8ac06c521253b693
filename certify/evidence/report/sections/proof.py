"""The error budget: what the printed figures themselves prove, checked as they are printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import fsum

from certify.present.composer import Composer
from certify.present.document import Band, Column, Row
from certify.present.markup import plain, typeset
from certify.present.quantity import COUNT, small
from certify.studies.certification.result import Certification, PublishedFigure, ShoeCertification
from certify.studies.returns.result import RtpResult, WagerResult

ROUNDING = 64 * 2.0**-53
"""What some dozens of sums and products of numbers near one may be off by."""


@dataclass(frozen=True)
class Proof:
    """Two ways to one figure: what must be equal, the difference found, and the most allowed."""

    text: str
    difference: float
    allowed: float

    @property
    def holds(self) -> bool:
        """Whether the difference is within what is allowed."""
        return abs(self.difference) <= self.allowed


def write_proof(composer: Composer, certification: Certification) -> None:
    """Write error bounds, identities that the results fulfil, and what was compared."""
    composer.new_page()
    composer.section("Error budget")
    composer.text(
        "Every figure here follows from the results file alone and was checked when this report "
        "was printed. Where one quantity can be had in two ways, both are compared; the difference "
        "must be within what the stated bounds allow."
    )
    _write_bounds(composer, certification)
    _write_identities(composer, certification)
    _write_independent(composer, certification)


def _results(shoe: ShoeCertification) -> tuple[tuple[str, RtpResult], ...]:
    return (("optimal", shoe.optimal), ("basic", shoe.basic))


def _wagers(result: RtpResult) -> tuple[tuple[str, WagerResult], ...]:
    wagers = result.wagers
    return (("without Burnout", wagers.main), ("with Burnout", wagers.main_burnout))


def _write_bounds(composer: Composer, certification: Certification) -> None:
    rows: list[Row] = []
    for shoe in certification.shoes:
        rows.append(Band(plain(shoe.label)))
        for strategy, result in _results(shoe):
            wagers = [wager for _, wager in _wagers(result)]
            distribution = any(wager.outcomes for wager in wagers)
            sums = [each.error_bound for wager in wagers for each in wager.sessions]
            sums += [each.error_bound for wager in wagers for each in wager.ruin]
            rows.append(
                (
                    strategy,
                    small(max(wager.ev_error_bound for wager in wagers)),
                    small(max(wager.error_bound for wager in wagers)) if distribution else "",
                    small(result.streak.error_bound) if result.streak else "",
                    small(max(sums)) if sums else "",
                )
            )
    composer.table(
        "Bounds on numerical errors",
        [
            Column("Strategy", 30),
            Column("Expectation,<br/>main wagers", 34, "number"),
            Column("Outcomes of a round,<br/>probability misplaced", 40, "number"),
            Column("Win, push, loss<br/>for the streak", 34, "number"),
            Column("Many rounds and ruin,<br/>given a round", 38, "number"),
        ],
        rows,
        note="The largest of each kind. Where nothing stands the figure was not worked out.",
    )


def proofs_of(shoe: ShoeCertification) -> Iterator[Proof]:
    """Yield every identity that the results of a shoe must fulfil."""
    for strategy, result in _results(shoe):
        for words, wager in _wagers(result):
            yield from _of_wager(f"{strategy}, {words}", wager)
        yield from _of_upcards(strategy, result)


def _of_wager(where: str, wager: WagerResult) -> Iterator[Proof]:
    outcomes = wager.outcomes
    if not outcomes:
        return
    allowed = wager.error_bound + ROUNDING
    yield Proof(f"{where}: outcomes add up to 1", fsum(outcomes.values()) - 1.0, allowed)
    results = [float(Fraction(net)) for net in outcomes]
    mean = fsum(net * chance for net, chance in zip(results, outcomes.values(), strict=True))
    payment = wager.initial_amount - 1.0
    widest = max(abs(net) for net in results)
    yield Proof(
        f"{where}: mean of the outcomes is the expectation",
        mean - payment - wager.ev,
        wager.ev_error_bound + widest * allowed,
    )
    parts = (wager.p_win, wager.p_push, wager.p_loss)
    if None not in parts:
        whole = fsum(part for part in parts if part is not None)
        yield Proof(f"{where}: win, push and loss add up to 1", whole - 1.0, allowed)
    if wager.variance is not None:
        squares = (
            (net - mean) ** 2 * chance
            for net, chance in zip(results, outcomes.values(), strict=True)
        )
        yield Proof(
            f"{where}: variance of the outcomes is the one stated",
            fsum(squares) - wager.variance,
            (2.0 * widest) ** 2 * ROUNDING,
        )
    for reading, joint in (wager.outcomes_by_streak or {}).items():
        apart = max(
            abs(fsum((chances.win, chances.push, chances.loss)) - outcomes.get(net, 0.0))
            for net, chances in joint.items()
        )
        yield Proof(f"{where}: streak reading {reading} has the same outcomes", apart, allowed)


def _of_upcards(strategy: str, result: RtpResult) -> Iterator[Proof]:
    wagers = result.wagers
    for words, whole, parts, error in (
        (
            "without Burnout",
            wagers.main.ev,
            [(card.probability, card.main) for card in result.by_upcard],
            wagers.main.ev_error_bound,
        ),
        (
            "with Burnout, before the payment",
            wagers.main_burnout.gross_ev,
            [(card.probability, card.main_burnout_gross) for card in result.by_upcard],
            wagers.main_burnout.ev_error_bound,
        ),
    ):
        if parts and all(value is not None for _, value in parts):
            mean = fsum(chance * (value or 0.0) for chance, value in parts)
            yield Proof(
                f"{strategy}, {words}: mean over the upcards is the expectation",
                mean - whole,
                2.0 * error + ROUNDING,
            )


def _write_identities(composer: Composer, certification: Certification) -> None:
    rows: list[Row] = []
    failed = 0
    for shoe in certification.shoes:
        proofs = list(proofs_of(shoe))
        if not proofs:
            continue
        rows.append(Band(plain(shoe.label)))
        failed += sum(not proof.holds for proof in proofs)
        rows += [_row(proof) for proof in proofs]
    if certification.composition is not None:
        identities = certification.composition.identities
        rows.append(Band("Effects of removal: one card drawn at random changes nothing on average"))
        rows += [
            (
                plain(each.title),
                small(abs(each.weighted_sum)),
                "not below zero" if each.demanded == "not_negative" else small(each.tolerance),
                _yes(each.holds),
            )
            for each in identities
        ]
        failed += sum(not each.holds for each in identities)
    if not rows:
        return
    composer.text(
        "<b>All of them hold.</b>"
        if not failed
        else f"<b>{failed} of them do not hold: no figure of this report may be used.</b>"
    )
    composer.table(
        "Figures that can be had in two ways",
        [
            Column("What must be equal", 100),
            Column("Differs by", 26, "number"),
            Column("Allowed", 28, "number"),
            Column("Holds", 16, "centre"),
        ],
        rows,
        note=(
            "Outcomes come from the distribution of a round, expectations from the recurrence: "
            "both use the same decisions, but no sum in common."
        ),
        breakable=True,
    )


def _row(proof: Proof) -> Row:
    return (
        plain(proof.text),
        small(abs(proof.difference)),
        small(proof.allowed),
        _yes(proof.holds),
    )


def _yes(holds: bool) -> str:
    return "yes" if holds else "<b>NO</b>"


def _write_independent(composer: Composer, certification: Certification) -> None:
    rows: list[Row] = []
    if certification.crosscheck is not None:
        found = certification.crosscheck
        held = sum(test.passed for test in found.tests)
        rows.append(
            (
                "The same game, played by another program",
                typeset(f"{COUNT(sum(run.games for run in found.runs))} rounds and streaks"),
                f"{held} of {len(found.tests)} tests hold",
            )
        )
    for publication in certification.published:
        known = [figure for figure in publication.figures if figure.computed is not None]
        equal = sum(_agrees(figure) for figure in known)
        rows.append(
            (
                plain(publication.title),
                f"{len(known)} published figures",
                f"{equal} of {len(known)} agree in all digits published",
            )
        )
    if not rows:
        return
    composer.table(
        "Independent ways, and what they came to",
        [Column("Way", 76), Column("Extent", 50), Column("Agreement", 60)],
        rows,
        note=(
            "Published figures may be for other rules or play, as their section says: what does "
            "not agree is no error of this report by itself."
        ),
    )


def _agrees(figure: PublishedFigure) -> bool:
    """Return whether a figure, rounded as it was published, is the published one."""
    digits = len(figure.published.partition(".")[2])
    published = Fraction(figure.published)
    computed = Fraction(figure.computed or 0.0)
    return abs(computed - published) <= Fraction(1, 2 * 10**digits)
