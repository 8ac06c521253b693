"""How the exact figures of a game against the house are shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from certify.cards.picks import picked_places
from certify.numerics.odds import odds_text
from certify.present.charts import ColumnChart, bars
from certify.present.document import Band, Column, Element, Figure, Table, Text, number
from certify.present.facts import identification, shoe_text
from certify.present.grids import Grid, GridCell, GridPart, KeyEntry
from certify.present.markup import MINUS, after_answers, counted, in_a_row, plain, said
from certify.present.palette import PAPER, SHADES
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
    BankedChart,
    BankedDecision,
    BankedHandResult,
    BankedLine,
    BankedOption,
    BankedOutcome,
    BankedResult,
    BankedSituation,
    BankedStrategyResult,
    BankedWager,
    Fractions,
)
from certify.studies.banked.words import chart_in_words, hand_in_words, play_in_words

BEST = "optimal"
BASIC = "basic"
AMOUNT = Quantity(4)
"""An amount among many on one screen, in units."""
ONE_IN = Quantity(2, thousands=True)
"""Rounds for each one that comes to a row of a paytable."""
BROUGHT = Quantity(4, 100, signed=True)
"""What a wager brings by one of its rows, in percent."""
MOST_LISTED = 12
"""Rows of a list that are shown where not everything is asked for."""
MOST_CHARTED = 40
"""Different results of a round that a chart shows."""

WAGERS_NOTE = (
    "House edge and return in percent of the first wager, element of risk of everything put down"
    " with it, wins of the rounds; SD is that of a round's gain, in units of the first wager. With"
    " a first wager go those that follow it."
)
NOT_MADE_NOTE = " A star stands by a wager that is not made"
UNDER_NOTE = ", which is told as the play for those that are made leaves it"
PARTS_NOTE = (
    "What is put on each and what it brings, a round, in units; together they are the figures of"
    " the first wager."
)
PLACES_NOTE = "Picked cards are numbered in the order of the pack, the lowest in the hand first."
LINES_NOTE = (
    "How many rounds there are for each one that comes to a row, and what the wager brings by it a"
    " round, in percent of the first wager."
)
COST = Quantity(8)
"""What an error costs, in units."""
HANDS_NOTE = "Above the diagonal hands of one suit, below it of two, on it pairs."
SUITS = ("", " of one suit", " of two suits")
"""On the diagonal, above it and below."""
HAND_NOTE = (
    "What all wagers made bring, in units, what was put down before included, with the best play"
    " afterwards. Exact, rounded; --json has the fractions."
)
CLOSEST_NOTE = (
    "Where the second best answer costs least, in units each time. Suits stand for any that differ"
    " in the same way. A file, -o FILE.csv or .parquet, has all situations."
)
RULES_NOTE = (
    "What following a rule costs, in percent of a unit a round: 0 where it is the best play in all"
    " situations, which were compared one by one."
)
HEADLINE_NOTE = (
    "Exact figures, rounded. `certify rtp {game} --all` prints all outcomes and pay lines, digits"
    " and hashes; --exact the fractions; --json everything."
)


def banked_view(found: BankedResult, game: str, *, everything: bool = False) -> Iterator[Element]:
    """Yield the headline of a game, or everything; `game` as it was named."""
    made = ", ".join(found.wagers[name].title for name in found.wagers_made if name in found.wagers)
    yield from identification(
        found,
        ("Wagers made", made),
        ("Play", _play(found)),
        *([("Shoe", shoe_text(found.shoe))] if found.by_upcard and found.shoe else []),
        *found.split_play.facts,
        strategy_sha256=found.strategy_sha256,
        with_hashes=everything,
    )
    yield from banked_tables(found, everything=everything)
    if everything:
        yield Text(plain(f"Method: {found.method}."))
    else:
        yield Text(HEADLINE_NOTE.format(game=plain(game)))


def banked_tables(found: BankedResult, *, everything: bool = True) -> Iterator[Table | Text]:
    """Yield what is shown of the figures of a game, but what identifies them."""
    found = play_in_words(found)
    yield wagers_table(
        found.wagers.values(), RATE if everything else BAND, is_played=bool(found.decisions)
    )
    yield from _parts(found)
    yield from _pay_lines(found, everything=everything)
    if found.decisions:
        yield decisions_table(found)
        yield from rules_tables(found)
    if found.by_upcard:
        yield upcards_table(found)
    yield _outcomes(found, everything=everything)
    if found.exact is not None:
        yield from _fractions(found, everything=everything)


def upcards_table(found: BankedResult) -> Table:
    """Return the expectation of the main wager of blackjack by the dealer's upcard."""
    return Table.of(
        "Expectation by the dealer's upcard",
        [
            Column("Upcard", 1.0, value=lambda upcard: upcard.upcard),
            number("Probability, %", lambda upcard: upcard.probability, RATE),
            number("Expectation, %", lambda upcard: upcard.ev, Quantity(6, 100, signed=True)),
        ],
        found.by_upcard,
        "In percent of the main wager. T is a ten or a court card; a dealer blackjack is included.",
    )


def banked_strategy_view(found: BankedStrategyResult) -> Iterator[Element]:
    """Yield the best play of a game: what is decided, in words, and where it is close."""
    yield from identification(
        found,
        ("Wagers made", said(", ".join(found.wagers_made))),
        ("Situations", COUNT(found.situations)),
        with_hashes=False,
    )
    if not found.decisions:
        yield Text("Nothing is decided: there is no play to choose.")
    yield from banked_strategy_tables(found)
    yield from strategy_figures(found)


def strategy_figures(found: BankedStrategyResult) -> Iterator[Figure]:
    """Yield the charts of a strategy."""
    return starting_hand_figures(map(chart_in_words, found.charts))


def starting_hand_figures(charts: Iterable[BankedChart]) -> Iterator[Figure]:
    """Yield charts of starting hands."""
    for chart in charts:
        used = {cell for row in chart.rows for cell in row}
        # The answer that is there first has the colour of the paper.
        fills = dict(zip(chart.codes, (PAPER, *SHADES), strict=False))
        rows = [
            (
                rank,
                [
                    GridCell(
                        cell,
                        fill=fills.get(cell),
                        is_faint=cell not in fills,
                        told=f"{rank} {chart.ranks[place]}{SUITS[(place > line) - (place < line)]}:"
                        f" {chart.codes.get(cell, cell)}",
                    )
                    for place, cell in enumerate(row)
                ],
            )
            for line, (rank, row) in enumerate(zip(chart.ranks, chart.rows, strict=True))
        ]
        yield Figure.of(
            f"{after_answers(chart.decision, chart.before)}: two cards of {chart.zone}",
            Grid(
                ((GridPart("Ranks", chart.ranks, rows),),),
                tuple(
                    KeyEntry(code, option, fills.get(code, PAPER))
                    for code, option in chart.codes.items()
                    if code in used
                ),
            ),
            note=HANDS_NOTE,
        )


def banked_strategy_tables(found: BankedStrategyResult) -> Iterator[Table]:
    """Yield the tables of the best play of a game."""
    found = play_in_words(found)
    if found.decisions:
        yield decisions_table(found)
    yield from rules_tables(found)
    if found.closest:
        yield closest_table(found.closest)


def closest_table(closest: Sequence[BankedSituation]) -> Table:
    """Return the situations in which an error costs least."""
    return Table.of(
        "The closest decisions",
        [
            Column("Cards", 3.0, value=cards_of),
            Column("Best", value=lambda close: close.best),
            number("1 in", lambda close: 1.0 / close.frequency, ONE_IN),
            number("An error costs", lambda close: close.cost, COST),
        ],
        closest,
        CLOSEST_NOTE,
    )


def banked_hand_view(found: BankedHandResult) -> Iterator[Element]:
    """Yield what identifies a situation, and what is shown of it."""
    found = hand_in_words(found)
    yield from identification(
        found,
        ("Wagers made", ", ".join(found.wagers_made)),
        ("Seen", "; ".join(f"{zone} {cards}" for zone, cards in found.cards.items())),
        *([("Before", in_a_row(found.before))] if found.before else []),
        (
            "Comes about",
            f"once in {ONE_IN(1.0 / found.frequency)} rounds"
            + (", if the answers before are these" if found.before else ""),
        ),
        with_hashes=False,
    )
    yield from banked_hand_tables(found)


def banked_hand_tables(found: BankedHandResult) -> Iterator[Table]:
    """Yield what is shown of a situation, but what identifies it."""
    found = hand_in_words(found)
    yield Table.of(
        found.text,
        [
            Column(
                "Answer",
                2.0,
                value=lambda answer: (
                    f"{answer.option} (best)" if answer.option == found.best else answer.option
                ),
            ),
            number("Expectation", lambda answer: answer.ev, Quantity(8, signed=True)),
            number("An error costs", lambda answer: answer.cost, COST),
        ],
        found.answers,
        HAND_NOTE,
    )


def cards_of(close: BankedSituation) -> str:
    """Return the cards of a situation, zone by zone, and the decisions before it."""
    shown = "; ".join(f"{zone} {cards}" for zone, cards in close.cards.items())
    return f"{shown} ({in_a_row(close.before.split('; '))})" if close.before else shown


def _play(found: BankedResult) -> str:
    if found.strategy_sha256 is not None and found.by_upcard:
        return f"the total-dependent strategy {found.policy}"
    if found.strategy_sha256 is not None:
        return f"as {found.policy} says, and the best where it says nothing"
    if found.policy == BASIC:
        return "the total-dependent strategy that the tool derives"
    if found.policy == BEST:
        is_decided = bool(found.decisions or found.by_upcard)
        return "the best for the wagers made" if is_decided else "nothing is decided"
    return f"the policy {found.policy}"


def wagers_table(
    wagers: Iterable[BankedWager], percent: Quantity, *, is_played: bool = True
) -> Table:
    """Return the figures of first wagers; `is_played`: whether anything is decided."""
    shown = [wager for wager in wagers if wager.rtp is not None]
    note = WAGERS_NOTE
    if not all(wager.made for wager in shown):
        note += f"{NOT_MADE_NOTE}{UNDER_NOTE if is_played else ''}."
    return Table.of(
        "Wagers",
        [
            Column("Wager", 2.0, value=_title),
            number("House edge, %", lambda wager: wager.house_edge, percent),
            number("Return, %", lambda wager: wager.rtp, percent),
            number("Element of risk, %", lambda wager: wager.element_of_risk, percent),
            number("SD", lambda wager: wager.sd, AMOUNT),
            number("Wins, %", lambda wager: wager.hit_frequency, QUOTED),
        ],
        shown,
        note,
    )


def _title(wager: BankedWager) -> str:
    return wager.title if wager.made else f"{wager.title} *"


def _parts(found: BankedResult) -> Iterator[Table]:
    """Yield what the wagers that are told together come to one by one."""
    rows: list[Band | BankedWager] = []
    for wager in found.wagers.values():
        if len(wager.together) > 1:
            rows += [Band(plain(f"{wager.title}, with what follows it"))]
            rows += [found.wagers[name] for name in wager.together]
    if rows:
        yield Table.of(
            "Wagers that are made together",
            [
                Column("Wager", 2.0, value=lambda wager: wager.title),
                number("Put down", lambda wager: wager.stake, MOMENT),
                number("Brings", lambda wager: wager.net, Quantity(6, signed=True)),
            ],
            rows,
            PARTS_NOTE,
        )


def _pay_lines(found: BankedResult, *, everything: bool) -> Iterator[Table]:
    """Yield the rows of all paytables with their true odds."""
    rows: list[Band | BankedLine] = []
    for wager in found.wagers.values():
        if wager.lines:
            shown = wager.lines if everything else wager.lines[:MOST_LISTED]
            left = len(wager.lines) - len(shown)
            more = f", the first {MOST_LISTED} of {len(wager.lines)} rows" if left else ""
            rows += [Band(plain(f"{_title(wager)}{more}")), *shown]
    if rows:
        yield Table.of(
            "Pay lines and their true odds",
            [
                Column("Outcome", 2.0, value=lambda line: line.outcome),
                Column("Pays", 1.0, "number", lambda line: odds_text(Fraction(line.pays))),
                number("1 in", lambda line: line.one_in, ONE_IN),
                number("Probability, %", lambda line: line.probability, CHANCE),
                number("Brings, %", lambda line: line.contribution, BROUGHT),
            ],
            rows,
            LINES_NOTE,
        )


def decisions_table(found: BankedResult | BankedStrategyResult) -> Table:
    """Return how often each decision comes up, if it does, and how it is answered."""
    rows: list[Band | tuple[BankedDecision, BankedOption]] = []
    for decision in found.decisions:
        if not decision.frequency:
            continue
        situations = counted(decision.situations, "situation")
        asked = after_answers(decision.decision, decision.before)
        rows += [Band(plain(f"{decision.text} ({asked}; {situations})"))]
        rows += [(decision, option) for option in decision.options]
    by_place = any(
        picked_places(option.option) for each in found.decisions for option in each.options
    )
    return Table.of(
        "What is decided",
        [
            Column("Answer", 2.0, value=lambda row: row[1].option),
            number("% of rounds", lambda row: row[1].frequency, BAND),
            number("% of these", _share, BAND),
        ],
        rows,
        note=PLACES_NOTE if by_place else "",
    )


def rules_tables(found: BankedResult | BankedStrategyResult) -> Iterator[Table]:
    """Yield the best play in words, and what it costs to follow them."""
    rows = [
        (
            after_answers(decision.decision, decision.before),
            line,
            decision.rule_cost if place == 0 else None,
        )
        for decision in found.decisions
        for place, line in enumerate(decision.rule)
    ]
    if rows:
        several = len({after for after, _, _ in rows}) > 1
        yield Table.of(
            "The best play in words",
            [
                *([Column("Decision", 2.0, value=lambda row: row[0])] if several else []),
                Column("Rule", 5.0, value=lambda row: row[1]),
                Column("Costs, %", 1.0, "number", _cost),
            ],
            rows,
            RULES_NOTE,
        )


def rule_lines(decision: BankedDecision) -> Iterator[str]:
    """Yield the best play of a decision, line by line, with the answers before it."""
    for line in decision.rule:
        yield rules_in_a_row(decision, [line])


def rules_in_a_row(decision: BankedDecision, rules: Sequence[str]) -> str:
    """Return some rules of a decision in one sentence, with the answers before it."""
    after = f" (after {in_a_row(decision.before, ', ')})" if decision.before else ""
    told = "; ".join(rules)
    return f"{decision.text}{after} {told[:1].upper()}{told[1:]}.".replace("_", " ")


def _cost(row: tuple[str, str, float | None]) -> str:
    return "" if row[2] is None else RATE(row[2])


def _share(row: tuple[BankedDecision, BankedOption]) -> float | None:
    decision, option = row
    return option.frequency / decision.frequency if decision.frequency else None


def _outcomes(found: BankedResult, *, everything: bool) -> Table:
    rows: Sequence[BankedOutcome] = found.outcomes
    shown = (
        f"Won {QUOTED(found.hit_frequency)} %, even {QUOTED(found.push_frequency)} %, lost"
        f" {QUOTED(found.loss_frequency)} % of the rounds. Mean {MOMENT(found.ev)}, SD"
        f" {MOMENT(found.sd)}, skewness {MOMENT(found.skewness)}; put down"
        f" {MOMENT(found.average_wagered)} on average. All amounts in units."
    )
    if len(rows) > MOST_LISTED and not everything:
        often = sorted(rows, key=lambda outcome: -outcome.probability)[:MOST_LISTED]
        rows = [outcome for outcome in rows if outcome in often]
        shown += f" These are the {MOST_LISTED} most frequent of {len(found.outcomes)} outcomes."
    return Table.of(
        "What a round brings, with the wagers made",
        [
            Column("Gain", 1.0, "number", lambda outcome: shortest(outcome.net)),
            *(
                [Column("Put down", 1.0, "number", lambda outcome: shortest(outcome.staked))]
                if all(outcome.staked is not None for outcome in rows)
                else []
            ),
            number("Probability, %", lambda outcome: outcome.probability, CHANCE),
            number("1 in", lambda outcome: 1.0 / outcome.probability, ONE_IN),
        ],
        rows,
        shown,
    )


# Fractions ----------------------------------------------------------------------------------------

QUOTED_FRACTIONS = ("house_edge", "element_of_risk", "average_wagered", "variance", "hit_frequency")
"""Figures of a wager that are shown as fractions where not everything is asked for."""


def outcomes_chart(found: BankedResult) -> Figure | None:
    """Return the chart of the probability of what a round brings; None if that is too much."""
    chances: dict[float, float] = {}
    for outcome in found.outcomes:
        chances[outcome.net] = chances.get(outcome.net, 0.0) + outcome.probability
    if len(chances) > MOST_CHARTED:
        return None
    nets = sorted(chances)
    chart = ColumnChart(
        [shortest(value).replace("-", MINUS) for value in nets],
        [bars("All rounds", [chances[value] or None for value in nets], CHANCE)],
        "% of rounds, logarithmic; by what a round brings in units",
        height=190.0,
        is_logarithmic=True,
    )
    return Figure.of("Probability of what a round brings, with the wagers made", chart)


def _fractions(found: BankedResult, *, everything: bool) -> Iterator[Text]:
    """Yield figures as fractions in lowest terms, line by line."""
    for wager in found.wagers.values():
        names = wager.exact if everything or wager.rtp is None else QUOTED_FRACTIONS
        lines = [f"{wager.title}, as fractions", *_written(wager.exact, names or ())]
        for line in wager.lines:
            lines += [f"  {line.outcome}", *_written(line.exact, ("probability",), "    ")]
        yield Text(_markup(lines), "code")
    lines = [
        "A round with the wagers made, as fractions",
        *_written(found.exact, found.exact or ()),
    ]
    told = [outcome.exact for outcome in found.outcomes if everything and outcome.exact]
    for exact in told:
        lines += [f"  {exact['net']} of {exact['staked']}: {exact['probability']}"]
    yield Text(_markup(lines), "code")


def _markup(lines: Sequence[str]) -> str:
    """Return lines as markup, each as it stands."""
    return "\n".join(line[: len(line) - len(line.lstrip())] + plain(line) for line in lines)


def _written(exact: Fractions | None, names: Iterable[str], margin: str = "  ") -> Iterator[str]:
    for name in names:
        if exact and name in exact:
            yield f"{margin}{name.replace('_', ' ')}: {exact[name]}"
