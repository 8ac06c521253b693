"""Finds the value of a setting at which a figure of an analysed game meets a target.

Under one play a figure is linear in a payout, and in a share such as a commission, so that the
value follows as a fraction; where that play is not the best, it is found which is, and the value
follows from that (Newton's method). Where that ends at no value, the plays are gone through in
turn: what one of several wagers brings can stand still, fall and leap as they change. Whole numbers
are tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.errors import EngineError, ParameterError, SpecError
from certify.exact.banked.odds import Odds
from certify.language.game import LoadedGame, is_put_down_first, target_of, wagers_made
from certify.runtime.context import Context
from certify.studies.whatif.aims import said_number
from certify.studies.whatif.analysed import (
    AnalysedQuestion,
    Answers,
    analysed_whatif,
    figure_of,
    figure_path,
)
from certify.studies.whatif.analysed_result import AnalysedWhatIfResult
from certify.studies.whatif.analysed_rulings import LINEAR
from certify.studies.whatif.result import Attained, SolvedSetting, Suggestion
from certify.studies.whatif.search import limits_of, target_parts
from certify.studies.whatif.settings import (
    INTEGER,
    LEAST_PAYOUT,
    PAYOUT,
    SHARE,
    Setting,
    as_written,
    farther,
    setting_of,
)
from certify.studies.whatif.suggestions import nearest

MOST_PLAYS = 60
EXACT = "exact: the figure is linear in it under the play that is best there"
ROUNDED = "exact but for its decimals: the fraction has too many digits to be set"
TRIED = "the best of all values, each of which was tried"


@dataclass(frozen=True)
class AnalysedSearch:
    """A checked search for a setting at which a figure meets a target."""

    question: AnalysedQuestion
    settings: tuple[str, ...]
    setting: Setting
    lowest: Fraction
    highest: Fraction
    path: str
    target: Fraction

    @classmethod
    def of(
        cls,
        question: AnalysedQuestion,
        settings: Sequence[str],
        name: str,
        target: str,
        within: str | None,
    ) -> AnalysedSearch:
        """Return a checked search; faults are SpecErrors."""
        setting = setting_of(question.base, name.strip())
        if setting.kind not in (PAYOUT, SHARE, INTEGER):
            raise SpecError(
                f"--solve {name}: a {setting.kind} is not solved for; expected a payout, a share or"
                f" a whole number, or --sweep {name}=.."
            )
        figure, text = target_parts(target)
        path = figure_path(question.base, figure)
        if setting.kind != INTEGER and path.split(".")[-1] not in LINEAR:
            raise SpecError(
                f"--target {target}: a {setting.kind} is solved for a figure that is linear in it,"
                f" one of {', '.join(LINEAR)}"
            )
        low, high = limits_of(setting, within)
        question.changed((*settings, f"{name.strip()}={setting.text(high)}"))
        value = said_number(text, f"--target {target}")
        return cls(question, tuple(settings), setting, low, high, path, value)


def analysed_solve(search: AnalysedSearch, context: Context) -> AnalysedWhatIfResult:
    """Return the value of a setting at which a figure meets a target, and what it changes.

    An EngineError if no allowed value meets it, which tells what the figure can be.
    """
    solver = _Search(search, Answers(search.question, context))
    solved = solver.solved()
    given = (*search.settings, f"{search.setting.name}={solved.value}")
    found = analysed_whatif(search.question, given, context)
    return found.model_copy(update={"solved": solved, "solution": str(solver.solution)})


class _Search:
    def __init__(self, search: AnalysedSearch, answers: Answers) -> None:
        self.search, self.answers = search, answers
        self.seen: dict[Fraction, Fraction] = {}
        self.solution = Fraction(0)

    def solved(self) -> SolvedSetting:
        """Return the value, and values near it."""
        search, setting = self.search, self.search.setting
        if setting.kind == INTEGER:
            number, method = self._tried(), TRIED
        else:
            number, method = self._followed(), EXACT
        self.solution = number
        try:
            setting.text(number)
        except ParameterError:
            number, method = as_written(number), ROUNDED
        achieved = self.figure(number)
        ends = [search.lowest, search.highest]
        found = sorted(
            (self.figure(end), end) for end in ([*self.seen] if setting.kind == INTEGER else ends)
        )
        return SolvedSetting(
            name=setting.name,
            figure=figure_of(search.path, search.question.base),
            value=setting.text(number),
            number=float(number),
            target=float(search.target),
            achieved=float(achieved),
            deviation=float(achieved - search.target),
            method=method,
            lowest=self._attained(found[0][1]),
            highest=self._attained(found[-1][1]),
            simple=tuple(
                self._attained(near)
                for near in setting.simple(number, search.lowest, search.highest)
            ),
            suggested=tuple(
                Suggestion(
                    **self._attained(near.number).model_dump(),
                    form=near.form,
                    is_above=self.figure(near.number) > search.target,
                )
                for near in nearest(setting, number, search.lowest, search.highest)
            ),
        )

    def figure(self, number: Fraction) -> Fraction:
        """Return the figure at a value."""
        if number not in self.seen:
            game = self.game(number)
            self.seen[number] = self._value(game, self.answers.odds(game))
        return self.seen[number]

    def _value(self, game: LoadedGame, odds: Odds | None) -> Fraction:
        (value,) = self.answers.values(game, odds, (self.search.path,))
        if value is None:
            raise EngineError(f"there is no {self.search.path} under these rules, so no target")
        return Fraction(value)

    def game(self, number: Fraction) -> LoadedGame:
        """Return the game with the setting at a value that can be written."""
        text = self.search.setting.text(number)
        given = (*self.search.settings, f"{self.search.setting.name}={text}")
        return self.search.question.changed(given)

    def line(self, number: Fraction) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """Return the figure at a value and its slope, and from where to where that is right.

        Between these ends one play is the best, under which the figure is linear.
        """
        search, here = self.search, self.game(number)
        odds = self.answers.odds(here)
        if not self.answers.is_one_play(odds):
            raise EngineError(
                f"payouts of {here.spec.game.id} are not told apart here, so that"
                f" {search.setting.name} is not solved for; sweep it instead"
            )
        row = target_of(here, search.setting.name)
        is_share = search.setting.kind == SHARE
        enters_otherwise = odds is not None and row in odds.fixed
        if enters_otherwise or (is_share and (odds is None or row not in odds.rows)):
            raise EngineError(
                f"what wagers bring is not linear in {row} here, so that it is not solved for;"
                " sweep it instead"
            )
        other = farther(search.setting, number)
        value, beside = (self._value(game, odds) for game in (here, self.game(other)))
        slope = (beside - value) / (other - number)
        self.seen[number] = value
        if odds is None:
            return value, slope, search.lowest, search.highest
        ends = odds.range_of(here, row) or (search.lowest, search.highest)
        if row in odds.decisive and not is_share:
            whole = search.setting.number(here.row(row).pays) - here.pays(row)
            ends = ends[0] + whole, ends[1] + whole
        return value, slope, *ends

    def _followed(self) -> Fraction:
        """Return the payout or share at which the figure meets its target."""
        search = self.search
        number = self._newton()
        if number is None:
            ends = sorted(self.figure(end) for end in (search.lowest, search.highest))
            if self._is_of_all() and not ends[0] <= search.target <= ends[1]:
                raise EngineError(self._missed())
            number = self._in_turn()
        return number

    def _is_of_all(self) -> bool:
        """Return whether the play is best for the figure, which then only rises or only falls."""
        game = self.search.question.base
        wagers = game.spec.wagers
        first = [name for name in wagers_made(game) if wagers[name].of is None]
        return first == [self.search.path.split(".")[1]] and is_put_down_first(game, first[0])

    def _newton(self) -> Fraction | None:
        """Return the value that lines lead to, each under the play that is best where it begins."""
        search = self.search
        number = as_written(search.setting.number(search.setting.now))
        number = min(max(number, search.lowest), search.highest)
        met: set[Fraction] = set()
        while number not in met and len(met) < MOST_PLAYS:
            met.add(number)
            value, slope, low, high = self.line(number)
            there = self._there(number, value, slope)
            if there is None or self._is_within(there, low, high):
                return there
            number = as_written(min(max(there, search.lowest), search.highest))
        return None

    def _in_turn(self) -> Fraction:
        """Return the least value at which the figure meets its target."""
        search, number, moves = self.search, self.search.lowest, False
        first = self.figure(number)
        for _ in range(MOST_PLAYS):
            value, slope, low, high = self.line(number)
            there = self._there(number, value, slope)
            if there is not None and self._is_within(there, low, high):
                return there
            moves |= bool(slope) or value != first
            high = max(high, number)
            number = as_written(high)
            if number <= high:
                # Beside where one play ends, the next is looked for.
                number += LEAST_PAYOUT
            if number > search.highest:
                break
        else:
            raise EngineError(
                f"{search.path} does not come to {float(search.target):.6g} by the first"
                f" {MOST_PLAYS} plays, up to {search.setting.name}={search.setting.text(number)};"
                " sweep it instead"
            )
        if not moves:
            raise EngineError(
                f"{search.setting.name} does not move {search.path}, which is {float(first):.6g}"
            )
        raise EngineError(self._missed())

    def _there(self, number: Fraction, value: Fraction, slope: Fraction) -> Fraction | None:
        """Return where a line through a value meets the target; None if it never does."""
        if slope:
            return number + (self.search.target - value) / slope
        return number if value == self.search.target else None

    def _is_within(self, number: Fraction, low: Fraction, high: Fraction) -> bool:
        """Return whether a value is asked about, and lies where a line is right."""
        return max(low, self.search.lowest) <= number <= min(high, self.search.highest)

    def _missed(self) -> str:
        search = self.search
        low, high = (self.figure(end) for end in (search.lowest, search.highest))
        text = search.setting.text
        return (
            f"{search.path} does not come to {float(search.target):.6g} for any"
            f" {search.setting.name} from {text(search.lowest)} to {text(search.highest)}; there it"
            f" is {float(low):.6g} and {float(high):.6g}"
        )

    def _tried(self) -> Fraction:
        numbers = range(int(self.search.lowest), int(self.search.highest) + 1)
        found = min(
            map(Fraction, numbers), key=lambda each: abs(self.figure(each) - self.search.target)
        )
        if abs(self.figure(found) - self.search.target) > Fraction(1, 10**9):
            raise EngineError(self._missed())
        return found

    def _attained(self, number: Fraction) -> Attained:
        return Attained(value=self.search.setting.shown(number), figure=float(self.figure(number)))
