"""Figures by name: dotted paths into the JSON of `certify rtp`, and what each of them is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel

from certify.cards.charts import UPCARDS
from certify.errors import SpecError, nearest_name
from certify.exact.blackjack.streak_rules import STREAK_RULES
from certify.studies.returns.bonus import PAYTABLE
from certify.studies.returns.bonus_result import StreakResult
from certify.studies.returns.many_rounds import CONFIDENCES, SESSIONS
from certify.studies.returns.result import RtpResult, UpcardResult, Wagers
from certify.studies.twenty_one import OPTIMAL, TwentyOneGame
from certify.studies.whatif.aims import Aim, aims_of, quoted_paths, short_name
from certify.studies.whatif.result import FigureName

ROOTS = {"wagers": Wagers, "by_upcard": tuple[UpcardResult, ...], "streak": StreakResult}
"""Parts of a result that hold figures."""

NAMED_BY = {
    "by_upcard": "upcard",
    "sessions": "rounds",
    "bands": "confidence",
    "late": "wins_before",
    "counts": "wins",
    "wagers": "wins",
}
"""Field by which the entries of a list are named; those of other lists have numbers from 0."""

NAMES: Mapping[str, Sequence[object]] = {
    "by_upcard": UPCARDS,
    "sessions": SESSIONS,
    "bands": CONFIDENCES,
}

NO_FIGURES = re.compile(
    r"(ev_)?error_bound|seat_covariance_error|rounds|wins|wins_before|confidence|bankroll|stake"
)
"""Numbers of a result that identify a figure, or state its error."""

SAID_ALONE = ("edge", "rtp", "sd")
"""Figures with a name of one word."""

NUMBER = r"-?\d+(?:\.\d+)?(?:/\d+)?"

EXPECTATIONS = re.compile(
    r"by_upcard\..*|wagers\.insurance\..*|wagers\.main(_burnout)?\.(ev|house_edge|rtp|"
    r"element_of_risk|rtp_on_action|initial_amount|average_wagered|gross_ev|payment|gain|burn_rate)"
)
FURTHER = re.compile(r".*\.(sessions|ruin|combinations|ratios|changes)\..*")
WAGERED = re.compile(r".*\.(variance_wagered|covariance_net_wagered)")
SEATS = re.compile(r".*\.seat_covariance")
THOROUGH = re.compile(r".*\.best_without_burnout\..*")
OF_OPTIMAL_PLAY = re.compile(r".*\.(best|best_without_burnout|combinations|ratios|changes)\..*")


@dataclass(frozen=True)
class Depth:
    """How much of an analysis is computed.

    `distribution`: that of a round, and the single Bonus wagers; `further`: many rounds, ruin, and
    Bonus wagers together; `wagered`: how what is wagered in a round varies; `seats`: the joint
    results of two seats; `thorough`: best play for the Bonus without ever buying Burnout.
    """

    distribution: bool
    further: bool
    wagered: bool
    seats: bool
    thorough: bool


def depth_of(paths: Sequence[str]) -> Depth:
    """Return how much has to be computed for some figures."""
    return Depth(
        distribution=not all(EXPECTATIONS.fullmatch(path) for path in paths),
        further=any(FURTHER.fullmatch(path) for path in paths),
        wagered=any(WAGERED.fullmatch(path) for path in paths),
        seats=any(SEATS.fullmatch(path) for path in paths),
        thorough=any(THOROUGH.fullmatch(path) for path in paths),
    )


def headline_paths(game: TwentyOneGame, strategy: str) -> tuple[str, ...]:
    """Return the default figures, which every wager has."""
    returns = ["without_burnout", "with_burnout", *(["best"] if strategy == OPTIMAL else [])]
    return (
        "wagers.main.ev",
        "wagers.main_burnout.ev",
        "wagers.insurance.ev_when_always_taken",
        *(
            f"wagers.bonus.{row.key}.{play}.rtp"
            for row in game.loaded.paytable_rows(PAYTABLE)
            for play in returns
        ),
    )


def checked_path(path: str, game: TwentyOneGame, strategy: str) -> str:
    """Return the full path of the likeliest meaning of a name; errors as `checked_aims`."""
    return checked_aims(path, aims_of(path), game, strategy)[0].path


def checked_aims(
    name: str, aims: Sequence[Aim], game: TwentyOneGame, strategy: str
) -> tuple[Aim, ...]:
    """Return the meanings of a name that are figures of the game.

    Otherwise a SpecError, which names the nearest figure, or says that only optimal play has it.
    """
    found: list[Aim] = []
    known: list[str] = [*SAID_ALONE, *map(short_name, quoted_figures(game, strategy))]
    leaves = all_figures(game)
    for aim in aims:
        if any(re.fullmatch(pattern, aim.path) for pattern, _ in leaves):
            if strategy != OPTIMAL and OF_OPTIMAL_PLAY.fullmatch(aim.path):
                raise SpecError(f"{name} is worked out for --strategy {OPTIMAL} alone")
            found.append(aim)
    if found:
        return tuple(found)
    known += [example for _, example in leaves]
    nearest = nearest_name(name, known)
    meant = f"did you mean {nearest}?" if nearest else "examples are edge and bonus.2.rtp."
    raise SpecError(
        f"there is no figure {name!r}; {meant} `certify parameters {game.loaded.spec.game.id}`"
        " lists the figures; any place in `certify rtp --json` is taken too"
    )


def all_figures(game: TwentyOneGame) -> list[tuple[str, str]]:
    """Return a pattern and an example of the path of every figure of a game."""
    rows = [row.key for row in game.loaded.paytable_rows(PAYTABLE)]
    return [leaf for root, kind in ROOTS.items() for leaf in _leaves(kind, root, rows)]


def quoted_figures(game: TwentyOneGame, strategy: str) -> list[str]:
    """Return the paths of the figures that people quote of a game's wagers."""
    rows = [row.key for row in game.loaded.paytable_rows(PAYTABLE)]
    return list(quoted_paths(rows, best=strategy == OPTIMAL, insurance=game.rules.insurance))


def _leaves(kind: Any, path: str, rows: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield a pattern and an example of the path of every number that a type can hold."""
    last = path.rpartition(".")[2]
    start = re.escape(path)

    def below(inner: Any, pattern: str, example: object) -> Iterator[tuple[str, str]]:
        key = str(example)
        for rest, name in _leaves(inner, key, rows):
            yield f"{start}\\.(?:{pattern}){rest[len(re.escape(key)) :]}", f"{path}.{name}"

    if get_origin(kind) in (Union, UnionType):
        for inner in get_args(kind):
            if inner is not NoneType:
                yield from _leaves(inner, path, rows)
    elif get_origin(kind) is tuple:
        names = [str(name) for name in NAMES.get(last, ())]
        for example in names or ["0"]:
            pattern = "|".join([r"\d+", *map(re.escape, names)])
            yield from below(get_args(kind)[0], pattern, example)
    elif get_origin(kind) is dict:
        keys = {"bonus": rows, "rtp": rows, "outcomes_by_streak": STREAK_RULES}.get(last)
        for key in keys or ["1"]:
            pattern = re.escape(key) if keys is not None else NUMBER
            yield from below(get_args(kind)[1], pattern, key)
    elif isinstance(kind, type) and issubclass(kind, BaseModel):
        for name, field in kind.model_fields.items():
            yield from _leaves(field.annotation, f"{path}.{name}", rows)
    elif kind in (float, int) and not NO_FIGURES.fullmatch(last):
        yield start, path


def figure_at(result: RtpResult, path: str) -> float | None:
    """Return the figure at a full path; None where the result has none."""
    root, _, rest = path.partition(".")
    return _at(getattr(result, root), root, rest)


def _at(value: Any, name: str, path: str) -> float | None:
    if value is None:
        return None
    if not path:
        return float(value) if isinstance(value, float | int) else None
    if isinstance(value, BaseModel):
        key, _, rest = path.partition(".")
        return _at(getattr(value, key, None), key, rest)
    entries: dict[str, Any] = {}
    if isinstance(value, dict):
        entries = {str(key): entry for key, entry in value.items()}
    elif isinstance(value, tuple):
        entries = {str(number): entry for number, entry in enumerate(value)}
        if name in NAMED_BY:
            entries |= {str(getattr(entry, NAMED_BY[name], "")): entry for entry in value}
    for key, entry in entries.items():
        if path == key or path.startswith(f"{key}."):
            found = _at(entry, key, path[len(key) + 1 :])
            if found is not None:
                return found
    return None


WAGERS = {
    "wagers.main": "Main wager, without Burnout",
    "wagers.main_burnout": "Main wager, with Burnout",
    "wagers.insurance": "Insurance",
    "by_upcard": "Main wager by upcard",
    "streak": "Bonus wagers together",
}
PLAYS = {
    "without_burnout": "without Burnout",
    "with_burnout": "with Burnout",
    "best": "best play",
    "best_without_burnout": "best play without Burnout",
}
WORDS = {
    "ev": "expectation",
    "rtp": "return",
    "sd": "standard deviation",
    "gross_ev": "expectation before the payment",
    "rtp_on_action": "return on action",
    "ev_when_always_taken": "expectation",
    "best_ev": "expectation with the best hand to insure",
    "ev_even_money": "gain from taking even money",
    "q": "chance to win a round that is no push",
    "p_hit": "chance to be paid",
    "p_win": "a round counts as a win",
    "p_push": "a round counts as a push",
    "p_loss": "a round counts as a loss",
    "p_offered": "offered",
    "burn_rate": "a card is burned",
    "outcomes": "net result",
}
POINT = ","
DECIMAL = re.compile(r"\b((?:bands|outcomes|net|majority|any_loss)\.-?\d+)\.(?=\d)")
"""Names of entries that are decimals: their point does not separate parts of a path."""

ON_MAIN = "main wager"
ON_ROUNDS = "rounds"
RATES = {
    "ev": ON_MAIN,
    "house_edge": ON_MAIN,
    "gross_ev": ON_MAIN,
    "payment": ON_MAIN,
    "gain": ON_MAIN,
    "main": ON_MAIN,
    "main_burnout_gross": ON_MAIN,
    "ev_even_money": ON_MAIN,
    "ev_when_always_taken": "insurance wager",
    "best_ev": "insurance wager",
    "rtp": "initial amount",
    "low": "initial amount",
    "high": "initial amount",
    "normal_low": "initial amount",
    "normal_high": "initial amount",
    "element_of_risk": "all wagered",
    "rtp_on_action": "all wagered",
    "q": "rounds won or lost",
    "p_hit": "wagers",
    "p_ahead": "sessions",
}
"""Figures that are printed in percent, and of what."""

ALSO_RATES = re.compile(
    r"(p|rtp)_.*|.*probability|.*\.outcomes.*|hit_frequency|burn_rate|win|push|loss|net|majority"
)
SQUARED = "main wagers squared"
AMOUNTS = {
    "average_wagered": "main wagers a round",
    "initial_amount": "main wagers a round",
    "expected_rounds": "rounds",
    "variance": SQUARED,
    "variance_wagered": SQUARED,
    "covariance_net_wagered": SQUARED,
    "seat_covariance": SQUARED,
    "skewness": "none",
}


def figure_name(path: str) -> FigureName:
    """Return wager, figure and unit of a full path, in words."""
    parts = [part.replace(POINT, ".") for part in DECIMAL.sub(rf"\1{POINT}", path).split(".")]
    last = parts[-1]
    if path.startswith("wagers.bonus."):
        wager, rest = f"Bonus wager on {parts[2]} wins", parts[3:]
    else:
        place = max((name for name in WAGERS if f"{path}.".startswith(f"{name}.")), key=len)
        wager, rest = WAGERS[place], parts[len(place.split(".")) :]
    words = [PLAYS.get(part) or WORDS.get(part) or part.replace("_", " ") for part in rest]
    if rest and rest[0] in PLAYS:
        words = [*words[1:], words[0]]
    if last in AMOUNTS:
        unit, is_rate = AMOUNTS[last], False
    elif wager.startswith("Bonus") and last == "rtp":
        unit, is_rate = "wager", True
    elif last in RATES:
        unit, is_rate = RATES[last], True
    elif last.startswith("rtp_"):
        unit, is_rate = "wager", True
    elif ALSO_RATES.fullmatch(last) or ".outcomes." in path:
        unit, is_rate = ON_ROUNDS, True
    else:
        unit, is_rate = "main wagers", False
    return FigureName(path=path, wager=wager, figure=", ".join(words), unit=unit, is_rate=is_rate)
