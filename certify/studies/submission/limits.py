"""Limits that clauses set, worked out and compared: met, not met, or left for a human."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, lcm
from statistics import NormalDist

from certify.errors import SpecError, unknown_name
from certify.language.game import LoadedGame, parameter_values
from certify.language.parameters import ShareParameter
from certify.studies.submission import profile as asked
from certify.studies.submission.result import Finding, SubmissionFigures, Verdict, WagerFigures

ODDS, LINES, PAR = "odds", "odds.lines", "par-sheet"
"""Parts in which figures stand."""

Jackpots = Sequence[tuple[str, str]]
"""Awards that one linked jackpot pays: wager, and the number of its pay line or its outcome."""


def findings(
    limit: asked.Limit, game: LoadedGame, figures: SubmissionFigures, jackpots: Jackpots = ()
) -> tuple[Finding, ...]:
    """Return what was found of a limit, a finding for each wager that it is about.

    `jackpots`: awards that are paid from one jackpot. A `SpecError` if there is no such award.
    """
    return tuple(FOUND[type(limit)](limit, game, figures, jackpots))


def percent(share: float) -> str:
    """Return a share in percent by its shortest form."""
    return f"{100 * share:.10g} %"


def _best(figures: SubmissionFigures) -> list[WagerFigures]:
    """Return every wager under the play that returns most."""
    return [wager for wager in figures.wagers if wager.is_best]


def _verdict(is_met: bool) -> Verdict:
    return "met" if is_met else "not met"


def _bounded(wager: WagerFigures, limit: float, sign: int) -> Finding:
    """Return whether a return keeps a limit, whatever its error: least for 1, most for -1."""
    exact = Fraction(wager.exact["rtp"]) if "rtp" in wager.exact else Fraction(wager.rtp)
    apart = sign * (exact - Fraction(str(limit)))
    error = Fraction(wager.error_bound)
    certain = apart >= error or apart < -error
    return Finding(
        kind="least_return" if sign > 0 else "most_return",
        subject=wager.title,
        asked=f"a return of {'at least' if sign > 0 else 'at most'} {percent(limit)}",
        limit=float(limit),
        value=wager.rtp,
        shown=f"{100 * wager.rtp:.4f} %",
        verdict=_verdict(apart >= 0) if certain else "for a human",
        part=ODDS,
        human="" if certain else "The limit lies within the error of the figure; decide by hand.",
    )


def _least(
    limit: asked.LeastReturn, _game: LoadedGame, figures: SubmissionFigures, _: Jackpots
) -> Iterator[Finding]:
    for wager in _best(figures):
        yield _bounded(wager, limit.share, 1)


def _most(
    limit: asked.MostReturn, _game: LoadedGame, figures: SubmissionFigures, _: Jackpots
) -> Iterator[Finding]:
    for wager in _best(figures):
        yield _bounded(wager, limit.share, -1)


def _longest(
    limit: asked.LongestOdds, _game: LoadedGame, figures: SubmissionFigures, _: Jackpots
) -> Iterator[Finding]:
    awards = [
        (line.one_in, f"{line.outcome} ({wager.title})")
        for wager in figures.wagers
        for line in wager.lines
        if line.is_award and line.one_in is not None
    ]
    if not awards:
        return
    rarest, name = max(awards)
    yield Finding(
        kind=limit.kind,
        subject=f"The rarest award: {name}",
        asked=f"at least once in {limit.one_in:,} rounds",
        limit=float(limit.one_in),
        value=rarest,
        shown=f"once in {rarest:,.2f}",
        verdict=_verdict(rarest <= limit.one_in),
        part=LINES,
    )


def coins(game: LoadedGame, figures: SubmissionFigures) -> int:
    """Return the multiple of a coin at which every payout and payment comes to whole coins."""
    payouts = [
        game.pays(f"{alias}.{row.key}")
        for alias in game.paytables
        for row in game.paytable_rows(alias)
    ]
    shares = [
        value
        for name, value in parameter_values(game).items()
        if isinstance(game.spec.parameters.get(name), ShareParameter)
        and isinstance(value, Fraction)
    ]
    told = [
        Fraction(int(first), int(second))
        for wager in figures.wagers
        for first, _, second in (text.partition(" to ") for text in wager.payouts)
    ]
    return lcm(*(each.denominator for each in (*payouts, *shares, *told)), 1)


def _by_stake(
    limit: asked.ReturnByStake, game: LoadedGame, figures: SubmissionFigures, _: Jackpots
) -> Iterator[Finding]:
    """Yield that payouts are in proportion to the stake, so far as no amount is rounded."""
    multiple = coins(game, figures)
    told = "each payout is a multiple of its stake"
    shown = f"0 points ({told}{'' if multiple == 1 else f'; in multiples of {multiple} coins'})"
    yield Finding(
        kind=limit.kind,
        subject="Every wager",
        asked=f"with a larger stake the return falls by at most {percent(limit.most_fall)}",
        limit=float(limit.most_fall),
        value=0.0,
        shown=shown,
        verdict="met" if multiple == 1 else "for a human",
        part=ODDS,
        human=""
        if multiple == 1
        else f"State in the house rules that wagers are multiples of {multiple} coins, or how"
        " amounts are rounded: rounding down lowers the return of small stakes.",
    )


def _jackpots(
    limit: asked.EqualJackpots, game: LoadedGame, figures: SubmissionFigures, jackpots: Jackpots
) -> Iterator[Finding]:
    lines = [_award(game, figures, wager, row) for wager, row in jackpots]
    chances = {compared for _, compared, _ in lines}
    yield Finding(
        kind=limit.kind,
        subject=" and ".join(name for name, _, _ in lines) or "Linked jackpots",
        asked="awards of one linked jackpot have the same probability",
        value=lines[0][2] if lines else None,
        shown="once in " + " and ".join(f"{1 / chance:,.2f}" for _, _, chance in lines)
        if lines
        else "no award was named that a jackpot pays",
        verdict=_verdict(len(chances) == 1) if lines else "for a human",
        part=LINES,
        human=""
        if lines
        else "If a jackpot is linked, name its awards with --jackpot; games are linked only where"
        " these have one probability.",
    )


def _award(
    game: LoadedGame, figures: SubmissionFigures, wager: str, row: str
) -> tuple[str, str | float, float]:
    """Return name, probability as it is compared, and probability of an award."""
    known = {each.wager: each for each in figures.wagers if each.is_best}
    if wager not in known:
        raise SpecError(unknown_name(wager, "wager with a return", known))
    alias = game.spec.wagers[wager].paytable if wager in game.spec.wagers else None
    outcomes = {each.key: each.outcome for each in game.paytable_rows(alias or "")}
    if row not in outcomes:
        raise SpecError(unknown_name(row, f"row of {wager}", outcomes))
    line = next((each for each in known[wager].lines if each.outcome == outcomes[row]), None)
    if line is None or line.probability is None:
        raise SpecError(f"the probability of {wager}.{row} is not known by itself")
    name = f"{outcomes[row]} ({known[wager].title})"
    return name, line.exact or line.probability, line.probability


def _trial(
    limit: asked.TrialLength, _game: LoadedGame, figures: SubmissionFigures, _: Jackpots
) -> Iterator[Finding]:
    """Yield how long a trial is in which the return seen lies near the certified one."""
    z = NormalDist().inv_cdf(0.5 + limit.confidence / 2)
    for wager in figures.wagers:
        if wager.sd is None or not (wager.is_best and not wager.is_optional):
            continue
        # The return is on what is put down first.
        rounds = ceil((z * wager.sd / wager.initial / limit.within) ** 2)
        planned = limit.rounds
        yield Finding(
            kind=limit.kind,
            subject=wager.title,
            asked=f"a return seen within {100 * limit.within:g} percentage points, with"
            f" {percent(limit.confidence)} confidence",
            limit=None if planned is None else float(planned),
            value=float(rounds),
            shown=f"{rounds:,} rounds, with the exact SD of {wager.sd:.4f}",
            verdict="for a human" if planned is None else _verdict(rounds <= planned),
            part=PAR,
            human="Plan the trial so long, or say how much less it can tell."
            if planned is None
            else "",
        )


def _wagers(
    limit: asked.MostWagers, game: LoadedGame, _figures: SubmissionFigures, _: Jackpots
) -> Iterator[Finding]:
    # What follows a wager, such as a double, is no wager of its own.
    number = sum(wager.of is None for wager in game.spec.wagers.values())
    yield Finding(
        kind=limit.kind,
        subject="Wagers",
        asked=f"at most {limit.number} separate wagers with one hand",
        limit=float(limit.number),
        value=float(number),
        shown=f"{number}, without those that follow one",
        verdict=_verdict(number <= limit.number),
        part=ODDS,
    )


FOUND: Mapping[type[asked.Limit], Callable[..., Iterator[Finding]]] = {
    asked.LeastReturn: _least,
    asked.MostReturn: _most,
    asked.LongestOdds: _longest,
    asked.ReturnByStake: _by_stake,
    asked.EqualJackpots: _jackpots,
    asked.TrialLength: _trial,
    asked.MostWagers: _wagers,
}
"""By the kind of limit."""
