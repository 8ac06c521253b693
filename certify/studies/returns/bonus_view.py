"""How the Bonus wagers are shown: what they return, other rules, best play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from certify.cards.charts import UPCARDS
from certify.cards.ranks import RANK_LABELS
from certify.present.document import Band, Column, Row, Table, Text, number, numbers
from certify.present.markup import plain
from certify.present.quantity import MOMENT, NONE, RATE, STREAK, Quantity
from certify.studies.returns.bonus_result import (
    BonusWagerResult,
    CombinationResult,
    PlayChange,
    StreakResult,
    StreakReturn,
    runs,
)
from certify.studies.returns.odds import odds_text
from certify.studies.returns.result import RtpResult

RETURNS_NOTE = (
    "Per unit of the Bonus wager, the wager included, without what its play costs the main wager "
    "and without the Burnout payment. q: the chance that a round that is no push is won. Rounds: "
    "expected until the wager is paid or lost, pushes included. For the Bonus alone: split hands "
    "are played as in the main game."
)
ONLY_OPTIMAL = " That is worked out with the optimal strategy only."
LATE_NOTE = (
    "The rules as ruled do not allow it. A dealer who takes such a wager, or who does not clear "
    "the count, gives the player the return shown; above 100 % the player gains."
)
SETS_NOTE = (
    "Each Bonus wager is one main wager, placed before a streak. Return is per unit of all the "
    "Bonus stakes. Gain, in percent of a main wager, is what a whole streak adds to the best main "
    "game without Bonus wagers: payouts less stakes, less what the play and the Burnout payments "
    "cost the main wager."
)
POLICY_NOTE = (
    "Cost: what the round costs the main wager against its best play without Bonus wagers, any "
    "Burnout payment included. Worth: expected payouts of the wagers still open less the cost to "
    "come. Both in percent of a main wager."
)
OTHERWISE_NOTE = (
    " Played otherwise: share of rounds whose first decision differs from the main game’s."
)
CHANGES_NOTE = (
    "Later decisions of a hand, and which cards are burned, change too. Hands after a split are "
    "played as in the main game."
)
RATIOS_NOTE = (
    "Each Bonus wager as many main wagers as the column says. The larger the Bonus, the nearer its "
    "return comes to that of play for the Bonus alone."
)
MORE = (
    "Other stakes, other readings of the rules, wagers placed late and the decisions that change "
    "with the wins are in the JSON and in the report."
)
GAIN = Quantity(6, 100, signed=True)
"""A gain, in percent."""
ROUNDS = Quantity(4)
"""A mean number of rounds."""
ACTIONS = {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"}
HEADS = ("Without Burnout", "With Burnout")


def bonus_tables(result: RtpResult) -> Iterator[Table | Text]:
    """Yield the tables of the Bonus wagers, if the game has any."""
    wagers = result.wagers.bonus
    if not wagers:
        return
    if result.streak is None:
        yield Table.of("Bonus wagers", NAMED, wagers.items())
        return
    yield bonus_returns([("", result)])
    if result.streak.combinations:
        yield combinations(result.streak)
        yield policy(result.streak)
        yield Text(MORE)


NAMED = (
    Column("Wager", value=lambda wager: f"bonus.{wager[0]}"),
    Column("Pays", value=lambda wager: odds_text(wager[1].pays, wager[1].basis)),
)


def bonus_edges(label: str, result: RtpResult) -> Table:
    """Return the house edge of every Bonus wager of a shoe, for which a report is read."""

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


def bonus_returns(results: Sequence[tuple[str, RtpResult]]) -> Table:
    """Return what each Bonus wager returns for every way to play, that of optimal play first."""
    rows: list[Row] = []
    for wins, bonus in results[0][1].wagers.bonus.items():
        rows.append(Band(f"{plain(wins)} wins, pays {odds_text(bonus.pays, bonus.basis)}"))
        for strategy, result in results:
            own = result.wagers.bonus[wins]
            if own.without_burnout:
                told = f"{strategy} strategy, " if len(results) > 1 else ""
                rows.append(_returned(f"{told}without Burnout", own.without_burnout))
                rows.append(_returned(f"{told}with Burnout", own.with_burnout))
        if bonus.best_without_burnout:
            rows.append(_returned("Bonus alone, without Burnout", bonus.best_without_burnout))
        rows.append(_returned("Bonus alone, with Burnout", bonus.best))
    streak = results[0][1].streak
    note = RETURNS_NOTE + (ONLY_OPTIMAL if streak and not streak.combinations else "")
    return Table(
        [
            Column("Play", 62),
            Column("q, %", 24, "number"),
            Column("Paid, %", 24, "number"),
            Column("Return, %", 24, "number"),
            Column("Edge, %", 24, "number"),
            Column("Rounds", 18, "number"),
        ],
        rows,
        caption="Bonus wagers",
        note=note,
        breakable=True,
        is_numbered=True,
    )


def _returned(title: str, found: StreakReturn | None) -> Row:
    if found is None:
        return (title, *[NONE] * 5)
    figures = (found.q, found.p_hit, found.rtp, 1.0 - found.rtp)
    return (title, *map(STREAK, figures), ROUNDS(found.expected_rounds))


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
            number("Chance", lambda play: play[1].q, STREAK),
        ],
        [play for play in plays if play[1] is not None],
    )


def other_rules(streak: StreakResult) -> Table:
    """Return what the wagers return by other alternatives of what a round counts."""
    wins = list(streak.readings[0].without_burnout.rtp)
    rows: list[Row] = []
    for head, name in zip(HEADS, ("without_burnout", "with_burnout"), strict=True):
        rows.append(Band(head))
        for alternative in streak.readings:
            found = getattr(alternative, name)
            title = plain(alternative.name)
            rows.append(
                (
                    f"<b>{title}: as ruled</b>" if alternative.ruled else title,
                    STREAK(found.q),
                    *(STREAK(found.rtp.get(each)) for each in wins),
                )
            )
    return Table(
        [
            Column("A round counts", 56),
            Column("q, %", 24, "number"),
            *(Column(f"{plain(each)} wins, %", 24, "number") for each in wins),
        ],
        rows,
        caption="Returns by other readings of the rules, optimal strategy ignoring the Bonus",
        note="The questions are decided in the section on rulings.",
        is_numbered=True,
    )


def late_wagers(wagers: dict[str, BonusWagerResult]) -> Table | None:
    """Return what a wager returns that is placed in mid-streak; None if there is none."""
    placed = [(wins, late) for wins, bonus in wagers.items() for late in bonus.late]
    if not placed:
        return None
    return Table.of(
        "Finding: return of a Bonus wager placed in mid-streak, optimal strategy ignoring the "
        "Bonus",
        [
            Column("Wager on", 34, value=lambda pair: f"{pair[0]} wins"),
            Column("Placed after wins", 30, "number", lambda pair: pair[1].wins_before),
            number(
                "Return without Burnout, %", lambda pair: pair[1].rtp_without_burnout, STREAK, 44
            ),
            number("Return with Burnout, %", lambda pair: pair[1].rtp_with_burnout, STREAK, 44),
        ],
        placed,
        LATE_NOTE,
    )


def combinations(streak: StreakResult) -> Table:
    """Return what best play returns for every set of wagers placed together."""
    never = {_wins(found): found for found in streak.combinations if found.choice == "never"}
    columns = [
        Column("Wagers on wins", 32),
        *numbers("Return, %", "Gain, %"),
        Column("After wins", 1.0, "centre"),
        *(numbers("Return, %", "Gain, %") if never else ()),
    ]
    rows: list[Row] = []
    for found in streak.combinations:
        if found.choice != "free":
            continue
        shown = [_told_wins(_wins(found)), STREAK(found.rtp), GAIN(found.gain), _bought(found)]
        if never:
            without = never.get(_wins(found))
            shown += [STREAK(without.rtp), GAIN(without.gain)] if without else [NONE, NONE]
        rows.append(shown)
    return Table(
        [Column(each.title, 32 if each.kind == "text" else 27, each.kind) for each in columns],
        rows,
        caption="Best play for main wager, Burnout and Bonus together",
        note=SETS_NOTE,
        groups=[("", 1), ("Burnout where it is best", 3), *([("Never", 2)] if never else [])],
        is_numbered=True,
    )


def policy(streak: StreakResult) -> Table:
    """Return best play, count by count, with every Bonus wager placed."""
    found = [each for each in streak.combinations if each.choice == "free"][-1]
    otherwise = {
        at.wins: sum(change.probability for change in streak.changes if at.wins in change.wins)
        for at in found.counts
    }
    columns = [
        Column("Wins so far", 22, "number", lambda at: at.wins),
        Column("Burnout", 22, "centre", lambda at: "bought" if at.burnout else "not bought"),
        number("q, %", lambda at: at.q, STREAK, 24),
        number("Push, %", lambda at: at.push, STREAK, 24),
        number("Cost, %", lambda at: at.cost, STREAK, 24),
        number("Worth, %", lambda at: at.worth, STREAK, 28),
    ]
    if streak.changes:
        columns.append(
            number("Otherwise, %", lambda at: otherwise[at.wins], RATE, 28),
        )
    return Table.of(
        "Best play by streak count, all Bonus wagers at one main wager each",
        columns,
        found.counts,
        POLICY_NOTE + (OTHERWISE_NOTE if streak.changes else ""),
    )


def changed_decisions(streak: StreakResult) -> Table | None:
    """Return the first decisions that change with the wins; None if none does."""
    if not streak.changes:
        return None
    lines: dict[tuple[str, str, str], dict[str, PlayChange]] = {}
    for change in streak.changes:
        key = (change.cards, change.usual, change.changed)
        lines.setdefault(key, {})[change.upcard] = change
    rows: list[Row] = [
        (
            plain(cards),
            f"{ACTIONS[usual]} → {ACTIONS[changed]}",
            *(runs(by_upcard[card].wins) if card in by_upcard else "" for card in UPCARDS),
        )
        for (cards, usual, changed), by_upcard in sorted(lines.items(), key=_by_hand)
    ]
    return Table(
        [
            Column("Hand", 14, "bold"),
            Column("Change", 34),
            *(Column(card, 12.4, "centre") for card in UPCARDS),
        ],
        rows,
        caption="First decisions that change, by upcard: after how many wins, all Bonus wagers at "
        "one main wager each",
        note=CHANGES_NOTE,
        breakable=True,
        is_numbered=True,
    )


def _by_hand(line: tuple[tuple[str, str, str], object]) -> tuple[bool, bool, int, str]:
    """Return the place of a line: hard hands, soft ones, pairs, each by total."""
    (cards, _, changed), _ = line
    first, second = (RANK_LABELS.index(card) for card in cards.split(","))
    return (first == second, 0 in (first, second), first + second, cards + changed)


def ratios(streak: StreakResult) -> Table:
    """Return best play by how large the Bonus wagers are."""
    everything = max(len(found.wagers) for found in streak.combinations)
    chosen = [
        found
        for found in (*streak.combinations, *streak.ratios)
        if found.choice == "free" and len(found.wagers) in {1, everything}
    ]
    stakes = sorted({found.wagers[0].stake for found in chosen})
    by_case = {(_wins(found), found.wagers[0].stake): found for found in chosen}
    rows: list[Row] = []
    for title, written in RATIO_FIGURES:
        rows.append(Band(title))
        for wins in dict.fromkeys(map(_wins, chosen)):
            cases = [by_case.get((wins, stake)) for stake in stakes]
            shown = [NONE if case is None else written(case) for case in cases]
            rows.append((_told_wins(wins), *shown))
    return Table(
        [
            Column("Wagers on wins", 32),
            *(Column(f"{stake:g} main wagers", 32, "number") for stake in stakes),
        ],
        rows,
        caption="Best play by the ratio of Bonus to main wager",
        note=RATIOS_NOTE,
        is_numbered=True,
    )


def _wins(found: CombinationResult) -> tuple[int, ...]:
    return tuple(wager.wins for wager in found.wagers)


def _told_wins(wins: Sequence[int]) -> str:
    return ", ".join(map(str, wins))


def _bought(found: CombinationResult) -> str:
    """Return after how many wins the Burnout payment is made."""
    return runs(tuple(at.wins for at in found.counts if at.burnout)) or "never"


RATIO_FIGURES: tuple[tuple[str, Callable[[CombinationResult], str]], ...] = (
    ("Return, % of the Bonus stakes", lambda found: STREAK(found.rtp)),
    (
        "Gain of the streak, % of the Bonus stakes",
        lambda found: GAIN(found.gain / sum(wager.stake for wager in found.wagers)),
    ),
    ("Burnout is bought after wins", _bought),
)
