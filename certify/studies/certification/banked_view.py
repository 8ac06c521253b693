"""How wagers, odds and outcomes are shown in the report of any game against the house."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Any

from certify.numerics.odds import odds_text
from certify.present.charts import ColumnChart, RowChart, RowGroup, bars
from certify.present.document import Band, Column, ColumnKind, Figure, Table, number
from certify.present.markup import MINUS, plain
from certify.present.quantity import (
    BAND,
    CHANCE,
    COUNT,
    MOMENT,
    QUOTED,
    RATE,
    Quantity,
    shortest,
)
from certify.studies.banked.result import (
    BankedLine,
    BankedOutcome,
    BankedWager,
)
from certify.studies.banked.view import ONE_IN
from certify.studies.certification.banked_result import (
    BankedCertification,
    WagerRounds,
)
from certify.studies.returns.distribution_result import RuinResult, SessionResult
from certify.studies.returns.distribution_view import bracket

EDGE = Quantity(6, 100)
"""A house edge, return or element of risk in percent; all digits are sure."""
PART = Quantity(2, 100)
"""A part of a whole, in percent."""
GAIN = Quantity(6, signed=True)
"""What a wager or an answer brings, in units."""
BAND_UNITS = Quantity(4)
"""An amount in wagers on the first page."""
VOLATILITY = NormalDist().inv_cdf(0.95)
"""Standard deviations on either side that hold 90 % of a normal distribution."""
MOST_OUTCOMES = 40
"""Outcomes of a wager up to which all are printed; of more the most frequent are."""
FEWEST_COLUMNS, MOST_COLUMNS = 5, 24
"""Columns from and up to which a chart of outcomes tells more than its table."""

SUMMARY_NOTE = (
    "House edge and return: of the initial wager. Element of risk and return on action: of all that"
    " is put down, with the wagers that follow. SD: of a round’s gain, in initial wagers."
)
STAR = " A star: not made in usual play"
UNDER = "; its figures are under the play for the usual wagers"
OF_RAISED = " A wager that is raised in play has fractions of its expectation alone."
FRACTION: ColumnKind = "mono"
_INITIAL, _ACTION = "% of the initial wager", "% of all put down"
_ON_EACH = (
    ("House edge", _INITIAL, "house_edge"),
    ("Return to player", _INITIAL, "rtp"),
    ("Element of risk", _ACTION, "element_of_risk"),
    ("Return on action", _ACTION, "rtp_on_action"),
)
_ON_BOTH = (
    ("House edge, element of risk", "% of the wager", "house_edge"),
    ("Return, also on action", "% of the wager", "rtp"),
)
"""Figures of a wager with their units, where more can be put down, and where nothing can."""

Value = Callable[[Any], Any]
"""What of an item stands in a column."""


def title_of(wager: BankedWager) -> str:
    """Return the title of a wager, with a star if it is not usually made."""
    return wager.title if wager.made else f"{wager.title} *"


def every_wager(certification: BankedCertification) -> Table:
    """Return every wager on its denominators: the table of the first page."""
    wagers = [wager for _, wager in certification.first_wagers()]
    note = SUMMARY_NOTE
    if not all(wager.made for wager in wagers):
        note += f"{STAR}{UNDER if certification.is_decided else ''}."
    return Table.of(
        "Every wager, best play" if certification.is_decided else "Every wager",
        [
            Column("Wager", 49, value=title_of),
            number("House<br/>edge, %", lambda wager: wager.house_edge, BAND, 18),
            number("Element<br/>of risk, %", lambda wager: wager.element_of_risk, BAND, 19),
            number("Return, %", lambda wager: wager.rtp, BAND, 18),
            number("Return on<br/>action, %", lambda wager: wager.rtp_on_action, BAND, 19),
            number("Put down,<br/>wagers", lambda wager: wager.average_wagered, BAND_UNITS, 19),
            number("SD", lambda wager: wager.sd, BAND_UNITS, 16),
            number("Wins, %", lambda wager: wager.hit_frequency, QUOTED, 16),
        ],
        wagers,
        note,
    )


# Every wager in detail ----------------------------------------------------------------------------


def denominators(certification: BankedCertification) -> Table:
    """Return the expected loss of every first wager on each of its denominators, as fractions."""
    rows: list[Band | tuple[str, str, str | None, float | None]] = []
    for _, wager in certification.first_wagers():
        rows.append(Band(plain(title_of(wager))))
        exact = wager.exact or {}
        # Where no more than the initial wager is put down, figures on either are the same.
        told = _ON_BOTH if wager.average_wagered == 1.0 else _ON_EACH
        rows += [(text, unit, exact.get(name), getattr(wager, name)) for text, unit, name in told]
    return Table.of(
        "Expected loss and return of every wager",
        [
            Column("Figure", 47, value=lambda row: row[0]),
            Column("Unit", 37, value=lambda row: row[1]),
            number("Value", lambda row: row[3], EDGE, 22),
            Column("Exactly", 66, FRACTION, lambda row: row[2] or ""),
        ],
        rows,
        "Fractions in lowest terms; the values are rounded from them. The results file has all"
        " others." + (OF_RAISED if certification.charts else ""),
    )


def parts(certification: BankedCertification) -> Table | None:
    """Return what wagers that go together come to one by one; None if each is by itself."""
    rows: list[Band | BankedWager] = []
    known = certification.known
    for _, wager in certification.first_wagers():
        if len(wager.together) > 1:
            rows.append(Band(plain(f"{wager.title}, with what follows it")))
            rows += [known[name] for name in wager.together]
    if not rows:
        return None
    return Table.of(
        "Wagers that are made together",
        [
            Column("Wager", 60, value=lambda wager: wager.title),
            number("Put down,<br/>units", lambda wager: wager.stake, MOMENT, 30),
            number("Brings,<br/>units", lambda wager: wager.net, GAIN, 30),
            Column("Brings, exactly", 52, FRACTION, lambda wager: (wager.exact or {})["net"]),
        ],
        rows,
        "On average a round; together they are the figures of the first wager.",
    )


# Odds ---------------------------------------------------------------------------------------------


def results_table(certification: BankedCertification) -> Table:
    """Return how often every first wager wins, is returned and loses."""

    def against(wager: BankedWager) -> str:
        won = Fraction((wager.exact or {}).get("hit_frequency", wager.hit_frequency))
        return f"{float((1 - won) / won):.4g} to 1" if won else "never"

    return Table.of(
        "How often every wager wins, comes back and loses",
        [
            Column("Wager", 48, value=title_of),
            number("Wins, %", lambda wager: wager.hit_frequency, RATE, 26),
            number("Comes back, %", lambda wager: wager.push_frequency, RATE, 26),
            number("Loses, %", lambda wager: wager.loss_frequency, RATE, 26),
            Column("True odds against<br/>a win", 32, "number", against),
        ],
        [wager for _, wager in certification.first_wagers()],
        "A round wins if more comes back than was put down on the wager and those that follow it.",
    )


def lines_table(certification: BankedCertification) -> Table | None:
    """Return the true odds of every row of every wager's paytable; None if no wager has one."""
    rows: list[Band | tuple[BankedLine, float | None]] = []
    for wager in certification.known.values():
        if not wager.lines:
            continue
        brought = [_contribution(line) for line in wager.lines]
        paid = sum(brought, Fraction(0))
        together = f": all rows together pay {RATE(float(paid))} % of the initial wager a round"
        rows.append(Band(plain(f"{title_of(wager)}{together if paid else ''}")))
        rows += [
            (line, float(part / paid) if paid else None)
            for line, part in zip(wager.lines, brought, strict=True)
        ]
    if not rows:
        return None
    return Table.of(
        "Pay lines and their true odds",
        [
            Column("Outcome", 44, value=lambda row: row[0].outcome),
            Column("Pays", 17, "number", lambda row: odds_text(Fraction(row[0].pays))),
            number("One in", lambda row: row[0].one_in, ONE_IN, 24),
            number("Probability, %", lambda row: row[0].probability, CHANCE, 25),
            Column("Exactly", 42, FRACTION, lambda row: (row[0].exact or {})["probability"]),
            number("Share of what<br/>is paid, %", lambda row: row[1], PART, 24),
        ],
        rows,
        breakable=True,
    )


def _contribution(line: BankedLine) -> Fraction:
    """Return what a row pays on average a round, in initial wagers."""
    return Fraction((line.exact or {}).get("contribution", "0"))


# Distribution -------------------------------------------------------------------------------------


def outcome_tables(certification: BankedCertification) -> Iterator[Table | Figure]:
    """Yield every outcome of a round of each first wager, and of all of them, with charts."""
    wagers = [wager for _, wager in certification.first_wagers()]
    groups = [(title_of(wager), wager.outcomes) for wager in wagers]
    if certification.together is not None:
        groups.append(("All wagers together", certification.together.outcomes))
    rows: list[Band | BankedOutcome] = []
    note = "Amounts in units."
    for title, outcomes in groups:
        shown, which = _most_frequent(outcomes), ""
        if len(shown) < len(outcomes):
            which = (
                f": the {len(shown)} most frequent of {COUNT(len(outcomes))} outcomes, with the"
                " least and the greatest"
            )
            note = "Amounts in units. The results file has all outcomes."
        rows += [Band(plain(f"{title}{which}")), *shown]
    columns = [
        Column("Gain", 20, "number", lambda outcome: shortest(outcome.net)),
        Column("Put down", 20, "number", lambda outcome: shortest(outcome.staked)),
        number("Probability, %", lambda outcome: outcome.probability, CHANCE, 28),
        number("One in", lambda outcome: 1.0 / outcome.probability, ONE_IN, 30),
        Column("Exactly", 74, FRACTION, lambda each: (each.exact or {}).get("probability", "")),
    ]
    if all(outcome.staked is None for _, outcomes in groups for outcome in outcomes):
        # Of blackjack outcomes are told by what they bring alone, and are no fractions.
        columns = [columns[0], *columns[2:4]]
    yield Table.of("What a round brings", columns, rows, note, breakable=True)
    for wager in wagers:
        if chart := _outcomes_chart(title_of(wager), wager):
            yield chart


def _most_frequent(outcomes: Sequence[BankedOutcome]) -> list[BankedOutcome]:
    """Return all outcomes, or of very many the most frequent, the least and the greatest."""
    if len(outcomes) <= MOST_OUTCOMES:
        return list(outcomes)
    ordered = sorted(outcomes, key=lambda outcome: -outcome.probability)
    often = {id(outcome) for outcome in ordered[: MOST_OUTCOMES - 2]}
    ends = {id(outcomes[0]), id(outcomes[-1])}
    return [outcome for outcome in outcomes if id(outcome) in often | ends]


def _outcomes_chart(title: str, wager: BankedWager) -> Figure | None:
    """Return the probabilities by net result on a logarithmic axis; None if they are too many."""
    chances: dict[float, float] = {}
    for outcome in wager.outcomes:
        chances[outcome.net] = chances.get(outcome.net, 0.0) + outcome.probability
    if not FEWEST_COLUMNS <= len(chances) <= MOST_COLUMNS:
        return None
    values = sorted(chances)
    chart = ColumnChart(
        [f"{value:g}".replace("-", MINUS) for value in values],
        [bars("probability", [chances[value] for value in values], CHANCE)],
        "% of rounds",
        is_logarithmic=True,
    )
    return Figure.of(f"{title}: probability of every net result, in units", chart)


def moments(certification: BankedCertification) -> Table:
    """Return the deviation, and the extremes, of every first wager."""

    def least(wager: BankedWager) -> BankedOutcome:
        return wager.outcomes[0]

    def most(wager: BankedWager) -> BankedOutcome:
        return wager.outcomes[-1]

    return Table.of(
        "Deviation and extremes of a round",
        [
            Column("Wager", 44, value=title_of),
            number("SD,<br/>wagers", lambda wager: wager.sd, MOMENT, 22),
            number("Volatility<br/>index, 90 %", lambda wager: VOLATILITY * wager.sd, MOMENT, 24),
            Column("Least<br/>gain", 16, "number", lambda wager: shortest(least(wager).net)),
            number("… one in", lambda wager: 1.0 / least(wager).probability, ONE_IN, 22),
            Column("Greatest<br/>gain", 18, "number", lambda wager: shortest(most(wager).net)),
            number("… one in", lambda wager: 1.0 / most(wager).probability, ONE_IN, 30),
        ],
        [wager for _, wager in certification.first_wagers() if wager.sd and wager.outcomes],
        "SD and index in initial wagers, gains in units.",
    )


def sessions_tables(certification: BankedCertification) -> Iterator[Table | Figure]:
    """Yield the bands of the return by number of rounds, the chances of ruin, and a chart."""
    shown = [rounds for rounds in certification.rounds if rounds.sessions]
    if shown:
        rows: list[Band | SessionResult] = []
        for rounds in shown:
            rows += [Band(plain(rounds.title)), *rounds.sessions]
        yield Table.of(
            "Return over many rounds",
            [
                Column("Rounds", 22, "number", lambda each: COUNT(each.rounds)),
                *(
                    number(f"{side} {sure} %", _band_end(place, end), BAND, 24)
                    for place, sure in enumerate((95, 99))
                    for side, end in (("From,", "low"), ("to,", "high"))
                ),
                number("Ahead, %", lambda each: each.p_ahead, RATE, 24),
            ],
            rows,
            "Return in percent of the initial wager. It lies below the band, and above it, each"
            " with at most half of what the confidence leaves. Exact, rounds being independent.",
        )
    ruined = [rounds for rounds in certification.rounds if rounds.ruin]
    if ruined:
        yield _ruin(ruined)
    if shown:
        yield Figure.of(
            "Bands of the return by number of rounds",
            RowChart(
                [
                    RowGroup(
                        rounds.title,
                        [bracket(each) for each in rounds.sessions],
                        100.0 * rounds.on_initial.expected,
                    )
                    for rounds in shown
                ],
                "return, % of the initial wager",
                "the expected return",
            ),
            note="Thin: 99 %; thick: 95 % of all sessions of so many rounds, exact. Broken line:"
            " the expected return.",
        )


def _band_end(place: int, end: str) -> Value:
    return lambda each: getattr(each.bands[place], end)


def _ruin(ruined: Sequence[WagerRounds]) -> Table:
    banks = list(dict.fromkeys(each.bankroll for rounds in ruined for each in rounds.ruin))
    rows: list[tuple[str, int, dict[int, RuinResult]]] = []
    for rounds in ruined:
        for played in dict.fromkeys(each.rounds for each in rounds.ruin):
            own = {each.bankroll: each for each in rounds.ruin if each.rounds == played}
            rows.append((rounds.title, played, own))

    def chance(bank: int) -> Value:
        return lambda row: row[2][bank].probability if bank in row[2] else None

    return Table.of(
        "Chance to lose a bankroll, %",
        [
            Column("Wager", 52, value=lambda row: row[0]),
            Column("Within rounds", 28, "number", lambda row: COUNT(row[1])),
            *(number(f"{bank} wagers", chance(bank), BAND, 24) for bank in banks),
        ],
        rows,
        "Lost: less than an initial wager is left. Amounts for wagers that follow are taken to be"
        " at hand.",
    )
