"""Which statements affect what is recorded of a game; the others are left out.

A variable matters if something recorded, decided or done depends on it. One that is only updated
costs time in every game and changes none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from certify.language import acts, typed
from certify.language.typed import Node

DONE = (
    acts.ShuffleAct,
    acts.DealAct,
    acts.MoveAct,
    acts.TurnAct,
    acts.ShowAct,
    acts.AnnounceAct,
    acts.ChanceAct,
    acts.AskAct,
    acts.AskTogetherAct,
    acts.StopAct,
)
"""Statements that always matter; of what is shown or said, an error in it is one of the game."""


class Needed:
    """The variables, tokens and statements that matter.

    `blocks` are reachable statements (keys of procedures begin with ``procedure``), `read` the
    expressions evaluated beside them, `kept` the variables and tokens that matter anyway, and
    `live` all of these that something depends on.
    """

    def __init__(
        self, blocks: Mapping[str, acts.Acts], read: Iterable[Node], kept: Iterable[str] = ()
    ) -> None:
        self.blocks = blocks
        self.live: set[str] = set(kept)
        self._matters: dict[str, bool] = {}
        for node in read:
            self._reads(node)
        while True:
            before = len(self.live)
            self._matters = {}
            for block in blocks.values():
                self._look(block)
            if len(self.live) == before:
                return

    def changes(self, act: acts.SetAct) -> tuple[tuple[typed.VariableAt, Node], ...]:
        """Return the changes of a statement that matter."""
        return tuple(change for change in act.changes if change[0].name in self.live)

    def is_needed(self, act: acts.Act) -> bool:
        """Return whether a statement matters."""
        match act:
            case acts.SetAct():
                return bool(self.changes(act))
            case acts.TokenAct():
                return any(token.name in self.live for token in act.tokens)
            case acts.IfAct():
                return any(self.is_needed(inner) for inner in (*act.then, *act.otherwise))
            case acts.EachAct() | acts.RepeatAct() | acts.LetAct():
                return any(self.is_needed(inner) for inner in act.do)
            case acts.CallAct():
                return self._procedure_matters(act.procedure)
        return isinstance(act, DONE)

    def _procedure_matters(self, name: str) -> bool:
        if name not in self._matters:
            block = self.blocks.get(f"procedure {name}", ())
            self._matters[name] = any(self.is_needed(inner) for inner in block)
        return self._matters[name]

    def _look(self, block: acts.Acts) -> None:
        for act in block:
            if not self.is_needed(act):
                continue
            for node in self._worked_out(act):
                self._reads(node)
            if isinstance(act, acts.IfAct):
                self._look(act.then)
                self._look(act.otherwise)
            elif isinstance(act, acts.Enclosing):
                self._look(act.do)

    def _worked_out(self, act: acts.Act) -> Iterator[Node]:
        if isinstance(act, acts.SetAct):
            for target, value in self.changes(act):
                yield value
                if target.index is not None:
                    yield target.index
        elif isinstance(act, acts.ChanceAct):
            self.live.add(act.target.name)
            yield act.among
            if act.target.index is not None:
                yield act.target.index
        else:
            yield from act.nodes()

    def _reads(self, node: Node) -> None:
        for part in node.walk():
            if isinstance(part, typed.VariableAt | typed.TokensAt) or (
                isinstance(part, typed.Named) and part.function == "supply"
            ):
                self.live.add(part.name)
