"""The headline of `certify rtp`: six lines at the digits that people quote."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from certify.cli.bonus_tables import bonus_chances
from certify.cli.display import LABEL_WIDTH, NONE, shoe_text, table
from certify.cli.distribution_tables import HEADS
from certify.cli.messages import paragraphs
from certify.studies.returns.bonus_result import BonusWagerResult
from certify.studies.returns.exposure_result import exposure_lines
from certify.studies.returns.result import ExactResult, RtpResult

NOTE = (
    "In percent of the main wager, the return of the main wager and the payment, the Bonus edges of"
    " the Bonus wager; amounts in main wagers, the payment included; in brackets with insurance and"
    " every Bonus wager, of one main wager each."
)
MISSING = (
    " A dash was not worked out: it was not asked for, or the rules allow more than four hands."
)


def rtp_headline(result: RtpResult, game: str) -> Iterator[RenderableType]:
    """Yield what `certify rtp` prints unless everything is asked for.

    Parameters
    ----------
    result : RtpResult
        The figures.
    game : str
        The game as it was named.

    Yields
    ------
    str or renderable
        Parts of at most 80 columns.
    """
    yield _title(result)
    yield headline(result)
    if result.exact is not None:
        yield fractions(result.exact)
    bonus = result.wagers.bonus
    if any(wager.best_without_burnout for wager in bonus.values()):
        yield bonus_chances(bonus)
    yield (
        f"Exact figures, rounded. `certify rtp {game} --all` prints all of them with their digits,"
        " units, hashes and error bounds; --json at full precision."
    )


def _title(result: RtpResult) -> Text:
    """Return which game it is, what was changed, and what was played."""
    text = Text()
    text.append(f"{result.title} {result.version}", style="bold")
    text.append(f" ({result.game}), certify {result.engine_version}\n")
    if result.changed:
        changed = ", ".join(f"{name} = {value}" for name, value in result.changed)
        text.append(
            paragraphs(f"CHANGED from the spec: {changed}", hanging=2) + "\n", style="bold yellow"
        )
    played = f"{shoe_text(result.shoe)}; strategy {result.strategy}"
    text.append(paragraphs(f"{'Shoe':{LABEL_WIDTH}}{played}", hanging=LABEL_WIDTH))
    return text


def headline(result: RtpResult) -> Group:
    """Return six lines: edge, return, deviation, hits, exposure, and the edges of the Bonus.

    Parameters
    ----------
    result : RtpResult
        The figures.

    Returns
    -------
    Group
        Without the Burnout payment and with it; what was not worked out is a dash.
    """
    listed = table("", *HEADS)
    wagers = result.wagers.main, result.wagers.main_burnout
    listed.add_row("House edge, % of main wager", *(_percent(wager.house_edge) for wager in wagers))
    listed.add_row("Return to player, %", *(_percent(wager.rtp) for wager in wagers))
    listed.add_row("Standard deviation", *(_digits(wager.sd) for wager in wagers))
    listed.add_row("Hit frequency, %", *(_percent(wager.hit_frequency) for wager in wagers))
    listed.add_row("Most a round can cost", *_costs(result))
    bonus = result.wagers.bonus
    if bonus:
        listed.add_row(
            f"Bonus edge, %, {'/'.join(bonus)} wins",
            "/".join(_edge(wager, with_burnout=False) for wager in bonus.values()),
            "/".join(_edge(wager, with_burnout=True) for wager in bonus.values()),
        )
    missing = "" if result.wagers.main.outcomes else MISSING
    return Group(listed, Text(paragraphs(NOTE + missing)))


def fractions(exact: ExactResult) -> str:
    """Return the expectations as fractions, line by line."""
    lines = ["Expectation as a fraction in lowest terms, main wagers a round"]
    for title, fraction in (
        ("Without Burnout", exact.main),
        ("With Burnout, net of the payment", exact.main_burnout),
        ("With Burnout, before the payment", exact.main_burnout_gross),
    ):
        lines += [title, f"  {fraction.numerator}", f"  / {fraction.denominator}"]
    return "\n".join(lines)


def _percent(value: float | None) -> str:
    return NONE if value is None else f"{100 * value:z.2f}"


def _digits(value: float | None) -> str:
    return NONE if value is None else f"{value:z.2f}"


def _costs(result: RtpResult) -> tuple[str, str]:
    """Return the most that a round can cost without Burnout and with it; with all wagers, too."""
    lines = exposure_lines(result.exposure)
    if not lines:
        return NONE, NONE
    alone, every = lines[0], max(lines, key=lambda line: len(line.without.wagers))
    without = alone.without.round.player_loses, every.without.round.player_loses
    bought = alone.bought.round.player_loses, every.bought.round.player_loses
    return f"{without[0]:g} ({without[1]:g})", f"{bought[0]:g} ({bought[1]:g})"


def _edge(wager: BonusWagerResult, *, with_burnout: bool) -> str:
    found = wager.with_burnout if with_burnout else wager.without_burnout
    return NONE if found is None else f"{100 * (1.0 - found.rtp):z.2f}"
