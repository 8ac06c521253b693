"""Asks before work that takes long is begun."""

from __future__ import annotations

import sys

import click

from certify.errors import EngineError
from certify.present.paragraphs import paragraphs


def ask_to_begin(told: str, *, yes: bool) -> bool:
    """Ask whether to begin; where nobody can be asked, it must have been said.

    Parameters
    ----------
    told : str
        What would be begun, and how long it takes: a sentence without its full stop.
    yes : bool
        Whether it was said already.

    Returns
    -------
    bool
        Whether somebody was asked.

    Raises
    ------
    EngineError
        If nobody can be asked.
    """
    if yes:
        return False
    if not can_be_asked():
        raise EngineError(f"{told}; give --yes to begin all the same")
    click.confirm(paragraphs(f"{told[0].upper()}{told[1:]}. Begin?"), abort=True, err=True)
    return True


def can_be_asked() -> bool:
    """Return whether somebody sits at the terminal."""
    return sys.stdin.isatty()
