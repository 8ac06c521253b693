"""What brute force found on tiny shoes, kept by the sources that it follows from.

Brute force shares no code with the engine, so that its answers stay what they are as long as its
own sources do. Others are worked out where they are asked for. Written anew, in some minutes, by

    .venv/bin/python -m tests.oracle.answers
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from certify.numerics.fingerprint import meaning
from tests.oracle.streak_tree import AtCount, RoundBest, Utility
from tests.oracle.twenty_one_tree import Analysis, Figures, Streak

ROOT = Path(__file__).parents[2]
FILE = Path(__file__).with_name("answers.json")
SOURCES = (
    "certify/cards/ranks.py",
    "certify/exact/blackjack/rules.py",
    "tests/oracle/extremes_tree.py",
    "tests/oracle/streak_tree.py",
    "tests/oracle/twenty_one_tree.py",
)
TYPES = (Analysis, AtCount, Figures, Fraction, RoundBest, Streak, Utility)
ASKING = ("test_bonus", "test_exact_engine", "test_exposure", "test_twenty_one_tree")
"""Tests that ask for whatever is kept."""


@cache
def sources() -> str:
    """Return a SHA-256 of the sources of brute force; docstrings and comments do not count."""
    texts = [meaning((ROOT / name).read_text(encoding="utf-8")) for name in SOURCES]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


@cache
def _kept() -> dict[str, str]:
    found: dict[str, str] = json.loads(FILE.read_text())
    return found if found["sources"] == sources() else {"sources": sources()}


def kept(work_out: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Return what a function of brute force finds, from the file if it is there."""
    asked = repr((work_out.__name__, given, sorted(named.items())))
    key = hashlib.sha256(asked.encode()).hexdigest()[:32]
    if key not in _kept():
        _kept()[key] = repr(work_out(*given, **named))
    return eval(_kept()[key], {kind.__name__: kind for kind in TYPES})


def write(path: Path) -> int:
    """Work out anew what the ordinary tests ask for, and write it."""
    _kept().clear()
    _kept()["sources"] = sources()
    # Whether the file is of these sources is asked of it when it is written.
    others = ("-k", "not test_what_is_kept_is_what_these_sources_find")
    options = ("-q", "-n", "0", "-p", "no:cacheprovider", *others)
    failed = pytest.main([*options, *(str(FILE.with_name(f"{name}.py")) for name in ASKING)])
    if not failed:
        path.write_text(json.dumps(_kept(), indent=0, sort_keys=True) + "\n")
    return failed


if __name__ == "__main__":
    from tests.oracle import answers

    raise SystemExit(answers.write(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE))
