"""Every figure of the engine of games against the house, held against brute force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from certify.exact.banked.solution import BEST, Solution, solve
from certify.language.game import LoadedGame, wagers_made
from tests.oracle.banked import BruteForce, Decided, brute_force


def require_equal(
    game: LoadedGame, policy: str = BEST, *, decisions: bool = True, may_be_tied: bool = False
) -> Solution:
    """Require every figure of the engine to be that of brute force; return the engine's.

    `decisions`: what every option is worth too, which the engine tells where no hidden card is
    read before the decision; otherwise what the best option is worth.
    `may_be_tied`: that other plays are as good is enough, where figures differ.
    """
    found, wanted = solve(game, policy), brute_force(game, policy)
    figures = {name: (each.stake, each.net, each.lines) for name, each in found.wagers.items()}
    totals = {name: found.outcomes[name] for name in wanted.outcomes}
    is_equal = figures == wanted.wagers and totals == wanted.outcomes
    if may_be_tied and policy == BEST and not is_equal:
        assert sum(found.wagers[name].net for name in wagers_made(game)) == wanted.value
        return found
    assert figures == wanted.wagers
    assert totals == wanted.outcomes
    for names, outcomes in found.joint.items():
        assert outcomes == _joint(wanted, names)
    if policy == BEST and decisions:
        assert decided(found) == wanted.decisions
    elif policy == BEST:
        best = _by_best(wanted.decisions)
        for name, worths in _by_best(decided(found)).items():
            # Of situations in which hidden cards have been read the engine keeps no worths.
            if sum(worths.values()) == sum(best[name].values()):
                assert worths == best[name]
    return found


def _by_best(shares: Mapping[Decided, Fraction]) -> dict[str, dict[Fraction, Fraction]]:
    """Return probabilities by what the best option is worth, of each decision."""
    found: dict[str, dict[Fraction, Fraction]] = {}
    for (decision, _, worths, _), share in shares.items():
        own = found.setdefault(decision, {})
        own[max(worths)] = own.get(max(worths), Fraction(0)) + share
    return found


def _joint(wanted: BruteForce, names: Sequence[str]) -> dict[tuple[Fraction, ...], Fraction]:
    """Return probabilities by the stakes of some wagers, what they bring, and their pay lines."""
    every = list(wanted.wagers)
    places = [part * len(every) + every.index(name) for part in range(3) for name in names]
    found: dict[tuple[Fraction, ...], Fraction] = {}
    for key, chance in wanted.joint.items():
        own = tuple(key[place] for place in places)
        found[own] = found.get(own, Fraction(0)) + chance
    return found


def decided(found: Solution) -> dict[Decided, Fraction]:
    """Return probabilities of situations with a choice, by what each option is worth."""
    shares: dict[Decided, Fraction] = {}
    for answered in (one for summary in found.decided.values() for one in summary.kept):
        worths, weights = answered.worths, answered.weights
        assert worths is not None
        for row, weight in enumerate(weights):
            legal = [place for place in range(len(answered.options)) if answered.legal[row, place]]
            if not weight or len(legal) < 2:
                continue
            key = (
                answered.decision,
                tuple(answered.options[place] for place in legal),
                tuple(Fraction(int(worths.units[row, place]), worths.base) for place in legal),
                answered.options[answered.choice[row]],
            )
            shares[key] = shares.get(key, Fraction(0)) + Fraction(int(weight), answered.total)
    return shares
