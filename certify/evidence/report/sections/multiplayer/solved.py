"""Cut-down versions of the game, solved: value, how it was found, what first play is worth."""

from __future__ import annotations

from certify.evidence.report.charts.fairness_figures import PERCENT, power_text
from certify.evidence.report.charts.fairness_patterns import trace_chart
from certify.present.document import Band, Column, Composer, Row, Table
from certify.present.figures import NONE, count, fixed
from certify.present.markup import plain
from certify.studies.fairness.results.fairness import FairnessResult
from certify.studies.fairness.results.solved import AgainstBest, FirstPlay, SolvedVersion

VALUE_DIGITS = 9
WORTH_DIGITS = 4
SHARE_DIGITS = 4
MOST_HOLDINGS = 12
"""Holdings of which first plays are printed: the likeliest."""
MOST_PLAYS = 6
"""Plays of a holding that are printed: the best."""
MADE = 1e-6
"""Probability from which a play counts as made."""


def solved_section(composer: Composer, result: FairnessResult) -> None:
    """Write every cut-down version that was solved.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    result : FairnessResult
        The study.
    """
    if not result.solved:
        return
    composer.new_page()
    composer.section("Cut-down games solved")
    composer.text(
        "A game that is too large to be solved can be cut down: fewer cards, smaller hands, all "
        "else as certified. What is found here is true of the small game only, but it follows "
        "from its rules alone, without any player of the study. The value is what the first seat "
        "expects to score if all play best."
    )
    for version in result.solved:
        composer.subsection(version.title)
        _write_summary(composer, version)
        if version.outcomes:
            _write_outcomes(composer, version)
        _write_trace(composer, version)
        if version.against_best:
            _write_against(composer, version)
        if version.first_plays:
            _write_first_plays(composer, version)


def _write_summary(composer: Composer, version: SolvedVersion) -> None:
    """Write what was changed, how it was solved, and what came of it."""
    sizes = [
        f"{count(number)} {what}"
        for number, what in (
            (version.nodes, "nodes"),
            (version.information_sets, "information sets"),
            (version.sequences, "sequences"),
        )
        if number
    ]
    changed = "<br/>".join(f"{plain(name)} = {plain(value)}" for name, value in version.edits)
    error = f"error at most {power_text(version.error)}" if version.error else "exact"
    exploited = ""
    if version.exploitability:
        exploited = (
            f"best answers to both strategies gain {power_text(version.exploitability)} together"
        )
    lines = (
        ("Changed", changed),
        ("Method", plain(version.method)),
        ("Size", ", ".join(sizes)),
        ("Value", f"<b>{_signed(version.value, VALUE_DIGITS)}</b> to the first seat, {error}"),
        ("Exploitability", exploited),
        ("Checked by", plain(version.checked_by)),
    )
    composer.add(
        Table(
            [Column("", 30, "bold"), Column("", 138)],
            [line for line in lines if line[1]],
            has_header=False,
        )
    )


def _signed(value: float, digits: int) -> str:
    return fixed(value, digits, signed=True)


def _write_outcomes(composer: Composer, version: SolvedVersion) -> None:
    """Write what happens with best play and open cards."""
    composer.table(
        f"{plain(version.title)}: what happens with best play",
        [Column("Outcome", 100), Column("Deals, %", 40, "number")],
        [
            (plain(outcome), fixed(PERCENT * share, SHARE_DIGITS))
            for outcome, share in version.outcomes
        ],
    )


def _write_trace(composer: Composer, version: SolvedVersion) -> None:
    """Write how exploitability falls."""
    points = [(work, figure) for work, figure in version.trace if work > 0 and figure > 0.0]
    if len(points) < 2:
        return
    composer.figure(
        f"{plain(version.title)}: exploitability as iterations go on",
        trace_chart(points, across="iterations", unit="exploitability, in scores"),
        note=(
            "Measured by best answers to both strategies; both axes are in powers of ten. After "
            f"{count(points[-1][0])} iterations: {power_text(points[-1][1])}. The "
            "value above is by the method that is named there."
        ),
    )


def _write_against(composer: Composer, version: SolvedVersion) -> None:
    """Write how the players of the study fare."""
    has_best = any(each.best_play is not None for each in version.against_best)
    outcomes = list(
        dict.fromkeys(name for each in version.against_best for name, _ in each.outcomes)
    )
    columns = [Column("Player", 44)]
    if has_best:
        columns.append(Column("Score against<br/>best play", 30, "number"))
    columns.append(Column("Score against the<br/>best answer to it", 34, "number"))
    columns += [Column(f"{plain(name)}, %<br/>of deals", 26, "number") for name in outcomes]
    composer.table(
        f"{plain(version.title)}: how players fare",
        columns,
        [_against_row(each, outcomes, has_best=has_best) for each in version.against_best],
        note=(
            ("Best play knows nothing of the player; the " if has_best else "The ")
            + "best answer is made for this very player. Mean scores, in all seats alike."
        ),
    )


def _against_row(each: AgainstBest, outcomes: list[str], *, has_best: bool) -> Row:
    """Return the line of a player."""
    shares = dict(each.outcomes)
    best = [NONE if each.best_play is None else _signed(each.best_play, WORTH_DIGITS)]
    return (
        plain(each.player),
        *(best if has_best else []),
        _signed(each.best_answer, WORTH_DIGITS),
        *(
            fixed(PERCENT * shares[name], SHARE_DIGITS) if name in shares else NONE
            for name in outcomes
        ),
    )


def _write_first_plays(composer: Composer, version: SolvedVersion) -> None:
    """Write what each first play is worth, of the likeliest holdings."""
    plays = sorted(version.first_plays, key=lambda play: -play.chance)
    shown = plays[:MOST_HOLDINGS]
    rows: list[Row] = []
    for play in shown:
        rows.append(
            Band(f"{plain(play.holding)}, held in {fixed(PERCENT * play.chance, 2)} % of deals")
        )
        rows += _play_rows(play)
    more = len(plays) - len(shown)
    cut = any(len(play.plays) > MOST_PLAYS for play in shown)
    composer.table(
        f"{plain(version.title)}: what first play is worth",
        [
            Column("Play", 70),
            Column("Worth, in scores", 36, "number"),
            Column("Less than the best", 36, "number"),
            Column("Made by best play, %", 36, "number"),
        ],
        rows,
        note=(
            "Worth to the player who makes it, all going on with best play."
            + (f" The {MOST_PLAYS} best plays of each holding." if cut else "")
            + (
                f" The {len(shown)} likeliest holdings; {count(more)} more are in the results file."
                if more
                else ""
            )
        ),
        breakable=True,
    )


def _play_rows(play: FirstPlay) -> list[Row]:
    """Return a line for each play of a holding, the best first."""
    listed = sorted(
        zip(play.values, play.plays, play.probabilities, strict=True),
        key=lambda each: (-round(each[0] / MADE), -each[2]),
    )
    best = listed[0][0] if listed else 0.0
    return [
        (
            plain(name),
            _signed(value, WORTH_DIGITS),
            fixed(best - value, WORTH_DIGITS) if best - value > MADE else NONE,
            fixed(PERCENT * probability, 2) if probability > MADE else "never",
        )
        for value, name, probability in listed[:MOST_PLAYS]
    ]
