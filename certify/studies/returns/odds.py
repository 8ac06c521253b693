"""Odds of a payout in words, for a page and for a screen."""

from __future__ import annotations

from fractions import Fraction


def odds_text(pays: str, basis: str) -> str:
    """Return the odds of a payout as casinos print them, such as ``15 to 1`` for ``15:1``.

    With basis ``to_one`` the wager comes back beside the payout, with ``for_one`` it is part of it.

    Examples
    --------
    >>> odds_text("3:2", "to_one")
    '3 to 2'
    >>> odds_text("16:1", "for_one")
    '16 for 1'
    """
    return pays.replace(":", " to " if basis == "to_one" else " for ", 1)


def to_one(pays: str) -> Fraction:
    """Return a payout such as ``3:2`` as a number."""
    first, _, second = pays.partition(":")
    return Fraction(first) / Fraction(second)
