"""How the figures of a submission, its limits and the answers to clauses are shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from certify.present.document import Band, Column, Table, Text, number
from certify.present.facts import digests, identification
from certify.present.markup import capitalised, plain
from certify.present.quantity import BAND, CHANCE, COUNT, NONE, QUOTED, Number, Quantity
from certify.studies.banked.view import AMOUNT, ONE_IN
from certify.studies.submission.result import (
    Finding,
    Matrix,
    MatrixRow,
    PayLine,
    Stands,
    Submission,
    SubmissionFigures,
    WagerFigures,
)

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
"""Lengths of play for which a PAR sheet tells how far a return may lie away."""
CONFIDENCE = 0.95
MILLION = 1_000_000.0
LONGEST_ODDS = 40
"""Letters of odds as a fraction that stand in one line of a cell."""
HITS = Quantity(1, MILLION, thousands=True)
VOLATILITY = NormalDist().inv_cdf(0.95)
FEW = 24
"""Rows up to which a table stays on one page."""


def every_wager(figures: SubmissionFigures, *, best: bool = False) -> Table:
    """Return the return, house advantage, element of risk and hit frequency of every wager."""
    return Table.of(
        "Every wager",
        [
            Column("Wager", 53, value=lambda wager: wager.title),
            number("Return, %", lambda wager: wager.rtp, BAND, 19),
            number("House<br/>advantage, %", lambda wager: wager.house_edge, BAND, 24),
            number("Element<br/>of risk, %", lambda wager: wager.element_of_risk, BAND, 19),
            number("Wins, %", lambda wager: wager.hit_frequency, QUOTED, 15),
            number("SD", lambda wager: wager.sd, AMOUNT, 16),
            number("Most lost", lambda wager: wager.most_lost, AMOUNT, 18),
        ],
        [wager for wager in figures.wagers if wager.is_best or not best],
        "Return, of what is put down before the first card; house advantage, of the wager. Element"
        " of risk: of all put down in the round. Wins: rounds with a gain. SD and most lost: of a"
        " round, in units of the wager.",
    )


def exact_table(figures: SubmissionFigures) -> Table | None:
    """Return house advantage and element of risk as fractions; None where none are known."""
    wagers = [wager for wager in figures.wagers if "house_edge" in wager.exact]
    if not wagers:
        return None
    return Table.of(
        "House advantage as a fraction",
        [
            Column("Wager", 62, value=lambda wager: wager.title),
            Column("House advantage, exactly", 62, "mono", lambda each: each.exact["house_edge"]),
            Column(
                "Element of risk, exactly",
                62,
                "mono",
                lambda wager: wager.exact.get("element_of_risk", ""),
            ),
        ],
        wagers,
    )


def true_odds(line: PayLine) -> str:
    """Return the odds against a line, as a fraction where that is known and not too long."""
    if line.exact is not None:
        chance = Fraction(line.exact)
        if chance:
            against = (1 - chance) / chance
            text = f"{against.numerator} to {against.denominator}"
            if len(text) <= LONGEST_ODDS:
                return text
    if not line.probability:
        return NONE
    return f"{(1 - line.probability) / line.probability:.6g} to 1"


def lines_table(figures: SubmissionFigures) -> Table:
    """Return every line of every wager: what it pays to one, and its true odds."""
    rows: list[Band | PayLine] = []
    for wager in figures.wagers:
        rows.append(Band(plain(f"{wager.title}: house advantage {100 * wager.house_edge:.4f} %")))
        rows += wager.lines
    under = dict.fromkeys(wager.under for wager in figures.wagers)
    note = f"Play: {'; '.join(under)}. A dash: not told apart from other lines."
    if any("." in true_odds(line) for wager in figures.wagers for line in wager.lines):
        note += " Odds with decimals are rounded to six digits: no short fraction is known."
    return Table.of(
        "Pay lines",
        [
            Column("How it ends", 54, value=lambda line: line.outcome),
            Column("Pays", 21, "number", lambda line: line.pays or ""),
            Column("True odds against", 56, "mono", true_odds),
            number("One in", lambda line: line.one_in, ONE_IN, 25),
            number("Probability, %", lambda line: line.probability, CHANCE, 25),
        ],
        rows,
        note,
        breakable=True,
    )


def par_table(wagers: Iterable[WagerFigures]) -> Table:
    """Return every wager with the lines that it pays on one table, as a PAR sheet has them."""
    rows: list[Band | PayLine] = []
    note = ""
    for wager in wagers:
        if wager.is_best:
            paid = [line for line in wager.lines if line.pays or line.is_award]
            told = list(_told_once(paid))
            if len(told) < len(paid):
                note = "What follows a wager and is paid alike is told once."
            rows += [Band(plain(_par_text(wager))), *told]
    return Table.of(
        "Pay lines",
        [
            Column("What is paid", 70, value=lambda line: line.outcome),
            Column("Pays", 22, "number", lambda line: line.pays or NONE),
            number("Probability, %", lambda line: line.probability, CHANCE, 28),
            number("One in", lambda line: line.one_in, ONE_IN, 26),
            number("Hits in<br/>a million", lambda line: line.probability, HITS, 26),
        ],
        rows,
        note,
        breakable=True,
    )


def _told_once(lines: Iterable[PayLine]) -> Iterator[PayLine]:
    """Yield lines without those of wagers that follow and are paid alike."""
    told: set[tuple[str, str | None, float | None]] = set()
    for line in lines:
        key = line.outcome.rpartition(": ")[2], line.pays, line.probability
        if key not in told:
            told.add(key)
            yield line


def _par_text(wager: WagerFigures) -> str:
    """Return what a PAR sheet says of a wager: return, hold, hit frequency, deviation."""
    parts = [f"return {100 * wager.rtp:.4f} %", f"hold {100 * wager.house_edge:.4f} %"]
    if wager.hit_frequency is not None:
        parts.append(f"hit frequency {100 * wager.hit_frequency:.2f} %")
    if wager.sd is not None:
        parts.append(f"SD {wager.sd:.4f}")
    return f"{wager.title}: {', '.join(parts)}"


def volatility_table(wagers: Iterable[WagerFigures]) -> Table:
    """Return how far the return seen may lie from the certified one, by rounds."""
    z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)

    def band(rounds: int) -> Column:
        return number(
            f"± after<br/>{rounds:,}",
            lambda wager: None if wager.sd is None else z * wager.sd / wager.initial / sqrt(rounds),
            QUOTED,
            21,
        )

    return Table.of(
        "Volatility",
        [
            Column("Wager", 62, value=lambda wager: wager.title),
            number(
                "Volatility<br/>index",
                lambda wager: None if wager.sd is None else VOLATILITY * wager.sd,
                AMOUNT,
                22,
            ),
            *map(band, ROUNDS),
        ],
        [wager for wager in wagers if wager.is_best],
        f"In percent of the wager, with {100 * CONFIDENCE:.0f} % confidence; volatility index:"
        " 1.645 SD.",
    )


# Clauses ------------------------------------------------------------------------------------------


def stands_text(places: Sequence[Stands]) -> str:
    """Return documents with the pages of each."""
    pages: dict[str, list[int]] = {}
    for place in places:
        pages.setdefault(place.document, []).append(place.page)
    return "; ".join(
        f"{document.removesuffix('.pdf')} p. {', '.join(map(str, sorted(set(found))))}"
        for document, found in pages.items()
    )


def matrix_table(matrix: Matrix) -> Table:
    """Return every clause, what it asks, where it is answered, and what is left to people."""

    def answer(row: MatrixRow) -> str:
        parts = [f"<b>{capitalised(row.cell.status)}</b>"]
        if row.cell.places:
            parts.append(plain(stands_text(row.cell.places)))
        parts += [plain(figure) for figure in row.cell.figures]
        return "<br/>".join(parts)

    return Table.of(
        f"{matrix.jurisdiction}: clauses",
        [
            Column("Clause", 32, value=lambda row: row.clause),
            Column("Asks", 42, value=lambda row: row.asks),
            Column("Answer", 46, value=answer, is_markup=True),
            Column("Left to a human", 42, value=lambda row: row.cell.human),
            Column("Sure", 10, "centre", lambda row: row.certainty),
        ],
        matrix.rows,
        breakable=True,
    )


def findings_table(matrix: Matrix, pages: dict[str, Stands]) -> Table | None:
    """Return every limit with the figure, its page, and the verdict; None if there is none."""
    if not matrix.findings:
        return None

    def stands(finding: Finding) -> str:
        place = pages.get(finding.part)
        return stands_text([place]) if place and finding.value is not None else ""

    return Table.of(
        f"{matrix.jurisdiction}: limits",
        [
            Column("Of", 42, value=lambda each: each.subject),
            Column("Asked", 44, value=lambda each: each.asked),
            Column("Found", 42, value=lambda each: each.shown),
            Column("Stands in", 24, value=stands),
            Column("Verdict", 20, "bold", lambda each: each.verdict),
        ],
        matrix.findings,
        breakable=len(matrix.findings) > FEW,
    )


def nearest_table(matrices: Sequence[Matrix]) -> Table | None:
    """Return the strictest limit of each kind with what comes nearest; None if there is none."""
    found: dict[str, Finding] = {}
    for matrix in matrices:
        for finding in matrix.findings:
            found[finding.kind] = nearer(found.get(finding.kind, finding), finding)
    if not found:
        return None
    return Table.of(
        "The strictest limit of each kind, and what comes nearest to it",
        [
            Column("Asked", 60, value=lambda each: capitalised(each.asked)),
            Column("Found", 90, value=lambda each: f"{each.subject}: {each.shown}"),
            Column("Verdict", 22, "bold", lambda each: each.verdict),
        ],
        found.values(),
    )


def nearer(one: Finding, other: Finding) -> Finding:
    """Return which of two findings of a kind fails its limit, or comes nearer to failing."""
    for verdict in ("not met", "for a human"):
        if (one.verdict == verdict) != (other.verdict == verdict):
            return one if one.verdict == verdict else other
    return one if one.margin <= other.margin else other


def verdicts_table(matrices: Sequence[Matrix]) -> Table:
    """Return how many clauses of each jurisdiction are answered, met, not met, or for a human."""
    return Table.of(
        "Clauses by jurisdiction",
        [
            Column("Jurisdiction", 62, value=lambda each: each.jurisdiction),
            number("Clauses", lambda each: len(each.rows), COUNT, 22),
            number("Answered", lambda each: each.count("answered"), COUNT, 22),
            number("Met", lambda each: each.count("met"), COUNT, 22),
            number("Not met", lambda each: each.count("not met"), COUNT, 22),
            number("For a human", lambda each: each.count("for a human"), COUNT, 22),
        ],
        matrices,
    )


def sources_table(matrix: Matrix) -> Table:
    """Return where each clause was read, and how surely."""
    return Table.of(
        f"{matrix.jurisdiction}: sources",
        [
            Column("Clause", 54, value=lambda row: row.clause),
            Column("Read in", 106, value=lambda row: row.source),
            Column("Sure", 12, "centre", lambda row: row.certainty),
        ],
        matrix.rows,
        breakable=True,
    )


def submission_view(made: Submission) -> Iterator[Table | Text]:
    """Yield what matters of a submission: its figures, its verdicts, its files."""
    yield from identification(made, ("Issued", made.issued))
    yield every_wager(made.figures, best=True)
    yield verdicts_table(made.matrices)
    for matrix, finding in not_met(made.matrices):
        yield Text(
            plain(
                f"Not met, {matrix.jurisdiction}: {finding.subject}, {finding.shown}; asked is"
                f" {finding.asked}."
            )
        )
    yield digests((file.name, file.sha256) for file in made.files)


def not_met(matrices: Sequence[Matrix]) -> Iterator[tuple[Matrix, Finding]]:
    """Yield every limit that is not met."""
    for matrix in matrices:
        for finding in matrix.findings:
            if finding.verdict == "not met":
                yield matrix, finding


def one_number(value: float) -> str:
    """Return an amount by its shortest form, as a number that knows itself."""
    return Number.of(value, f"{value:.6g}")
