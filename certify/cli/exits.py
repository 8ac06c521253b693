"""How a command ends whose result does not meet what it is held against."""

from __future__ import annotations

import click

CRITERION_NOT_MET = 3
"""The exit code; those of errors and of wrong usage are click's, 1 and 2."""


def end_unless(met: bool) -> None:
    """End the command by the exit code of a criterion that is not met, unless it is met.

    Parameters
    ----------
    met : bool
        Whether every criterion is met.
    """
    if not met:
        click.get_current_context().exit(CRITERION_NOT_MET)
