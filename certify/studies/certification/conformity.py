"""Whether figures meet given limits: the figure, its error, the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel

from certify.errors import listed, nearest_name
from certify.results import Estimate
from certify.studies.banked.result import BankedLine, BankedResult, BankedWager
from certify.studies.certification.result import ShoeCertification
from certify.studies.fairness.results.equal_play import EqualPlay, SeatFigures
from certify.studies.fairness.results.fairness import TableResult
from certify.studies.fairness.results.length_of_play import (
    LengthOfPlay,
    MatchLength,
    MeasureFigures,
)
from certify.studies.fairness.results.setting_effects import SettingEffect
from certify.studies.fairness.results.skill import VarianceShares
from certify.studies.fairness.results.strength import Meeting, Rating
from certify.studies.item.conformity import Comparison, Requirement, Verdict
from certify.studies.item.result import CertifiedItem
from certify.studies.returns.bonus_result import BonusWagerResult, StreakReturn
from certify.studies.returns.distribution_result import RuinResult, SessionResult
from certify.studies.returns.result import (
    BurnoutWagerResult,
    InsuranceResult,
    RtpResult,
    WagerResult,
)
from certify.studies.whatif.figures import figure_name

ROUNDING = 2.0**-50
"""Greatest relative error of a figure that follows from others by some sums and one quotient."""

POINTS = {"win", "draw", "first_win", "others_win", "win_first_seat", "deal", "seating", "rest"}
ADVANTAGE = {"first_advantage", "interaction"}
"""Figures of games between players that are shares."""

BANKED_RATES = {
    **dict.fromkeys(("ev", "house_edge", "rtp"), "initial wager"),
    **dict.fromkeys(("element_of_risk", "rtp_on_action"), "all wagered"),
}
"""Rates of wagers of games that are worked out from their specs, and of what they are."""
FREQUENCIES = ("hit_frequency", "push_frequency", "loss_frequency", "probability", "frequency")

NO_BOUND = (
    "no bound on the error of that figure is known, so that no limit can be put to it;"
    " expectations, returns and probabilities of wagers have one, and figures of games played that"
    " have an interval"
)


@dataclass(frozen=True)
class Limit:
    """A limit as it was given: the path of a figure, the comparison, the value, who asks it."""

    figure: str
    comparison: Comparison
    value: float
    clause: str


@dataclass(frozen=True)
class _Step:
    """A part of the results on the way to a figure: its name, and itself."""

    name: str
    value: Any


def figure_problem(path: str, kind: type[BaseModel]) -> str:
    """Return what is wrong with the path of a figure; empty if nothing is.

    A path is dotted: keys of the results file, and numbers of entries of lists, from 0. The message
    names the nearest valid name. `kind` is the model of the results.
    """
    names, found, kinds = path.split("."), "", [kind]
    while names:
        if Estimate in kinds and names == ["value"]:
            return ""
        inner, problem = _inside(kinds, names, found)
        if problem:
            return problem
        # The key of an outcome, such as 1.5, may have a point in it.
        is_key = inner == [float] and any(get_origin(kind) is dict for kind in kinds)
        found, kinds = f"{found}.{names[0]}".strip("."), inner
        names = [] if is_key else names[1:]
    if any(one in (float, int, Estimate) for one in kinds):
        return ""
    known = listed(_keys(kinds), 24)
    return f"{path} is no figure; it has {known}" if known != "none" else f"{path} is no number"


def _inside(kinds: list[Any], names: list[str], found: str) -> tuple[list[Any], str]:
    """Return the types of what a name leads to, or what is wrong with it."""
    name, inner = names[0], []
    known: list[str] = []
    for kind in kinds:
        arguments = get_args(kind)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            known += list(kind.model_fields)
            if name in kind.model_fields:
                inner += _plain(kind.model_fields[name].annotation)
        elif get_origin(kind) is tuple:
            known.append("0")
            if name.isdecimal():
                inner += _plain(arguments[0])
        elif get_origin(kind) is dict:
            inner += _plain(arguments[1])
    if inner:
        return inner, ""
    where = f"in {found}" if found else "in the results"
    if not known:
        return [], f"{found} has no parts; found .{'.'.join(names)} behind it"
    if known == ["0"]:
        return [], f"{found} is a list; expected the number of an entry, from 0; found {name!r}"
    nearest = nearest_name(name, known)
    meant = f"did you mean {nearest}?" if nearest else f"expected one of {listed(known, 24)}"
    return [], f"there is no {name!r} {where}; {meant}"


def _keys(kinds: list[Any]) -> list[str]:
    return [
        name
        for kind in kinds
        if isinstance(kind, type) and issubclass(kind, BaseModel)
        for name in kind.model_fields
    ]


def _plain(annotation: Any) -> list[Any]:
    """Return the types of an annotation, without None."""
    if get_origin(annotation) in (Union, UnionType):
        return [one for part in get_args(annotation) for one in _plain(part)]
    return [] if annotation is NoneType else [annotation]


def judged(certification: CertifiedItem, limit: Limit) -> Requirement | str:
    """Return a limit with the figure found and the verdict, or what is wrong with it.

    Notes
    -----
    Method: the true figure lies between a low and a high end. It meets the limit if both ends do,
        does not if neither does, and is undecided otherwise; compared as fractions.
    Error: none in the comparison. The ends are those of the numerical error, or of the interval at
        the confidence of its family; then a verdict is wrong with a probability of at most 1 less
        this confidence.
    Source: simple acceptance on an exact figure, ISO/IEC 17025:2017, 7.8.6.
    """
    steps = _steps(certification, limit.figure)
    if isinstance(steps, str):
        return steps
    last = steps[-1].value
    if isinstance(last, Estimate):
        family = next((s.value.family for s in steps if isinstance(s.value, TableResult)), None)
        if family is None:
            return NO_BOUND
        ends, risk = (last.low, last.high), 1.0 - family.confidence
        title, unit, is_rate = _played_name(steps)
        found, basis = last.value, "played"
    else:
        half = _bound(steps)
        if half is None:
            return NO_BOUND
        found, basis, risk = float(last), "exact", 0.0
        half += ROUNDING * abs(found)
        ends = (found - half, found + half)
        title, unit, is_rate = _exact_name(steps, limit.figure)
    return Requirement(
        figure=limit.figure,
        title=title,
        unit=unit,
        is_rate=is_rate,
        comparison=limit.comparison,
        limit=limit.value,
        clause=limit.clause,
        found=found,
        low=ends[0],
        high=ends[1],
        basis=basis,  # type: ignore[arg-type]
        false_accept=risk,
        verdict=_verdict(ends, limit),
    )


def _verdict(ends: tuple[float, float], limit: Limit) -> Verdict:
    # The shortest decimal of the limit is what was written.
    value = Fraction(repr(limit.value))
    low, high = (Fraction(end) for end in ends)
    if limit.comparison == "at_least":
        return "met" if low >= value else "not met" if high < value else "undecided"
    return "met" if high <= value else "not met" if low > value else "undecided"


def _steps(certification: CertifiedItem, path: str) -> list[_Step] | str:
    """Return all that lies on a path, or what is missing."""
    steps = [_Step("", certification)]
    names = path.split(".")
    if names[-1] == "value" and len(names) > 1:
        before = _steps(certification, ".".join(names[:-1]))
        if not isinstance(before, str) and isinstance(before[-1].value, Estimate):
            return before
    while names:
        value = steps[-1].value
        name, rest = names[0], names[1:]
        if isinstance(value, BaseModel) and name in type(value).model_fields:
            inner = getattr(value, name)
        elif isinstance(value, tuple) and name.isdecimal():
            if int(name) >= len(value):
                entries = f"{len(value)} entries, from 0" if value else "no entries"
                return f"{path}: there is no entry {name}; there are {entries}"
            inner = value[int(name)]
        elif isinstance(value, dict):
            name = next((n for n in (".".join(names), name) if n in value), "")
            if not name:
                return f"{path}: there is no {names[0]!r}; expected one of {listed(value, 24)}"
            inner = value[name]
            rest = [] if name == ".".join(names) else rest
        else:
            return f"{path}: {steps[-1].name} has no {name!r}"
        if inner is None:
            return f"{path}: {name} was not worked out for this report"
        steps.append(_Step(name, inner))
        names = rest
    if isinstance(steps[-1].value, bool) or not isinstance(steps[-1].value, int | float | Estimate):
        return f"{path} is no number in these results"
    return steps


def _last(steps: list[_Step], kind: type[Any]) -> Any:
    return next((step.value for step in reversed(steps) if isinstance(step.value, kind)), None)


def _bound(steps: list[_Step]) -> float | None:
    """Return the bound on the numerical error of an exact figure; None if none is stated."""
    name, holder = steps[-1].name, steps[-2].value
    if _last(steps, BankedResult) is not None:
        return 0.0  # fractions, rounded once
    wager = _last(steps, WagerResult)
    if isinstance(holder, WagerResult):
        return _of_wager(holder, name)
    if wager is not None and steps[-2].name == "outcomes":
        return _of_chance(wager)
    if isinstance(holder, SessionResult | RuinResult) and name in ("p_ahead", "probability"):
        # Distributions of a round that differ by d in all differ by n d at most after n rounds.
        return float(holder.error_bound + holder.rounds * _of_chance(wager))
    if isinstance(holder, StreakReturn):
        return _of_streak(steps, holder, name)
    if isinstance(holder, InsuranceResult):
        return 0.0  # fractions, rounded once
    return None


def _of_chance(wager: WagerResult) -> float:
    return wager.error_bound + wager.ev_error_bound


def _of_wager(wager: WagerResult, name: str) -> float | None:
    error = wager.ev_error_bound
    on_action = error * (1.0 + abs(wager.element_of_risk)) / (wager.average_wagered - error)
    known = {
        "ev": error,
        "house_edge": error,
        "rtp": error / wager.initial_amount,
        "element_of_risk": on_action,
        "rtp_on_action": on_action,
        "average_wagered": error,
        "initial_amount": 0.0,
    }
    if isinstance(wager, BurnoutWagerResult):
        known |= {"gross_ev": error, "payment": 0.0, "gain": 2.0 * error}
    if name in ("p_win", "p_push", "p_loss", "hit_frequency"):
        return _of_chance(wager)
    return known.get(name)


def _of_streak(steps: list[_Step], found: StreakReturn, name: str) -> float | None:
    """Return the error bound of a figure of a wager on consecutive wins.

    With w and l the probabilities that a round is won and lost, each in error by at most e, q = w /
    (w + l) is in error by at most e / (w + l - 2 e); w + l follows from the expected rounds.
    """
    bonus, result = _last(steps, BonusWagerResult), _last(steps, RtpResult)
    if bonus is None or result is None or result.streak is None:
        return None
    error = result.streak.error_bound
    wins = int(next(step.name for step in steps if step.value is bonus))
    decided = sum(found.q**won for won in range(wins)) / found.expected_rounds
    of_q = error / (decided - 2.0 * error) if decided > 4.0 * error else 1.0
    of_hit = (found.q + of_q) ** wins - found.q**wins
    known = {"q": of_q, "p_hit": of_hit}
    if name == "rtp":
        return of_hit * found.rtp / found.p_hit if found.p_hit else None
    return known.get(name)


# Names


def _exact_name(steps: list[_Step], path: str) -> tuple[str, str, bool]:
    """Return title, unit and whether it is a share."""
    if _last(steps, BankedResult) is not None:
        return _analysed_name(steps)
    shoe = _last(steps, ShoeCertification)
    strategy = steps[3].name if len(steps) > 3 else ""
    name = figure_name(path.split(".", 3)[3])
    title = f"{name.wager}: {name.figure}"
    return f"{title}; {shoe.label.lower()}, {strategy} strategy", name.unit, name.is_rate


def _analysed_name(steps: list[_Step]) -> tuple[str, str, bool]:
    """Return title, unit and whether it is a share, of a figure of a game from its spec."""
    name = steps[-1].name
    words = name.replace("_", " ")
    of = [
        step.value.outcome if isinstance(step.value, BankedLine) else step.value.title
        for step in steps
        if isinstance(step.value, BankedWager | BankedLine)
    ]
    unit = BANKED_RATES.get(name, "" if name not in FREQUENCIES else "rounds")
    return f"{': '.join([*of, words])}; best play", unit or "units", bool(unit)


def _played_name(steps: list[_Step]) -> tuple[str, str, bool]:
    """Return title, unit and whether it is a share of a simulated figure."""
    parts: list[str] = []
    for step in steps:
        value = step.value
        if isinstance(value, TableResult):
            parts.append(f"{value.players} player{'s' if value.players > 1 else ''}")
        elif isinstance(value, EqualPlay):
            parts.append(f"all seats played by {value.player}")
        elif isinstance(value, SeatFigures):
            parts.append(value.role)
        elif isinstance(value, Meeting | VarianceShares):
            parts.append(f"{value.player} against {value.opponent}")
        elif isinstance(value, Rating | LengthOfPlay):
            parts.append(value.player)
        elif isinstance(value, MatchLength | MeasureFigures):
            parts.append(value.name)
        elif isinstance(value, SettingEffect):
            parts.append(value.text)
    name = steps[-1].name
    is_rate = name in POINTS or name in ADVANTAGE
    unit = "games" if name in POINTS else ("points of the games" if is_rate else "")
    words = name.replace("_", " ")
    return f"{words[0].upper()}{words[1:]}; {', '.join(parts)}", unit, is_rate
