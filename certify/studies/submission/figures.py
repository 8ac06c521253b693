"""The figures of every wager in one form, whichever engine they come from."""

from __future__ import annotations

from functools import cache

from certify.errors import SpecError, StateSpaceError
from certify.exact.banked.solution import BEST as OPTIMAL
from certify.exact.banked.solution import Solution
from certify.language.game import LoadedGame, with_wagers
from certify.runtime.context import Context
from certify.studies.banked.result import BankedOutcome
from certify.studies.banked.study import banked_study, outcomes_alone, priced_within
from certify.studies.banked.view import rule_lines
from certify.studies.certification.result import Certification
from certify.studies.kinds import has_option, is_analysed, is_plain, main_wager, who_answers
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
    wager_of,
)

NOT_COMPUTED = frozenset({"engine_version", "rests_on"})
"""Fields of the figures that say who made them."""


def submission_figures(
    game: LoadedGame, context: Context, issued: Certification | None = None
) -> SubmissionFigures:
    """Return the figures of a game for a submission.

    `issued`: results of a report of Blackjack Burnout, in place of working them out. A SpecError
    if the game has no figures of its own, or the results are those of another game.
    """
    identity = game.spec.game
    if is_analysed(game) or is_plain(game):
        if issued is not None:
            raise SpecError(
                f"the figures of {identity.id} are worked out from its spec; results are taken of"
                " games with the option to burn a card alone"
            )
        return _plain(game, context) if is_plain(game) else _analysed(game, context)
    if not has_option(game):
        raise SpecError(
            f"{identity.id} cannot be submitted: a submission is of a game against the house whose"
            f" wagers say in the spec what they bring; {who_answers(game)}"
        )
    if issued is None:
        return _twenty_one(game, _rtp(game, context))
    return _issued(game, issued)


# Games that are analysed from their spec ----------------------------------------------------------


def _analysed(game: LoadedGame, context: Context) -> SubmissionFigures:
    usual = banked_study(game, exact=True, context=context)
    everything, together = with_wagers(game, game.spec.wagers), usual
    if any(name not in usual.wagers for name in game.spec.wagers):
        # A wager that the rules ask about has figures only where it is made.
        try:
            together = banked_study(everything, exact=True, context=context)
        except StateSpaceError:
            together = usual

    @cache
    def solution(all_made: bool) -> Solution:
        """Return the solution from which a wager without a paytable is told by itself."""
        return priced_within(context, everything if all_made else game, OPTIMAL, None)

    known = {**together.wagers, **usual.wagers}
    under = BEST if usual.situations else NONE_DECIDED
    wagers = []
    for name in game.spec.wagers:
        found = known.get(name)
        if found is None or found.rtp is None or found.house_edge is None:
            continue
        all_made = name not in usual.wagers

        def alone(each: str, all_made: bool = all_made) -> tuple[BankedOutcome, ...]:
            return outcomes_alone(solution(all_made), each)

        lines = tuple(lines_of(name, known, alone, _payouts(game)))
        optional = game.spec.wagers[name].optional
        wagers.append(wager_of(name, known, lines, under, is_optional=optional))
    if not wagers:
        raise SpecError(f"{game.spec.game.id} has no wager with a return of its own")
    return SubmissionFigures(
        **game.provenance(),
        wagers=tuple(wagers),
        strategy=tuple(rule for each in usual.decisions for rule in rule_lines(each)),
        is_decided=usual.situations > 0,
        situations=usual.situations,
        most_lost=sum(wager.most_lost or 0.0 for wager in wagers),
        method=(
            "Every figure is a ratio of whole numbers, worked out from the rules of the spec"
            " without sampling and rounded once, for print.",
            f"Method: {usual.method}.",
            "In a decision the play is the best that there is for the wagers usually made."
            if usual.situations
            else "Nothing is decided in play, so that every player gets these figures.",
        ),
        unit="units of the wager",
        report_command=f"certify report {game.spec.game.id} -o {game.spec.game.id}.pdf",
    )


def _plain(game: LoadedGame, context: Context) -> SubmissionFigures:
    """Return the figures of blackjack, and of the wagers on its first cards."""
    # The engine loads slowly, and other games need none of it.
    from certify.studies.banked.blackjack import blackjack_study
    from certify.studies.twenty_one import BlackjackGame

    found = blackjack_study(BlackjackGame(game), exact=True, context=context)
    main, payouts = main_wager(game), _payouts(game)
    wagers = []
    for name, wager in found.wagers.items():
        if name == main:
            lines = tuple(lines_of_hand(wager, payouts))
        else:
            lines = tuple(
                lines_of(name, found.wagers, lambda each: found.wagers[each].outcomes, payouts)
            )
        optional = game.spec.wagers[name].optional
        wagers.append(wager_of(name, found.wagers, lines, BEST, is_optional=optional))
    bound = found.error_bound or 0.0
    return SubmissionFigures(
        **game.provenance(),
        wagers=tuple(wagers),
        strategy=(
            "Play every hand by the strategy charts of the full report.",
            "No wager on the first cards changes how hands are played.",
        ),
        is_decided=True,
        situations=None,
        most_lost=float(sum(map(most_lost, found.wagers.values()))),
        method=(
            "Expectations are ratios of whole numbers, worked out card by card from the full shoe,"
            " without sampling.",
            f"Method: {found.method}.",
        ),
        unit="units of the wager",
        report_command=f"certify report {game.spec.game.id} -o {game.spec.game.id}.pdf",
        error_bound=bound,
    )


# Blackjack with the option to burn a card ---------------------------------------------------------


def _rtp(game: LoadedGame, context: Context) -> RtpResult:
    # The engine loads slowly, and issued results need none of it.
    from certify.studies.returns.study import rtp_study
    from certify.studies.twenty_one import TwentyOneGame

    return rtp_study(TwentyOneGame(game), context=context)


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
