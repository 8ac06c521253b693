"""Skill and chance: where results come from, relative skill, the tests used in law."""

from __future__ import annotations

from collections.abc import Sequence

from certify.evidence.report.charts.fairness_figures import (
    HELD,
    PERCENT,
    bands,
    basis,
    group_title,
    held,
    listed_numbers,
    players_text,
    stacked_cell,
)
from certify.evidence.report.charts.fairness_patterns import StackedBar, stacked_chart
from certify.present.document import Band, Column, Composer, Row
from certify.present.figures import NONE, count, fixed
from certify.present.markup import capitalised, plain
from certify.results import Estimate
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.skill import LegalTest, RelativeSkill, Skill, VarianceShares

SHARE_DIGITS = 1
POINTS_DIGITS = 4
PARTS = ("the deal", "who sits where", "both together", "the rest")


def skill_section(composer: Composer, result: FairnessResult) -> None:
    """Write where results come from, relative skill, and the tests used in law.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    result : FairnessResult
        The study.
    """
    shared = [table for table in result.tables if table.shares]
    skilled = [(table.players, table.skill) for table in result.tables if table.skill]
    if not shared and not skilled:
        return
    composer.new_page()
    composer.section("Skill and chance")
    if shared:
        _write_shares(composer, shared)
    if any(skill.relative for _, skill in skilled):
        _write_relative(composer, [(number, skill) for number, skill in skilled if skill.relative])
    if skilled:
        _write_coin(composer, skilled)
    if any(skill.tests for _, skill in skilled):
        _write_tests(composer, skilled)


def _who(shares: VarianceShares) -> str:
    """Return who plays whom."""
    if shares.player == shares.opponent:
        return f"{shares.player} in all seats"
    return f"{shares.player} against {shares.opponent}"


def _write_shares(composer: Composer, tables: Sequence[TableResult]) -> None:
    """Write where the variance of a result comes from."""
    composer.subsection("Where results come from")
    composer.text(
        "Duplicate deals: the same shuffle is played several times in each seating. The variance "
        "of a seat’s points in a single game then falls into four parts, which add up to all of "
        "it: the deal; who sits where, which is the difference of strength, or of seats if all "
        "play alike; both together, as a deal may suit one player more than another; and the rest, "
        "which is what players do by chance and what is drawn later."
    )
    where = basis([table.players for table in tables])
    composer.figure(
        f"Shares of the variance of a seat’s points{where}",
        stacked_chart(
            [
                (
                    group_title(table, tables),
                    [
                        StackedBar(
                            _who(each),
                            tuple(part.value for part in _parts(each)),
                        )
                        for each in table.shares
                    ],
                )
                for table in tables
            ],
            PARTS,
            unit="% of the variance",
        ),
    )
    rows: list[Row] = []
    for table in tables:
        rows += bands(table, tables)
        rows += [_share_row(each) for each in table.shares]
    composer.table(
        f"Shares of the variance with their intervals{where}",
        [
            Column("Played by", 42),
            Column("The deal, %", 27, "number"),
            Column("Who sits<br/>where, %", 27, "number"),
            Column("Both<br/>together, %", 27, "number"),
            Column("The rest, %", 27, "number"),
            Column("Variance", 17, "number"),
            Column("Deals × seatings<br/>× times", 29, "number"),
        ],
        rows,
        note="Below each share its interval. Variance of a seat’s points in a single game.",
        breakable=len(rows) > 8,
    )


def _parts(shares: VarianceShares) -> tuple[Estimate, ...]:
    """Return the four shares."""
    return (shares.deal, shares.seating, shares.interaction, shares.rest)


def _share_row(shares: VarianceShares) -> Row:
    """Return the line of who plays whom."""
    return (
        plain(_who(shares)),
        stacked_cell(shares.deal, PERCENT, most=SHARE_DIGITS),
        *(
            # A single seating tells nothing of who sits where: that is not a share of zero.
            stacked_cell(part, PERCENT, most=SHARE_DIGITS) if shares.seatings > 1 else NONE
            for part in (shares.seating, shares.interaction)
        ),
        stacked_cell(shares.rest, PERCENT, most=SHARE_DIGITS),
        fixed(shares.variance, 4),
        f"{count(shares.deals)} × {shares.seatings} × {shares.repeats}",
    )


def _write_relative(composer: Composer, skilled: Sequence[tuple[int, Skill]]) -> None:
    """Write relative skill."""
    composer.subsection("Relative skill")
    composer.text(
        "Relative skill by Dreef, Borm and van der Genugten: the learning effect is what the "
        "strongest player gains over a beginner, the random effect what a fictive player who sees "
        "all cards gains over the strongest, all in points against the strongest player on the "
        "same deals. Relative skill is the learning effect over the sum of both: 0 is chance "
        "alone, 1 is skill alone."
    )
    rows: list[Row] = []
    for number, skill in skilled:
        for (strongest, fictive), some in _by_rivals(skill).items():
            told = f"strongest {plain(strongest)}, fictive {plain(fictive)}"
            many = f"{players_text(number)}: " if len(skilled) > 1 else ""
            rows.append(Band(capitalised(f"{many}{told}")))
            rows += [_relative_row(each) for each in some]
    composer.table(
        f"Relative skill{basis([number for number, _ in skilled])}",
        [
            Column("Beginner", 34),
            Column("Beginner’s<br/>points", 30, "number"),
            Column("Strongest’s<br/>points", 30, "number"),
            Column("Fictive player’s<br/>points", 30, "number"),
            Column("Learning<br/>effect", 31, "number"),
            Column("Random<br/>effect", 31, "number"),
            Column("Relative<br/>skill", 30, "number"),
        ],
        rows,
        note=(
            "Below each figure its interval. One of 0 to 1 is all that relative skill can be: "
            "nothing can be said of it, and it counts for neither side in the tests below."
        ),
        breakable=len(rows) > 8,
    )


def _by_rivals(skill: Skill) -> dict[tuple[str, str], list[RelativeSkill]]:
    """Return the figures of each pair of a strongest and a fictive player."""
    grouped: dict[tuple[str, str], list[RelativeSkill]] = {}
    for each in skill.relative:
        grouped.setdefault((each.strongest, each.fictive), []).append(each)
    return grouped


def _relative_row(each: RelativeSkill) -> Row:
    """Return the line of a beginner."""
    figures = (
        each.beginner_points,
        each.strongest_points,
        each.fictive_points,
        each.learning_effect,
        each.random_effect,
        each.relative_skill,
    )
    return (
        plain(each.beginner),
        *(stacked_cell(figure, most=POINTS_DIGITS) for figure in figures[:-1]),
        _relative_cell(each.relative_skill),
    )


def _relative_cell(share: Estimate) -> str:
    """Return relative skill with its interval, or that nothing can be said of it."""
    if share.says_nothing:
        return f"nothing can<br/>be said{HELD}(0{HELD}to{HELD}1)"
    return stacked_cell(share, most=POINTS_DIGITS)


def _write_coin(composer: Composer, skilled: Sequence[tuple[int, Skill]]) -> None:
    """Write the share of results that a coin would have to decide, and the spread of ratings."""
    composer.table(
        "The strongest against the weakest player" + basis([number for number, _ in skilled]),
        [
            Column("Players", 16, "centre"),
            Column("Strongest", 44),
            Column("Weakest", 34),
            Column("Points", 22, "number"),
            Column("Coin’s share<br/>of results, %", 30, "number"),
            Column("Spread of<br/>ratings, Elo", 26, "number"),
        ],
        [
            (
                str(number),
                plain(skill.strongest),
                plain(skill.weakest),
                fixed(skill.strongest_points, POINTS_DIGITS),
                fixed(PERCENT * skill.coin_share, 2),
                fixed(skill.elo_spread, 1),
            )
            for number, skill in skilled
        ],
        note=(
            "Points of the strongest against the weakest player. The coin’s share: as many points "
            "as if a coin decided so many of the results and the better player won all others. "
            "The spread is the standard deviation of the ratings of all players of the ladder."
        ),
    )


def _write_tests(composer: Composer, skilled: Sequence[tuple[int, Skill]]) -> None:
    """Write the tests used in law: what they ask, who asks it, what the figures say."""
    composer.subsection("Tests used in law")
    composer.text(
        "What courts, statutes and scholars ask, answered by the figures of this report as far as "
        "figures can. An answer is what the figures say, not a conclusion in law: “skill” or "
        "“chance” where they say so, “mixed” where they show both, “open” where they do not "
        "decide, or are not what is asked for."
    )
    tests: dict[str, LegalTest] = {}
    for _, skill in skilled:
        for test in skill.tests:
            tests.setdefault(test.id, test)
    composer.table(
        "What each test asks, and where",
        [Column("Test", 34, "bold"), Column("Definition", 62), Column("Source", 72)],
        [(held(test.title), held(test.definition), held(test.source)) for test in tests.values()],
        breakable=True,
    )
    many = len(skilled) > 1
    columns = [Column("Finding", 138), Column("Answer", 18, "bold")]
    columns.insert(0, Column("Players" if many else "Test", 16 if many else 34, "text"))
    rows: list[Row] = []
    for id, test in tests.items():
        if many:
            rows.append(Band(held(test.title)))
        for (finding, answer), numbers in _said(skilled, id).items():
            told = listed_numbers(numbers) if many else held(test.title)
            rows.append((told, held(finding), answer))
    composer.table(
        "What the figures say" + basis([number for number, _ in skilled]),
        columns,
        rows,
        breakable=True,
    )


def _said(skilled: Sequence[tuple[int, Skill]], id: str) -> dict[tuple[str, str], list[int]]:
    """Return findings and answers of a test, and of which numbers of players they are."""
    said: dict[tuple[str, str], list[int]] = {}
    for number, skill in skilled:
        for test in skill.tests:
            if test.id == id:
                said.setdefault((test.finding, test.answer), []).append(number)
    return said
