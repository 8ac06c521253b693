"""Every error that a user can meet.

The tree::

    CertifyError                     one paragraph: what was found, where, what to do
    |-- SpecError (ValueError)       a spec, paytable or setting is wrong
    |   |-- SpecSyntaxError          the file is not the YAML that is read here
    |   |-- SpecInvalidError         the file says something a spec cannot say; all of it at once
    |   |-- UnknownGameError         no spec of that name
    |   |-- UnknownPaytableError     no paytable of that name
    |   |-- UnknownParameterError    no parameter or payout of that name
    |   |-- UnknownPlayerError       no documented player of that name
    |   |-- AskedError               something is asked of a game that it has no answer for
    |   `-- ParameterError           a value that the parameter cannot take
    |-- CardError (ValueError)       a label or a hand names no cards
    |-- StrategyFileError (ValueError)  a strategy file is wrong
    |-- ResourceError                the package's own data files are missing
    |-- EngineError (RuntimeError)   an analysis cannot be done, or a game cannot go on
    |   |-- InfeasibleShoeError      a shoe that is impossible, or too small for a round
    |   |-- PlayError                the rules of a spec lead to something that cannot be
    |   |-- IllegalMoveError         a move that the rules do not allow
    |   |-- CompileError             a game that cannot be compiled
    |   |-- StateSpaceError          a game too large to be solved
    |   |-- CheckpointError          a folder that a simulation cannot go on from
    |   `-- ClusterError             a Dask cluster that cannot be used, or is lost
    |-- LogError (ValueError)        a log of a game is wrong, or tells of an impossible game
    |-- ActualsError (ValueError)    a file of live results cannot be read
    |-- LedgerError                  a ledger cannot be written or read, or has no such entry
    |-- ReportError                  a report cannot be made
    |-- VerificationError            a file is no report that could be verified, or not signed
    `-- OutputError (OSError)        a file cannot be written

Data travel as attributes; the message is built from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

FEW_NAMES = 8
"""Names that are listed even when one of them is near."""

LONGEST_NAME = 200
"""Longer ones are no misspelt names."""

NEAREST_AT_LEAST = 60.0
"""Similarity in percent from which a name is offered as the one that was meant."""

LEAST_PART = 4
"""Letters of a name that may stand in another as its part."""


MOST_SHOWN = 600
"""Characters of one message that are shown."""

MOST_PROBLEMS = 100
"""Problems of one file that are shown."""


class CertifyError(Exception):
    """An error explained in one paragraph that says what to do."""


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong with a file.

    Attributes
    ----------
    path : str
        The file, as the user named it.
    line : int or None
        Line in the file, counted from 1.
    place : str
        Dotted path of the element, such as ``parameters.decks.default``; may be empty.
    message : str
        What was found and what was expected.
    """

    path: str
    line: int | None
    place: str
    message: str

    def __str__(self) -> str:
        where = self.path if self.line is None else f"{self.path}:{self.line}"
        place, message = shortened(self.place, MOST_SHOWN), shortened(self.message, MOST_SHOWN)
        return f"{where}: {place}: {message}" if place else f"{where}: {message}"


class _FileError(CertifyError, ValueError):
    """An error with a list of problems, each with its place in a file."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        lines = [str(problem) for problem in self.problems[:MOST_PROBLEMS]]
        if len(self.problems) > MOST_PROBLEMS:
            lines.append(f"and {len(self.problems) - MOST_PROBLEMS} more problems")
        super().__init__("\n".join(lines))

    @property
    def path(self) -> str:
        """The file of the first problem."""
        return self.problems[0].path

    @property
    def line(self) -> int | None:
        """The line of the first problem."""
        return self.problems[0].line


class SpecError(CertifyError, ValueError):
    """A spec, a paytable or a setting is wrong."""


class SpecSyntaxError(_FileError, SpecError):
    """A file is not the YAML that is read here."""


class SpecInvalidError(_FileError, SpecError):
    """A spec or paytable says something that it cannot say; every problem is listed."""


class _UnknownNameError(SpecError):
    """A name that does not exist, with the nearest that does."""

    kind = "name"

    def __init__(self, name: str, known: Sequence[str], *, hint: str = "") -> None:
        self.name = name
        self.known = tuple(known)
        self.nearest = nearest_name(name, known)
        parts = [f"there is no {self.kind} {name!r}"]
        if self.nearest:
            parts.append(f"did you mean {self.nearest}?")
        if not self.nearest or len(self.known) <= FEW_NAMES:
            parts.append(f"known: {', '.join(self.known) or 'none'}")
        if hint:
            parts.append(hint)
        super().__init__("; ".join(parts))


class UnknownGameError(_UnknownNameError):
    """No spec has that id, and there is no such file."""

    kind = "game"


class UnknownPaytableError(_UnknownNameError):
    """No paytable has that id and version."""

    kind = "paytable"


class UnknownParameterError(_UnknownNameError):
    """The game has no parameter or payout of that name."""

    kind = "parameter or payout"


class UnknownPlayerError(_UnknownNameError):
    """No documented player has that name."""

    kind = "player"


class ParameterError(SpecError):
    """A value that a parameter cannot take.

    Attributes
    ----------
    name, got, expected : str
        The parameter, the value given, and what it can be.
    """

    def __init__(self, name: str, got: str, expected: str) -> None:
        self.name, self.got, self.expected = name, got, expected
        super().__init__(f"{name} cannot be {got!r}: expected {expected}")


class AskedError(SpecError):
    """Something is asked of a game that it has no answer for, or not enough.

    Attributes
    ----------
    names : tuple of str
        The options that it is about, by the names of the library.
    reason : str
        Why not, and what there is instead.
    """

    def __init__(self, names: Iterable[str], reason: str) -> None:
        self.names, self.reason = tuple(names), reason
        super().__init__(f"{' and '.join(self.names)}: {reason}")


class CardError(CertifyError, ValueError):
    """A label names no card, or cards make no hand that can be met."""


class StrategyFileError(_FileError):
    """A strategy file is wrong; every problem is listed."""


class ResourceError(CertifyError):
    """The package's own data files are missing."""


class EngineError(CertifyError, RuntimeError):
    """An analysis cannot be done, or a game cannot go on."""


class InfeasibleShoeError(EngineError):
    """A shoe that is impossible, or too small for a round."""


class PlayError(EngineError):
    """The rules of a spec lead to something that cannot be: a defect of the spec.

    Attributes
    ----------
    place : str
        Where in the spec, as ``file:line: element``; empty if unknown.
    """

    def __init__(self, message: str, place: str = "") -> None:
        self.message, self.place = message, place
        super().__init__(f"{place}: {message}" if place else message)


class IllegalMoveError(EngineError):
    """A move that the rules do not allow.

    Attributes
    ----------
    cites : tuple of str
        Clauses and rulings that it breaks.
    """

    def __init__(self, message: str, cites: Sequence[str] = ()) -> None:
        self.cites = tuple(cites)
        super().__init__(f"{message} ({', '.join(cites)})" if cites else message)


class CompileError(EngineError):
    """A game that cannot be compiled; the interpreter can still play it."""


class StateSpaceError(EngineError):
    """A game that is too large to be solved, or has rules that are not followed.

    Attributes
    ----------
    place : str
        Where in the spec, as ``file:line: element``; empty if unknown.
    """

    def __init__(self, message: str, place: str = "") -> None:
        self.message, self.place = message, place
        super().__init__(f"{place}: {message}" if place else message)


class CheckpointError(EngineError):
    """A folder that a simulation cannot go on from."""


class ClusterError(EngineError):
    """A Dask cluster that cannot be used, or is lost."""


class LogError(_FileError):
    """A log of a game is wrong, or tells of something impossible."""


class ActualsError(CertifyError, ValueError):
    """A file of live results cannot be read.

    Attributes
    ----------
    path : str
        The file.
    """

    def __init__(self, path: str, why: str) -> None:
        self.path = path
        super().__init__(f"{path}: {why}")


class LedgerError(CertifyError):
    """A ledger cannot be written or read, or has no such entry."""


class ReportError(CertifyError):
    """A report cannot be made from what was given."""


class VerificationError(CertifyError):
    """A file cannot be verified or signed: it is no report, or cannot be read."""


class OutputError(CertifyError, OSError):
    """A file cannot be written.

    Attributes
    ----------
    path : str
        The file.
    """

    def __init__(self, path: str, why: str) -> None:
        self.path = path
        super().__init__(f"{path} was not written: {why}")


def shortened(text: str, length: int) -> str:
    """Return a text with at most so many characters."""
    return text if len(text) <= length else f"{text[: length - 3]}..."


def listed(names: Iterable[str], most: int = 12) -> str:
    """Return names with commas between, the first of many; ``none`` if there are none."""
    known = list(names)
    shown = ", ".join(shortened(name, 64) for name in known[:most])
    return f"{shown}, .." if len(known) > most else shown or "none"


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name nearest to `name`, or None when none is near.

    Parameters
    ----------
    name : str
        What was written.
    known : iterable of str
        What could have been meant.

    Returns
    -------
    str or None
        The nearest name.
    """
    if len(name) > LONGEST_NAME:
        return None
    # Loaded when a name is wrong, so that no command waits for it whose names are right.
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    # A name of which most letters are others is no slip of the pen, unless it is part of another.
    slips = {each: OSA.distance(name.lower(), each.lower()) for each in _in_order(known)}
    alike = [each for each in slips if 2 * slips[each] <= max(len(name), len(each))]
    alike += [each for each in slips if _is_part(name, each)]
    alike += [each for each in slips if 2 * len(each) >= len(name) and _is_part(each, name)]
    found = process.extract(name, alike, processor=str.lower, score_cutoff=NEAREST_AT_LEAST)
    return min((each for each, _, _ in found), key=slips.__getitem__, default=None)


def _is_part(name: str, of: str) -> bool:
    """Return whether a name of some letters stands in another, whatever parts its words."""
    letters, others = ("".join(filter(str.isalnum, each.lower())) for each in (name, of))
    return len(letters) >= LEAST_PART and letters in others


def _in_order(names: Iterable[str]) -> list[str]:
    """Return names as they are given; those of a set in one order, whatever process asks."""
    return sorted(names) if isinstance(names, set | frozenset) else list(names)


def unknown_name(name: str, kind: str, known: Iterable[str]) -> str:
    """Return the sentence that there is no such name, with the nearest or all that there are."""
    names = _in_order(known)
    nearest = nearest_name(name, names)
    tail = f"did you mean {nearest}?" if nearest else f"known: {listed(names) or 'none'}"
    return f"there is no {kind} {shortened(name, 80)}; {tail}"
