"""Settings of a game, and figures to aim at, as `certify parameters` lists them."""

from __future__ import annotations

from pydantic import Field

from certify.results import Provenance, Result
from certify.studies.whatif.result import FigureName


class SettingListing(Result):
    """A parameter or a payout that can be set.

    Attributes
    ----------
    unit
        What a share is of, or a payout to; empty for others.
    minimum, maximum
        Its limits, as written; None where it is no number. A payout is more than its minimum.
    choices
        Every value of a switch or a choice, with its meaning; empty for others.
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


class WagerListing(Result):
    """A wager by its name, which ``--wagers`` and ``--target`` take.

    `follows` is the first wager with which it is made, if it is none itself.
    """

    name: str
    title: str
    optional: bool
    follows: str | None


class FigureListing(FigureName):
    """A figure to aim at with ``--target``, or to ask for with ``--figure``.

    `name` is the shortest that is taken; `value` is that of optimal play, if it was computed before
    and kept.
    """

    name: str
    is_quoted: bool
    value: float | None


class ParametersResult(Provenance):
    """The result of `certify parameters`: settings, and figures to aim at.

    Parameters are in the order of the spec, then rows of paytables; games between players have no
    figures. `wagers` are those of a game that is analysed from its spec. `values_are_kept` says
    whether the figures were computed before.
    """

    kind: str
    settings: tuple[SettingListing, ...]
    figures: tuple[FigureListing, ...]
    values_are_kept: bool
    wagers: tuple[WagerListing, ...] = Field(default=(), exclude_if=lambda wagers: not wagers)
