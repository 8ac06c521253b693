"""A game without one card of its pack: by the play that is best then, and by that of the pack.

The card lies nowhere in the game, and the seat has seen it. Suits are still exchanged as far as the
card allows, so that there is one case for every class of kinds that differ in suit alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.cards.picks import picks_cards
from certify.errors import StateSpaceError
from certify.exact.banked.amounts import Amount
from certify.exact.banked.composition import Composition
from certify.exact.banked.course import Solver
from certify.exact.banked.frames import Answered, Frame
from certify.exact.banked.holdings import Group, Holdings, packed
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.situations import in_one_form
from certify.exact.banked.solution import BEST, Question, Solution, question, walked
from certify.exact.banked.walking import OTHERS, Option, Progress
from certify.language import acts
from certify.language.game import LoadedGame

Rows = npt.NDArray[Any]
Path = tuple[str, tuple[str, ...], tuple[tuple[int, int], ...], tuple[tuple[int, Any], ...]]
"""Decision, answers before it, and how many cards of which zone are seen."""


@dataclass(frozen=True)
class CardClass:
    """Cards that no rule tells apart, but for an exchange of suits.

    Attributes
    ----------
    kind : int
        One of their kinds.
    cards : tuple of int
        All of them, by their numbers in the game.
    """

    kind: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Removal:
    """What a game comes to without one card of a class.

    Attributes
    ----------
    best : Solution
        With the play that is best without it.
    fixed : Solution or None
        With the play of the whole pack; None where it was not asked for, where nothing is decided,
        so that it is the same, and where the play is not kept situation by situation.
    """

    best: Solution
    fixed: Solution | None


def classes_of(kinds: Kinds) -> list[CardClass]:
    """Return the classes of cards, in the order of the kinds."""
    held: list[list[int]] = [[] for _ in range(len(kinds.cards) // kinds.values)]
    for card, kind in kinds.kind_of.items():
        held[kind // kinds.values].append(card)
    return [CardClass(place * kinds.values, tuple(cards)) for place, cards in enumerate(held)]


@dataclass(eq=False)
class Pack:
    """A game solved for its whole pack, from which single cards can be taken.

    `dealt`: cards of a round in which most of them are dealt, whatever is answered.
    """

    game: LoadedGame
    asked: Question
    solution: Solution
    answers: Answers
    dealt: int

    @classmethod
    def of(
        cls,
        game: LoadedGame,
        policy: str = BEST,
        progress: Progress = lambda done, total, doing: None,
        left: Composition | None = None,
    ) -> Pack:
        """Return a game, solved; parameters and errors as those of `solution.solve`."""
        asked = question(game, policy, left)
        solver = asked.solver(Solver, progress)
        solution = walked(game, asked, solver)
        answers = Answers.of([*solver.answered.values()], solver)
        return cls(game, asked, solution, answers, asked.kinds.total - solver.undealt)

    def without(self, kind: int, *, with_held: bool = True) -> Removal:
        """Return what the game comes to without one card of a kind.

        `with_held`: whether by the play of the whole pack, too.

        Notes
        -----
        Conditioning: the card lies aside, and who plays best knows it; the rest is shuffled.
        Method: as `solution.solve`, from a start with a card that lies nowhere in the game; by the
            play of the pack each situation is answered as it was there.
        Error: none; all are ratios of integers.
        Source: derived here.
        """
        best = self.asked.solver(Solver, _silent)
        best.start = _lying_aside(self.asked.kinds, kind)
        found = walked(self.game, self.asked, best)
        is_held = with_held and self.asked.policy is None and found.decided
        if not is_held or not self.answers.complete:
            return Removal(found, None)
        held = self.asked.solver(Holding, _silent)
        held.start = _lying_aside(self.asked.kinds, kind)
        held.held = self.answers
        return Removal(found, walked(self.game, self.asked, held, is_given=True))


def _silent(done: int, total: int, doing: str) -> None:
    """Tell nobody."""


def _lying_aside(kinds: Kinds, kind: int) -> Holdings:
    return Holdings(kinds, np.array([[kind]], dtype=np.uint8), (Group(OTHERS, 1, ordered=False),))


@dataclass(eq=False)
class Answers:
    """How situations are answered, found by what the seat sees in them.

    Attributes
    ----------
    names : list of str
        The options, by number.
    complete : bool
        Whether every decision is among them; where boards are gone through they are not kept.
    """

    by_path: dict[Path, list[tuple[Rows, Rows]]]
    names: list[str]
    complete: bool

    @classmethod
    def of(cls, answered: Sequence[Answered], solver: Solver) -> Answers:
        """Return the answers that a walk has kept."""
        found: dict[Path, list[tuple[Rows, Rows]]] = {}
        names = sorted({name for each in answered for name in each.options})
        for each in answered:
            path, keys = seen_in(solver, each.decision, each.before, each.known, each.values)
            options = np.array([names.index(name) for name in each.options])[each.choice]
            order = np.argsort(keys, kind="stable")
            found.setdefault(path, []).append((keys[order], options[order]))
        # Picks are told by the places of cards, which are others where one lies aside.
        complete = not solver.answered_after and not any(map(picks_cards, names))
        return cls(found, names, complete)

    def choice(self, path: Path, keys: Rows) -> Rows:
        """Return the options taken in situations, by number; -1 where one is not known."""
        taken = np.full(len(keys), -1, dtype=np.int64)
        for own, options in self.by_path.get(path, ()):
            first = np.searchsorted(own, keys, side="left")
            last = np.searchsorted(own, keys, side="right") - 1
            there = last >= first
            option = options[first[there]]
            is_other = (taken[there] >= 0) & (taken[there] != option)
            if is_other.any() or (option != options[last[there]]).any():
                raise StateSpaceError("situations that look the same are answered otherwise")
            taken[there] = option
        return taken


def seen_in(
    solver: Solver,
    decision: str,
    before: tuple[str, ...],
    known: Holdings,
    values: Mapping[int, Any],
) -> tuple[Path, Rows]:
    """Return what tells decisions apart, and a key of what the seat sees in each row.

    A card that lies aside is left out, and so is what hidden cards have decided.
    """
    groups = sorted(
        (g for g in known.groups if g.zone != OTHERS and solver._is_seen(g.zone)),
        key=lambda group: group.zone,
    )
    columns = [column for group in groups for column in known.columns(group.zone)]
    cards = np.zeros((len(known), 0), dtype=np.uint8)
    if columns:
        cards = in_one_form(
            known.kinds, groups, np.stack(columns, axis=1), exchanged=known.is_canonical
        )
    parts: list[Rows] = [*packed(cards, len(known.kinds.cards))]
    others: list[tuple[int, Any]] = []
    for place in sorted(values):
        value = values[place]
        if isinstance(value, Amount) or not solver._is_known(place):
            continue
        if isinstance(value, int | np.integer | np.ndarray):
            parts.append(np.broadcast_to(np.asarray(value, dtype=np.int64), len(known)))
        else:
            others.append((place, value))
    keys = np.ascontiguousarray(np.stack([part.astype(np.int64) for part in parts], axis=1))
    path = (decision, before, tuple((g.zone, g.number) for g in groups), tuple(others))
    if keys.shape[1] == 1:
        return path, keys[:, 0]
    return path, keys.view([("", np.int64)] * keys.shape[1]).reshape(-1)


class Holding(Solver):
    """Walks forward by answers that are kept, whatever lies aside."""

    held: Answers

    def _answer(
        self,
        number: int,
        decision: acts.ResolvedDecision,
        options: Sequence[Option],
        legal: npt.NDArray[np.bool_],
        frame: Frame,
    ) -> Answered:
        path, keys = seen_in(self, decision.name, self.path, frame.known, frame.values)
        wanted = self.held.choice(path, keys)
        choice = np.full(len(frame), -1, dtype=np.int64)
        for place, option in enumerate(options):
            if option.name in self.held.names:
                own = wanted == self.held.names.index(option.name)
                choice[own & legal[:, place]] = place
        if (choice < 0).any():
            raise StateSpaceError(
                f"the play of the whole pack does not say how {decision.name} is answered"
            )
        return self._as_answered(decision, options, legal, frame, choice)
