"""How the odds of a payout are written, for a page and for a screen."""

from __future__ import annotations


def odds_text(pays: str, basis: str) -> str:
    """Return the odds of a payout as casinos print them, the basis told once.

    Parameters
    ----------
    pays : str
        Odds such as ``15:1``.
    basis : str
        ``to_one``: the wager comes back beside the payout; ``for_one``: it is part of it.

    Returns
    -------
    str
        Such as ``15 to 1``.

    Examples
    --------
    >>> odds_text("3:2", "to_one")
    '3 to 2'
    >>> odds_text("16:1", "for_one")
    '16 for 1'
    """
    return pays.replace(":", " to " if basis == "to_one" else " for ", 1)
