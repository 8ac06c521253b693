"""Settings of a game, and figures to aim at, as `certify parameters` lists them."""

from __future__ import annotations

from certify.results import Provenance, Result
from certify.studies.whatif.result import FigureName


class SettingListing(Result):
    """A parameter or a payout that can be set.

    Attributes
    ----------
    name
        As ``--set`` takes it.
    kind
        ``boolean``, ``choice``, ``integer``, ``share`` or ``payout``.
    unit
        What a share is of, or a payout to; empty for others.
    now
        Its value in force, as written.
    default
        Its value in the spec or paytable.
    minimum, maximum
        Its limits, as written; None where it is no number. A payout is more than its minimum.
    choices
        Every value of a switch or a choice, with its meaning; empty for others.
    cites
        Clauses and rulings on which it rests.
    same_as
        Of a payout that has two names, the other.
    moves_figures
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
    name
        The shortest name that is taken; its path is taken too.
    is_quoted
        Whether it is among those that people quote.
    value
        Its value with optimal play, if it was computed before and kept.
    """

    name: str
    is_quoted: bool
    value: float | None


class ParametersResult(Provenance):
    """The result of `certify parameters`.

    Attributes
    ----------
    kind
        ``banked`` or ``between_players``.
    settings
        Parameters in the order of the spec, then rows of paytables.
    figures
        Figures to aim at; none for games between players.
    values_are_kept
        Whether the values of the figures were computed before.
    """

    kind: str
    settings: tuple[SettingListing, ...]
    figures: tuple[FigureListing, ...]
    values_are_kept: bool
