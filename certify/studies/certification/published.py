"""Figures of this analysis that others have published too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from certify.cards.charts import UPCARDS
from certify.errors import SpecError, nearest_name
from certify.exact.blackjack.decisions import DOUBLE, HIT, SPLIT, STAND
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.solve import evaluate
from certify.studies.certification.result import PublishedFigure, PublishedText
from certify.studies.returns.result import RtpResult
from certify.studies.twenty_one import TwentyOneGame

Figure = Callable[[TwentyOneGame, RtpResult], float | None]


def published_figures(game: TwentyOneGame, result: RtpResult) -> tuple[PublishedText, ...]:
    """Return each publication that the spec names, beside the figures of this analysis.

    For the game as issued, under optimal play. A SpecError if the spec names a figure that does not
    exist.
    """
    known = _figures()
    return tuple(
        PublishedText(
            title=publication.title,
            source=publication.source,
            text=publication.text,
            figures=tuple(
                PublishedFigure(
                    name=name,
                    title=_known(known, game, name)[0],
                    published=value,
                    computed=_known(known, game, name)[1](game, result),
                )
                for name, value in publication.figures.items()
            ),
        )
        for publication in game.loaded.spec.published.values()
    )


def _known(
    known: dict[str, tuple[str, Figure]], game: TwentyOneGame, name: str
) -> tuple[str, Figure]:
    if name in known:
        return known[name]
    nearest = nearest_name(name, known)
    raise SpecError(
        f"{game.loaded.path}: published: there is no figure {name}; "
        + (f"did you mean {nearest}?" if nearest else f"known: {', '.join(known)}")
    )


def _figures() -> dict[str, tuple[str, Figure]]:
    """Return title and value of every figure that can be compared, by name."""
    figures: dict[str, tuple[str, Figure]] = {
        f"by_upcard.{upcard}.main": (f"Expectation given upcard {upcard}", _of_upcard(upcard))
        for upcard in UPCARDS
    }
    figures["main.ev"] = ("Expectation", lambda _, result: result.wagers.main.ev)
    figures["main_burnout.gross_ev"] = (
        "Expectation with Burnout, before the payment",
        lambda _, result: result.wagers.main_burnout.gross_ev,
    )
    figures["main_burnout.gain"] = (
        "Gain over the main wager alone",
        lambda _, result: result.wagers.main_burnout.gain,
    )
    figures["restrained.gross_ev"] = (
        "Expectation with Burnout, before the payment, doubling and splitting only as without it",
        lambda game, _: _restrained(game),
    )
    return figures


def _of_upcard(label: str) -> Figure:
    def value(_: TwentyOneGame, result: RtpResult) -> float | None:
        return next(row.main for row in result.by_upcard if row.upcard == label)

    return value


def _restrained(game: TwentyOneGame) -> float:
    """Return the gross expectation when doubles and splits stay as without the option."""
    optimal = game.optimal
    assert optimal.option is not None  # noqa: S101  (a TwentyOneGame always analyses the option)
    plain = optimal.decisions.first
    stands = game.values.stand[:, NONE_BURNED]
    otherwise = np.where(optimal.option.hit > stands, HIT, STAND)
    first = np.where((plain == DOUBLE) | (plain == SPLIT), plain, otherwise).astype(np.int8)
    solution = evaluate(game.values, replace(optimal.decisions, option_first=first))
    assert solution.main_burnout is not None  # noqa: S101
    return solution.main_burnout.ev
