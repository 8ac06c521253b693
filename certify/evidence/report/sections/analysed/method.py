"""How the figures were found, what they prove themselves, definitions, and reproduction."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from certify.evidence.report.sections.method import write_command
from certify.present.composer import Composer
from certify.present.document import Column
from certify.present.markup import plain, typeset
from certify.present.quantity import COUNT, small
from certify.studies.banked.result import BankedOutcome, BankedResult, BankedWager
from certify.studies.certification.banked_result import BankedCertification

DEFINITIONS = (
    ("Round", "One deal to one player, to its end. All figures are for rounds.", ""),
    (
        "Initial wager",
        "What is put on a first wager before any card is seen: one unit, unless the spec says "
        "otherwise. Amounts are in units.",
        "1",
    ),
    (
        "Wager that follows",
        "One that belongs to a first wager and is made, or paid, later in the round. It is told "
        "with the first.",
        "",
    ),
    (
        "All put down",
        "Initial wager and all that follow it, on average over rounds; also called action or "
        "turnover.",
        "E[wagered]",
    ),
    ("Expectation", "The player’s average net result of a round.", "E[net]"),
    (
        "House edge",
        "The player’s expected loss per unit of the initial wager.",
        "−E[net] / initial",
    ),
    ("Return to player", "One less the house edge.", "1 + E[net] / initial"),
    (
        "Element of risk",
        "The player’s expected loss per unit of all put down.",
        "−E[net] / E[wagered]",
    ),
    ("Return on action", "One less the element of risk.", "1 + E[net] / E[wagered]"),
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
    ("True odds", "Against the player, to one.", "(1 − p) / p"),
    (
        "Standard deviation, SD",
        "How far the net result of a round lies from the expectation, in the root mean square.",
        "√E[(net − E[net])²]",
    ),
    (
        "Volatility index",
        "Half the width of the interval that holds 90 % of a normal distribution of this "
        "deviation.",
        "1.645 SD",
    ),
    (
        "Best play",
        "The play that no other exceeds on average, for the wagers usually made; it looks at all "
        "that the rules show the player, and at nothing else.",
        "",
    ),
    ("Policy", "A way to play that the spec states.", ""),
)


SITUATIONS = (
    "<b>Situations.</b> All that a round can come to, by what the player has seen; suits that no "
    "rule tells apart are exchanged, so that alike situations are worked out once."
)
HIDDEN = (
    "<b>Hidden cards.</b> They are counted, not dealt: in how many ways the cards that nobody has "
    "seen can lie, as far as a rule reads them."
)
FIGURES = (
    "<b>Figures.</b> Forward, with the number of ways to each situation: distribution, stakes and "
    "pay lines of every wager."
)
METHODS = (
    SITUATIONS,
    HIDDEN,
    "<b>Best play.</b> Backward from the end of the round, in every situation the answer whose "
    "expectation is the greatest, by comparing whole numbers.",
    FIGURES,
    "<b>In words.</b> The best play is described by definitions and rankings of the spec; what "
    "following the description costs is worked out situation by situation.",
)
METHODS_OF_CARDS = (SITUATIONS, HIDDEN, FIGURES)
"""Of games in which nothing is decided."""
MANY_ROUNDS = (
    "<b>Many rounds.</b> The distribution of the sum is that of a round convolved with itself, by "
    "the Fourier transform of its characteristic function. Ruin is a recursion over rounds and "
    "bankrolls."
)


OF_SPEC = "The rules are read from the spec, and nothing of this game is known to the program."
OF_FAMILY = (
    "The rules of the table are the parameters of the spec; the engine of the family twenty-one "
    "works the main wager out for them, and another engine what the spec says of wagers on the "
    "first cards."
)
NO_ERROR = (
    "None of a round: probabilities and expectations are ratios of whole numbers, of any "
    "length; each is rounded once, to the nearest number of double precision, and stands "
    "beside it as a fraction in the results file. Of many rounds a bound stands there too."
)
METHODS_OF_BLACKJACK = (
    "<b>Hands.</b> Every hand that is not above 21, by the values of its cards, against every "
    "upcard: what standing, another card, doubling, splitting and giving up are worth, backward "
    "from the longest hands. The dealer’s outcomes are found for the cards that are then left.",
    "<b>Splits.</b> A split round is a sum of single hands, with the pair cards gone counted by "
    "inclusion and exclusion; its distribution follows all its hands together with the dealer.",
    "<b>Charts.</b> Total-dependent play, bettered cell by cell until no cell can be.",
    "<b>Policies.</b> Each is shown every hand that it can meet, and valued as charts are.",
)


def _methods(certification: BankedCertification) -> tuple[str, ...]:
    if certification.charts is not None:
        return METHODS_OF_BLACKJACK
    return METHODS if certification.is_decided else METHODS_OF_CARDS


def write_method(composer: Composer, certification: BankedCertification) -> None:
    """Write the method, its error and the independent checks."""
    composer.section("Method")
    composer.subsection("Identification, deviations and exclusions", in_contents=False)
    composer.bullets(list(_identified(certification)))
    composer.subsection("What is computed", in_contents=False)
    composer.text(
        f"{OF_FAMILY if certification.charts else OF_SPEC} "
        f"Method: {plain(certification.returns.method)}."
    )
    composer.bullets([*_methods(certification), MANY_ROUNDS])
    composer.subsection("Numerical error", in_contents=False)
    bound = certification.returns.error_bound
    composer.text(
        NO_ERROR
        if bound is None
        else "Expectations are found twice: in double precision, with an error of at most "
        f"{small(bound)} main wagers, and as fractions, by the same recursion modulo primes; "
        "wagers on the first cards are counted in whole numbers. Distributions of the main wager "
        "are in double precision; of many rounds a bound stands in the results file."
    )
    composer.subsection("Independent checks", in_contents=False)
    composer.text(
        "The test suite of the engine compares it with brute force that plays small packs card by "
        "card through an interpreter of the same rules, in fractions: every wager, every "
        "distribution and the best play. Games of which others have printed figures are held "
        "against these. What this report’s own figures prove stands in the error budget."
    )


def _identified(certification: BankedCertification) -> Iterator[str]:
    """Yield what method it is, what was added, what deviates, and what is left out."""
    yield (
        f"<b>Method.</b> certify {plain(certification.engine_version)}; the engine by the SHA-256 "
        "of the first page."
    )
    parts = (
        ("other values of the parameters, and other payouts", certification.sensitivity),
        ("the same game, played, as a crosscheck", certification.crosscheck),
    )
    added = [name for name, part in parts if part is not None]
    missing = [name for name, part in parts if part is None]
    yield f"<b>Additions</b> to the figures of the wagers: {', '.join(added) or 'none'}."
    changes = ", ".join(f"{plain(name)} = {plain(value)}" for name, value in certification.changed)
    yield f"<b>Deviations</b> from the spec as issued: {changes or 'none'}."
    text = "<b>Exclusions</b>: rounds are dealt from a whole pack, to one seat; see the scope"
    yield (
        f"{text}. Not worked out for this report: {', '.join(missing)}." if missing else f"{text}."
    )
    if certification.crosscheck is not None:
        yield (
            "<b>Sampling</b>: only in the crosscheck; its seed and numbers stand there, and were "
            "fixed before. No other figure is sampled."
        )
    else:
        yield "<b>Sampling</b>: none."


SAME = 1e-9
NEARLY = (
    f" Of what is no fraction, both sides are taken to be equal if they differ by {SAME:.0e} at "
    "most."
)


def write_proof(composer: Composer, certification: BankedCertification) -> None:
    """Write identities that the results fulfil, checked as the report is printed."""
    composer.section("Error budget")
    composer.text(
        "Every line follows from the results file alone and was checked when this report was "
        "printed, in fractions: it holds, or it does not."
        + (NEARLY if certification.charts else "")
    )
    composer.table(
        "What must hold, and does",
        [Column("Identity", 120), Column("Wagers", 24, "number"), Column("Holds", 28, "centre")],
        [
            (typeset(text), COUNT(len(held)), "yes" if all(held) else "<b>NO</b>")
            for text, held in identities(certification)
        ],
    )


def identities(certification: BankedCertification) -> Iterator[tuple[str, list[bool]]]:
    """Yield what must hold, and of every wager whether it does."""
    wagers = [wager for _, wager in certification.first_wagers()]
    known = certification.known

    def of(part: BankedResult | BankedWager | BankedOutcome, name: str) -> Fraction:
        return Fraction((part.exact or {}).get(name, getattr(part, name)))

    def same(one: Fraction, other: Fraction) -> bool:
        return one == other or (bool(certification.charts) and abs(one - other) <= SAME)

    def total(wager: BankedWager, name: str, power: int = 1) -> Fraction:
        return sum(
            (of(each, name) ** power * of(each, "probability") for each in wager.outcomes),
            Fraction(0),
        )

    def unit(wager: BankedWager) -> Fraction:
        return of(wager, "stake")

    yield (
        "The probabilities of all outcomes add up to 1",
        [same(total(wager, "net", 0), Fraction(1)) for wager in wagers],
    )
    yield (
        "The mean of the outcomes is the expectation",
        [same(total(wager, "net"), of(wager, "ev") * unit(wager)) for wager in wagers],
    )
    yield (
        "The mean of what is put down is the average wagered",
        [
            same(total(wager, "staked"), of(wager, "average_wagered") * unit(wager))
            for wager in wagers
            if all(each.staked is not None for each in wager.outcomes)
        ],
    )
    yield (
        "The mean square of the outcomes less that of the expectation is the variance",
        [
            same(
                total(wager, "net", 2) - total(wager, "net") ** 2,
                of(wager, "variance") * unit(wager) ** 2,
            )
            for wager in wagers
        ],
    )
    yield (
        "House edge is element of risk times what is put down",
        [
            same(
                of(wager, "house_edge"),
                of(wager, "element_of_risk") * of(wager, "average_wagered"),
            )
            for wager in wagers
        ],
    )
    yield (
        "What a first wager and those that follow bring adds up",
        [
            same(
                sum((of(known[name], "net") for name in wager.together), Fraction(0)),
                of(wager, "ev") * unit(wager),
            )
            for wager in wagers
        ],
    )
    usual, together = certification.returns, certification.together
    if together is not None:
        # It is the best of all ways to play, and that for the usual wagers is one of them.
        others = [wager for name, wager in usual.wagers.items() if name not in usual.wagers_made]
        least = sum((of(wager, "net") for wager in others), of(usual, "ev"))
        yield (
            "With all wagers made the best play brings what that for the usual ones does, or more",
            [of(together, "ev") >= least],
        )


def write_definitions(composer: Composer, certification: BankedCertification) -> None:
    """Write the definitions."""
    del certification
    composer.section("Definitions")
    composer.table(
        "Terms",
        [Column("Term", 34, "bold"), Column("Meaning", 92), Column("Formula", 46)],
        DEFINITIONS,
        breakable=True,
        note="E[…] is the expectation over all rounds; net is the player’s net result of a round.",
    )


def write_reproduction(composer: Composer, certification: BankedCertification) -> None:
    """Write the command and the hashes to compare."""
    write_command(
        composer,
        certification,
        [("Source text", plain(certification.source.sha256))],
        certification.paytables,
    )
