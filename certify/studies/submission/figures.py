"""The figures of every wager in one form, whichever engine they come from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache

from certify.errors import SpecError, StateSpaceError
from certify.exact.banked.solution import BEST as OPTIMAL
from certify.exact.banked.solution import Solution
from certify.language.game import LoadedGame, with_wagers
from certify.numerics.odds import odds_text
from certify.runtime.context import Context
from certify.studies.banked.result import BankedOutcome, BankedWager
from certify.studies.banked.study import banked_study, outcomes_alone, priced_within
from certify.studies.banked.view import rule_lines
from certify.studies.certification.result import Certification
from certify.studies.kinds import has_option, is_analysed, is_plain, main_wager, who_answers
from certify.studies.returns.odds import to_one
from certify.studies.returns.result import InsuranceResult, RtpResult, WagerResult
from certify.studies.submission.result import PayLine, SubmissionFigures, WagerFigures

NOT_COMPUTED = frozenset({"engine_version", "rests_on"})
"""Fields of the figures that say who made them."""
BEST, NONE_DECIDED = "the play that is best for the wagers usually made", "nothing is decided"
ENDS = ("The round ends with a gain", "The round ends level", "The round ends with a loss")


def to_one_text(pays: Fraction) -> str:
    """Return a payout as it is printed, always to one: ``3 to 2``."""
    return odds_text(pays).replace(":", " to ")


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

        lines = tuple(_lines(game, name, known, alone))
        wagers.append(_wager_of(game, name, found, under, lines, known))
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
    main = main_wager(game)
    wagers = []
    for name, wager in found.wagers.items():
        if name == main:
            lines = tuple(_lines_of_hand(game, wager))
        else:
            lines = tuple(
                _lines(game, name, found.wagers, lambda each: found.wagers[each].outcomes)
            )
        wagers.append(_wager_of(game, name, wager, BEST, lines, found.wagers))
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
        most_lost=float(sum(map(_most_lost, found.wagers.values()))),
        method=(
            "Expectations are ratios of whole numbers, worked out card by card from the full shoe,"
            " without sampling.",
            f"Method: {found.method}.",
        ),
        unit="units of the wager",
        report_command=f"certify report {game.spec.game.id} -o {game.spec.game.id}.pdf",
        error_bound=bound,
    )


def _lines_of_hand(game: LoadedGame, wager: BankedWager) -> Iterator[PayLine]:
    """Yield what a hand of blackjack is paid, and how rounds end."""
    blackjack = game.pays("main.blackjack")
    natural = next(
        (each.probability for each in wager.outcomes if each.net == float(blackjack)), None
    )
    yield PayLine(outcome="A winning hand", pays=to_one_text(Fraction(1)), probability=None)
    yield PayLine(
        outcome="A blackjack, the dealer has none",
        pays=to_one_text(blackjack),
        probability=natural if blackjack.denominator > 1 else None,
        is_award=True,
    )
    shares = wager.hit_frequency, wager.push_frequency, wager.loss_frequency
    for end, chance in zip(ENDS, shares, strict=True):
        yield PayLine(outcome=end, pays=None, probability=chance)


def _wager_of(
    game: LoadedGame,
    name: str,
    found: BankedWager,
    under: str,
    lines: tuple[PayLine, ...],
    known: Mapping[str, BankedWager],
) -> WagerFigures:
    followers = [known[other].title for other in found.together[1:]]
    unit = Fraction((found.exact or {}).get("stake", "1"))
    if any(outcome.staked == 0.0 for outcome in found.outcomes):
        # What is put down where the wager is made, which it is not in every round.
        unit /= sum(_exactly(each, "probability") for each in found.outcomes if each.staked)
    return WagerFigures(
        wager=name,
        title=found.title + (f" (with {', '.join(followers)})" if followers else ""),
        under=under,
        is_best=True,
        is_optional=game.spec.wagers[name].optional,
        rtp=found.rtp or 0.0,
        house_edge=found.house_edge or 0.0,
        element_of_risk=found.element_of_risk,
        hit_frequency=found.hit_frequency,
        push_frequency=found.push_frequency,
        loss_frequency=found.loss_frequency,
        average_wagered=found.average_wagered,
        sd=found.sd,
        most_lost=float(_most_lost(found) / unit),
        lines=lines,
        payouts=tuple(dict.fromkeys(line.pays for line in lines if line.pays)),
        exact={
            key: text
            for key, text in (found.exact or {}).items()
            if key in ("rtp", "house_edge", "element_of_risk", "hit_frequency", "variance")
        },
    )


def _exactly(outcome: BankedOutcome, name: str) -> Fraction:
    """Return a number of an outcome, as a fraction if it is known as one."""
    return Fraction((outcome.exact or {}).get(name, str(getattr(outcome, name))))


def _most_lost(wager: BankedWager) -> Fraction:
    return max(-_exactly(outcome, "net") for outcome in wager.outcomes)


def _lines(
    game: LoadedGame,
    name: str,
    known: Mapping[str, BankedWager],
    alone: Callable[[str], tuple[BankedOutcome, ...]],
) -> Iterator[PayLine]:
    """Yield the lines of a wager, then those of the wagers that follow it."""
    for each in known[name].together:
        wager = known[each]
        prefix = "" if each == name else f"{wager.title}: "
        if wager.lines:
            for line in wager.lines:
                pays = Fraction(line.pays)
                yield PayLine(
                    outcome=f"{prefix}{line.outcome}",
                    pays=to_one_text(pays) if pays > 0 else None,
                    probability=line.probability,
                    exact=(line.exact or {}).get("probability"),
                    is_award=pays > 0,
                )
        else:
            yield from _ends(game, prefix, alone(each))


def _ends(game: LoadedGame, prefix: str, outcomes: tuple[BankedOutcome, ...]) -> Iterator[PayLine]:
    """Yield how a wager without a row of a paytable ends: each payout to one, a push, a loss."""
    found: dict[tuple[int, Fraction | None], Fraction] = {}
    for outcome in outcomes:
        exact = outcome.exact or {}
        net, staked = Fraction(exact["net"]), Fraction(exact["staked"])
        pays = net / staked if net > 0 and staked else net if net > 0 else None
        place = (0, pays) if net > 0 else (1, None) if net == 0 else (2, None)
        if net == 0 and not staked:
            place = (3, None)
        found[place] = found.get(place, Fraction(0)) + Fraction(exact["probability"])
    words = ("Wins", "Comes back", "Loses", "Not made, or not paid")
    named = _named_payouts(game, [pays for _, pays in found if pays is not None])
    for (kind, pays), chance in sorted(
        found.items(), key=lambda each: (each[0][0], -(each[0][1] or 0))
    ):
        yield PayLine(
            outcome=f"{prefix}{words[kind] if pays is None else named.get(pays, words[kind])}",
            pays=None if pays is None else to_one_text(pays),
            probability=float(chance),
            exact=str(chance),
            is_award=kind == 0,
        )


def _named_payouts(game: LoadedGame, payouts: list[Fraction]) -> dict[Fraction, str]:
    """Return what several payouts are for, where one paytable has a single row for each."""
    for alias in game.paytables:
        rows: dict[Fraction, list[str]] = {}
        for row in game.paytable_rows(alias):
            rows.setdefault(game.pays(f"{alias}.{row.key}"), []).append(row.outcome)
        if len(payouts) > 1 and all(len(rows.get(pays, ())) == 1 for pays in payouts):
            return {pays: rows[pays][0] for pays in payouts}
    return {}


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
    found = [
        _hand(game, "main", "Main wager", wagers.main),
        _hand(game, "main_burnout", "Main wager with the Burnout payment", wagers.main_burnout),
    ]
    if wagers.insurance is not None:
        found += list(_insurance(wagers.insurance, wagers.main.ev_error_bound))
    for wins in wagers.bonus:
        found += list(_bonus(wins, result))
    most = max(
        (each for each in result.exposure), key=lambda each: each.round.player_loses, default=None
    )
    return SubmissionFigures(
        **game.provenance(),
        wagers=tuple(found),
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


def _hand(game: LoadedGame, name: str, title: str, wager: WagerResult) -> WagerFigures:
    """Return the main wager, without the payment or with it."""
    outcomes = wager.outcomes or {}
    win, blackjack = game.pays("main.win"), game.pays("main.blackjack")
    natural = outcomes.get(f"{float(blackjack):g}") if blackjack.denominator > 1 else None
    hit, level = wager.hit_frequency, outcomes.get("0")
    loss = 1.0 - hit - level if hit is not None and level is not None else None
    lines = [PayLine(outcome="A winning hand", pays=to_one_text(win), probability=None)]
    lines.append(
        PayLine(
            outcome="A blackjack, the dealer has none",
            pays=to_one_text(blackjack),
            probability=natural,
            is_award=True,
        )
    )
    lines += [
        PayLine(outcome=end, pays=None, probability=chance)
        for end, chance in zip(ENDS, (hit, level, loss), strict=True)
        if chance is not None
    ]
    least = min((Fraction(net) for net in outcomes), default=None)
    payment = Fraction(str(round(wager.initial_amount - 1.0, 9)))
    return WagerFigures(
        wager=name,
        title=title,
        under="the best play for the cards seen",
        is_best=True,
        is_optional=name != "main",
        initial=wager.initial_amount,
        rtp=wager.rtp,
        house_edge=wager.house_edge,
        element_of_risk=wager.element_of_risk,
        hit_frequency=hit,
        push_frequency=level,
        loss_frequency=loss,
        average_wagered=wager.average_wagered,
        sd=wager.sd,
        most_lost=None if least is None else float(payment - least),
        lines=tuple(lines),
        payouts=(to_one_text(win), to_one_text(blackjack)),
        error_bound=wager.ev_error_bound,
    )


def _insurance(found: InsuranceResult, error: float) -> Iterator[WagerFigures]:
    pays = to_one(found.pays)
    for title, under, ev, is_best in (
        ("Insurance", "with the hand that is best for it", found.best_ev, True),
        ("Insurance, taken always", "whenever it is offered", found.ev_when_always_taken, False),
    ):
        wins = float((1 + Fraction(ev)) / (1 + pays))
        yield WagerFigures(
            wager="insurance",
            title=title,
            under=under,
            is_best=is_best,
            is_optional=True,
            rtp=1.0 + ev,
            house_edge=-ev,
            element_of_risk=-ev,
            hit_frequency=wins,
            push_frequency=0.0,
            loss_frequency=1.0 - wins,
            average_wagered=1.0,
            sd=float(1 + pays) * (wins * (1.0 - wins)) ** 0.5,
            most_lost=1.0,
            lines=(
                PayLine(
                    outcome="The dealer has a blackjack",
                    pays=to_one_text(pays),
                    probability=wins,
                    is_award=True,
                ),
                PayLine(outcome="Loses", pays=None, probability=1.0 - wins),
            ),
            payouts=(to_one_text(pays),),
            error_bound=error,
        )


def _bonus(wins: str, result: RtpResult) -> Iterator[WagerFigures]:
    """Yield a Bonus wager without Burnout, with it, and under the play that is best for it."""
    bonus = result.wagers.bonus[wins]
    pays = to_one(bonus.pays) - (bonus.basis == "for_one")
    ways = [
        (words, found)
        for words, found in (
            ("without Burnout", bonus.without_burnout),
            ("with Burnout always", bonus.with_burnout),
            ("best play for it", bonus.best),
        )
        if found is not None
    ]
    best = max((found.rtp for _, found in ways), default=0.0)
    # Each of the rounds that must be won adds its error to the chance of winning all of them.
    error = float(1 + pays) * int(wins) * (result.streak.error_bound if result.streak else 0.0)
    for words, found in ways:
        yield WagerFigures(
            wager=f"bonus.{wins}",
            title=f"Bonus on {wins} wins, {words}",
            under=words,
            is_best=found.rtp == best,
            is_optional=True,
            rtp=found.rtp,
            house_edge=1.0 - found.rtp,
            element_of_risk=1.0 - found.rtp,
            hit_frequency=found.p_hit,
            push_frequency=0.0,
            loss_frequency=1.0 - found.p_hit,
            average_wagered=1.0,
            sd=float(1 + pays) * (found.p_hit * (1.0 - found.p_hit)) ** 0.5,
            most_lost=1.0,
            lines=(
                PayLine(
                    outcome=f"{wins} consecutive wins",
                    pays=to_one_text(pays),
                    probability=found.p_hit,
                    is_award=True,
                ),
                PayLine(outcome="Loses", pays=None, probability=1.0 - found.p_hit),
            ),
            payouts=(to_one_text(pays),),
            error_bound=error,
        )
