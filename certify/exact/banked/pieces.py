"""Pieces of long steps as bytes: worked out in any process, and kept one by one.

What a piece comes to depends on what it is made of alone: rows of a frame, what is still to be
done with them, and on the way forward how decisions were answered. All of that is in its bytes, so
that two pieces of the same bytes come to the same, whoever works them out. Statements, expressions
and wagers are named in them by number, since every process reads the same rules.
"""

from __future__ import annotations

import hashlib
import io
import json
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from certify.errors import PlayError, StateSpaceError
from certify.exact.banked.amounts import Amount, NotLinear
from certify.exact.banked.counting import hands_below
from certify.exact.banked.counting_classes import classes_held
from certify.exact.banked.frames import Answered, Frame
from certify.exact.banked.holdings import Holdings
from certify.exact.banked.keeping import Step
from certify.exact.banked.telling import CaseLosses, Losses
from certify.exact.banked.walking import DecisionKey, Walking
from certify.exact.banked.words import Form

Rows = npt.NDArray[Any]

Work = Callable[[Frame], Amount]
"""What is done with the rows of a frame: what they are worth; forward, nothing of meaning."""

Ranks = dict[tuple[object, ...], Any]
"""Ranks of the cards of a piece, and what else was worked out for these (`Holdings.ranks`)."""

COUNTED, NOT_LINEAR, RAISED = b"=", b"~", b"!"
"""What the bytes that a piece comes to begin with."""

ERRORS: dict[str, type[PlayError] | type[StateSpaceError]] = {
    error.__name__: error for error in (PlayError, StateSpaceError)
}
"""What may be raised in a piece: errors with their place in the spec."""


class Pieces(Protocol):
    """Has pieces worked out.

    Each is given with the ranks that are known of its cards, which only save time, and comes back
    with those that were worked out for it.
    """

    @property
    def cores(self) -> int:
        """How many cores the process that asks may use for what it does itself."""

    def done(self, asked: Iterable[tuple[bytes, Ranks]]) -> Iterator[tuple[str, bytes, Ranks]]:
        """Yield for each piece, in their order, under which step it is kept, and its bytes."""


@dataclass(frozen=True, eq=False)
class Piece:
    """Some rows, and what is to be done with them.

    Attributes
    ----------
    answered : dict
        How decisions from here on were answered; on the way backward none.
    apart : tuple of str
        Wagers whose outcomes are added up once for the whole game, and not by pieces.
    repeated : float
        How many such pieces there are, as far as what takes too long is refused.
    both : bool
        Whether to go the way forward too, as the way backward finds it.
    told_by : dict
        By which properties the best play of decisions is told for each set of seen cards.
    """

    work: Work
    frame: Frame
    path: tuple[str, ...]
    shown: tuple[int, ...]
    forward: bool
    answered: Mapping[int, Answered]
    apart: tuple[str, ...]
    repeated: float
    both: bool = False
    told_by: Mapping[DecisionKey, Form] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Counting:
    """Hidden hands that are to be counted by rank, as `hands_below` takes them."""

    ranking: str
    opened: Rows
    others: Rows
    hidden: int
    limits: Rows


@dataclass(frozen=True, eq=False)
class ClassCounting:
    """Hidden hands of which the cards of each class are to be added up, as `classes_held` does."""

    ranking: str
    opened: Rows
    others: Rows
    hidden: int
    limits: Rows
    weights: Rows
    labels: Rows
    number: int


Asked = Piece | Counting | ClassCounting
"""What is worked out apart."""


class _Digest:
    """Takes bytes as a file does, of which only their SHA-256 is kept."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()

    def write(self, content: Any) -> int:
        """Take bytes, or the memory of an array that has many."""
        self.digest.update(content)
        return memoryview(content).nbytes


class _Writer(pickle.Pickler):
    def __init__(self, file: io.BytesIO | _Digest, numbers: Mapping[int, int]) -> None:
        super().__init__(file, protocol=5)
        # The same contents are the same bytes, whether they are one object or several.
        self.fast = True
        self._numbers = numbers

    def persistent_id(self, obj: Any) -> int | None:
        return self._numbers.get(id(obj))


class _Reader(pickle.Unpickler):
    def __init__(self, content: bytes, shared: list[Any]) -> None:
        super().__init__(io.BytesIO(content))
        self._shared = shared

    def persistent_load(self, pid: Any) -> Any:
        return self._shared[pid]


def _rows_alone(frame: Frame) -> Frame:
    """Return a frame without what was worked out for its cards."""
    known = frame.known
    cards = Holdings(known.kinds, known.cards, known.groups, known.is_canonical)
    return replace(frame, known=cards)


def _shared(of: Walking) -> list[Any]:
    """Return what every process that reads the same rules has, in the same order."""
    found: list[Any] = [of, of.kinds, of.program]
    for act in of.play.statements():
        found.append(act)
        found += (part for node in act.nodes() for part in node.walk())
    for stakes in (*of.aims, *of.asked.values()):
        found += [stakes, stakes.stakes, stakes.nets, stakes.lines]
        found += (part for node in stakes.nodes for part in node.walk())
    return found


class PieceWork:
    """Writes pieces, and does them, for one walk through a game."""

    def __init__(self, of: Walking) -> None:
        self.of = of
        self._shared = _shared(of)
        self._numbers: dict[int, int] = {}
        for number, each in enumerate(self._shared):
            self._numbers.setdefault(id(each), number)

    def to_bytes(self, piece: Asked) -> bytes:
        """Return a piece as bytes."""
        written = io.BytesIO()
        own = self._alone(piece) if isinstance(piece, Piece) else piece
        _Writer(written, self._numbers).dump(own)
        return written.getvalue()

    def digest(self, frame: Frame, what: tuple[object, ...]) -> str:
        """Return a name for what is done with the rows of a frame, the same in every process."""
        found = _Digest()
        _Writer(found, self._numbers).dump((_rows_alone(frame), what))
        return found.digest.hexdigest()

    @staticmethod
    def _alone(piece: Piece) -> Piece:
        """Return a piece with what it depends on, and nothing else."""
        known = piece.frame.known
        nothing = Holdings(known.kinds, known.cards[:0], ())
        answered = {
            number: replace(
                each,
                known=nothing,
                values={},
                worths=None,
                legal=np.ascontiguousarray(each.legal),
                choice=each.choice.astype(np.int16),
                weights=np.zeros(0, dtype=np.int64),
                total=1,
            )
            for number, each in piece.answered.items()
        }
        return replace(piece, frame=_rows_alone(piece.frame), answered=answered)

    def do(self, content: bytes, kept: Ranks) -> tuple[bytes, Ranks]:
        """Return what a piece comes to, and what was worked out for its cards on the way back.

        `kept`: what was worked out for them before.
        """
        piece: Asked = _Reader(content, self._shared).load()
        of = self.of
        if not isinstance(piece, Piece):
            return COUNTED + array_to_bytes(self.counted(piece)), {}
        # What was remembered of statements that are gone would be taken for that of others.
        of.decided = {}
        of.set_out(forward=piece.forward)
        of.apart = dict.fromkeys(piece.apart)
        of.path, of.shown = piece.path, set(piece.shown)
        of.number = of.acts = of.situations = of.settled = 0
        of.keeps, of.is_part = False, True
        of.told_by = piece.told_by
        of.repeated = piece.repeated
        of.bounds, of.summaries, of.answered_after = [], {}, {}
        of.outcomes = {name: {} for name in of.asked}
        of.answered = {
            number: replace(each, choice=each.choice.astype(np.int64))
            for number, each in piece.answered.items()
        }
        known = piece.frame.known
        known.ranks.update(kept)
        try:
            worth = piece.work(piece.frame)
            if piece.both:
                return COUNTED + self._both(piece, worth), {}
        except NotLinear:
            return NOT_LINEAR, {}
        except (PlayError, StateSpaceError) as error:
            name = next(name for name, kind in ERRORS.items() if isinstance(error, kind))
            told = [name, error.message, error.place]
            return RAISED + json.dumps(told).encode(), {}
        if piece.forward:
            return COUNTED + _counted(of), {}
        new = {key: each for key, each in known.ranks.items() if each is not kept.get(key)}
        return COUNTED + _step(of, worth).to_bytes(), new

    def counted(self, piece: Counting | ClassCounting) -> Rows:
        """Return what counting comes to."""
        ranks, kinds = self.of.evaluator.ranks(piece.ranking), self.of.kinds
        cards, hidden = len(kinds.cards), piece.hidden
        if isinstance(piece, Counting):
            return hands_below(ranks, cards, piece.opened, piece.others, hidden, piece.limits)
        return classes_held(
            ranks, cards, kinds.values, piece.opened, piece.others, hidden, piece.limits,
            piece.weights, piece.labels, piece.number,
        )  # fmt: skip

    def _both(self, piece: Piece, worth: Amount) -> bytes:
        """Return what a piece is worth, how its first decision is answered, and what it comes to.

        What was found on the way is forgotten: there are others to come.
        """
        of = self.of
        # Of use where it is answered in the rows of the piece; others are many, kept to the end.
        first = {
            number: each
            for number, each in of.answered.items()
            if not each.before and len(each.choice) == len(worth)
        }
        step = replace(_step(of, worth), answered=first).to_bytes()
        of.set_out(forward=True)
        of.path, of.shown, of.number = piece.path, set(piece.shown), 0
        piece.work(piece.frame)
        of.forget()
        return len(step).to_bytes(8) + step + _counted(of)


def parted(content: bytes) -> tuple[bytes, bytes]:
    """Return what a piece is worth, and what it comes to, of one that went both ways."""
    size = int.from_bytes(content[:8])
    return content[8 : 8 + size], content[8 + size :]


def array_to_bytes(array: Rows) -> bytes:
    """Return an array of numbers as bytes."""
    written = io.BytesIO()
    np.save(written, array, allow_pickle=False)
    return written.getvalue()


def array_of(content: bytes) -> Rows:
    """Return an array that was written."""
    found: Rows = np.load(io.BytesIO(content), allow_pickle=False)
    return found


def is_counted(content: bytes) -> bool:
    """Return whether a piece came to anything; otherwise something was raised in it."""
    return content.startswith(COUNTED)


def come_to(content: bytes) -> bytes:
    """Return what a piece came to; raise what was raised in it."""
    if content == NOT_LINEAR:
        raise NotLinear
    if content.startswith(RAISED):
        name, message, place = json.loads(content[len(RAISED) :])
        raise ERRORS[name](message, place)
    return content[len(COUNTED) :]


def _step(of: Walking, worth: Amount) -> Step:
    answers = {number: replace(each, worths=None) for number, each in of.answered.items()}
    return Step(worth, of.number, of.situations, of.settled, answers, {}, of.bounds)


def _counted(of: Walking) -> bytes:
    """Return what was added up on the way forward."""
    outcomes = {
        name: [[_as_text(key), str(p)] for key, p in found.items()]
        for name, found in of.outcomes.items()
    }
    summaries = [
        [
            *key,
            each.situations,
            [[o, str(p)] for o, p in each.shares.items()],
            _losses_to_json(each.losses) if key in of.told_by else None,
        ]
        for key, each in of.summaries.items()
    ]
    return json.dumps({"outcomes": outcomes, "summaries": summaries}).encode()


def add_counted(content: bytes, of: Walking) -> None:
    """Add what a piece came to on the way forward."""
    found = json.loads(content)
    for name, outcomes in found["outcomes"].items():
        own = of.outcomes[name]
        for text, p in outcomes:
            key = _from_text(text)
            own[key] = own.get(key, Fraction(0)) + Fraction(p)
    for decision, before, situations, shares, losses in found["summaries"]:
        key, told = (decision, tuple(before)), {option: Fraction(p) for option, p in shares}
        summary = of.add_summary(key, situations, told)
        if key in of.told_by:
            summary.add_losses(_losses_of(losses))


def _losses_to_json(losses: Losses | None) -> list[Any] | None:
    if losses is None:
        return None
    return [[case, own.to_json()] for case, own in losses.items()]


def _losses_of(told: list[Any] | None) -> Losses | None:
    if told is None:
        return None
    return {tuple(case): CaseLosses.from_json(own) for case, own in told}


def _as_text(key: Any) -> Any:
    return [*map(_as_text, key)] if isinstance(key, tuple) else str(key)


def _from_text(text: Any) -> Any:
    return tuple(map(_from_text, text)) if isinstance(text, list) else Fraction(text)
