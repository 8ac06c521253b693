"""How the content of a report of any game against the house is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum
from statistics import NormalDist
from typing import Any

from certify.language.parameters import odds_text
from certify.present.charts import BarChart, ColumnChart, RowChart, RowGroup, bars
from certify.present.document import Band, Column, ColumnKind, Figure, Table, number
from certify.present.markup import HELD, MINUS, mono, plain
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
    BankedSituation,
    BankedWager,
)
from certify.studies.banked.view import ONE_IN, cards_of
from certify.studies.certification.banked_result import (
    BankedCertification,
    BankedRuling,
    ParameterEffects,
    PayoutEffect,
    PolicyFigures,
    PolicyWager,
    SettingEffects,
    WagerEffect,
    WagerRounds,
)
from certify.studies.certification.sheet_result import PlayerSheet, SheetSession, SheetWager
from certify.studies.returns.distribution_result import RuinResult, SessionResult
from certify.studies.returns.distribution_view import bracket

EDGE = Quantity(6, 100)
"""A house edge, return or element of risk in percent; all digits are sure."""
CHANGE = Quantity(6, 100, signed=True)
"""A change of a house edge, in percentage points."""
PART = Quantity(2, 100)
"""A part of a whole, in percent."""
GAIN = Quantity(6, signed=True)
COST = Quantity(6)
FEWEST_BARS = 2
"""Policies that cost something from which a chart compares them."""
MOST_OUTCOMES = 40
"""Outcomes of a wager up to which all are printed; of more the most frequent are."""
FEWEST_COLUMNS, MOST_COLUMNS = 5, 24
"""Columns from and up to which a chart of outcomes tells more than its table."""
MOST_ALIKE = 40
"""Kinds of situations up to which all are printed."""
MOST_NAMED = 6
"""Situations of a kind that are named; more are counted."""
STAKE = 100
SHOWN = Quantity(1)
SHOWN_AMOUNT = Quantity(1, signed=True)
SHOWN_RATE = Quantity(1, 100)
WHOLE = Quantity(0, 100)

SUMMARY_NOTE = (
    "House edge and return: of the initial wager. Element of risk and return on action: of all that"
    " is put down, with the wagers that follow. SD: of a round’s gain, in initial wagers."
)
Value = Callable[[Any], Any]

STAR = " A star: not made in usual play"
UNDER = "; its figures are under the play for the usual wagers"
FRACTION: ColumnKind = "mono"


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
            Column("Wager", 40, value=title_of),
            number("House<br/>edge, %", lambda wager: wager.house_edge, BAND, 20),
            number("Element<br/>of risk, %", lambda wager: wager.element_of_risk, BAND, 20),
            number("Return, %", lambda wager: wager.rtp, BAND, 20),
            number("Return on<br/>action, %", lambda wager: wager.rtp_on_action, BAND, 20),
            number("Put down,<br/>wagers", lambda wager: wager.average_wagered, BAND_UNITS, 20),
            number("SD", lambda wager: wager.sd, BAND_UNITS, 17),
            number("Wins, %", lambda wager: wager.hit_frequency, QUOTED, 17),
        ],
        wagers,
        note,
    )


BAND_UNITS = Quantity(4)
"""An amount in wagers on the first page."""


# Every wager in detail ----------------------------------------------------------------------------


def denominators(certification: BankedCertification) -> Table:
    """Return the expected loss of every first wager on each of its denominators, as fractions."""
    rows: list[Band | tuple[str, str, str | None, float | None]] = []
    for _, wager in certification.first_wagers():
        rows.append(Band(plain(title_of(wager))))
        exact = wager.exact or {}
        rows += [
            (text, unit, exact.get(name), getattr(wager, name))
            for text, unit, name in (
                ("House edge", "% of the initial wager", "house_edge"),
                ("Return to player", "% of the initial wager", "rtp"),
                ("Element of risk", "% of all put down", "element_of_risk"),
                ("Return on action", "% of all put down", "rtp_on_action"),
            )
        ]
    return Table.of(
        "Expected loss and return of every wager",
        [
            Column("Figure", 34, value=lambda row: row[0]),
            Column("Unit", 40, value=lambda row: row[1]),
            number("Value", lambda row: row[3], EDGE, 26),
            Column("Exactly", 72, FRACTION, lambda row: row[2] or ""),
        ],
        rows,
        "Fractions in lowest terms; the values are rounded from them. The results file has all"
        " others.",
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
        won = Fraction((wager.exact or {})["hit_frequency"])
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


def lines_tables(certification: BankedCertification) -> Iterator[Table]:
    """Yield the true odds of every row of every wager's paytable."""
    for wager in certification.known.values():
        if not wager.lines:
            continue
        paid = sum(Fraction((line.exact or {}).get("contribution", "0")) for line in wager.lines)

        def share(line: BankedLine, paid: Fraction = Fraction(paid)) -> float | None:
            brought = Fraction((line.exact or {}).get("contribution", "0"))
            return float(brought / paid) if paid else None

        yield Table.of(
            f"{title_of(wager)}: pay lines and their true odds",
            [
                Column("Outcome", 44, value=lambda line: line.outcome),
                Column("Pays", 17, "number", lambda line: odds_text(Fraction(line.pays))),
                number("One in", lambda line: line.one_in, ONE_IN, 24),
                number("Probability, %", lambda line: line.probability, CHANCE, 25),
                Column("Exactly", 42, FRACTION, lambda line: (line.exact or {})["probability"]),
                number("Share of what<br/>is paid, %", share, PART, 24),
            ],
            wager.lines,
            f"All rows together pay {RATE(float(paid))} % of the initial wager a round."
            if paid
            else "",
        )


# Distribution -------------------------------------------------------------------------------------


def outcome_tables(certification: BankedCertification) -> Iterator[Table | Figure]:
    """Yield every outcome of a round of each first wager, with a chart of it."""
    for _, wager in certification.first_wagers():
        yield _outcomes(title_of(wager), wager.outcomes)
        if chart := _outcomes_chart(title_of(wager), wager):
            yield chart
    if certification.together is not None:
        yield _outcomes("All wagers together", certification.together.outcomes)


def _outcomes(title: str, outcomes: Sequence[BankedOutcome]) -> Table:
    shown, note = list(outcomes), "Amounts in units."
    if len(outcomes) > MOST_OUTCOMES:
        ordered = sorted(outcomes, key=lambda outcome: -outcome.probability)
        often = {id(outcome) for outcome in ordered[: MOST_OUTCOMES - 2]}
        ends = {id(outcomes[0]), id(outcomes[-1])}
        shown = [outcome for outcome in outcomes if id(outcome) in often | ends]
        note += (
            f" The {len(shown)} most frequent of {COUNT(len(outcomes))} outcomes, with the least"
            " and the greatest; the results file has all."
        )
    return Table.of(
        f"{title}: what a round brings",
        [
            Column("Gain", 20, "number", lambda outcome: shortest(outcome.net)),
            Column("Put down", 20, "number", lambda outcome: shortest(outcome.staked)),
            number("Probability, %", lambda outcome: outcome.probability, CHANCE, 28),
            number("One in", lambda outcome: 1.0 / outcome.probability, ONE_IN, 30),
            Column("Exactly", 74, FRACTION, lambda each: (each.exact or {})["probability"]),
        ],
        shown,
        note,
    )


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
        [bars("probability", [chances[value] for value in values])],
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


VOLATILITY = NormalDist().inv_cdf(0.95)
"""Standard deviations on either side that hold 90 % of a normal distribution."""


def sessions_tables(certification: BankedCertification) -> Iterator[Table | Figure]:
    """Yield the bands of the return by number of rounds, and the chances of ruin."""
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
    ruined = [rounds for rounds in certification.rounds if rounds.ruin]
    if ruined:
        yield _ruin(ruined)


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


# Strategy -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Alike:
    """Situations of a decision in which every answer is worth the same."""

    situations: tuple[BankedSituation, ...]

    @property
    def cards(self) -> str:
        """The cards of some of them."""
        named = [cards_of(each) for each in self.situations[:MOST_NAMED]]
        more = len(self.situations) - len(named)
        return f"{'; '.join(named)}{f'; and {COUNT(more)} more' if more else ''}"

    @property
    def frequency(self) -> float:
        """In which share of the rounds one of them comes up."""
        return fsum(each.frequency for each in self.situations)


def alike(every: Sequence[BankedSituation]) -> list[Alike]:
    """Return situations by what their answers are worth, those of each decision in its order."""
    kinds: dict[tuple[object, ...], list[BankedSituation]] = {}
    for each in every:
        key = (each.decision, each.before, *sorted(each.worths.items()))
        kinds.setdefault(key, []).append(each)
    return [Alike(tuple(found)) for found in kinds.values()]


def situations_table(every: Sequence[BankedSituation]) -> Table | None:
    """Return what each answer is worth in every kind of situation; None if they are too many."""
    kinds = alike(every)
    if not 0 < len(kinds) <= MOST_ALIKE:
        return None
    options = list(dict.fromkeys(option for each in every for option in each.worths))

    def worth(option: str) -> Value:
        return lambda each: each.situations[0].worths.get(option)

    return Table.of(
        "Every decision",
        [
            Column("Cards", 64, value=lambda each: each.cards),
            Column("Best", 26, value=lambda each: each.situations[0].best),
            number("One in", lambda each: 1.0 / each.frequency, ONE_IN, 24),
            *(number(plain(option), worth(option), GAIN, 26) for option in options),
            number("An error<br/>costs", lambda each: each.situations[0].cost, COST, 24),
        ],
        kinds,
        "What each answer brings from there on, in units. Situations in which all answers are"
        " worth the same stand in one line, a few of them with their cards; suits stand for any"
        " that differ in the same way.",
        breakable=True,
    )


def policies_table(policies: Sequence[PolicyFigures], best: Iterable[BankedWager]) -> Table:
    """Return what simple ways to play come to, beside the best play."""
    rows: list[Band | tuple[str, BankedWager | PolicyWager, float]] = [Band("The best play")]
    rows += [(wager.title, wager, 0.0) for wager in best if wager.rtp is not None]
    for policy in policies:
        rows.append(Band(plain(f"{policy.policy}: {policy.text}")))
        rows += [(each.title, each, each.cost or 0.0) for each in policy.wagers]
    return Table.of(
        "What simple ways to play cost",
        [
            Column("Wager", 54, value=lambda row: row[0]),
            number("House edge, %", lambda row: row[1].house_edge, EDGE, 30),
            number("Element of<br/>risk, %", lambda row: row[1].element_of_risk, EDGE, 28),
            number("Put down,<br/>wagers", lambda row: row[1].average_wagered, MOMENT, 28),
            number("Costs,<br/>points", lambda row: row[2], CHANGE, 28),
        ],
        rows,
        "Exact. What it costs: its house edge less that of the best play, in percentage points of"
        " the initial wager.",
    )


def policies_chart(policies: Sequence[PolicyFigures]) -> Figure | None:
    """Return the chart of what policies cost; None if there are none to compare."""
    if len([policy for policy in policies if policy.cost]) < FEWEST_BARS:
        return None
    chart = BarChart(
        [policy.policy.replace("_", " ") for policy in policies],
        [bars("cost", [policy.cost for policy in policies])],
        "% of a unit a round",
    )
    return Figure.of("What simple ways to play lose against the best", chart)


# Other rules --------------------------------------------------------------------------------------


def alternatives_table(ruling: BankedRuling) -> Table | None:
    """Return what the alternatives of a ruling make of every wager; None if none was worked out."""
    rows: list[Band | tuple[str, WagerEffect]] = []
    for alternative in ruling.alternatives:
        if alternative.settings:
            rows += _effect_rows(alternative.text, alternative.found)
    if not rows:
        return None
    return Table.of(
        "",
        [
            Column("Wager", 60, value=lambda row: row[1].title),
            number("House edge, %", lambda row: row[1].house_edge, EDGE, 36),
            number("Change, points", lambda row: row[1].change, CHANGE, 36),
        ],
        rows,
    )


def _effect_rows(text: str, found: SettingEffects) -> Iterator[Band | tuple[str, WagerEffect]]:
    settings = ", ".join(f"{name} = {value}" for name, value in found.settings)
    told = f"{plain(text)}: {mono(settings, 7.6)}" if text else mono(settings, 7.6)
    if found.effects is None:
        yield Band(f"{told}. {plain(found.reason or '')}")
        return
    rules = f" The best play then: {plain('; '.join(found.rules))}." if found.rules else ""
    if not any(effect.change != 0.0 for effect in found.effects):
        rules += " No figure changes."
    yield Band(f"{told}.{rules}" if rules else told)
    yield from ((text, effect) for effect in found.effects if effect.change != 0.0)


def parameters_tables(effects: Sequence[ParameterEffects]) -> Iterator[Table]:
    """Yield what other values of each parameter make of every wager."""
    for parameter in effects:
        solved = [other for other in parameter.others if other.effects is not None]
        if not solved:
            continue
        names = [effect.title for effect in solved[0].effects or ()]

        yield Table.of(
            f"House edge by {parameter.title.lower()}, %",
            [
                Column(f"{parameter.title}", 34, value=lambda row: row[0]),
                *(
                    number(plain(name), _of_effect(place), EDGE, 30)
                    for place, name in enumerate(names)
                ),
            ],
            [(other.settings[0][1], other.effects) for other in solved],
            f"As certified: {parameter.value}. All other rules stay as they are; the best play is"
            " that for the rules of the line.",
        )


def _of_effect(place: int) -> Value:
    return lambda row: row[1][place].house_edge


SAME_PLAY = (
    " House edges are under the best play for the payout. Same play: the best play stays the best"
    " from the one payout to the other, so that the house edge changes in a straight line."
)


def payouts_table(payouts: Sequence[PayoutEffect], *, is_decided: bool) -> Table:
    """Return what one unit less and more of every payout makes of every wager."""
    rows: list[Band | PayoutEffect] = []
    title = ""
    for effect in payouts:
        if effect.title != title:
            title = effect.title
            rows.append(Band(plain(f"{title}, house edge, %")))
        rows.append(effect)

    def keeps(effect: PayoutEffect) -> str:
        return {True: "yes", False: "no", None: "–"}[effect.keeps]

    return Table.of(
        "House edge if one payout is another",
        [
            Column("Row", 48, value=lambda effect: effect.outcome),
            Column("Pays", 18, "number", lambda effect: effect.pays),
            Column("Less", 16, "number", lambda effect: effect.pays_less or ""),
            number("House<br/>edge, %", lambda effect: effect.less, EDGE, 26),
            Column("More", 16, "number", lambda effect: effect.pays_more or ""),
            number("House<br/>edge, %", lambda effect: effect.more, EDGE, 26),
            number("A unit changes,<br/>points", lambda effect: effect.slope_more, CHANGE, 28),
            *([Column("Same<br/>play", 14, "centre", keeps)] if is_decided else []),
        ],
        rows,
        "Each payout by itself, one unit less and one more. A unit more brings the player so many"
        f" percentage points.{SAME_PLAY if is_decided else ''}",
        breakable=True,
    )


# Live results and the player ----------------------------------------------------------------------


def tolerance_tables(rounds: Sequence[WagerRounds], names: Sequence[str]) -> Iterator[Table]:
    """Yield half the band around the return by volume, and how soon a shift is seen."""
    rows: list[Band | tuple[int, tuple[float, ...]]] = []
    both = [(each, basis) for each in rounds for basis in (each.on_initial, each.on_turnover)]
    both = [(each, basis) for each, basis in both if basis is each.on_initial or _differs(each)]
    for each, basis in both:
        told = f"{each.title}, on {_basis(basis.basis)}"
        shown = f"{RATE(basis.expected)} %, SD of a round {BAND(basis.sd)} %"
        rows.append(Band(plain(f"{told}: {shown}")))
        rows += [(line.rounds, line.half_widths) for line in basis.lines]

    def half(place: int) -> Value:
        return lambda row: row[1][place]

    yield Table.of(
        "Half the band around the certified return, percentage points",
        [
            Column("Rounds N", 36, "number", lambda row: COUNT(row[0])),
            *(
                number(f"± {plain(name)}", half(place), BAND, 34)
                for place, name in enumerate(names)
            ),
        ],
        rows,
        "Normal approximation; the section on the distribution of a round has exact bands.",
    )
    shifts = [detection.shift for detection in rounds[0].on_initial.detections]

    def needed(place: int) -> Value:
        return lambda row: row[1].detections[place].rounds

    yield Table.of(
        "Rounds after which a shift of the return is seen",
        [
            Column("Wager", 60, value=lambda row: f"{row[0].title}, on {_basis(row[1].basis)}"),
            *(
                number(f"{QUOTED(shift)}<br/>points", needed(place), COUNT, 28)
                for place, shift in enumerate(shifts)
            ),
        ],
        both,
        "Test at 5 %, two-sided; the shift is seen with a chance of 90 %.",
    )


def _differs(rounds: WagerRounds) -> bool:
    return rounds.on_initial.expected != rounds.on_turnover.expected


def _basis(basis: str) -> str:
    return "the initial wager" if basis == "initial amount" else basis


def back_table(sheet: PlayerSheet, titles: dict[str, str]) -> Table:
    """Return what comes back of a stake of 100, wager by wager."""

    def back(wager: SheetWager) -> float:
        return wager.rtp * STAKE

    return Table.of(
        "What comes back",
        [
            Column("If you wager", 66, value=lambda wager: titles[wager.wager]),
            Column("You put down<br/>first", 26, "number", lambda _: COUNT(STAKE)),
            number("You get back,<br/>on average", back, SHOWN, 30),
            number("It costs you,<br/>on average", lambda wager: STAKE - back(wager), SHOWN, 30),
        ],
        sheet.wagers,
        "What is put down later, and comes back of it, is counted in. Of a single round you cannot"
        " tell: it may win or lose.",
    )


def afterwards_table(sheet: PlayerSheet, titles: dict[str, str]) -> Table:
    """Return where players stand after some rounds."""
    rows: list[Band | SheetSession] = []
    for wager in sheet.wagers:
        if wager.sessions:
            rows += [Band(plain(titles[wager.wager])), *wager.sessions]
    return Table.of(
        "Where you may stand afterwards",
        [
            Column(
                "After rounds", 30, "number", lambda each: COUNT(each.rounds).replace(",", HELD, 1)
            ),
            number("Of 100 players<br/>are ahead", lambda each: each.p_ahead, WHOLE, 30),
            number("Half of them are<br/>between", lambda each: each.quarter_low, SHOWN_AMOUNT, 30),
            number("and", lambda each: each.quarter_high, SHOWN_AMOUNT, 22),
            number(
                "One in 20 is at this<br/>or below", lambda each: each.unlucky, SHOWN_AMOUNT, 34
            ),
        ],
        rows,
        "Amounts in initial wagers, the same wager every round.",
    )
