"""How long a game can be at most, as far as its loops tell before play."""

from __future__ import annotations

from collections.abc import Mapping

from certify.language import acts
from certify.play.compiler.numbers import Folding, Ranges

MANY = 10**9


class Lengths:
    """Upper bounds of the passes and decisions of a game, by kind and name of block."""

    def __init__(self, blocks: Mapping[str, acts.Acts], ranges: Ranges, folding: Folding) -> None:
        self.blocks = blocks
        self.ranges = ranges
        self.folding = folding
        self._known: dict[str, tuple[int, int]] = {}

    def of(self, name: str) -> tuple[int, int]:
        """Return the passes of loops, and the decisions, of some statements at most."""
        if name not in self._known:
            # A decision that comes back to itself has no bound.
            self._known[name] = (MANY, MANY)
            self._known[name] = self._of_block(self.blocks.get(name, ()))
        return self._known[name]

    def _of_block(self, block: acts.Acts) -> tuple[int, int]:
        passes = decisions = 0
        for act in block:
            more = self._of_act(act)
            passes, decisions = passes + more[0], decisions + more[1]
        return min(passes, MANY), min(decisions, MANY)

    def _of_act(self, act: acts.Act) -> tuple[int, int]:
        match act:
            case acts.IfAct():
                known = self.folding.constant(act.condition)
                if known is not None:
                    return self._of_block(act.then if known.value else act.otherwise)
                both = [self._of_block(part) for part in (act.then, act.otherwise)]
                return max(both[0][0], both[1][0]), max(both[0][1], both[1][1])
            case acts.EachAct():
                return self._times(self.ranges.most(act.collection), act.do, 0)
            case acts.RepeatAct():
                bounds = self.ranges.of(act.at_most)
                return self._times(MANY if bounds is None else max(0, bounds[1]), act.do, 1)
            case acts.LetAct():
                return self._of_block(act.do)
            case acts.CallAct():
                return self.of(f"procedure {act.procedure}")
            case acts.AskAct():
                passes, decisions = self.of(f"decision {act.decision}")
                return passes, min(decisions + 1, MANY)
            case acts.AskTogetherAct():
                passes, decisions = self.of(f"decision {act.decision}")
                seats = self.ranges.most(act.seats)
                return min(seats * passes, MANY), min(seats * (decisions + 1), MANY)
        return 0, 0

    def _times(self, number: int, block: acts.Acts, own: int) -> tuple[int, int]:
        passes, decisions = self._of_block(block)
        return min(number * (passes + own), MANY), min(number * decisions, MANY)
