"""How the Bonus wagers are shown: what they return, chances, best play."""

from __future__ import annotations

from collections.abc import Iterator

from certify.present.document import Column, Table, Text, number
from certify.present.quantity import CHANCE, MOMENT, STREAK, Quantity
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
ROUNDS = Quantity(3)
"""A mean number of rounds."""


def bonus_tables(result: RtpResult) -> Iterator[Table | Text]:
    """Yield the tables of the Bonus wagers, if the game has any.

    Parameters
    ----------
    result : RtpResult
        The figures.
    """
    wagers = result.wagers.bonus
    if not wagers:
        return
    if result.streak is None:
        yield _payouts(wagers)
        return
    note = WAGERS_NOTE if result.streak.combinations else f"{WAGERS_NOTE} {ONLY_OPTIMAL}"
    yield _wagers(wagers, note)
    yield bonus_chances(wagers)
    free = [found for found in result.streak.combinations if found.choice == "free"]
    if free:
        never = [found for found in result.streak.combinations if found.choice == "never"]
        yield _sets(free, never)
        yield _policy(free[-1])
        yield Text(
            "Other stakes, other readings of the rules, wagers placed late and the decisions that "
            "change with the wins are in the JSON and in the report."
        )


def bonus_edges(label: str, result: RtpResult) -> Table:
    """Return the house edge of every Bonus wager, for which a report is read.

    Parameters
    ----------
    label : str
        Name of the shoe.
    result : RtpResult
        Its figures under the optimal strategy.
    """

    def edge(title: str, name: str) -> Column:
        def of(wager: tuple[str, BonusWagerResult]) -> float | None:
            found: StreakReturn | None = getattr(wager[1], name)
            return None if found is None else 100 * (1.0 - found.rtp)

        return number(title, of, MOMENT)

    return Table.of(
        f"{label}, Bonus wagers: house edge, %",
        [
            Column("Wager", value=lambda wager: f"bonus.{wager[0]}"),
            Column("Pays", 1.0, "number", lambda wager: wager[1].pays),
            edge("Without Burnout", "without_burnout"),
            edge("With Burnout", "with_burnout"),
            edge("Best play", "best"),
        ],
        result.wagers.bonus.items(),
    )


NAMED = (
    Column("Wager", value=lambda wager: f"bonus.{wager[0]}"),
    Column("Pays", value=lambda wager: odds_text(wager[1].pays, wager[1].basis)),
)


def _payouts(wagers: dict[str, BonusWagerResult]) -> Table:
    return Table.of("Bonus wagers", NAMED, wagers.items())


def _wagers(wagers: dict[str, BonusWagerResult], note: str) -> Table:
    columns = list(NAMED)
    for title, name in (("Without", "without_burnout"), ("With", "with_burnout"), ("Best", "best")):
        columns += [
            number(title, lambda wager, name=name: _told(wager, name, "rtp"), STREAK),  # type: ignore[misc]
            number(
                "Rounds",
                lambda wager, name=name: _told(wager, name, "expected_rounds"),  # type: ignore[misc]
                ROUNDS,
            ),
        ]
    return Table.of("Bonus wagers: return, %", columns, wagers.items(), note)


def _told(wager: tuple[str, BonusWagerResult], name: str, figure: str) -> float | None:
    found: StreakReturn | None = getattr(wager[1], name)
    value: float | None = None if found is None else getattr(found, figure)
    return value


def bonus_chances(wagers: dict[str, BonusWagerResult]) -> Table:
    """Return the chance to win a round that is no push, for every way to play."""
    bonus = next(iter(wagers.values()))
    plays = (
        ("Strategy of the main wager, without Burnout", bonus.without_burnout),
        ("Strategy of the main wager, with Burnout", bonus.with_burnout),
        ("Best for the Bonus alone, without Burnout", bonus.best_without_burnout),
        ("Best for the Bonus alone, with Burnout", bonus.best),
    )
    return Table.of(
        "Chance to win a round that is no push, %",
        [
            Column("Play", value=lambda play: play[0]),
            number("Chance", lambda play: play[1].q, CHANCE),
        ],
        [play for play in plays if play[1] is not None],
    )


def _sets(found: list[CombinationResult], never: list[CombinationResult]) -> Table:
    columns = [
        Column("Wins", value=lambda pair: ", ".join(str(wager.wins) for wager in pair[0].wagers)),
        number("Return", lambda pair: pair[0].rtp, STREAK),
        number("Gain", lambda pair: pair[0].gain, STREAK),
        Column("Burnout after wins", 1.0, "number", lambda pair: _bought(pair[0])),
    ]
    if never:
        columns += [
            number("Never: return", lambda pair: pair[1].rtp, STREAK),
            number("Gain", lambda pair: pair[1].gain, STREAK),
        ]
    pairs = list(zip(found, never or found, strict=True))
    title = "Bonus wagers placed together: return and gain, %"
    return Table.of(title, columns, pairs, SETS_NOTE)


def _bought(combination: CombinationResult) -> str:
    return runs(tuple(at.wins for at in combination.counts if at.burnout), "-") or "never"


def _policy(combination: CombinationResult) -> Table:
    return Table.of(
        "Best play, win by win",
        [
            Column("Wins", value=lambda at: at.wins),
            Column("Burnout", value=lambda at: "yes" if at.burnout else "no"),
            number("Chance to win", lambda at: at.q, STREAK),
            number("Push", lambda at: at.push, STREAK),
            number("Cost", lambda at: at.cost, STREAK),
            number("Worth", lambda at: at.worth, STREAK),
        ],
        combination.counts,
        POLICY_NOTE,
    )
