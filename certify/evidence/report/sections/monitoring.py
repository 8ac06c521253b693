"""Tolerances for live results: how far the return that a house sees may lie from the certified."""

from __future__ import annotations

from collections.abc import Iterator

from certify.present.document import Band, Column, Composer, Row
from certify.present.figures import NONE, bound, count, fixed, percent
from certify.present.markup import plain
from certify.studies.certification.result import Certification
from certify.studies.certification.tolerance_result import (
    ReturnTolerance,
    ShoeTolerances,
    WagerTolerances,
)

HALF_DIGITS, SD_DIGITS, FACTOR_DIGITS, RETURN_DIGITS = 4, 6, 4, 6
TITLES = {"main": "Main wager", "main_burnout": "Main wager with Burnout"}
POINTS = "percentage points"
COUNT_SHARES = (12, 15, 21, 25)
"""Widths of the columns of counts, by the digits that they need."""


def write_monitoring(composer: Composer, certification: Certification) -> None:
    """Write tolerances by volume, seats and wager, if the variance of a round is known."""
    if not certification.annex:
        return
    composer.new_page()
    composer.section("Live monitoring")
    composer.text(
        "For whoever watches the game in use. The return that is seen over N rounds lies around "
        "the certified one; a band around it that is as wide as below holds it with the confidence "
        "stated. A return outside says that chance is an unlikely reason, not what the reason is. "
        "Players who do not play optimally get back less, so that a low return may tell of the "
        "players and not of a fault."
    )
    composer.bullets(list(_rules(certification.annex)))
    for number, annex in enumerate(certification.annex):
        if number:
            composer.new_page()
        where = plain(annex.label).lower()
        composer.subsection(plain(annex.label), in_contents=False)
        _write_bands(composer, annex, where)
        _write_detections(composer, annex, where)
        if any(wager.seats for wager in annex.wagers):
            _write_seats(composer, annex, where)
        _write_counts(composer, annex, where)


def _rules(annexes: tuple[ShoeTolerances, ...]) -> Iterator[str]:
    """Yield how to use the tables, and their formulas."""
    names = [multiple.name for multiple in annexes[0].multiples]
    yield (
        "<b>When to act.</b> A common rule: look closer outside the band of 95 %, act outside that "
        f"of 99 % or 3 sigma. The multiples z are parameters; here {plain(', '.join(names))}."
    )
    yield (
        "<b>By volume.</b> Half the band is z SD / √N, SD the standard deviation of the return of "
        "a round on the basis named. On everything wagered both net result W and amount T are "
        "random: the ratio has the variance Var(W − R T) / (N E[T]²), R = E[W] / E[T], from the "
        "joint distribution of both, without insurance and Bonus."
    )
    if any(wager.seats for annex in annexes for wager in annex.wagers):
        yield (
            "<b>Seats.</b> Players at one table share the dealer’s hand. If k seats are played, N "
            "counts hands, and every band is wider by √(1 + (k − 1) Cov / Var)."
        )
    yield (
        "<b>Stakes.</b> The bands are for stakes of one size. Otherwise put (Σ b)² / Σ b² in the "
        "place of N, b the single stakes, or watch each level of stakes by itself."
    )
    yield (
        "<b>Looking often.</b> A fixed band that is looked at again and again is left by chance "
        "sooner or later: one of 95 % on some of thirty days with a chance far above 5 %. The "
        'command <font name="IBMPlexMono" size="8">certify monitor</font> uses bounds that hold '
        "however often one looks."
    )
    yield (
        "<b>Wagers that are paid or lost as a whole.</b> N counts wagers that are decided, not "
        "rounds; what counts is how many were paid. Their limits are binomial and exact."
    )


def _tolerances(wager: WagerTolerances) -> list[tuple[str, ReturnTolerance]]:
    title = TITLES[wager.wager]
    found = [(f"{title}, on the initial amount", wager.on_initial)]
    if wager.on_turnover is not None:
        found.append((f"{title}, on everything wagered", wager.on_turnover))
    return found


def _write_bands(composer: Composer, annex: ShoeTolerances, where: str) -> None:
    rows: list[Row] = []
    for wager in annex.wagers:
        for title, tolerance in _tolerances(wager):
            rows.append(
                Band(
                    f"{title}: {percent(tolerance.expected, RETURN_DIGITS)} %, SD of a round "
                    f"{percent(tolerance.sd, HALF_DIGITS)} %"
                )
            )
            rows += [
                (
                    count(line.rounds),
                    *(percent(half, HALF_DIGITS) for half in line.half_widths),
                )
                for line in tolerance.lines
            ]
    composer.table(
        f"Half the band around the certified return, {where}, optimal strategy",
        [
            Column("Rounds N", 36, "number"),
            *(
                Column(f"± {plain(multiple.name)},<br/>{POINTS}", 34, "number")
                for multiple in annex.multiples
            ),
        ],
        rows,
        note=(
            "Normal approximation; the section on the distribution of a round has exact bands for "
            "the same numbers of rounds."
        ),
    )


def _write_detections(composer: Composer, annex: ShoeTolerances, where: str) -> None:
    tolerances = [each for wager in annex.wagers for each in _tolerances(wager)]
    composer.table(
        f"Rounds after which a shift of the return is seen, {where}",
        [
            Column(f"Shift, {POINTS}", 34, "number"),
            *(Column(title.replace(", ", ",<br/>"), 34, "number") for title, _ in tolerances),
        ],
        [
            (
                percent(shift, 2),
                *(count(tolerance.detections[number].rounds) for _, tolerance in tolerances),
            )
            for number, shift in enumerate(
                detection.shift for detection in tolerances[0][1].detections
            )
        ],
        note=(
            f"Test at {percent(annex.level, 0)} %, two-sided; the shift is seen with a chance of "
            f"{percent(annex.power, 0)} %. N = ((z + z′) SD / shift)², z and z′ the normal "
            "quantiles of both."
        ),
    )


def _write_seats(composer: Composer, annex: ShoeTolerances, where: str) -> None:
    known = [wager for wager in annex.wagers if wager.seats]
    composer.table(
        f"By what every band widens at a table of several seats, {where}",
        [
            Column("Wager", 40),
            Column("Covariance of two<br/>seats, squared main<br/>wagers", 30, "number"),
            Column("Error<br/>at most", 20, "number"),
            *(Column(f"{factor.seats}", 13, "number") for factor in known[0].seats),
        ],
        [
            (
                TITLES[wager.wager],
                fixed(wager.seat_covariance, FACTOR_DIGITS),
                NONE if wager.seat_covariance_error is None else bound(wager.seat_covariance_error),
                *(fixed(factor.factor, FACTOR_DIGITS) for factor in wager.seats),
            )
            for wager in known
        ],
        groups=[("", 3), ("Seats played", len(known[0].seats))],
    )


def _write_counts(composer: Composer, annex: ShoeTolerances, where: str) -> None:
    """Write the spread of every wager, and the limits of those that are paid or lost whole."""
    rows: list[Row] = [
        (TITLES[wager.wager], "", NONE, fixed(wager.sd, SD_DIGITS), *[""] * 4)
        for wager in annex.wagers
    ]
    numbers = [limits.resolved for limits in annex.singles[0].counts] if annex.singles else []
    rows += [
        (
            plain(single.title),
            plain(single.pays),
            percent(single.chance, 4),
            fixed(single.sd, SD_DIGITS),
            *(f"{count(limits.lows[-1])}–{count(limits.highs[-1])}" for limits in single.counts),
        )
        for single in annex.singles
    ]
    sure = f"{percent(annex.confidences[-1], 0)} %"
    composer.table(
        f"Standard deviation of every wager, and how many of N are paid, {where}",
        [
            Column("Wager", 58),
            Column("Pays", 12, "number"),
            Column("Paid, %", 17, "number"),
            Column("SD, in<br/>its stakes", 18, "number"),
            *(
                Column(f"N {count(number)}", share, "number")
                for number, share in zip(numbers, COUNT_SHARES, strict=True)
            ),
        ],
        rows,
        groups=[("", 4), (f"Paid, from–to, {sure}", len(numbers))] if numbers else [],
        note=(
            "Fewer than the first number, and more than the second, are paid each with at most "
            f"half of what {sure} leaves; the results file has those of "
            f"{percent(annex.confidences[0], 0)} % too. SD of a wager on the hand is in main "
            "wagers a round."
        ),
    )
