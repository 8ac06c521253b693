"""Exact figures of a game against the house: wagers, outcomes, and the best play."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from certify.errors import EngineError, SpecError, StateSpaceError, unknown_name
from certify.exact.banked.composition import Composition, cards_named
from certify.exact.banked.course import Solver
from certify.exact.banked.following import Answers, Following
from certify.exact.banked.frames import SEAT
from certify.exact.banked.keeping import Steps
from certify.exact.banked.kinds import Kinds, kinds_of
from certify.exact.banked.pieces import Pieces
from certify.exact.banked.planning import Plan, have_planned
from certify.exact.banked.properties import OTHERS_NAME
from certify.exact.banked.walking import (
    HOUR,
    OTHERS,
    DecisionKey,
    Outcomes,
    Progress,
    Stakes,
    Summary,
)
from certify.exact.banked.words import Form
from certify.language import typed
from certify.language.acts import Play, ResolvedResult, ResolvedWager
from certify.language.game import LoadedGame, wagers_made
from certify.language.typed import Node
from certify.language.types import INTEGER
from certify.play.events import Visibility
from certify.play.interpreter.program import Program

ANY = OTHERS_NAME
"""The zone of cards that lie nowhere in the game, as it is written."""

BEST = "optimal"
"""The play that is best for the wagers that are made."""


Walker = TypeVar("Walker", bound=Solver)


@dataclass(frozen=True)
class Leak:
    """Hidden cards of a zone that a seat sees against the rules before it decides.

    Attributes
    ----------
    number : int
        How many cards.
    marked : str
        Which cards have a mark on their backs, such as ``T-A``: of these cards the seat sees only
        how many have it. Empty if it sees the cards themselves.
    """

    number: int
    marked: str = ""


@dataclass(frozen=True)
class WagerFigures:
    """What a wager comes to.

    Attributes
    ----------
    stake, net : Fraction
        Expected amount put on it, and expected gain.
    lines : dict
        Probability of each row of its paytable, and of none as ``""``.
    """

    stake: Fraction
    net: Fraction
    lines: Mapping[str, Fraction]


@dataclass(frozen=True)
class Solution:
    """Exact figures of a game against the house.

    Attributes
    ----------
    wagers : dict
        Every wager of the spec, in its order.
    outcomes : dict
        For each first wager with those that follow it, and ``""`` for all that are made:
        probabilities by the amount put down and the gain.
    decided : dict
        By decision and the answers before it, in the order of play: how it was answered.
    kept_kinds : Kinds or None
        The cards by kind; None where nothing that is kept rests on them. `kinds` requires them.
    situations, settled : int
        Situations that were decided, and rows that were settled backward.
    joint : dict
        By the wagers that are told together: probabilities by what is put on each, then what each
        brings, then their pay lines.
    """

    wagers: Mapping[str, WagerFigures]
    outcomes: Mapping[str, Mapping[tuple[Fraction, Fraction], Fraction]]
    decided: Mapping[tuple[str, tuple[str, ...]], Summary]
    kept_kinds: Kinds | None
    situations: int
    settled: int
    joint: Mapping[tuple[str, ...], Outcomes]

    @property
    def kinds(self) -> Kinds:
        """The cards by kind, of a solution whose situations are kept."""
        if self.kept_kinds is None:
            raise EngineError("situations are asked for that are not kept with these figures")
        return self.kept_kinds

    def together(self, *names: str) -> dict[tuple[tuple[Fraction, Fraction, int], ...], Fraction]:
        """Return probabilities by stake, gain and pay line of each of some wagers.

        They are those made, or belong to the same first wager.
        """
        own = next(own for own in self.joint if set(names) <= set(own))
        places = [own.index(name) for name in names]
        found: dict[tuple[tuple[Fraction, Fraction, int], ...], Fraction] = {}
        for key, p in self.joint[own].items():
            parts = tuple(
                (key[place], key[len(own) + place], int(key[2 * len(own) + place]))
                for place in places
            )
            found[parts] = found.get(parts, Fraction(0)) + p
        return found


def solve(
    game: LoadedGame,
    policy: str = BEST,
    progress: Progress = lambda done, total, doing: None,
    *,
    steps: Steps | None = None,
    pieces: Pieces | None = None,
    patience: float = HOUR,
    leaks: Mapping[str, Leak] | None = None,
    left: Composition | None = None,
    answers: Answers | None = None,
    tell: Callable[[Plan], None] | None = None,
    forms: Callable[[], Mapping[DecisionKey, Form]] | None = None,
) -> Solution:
    """Return the exact figures of a game against the house.

    Parameters
    ----------
    game : LoadedGame
        A game with wagers that say what is put on them and what they bring.
    policy : str
        ``optimal``, or the name of a policy of the spec.
    progress : callable
        Told how far it is where that takes long: steps done, steps in all, what is done.
    steps : Steps, optional
        Keeps what long steps came to, so that a run that was ended goes on after them.
    pieces : Pieces, optional
        Has pieces of long steps worked out, perhaps by other processes. Not with `answers`.
    patience : float
        Seconds that may be spent on one look at cards, as far as they are known before.
    leaks : dict, optional
        By zone, which of its hidden cards the seat sees against the rules before it decides;
        ``others`` are cards that lie nowhere in the game, as in the hands of other players. Then
        first wagers that are not made are left out.
    left : Composition, optional
        The cards that the round is dealt from; by default the whole pack.
    answers : Answers, optional
        How situations are answered; those that are not among them by the best play.
    tell : callable, optional
        Told what there is to do, before the first of what takes long.
    forms : callable, optional
        With cards of one zone in `leaks`, called where situations are too many to be kept: returns
        for decisions by which properties what answers lose is added up for each set of seen cards.

    Raises
    ------
    SpecError
        If the spec has no such wagers, no such policy, or no such hidden zone.
    StateSpaceError
        If the rules need what the engine does not follow, or too many situations.

    Notes
    -----
    Conditioning: the pack, or what is left of it, shuffled; one seat plays.
    Method: backward over all situations, equal ones once, hidden cards counted by rank; then
    forward with the number of ways to each.
    Error: none; all are ratios of integers.
    Source: backward induction (von Neumann and Morgenstern, Theory of Games and Economic Behavior,
    1944, chapter 15); the counting is derived here (`certify.exact.banked.counting`).
    """
    asked = question(game, policy, left, made_alone=leaks is not None)
    solver: Solver
    if answers is None:
        solver = asked.solver(Solver, progress)
        solver.steps, solver.pieces, solver.patience = steps, pieces, patience
        solver.forms = forms
        let_see(solver, asked, leaks or {})
    else:
        solver = asked.solver(Following, progress)
        solver.answers = answers
    if tell is not None:
        have_planned(solver, tell)
    found = walked(game, asked, solver)
    if answers is not None:
        answers.require_all_met()
    return found


def walked(
    game: LoadedGame, asked: Question, solver: Solver, *, is_given: bool = False
) -> Solution:
    """Return what a game comes to as a solver walks through it; `is_given`: so is the play.

    Notes
    -----
    Conditioning: as the solver's start. Method: backward for the best play, then forward.
    Error: none; all are ratios of integers. Source: as `solve`.
    """
    if asked.policy is None and not is_given:
        solver.best_play()
    solver.tally()
    return solution_from(
        game,
        {name: stakes.names for name, stakes in asked.groups.items()},
        solver.outcomes,
        solver.summaries,
        solver.kinds,
        situations=solver.situations,
        settled=solver.settled,
    )


def solution_from(
    game: LoadedGame,
    names: Mapping[str, tuple[str, ...]],
    found: Mapping[str, Outcomes],
    decided: Mapping[tuple[str, tuple[str, ...]], Summary],
    kinds: Kinds | None,
    *,
    situations: int,
    settled: int,
) -> Solution:
    """Return what outcomes come to, of each first wager and, as ``""``, of all that are made.

    `names`: the wagers that each of these are outcomes of.

    Notes
    -----
    Conditioning: as the outcomes.
    Method: sums over them. Error: none; all are ratios of integers.
    Source: derived here.
    """
    families, made = _families(game), wagers_made(game)
    figures: dict[str, WagerFigures] = {}
    for name in families:
        if name in found:
            figures |= _figures(game, names[name], found[name])
    wagers = [name for name in game.spec.wagers if name in figures]
    optional = {name for name, wager in game.spec.wagers.items() if wager.optional and wager.of}
    told = set(made) | (set(wagers) - optional)
    outcomes = {name: _totals(names[name], found[name], told) for name in found}
    outcomes.setdefault("", next((outcomes[name] for name in families if name in made), {}))
    return Solution(
        {name: figures[name] for name in wagers},
        outcomes,
        decided,
        kinds,
        situations,
        settled,
        {names[name]: found[name] for name in found},
    )


@dataclass(frozen=True)
class Question:
    """What is asked of a game: for which wagers it is played, and whose outcomes are told.

    Attributes
    ----------
    nodes : sequence of Node
        Every expression that a round or its wagers are made of.
    policy : dict or None
        Values of moves by decision and move; None for the best play.
    """

    program: Program
    result: ResolvedResult
    kinds: Kinds
    nodes: Sequence[Node]
    aims: Sequence[Stakes]
    groups: Mapping[str, Stakes]
    policy: Mapping[str, Mapping[str, Node]] | None

    def solver(self, of: type[Walker], progress: Progress) -> Walker:
        """Return what walks through the game."""
        return of(
            self.program,
            self.kinds,
            self.nodes,
            self.aims,
            self.groups,
            self.policy,
            progress=progress,
        )


def question(
    game: LoadedGame,
    policy: str = BEST,
    left: Composition | None = None,
    *,
    made_alone: bool = False,
) -> Question:
    """Return what is asked of a game; parameters and errors as `solve`.

    `made_alone`: of first wagers that are not made nothing is told.
    """
    program = Program(game)
    play, result = program.play, program.play.result
    if result is None or not result.wagers:
        raise SpecError(f"{game.spec.game.id} has no wagers that say what they bring")
    if program.players != 1:
        raise StateSpaceError("figures are of a game with one seat")
    wanted = None
    if policy != BEST:
        if policy not in play.policies:
            raise SpecError(unknown_name(policy, "policy", (BEST, *play.policies)))
        wanted = play.policies[policy].decisions
    made, families = wagers_made(game), _families(game)
    if made_alone:
        families = {name: own for name, own in families.items() if set(own) & set(made)}
    groups = {name: _stakes(result.wagers, own) for name, own in families.items()}
    aims = [
        _stakes(result.wagers, set(own) & set(made))
        for own in families.values()
        if set(own) & set(made)
    ]
    groups[""] = _stakes(result.wagers, made)
    if len([name for name in families if name in made]) == 1:
        only = next(name for name in families if name in made)
        if set(families[only]) == set(made):
            del groups[""]
    nodes = [*_nodes(play, groups.values())]
    nodes += [node for moves in (wanted or {}).values() for node in moves.values()]
    if len(play.spec.packs) != 1:
        raise StateSpaceError(
            f"exact figures are of games with one pack, this one has {len(play.spec.packs)}; what"
            " a card of another brings can be a result of chance instead (chance: {name: [..]})"
        )
    (pack,) = play.spec.packs
    kinds = kinds_of(program, nodes, pack, None if left is None else left.cards(program))
    return Question(program, result, kinds, nodes, aims, groups, wanted)


def let_see(solver: Solver, asked: Question, leaks: Mapping[str, Leak]) -> None:
    """Let the seat see cards against the rules before it decides."""
    solver.leaks = _leaks(asked.program, leaks)
    solver.marks = _marks(asked, leaks)


def _leaks(program: Program, leaks: Mapping[str, Leak]) -> dict[int, int]:
    """Return by number of a zone how many of its cards are seen against the rules."""
    sees = Visibility(program).zones[SEAT]
    dealt = {pack.into for pack in program.play.spec.packs.values()}
    zones = {
        name: place
        for place, (name, _) in enumerate(program.layout.zones)
        if not sees[place] and name not in dealt
    }
    known = {**zones, ANY: OTHERS}
    for name in leaks:
        if name in dealt:
            raise SpecError(
                f"{name} is the pack that cards are dealt from; the next one is seen in blackjack"
                f" alone, so expected one of {', '.join(known)}"
            )
        if name not in known:
            raise SpecError(unknown_name(name, "hidden zone", known))
    return {known[name]: leak.number for name, leak in leaks.items()}


def _marks(asked: Question, leaks: Mapping[str, Leak]) -> dict[int, npt.NDArray[np.bool_]]:
    """Return by number of a zone which kinds of its cards have a mark, where only that is seen."""
    kinds, program = asked.kinds, asked.program
    found = {}
    for name, leak in leaks.items():
        if not leak.marked:
            continue
        marked = cards_named(program, kinds.pack, leak.marked)
        own: dict[int, set[bool]] = {}
        for card, kind in kinds.kind_of.items():
            own.setdefault(kind // kinds.values, set()).add(card in marked)
        if any(len(both) > 1 for both in own.values()):
            raise SpecError(
                f"{leak.marked} tells cards apart that the rules take for alike; expected whole"
                " ranks such as T-A"
            )
        (zone,) = _leaks(program, {name: leak})
        number = len(kinds.cards)
        found[zone] = np.array([own[kind // kinds.values] == {True} for kind in range(number)])
    return found


def _families(game: LoadedGame) -> dict[str, list[str]]:
    """Return each first wager with those that belong to it."""
    wagers = game.spec.wagers
    return {
        name: [name, *(other for other, each in wagers.items() if each.of == name)]
        for name, wager in wagers.items()
        if wager.of is None
    }


def _stakes(wagers: Mapping[str, ResolvedWager], names: Iterable[str]) -> Stakes:
    own = [name for name in wagers if name in set(names)]
    nothing = typed.Literal(INTEGER, 0)
    return Stakes(
        tuple(own),
        tuple(wagers[name].stake for name in own),
        tuple(wagers[name].net for name in own),
        tuple(wagers[name].line or nothing for name in own),
    )


def _nodes(play: Play, groups: Iterable[Stakes]) -> list[Node]:
    """Return the expressions that the course of a game and its wagers are made of."""
    nodes = list(play.move_nodes())
    for act in play.statements():
        nodes += act.nodes()
    for stakes in groups:
        nodes += stakes.nodes
    return nodes


def _figures(game: LoadedGame, own: Sequence[str], outcomes: Outcomes) -> dict[str, WagerFigures]:
    number = len(own)
    found = {}
    for place, name in enumerate(own):
        stake = sum((key[place] * p for key, p in outcomes.items()), Fraction(0))
        net = sum((key[number + place] * p for key, p in outcomes.items()), Fraction(0))
        rows = [row.key for row in game.paytable_rows(game.spec.wagers[name].paytable or "")]
        lines = dict.fromkeys([*rows, ""], Fraction(0)) if rows else {}
        if rows:
            for key, p in outcomes.items():
                line = int(key[2 * number + place])
                lines[rows[line - 1] if line else ""] += p
        found[name] = WagerFigures(stake, net, lines)
    return found


def _totals(
    names: Sequence[str], outcomes: Outcomes, told: Collection[str]
) -> dict[tuple[Fraction, Fraction], Fraction]:
    """Return probabilities by what is put on some of the wagers, and what these bring."""
    number = len(names)
    places = [place for place, name in enumerate(names) if name in told]
    found: dict[tuple[Fraction, Fraction], Fraction] = {}
    for key, p in outcomes.items():
        total = (
            sum((key[place] for place in places), Fraction(0)),
            sum((key[number + place] for place in places), Fraction(0)),
        )
        found[total] = found.get(total, Fraction(0)) + p
    return dict(sorted(found.items()))
