"""How the figures were found, how they were checked, and how to make them again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.evidence.report.identity import results_sha256
from certify.evidence.report.sections.front import Printed, software_text
from certify.present.composer import Composer
from certify.present.document import Column, Row
from certify.present.markup import plain
from certify.present.quantity import small
from certify.studies.certification.result import Certification
from certify.studies.item.result import PaytableText

PRINTED_RESOLUTION = 1e-12
"""Main wagers: a tenth of the last digit of the most precise figure, nine decimals of percent."""


def write_method(composer: Composer, certification: Certification) -> None:
    """Write the method, its error and the independent checks."""
    composer.section("Method")
    composer.subsection("Identification, deviations and exclusions", in_contents=False)
    composer.bullets(list(_identified(certification)))
    composer.subsection("What is computed", in_contents=False)
    composer.text(
        "Every expectation is a finite sum over cards drawn without replacement from the stated "
        "shoe; nothing is sampled, and no infinite deck is assumed."
        + (
            " Only in the section on the shoe’s composition is it drawn at random which "
            "compositions are worked out; what follows from the draw has an interval there."
            if certification.composition
            else ""
        )
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
            "<b>Distribution.</b> For hands that are not split the decisions give the probability "
            "of every final hand, and the dealer’s results given its cards do the rest. For a "
            "split round the joint distribution of up to four hands with the dealer is summed over "
            "the multisets of all their cards. Where these are millions the least likely are left "
            "out; what that can put at a wrong outcome is summed and stated, and it changes no "
            "expectation.",
            "<b>Many rounds.</b> The distribution of the sum is that of a round convolved with "
            "itself, by the Fourier transform of its characteristic function. Ruin is a recursion "
            "over rounds and bankrolls.",
            "<b>Bonus wagers.</b> A round is carried through the recurrence as three numbers, net "
            "result, chance of a win and of a loss, and every decision weighs them as the open "
            "wagers ask; the best play at each count of wins follows by policy iteration.",
            "<b>Basic strategy.</b> The charts are derived by the engine, then their expectation "
            "is computed by the same recurrence with the decisions fixed.",
        ]
    )
    composer.subsection("Numerical error", in_contents=False)
    largest = max(
        (
            wager.ev_error_bound
            for shoe in certification.shoes
            for result in (shoe.optimal, shoe.basic)
            for wager in (result.wagers.main, result.wagers.main_burnout)
        ),
        default=0.0,
    )
    text = (
        "Figures are computed in binary floating point of double precision with compensated sums. "
        f"The expectation of no wager is in error by more than {small(largest)} main wagers"
    )
    if largest < PRINTED_RESOLUTION:
        text += (
            ", far below the last printed digit, so every printed digit is correct except where a "
            "figure lies that close to a rounding boundary"
        )
    composer.text(f"{text}.")
    method = plain(_method_text(certification))
    composer.text(f"The engine describes the method of the main wager as: {method}.")
    composer.subsection("Independent checks", in_contents=False)
    composer.text(
        "The test suite of the engine compares it with a plain game tree, written only for the "
        "tests, that plays tiny shoes card by card in exact rational arithmetic, with splits to "
        "two, three and four hands and with Burnout on and off: expectations, joint distributions "
        "and the best play for Bonus wagers. A dealer written only for the tests deals ten million "
        "rounds by the optimal strategy; their outcomes agree by a chi-square test. Figures that "
        "others have published for the same rules are compared in a section of their own, and what "
        "the results of this report prove themselves stands in the error budget."
    )


def _identified(certification: Certification) -> Iterator[str]:
    """Yield what method it is, what was added, what deviates, and what is left out."""
    yield (
        f"<b>Method.</b> certify {plain(certification.engine_version)}, reports/METHOD.md of this "
        "version; the engine by the SHA-256 of the first page."
    )
    added = [
        name
        for name, is_there in (
            ("the sensitivity to rulings and payouts", certification.sensitivity is not None),
            ("the cost of other play", certification.strategy_cost is not None),
            ("the composition of the shoe", certification.composition is not None),
            ("the same game, played, as a crosscheck", certification.crosscheck is not None),
        )
        if is_there
    ]
    yield f"<b>Additions</b> to the figures of the wagers: {', '.join(added) or 'none'}."
    if certification.changed:
        changes = ", ".join(
            f"{plain(name)} = {plain(value)}" for name, value in certification.changed
        )
        yield f"<b>Deviations</b> from the spec as issued: {changes}."
    else:
        yield "<b>Deviations</b> from the spec as issued: none."
    excluded = ["rounds are dealt from a fresh shoe", "to one seat", "without a cut card"]
    left_out = [
        name
        for name, is_there in (
            ("sensitivity", certification.sensitivity is not None),
            ("shoe composition", certification.composition is not None),
            ("crosscheck", certification.crosscheck is not None),
        )
        if not is_there
    ]
    text = f"<b>Exclusions</b>: {', '.join(excluded)}; see the scope"
    yield (
        f"{text}. Not worked out for this report: {', '.join(left_out)}."
        if left_out
        else f"{text}."
    )
    if certification.crosscheck is not None or certification.composition is not None:
        yield (
            "<b>Sampling</b>: only in the crosscheck and in the section on the shoe’s composition; "
            "seeds and numbers stand there, and were fixed before. No other figure is sampled."
        )
    else:
        yield "<b>Sampling</b>: none."


def _method_text(certification: Certification) -> str:
    """Return what the engine says about its method."""
    if not certification.shoes:
        return "none"
    return certification.shoes[0].optimal.wagers.main_burnout.method.rstrip(".")


def write_reproduction(composer: Composer, certification: Certification) -> None:
    """Write the command and the hashes to compare."""
    write_command(
        composer,
        certification,
        [
            ("Source text", plain(certification.source.sha256)),
            *(
                (f"Charts, {plain(shoe.label).lower()}", plain(shoe.strategy.strategy_sha256))
                for shoe in certification.shoes
            ),
        ],
        certification.paytables,
    )


def write_command(
    composer: Composer,
    certification: Printed,
    hashes: Sequence[Row],
    paytables: Sequence[PaytableText],
) -> None:
    """Write the section on the report of any game."""
    composer.section("How to reproduce")
    composer.text(
        f"With {software_text(certification)} this command makes the same report, byte for byte. "
        "The date is that of the spec unless the command gives one; the clock is never read."
    )
    composer.code(certification.command)
    canonical = "the spec and of the paytables" if paytables else "the spec"
    composer.text(
        "The SHA-256 of the results is that of the results file in JSON, which holds every figure "
        "at full precision; the report number is taken from it. "
        f"The SHA-256 of {canonical} is that of {'their' if paytables else 'its'} canonical JSON "
        f"(RFC 8785), so comments and layout of the file{'s' if paytables else ''} do not matter. "
        "The SHA-256 of the engine is that of the sources that these figures rest on, directly or "
        "not, without comments and wording, and of the versions of the libraries by which they are "
        "compiled; the software bill has all others."
    )
    rows: list[Row] = [
        ("Results", results_sha256(certification)),
        ("Spec", plain(certification.spec_sha256)),
        ("Engine", plain(certification.engine_sha256)),
        *([("Paytables, together", plain(certification.paytable_sha256))] if paytables else []),
        *((f"Paytable {plain(table.id)}", plain(table.sha256)) for table in paytables),
        *hashes,
    ]
    composer.table("Hashes", [Column("Of", 50), Column("SHA-256", 122, "mono")], rows)
