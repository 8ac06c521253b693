"""The covariance of two seats, kept for games of the same rules and strategy."""

from __future__ import annotations

from typing import Any

from certify.exact.blackjack.multisets.seats import SeatCovariance, seat_covariance, seats_suffice
from certify.exact.blackjack.solve import Solution
from certify.runtime.canonical import sha256_of
from certify.runtime.context import Context
from certify.studies.returns.round_distributions import key_of
from certify.studies.twenty_one import TwentyOneGame

DOING = "results of two seats"


def seat_figures(
    game: TwentyOneGame, solution: Solution, context: Context
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of a `WagerResult` about two seats, without Burnout and with it.

    No fields where the shoe may not suffice for two seats.
    """
    if not seats_suffice(game.shoe, game.rules):
        return {}, {}
    key = {**key_of(game, solution), "blackjack_pays": str(game.rules.blackjack_pays)}
    without, with_burnout = context.memory.recall(
        "seats", sha256_of(key), lambda: _covariances(game, solution, context)
    )
    return _fields(without), _fields(with_burnout)


def _covariances(
    game: TwentyOneGame, solution: Solution, context: Context
) -> tuple[SeatCovariance, SeatCovariance]:
    upcards = sum(count > 0 for count in game.shoe.counts)
    context.progress(0, 2 * upcards, DOING)
    return (
        seat_covariance(
            solution,
            with_option=False,
            computed=lambda done: context.progress(done, 2 * upcards, DOING),
        ),
        seat_covariance(
            solution,
            with_option=True,
            computed=lambda done: context.progress(upcards + done, 2 * upcards, DOING),
        ),
    )


def _fields(found: SeatCovariance) -> dict[str, Any]:
    return {
        "seat_covariance": found.covariance,
        "seat_covariance_error": found.error_bound,
    }
