"""Odds that are kept: a game solved once for all payouts under which the same play is best.

`odds_of` solves a game with its payouts kept apart; `Odds.solution` puts payouts in, exactly, and
`Odds.hold` says whether the play is still the best there. Nothing is dealt or counted again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from certify.exact.banked.amounts import NotLinear
from certify.exact.banked.composition import Composition
from certify.exact.banked.frames import Answered
from certify.exact.banked.keeping import Steps
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.pieces import Pieces
from certify.exact.banked.planning import Plan, have_planned
from certify.exact.banked.pricing import (
    Bounds,
    Pricing,
    at_prices,
    bounds_of,
    constants,
    is_linear,
    over_one,
    payouts_as_parameters,
    prices_read,
    shares_of,
    shares_read,
)
from certify.exact.banked.solution import BEST, Question, Solution, question, solution_from
from certify.exact.banked.walking import HOUR, Outcomes, Progress, Summary
from certify.language.game import LoadedGame
from certify.language.typed import Node

Form = tuple[Fraction, ...]
"""What a wager brings: a number, and what each payout is taken times."""


@dataclass(frozen=True, eq=False)
class Odds:
    """What a game comes to under one play, for all payouts.

    Attributes
    ----------
    rows : tuple of str
        The payouts that are kept apart, by path, such as ``pair_plus.flush``, and the shares, by
        name, such as ``commission``. The first of them, as many as `bounds` has limits, matter to
        the play.
    names : dict
        By first wager, and ``""`` for all that are made: the wagers whose outcomes are told.
    outcomes : dict
        Likewise: probabilities by what is put on each wager, then what each brings as a `Form`,
        then their pay lines (the number of the row of its paytable, 0 of none).
    bounds : Bounds
        Where the play is best.
    summaries : dict
        How decisions were answered; worths have a last axis for payouts, unless there are too many:
        these are right for the payouts that were in force only, and `is_complete` is false.
    fixed : dict
        Payouts and shares that enter otherwise, as they were.
    kinds : Kinds or None
        The cards by kind; None if they are not needed.
    situations, settled : int
        As in `Solution`.
    """

    rows: tuple[str, ...]
    names: Mapping[str, tuple[str, ...]]
    outcomes: Mapping[str, Outcomes]
    bounds: Bounds
    fixed: Mapping[str, Fraction]
    summaries: Mapping[tuple[str, tuple[str, ...]], Summary]
    kinds: Kinds | None
    situations: int
    settled: int

    @property
    def decisive(self) -> tuple[str, ...]:
        """The payouts that matter to the play."""
        return self.rows[: len(self.bounds.limits)]

    @property
    def is_complete(self) -> bool:
        """Whether the worths of all situations are there for all payouts."""
        every = [each.worths for own in self.summaries.values() for each in own.kept]
        return self.kinds is not None and all(
            worths is None or worths.units.ndim == 3 for worths in every
        )

    def without_situations(self) -> Odds:
        """Return the same odds without the situations, which are much larger."""
        summaries = {key: replace(summary, kept=[]) for key, summary in self.summaries.items()}
        return replace(self, summaries=summaries, kinds=None)

    def pays(self, game: LoadedGame) -> tuple[Fraction, ...]:
        """Return what the rows pay in a game, to one, and its shares."""
        return tuple(game.price(row) for row in self.rows)

    def hold(self, game: LoadedGame) -> bool:
        """Return whether the play is the best at a game's payouts, the first of those that are."""
        is_same = all(game.price(row) == pays for row, pays in self.fixed.items())
        return is_same and self.bounds.hold(self.pays(game)[: len(self.bounds.limits)])

    def range_of(self, game: LoadedGame, row: str) -> tuple[Fraction, Fraction] | None:
        """Return from where to where a payout may go while the play is best; None: anywhere."""
        if row not in self.decisive:
            return None
        pays = self.pays(game)[: len(self.bounds.limits)]
        return self.bounds.between(pays, self.decisive.index(row))

    def solution(self, game: LoadedGame) -> Solution:
        """Return what the play comes to at a game's payouts."""
        pays = self.pays(game)
        found = {name: self._at(name, pays) for name in self.outcomes}
        decisive = pays[: len(self.bounds.limits)]
        decided = {
            key: replace(
                summary,
                kept=[
                    each
                    if each.worths is None or each.worths.units.ndim == 2
                    else replace(each, worths=at_prices(each.worths, decisive))
                    for each in summary.kept
                ],
            )
            for key, summary in self.summaries.items()
        }
        return solution_from(
            game,
            self.names,
            found,
            decided,
            self.kinds,
            situations=self.situations,
            settled=self.settled,
        )

    def net(self, name: str) -> Form:
        """Return the expectation of what a wager brings: a number, and by payout."""
        own = next(each for each in self.names if name in self.names[each])
        number = len(self.names[own])
        place = self.names[own].index(name) + number
        total = [Fraction(0)] * (1 + len(self.rows))
        for key, p in self.outcomes[own].items():
            for at, part in enumerate(key[place]):
                total[at] += part * p if part else 0
        return tuple(total)

    def _at(self, name: str, pays: Sequence[Fraction]) -> Outcomes:
        """Return outcomes with payouts put in."""
        number = len(self.names[name])
        base, *weights = over_one(pays)
        put_in: dict[Form, Fraction] = {}
        found: Outcomes = {}
        for key, p in self.outcomes[name].items():
            nets = []
            for form in key[number : 2 * number]:
                if form not in put_in:
                    parts = zip(form[1:], weights, strict=True)
                    paid = sum((part * by for part, by in parts if part), Fraction(0))
                    put_in[form] = form[0] + paid / base
                nets.append(put_in[form])
            there = (*key[:number], *nets, *key[2 * number :])
            found[there] = found.get(there, Fraction(0)) + p
        return found


def pricing(
    game: LoadedGame, asked: Question, progress: Progress, *, decisive: bool = True
) -> Pricing:
    """Return what walks through a game with its payouts kept apart, as `odds_of`."""
    rows, first, _ = payouts_of(asked, decisive=decisive)
    solver = asked.solver(Pricing, progress)
    solver.price(rows, [game.price(row) for row in rows], first)
    return solver


def odds_of(
    game: LoadedGame,
    policy: str = BEST,
    progress: Progress = lambda done, total, doing: None,
    *,
    steps: Steps | None = None,
    pieces: Pieces | None = None,
    patience: float = HOUR,
    left: Composition | None = None,
    takes_boards: bool = True,
    decisive: bool = True,
    tell: Callable[[Plan], None] | None = None,
) -> Odds | None:
    """Return the odds of a game under the play that is best for its payouts, or under a policy.

    None if payouts enter in another way than times a number, and added: then every paytable is a
    game of its own. Without `takes_boards` None too where boards are gone through, which takes
    some times as long with payouts kept apart. Without `decisive` those payouts are taken as they
    are that matter to the best play; others, such as a side wager's, take no time. Other parameters
    and errors as `certify.exact.banked.solution.solve`.

    Notes
    -----
    Conditioning: the pack, or what is left of it, shuffled; one seat plays.
    Method: backward with worths as sums over payouts, forward with what each outcome pays as such a
        sum. The play is best where no single other answer is worth more (policy improvement).
    Error: none; all are ratios of integers.
    Source: Howard, Dynamic Programming and Markov Processes, 1960; derived here for a finite game.
    """
    asked = question(game, policy, left)
    rows, _, fixed = payouts_of(asked, decisive=decisive)
    solver = pricing(game, asked, progress, decisive=decisive)
    solver.steps, solver.pieces = steps, pieces
    solver.patience, solver.takes_boards = patience, takes_boards
    if tell is not None:
        have_planned(solver, tell)
    try:
        if asked.policy is None:
            solver.best_play()
        solver.tally()
    except NotLinear:
        return None
    for summary in solver.summaries.values():
        summary.kept = [_that_come(each) for each in summary.kept if each.worths is not None]
    return Odds(
        rows,
        {name: stakes.names for name, stakes in asked.groups.items()},
        {
            name: _with_forms(found, len(asked.groups[name].names), len(rows))
            for name, found in solver.outcomes.items()
        },
        bounds_of(solver.bounds, solver.limits),
        {row: game.price(row) for row in fixed},
        solver.summaries,
        solver.kinds,
        solver.situations,
        solver.settled,
    )


def payouts_of(
    asked: Question, *, decisive: bool = True
) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
    """Return the payouts that only enter what wagers bring, how many of them matter, and the rest.

    Those that matter to the best play come first; without `decisive` they are of the rest. Shares
    go with them, and are of the rest unless wagers read them, and are linear in them.
    """
    play = asked.program.play
    every = [node for stakes in asked.groups.values() for node in stakes.nets]
    nets = {id(node) for node in every}
    others = [node for node in asked.nodes if id(node) not in nets]
    others += constants(play)
    fixed = {*prices_read(play, others), *payouts_as_parameters(play, [*others, *every])}
    aims: list[Node] = []
    if asked.policy is None:
        aims = [node for stakes in asked.aims for node in stakes.nets]
    # A share is taken as it is where a payout or another share is taken times it, or it is asked.
    fixed |= {*shares_read(play, [node for node in every if not is_linear(play, node)])}
    fixed |= shares_of(play) - {*shares_read(play, every)}
    if not decisive:
        fixed |= {*prices_read(play, aims)}
    first = [row for row in prices_read(play, aims) if row not in fixed]
    rest = [row for row in prices_read(play, every) if row not in fixed and row not in first]
    return (*first, *rest), len(first), tuple(sorted(fixed))


def _that_come(answered: Answered) -> Answered:
    """Return the situations that come about: words are of these alone."""
    return answered.take(np.flatnonzero(answered.weights != 0))


def _with_forms(found: Outcomes, number: int, rows: int) -> Outcomes:
    """Return outcomes in which everything that a wager brings is a form."""
    nothing = (Fraction(0),) * rows
    told: Outcomes = {}
    for key, p in found.items():
        nets = (
            net if isinstance(net, tuple) else (net, *nothing) for net in key[number : 2 * number]
        )
        own = (*key[:number], *nets, *key[2 * number :])
        told[own] = told.get(own, Fraction(0)) + p
    return told
