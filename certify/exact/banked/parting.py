"""How long steps are parted into pieces, which others may work out."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from certify.errors import EngineError
from certify.exact.banked.amounts import Amount, amount_of, one_after_another, together
from certify.exact.banked.counting import first_rows
from certify.exact.banked.frames import Answered, Frame, TooMuchAtOnce
from certify.exact.banked.holdings import Holdings, distinct
from certify.exact.banked.keeping import Step, step_of
from certify.exact.banked.pieces import (
    Asked,
    ClassCounting,
    Counting,
    Piece,
    Pieces,
    PieceWork,
    Ranks,
    Work,
    add_counted,
    array_of,
    come_to,
    parted,
)
from certify.exact.banked.settling import Count
from certify.exact.banked.walking import Walking

Rows = npt.NDArray[Any]

LEAST_APART = 400_000
"""Rows of which no piece is given to other processes if there are no more."""

PIECES = 64
"""Pieces of rows that are settled one by one."""

MOST_OF_PART = 2_000_000
"""Steps that are held at once of a part of what is too much at once: some gigabyte."""

LARGER = 1.4
"""How large a part may be, in times of what all parts have on average, to look at fewer cards."""


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

    @cached_property
    def written_by(self) -> PieceWork:
        """What writes rows, and what is done with them, as bytes."""
        return PieceWork(self)

    def _in_pieces(self, frame: Frame, size: int, work: Work) -> Amount:
        """Go on in pieces, of which each stands for all in what is within reach."""
        is_apart = self.pieces is not None and len(frame) > self.least_apart
        if is_apart:
            # Each is parted again, as all rows would be.
            size *= -(-len(frame) // (size * PIECES))
        parts = (frame.subset(slice(start, start + size)) for start in range(0, len(frame), size))
        with self.repeating(len(frame) / size):
            if is_apart:
                found = [step.worth for step in self._apart(work, ((part, {}) for part in parts))]
            else:
                found = [work(part) for part in parts]
        if self.forward:
            return amount_of(0, len(frame))
        return one_after_another(found)

    def _in_parts(self, frame: Frame, work: Work, refused: TooMuchAtOnce) -> Amount:
        """Go on with rows part by part, both ways at once, before anything is decided."""
        parts = self._parts(frame, refused)
        number, shown, apart = self.number, tuple(sorted(self.shown)), tuple(sorted(self.apart))
        self.told_by = self.forms() if self.forms else {}
        pieces = (
            Piece(
                work, frame.subset(rows), (), shown, False, {}, apart, len(parts),
                both=True, told_by=self.told_by,
            )
            for rows in parts
        )  # fmt: skip
        steps: list[Step] = []
        for content in self._done_both(pieces):
            self.progress(len(steps), len(parts), "going both ways, part by part")
            step, counted = parted(content)
            steps.append(step_of(step, self.kinds))
            self.situations += steps[-1].situations
            self.settled += steps[-1].settled
            add_counted(counted, self)
        worth = together(parts, [step.worth for step in steps])
        if all(0 in s.answered and len(s.answered[0].choice) == len(s.worth) for s in steps):
            self._tell_first(frame, parts, [step.answered[0] for step in steps])
        self.number = number
        return worth

    def _parts(self, frame: Frame, refused: TooMuchAtOnce) -> list[Rows]:
        """Return in which rows the parts are; those whose cards have the same ranks are together.

        Rows that look alike to the seat stay together too, as long as it sees all that is known.
        Where the cards of few zones make parts enough, those alone are looked at: each part has
        then hands of its own, of which what is made for them is made once.
        """
        known, wanted = frame.known, -(-refused.steps // MOST_OF_PART)
        ranks = {group.zone: known.columns(group.zone) for group in known.groups}
        few = [[column // known.kinds.values for column in own] for own in ranks.values()]
        few.sort(key=len)
        if frame.is_secret or not any(few) or wanted > 2 * len(frame):
            raise refused
        of_part = np.zeros(len(frame), dtype=np.int64)
        for zones in range(1, len(few) + 1):
            columns = [column for own in few[:zones] for column in own]
            if not columns:
                continue
            _, of_row = distinct(np.stack(columns, axis=1), len(known.kinds.cards))
            number = np.bincount(of_row)
            # By how many rows come before: parts have about as many.
            part = (np.cumsum(number) - number) * wanted // len(frame)
            of_part = part[of_row]
            if int(np.bincount(of_part).max()) * wanted <= LARGER * len(frame):
                break
        _, sizes = np.unique(of_part, return_counts=True)
        if len(sizes) * 2 < wanted:
            raise refused
        return np.split(np.argsort(of_part, kind="stable"), np.cumsum(sizes)[:-1])

    def _done_both(self, pieces: Iterator[Piece]) -> Iterator[bytes]:
        """Yield what pieces come to both ways, worked out by others or here."""
        if self.pieces is not None:
            for content, _ in self._done_apart((piece, {}) for piece in pieces):
                yield content
            return
        work = PieceWork(self)
        for piece in pieces:
            before = dict(vars(self))
            try:
                content, _ = work.do(work.to_bytes(piece), {})
            finally:
                vars(self).update(before)
            yield come_to(content)

    def _tell_first(self, frame: Frame, parts: Sequence[Rows], answers: Sequence[Answered]) -> None:
        """Keep how the first decision is answered, in the rows of all parts."""
        first, worths = answers[0], [each.worths for each in answers]
        legal = np.empty((len(frame), len(first.options)), dtype=bool)
        choice = np.empty(len(frame), dtype=np.int64)
        for rows, each in zip(parts, answers, strict=True):
            legal[rows], choice[rows] = each.legal, each.choice
        summary = self.summaries[first.decision, first.before]
        summary.kept.append(
            replace(
                first,
                known=frame.known,
                values=frame.values,
                worths=together(parts, [each for each in worths if each is not None]),
                legal=legal,
                choice=choice,
                weights=frame.weights,
                total=frame.total,
            )
        )

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
        asked: Iterator[tuple[Asked, Ranks]] = (
            (Counting(ranking, opened[own], others[own], hidden, limits[own]), {})
            for own in _counted_together(opened)
        )
        return np.concatenate([array_of(found) for found, _ in self._done_apart(asked)])

    def _classes_held(self, whole: ClassCounting) -> Rows:
        """Return what `classes_held` does, of many rows added up piece by piece."""
        if self.pieces is None or len(whole.opened) <= self.least_apart:
            return self.written_by.counted(whole)
        asked: Iterator[tuple[Asked, Ranks]] = (
            (
                replace(
                    whole,
                    opened=whole.opened[own],
                    others=whole.others[own],
                    limits=whole.limits[own],
                    weights=whole.weights[own],
                    labels=whole.labels[own],
                ),
                {},
            )
            for own in _counted_together(whole.opened)
        )
        found: Rows = np.sum([array_of(each) for each, _ in self._done_apart(asked)], axis=0)
        return found

    def _done_apart(self, asked: Iterable[tuple[Asked, Ranks]]) -> Iterator[tuple[bytes, Ranks]]:
        """Yield what pieces come to, in their order, and what was worked out for their cards."""
        if self.pieces is None:
            raise EngineError("pieces are worked out apart, and nobody is there who does it")
        work = self.written_by
        written = ((work.to_bytes(piece), ranks) for piece, ranks in asked)
        for name, content, ranks in self.pieces.done(written):
            self.kept_steps.append(name)
            yield come_to(content), ranks


def _counted_together(opened: Rows) -> Iterator[slice]:
    """Yield rows that are counted together: those with the same open cards, and the next.

    What is made for open cards is made once so.
    """
    starts = first_rows(opened)
    starts = starts[:: max(1, len(starts) // PIECES)]
    yield from (slice(a, b) for a, b in pairwise([*starts, len(opened)]))
