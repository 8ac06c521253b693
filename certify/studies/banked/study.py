"""The study: exact figures of a game against the house, from its spec."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt

from certify.exact.banked.course import Answered
from certify.exact.banked.solution import BEST, Solution, WagerFigures, solve
from certify.exact.banked.words import rule_of
from certify.language.game import LoadedGame, wagers_made
from certify.play.interpreter.program import Program
from certify.runtime.context import Context
from certify.studies.banked.result import (
    BankedDecision,
    BankedLine,
    BankedOption,
    BankedOutcome,
    BankedResult,
    BankedWager,
)

KIND = "banked"
"""What kept results are called."""

ROOT_DIGITS = 40
"""Bits of a square root beyond those of a float."""

Joint = Mapping[tuple[Fraction, Fraction], Fraction]


def is_banked(game: LoadedGame) -> bool:
    """Return whether a game is analysed from its spec: its wagers say what they bring."""
    play = game.play
    return play is not None and play.result is not None and bool(play.result.wagers)


def banked_study(
    game: LoadedGame,
    strategy: str = BEST,
    *,
    exact: bool = False,
    context: Context | None = None,
) -> BankedResult:
    """Return the exact figures of a game against the house.

    Parameters
    ----------
    game : LoadedGame
        A game whose wagers carry money.
    strategy : str
        ``optimal``, or a policy of the spec.
    exact : bool
        Whether to give fractions too.
    context : Context, optional
        Where it is worked out.

    Notes
    -----
    Conditioning: a whole pack, shuffled before every round; one seat plays.
    Method: `certify.exact.banked.solution.solve`.
    Error: none; each figure is a ratio of integers, rounded once to the nearest float.
    """
    key = {**game.key(), "made": wagers_made(game), "strategy": strategy}
    found = (context or Context()).kept(
        KIND, key, BankedResult, lambda: _result(game, strategy, solve(game, strategy))
    )
    return found if exact else _without_fractions(found)


def _result(game: LoadedGame, strategy: str, found: Solution) -> BankedResult:
    made = wagers_made(game)
    outcomes = _by_net(found.outcomes[""])
    mean, variance, third = _moments(outcomes)
    return BankedResult(
        **game.provenance(),
        strategy=strategy,
        wagers_made=made,
        wagers={
            name: _wager(game, name, figures, found, made=name in made)
            for name, figures in found.wagers.items()
        },
        outcomes=tuple(
            BankedOutcome(staked=float(staked), net=float(net), probability=float(p), exact=str(p))
            for (net, staked), p in sorted(
                ((net, staked), p) for (staked, net), p in found.outcomes[""].items()
            )
        ),
        mean=float(mean),
        sd=_root(variance),
        skewness=float(third) / _root(variance) ** 3 if variance else None,
        hit_frequency=float(sum((p for net, p in outcomes.items() if net > 0), Fraction(0))),
        push_frequency=float(outcomes.get(Fraction(0), Fraction(0))),
        decisions=tuple(
            _decision(game, found, answered) for answered in found.answered if len(answered.weights)
        ),
    )


def _by_net(joint: Joint) -> dict[Fraction, Fraction]:
    found: dict[Fraction, Fraction] = {}
    for (_, net), p in joint.items():
        found[net] = found.get(net, Fraction(0)) + p
    return found


def _moments(outcomes: Mapping[Fraction, Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """Return the mean, and the second and third central moments."""
    mean = sum((net * p for net, p in outcomes.items()), Fraction(0))
    second = sum(((net - mean) ** 2 * p for net, p in outcomes.items()), Fraction(0))
    third = sum(((net - mean) ** 3 * p for net, p in outcomes.items()), Fraction(0))
    return mean, second, third


def _root(value: Fraction) -> float:
    """Return a square root, rounded once."""
    shift = max(0, value.denominator.bit_length() - value.numerator.bit_length())
    shift += 2 * (53 + ROOT_DIGITS)
    shift += shift % 2
    scaled = (value.numerator << shift) // value.denominator
    return float(Fraction(isqrt(scaled), 1 << (shift // 2)))


def _wager(
    game: LoadedGame, name: str, figures: WagerFigures, found: Solution, *, made: bool
) -> BankedWager:
    spec = game.spec.wagers[name]
    exact = {"stake": str(figures.stake), "net": str(figures.net)}
    total_stake = total_net = edge = None
    sd = hit = push = risk = None
    if spec.of is None:
        joint = found.outcomes[name]
        total_stake = sum((staked * p for (staked, _), p in joint.items()), Fraction(0))
        outcomes = _by_net(joint)
        total_net, variance, _ = _moments(outcomes)
        if figures.stake:
            edge = -total_net / figures.stake
            sd = _root(variance / figures.stake**2)
            exact["house_edge"] = str(edge)
        risk = -total_net / total_stake if total_stake else None
        hit = float(sum((p for net, p in outcomes.items() if net > 0), Fraction(0)))
        push = float(outcomes.get(Fraction(0), Fraction(0)))
    return BankedWager(
        title=spec.title,
        of=spec.of,
        made=made,
        stake=float(figures.stake),
        net=float(figures.net),
        total_stake=None if total_stake is None else float(total_stake),
        total_net=None if total_net is None else float(total_net),
        house_edge=None if edge is None else float(edge),
        rtp=None if edge is None else float(1 - edge),
        element_of_risk=None if risk is None else float(risk),
        sd=sd,
        hit_frequency=hit,
        push_frequency=push,
        lines=_lines(game, name, figures),
        exact=exact,
    )


def _lines(game: LoadedGame, name: str, figures: WagerFigures) -> tuple[BankedLine, ...]:
    spec = game.spec.wagers[name]
    if not figures.lines:
        return ()
    # What a row contributes is its chance times its pay where nothing else is paid or put down.
    is_plain = spec.net is None and spec.stake is not None and figures.stake == 1
    found = []
    for row in game.paytable_rows(str(spec.paytable)):
        p = figures.lines[row.key]
        to_one = game.row(f"{spec.paytable}.{row.key}").to_one
        found.append(
            BankedLine(
                row=row.key,
                outcome=row.outcome,
                pays=str(to_one),
                probability=float(p),
                one_in=float(1 / p) if p else None,
                contribution=float(p * to_one) if is_plain else None,
                exact=str(p),
            )
        )
    return tuple(found)


def _decision(game: LoadedGame, found: Solution, answered: Answered) -> BankedDecision:
    weights, total = answered.weights, answered.total
    shares = [
        Fraction(int(weights[answered.choice == place].sum()), total)
        for place in range(len(answered.options))
    ]
    rule = rule_of(Program(game), found.kinds, answered)
    return BankedDecision(
        decision=answered.decision,
        text=game.spec.decisions[answered.decision].text,
        before=answered.before,
        situations=int((weights != 0).sum()),
        frequency=float(sum(shares, Fraction(0))),
        options=tuple(
            BankedOption(option=option, frequency=float(share))
            for option, share in zip(answered.options, shares, strict=True)
        ),
        rule=() if rule is None else rule.lines,
        rule_cost=None if rule is None else float(rule.cost),
    )


def _without_fractions(found: BankedResult) -> BankedResult:
    def of(wager: BankedWager) -> BankedWager:
        lines = tuple(line.model_copy(update={"exact": None}) for line in wager.lines)
        return wager.model_copy(update={"exact": None, "lines": lines})

    return found.model_copy(
        update={
            "wagers": {name: of(wager) for name, wager in found.wagers.items()},
            "outcomes": tuple(o.model_copy(update={"exact": None}) for o in found.outcomes),
        }
    )
