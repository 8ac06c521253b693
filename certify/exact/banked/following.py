"""Play as somebody wrote it down, situation by situation; the best play in all others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import Problem, StrategyFileError
from certify.exact.banked.amounts import Amount, alike
from certify.exact.banked.course import Solver
from certify.exact.banked.frames import Answered, Frame
from certify.exact.banked.holdings import Group
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.situations import (
    Situation,
    alike_in,
    forms_seen,
    in_one_form,
    in_words,
    seen_groups,
    variable_names,
)
from certify.exact.banked.walking import Option
from certify.language import acts

Key = tuple[str, tuple[str, ...], frozenset[tuple[int, int]]]
"""Decision, answers before it, and how many cards of which zone are seen."""


@dataclass(frozen=True)
class Answer:
    """The answer in a situation, and the line of the file that says so."""

    situation: Situation
    option: str
    line: int


@dataclass
class Answers:
    """Answers of a file."""

    path: str
    by_key: dict[Key, list[Answer]] = field(default_factory=dict)
    met: set[int] = field(default_factory=set)

    def add(self, decision: str, answer: Answer) -> None:
        """Take up an answer."""
        cards = answer.situation.cards
        numbers = frozenset((zone, len(held)) for zone, held in cards.items())
        key = (decision, answer.situation.before, numbers)
        self.by_key.setdefault(key, []).append(answer)

    def problem(self, line: int, message: str) -> StrategyFileError:
        """Return an error of a line."""
        return StrategyFileError([Problem(self.path, line, "", message)])

    def by_form(
        self, kinds: Kinds, key: Key, groups: Sequence[Group], names: dict[str, Any], *, alike: bool
    ) -> dict[bytes, Answer]:
        """Return the answers to a decision by what the seat sees, in one form.

        `names`: values of variables; `alike`: whether suits are exchanged.
        """
        own = [
            answer
            for answer in self.by_key.get(key, ())
            if all(names.get(name) == value for name, value in answer.situation.values.items())
        ]
        slots = sum(group.number for group in groups)
        rows = [
            [card for group in groups for card in answer.situation.cards[group.zone]]
            for answer in own
        ]
        cards = np.array(rows, dtype=np.uint8).reshape(len(own), slots)
        forms = in_one_form(kinds, groups, cards, exchanged=alike)
        found: dict[bytes, Answer] = {}
        for row, answer in zip(forms, own, strict=True):
            other = found.setdefault(row.tobytes(), answer)
            if other.option != answer.option:
                raise self.problem(
                    answer.line,
                    f"the situation is answered by {answer.option}, and by {other.option} in line"
                    f" {other.line}",
                )
            if other is not answer:
                self.met.add(answer.line)
        return found

    def require_all_met(self) -> None:
        """Raise `StrategyFileError` if a situation does not come up."""
        for (decision, before, _), answers in self.by_key.items():
            for answer in answers:
                if answer.line not in self.met:
                    after = f" after {'; '.join(before)}" if before else ""
                    raise self.problem(
                        answer.line, f"{decision} does not come up{after} with such cards"
                    )


class Following(Solver):
    """Walks through a game by answers that are given, and the best play where there are none."""

    answers: Answers

    def _best(
        self,
        decision: acts.ResolvedDecision,
        options: Sequence[Option],
        legal: npt.NDArray[np.bool_],
        frame: Frame,
        worths: Sequence[Amount],
    ) -> tuple[Answered, Amount]:
        answered, best = super()._best(decision, options, legal, frame, worths)
        groups = seen_groups(frame.known, self._seen_zones(frame))
        exchanged = self._exchanges(frame, [option.name for option in options])
        key = (decision.name, self.path, frozenset((g.zone, g.number) for g in groups))
        if key not in self.answers.by_key:
            return answered, best
        asked = {name for each in self.answers.by_key[key] for name in each.situation.values}
        names = variable_names(self.program)
        which, alike_values = alike_in(frame, [at for at in names if names[at] in asked])
        given = [
            self.answers.by_form(
                self.kinds,
                key,
                groups,
                {
                    name: in_words(self.evaluator, name, values.get(at))
                    for at, name in names.items()
                },
                alike=exchanged,
            )
            for values in alike_values
        ]
        places = {option.name: place for place, option in enumerate(options)}
        for row, form in enumerate(forms_seen(frame, groups, exchanged=exchanged)):
            answer = given[which[row]].get(form)
            if answer is None:
                continue
            place = places.get(answer.option, -1)
            if place < 0 or not legal[row, place]:
                known = ", ".join(name for name, at in places.items() if legal[row, at])
                raise self.answers.problem(
                    answer.line, f"{decision.name} is answered by {known}; found {answer.option}"
                )
            answered.choice[row] = place
            self.answers.met.add(answer.line)
        own = alike(*worths)
        units = np.stack([worth.units for worth in own], axis=1)
        taken = units[np.arange(len(frame)), answered.choice]
        return answered, Amount(taken, own[0].base, max(worth.bound for worth in own))
