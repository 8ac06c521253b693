"""The tables of `certify rtp` on the Bonus wagers."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table

from certify.cli.display import NONE, chance, moment, table, titled
from certify.studies.returns.bonus_result import (
    BonusWagerResult,
    CombinationResult,
    StreakReturn,
    runs,
)
from certify.studies.returns.odds import odds_text
from certify.studies.returns.result import RtpResult

WAGERS_NOTE = (
    "What is returned per unit of the wager, the wager included, and after how many rounds it is "
    "paid or lost. Without and with Burnout: the player follows the strategy of the main wager and "
    "ignores the Bonus. Best: the Bonus alone is played for, always with Burnout, but split hands "
    "as in the main game."
)
ONLY_OPTIMAL = "That is worked out with the optimal strategy only."
SETS_NOTE = (
    "Each wager is one main wager, placed together before a streak; play is best for main wager, "
    "Burnout and Bonus together. The return is per unit of all Bonus stakes. The gain is what the "
    "streak adds to the best main game, stakes and the cost of play included, in % of a main wager."
)
POLICY_NOTE = (
    "All Bonus wagers at one main wager each, after so many wins. Worth: of the wagers still open. "
    "Cost: what the round costs the main wager, the Burnout payment included, against its best "
    "play. Both in % of a main wager."
)
SHOWN = 6


def bonus_tables(result: RtpResult) -> Iterator[RenderableType]:
    """Yield what `certify rtp` prints of the Bonus wagers.

    Parameters
    ----------
    result : RtpResult
        The figures.

    Yields
    ------
    str or renderable
        Parts of at most 80 columns.
    """
    wagers = result.wagers.bonus
    if not wagers:
        return
    if result.streak is None:
        yield titled("Bonus wagers", _payouts(wagers))
        return
    note = WAGERS_NOTE if result.streak.combinations else f"{WAGERS_NOTE} {ONLY_OPTIMAL}"
    yield titled("Bonus wagers: return, %", _wagers(wagers), note)
    yield bonus_chances(wagers)
    free = [found for found in result.streak.combinations if found.choice == "free"]
    if free:
        never = [found for found in result.streak.combinations if found.choice == "never"]
        title = "Bonus wagers placed together: return and gain, %"
        yield titled(title, _sets(free, never), SETS_NOTE)
        yield titled("Best play, win by win", _policy(free[-1]), POLICY_NOTE)
        yield (
            "Other stakes, other readings of the rules, wagers placed late and the decisions that "
            "change with the wins are in the JSON and in the report."
        )


def bonus_edges(label: str, result: RtpResult) -> Group:
    """Return the house edge of every Bonus wager, for which a report is read.

    Parameters
    ----------
    label : str
        Name of the shoe.
    result : RtpResult
        Its figures under the optimal strategy.

    Returns
    -------
    Group
        A line for each wager.
    """
    listed = table("Wager", "Pays", "Without Burnout", "With Burnout", "Best play", numbers_from=1)
    for name, bonus in result.wagers.bonus.items():
        plays = (bonus.without_burnout, bonus.with_burnout, bonus.best)
        listed.add_row(
            f"bonus.{name}",
            bonus.pays,
            *(moment(100 * (1.0 - found.rtp) if found else None) for found in plays),
        )
    return titled(f"{label}, Bonus wagers: house edge, %", listed)


def _payouts(wagers: dict[str, BonusWagerResult]) -> Table:
    listed = table("Wager", "Pays", numbers_from=2)
    for name, bonus in wagers.items():
        listed.add_row(f"bonus.{name}", odds_text(bonus.pays, bonus.basis))
    return listed


def _wagers(wagers: dict[str, BonusWagerResult]) -> Table:
    listed = table(
        "Wager",
        "Pays",
        "Without",
        "Rounds",
        "With",
        "Rounds",
        "Best",
        "Rounds",
        numbers_from=2,
    )

    def cells(found: StreakReturn | None) -> tuple[str, str]:
        if found is None:
            return NONE, NONE
        return f"{100 * found.rtp:z.{SHOWN}f}", f"{found.expected_rounds:.3f}"

    for name, bonus in wagers.items():
        listed.add_row(
            f"bonus.{name}",
            odds_text(bonus.pays, bonus.basis),
            *cells(bonus.without_burnout),
            *cells(bonus.with_burnout),
            *cells(bonus.best),
        )
    return listed


def bonus_chances(wagers: dict[str, BonusWagerResult]) -> Group:
    """Return the chance to win a round that is no push, for every way to play."""
    listed = table("Play", "Chance")
    bonus = next(iter(wagers.values()))
    for title, found in (
        ("Strategy of the main wager, without Burnout", bonus.without_burnout),
        ("Strategy of the main wager, with Burnout", bonus.with_burnout),
        ("Best for the Bonus alone, without Burnout", bonus.best_without_burnout),
        ("Best for the Bonus alone, with Burnout", bonus.best),
    ):
        if found is not None:
            listed.add_row(title, chance(found.q))
    return titled("Chance to win a round that is no push, %", listed)


def _sets(found: list[CombinationResult], never: list[CombinationResult]) -> Table:
    heads = ("Never: return", "Gain") if never else ()
    listed = table("Wins", "Return", "Gain", "Burnout after wins", *heads, numbers_from=1)
    for place, combination in enumerate(found):
        bought = tuple(at.wins for at in combination.counts if at.burnout)
        cells = [
            ", ".join(str(wager.wins) for wager in combination.wagers),
            *_returns(combination),
            runs(bought, "-") or "never",
        ]
        listed.add_row(*cells, *(_returns(never[place]) if never else ()))
    return listed


def _returns(combination: CombinationResult) -> tuple[str, str]:
    return f"{100 * combination.rtp:z.{SHOWN}f}", f"{100 * combination.gain:z.{SHOWN}f}"


def _policy(combination: CombinationResult) -> Table:
    listed = table("Wins", "Burnout", "Chance to win", "Push", "Cost", "Worth", numbers_from=2)
    for at in combination.counts:
        listed.add_row(
            str(at.wins),
            "yes" if at.burnout else "no",
            f"{100 * at.q:z.{SHOWN}f}",
            f"{100 * at.push:z.{SHOWN}f}",
            f"{100 * at.cost:z.{SHOWN}f}",
            f"{100 * at.worth:z.{SHOWN}f}",
        )
    return listed
