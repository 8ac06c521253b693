"""How play and other rules are shown in the report of any game against the house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum

from certify.present.charts import BarChart, bars
from certify.present.document import Band, Column, Figure, Table, number
from certify.present.markup import mono, plain, said
from certify.present.quantity import (
    COUNT,
    MOMENT,
    Quantity,
)
from certify.studies.banked.result import (
    BankedSituation,
    BankedWager,
)
from certify.studies.banked.view import ONE_IN, cards_of
from certify.studies.certification.banked_result import (
    BankedRuling,
    ParameterEffects,
    PayoutEffect,
    PolicyFigures,
    PolicyWager,
    SettingEffects,
    WagerEffect,
)
from certify.studies.certification.banked_view import EDGE, GAIN, Value

CHANGE = Quantity(6, 100, signed=True)
"""A change of a house edge, in percentage points."""
COST = Quantity(6)
"""What an error costs, in units."""
FEWEST_BARS = 2
"""Policies that cost something from which a chart compares them."""
MOST_ALIKE = 40
"""Kinds of situations up to which all are printed."""
MOST_TOLD = 4
"""Lines of a best play in words up to which they are printed beside what it comes to."""
MOST_NAMED = 6
"""Situations of a kind that are named; more are counted."""


# Strategy -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Alike:
    """Situations of a decision in which every answer is worth the same."""

    situations: tuple[BankedSituation, ...]

    @property
    def cards(self) -> str:
        """The cards of some of them."""
        # Zones of one by commas, since situations stand apart by semicolons.
        named = [cards_of(each).replace("; ", ", ") for each in self.situations[:MOST_NAMED]]
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
            *(number(plain(said(option)), worth(option), GAIN, 26) for option in options),
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
        [bars("cost", [policy.cost for policy in policies], CHANGE)],
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
    rules = _other_play(found) if found.rules else ""
    if not any(effect.change != 0.0 for effect in found.effects):
        rules += " No figure changes."
    yield Band(f"{told}.{rules}" if rules else told)
    yield from ((text, effect) for effect in found.effects if effect.change != 0.0)


def _other_play(found: SettingEffects) -> str:
    """Return the best play in words; if these are many lines, the command that tells it."""
    if len(found.rules) <= MOST_TOLD:
        return f" The best play then: {plain(said('; '.join(found.rules)))}."
    asked = " ".join(f"--set {name}={value}" for name, value in found.settings)
    told = f"{mono('certify rtp', 7.6)} tells with {mono(asked, 7.6)}"
    return f" The best play is then another, which {told}."


def parameters_tables(effects: Sequence[ParameterEffects]) -> Iterator[Table]:
    """Yield what other values of the parameters make of every wager, a table for equal wagers."""
    found: dict[tuple[str, ...], list[Band | SettingEffects]] = {}
    for parameter in effects:
        solved = [other for other in parameter.others if other.effects is not None]
        if solved:
            names = tuple(effect.title for effect in solved[0].effects or ())
            told = plain(f"{parameter.title}: {parameter.value} as certified")
            found.setdefault(names, []).extend([Band(told), *solved])
    for names, rows in found.items():
        yield Table.of(
            "House edge by other settings, %",
            [
                Column("Setting", 34, value=lambda other: other.settings[0][1]),
                *(
                    number(plain(name), _of_effect(place), EDGE, 30)
                    for place, name in enumerate(names)
                ),
            ],
            rows,
            "All other rules stay as they are; the best play is that for the rules of the line.",
            breakable=True,
        )


def _of_effect(place: int) -> Value:
    return lambda other: other.effects[place].house_edge


SAME_PLAY = (
    " House edges are under the best play for the payout. Same play: the best play stays the best"
    " from the one payout to the other, so that the house edge changes in a straight line."
)


def payouts_table(payouts: Sequence[PayoutEffect], *, is_decided: bool) -> Table:
    """Return what one unit less and more of every payout makes of every wager."""
    rows: list[Band | PayoutEffect] = []
    for title in dict.fromkeys(effect.title for effect in payouts):
        rows.append(Band(plain(f"{title}, house edge, %")))
        rows += [effect for effect in payouts if effect.title == title]

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
