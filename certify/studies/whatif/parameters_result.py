"""What can be set in a game, and the figures to aim at, as `certify parameters` lists them."""

from __future__ import annotations

from certify.results import Provenance, Result
from certify.studies.whatif.result import FigureName


class SettingListing(Result):
    """A parameter or a payout that can be set.

    Attributes
    ----------
    name : str
        As ``--set`` takes it.
    title : str
        What it is.
    kind : str
        ``boolean``, ``choice``, ``integer``, ``share`` or ``payout``.
    unit : str
        What a share is of, or a payout to; empty for others.
    now : str
        Its value in force, as written.
    default : str
        Its value in the spec or paytable.
    minimum, maximum : str or None
        The least and the most that it can be, as written; None where it is no number. A payout is
        more than its least.
    choices : dict
        Every value of a switch or a choice, with its meaning; empty for others.
    cites : tuple of str
        Clauses and rulings on which it rests.
    same_as : str or None
        Of a payout that has two names, the other.
    moves_figures : bool or None
        Whether figures of the exact analysis depend on it; None where the game has none.
    """

    name: str
    title: str
    kind: str
    unit: str
    now: str
    default: str
    minimum: str | None
    maximum: str | None
    choices: dict[str, str]
    cites: tuple[str, ...]
    same_as: str | None
    moves_figures: bool | None


class FigureListing(FigureName):
    """A figure to aim at with ``--target``, or to ask for with ``--figure``.

    Attributes
    ----------
    name : str
        The shortest name that is taken; its path is taken too.
    is_quoted : bool
        Whether it is among those that people quote.
    value : float or None
        Its value, if it was worked out before and kept; optimal play.
    """

    name: str
    is_quoted: bool
    value: float | None


class ParametersResult(Provenance):
    """The result of `certify parameters`.

    Attributes
    ----------
    kind : str
        ``banked`` or ``between_players``.
    settings : tuple of SettingListing
        Parameters in the order of the spec, then rows of paytables.
    figures : tuple of FigureListing
        Figures to aim at; none for games between players.
    values_are_kept : bool
        Whether the values of the figures were worked out before.
    """

    kind: str
    settings: tuple[SettingListing, ...]
    figures: tuple[FigureListing, ...]
    values_are_kept: bool
