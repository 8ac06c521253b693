"""Tolerances for live results: how far the return that a house sees may lie from the certified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.present.composer import Composer
from certify.present.markup import mono, plain
from certify.studies.certification.result import Certification
from certify.studies.certification.tolerance_result import Multiple, ShoeTolerances
from certify.studies.certification.tolerance_view import tolerance_tables

BY_VOLUME = (
    "<b>By volume.</b> Half the band is z SD / √N, SD the standard deviation of the return of a "
    "round on the basis named. On everything wagered both net result W and amount T are random: "
    "the ratio has the variance Var(W − R T) / (N E[T]²), R = E[W] / E[T], from the joint "
    "distribution of both"
)
STAKES = (
    "<b>Stakes.</b> The bands are for stakes of one size. Otherwise put (Σ b)² / Σ b² in the place "
    "of N, b the single stakes, or watch each level of stakes by itself."
)
LOOKING = (
    "<b>Looking often.</b> A fixed band that is looked at again and again is left by chance sooner "
    "or later: one of 95 % on some of thirty days with a chance far above 5 %."
)


def when_to_act(multiples: Sequence[Multiple]) -> str:
    """Return the rule when to act on a return outside of a band."""
    names = plain(", ".join(multiple.name for multiple in multiples))
    return (
        "<b>When to act.</b> A common rule: look closer outside the band of 95 %, act outside that "
        f"of 99 % or 3 sigma. The multiples z are parameters; here {names}."
    )


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
        where = annex.label.lower()
        composer.subsection(plain(annex.label), in_contents=False)
        for table in tolerance_tables(annex):
            composer.put(table, where)


def _rules(annexes: tuple[ShoeTolerances, ...]) -> Iterator[str]:
    """Yield how to use the tables, and their formulas."""
    yield when_to_act(annexes[0].multiples)
    yield f"{BY_VOLUME}, without insurance and Bonus."
    if any(wager.seats for annex in annexes for wager in annex.wagers):
        yield (
            "<b>Seats.</b> Players at one table share the dealer’s hand. If k seats are played, N "
            "counts hands, and every band is wider by √(1 + (k − 1) Cov / Var)."
        )
    yield STAKES
    yield (
        f"{LOOKING} The command {mono('certify monitor', 8)} uses bounds that hold however often "
        "one looks."
    )
    yield (
        "<b>Wagers that are paid or lost as a whole.</b> N counts wagers that are decided, not "
        "rounds; what counts is how many were paid. Their limits are binomial and exact."
    )
