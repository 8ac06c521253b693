"""Bonus wagers: their return, alone and in combination, and the play for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import fsum

import numpy as np

from certify.cards.charts import UPCARDS
from certify.cards.ranks import ACE, RANK_LABELS, TEN
from certify.errors import EngineError
from certify.exact.blackjack import bonus as play
from certify.exact.blackjack.bonus import RoundChance, StreakPlayer, resolution
from certify.exact.blackjack.decisions import ACTION_LETTERS
from certify.exact.blackjack.distribution import RoundDistribution, SplitDistributions
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.solve import Solution
from certify.exact.blackjack.streak_rules import LOSS, PUSH, STREAK_RULES, WIN, StreakRule
from certify.language.game import NamedRow
from certify.runtime.context import Context
from certify.studies.returns.best_round import best_round
from certify.studies.returns.bonus_result import (
    AtCount,
    BonusWagerResult,
    Choice,
    CombinationResult,
    LatePlacement,
    PlayChange,
    ReadingResult,
    ReadingReturn,
    StreakResult,
    StreakReturn,
    WagerInCombination,
)
from certify.studies.returns.round_distributions import (
    Distributions,
    kept_splits,
    key_of,
    pays_on_bonus,
    reading_of,
)
from certify.studies.twenty_one import TwentyOneGame

PAYTABLE = "bonus"
FEW_WAGERS = 5
"""Bonus wagers of which every set is computed; of more, single wagers and all together."""

RATIOS = (0.05, 0.2, 5.0)
"""Stakes of a Bonus wager, in main wagers, besides one."""

READING_NAMES: dict[StreakRule, str] = {
    "net": "by hands won less hands lost (net)",
    "majority": "by the majority of all hands, pushes counted (majority)",
    "any_loss": "a loss if any hand was lost (any_loss)",
}
EVEN_MONEY_WINS = "as ruled, and even money always taken and always a win"
METHOD = (
    "exact; best play by policy iteration over the streak count, composition-dependent, hands after"
    " a split played as the main game's optimal strategy plays them"
)


def bonus_results(
    game: TwentyOneGame,
    solution: Solution,
    distributions: Distributions,
    *,
    best: bool,
    further: bool = True,
    context: Context,
) -> tuple[dict[str, BonusWagerResult], StreakResult | None]:
    """Return the figures of the Bonus wagers, by wager and in combination; None without wagers.

    `solution` is the strategy that ignores the Bonus. `best` asks for the best play for the wagers
    (the strategy must be optimal then), `further` for that of several wagers together.
    """
    rows = game.loaded.paytable_rows(PAYTABLE)
    pays = {_wins(row.key): game.pays(f"{PAYTABLE}.{row.key}") for row in rows}
    reading = reading_of(game)
    price = float(game.rules.burnout_payment) if pays_on_bonus(game) else 0.0
    usual = tuple(
        _chance(distribution, reading, burnout=burnout)
        for distribution, burnout in (
            (distributions.main, False),
            (distributions.main_burnout, True),
        )
    )
    if not rows or not all(chance.win + chance.loss for chance in usual):
        return {row.key: BonusWagerResult(pays=row.pays, basis=row.basis) for row in rows}, None
    player = _Player(game, solution, distributions, pays, context) if best else None
    alone = {
        burnout: player.alone(burnout=burnout) if player and (burnout or context.thorough) else None
        for burnout in (True, False)
    }
    combinations_, ratios, changes = player.everything() if player and further else ((), (), ())
    wagers = {
        row.key: _wager(row, pays[_wins(row.key)], usual, (alone[True], alone[False]), price)
        for row in rows
    }
    if player and price:
        wagers = {
            key: wager.model_copy(
                update={"best": _best_priced(player.priced(_wins(key)), pays[_wins(key)])}
            )
            for key, wager in wagers.items()
        }
    return wagers, StreakResult(
        reading=reading,
        readings=tuple(_readings(game, distributions, reading, pays, price)),
        p_even_money_push=_p_even_money_push(game),
        combinations=combinations_,
        ratios=ratios,
        changes=changes,
        error_bound=max(
            distributions.main.error_bound,
            distributions.main_burnout.error_bound,
            player.error_bound if player else 0.0,
        ),
        method=METHOD,
    )


def _wager(
    row: NamedRow,
    pays: Fraction,
    usual: tuple[RoundChance, ...],
    alone: tuple[RoundChance | None, ...],
    price: float,
) -> BonusWagerResult:
    """Return the figures of one wager; of each pair of rounds the first is named first."""
    wins = _wins(row.key)
    without, with_burnout = usual
    best, best_without = (
        _return(round_, wins, pays, price) if round_ else None for round_ in alone
    )
    return BonusWagerResult(
        pays=row.pays,
        basis=row.basis,
        without_burnout=_return(without, wins, pays, price),
        with_burnout=_return(with_burnout, wins, pays, price),
        best=best,
        best_without_burnout=best_without,
        late=tuple(
            LatePlacement(
                wins_before=before,
                rtp_without_burnout=_return(without, wins - before, pays, price).rtp,
                rtp_with_burnout=_return(with_burnout, wins - before, pays, price).rtp,
            )
            for before in range(1, wins)
        ),
    )


class _Player:
    """Analysis of a player who plays for the streak, and its progress."""

    def __init__(
        self,
        game: TwentyOneGame,
        solution: Solution,
        distributions: Distributions,
        pays: dict[int, Fraction],
        context: Context,
    ) -> None:
        self.context = context
        self.solution = solution
        self.distributions = distributions
        self.reading = reading_of(game)
        self.on_bonus = pays_on_bonus(game)
        self.key = {**key_of(game, solution), "reading": self.reading}
        self.pays = {wins: float(returned) for wins, returned in pays.items()}
        self.doing = "Bonus wagers"
        self.done = 0
        self.error_bound = 0.0
        context.progress(0, 1, self.doing)

    @cached_property
    def streak(self) -> StreakPlayer:
        """The player's analysis, begun when it is first needed."""
        return StreakPlayer(
            self.solution,
            self.distributions.splits,
            self.reading,
            on_bonus=self.on_bonus,
            work_out=self._splits,
        )

    def _splits(
        self, solution: Solution, rules: TwentyOneRules, cells: Sequence[tuple[int, int]]
    ) -> SplitDistributions:
        """Return distributions of splits that the main game's strategy does not make."""
        before = self.done

        def told(done: int) -> None:
            self.done = before + done
            self.context.progress(0, 1, f"{self.doing}, {self.done} more distributions")

        return kept_splits(solution, rules, cells, self.context, told)

    def alone(self, *, burnout: bool) -> RoundChance:
        """Return the round that is best for the Bonus wagers alone; it depends on no payout."""
        found = best_round(self.key, burnout, lambda: self.streak, self.context)
        self.error_bound = max(self.error_bound, found.error_bound)
        return found.chance(burnout=burnout)

    def priced(self, wins: int) -> list[play.AtCount]:
        """Return the best play for one Bonus wager where Burnout is paid on it too."""
        (found,) = self.streak.policies([{wins: 1.0}], self.pays, for_main=False)
        self.error_bound = max(self.error_bound, self.streak.error_bound)
        return found

    def everything(
        self,
    ) -> tuple[
        tuple[CombinationResult, ...], tuple[CombinationResult, ...], tuple[PlayChange, ...]
    ]:
        """Return sets of wagers at one main wager each, others, and how all of them change play."""
        sets = _sets(tuple(self.pays))
        equal = [dict.fromkeys(chosen, 1.0) for chosen in sets]
        others = [
            dict.fromkeys(chosen, ratio)
            for ratio in RATIOS
            for chosen in sets
            if len(chosen) in {1, len(self.pays)}
        ]
        policies = self.streak.policies([*equal, *others], self.pays)
        found = [
            self.combination(stakes, counts, "free")
            for stakes, counts in zip([*equal, *others], policies, strict=True)
        ]
        combined = found[: len(equal)]
        if self.context.thorough:
            never = self.streak.policies(equal, self.pays, "never")
            combined += [
                self.combination(stakes, counts, "never")
                for stakes, counts in zip(equal, never, strict=True)
            ]
        changes = self.changes(policies[len(equal) - 1])
        self.error_bound = max(self.error_bound, self.streak.error_bound)
        return tuple(combined), tuple(found[len(equal) :]), tuple(changes)

    def combination(
        self, stakes: play.Stakes, counts: Sequence[play.AtCount], choice: Choice
    ) -> CombinationResult:
        """Return the best play of wagers placed together."""
        rounds = [at.round for at in counts]
        wagers = []
        for wins, stake in stakes.items():
            found = resolution(rounds, wins)
            wagers.append(
                WagerInCombination(
                    wins=wins,
                    stake=stake,
                    p_hit=found.paid,
                    rtp=(self.pays[wins] + 1.0) * found.paid,
                    expected_rounds=found.rounds,
                )
            )
        placed = fsum(stakes.values())
        return CombinationResult(
            wagers=tuple(wagers),
            choice=choice,
            counts=tuple(
                AtCount(
                    wins=at.count,
                    burnout=at.round.burnout,
                    q=at.round.chance,
                    win=at.round.win,
                    push=at.round.push,
                    loss=at.round.loss,
                    cost=self.streak.cost(at.round, at.price),
                    worth=at.worth,
                )
                for at in counts
            ),
            gain=counts[0].worth - placed,
            rtp=fsum(wager.stake * wager.rtp for wager in wagers) / placed,
        )

    def changes(self, counts: Sequence[play.AtCount]) -> list[PlayChange]:
        """Return the first decisions that differ from the main game's, by hand."""
        shoe, decisions = self.solution.shoe, self.solution.decisions
        weights = shoe.counts / shoe.counts.sum()
        found = []
        upcards = [RANK_LABELS.index(label) for label in UPCARDS]
        for (place, hand), upcard in product(enumerate(shoe.two_cards), upcards):
            probability = float(weights[upcard] * shoe.deal[upcard, hand])
            if hand == shoe.natural or not probability:
                continue
            after: dict[tuple[int, int], list[int]] = {}
            for at in counts:
                first = decisions.option_first if at.round.burnout else decisions.first
                usual, changed = int(first[upcard, hand]), int(at.first[upcard, place])
                if usual != changed:
                    after.setdefault((usual, changed), []).append(at.count)
            found += [
                PlayChange(
                    cards=",".join(np.repeat(np.array(RANK_LABELS), shoe.table.counts[hand])),
                    upcard=RANK_LABELS[upcard],
                    usual=ACTION_LETTERS[usual],
                    changed=ACTION_LETTERS[changed],
                    wins=tuple(wins),
                    probability=probability,
                )
                for (usual, changed), wins in after.items()
            ]
        return found


def _wins(key: str) -> int:
    """Return the wins that a row of the paytable needs."""
    if not (key.isascii() and key.isdigit() and 0 < int(key) <= 100):
        raise EngineError(
            f"a row of the Bonus paytable is named by its number of wins, 1 to 100; found {key!r}"
        )
    return int(key)


def _chance(distribution: RoundDistribution, reading: StreakRule, *, burnout: bool) -> RoundChance:
    streak = distribution.streak(reading)
    return RoundChance(
        mean=float("nan"),
        win=float(streak[WIN]),
        push=float(streak[PUSH]),
        loss=float(streak[LOSS]),
        burnout=burnout,
    )


def _return(round_: RoundChance, wins: int, pays: Fraction, price: float) -> StreakReturn:
    """Return the return of a wager; `price` is paid on it in every round with Burnout."""
    found = resolution([round_], wins)
    returned = (float(pays) + 1.0) * found.paid
    if price and round_.burnout:
        returned -= price * found.rounds
    return StreakReturn(
        q=round_.chance, p_hit=found.paid, rtp=returned, expected_rounds=found.rounds
    )


def _best_priced(counts: Sequence[play.AtCount], pays: Fraction) -> StreakReturn:
    """Return the return of a wager played for alone, Burnout being bought count by count."""
    rounds = [at.round for at in counts]
    found = resolution(rounds, len(rounds))
    spent, met = [], 1.0
    for at in counts:
        spent.append(met * at.price * at.round.burnout / (at.round.win + at.round.loss))
        met *= at.round.chance
    return StreakReturn(
        q=found.paid ** (1.0 / len(rounds)),
        p_hit=found.paid,
        rtp=(float(pays) + 1.0) * found.paid - fsum(spent),
        expected_rounds=found.rounds,
    )


def _sets(wins: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the sets of wagers that are computed, all of them together the last."""
    sizes = range(1, len(wins) + 1) if len(wins) <= FEW_WAGERS else (1, len(wins))
    return [chosen for size in sizes for chosen in combinations(wins, size)]


def _readings(
    game: TwentyOneGame,
    distributions: Distributions,
    ruled: StreakRule,
    pays: dict[int, Fraction],
    price: float,
) -> list[ReadingResult]:
    def returns(chance: RoundChance) -> ReadingReturn:
        return ReadingReturn(
            q=chance.chance,
            rtp={
                str(wins): _return(chance, wins, returned, price).rtp
                for wins, returned in pays.items()
            },
        )

    def result(
        name: str, reading: StreakRule, change: Callable[[RoundChance], RoundChance] | None = None
    ) -> ReadingResult:
        without = _chance(distributions.main, reading, burnout=False)
        with_burnout = _chance(distributions.main_burnout, reading, burnout=True)
        if change:
            without, with_burnout = change(without), change(with_burnout)
        return ReadingResult(
            name=name,
            ruled=change is None and reading == ruled,
            without_burnout=returns(without),
            with_burnout=returns(with_burnout),
        )

    found = [result(READING_NAMES[reading], reading) for reading in STREAK_RULES]
    pushed = _p_even_money_push(game)
    if pushed is not None:

        def won(chance: RoundChance) -> RoundChance:
            return RoundChance(
                mean=chance.mean,
                win=chance.win + pushed,
                push=chance.push - pushed,
                loss=chance.loss,
                burnout=chance.burnout,
            )

        found.append(result(EVEN_MONEY_WINS, ruled, won))
    return found


def _p_even_money_push(game: TwentyOneGame) -> float | None:
    """Return P(the upcard is an ace, and player and dealer both have a blackjack)."""
    if not game.rules.insurance:
        return None
    counts = game.shoe.counts
    aces, tens, cards = counts[ACE], counts[TEN], game.shoe.size
    ways = aces * tens * 2 * (aces - 1) * (tens - 1)
    whole = cards * (cards - 1) * (cards - 2) * (cards - 3)
    return float(Fraction(int(ways), int(whole)))
