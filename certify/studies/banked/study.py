"""Exact figures of a game against the house, from its spec."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple
from fractions import Fraction
from math import inf, isqrt
from typing import Any, TypeVar

from certify.cards.picks import picks_cards
from certify.exact.banked.composition import Composition
from certify.exact.banked.odds import Odds, odds_of
from certify.exact.banked.planning import Plan
from certify.exact.banked.solution import BEST, Leak, Solution, question, solve
from certify.exact.banked.walking import HOUR, DecisionKey
from certify.exact.banked.walks import Walk
from certify.exact.banked.words import Form, rule_of
from certify.language.game import LoadedGame, wagers_made
from certify.play.interpreter.program import Program
from certify.present.quantity import in_words
from certify.results import Result
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.banked.kept_odds import KeptOdds
from certify.studies.banked.pieces import long_steps
from certify.studies.banked.result import (
    BankedDecision,
    BankedLine,
    BankedOption,
    BankedOutcome,
    BankedResult,
    BankedWager,
    Fractions,
)
from certify.studies.banked.shoes import ShoeGiven, composition_for, counts_of, with_shoe
from certify.studies.banked.strategy_file import file_sha256, is_strategy_file, read_answers
from certify.studies.simulation.wagers import told_wagers

KIND = "banked"
ALSO_BEST = "best"
METHOD = (
    "every situation once, backward for the best play and forward with the number of ways to it;"
    " hidden cards counted by rank; integers throughout"
)
LONG = 10.0
"""Seconds from which it is told what there is to do."""

GIGABYTE = 1e9

ROOT_BITS = 128
"""Binary digits of a square root before it is rounded."""

Parts = tuple[tuple[Fraction, Fraction, int], ...]
"""Stake, gain and pay line of each wager."""

Joint = Mapping[tuple[Fraction, Fraction], Fraction]
"""Probabilities by what is put down in all, and what it brings in all."""

Shown = TypeVar("Shown", bound=Result)


def banked_study(
    game: LoadedGame,
    policy: str = BEST,
    *,
    exact: bool = False,
    shoe: ShoeGiven = None,
    context: Context | None = None,
    workers: Workers | None = None,
) -> BankedResult:
    """Return the exact figures of every wager, looked up if they were computed before.

    `policy`: ``optimal``, which is called ``best`` too, a policy of the spec, or a strategy file.
    `exact` adds every figure as a fraction. `shoe`: the cards that are left; by default all.
    `workers`: who does the pieces of what takes long; by default this process. Raises `SpecError`
    if there is no such policy, and `StateSpaceError` if the rules are beyond the engine.
    """
    policy, left = checked_policy(policy), composition_for(game, shoe)
    told = with_shoe(game, left)
    sha256 = file_sha256(policy) if is_strategy_file(policy) else None
    key = {**told.key(), "made": wagers_made(game), "policy": policy}
    if sha256 is not None:
        key |= {"policy": sha256}
    context = context or Context()

    def worked_out() -> BankedResult:
        if sha256 is None:
            return figures_of(told, policy, priced_within(context, game, policy, left, workers))
        answers = read_answers(question(game, BEST, left), policy)
        return figures_of(
            told, policy, solve(game, BEST, context.progress, left=left, answers=answers)
        )

    found = context.kept(KIND, key, BankedResult, worked_out)
    found = found.model_copy(
        update={"policy": policy, "strategy_sha256": sha256, "shoe": counts_of(left)}
    )
    return found if exact else without_fractions(found)


def returns_within(context: Context, game: LoadedGame) -> BankedResult:
    """Return the exact figures of the best play, which odds kept of the game may answer at once.

    They may be without the play in words.
    """
    odds = KeptOdds(context, game, BEST, None).found(game)
    if odds is None:
        return banked_study(game, exact=True, context=context)
    return figures_of(game, BEST, odds.solution(game), in_words=False)


def checked_policy(policy: str) -> str:
    """Return the one name of a policy: ``best`` is called ``optimal`` too."""
    return BEST if policy == ALSO_BEST else policy


def solved_within(
    context: Context,
    game: LoadedGame,
    policy: str = BEST,
    *,
    leaks: Mapping[str, Leak] | None = None,
    left: Composition | None = None,
    workers: Workers | None = None,
    forms: Callable[[], Mapping[DecisionKey, Form]] | None = None,
) -> Solution:
    """Return the solution of a game; a run that was ended goes on after its long steps."""
    patience = inf if context.is_patient else HOUR
    walk = Walk(game, policy, left, leaks, patience=patience)
    seen = None if leaks is None else {zone: astuple(leak) for zone, leak in leaks.items()}
    with long_steps(context, walk, workers, leaks=seen) as (steps, pieces):
        return solve(
            game,
            policy,
            context.progress,
            steps=steps,
            pieces=pieces,
            patience=patience,
            leaks=leaks,
            left=left,
            tell=telling(context),
            forms=forms,
        )


def priced_within(
    context: Context,
    game: LoadedGame,
    policy: str,
    left: Composition | None,
    workers: Workers | None = None,
) -> Solution:
    """Return the solution of a game from odds that are kept, if payouts can be told apart in it."""
    odds = odds_within(context, game, policy, left, in_words=True, workers=workers)
    if odds is None:
        return solved_within(context, game, policy, left=left, workers=workers)
    return odds.solution(game)


def telling(context: Context) -> Callable[[Plan], None]:
    """Return what tells a plan in a sentence, if it takes long."""

    def tell(plan: Plan) -> None:
        if plan.seconds >= LONG:
            context.tell(
                f"To do: about {_about(plan.situations)} situations to decide and"
                f" {_about(plan.settled)} rows to settle; about {in_words(plan.seconds)} of one"
                f" core and {plan.memory / GIGABYTE:.1f} GB of memory."
            )

    return tell


def odds_within(
    context: Context,
    game: LoadedGame,
    policy: str = BEST,
    left: Composition | None = None,
    *,
    in_words: bool = False,
    workers: Workers | None = None,
) -> Odds | None:
    """Return the odds of the play that is best for a game's payouts; solved if none are kept.

    `in_words`: with the situations that decisions are put into words from; what takes long with
    payouts kept apart that matter to the play is then not begun. None if payouts enter in another
    way than times a number: each paytable is then a game of its own.
    """
    kept = KeptOdds(context, game, policy, left)
    found = kept.found(game, with_situations=in_words)
    if found is not None:
        return found
    patience = inf if context.is_patient else HOUR
    # Of whole boards at least what matters to no play is kept apart, such as a side wager.
    for decisive in (True, False) if in_words else (True,):
        walk = Walk(game, policy, left, is_priced=True, decisive=decisive, patience=patience)
        with long_steps(context, walk, workers, priced=True, decisive=decisive) as (steps, pieces):
            found = odds_of(
                game,
                policy,
                context.progress,
                steps=steps,
                pieces=pieces,
                patience=patience,
                left=left,
                takes_boards=not (in_words and decisive),
                decisive=decisive,
                tell=telling(context),
            )
        if found is not None:
            break
    if found is not None:
        kept.keep(found)
    return found


def figures_of(
    game: LoadedGame, policy: str, found: Solution, *, in_words: bool = True
) -> BankedResult:
    """Return what is told of a solution, with fractions; `in_words`: its decisions too."""
    made = wagers_made(game)
    outcomes = _totals(found.together(*made))
    mean, variance, third = _moments(outcomes)
    figures = {
        "ev": mean,
        "average_wagered": _mean((staked, p) for (staked, _), p in outcomes.items()),
        "variance": variance,
        **_frequencies(outcomes),
    }
    told = [
        (name, *(other for other in game.spec.following(name) if other in found.wagers))
        for name in told_wagers(game)
    ]
    groups = {name: (name,) for own in told for name in own} | {own[0]: own for own in told}
    return BankedResult(
        **game.provenance(),
        policy=policy,
        parameters=game.parameters_as_written(),
        wagers_made=made,
        wagers={
            name: _wager(game, name, groups[name], found) for name in found.wagers if name in groups
        },
        outcomes=_outcomes(outcomes),
        **_rounded(figures),
        sd=nearest_root(variance),
        skewness=_skewness(variance, third),
        decisions=tuple(decisions_of(game, found)) if in_words else (),
        situations=found.situations,
        method=METHOD,
    )


def outcomes_alone(found: Solution, name: str) -> tuple[BankedOutcome, ...]:
    """Return the outcomes of one wager by itself, without those that follow it."""
    return _outcomes(_totals(found.together(name)))


def _wager(game: LoadedGame, name: str, own: tuple[str, ...], found: Solution) -> BankedWager:
    """Return the figures of a wager; `own`: the wagers that are told with it."""
    spec = game.spec.wagers[name]
    follows = spec.of is not None and not spec.optional
    outcomes = _totals(found.together(*own))
    alone = found.wagers[name]
    unit = found.wagers[spec.of if follows and spec.of else name].stake
    wagered = _mean((staked, p) for (staked, _), p in outcomes.items())
    net, variance, _ = _moments(outcomes)
    ev = _over(net, unit)
    risk = _over(-net, wagered)
    spread = _over(variance, unit**2)
    figures = {
        "stake": alone.stake,
        "net": alone.net,
        "average_wagered": _over(wagered, unit),
        "ev": ev,
        "house_edge": None if ev is None else -ev,
        "rtp": None if ev is None or follows else 1 + ev,
        "element_of_risk": risk,
        "rtp_on_action": None if risk is None else 1 - risk,
        "variance": spread,
        **_frequencies(outcomes),
    }
    return BankedWager(
        title=spec.title,
        of=spec.of,
        made=name in wagers_made(game),
        together=own,
        **_rounded(figures),
        sd=None if spread is None else nearest_root(spread),
        lines=tuple(_lines(game, name, unit, found)),
        outcomes=_outcomes(outcomes),
    )


def _lines(game: LoadedGame, name: str, unit: Fraction, found: Solution) -> Iterator[BankedLine]:
    alias = game.spec.wagers[name].paytable
    if alias is None or not found.wagers[name].lines:
        return
    brought: dict[int, Fraction] = {}
    for ((_, net, line),), p in found.together(name).items():
        brought[line] = brought.get(line, Fraction(0)) + net * p
    for number, row in game.pay_lines(name):
        p = found.wagers[name].lines[row.key]
        figures = {
            "probability": p,
            "one_in": 1 / p if p else None,
            "contribution": _over(brought.get(number, Fraction(0)), unit),
        }
        pays = str(game.pays(f"{alias}.{row.key}"))
        yield BankedLine(row=row.key, outcome=row.outcome, pays=pays, **_rounded(figures))


def decisions_of(game: LoadedGame, found: Solution) -> Iterator[BankedDecision]:
    """Yield the decisions that come up, with the best play in words."""
    program = Program(game)
    for (decision, before), summary in found.decided.items():
        rule = None
        in_cards = any(map(picks_cards, summary.shares))
        if len(summary.kept) == 1 and found.kept_kinds is not None and not in_cards:
            rule = rule_of(program, found.kinds, summary.kept[0])
        figures = {
            "frequency": sum(summary.shares.values(), Fraction(0)),
            "rule_cost": None if rule is None else rule.cost,
        }
        yield BankedDecision(
            decision=decision,
            text=game.spec.decisions[decision].text,
            before=before,
            situations=summary.situations,
            options=tuple(
                BankedOption(option=option, **_rounded({"frequency": share}))
                for option, share in summary.shares.items()
            ),
            rule=() if rule is None else rule.lines,
            **_rounded(figures),
        )


# Distributions ------------------------------------------------------------------------------------


def _totals(joint: Mapping[Parts, Fraction]) -> Joint:
    """Return the distribution of what is put down and what it brings, all wagers together."""
    found: dict[tuple[Fraction, Fraction], Fraction] = {}
    for parts, p in joint.items():
        staked = sum((stake for stake, _, _ in parts), Fraction(0))
        total = staked, sum((net for _, net, _ in parts), Fraction(0))
        found[total] = found.get(total, Fraction(0)) + p
    return found


def _outcomes(joint: Joint) -> tuple[BankedOutcome, ...]:
    """Return outcomes in ascending order of what they bring."""
    ordered = sorted(joint.items(), key=lambda each: (each[0][1], each[0][0]))
    return tuple(
        BankedOutcome(**_rounded({"staked": staked, "net": net, "probability": p}))
        for (staked, net), p in ordered
    )


def _frequencies(joint: Joint) -> dict[str, Fraction | None]:
    won = sum((p for (_, net), p in joint.items() if net > 0), Fraction(0))
    lost = sum((p for (_, net), p in joint.items() if net < 0), Fraction(0))
    return {"hit_frequency": won, "push_frequency": 1 - won - lost, "loss_frequency": lost}


def _moments(joint: Joint) -> tuple[Fraction, Fraction, Fraction]:
    """Return the mean of what is brought, and its second and third central moments."""
    mean = _mean((net, p) for (_, net), p in joint.items())
    apart = [(net - mean, p) for (_, net), p in joint.items()]
    return mean, _mean((x**2, p) for x, p in apart), _mean((x**3, p) for x, p in apart)


def _mean(values: Iterable[tuple[Fraction, Fraction]]) -> Fraction:
    return sum((value * p for value, p in values), Fraction(0))


def _over(value: Fraction, unit: Fraction) -> Fraction | None:
    return value / unit if unit else None


# Rounding -----------------------------------------------------------------------------------------


def _rounded(figures: Mapping[str, Fraction | None]) -> dict[str, Any]:
    """Return figures as the nearest floats, and as ``exact`` all of them as fractions."""
    exact: Fractions = {name: str(value) for name, value in figures.items() if value is not None}
    floats = {name: None if value is None else float(value) for name, value in figures.items()}
    return {**floats, "exact": exact}


def _about(number: int) -> str:
    """Return a number of which two digits are told."""
    return f"{int(float(f'{number:.1e}')):,}"


def _skewness(variance: Fraction, third: Fraction) -> float | None:
    if not variance:
        return None
    size = nearest_root(third**2 / variance**3)
    return -size if third < 0 else size


def nearest_root(value: Fraction) -> float:
    """Return the float nearest to a square root."""
    size = value.numerator.bit_length() - value.denominator.bit_length()
    shift = max(0, ROOT_BITS - size // 2)
    under = isqrt((value.numerator << 2 * shift) // value.denominator)
    return float(Fraction(under, 1 << shift))


def without_fractions(found: Shown) -> Shown:
    """Return a result without its fractions, and so all its parts."""
    kept: dict[str, Any] = {}
    for name in type(found).model_fields:
        value = getattr(found, name)
        if isinstance(value, tuple) and value and isinstance(value[0], Result):
            kept[name] = tuple(map(without_fractions, value))
        elif isinstance(value, dict) and any(isinstance(one, Result) for one in value.values()):
            kept[name] = {key: without_fractions(one) for key, one in value.items()}
    return found.model_copy(update={**kept, "exact": None})
