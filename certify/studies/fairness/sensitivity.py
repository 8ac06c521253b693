"""Effects of other settings, and of alternatives of rulings, on fairness and length."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from certify.errors import EngineError
from certify.language.base import Scalar
from certify.language.game import LoadedGame, apply_settings
from certify.language.parameters import (
    BooleanParameter,
    ChoiceParameter,
    IntegerParameter,
    Parameter,
    written,
)
from certify.play.policies import RANDOM
from certify.play.quantities import DECISIONS, DRAW
from certify.play.tallies import Pair, Tallies
from certify.results import Estimate, Family
from certify.studies.fairness.intervals import (
    FARTHEST,
    chance_of,
    family_of,
    mean_of,
    quantile_of,
    share_of,
)
from certify.studies.fairness.results.setting_effects import SettingEffect
from certify.studies.fairness.seats import equal_play, pairs_needed

GAMES = 100_000

FIGURES = 4
"""Figures of an effect: wins of the first seat, draws, advantage of going first, decisions."""

NO_ADVANTAGE = Estimate(value=0.0, low=0.0, high=0.0)
"""Advantage of going first where nobody is ever the first to decide alone."""

PlayedBy = Callable[[LoadedGame, str, Sequence[Pair]], Tallies]
"""Statistics of a game with its settings, by the player of all seats and the pairs of quantities.
The same game and player always give the same statistics, and every game has the same seed."""


@dataclass(frozen=True)
class Setting:
    """Another setting or an alternative of a ruling.

    `within` is the length of the spec that it is compared with, if it is another way to play that;
    else empty.
    """

    values: tuple[tuple[str, Scalar], ...]
    text: str
    rulings: tuple[str, ...]
    within: str = ""


def settings_of(game: LoadedGame) -> tuple[Setting, ...]:
    """Return all other settings of a game that can be computed, each once.

    First the alternatives of rulings and assumptions that carry parameters, in their order. Then,
    of every parameter: choices and the other state of a switch, unless a ruling has that value; of
    a whole number for which no ruling has any value, half and twice the value, each within its
    range. What `lengths` of the spec plays as a match is left out. A setting that sets all that a
    length sets, and more, is another way to play that length: it is compared with it, and not
    played by itself.
    """
    spec = game.spec
    in_force = game.parameters_as_written()

    def changes(values: dict[str, Scalar]) -> frozenset[tuple[str, str]]:
        return frozenset(
            (name, written(value)) for name, value in values.items() if value != in_force[name]
        )

    matches = {changes(length.set): name for name, length in spec.lengths.items()}
    found: dict[frozenset[tuple[str, str]], Setting] = {}
    of_lengths = set[frozenset[tuple[str, str]]]()
    for number, settled in spec.settled.items():
        for alternative in settled.alternatives:
            key = changes(alternative.set)
            within = max(
                (match for match in matches if match and match < key), key=len, default=None
            )
            setting = Setting(
                tuple(alternative.set.items()),
                alternative.text,
                (number,),
                "" if within is None else matches[within],
            )
            if within is not None:
                of_lengths.add(key - within)
            _take(found, key, setting)
    ruled = {name for setting in found.values() for name, _ in setting.values}
    for name, parameter in spec.parameters.items():
        rulings = tuple(key for key, each in spec.settled.items() if name in each.parameters)
        for value, text in _others(parameter, in_force[name], is_ruled=name in ruled):
            key = changes({name: value})
            if key not in found and key not in of_lengths:
                _take(found, key, Setting(((name, value),), f"{parameter.title}: {text}", rulings))
    return tuple(setting for key, setting in found.items() if key and key not in matches)


def _take(
    found: dict[frozenset[tuple[str, str]], Setting],
    key: frozenset[tuple[str, str]],
    setting: Setting,
) -> None:
    """Add a setting; if it is known already, its rulings are added to the known one."""
    known = found.get(key)
    if known is None:
        found[key] = setting
        return
    rulings = tuple(dict.fromkeys((*known.rulings, *setting.rulings)))
    found[key] = Setting(known.values, known.text, rulings, known.within)


def games_of(game: LoadedGame, settings: Sequence[Setting]) -> list[LoadedGame]:
    """Return all games that settings are compared in: the game, lengths, and each setting."""
    found = [_base(game, ""), *(_base(game, each.within) for each in settings if each.within)]
    found += [apply_settings(game, dict(each.values)) for each in settings]
    return list({each.changed: each for each in found}.values())


def _base(game: LoadedGame, within: str) -> LoadedGame:
    """Return the game that a setting is compared with."""
    return apply_settings(game, game.spec.lengths[within].set) if within else game


def _others(parameter: Parameter, value: Scalar, *, is_ruled: bool) -> Iterator[tuple[Scalar, str]]:
    """Yield other values of a parameter, and what they mean."""
    if isinstance(parameter, BooleanParameter):
        yield not value, "no" if value else "yes"
    elif isinstance(parameter, ChoiceParameter):
        for choice, text in parameter.choices.items():
            if choice != value:
                yield choice, text
    elif isinstance(parameter, IntegerParameter) and not is_ruled and isinstance(value, int):
        for other in (max(parameter.minimum, value // 2), min(parameter.maximum, 2 * value)):
            if other != value:
                yield other, f"{other} instead of {value}"


def effects(
    game: LoadedGame,
    players: int,
    play: PlayedBy,
    *,
    policies: Sequence[str] | None = None,
    settings: Sequence[Setting] | None = None,
    confidence: float = 0.95,
) -> tuple[SettingEffect, ...]:
    """Return the effects of other settings with one player in all seats, by player and setting.

    `play` plays the same number of games of the same seed with every setting. By default the
    players are random and every policy of the spec, and the settings those of `settings_of`. Each
    setting is compiled for each player. `confidence` holds for all intervals together.

    Notes
    -----
    Method: the same number of games with and without the setting, of the same seed, so that a
        setting without effect changes nothing at all. Each difference is tested against 0 by the
        normal distribution.
    Error: the standard error of a difference is taken as the sum of both, an upper bound whatever
        games of the same seed have in common; p is the least of the four, times four, times the
        number of effects (Bonferroni).
    Source: the bound is the triangle inequality for standard deviations; derived here.
    """
    chosen = settings_of(game) if settings is None else tuple(settings)
    who = _players(game) if policies is None else tuple(policies)
    number = len(chosen) * len(who)
    if not number:
        return ()
    family, pairs = family_of(confidence, FIGURES * number), pairs_needed(players)
    found = []
    for player in who:
        for setting in chosen:
            before = _Figures.of(play(_base(game, setting.within), player, pairs), family)
            changed = apply_settings(game, dict(setting.values))
            after = _Figures.of(play(changed, player, pairs), family)
            if after.games != before.games:
                raise EngineError(
                    f"{after.games} games with a setting and {before.games} without it cannot be"
                    " compared: expected the same games"
                )
            win, draw, advantage, decisions = after.estimates
            found.append(
                SettingEffect(
                    settings=tuple((name, written(value)) for name, value in setting.values),
                    text=setting.text,
                    rulings=setting.rulings,
                    within=setting.within,
                    player=player,
                    games=after.games,
                    win_first_seat=win,
                    draw=draw,
                    first_advantage=advantage,
                    decisions=decisions,
                    changes=after.less(before),
                    p=min(1.0, FIGURES * number * after.chance(before)),
                )
            )
    return tuple(found)


def _players(game: LoadedGame) -> tuple[str, ...]:
    return RANDOM, *game.spec.policies


@dataclass(frozen=True)
class _Figures:
    """The compared figures, and the standard error of each."""

    games: int
    estimates: tuple[Estimate, Estimate, Estimate, Estimate]
    errors: tuple[float, float, float, float]

    @classmethod
    def of(cls, tallies: Tallies, family: Family) -> _Figures:
        """Return the figures of some games."""
        play = equal_play(RANDOM, tallies, (), family)
        advantage = play.first_advantage or NO_ADVANTAGE
        # If an interval is cut at one end, its other side gives the standard error.
        reach = max(advantage.high - advantage.value, advantage.value - advantage.low)
        return cls(
            tallies.games,
            (
                share_of(tallies, "win.1", family),
                share_of(tallies, DRAW, family),
                advantage,
                mean_of(tallies, DECISIONS, family),
            ),
            (
                tallies.sem("win.1"),
                tallies.sem(DRAW),
                reach / quantile_of(family),
                tallies.sem(DECISIONS),
            ),
        )

    def less(self, other: _Figures) -> tuple[float, float, float, float]:
        """Return the differences from other figures."""
        win, draw, advantage, decisions = (
            mine.value - theirs.value
            for mine, theirs in zip(self.estimates, other.estimates, strict=True)
        )
        return win, draw, advantage, decisions

    def chance(self, other: _Figures) -> float:
        """Return the least p of the differences from other figures."""
        chances = []
        for difference, one, two in zip(self.less(other), self.errors, other.errors, strict=True):
            error = one + two
            if not difference:
                chances.append(1.0)
            else:
                chances.append(chance_of(difference / error if error else FARTHEST))
        return min(chances)
