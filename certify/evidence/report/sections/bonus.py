"""The Bonus wagers: what they return, and what play for them looks like."""

from __future__ import annotations

from certify.cards.charts import UPCARDS
from certify.cards.ranks import RANK_LABELS
from certify.present.document import Band, Column, Composer, Row
from certify.present.figures import NONE, bound, fixed, percent, rate
from certify.present.markup import plain
from certify.studies.certification.result import Certification, ShoeCertification
from certify.studies.returns.bonus_result import (
    CombinationResult,
    PlayChange,
    ReadingReturn,
    StreakResult,
    StreakReturn,
    runs,
)
from certify.studies.returns.odds import odds_text

ROUND_DIGITS = 4
ACTIONS = {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"}


def write_bonus(composer: Composer, certification: Certification) -> None:
    """Write the Bonus wagers, by shoe; everything for the first, the returns for the others.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    certification : Certification
        The results.
    """
    shoes = [shoe for shoe in certification.shoes if shoe.optimal.streak]
    if not shoes:
        return
    composer.new_page()
    composer.section("Bonus wagers")
    composer.text(
        "A Bonus wager on n consecutive wins is placed before the first round of a streak and is "
        "paid when n rounds are won; a loss ends it, a push leaves it. With q the chance that a "
        "round that is no push is won, rounds being independent, it is paid with probability "
        "q<super>n</super> if every round is played alike. But the player can raise q at some cost "
        "to the main wager, so three kinds of play are told apart. In all of them hands after a "
        "split are played as in the main game; playing these for the Bonus too would gain a little."
    )
    composer.bullets(
        [
            "<b>Ignoring the Bonus.</b> The strategy of the main wager, never with the Burnout "
            "payment or always with it.",
            "<b>For the Bonus alone.</b> Every round is played for the largest q, whatever that "
            "costs the main wager.",
            "<b>For all together.</b> The play that makes the expectation of main wager, Burnout "
            "payment and all Bonus wagers together largest, decided anew at every count of wins: "
            "what an informed player will do.",
        ]
    )
    for number, shoe in enumerate(shoes):
        streak = shoe.optimal.streak
        assert streak is not None  # noqa: S101  (chosen so)
        composer.subsection(f"{plain(shoe.label)}: returns")
        _write_returns(composer, shoe)
        if number == 0:
            _write_readings(composer, shoe, streak)
            _write_late(composer, shoe)
        if streak.combinations:
            composer.subsection(f"{plain(shoe.label)}: wagers placed together")
            _write_combinations(composer, shoe, streak)
            _write_policy(composer, shoe, streak)
            if number == 0:
                _write_changes(composer, shoe, streak)
                _write_ratios(composer, shoe, streak)


def _where(shoe: ShoeCertification) -> str:
    return plain(shoe.label).lower()


def _write_returns(composer: Composer, shoe: ShoeCertification) -> None:
    def line(title: str, found: StreakReturn | None) -> Row:
        if found is None:
            return (title, NONE, NONE, NONE, NONE, NONE)
        return (
            title,
            percent(found.q),
            percent(found.p_hit),
            percent(found.rtp),
            percent(1 - found.rtp),
            fixed(found.expected_rounds, ROUND_DIGITS),
        )

    rows: list[Row] = []
    for wins, bonus in shoe.optimal.wagers.bonus.items():
        rows.append(Band(f"{plain(wins)} wins, pays {odds_text(bonus.pays, bonus.basis)}"))
        for strategy, result in (("optimal", shoe.optimal), ("basic", shoe.basic)):
            own = result.wagers.bonus[wins]
            if own.without_burnout:
                rows.append(line(f"{strategy} strategy, without Burnout", own.without_burnout))
                rows.append(line(f"{strategy} strategy, with Burnout", own.with_burnout))
        if bonus.best_without_burnout:
            rows.append(line("for the Bonus alone, without Burnout", bonus.best_without_burnout))
        rows.append(line("for the Bonus alone, with Burnout", bonus.best))
    streaks = [result.streak for result in (shoe.optimal, shoe.basic) if result.streak]
    largest = bound(max(streak.error_bound for streak in streaks))
    composer.table(
        f"Bonus wagers, {_where(shoe)}",
        [
            Column("Play", 62),
            Column("q, %", 24, "number"),
            Column("Paid, %", 24, "number"),
            Column("Return, %", 24, "number"),
            Column("House edge, %", 24, "number"),
            Column("Rounds", 18, "number"),
        ],
        rows,
        note=(
            "Per unit of the Bonus wager, without what its play costs the main wager and without "
            "the Burnout payment. Rounds: expected until it is paid or lost, pushes included. The "
            f"chance of a win, push or loss in a round is in error by at most {largest}."
        ),
        breakable=True,
    )


def _write_readings(composer: Composer, shoe: ShoeCertification, streak: StreakResult) -> None:
    wins = list(shoe.optimal.wagers.bonus)
    rows: list[Row] = []
    for head in ("Without Burnout", "With Burnout"):
        rows.append(Band(head))
        for reading in streak.readings:
            found: ReadingReturn = (
                reading.without_burnout if head == "Without Burnout" else reading.with_burnout
            )
            name = plain(reading.name)
            rows.append(
                (
                    f"<b>{name}: as ruled</b>" if reading.ruled else name,
                    percent(found.q),
                    *(percent(found.rtp.get(number)) for number in wins),
                )
            )
    composer.table(
        f"Returns by other readings of the rules, {_where(shoe)}, optimal strategy ignoring the "
        "Bonus",
        [
            Column("A round counts", 56),
            Column("q, %", 24, "number"),
            *(Column(f"{plain(number)} wins, %", 24, "number") for number in wins),
        ],
        rows,
        note="The questions are decided in the section on rulings.",
    )
    insurance = shoe.optimal.wagers.insurance
    if streak.p_even_money_push is None or insurance is None:
        return
    composer.text(
        "<b>Even money.</b> With a blackjack against an ace the count advances whether even money "
        "is taken or not, unless the dealer has a blackjack too; then it is a push either way. "
        "Taking it therefore changes no Bonus wager. It changes the expectation of the main wager "
        f"by {percent(insurance.ev_even_money, signed=True)} % of it a round. If an even money "
        "round against a dealer’s blackjack counted as a win, a further "
        f"{percent(streak.p_even_money_push)} % of rounds would advance the count: the last lines "
        "of the table."
    )


def _write_late(composer: Composer, shoe: ShoeCertification) -> None:
    rows: list[Row] = [
        (
            f"{plain(wins)} wins",
            str(late.wins_before),
            percent(late.rtp_without_burnout),
            percent(late.rtp_with_burnout),
        )
        for wins, bonus in shoe.optimal.wagers.bonus.items()
        for late in bonus.late
    ]
    if not rows:
        return
    composer.table(
        f"Finding: return of a Bonus wager placed in mid-streak, {_where(shoe)}, optimal strategy "
        "ignoring the Bonus",
        [
            Column("Wager on", 34),
            Column("Placed after wins", 30, "number"),
            Column("Return without Burnout, %", 44, "number"),
            Column("Return with Burnout, %", 44, "number"),
        ],
        rows,
        note=(
            "The rules as ruled do not allow it. A dealer who takes such a wager, or who does not "
            "clear the count, gives the player the return shown; above 100 % the player gains."
        ),
    )


def _bought(found: CombinationResult) -> str:
    """Return after how many wins the Burnout payment is made."""
    return runs(tuple(at.wins for at in found.counts if at.burnout)) or "never"


def _wins(found: CombinationResult) -> tuple[int, ...]:
    return tuple(wager.wins for wager in found.wagers)


def _write_combinations(composer: Composer, shoe: ShoeCertification, streak: StreakResult) -> None:
    never = {_wins(found): found for found in streak.combinations if found.choice == "never"}
    rows: list[Row] = []
    for found in streak.combinations:
        if found.choice != "free":
            continue
        row = [
            ", ".join(str(wins) for wins in _wins(found)),
            percent(found.rtp),
            percent(found.gain, signed=True),
            _bought(found),
        ]
        if never:
            without = never.get(_wins(found))
            row += [
                percent(without.rtp if without else None),
                percent(without.gain if without else None, signed=True),
            ]
        rows.append(row)
    columns = [
        Column("Wagers on wins", 32),
        Column("Return, %", 26, "number"),
        Column("Gain, %", 28, "number"),
        Column("Bought after wins", 28, "centre"),
    ]
    if never:
        columns += [Column("Return, %", 26, "number"), Column("Gain, %", 28, "number")]
    groups = [("", 1), ("Burnout where it is best", 3)]
    composer.table(
        f"Best play for main wager, Burnout and Bonus together, each Bonus wager one main wager, "
        f"{_where(shoe)}",
        columns,
        rows,
        groups=[*groups, *([("Never Burnout", 2)] if never else [])],
        note=(
            "Return is per unit of all the Bonus stakes. Gain, in percent of a main wager, is what "
            "a whole streak adds to the best main game without Bonus wagers: payouts less stakes, "
            "less what the play and the Burnout payments cost the main wager."
        ),
    )


def _write_policy(composer: Composer, shoe: ShoeCertification, streak: StreakResult) -> None:
    found = [one for one in streak.combinations if one.choice == "free"][-1]
    changed = {
        at.wins: sum(change.probability for change in streak.changes if at.wins in change.wins)
        for at in found.counts
    }
    composer.table(
        f"Best play by streak count, all Bonus wagers at one main wager each, {_where(shoe)}",
        [
            Column("Wins so far", 22, "number"),
            Column("Burnout", 20, "centre"),
            Column("q, %", 24, "number"),
            Column("Push, %", 24, "number"),
            Column("Cost, %", 24, "number"),
            Column("Worth, %", 28, "number"),
            Column("Hands played<br/>otherwise, %", 28, "number"),
        ],
        [
            (
                str(at.wins),
                "bought" if at.burnout else "not bought",
                percent(at.q),
                percent(at.push),
                percent(at.cost),
                percent(at.worth),
                rate(changed[at.wins]),
            )
            for at in found.counts
        ],
        note=(
            "Cost: what the round costs the main wager against its best play without Bonus wagers, "
            "any Burnout payment included. Worth: expected payouts of the wagers still open less "
            "the cost to come. Both in percent of a main wager. Hands played otherwise: share of "
            "rounds whose first decision differs from the main game’s."
        ),
    )


def _write_changes(composer: Composer, shoe: ShoeCertification, streak: StreakResult) -> None:
    if not streak.changes:
        return
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
    composer.table(
        "First decisions that change, by upcard: after how many wins, all Bonus wagers at one main "
        f"wager each, {_where(shoe)}",
        [
            Column("Hand", 14, "bold"),
            Column("Change", 34),
            *(Column(card, 12.4, "centre") for card in UPCARDS),
        ],
        rows,
        note=(
            "Later decisions of a hand, and which cards are burned, change too. Hands after a "
            "split are played as in the main game."
        ),
        breakable=True,
    )


def _by_hand(line: tuple[tuple[str, str, str], object]) -> tuple[bool, bool, int, str]:
    """Return the place of a line: hard hands, soft ones, pairs, each by total."""
    (cards, _, changed), _ = line
    first, second = (RANK_LABELS.index(card) for card in cards.split(","))
    return (first == second, 0 in (first, second), first + second, cards + changed)


def _write_ratios(composer: Composer, shoe: ShoeCertification, streak: StreakResult) -> None:
    everything = max(len(found.wagers) for found in streak.combinations)
    chosen = [
        found
        for found in (*streak.combinations, *streak.ratios)
        if found.choice == "free" and len(found.wagers) in {1, everything}
    ]
    stakes = sorted({found.wagers[0].stake for found in chosen})
    by_case = {(_wins(found), found.wagers[0].stake): found for found in chosen}
    sets = list(dict.fromkeys(_wins(found) for found in chosen))
    rows: list[Row] = []
    for title, text in (
        ("Return, % of the Bonus stakes", lambda found: percent(found.rtp)),
        (
            "Gain of the streak, % of the Bonus stakes",
            lambda found: percent(
                found.gain / sum(wager.stake for wager in found.wagers), signed=True
            ),
        ),
        ("Burnout is bought after wins", _bought),
    ):
        rows.append(Band(title))
        rows += [
            (
                ", ".join(str(number) for number in wins),
                *(
                    text(by_case[wins, stake]) if (wins, stake) in by_case else NONE
                    for stake in stakes
                ),
            )
            for wins in sets
        ]
    composer.table(
        f"Best play by the ratio of Bonus to main wager, {_where(shoe)}",
        [
            Column("Wagers on wins", 32),
            *(Column(f"{stake:g} main wagers", 32, "number") for stake in stakes),
        ],
        rows,
        note=(
            "Each Bonus wager as many main wagers as the column says. The larger the Bonus, the "
            "nearer its return comes to that of play for the Bonus alone."
        ),
    )
