"""The figures of every wager in one form, whichever engine they come from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import cast

from certify.errors import EngineError, SpecError
from certify.language.game import LoadedGame
from certify.runtime.context import Context
from certify.studies.banked.result import BankedResult, BankedWager
from certify.studies.banked.view import rule_lines
from certify.studies.certification.result import Certification
from certify.studies.house.asked import ReturnsAsked
from certify.studies.house.choice import house_of
from certify.studies.house.figures import Figures
from certify.studies.house.reported import figures_of
from certify.studies.returns.result import RtpResult
from certify.studies.submission.result import SubmissionFigures
from certify.studies.submission.wagers import (
    BEST,
    NONE_DECIDED,
    Payouts,
    lines_of,
    lines_of_hand,
    most_lost,
    twenty_one_wagers,
    unit_of,
    wager_of,
)

BY_CHARTS = (
    "Play every hand by the strategy charts of the full report.",
    "No wager on the first cards changes how hands are played.",
)
"""The strategy of blackjack, of which the results have figures by upcard."""

NOT_COMPUTED = frozenset({"engine_version", "rests_on"})
"""Fields of the figures that say who made them."""

USUAL, TOGETHER = "the wagers usually made", "all wagers together"
"""For which wagers the play is the best."""


def submission_figures(
    game: LoadedGame, context: Context, issued: Certification | None = None
) -> SubmissionFigures:
    """Return the figures of a game for a submission.

    `issued`: results of a report of Blackjack Burnout, in place of working them out. A SpecError
    if the game has no figures of its own, or the results are those of another game.
    """
    try:
        house = house_of(game)
    except EngineError as error:
        raise SpecError(f"{game.spec.game.id} cannot be submitted: {error}") from None
    if house.returned is BankedResult:
        if issued is not None:
            raise SpecError(
                f"the figures of {house.id} are worked out from its spec; results are taken of"
                " games with the option to burn a card alone"
            )
        return _of_wagers(figures_of(game), context)
    if issued is not None:
        return _issued(game, issued)
    return _twenty_one(game, cast("RtpResult", house.returns(ReturnsAsked(), context)))


def _of_wagers(figures: Figures, context: Context) -> SubmissionFigures:
    """Return the figures of wagers with pay lines, and of hands that are paid as in blackjack."""
    game = figures.loaded
    usual = figures.exactly(context)
    together = usual
    if any(name not in usual.wagers for name in game.spec.wagers):
        # A wager that the rules ask about has figures only where it is made.
        together = figures.together(context)[0] or usual
    known = {**together.wagers, **usual.wagers}
    # What is asked of a wager is decided only where it is made.
    decided = usual if figures.is_decided(usual) else together
    under = BEST if figures.is_decided(decided) else NONE_DECIDED
    alone, payouts = figures.alone(usual, context), _payouts(game)
    wagers = []
    for name in game.spec.wagers:
        found = known.get(name)
        if found is None or found.rtp is None or found.house_edge is None:
            continue
        is_hand = bool(usual.by_upcard) and not game.spec.wagers[name].optional
        lines = tuple(
            lines_of_hand(found, payouts)
            if is_hand
            else lines_of(name, known, partial(alone, name), payouts)
        )
        optional = game.spec.wagers[name].optional
        wagers.append(wager_of(name, known, lines, under, is_optional=optional))
    if not wagers:
        raise SpecError(f"{game.spec.game.id} has no wager with a return of its own")
    return SubmissionFigures(
        **game.provenance(),
        wagers=tuple(wagers),
        strategy=BY_CHARTS
        if usual.by_upcard
        else tuple(rule for each in decided.decisions for rule in rule_lines(each)),
        is_decided=figures.is_decided(decided),
        situations=None if usual.by_upcard else decided.situations,
        most_lost=all_lost([known[wager.wager] for wager in wagers]),
        method=_method(decided, USUAL if decided is usual else TOGETHER),
        unit="units of the wager",
        report_command=f"certify report {game.spec.game.id} -o {game.spec.game.id}.pdf",
        error_bound=usual.error_bound or 0.0,
    )


def all_lost(wagers: Sequence[BankedWager]) -> float:
    """Return the most that can be lost in a round, in units of the first wager.

    An insurance of half a wager that is lost is half of one.
    """
    return float(sum(map(most_lost, wagers)) / unit_of(wagers[0]))


def _method(found: BankedResult, made: str) -> tuple[str, ...]:
    """Return how the figures of wagers were found, in sentences; `made`: which wagers."""
    method = f"Method: {found.method}."
    if found.by_upcard:
        return (
            "Expectations are ratios of whole numbers, worked out card by card from the full shoe,"
            " without sampling.",
            method,
        )
    return (
        "Every figure is a ratio of whole numbers, worked out from the rules of the spec without"
        " sampling and rounded once, for print.",
        method,
        f"In a decision the play is the best that there is for {made}."
        if found.situations
        else "Nothing is decided in play, so that every player gets these figures.",
    )


# Blackjack with the option to burn a card ---------------------------------------------------------


def _issued(game: LoadedGame, issued: Certification) -> SubmissionFigures:
    """Return the figures of a report, which must be one of this game with these settings."""
    for what, found, wanted in (
        ("game", issued.game, game.spec.game.id),
        ("spec", issued.spec_sha256, game.spec_sha256),
        ("set of paytables", issued.paytable_sha256, game.paytable_sha256),
        ("set of changed settings", issued.changed, game.changed),
    ):
        if found != wanted:
            raise SpecError(
                f"the results are of another {what}: expected {wanted or 'none'}; found"
                f" {found or 'none'}; give the results of a report of this game and these settings"
            )
    return _twenty_one(game, issued.shoes[0].optimal)


def _twenty_one(game: LoadedGame, result: RtpResult) -> SubmissionFigures:
    wagers = result.wagers
    found = tuple(twenty_one_wagers(result, _payouts(game)))
    most = max(
        (each for each in result.exposure), key=lambda each: each.round.player_loses, default=None
    )
    return SubmissionFigures(
        **game.provenance(),
        wagers=found,
        strategy=(
            "Play every hand by the strategy charts of the full report; the option to burn is used"
            " where the charts say so.",
            "Take neither insurance nor even money.",
        ),
        is_decided=True,
        situations=None,
        most_lost=most.round.player_loses if most else wagers.main.initial_amount,
        method=(
            "Expectations are worked out card by card from the full shoe, without sampling.",
            f"Method: {wagers.main.method}.",
            "Bonus wagers follow from the chance to win a round that is no push, each round from a"
            " fresh shoe.",
        ),
        unit="units of the wager",
        report_command=f"certify report {game.spec.game.id} -o {game.spec.game.id}.pdf",
        error_bound=max(wager.error_bound for wager in found),
    )


def _payouts(game: LoadedGame) -> Payouts:
    """Return the payouts of a game, to one."""
    return {
        alias: {
            row.key: (row.outcome, game.pays(f"{alias}.{row.key}"))
            for row in game.paytable_rows(alias)
        }
        for alias in game.paytables
    }
