"""How long steps are parted into pieces, which others may work out."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from certify.errors import EngineError
from certify.exact.banked.amounts import Amount, amount_of, one_after_another
from certify.exact.banked.counting import first_rows
from certify.exact.banked.frames import Answered, Frame
from certify.exact.banked.holdings import Holdings
from certify.exact.banked.keeping import Step, step_of
from certify.exact.banked.pieces import (
    Counting,
    Piece,
    Pieces,
    PieceWork,
    Ranks,
    Work,
    add_counted,
    array_of,
    come_to,
)
from certify.exact.banked.settling import Count
from certify.exact.banked.walking import Walking

Rows = npt.NDArray[Any]

LEAST_APART = 400_000
"""Rows of which no piece is given to other processes if there are no more."""

PIECES = 64
"""Pieces of rows that are settled one by one."""


@dataclass
class Parting(Walking):
    """Parts long steps into pieces.

    Attributes
    ----------
    pieces : Pieces or None
        Has pieces of long steps worked out, perhaps by other processes; None to do all here.
    least_apart : int
        Rows that are worked out in pieces only where there are more.
    """

    pieces: Pieces | None = None

    least_apart: ClassVar[int] = LEAST_APART

    def __post_init__(self) -> None:
        super().__post_init__()
        self.piece_work: PieceWork | None = None

    def _in_pieces(self, frame: Frame, size: int, work: Work) -> Amount:
        """Go on in pieces, of which each stands for all in what is within reach."""
        is_apart = self.pieces is not None and len(frame) > self.least_apart
        if is_apart:
            # Each is parted again, as all rows would be.
            size *= -(-len(frame) // (size * PIECES))
        parts = (frame.subset(slice(start, start + size)) for start in range(0, len(frame), size))
        times = len(frame) / size
        self.repeated *= times
        try:
            if is_apart:
                found = [step.worth for step in self._apart(work, ((part, {}) for part in parts))]
            else:
                found = [work(part) for part in parts]
        finally:
            self.repeated /= times
        if self.forward:
            return amount_of(0, len(frame))
        return one_after_another(found)

    def _apart(
        self, work: Work, asked: Iterable[tuple[Frame, Mapping[int, Answered]]]
    ) -> Iterator[Step]:
        """Have pieces worked out, perhaps by other processes; yield what each is worth.

        On the way forward what they come to is added up, and nothing is worth anything.
        """
        shown, apart = tuple(sorted(self.shown)), tuple(sorted(self.apart))
        under_way: deque[Holdings] = deque()

        def pieces() -> Iterator[tuple[Piece, Ranks]]:
            for frame, answered in asked:
                under_way.append(frame.known)
                piece = Piece(
                    work, frame, self.path, shown, self.forward, answered, apart, self.repeated
                )
                yield piece, frame.known.ranks

        for found, ranks in self._done_apart(pieces()):
            # Other courses, and the way forward, come to the same cards.
            under_way.popleft().ranks.update(ranks)
            if self.forward:
                add_counted(found, self)
                continue
            step = step_of(found, self.kinds)
            self.situations += step.situations
            self.settled += step.settled
            self.bounds += step.bounds
            yield step

    def counter(self, frame: Frame) -> Count | None:
        """Return what counts hidden hands of many rows piece by piece."""
        is_apart = self.pieces is not None and len(frame) > self.least_apart
        return self._counted_apart if is_apart else None

    def _counted_apart(
        self, ranking: str, opened: Rows, others: Rows, hidden: int, limits: Rows
    ) -> Rows:
        """Have hidden hands counted, perhaps by other processes."""
        # Rows with the same open cards stay together: what is made for them is made once.
        starts = first_rows(opened)
        starts = starts[:: max(1, len(starts) // PIECES)]
        asked: Iterator[tuple[Counting, Ranks]] = (
            (Counting(ranking, opened[a:b], others[a:b], hidden, limits[a:b]), {})
            for a, b in pairwise([*starts, len(opened)])
        )
        return np.concatenate([array_of(found) for found, _ in self._done_apart(asked)])

    def _done_apart(
        self, asked: Iterable[tuple[Piece | Counting, Ranks]]
    ) -> Iterator[tuple[bytes, Ranks]]:
        """Yield what pieces come to, in their order, and what was worked out for their cards."""
        if self.pieces is None:
            raise EngineError("pieces are worked out apart, and nobody is there who does it")
        if self.piece_work is None:
            self.piece_work = PieceWork(self)
        work = self.piece_work
        written = ((work.to_bytes(piece), ranks) for piece, ranks in asked)
        for name, content, ranks in self.pieces.done(written):
            self.kept_steps.append(name)
            yield come_to(content), ranks
