"""What changes do to a game that is analysed from its spec: exact, and from odds that are kept.

Where only payouts change, the kept odds of the play that is best there answer; where no kept play
is best, the game is solved anew, and the new play is kept too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from certify.errors import SpecError, unknown_name
from certify.exact.banked.composition import Composition
from certify.exact.banked.odds import Odds
from certify.exact.banked.solution import BEST
from certify.exact.blackjack.card import StrategyCard
from certify.exact.blackjack.solve import ERROR_BOUND
from certify.language.game import LoadedGame, is_payout, target_of
from certify.numerics.odds import odds_text
from certify.runtime.context import Context
from certify.studies.banked.blackjack import METHOD as BLACKJACK_METHOD
from certify.studies.banked.blackjack import blackjack_values, require_analysed
from certify.studies.banked.result import BankedResult, BankedWager
from certify.studies.banked.shoes import ShoeGiven, composition_for, counts_of
from certify.studies.banked.strategy_file import is_strategy_file
from certify.studies.banked.study import (
    METHOD,
    banked_study,
    checked_policy,
    figures_of,
    odds_within,
)
from certify.studies.kinds import has_choices
from certify.studies.strategy.strategy_file import selected_strategy
from certify.studies.twenty_one import (
    BlackjackGame,
    card_sha256,
    split_play_told,
    strategy_name,
)
from certify.studies.whatif.aims import WORDS
from certify.studies.whatif.analysed_result import (
    AnalysedSweepResult,
    AnalysedWhatIfResult,
    ExactChange,
    PlayRange,
)
from certify.studies.whatif.result import FigureChange, FigureName, SweepPoint
from certify.studies.whatif.settings import with_settings
from certify.studies.whatif.study import difference, setting_changes
from certify.studies.whatif.sweep import MOST_AXES, MOST_VALUES, Values, swept_values

ROOT = "wagers"
HEADLINE = "house_edge"
FIGURES = {
    "house_edge": "house edge",
    "ev": "expectation",
    "rtp": "return",
    "element_of_risk": "element of risk",
    "rtp_on_action": "return on everything put down",
    "stake": "expected stake",
    "net": "expected gain on it alone",
    "average_wagered": "everything put down",
    "variance": "variance",
    "sd": "standard deviation",
    "hit_frequency": "hit frequency",
    "push_frequency": "push frequency",
    "loss_frequency": "loss frequency",
}
ON_ROUNDS = ("hit_frequency", "push_frequency", "loss_frequency")
IN_UNITS = ("stake", "net", "average_wagered", "variance", "sd")

Value = Fraction | float | None
"""A figure, exactly if it is a fraction."""


@dataclass(frozen=True)
class AnalysedQuestion:
    """What is asked of a game and its changes.

    Attributes
    ----------
    paths : tuple of str
        Figures by place, such as ``wagers.ante.house_edge``.
    policy : str
        ``optimal``, a policy of the spec or a strategy file.
    left : Composition or None
        The cards that are left, of a game that is analysed from its spec.
    blackjack : BlackjackGame or None
        Of blackjack the game with its shoe and split play.
    card : StrategyCard or None
        Of blackjack the strategy file that is played, whose id `policy` then is.
    """

    base: LoadedGame
    paths: tuple[str, ...]
    policy: str = BEST
    left: Composition | None = None
    blackjack: BlackjackGame | None = None
    card: StrategyCard | None = None

    @property
    def strategy(self) -> str | StrategyCard:
        """How blackjack is played."""
        return self.card or self.policy

    @classmethod
    def of(
        cls,
        base: LoadedGame,
        policy: str = BEST,
        figures: Sequence[str] = (),
        shoe: ShoeGiven = None,
        blackjack: BlackjackGame | None = None,
    ) -> AnalysedQuestion:
        """Return a question, checked before any work; by default the edge of every wager."""
        paths = [figure_path(base, name) for name in figures] or [
            f"{ROOT}.{name}.{HEADLINE}"
            for name, wager in base.spec.wagers.items()
            if wager.of is None or wager.optional
        ]
        asked = tuple(dict.fromkeys(paths))
        if blackjack is not None:
            strategy = selected_strategy(policy, blackjack)
            require_analysed(blackjack, strategy)
            card = strategy if isinstance(strategy, StrategyCard) else None
            return cls(base, asked, strategy_name(strategy), blackjack=blackjack, card=card)
        return cls(base, asked, checked_policy(policy), composition_for(base, shoe))

    def changed(self, settings: Sequence[str]) -> LoadedGame:
        """Return the game with settings changed."""
        return with_settings(self.base, settings)


def figure_path(game: LoadedGame, name: str) -> str:
    """Return the place of a figure that somebody names: ``edge``, ``ante.edge`` or the place."""
    parts = name.strip().removeprefix(f"{ROOT}.").split(".")
    first = next(name for name, wager in game.spec.wagers.items() if wager.of is None)
    wager, figure = parts if len(parts) == 2 else (first, parts[0])
    figure = WORDS.get(figure, figure)
    if len(parts) > 2 or wager not in game.spec.wagers:
        raise SpecError(unknown_name(wager, "wager", game.spec.wagers))
    if figure not in FIGURES:
        raise SpecError(unknown_name(figure, "figure of a wager", [*FIGURES, *WORDS]))
    return f"{ROOT}.{wager}.{figure}"


def figure_of(path: str, game: LoadedGame) -> FigureName:
    """Return wager, figure and unit of a place, in words."""
    _, wager, figure = path.split(".")
    spec = game.spec.wagers[wager]
    unit = spec.title if spec.of is None or spec.optional else game.spec.wagers[spec.of].title
    is_rate = figure not in IN_UNITS
    return FigureName(
        path=path,
        wager=spec.title,
        figure=FIGURES[figure],
        unit="rounds" if figure in ON_ROUNDS else unit if is_rate else f"times {unit}",
        is_rate=is_rate,
    )


@dataclass(eq=False)
class Answers:
    """Figures of changed games, each worked out once."""

    question: AnalysedQuestion
    context: Context
    plays: list[Odds] = field(default_factory=list)

    def odds(self, game: LoadedGame) -> Odds | None:
        """Return the odds of the play that is best for a game."""
        asked = self.question
        if asked.blackjack is not None or is_strategy_file(asked.policy):
            return None
        return odds_within(self.context, game, asked.policy, asked.left)

    def returns(self, game: LoadedGame, odds: Odds | None) -> BankedResult:
        """Return the figures of a game; `odds` those of the play that is best for it."""
        asked = self.question
        if odds is not None:
            return figures_of(game, asked.policy, odds.solution(game), in_words=False)
        shoe = None if asked.left is None else asked.left.counts
        return banked_study(game, asked.policy, exact=True, shoe=shoe, context=self.context)

    def values(
        self, game: LoadedGame, odds: Odds | None, paths: Sequence[str] = ()
    ) -> tuple[Value, ...]:
        """Return figures of a game, those that are asked for if none are named."""
        wanted = paths or self.question.paths
        blackjack = self.question.blackjack
        if blackjack is not None:
            places = [(wager, figure) for _, wager, figure in (path.split(".") for path in wanted)]
            own = blackjack.changed(game)
            return blackjack_values(own, self.question.strategy, places, self.context)
        found = self.returns(game, odds)
        return tuple(value_at(found, path) for path in wanted)

    def is_one_play(self, odds: Odds | None) -> bool:
        """Return whether the play is the same whatever is paid, as far as figures are told."""
        asked = self.question
        return odds is not None or asked.blackjack is not None or is_strategy_file(asked.policy)

    def figures(self, game: LoadedGame) -> tuple[Value, ...]:
        """Return the figures that are asked for."""
        return self.at(game)[0]

    def at(self, game: LoadedGame) -> tuple[tuple[Value, ...], Odds | None]:
        """Return the figures that are asked for, and the odds that they are from."""
        odds = self.odds(game)
        return self.values(game, odds), odds

    def play(self, odds: Odds | None) -> int | None:
        """Return the number of a play, counted as they are met."""
        if odds is None:
            return None
        for place, other in enumerate(self.plays):
            if other is odds:
                return place
        self.plays.append(odds)
        return len(self.plays) - 1


def value_at(found: BankedResult, path: str) -> Value:
    """Return a figure of a result; None if there is none."""
    _, name, figure = path.split(".")
    wager = found.wagers.get(name)
    if wager is None:
        return None
    exact = (wager.exact or {}).get(figure)
    return Fraction(exact) if exact is not None else _float(wager, figure)


def _float(wager: BankedWager, figure: str) -> float | None:
    value = getattr(wager, figure)
    return None if value is None else float(value)


def analysed_whatif(
    question: AnalysedQuestion, settings: Sequence[str], context: Context
) -> AnalysedWhatIfResult:
    """Return every figure before and after a change of settings, each ``NAME=VALUE``."""
    base, after = question.base, question.changed(settings)
    answers = Answers(question, context)
    figures, odds = answers.at(base)
    then, there = answers.at(after)
    return AnalysedWhatIfResult(
        **told(question),
        settings=setting_changes(base, after),
        changed_shoe=_shoe_of(question, after),
        figures=figure_changes(base, question.paths, figures, then),
        exact=exact_changes(question.paths, figures, then),
        same_play=_is_same(base, after, odds, there),
        ranges=() if there is None else tuple(ranges_of(there, after)),
    )


def figure_changes(
    game: LoadedGame, paths: Sequence[str], before: Sequence[Value], after: Sequence[Value]
) -> tuple[FigureChange, ...]:
    """Return figures before and after a change, and their differences, as floats."""
    return tuple(
        FigureChange(
            **figure_of(path, game).model_dump(),
            before=floats(one),
            after=floats(other),
            difference=floats(_less(other, one)),
        )
        for path, one, other in zip(paths, before, after, strict=True)
    )


def exact_changes(
    paths: Sequence[str], before: Sequence[Value], after: Sequence[Value]
) -> dict[str, ExactChange]:
    """Return by path the figures that are fractions before a change, after it, or both."""
    return {
        path: ExactChange(
            before=fraction(one), after=fraction(other), difference=fraction(_less(other, one))
        )
        for path, one, other in zip(paths, before, after, strict=True)
        if fraction(one) or fraction(other)
    }


def _is_same(
    before: LoadedGame, after: LoadedGame, odds: Odds | None, there: Odds | None
) -> bool | None:
    if odds is None or there is None:
        return None
    others = [name for name, _ in after.changed if not is_payout(after, name)]
    known = dict(before.changed)
    if any(dict(after.changed)[name] != known.get(name) for name in others):
        return None
    return odds is there or odds.hold(after)


def ranges_of(odds: Odds, game: LoadedGame) -> Iterator[PlayRange]:
    """Yield where the play stays best, by payout; of shares nothing is told."""
    for row, limit in zip(odds.decisive, odds.bounds.limits, strict=True):
        found = odds.range_of(game, row)
        if found is None or row in game.spec.parameters:
            continue
        low, high = found
        yield PlayRange(
            row=row,
            pays=odds_text(game.pays(row)),
            low=str(low),
            high=str(high),
            is_low_known=low > -1,
            is_high_known=high < limit,
        )


# Sweeps -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AnalysedSweep:
    """A checked sweep: changes at every point, and one or two settings with their values."""

    question: AnalysedQuestion
    settings: tuple[str, ...]
    axes: tuple[Values, ...]

    @classmethod
    def of(
        cls, question: AnalysedQuestion, settings: Sequence[str], sweeps: Sequence[str]
    ) -> AnalysedSweep:
        """Return a checked sweep; faults are SpecErrors."""
        base = question.base
        if len(sweeps) > MOST_AXES:
            raise SpecError(f"--sweep is given {len(sweeps)} times; expected at most {MOST_AXES}")
        axes = tuple(swept_values(base, text) for text in sweeps)
        number = prod(map(len, axes))
        if number > MOST_VALUES:
            raise SpecError(f"the sweep has {number:,} points; expected at most {MOST_VALUES:,}")
        given = [*settings, *(f"{axis.setting.name}={axis[0]}" for axis in axes)]
        names = [text.partition("=")[0].strip() for text in given]
        targets = [target_of(base, name) for name in names]
        for place, target in enumerate(targets):
            if target in targets[:place]:
                raise SpecError(f"{names[place]} is set or swept twice; give it once")
        question.changed(given)
        return cls(question, tuple(settings), axes)


def analysed_sweep(sweep: AnalysedSweep, context: Context) -> AnalysedSweepResult:
    """Return the figures at every point: those of `analysed_whatif`."""
    question = sweep.question
    base = question.base
    answers = Answers(question, context)
    before, odds = answers.at(base)
    answers.play(odds)
    points, exact, plays = [], [], []
    every = [*product(*sweep.axes)]
    names = [axis.setting.name for axis in sweep.axes]
    for done, texts in enumerate(every):
        context.progress(done, len(every), "points of the sweep")
        given = [f"{name}={text}" for name, text in zip(names, texts, strict=True)]
        found, odds = answers.at(question.changed((*sweep.settings, *given)))
        plays.append(answers.play(odds))
        exact.append(tuple(map(fraction, found)))
        values = tuple(map(floats, found))
        apart = tuple(difference(floats(b), a) for b, a in zip(before, values, strict=True))
        points.append(SweepPoint(values=texts, figures=values, differences=apart))
    return AnalysedSweepResult(
        **told(question),
        settings=setting_changes(base, question.changed(sweep.settings)),
        axes=tuple(axis.axis() for axis in sweep.axes),
        figures=tuple(figure_of(path, base) for path in question.paths),
        before=tuple(map(floats, before)),
        points=tuple(points),
        exact=tuple(exact),
        plays=tuple(plays),
    )


# Fields -------------------------------------------------------------------------------------------


def told(question: AnalysedQuestion) -> Mapping[str, Any]:
    """Return the fields that every result has."""
    return {
        **question.base.provenance(),
        "strategy": question.policy,
        "strategy_sha256": card_sha256(question.card) if question.card else None,
        "is_decided": has_choices(question.base),
        "shoe": _shoe_of(question, question.base),
        **_exactness(question),
    }


def _exactness(question: AnalysedQuestion) -> Mapping[str, Any]:
    if question.blackjack is None:
        return {"error_bound": 0.0, "method": METHOD}
    play = question.blackjack.split_play
    told = split_play_told(question.blackjack, question.strategy)
    method = BLACKJACK_METHOD.format(after_split=told)
    return {"error_bound": ERROR_BOUND, "method": method, "split_play": play}


def _shoe_of(question: AnalysedQuestion, game: LoadedGame) -> dict[str, int]:
    """Return the cards that are left; of blackjack all cards, by value."""
    if question.blackjack is None:
        return counts_of(question.left) or {}
    return question.blackjack.changed(game).shoe.by_label()


def floats(value: Value) -> float | None:
    """Return a figure as the nearest float."""
    return None if value is None else float(value)


def fraction(value: Value) -> str | None:
    """Return a figure as a fraction, if it is one."""
    return str(value) if isinstance(value, Fraction) else None


def _less(one: Value, other: Value) -> Value:
    if one is None or other is None:
        return None
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one - other
    return float(one) - float(other)
