"""Cut-down versions of a game, solved; files in ``rules/cut_down`` define them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from certify.errors import StateSpaceError
from certify.exact.multiplayer.chances import chances_of
from certify.exact.multiplayer.equilibrium import Equilibrium, solve_by_regret, solve_program
from certify.exact.multiplayer.game_tree import unfold
from certify.exact.multiplayer.limited_depth import play_to_depth
from certify.exact.multiplayer.open_cards import OpenGraph, narrowed, open_graph
from certify.exact.multiplayer.retrograde import OpenSolution, solve_open
from certify.exact.multiplayer.sequence_form import SequenceForm, sequence_form
from certify.language.cut_down import SmallVersion, versions_of
from certify.language.game import LoadedGame
from certify.language.parameters import written
from certify.play.interpreter.interpreter import Options
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State
from certify.play.policies import policy_names
from certify.results import Assignment
from certify.runtime.context import Context
from certify.studies.fairness.results.solved import AgainstBest, FirstPlay, SolvedVersion

KIND = "solved"
DOING = "cut-down versions"

PROGRAM = "linear program in sequence form"
RETROGRADE = "retrograde analysis, all cards open"

FIRST_WINS = "whoever decides first wins"
SECOND_WINS = "whoever decides second wins"
WINS, LOSES = "wins", "loses"
LEVEL = "level"
ENDLESS = "goes on for ever"

ROUNDING = 1e-11
"""By how much rounding moves a value of order 1."""

SMALLEST = 1e-9
"""Probability below which a play counts as never made."""


def solved_versions(game: LoadedGame, context: Context) -> tuple[SolvedVersion, ...]:
    """Return the cut-down versions of a game, solved, in the order of the file."""
    versions = versions_of(game)
    # All that is wrong with them is found before any work begins.
    cut = [(version, version.cut(game)) for version in versions.values()]
    for version, smaller in cut:
        _require_most(version, smaller)
    found = []
    for done, (version, smaller) in enumerate(cut):
        context.progress(done, len(cut), DOING)
        key = [smaller.spec_sha256, smaller.changed, plain(version)]
        work = partial(solve_version, version, smaller)
        found.append(context.kept(KIND, key, SolvedVersion, work))
    context.progress(len(cut), len(cut), DOING)
    return tuple(found)


def solve_version(version: SmallVersion, game: LoadedGame) -> SolvedVersion:
    """Return a cut-down version, solved by the method that it names.

    With hidden cards `solve_program` or `solve_by_regret`; the error of the value is half the
    distance of the bounds that best responses give. With open cards `solve_open` and
    `play_to_depth`, without error.
    """
    program = Program(game, version.players)
    if version.method == "open_cards":
        return _open_cards(version, program)
    return _equilibrium(version, program)


def _require_most(version: SmallVersion, smaller: LoadedGame) -> None:
    """Raise `StateSpaceError` if the least score wins, as solving takes the most to do."""
    result = None if smaller.play is None else smaller.play.result
    if result is not None and result.best == "least":
        raise StateSpaceError(
            f"{version.title}: the least score wins (best: least); cut-down versions are solved"
            " where the most does: turn the sign of the score around"
        )


def plain(version: SmallVersion) -> Any:
    """Return plain data that determines a version."""
    return version.model_dump(mode="json")


def _edits(version: SmallVersion) -> tuple[Assignment, ...]:
    """Return the changes of a version, as written in YAML."""
    settings = [(name, written(value)) for name, value in version.set.items()]
    return (*settings, *((path, _text(value)) for path, value in version.edits.items()))


def _text(value: Any) -> str:
    if isinstance(value, bool | int | float | str):
        return written(value)
    return json.dumps(value, ensure_ascii=False)


# Hidden cards


def _equilibrium(version: SmallVersion, program: Program) -> SolvedVersion:
    names = policy_names(program)
    policies = {name: chances_of(program, name) for name in names}
    chosen: dict[str, dict[int, list[float]]] = {name: {} for name in names}

    def watch(number: int, state: State, found: Options) -> None:
        for name, chances in policies.items():
            chosen[name][number] = chances(state, found)

    form = sequence_form(unfold(program, watch=watch))
    exact = solve_program(form)
    iterated = solve_by_regret(form, looks_of(version.iterations))
    tree = form.tree
    apart = abs(iterated.value - exact.value)
    # What rounding leaves of an exploitability of 0 can be below it.
    doubt = max(iterated.exploitability, 0.0) + ROUNDING * max(1.0, abs(exact.value))
    if not exact.low - doubt <= iterated.value <= exact.high + doubt:
        raise StateSpaceError(
            f"{version.title}: two methods find {exact.value:.6f} and {iterated.value:.6f}"
        )
    return SolvedVersion(
        title=version.title,
        edits=_edits(version),
        method=PROGRAM,
        nodes=len(tree.kinds),
        information_sets=len(tree.information_sets),
        sequences=sum(plans.sequences for plans in form.plans),
        value=exact.value,
        exploitability=exact.exploitability,
        error=_error(exact),
        trace=iterated.trace,
        checked_by=(
            f"counterfactual regret minimisation (CFR+), {version.iterations} iterations:"
            f" {apart:.1e} apart; the programs of both seats and their duals:"
            f" {max(exact.programs) - min(exact.programs):.1e} apart"
        ),
        first_plays=tuple(_first_plays(form, exact)),
        against_best=tuple(_against_best(form, exact, name, chosen[name]) for name in names),
    )


def _against_best(
    form: SequenceForm, found: Equilibrium, name: str, chosen: Mapping[int, list[float]]
) -> AgainstBest:
    """Return the results of a policy against best play, averaged over both seats."""
    best_play = best_answer = 0.0
    for seat in (0, 1):
        plans = list(found.plans)
        plans[seat] = form.plans[seat].plan_of(chosen)
        best_play += form.value(seat, plans) / 2
        best_answer -= form.best_response(1 - seat, plans) / 2
    return AgainstBest(player=name, best_play=best_play, best_answer=best_answer)


def _error(found: Equilibrium) -> float:
    return max(found.high - found.value, found.value - found.low, 0.0)


def looks_of(iterations: int) -> list[int]:
    """Return the iterations after which exploitability is computed: 1, 3, 10 .. and the last."""
    found = [
        step * 10**power
        for power in range(len(str(iterations)))
        for step in (1, 3)
        if step * 10**power < iterations
    ]
    return [*found, iterations]


def _first_plays(form: SequenceForm, found: Equilibrium) -> Iterator[FirstPlay]:
    """Yield the values of the first decision, by what its seat holds."""
    tree = form.tree
    first = next((known for known in tree.information_sets if known.before is None), None)
    if first is None:
        return
    mine = form.plans[first.seat]
    likely, values = form.worth(first.seat, found.plans)
    chances = mine.chances(found.plans[first.seat])
    for number, begin, actions in zip(mine.sets, mine.firsts, mine.numbers, strict=True):
        known = tree.information_sets[number]
        if known.before is not None or known.decision != first.decision or not likely[begin]:
            continue
        places = slice(int(begin), int(begin + actions))
        made = np.where(chances[places] < SMALLEST, 0.0, chances[places])
        yield FirstPlay(
            holding=known.holding,
            chance=float(likely[begin]),
            plays=known.actions,
            values=tuple(float(value) for value in values[places]),
            probabilities=tuple(float(chance) for chance in made),
        )


# Open cards


def _open_cards(version: SmallVersion, program: Program) -> SolvedVersion:
    policies = {name: chances_of(program, name) for name in program.play.policies}
    chosen: dict[str, dict[int, int]] = {name: {} for name in policies}

    def watch(position: int, state: State, found: Options) -> None:
        for name, chances in policies.items():
            likely = chances(state, found)
            if max(likely) == 1:
                chosen[name][position] = likely.index(1)

    graph = open_graph(program, endless=version.endless, watch=watch)
    solution = solve_open(graph)
    decided = sum(1 for owner in graph.owners if owner >= 0)
    against_best = tuple(
        _against_answer(graph, name, places)
        for name, places in chosen.items()
        if len(places) == decided
    )
    limited = play_to_depth(graph)
    apart = max(
        abs(float(value) - limited.values[position])
        for position, value in enumerate(solution.values)
    )
    if apart > SMALLEST:
        raise StateSpaceError(f"{version.title}: two methods differ by {apart:.1e}")
    value = sum((share * solution.values[start] for share, start in graph.starts), Fraction(0))
    return SolvedVersion(
        title=version.title,
        edits=_edits(version),
        method=RETROGRADE,
        nodes=len(graph.owners),
        information_sets=0,
        sequences=0,
        value=float(value),
        exploitability=0.0,
        error=0.0,
        checked_by=(
            f"minimax to depth {limited.moves}, where one move more changes nothing: the same in"
            f" all {len(graph.owners)} positions"
        ),
        first_plays=tuple(_open_first_plays(graph, solution)),
        outcomes=tuple(_outcomes(graph, solution)),
        against_best=against_best,
    )


def _against_answer(graph: OpenGraph, name: str, chosen: Mapping[int, int]) -> AgainstBest:
    """Return the results of a deterministic policy against the best response to it."""
    shares = dict.fromkeys((WINS, LOSES, LEVEL, ENDLESS), Fraction(0))
    mean = Fraction(0)
    for seat in (0, 1):
        solution = solve_open(narrowed(graph, seat, chosen))
        for share, start in graph.starts:
            score = solution.values[start] if seat == 0 else -solution.values[start]
            mean += share * score / 2
            level = LEVEL if solution.ends[start] else ENDLESS
            shares[WINS if score > 0 else LOSES if score < 0 else level] += share / 2
    return AgainstBest(
        player=name,
        best_play=None,
        best_answer=float(mean),
        outcomes=tuple((text, float(share)) for text, share in shares.items() if share),
    )


def _for_first(graph: OpenGraph, start: int, value: Fraction) -> Fraction:
    """Return the value of a position for the seat that decides at a start."""
    return value if graph.owners[start] == 0 else -value


def _outcomes(graph: OpenGraph, solution: OpenSolution) -> Iterator[tuple[str, float]]:
    """Yield the outcomes of best play for the seat that decides first, with the share of deals."""
    shares = dict.fromkeys((FIRST_WINS, SECOND_WINS, LEVEL, ENDLESS), Fraction(0))
    for share, start in graph.starts:
        worth = _for_first(graph, start, solution.values[start])
        if worth:
            shares[FIRST_WINS if worth > 0 else SECOND_WINS] += share
        else:
            shares[LEVEL if solution.ends[start] else ENDLESS] += share
    for name, share in shares.items():
        if share or name != LEVEL:
            yield name, float(share)


def _open_first_plays(graph: OpenGraph, solution: OpenSolution) -> Iterator[FirstPlay]:
    """Yield mean values of first plays over all deals in which they can be made.

    Of several plays that are equally good, each is made as often as the others.
    """
    chances: dict[str, Fraction] = {}
    found: dict[str, dict[str, list[Fraction]]] = {}
    for share, start in graph.starts:
        held = graph.holdings[start]
        chances[held] = chances.get(held, Fraction(0)) + share
        values = [_for_first(graph, start, solution.values[to]) for to in graph.following[start]]
        best = max(values)
        for name, value in zip(graph.actions[start], values, strict=True):
            sums = found.setdefault(held, {}).setdefault(name, [Fraction(0)] * 3)
            sums[0] += share
            sums[1] += share * value
            sums[2] += share / values.count(best) if value == best else 0
    for held in sorted(found, key=lambda name: (-chances[name], name)):
        plays = found[held]
        yield FirstPlay(
            holding=held,
            chance=float(chances[held]),
            plays=tuple(plays),
            values=tuple(float(worth / weight) for weight, worth, _ in plays.values()),
            probabilities=tuple(float(made / chances[held]) for _, _, made in plays.values()),
        )
