"""How long commands take where nothing is kept, as it was measured when this version was made.

It is told of what has not been run on this machine yet. Help texts and documents state the same
durations; a test compares.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import TYPE_CHECKING

from certify.language.catalogue import load_game
from certify.language.game import LoadedGame
from certify.runtime.cores import cores
from certify.studies.kinds import BETWEEN_PLAYERS, are_alike

if TYPE_CHECKING:
    from certify.studies.fairness.question import FairnessQuestion
    from certify.studies.twenty_one import TwentyOneGame
    from certify.studies.whatif.search import Search
    from certify.studies.whatif.study import Question
    from certify.studies.whatif.sweep import Sweep

CORES = 2
"""Cores of the machine on which `SECONDS` were measured."""


def _table(of: str) -> dict[str, dict[str, float]]:
    """Return the seconds by command and game, of a whole run or of one of its parts."""
    found: dict[str, dict[str, float]] = {}
    with (files(__package__) / "durations.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["of"] == of:
                found.setdefault(row["command"], {})[row["game"]] = float(row["seconds"])
    return found


SECONDS = _table("run")
"""By command and game, on `CORES` cores; of ``shoe`` without compositions."""

SECONDS_EACH = _table("part")
"""By command and game, what one composition, game or round takes of one core."""

COMPILING = 30.0
"""The numerical kernels, at most; once on a machine."""

DETECTED = 1e-3
"""What ``crosscheck`` detects where nothing else is asked for."""

PARTS_PLAYED = 12
"""Parts of a ``crosscheck``, each of which has the rounds that are asked for."""


VALUES_TRIED = 24
"""Values that are tried to solve for a setting that is no whole number, about."""


@dataclass(frozen=True)
class Reference:
    """How long a run took when this version was made.

    Attributes
    ----------
    seconds : float
        By the clock.
    cores : int
        On how many cores.
    measured_with : str
        Title of the game that was measured, if it is another one.
    longer : float
        How many times as long as of that one a game takes, where the run takes longer by that.
    """

    seconds: float
    cores: int = CORES
    measured_with: str = ""
    longer: float = 1.0


def of_command(command: str, game: LoadedGame) -> Reference | None:
    """Return how long a command takes with a game, on `CORES` cores.

    None if it was not measured with the game, nor with another that the same engine works out:
    how long a spec of anybody takes is not known before it has run.
    """
    each, own = SECONDS_EACH["simulate"], game.spec.game
    name = _measured_with(SECONDS[command], game)
    if name is None:
        return None
    is_known = own.kind == BETWEEN_PLAYERS and {own.id, name} <= set(each)
    longer = each[own.id] / each[name] if is_known else 1.0
    return Reference(SECONDS[command][name], CORES, _title_of_other(name, game), longer)


def of_parts(command: str, game: LoadedGame, parts: float, workers: int | None) -> Reference | None:
    """Return how long a command takes for so many compositions or games, and all else it does.

    `workers`: processes; None for one on each core. None as of `of_command`.
    """
    number = workers or cores()
    found = _measured(SECONDS_EACH[command.partition(" ")[0]], game)
    whole = _measured(SECONDS[command], game) if command in SECONDS else (0.0, "")
    if found is None or whole is None:
        return None
    (each, measured_with), rest = found, whole[0] * CORES
    return Reference((rest + parts * each) / number, number, measured_with)


def of_fairness(question: FairnessQuestion, workers: int | None = None) -> Reference:
    """Return how long a study of a game between players takes.

    As long as the report, whole or brief, which asks the most alike, by how much more is played.
    """
    from certify.studies.fairness.question import LEFT_OUT_OF_BRIEF, question_of_report
    from certify.studies.fairness.study import estimate_seconds

    game, number = question.game, workers or cores()
    is_brief = not question.sections & LEFT_OUT_OF_BRIEF
    report = _between_players("report --brief" if is_brief else "report", game)
    asked_most_alike = question_of_report(game, brief=is_brief)
    share = estimate_seconds(question) / estimate_seconds(asked_most_alike)
    return replace(report, seconds=report.seconds * share * CORES / number, cores=number)


def _between_players(command: str, game: LoadedGame) -> Reference:
    """Return how long a command takes with a game between players, of which some were measured."""
    found = of_command(command, game)
    if found is None:
        raise LookupError(f"no game of the kind {game.spec.game.kind} was measured")
    return found


def of_report(game: LoadedGame, *, brief: bool, numbers: Mapping[str, int]) -> Reference | None:
    """Return how long a report takes.

    `numbers`: numbers of games that were asked for, by the names of the study.
    """
    if not numbers:
        return of_command("report --brief" if brief else "report", game)
    from certify.studies.fairness.question import question_of_report

    return of_fairness(question_of_report(game, brief=brief, **numbers), CORES)


def of_crosscheck(
    game: LoadedGame, *, detect: float, rounds: int | None, workers: int | None
) -> Reference | None:
    """Return how long a double entry takes: the exact figures, and so many rounds.

    None as of `of_command`.
    """
    exact, whole = of_command("rtp", game), of_command("crosscheck", game)
    each = _measured(SECONDS_EACH["crosscheck"], game)
    if exact is None or whole is None or each is None:
        return None
    number = workers or cores()
    if rounds is None:
        played = (whole.seconds - exact.seconds) * CORES * (DETECTED / detect) ** 2
    else:
        played = rounds * PARTS_PLAYED * each[0]
    return Reference(exact.seconds + played / number, number, whole.measured_with)


def of_sweep(sweep: Sweep, workers: int) -> Reference:
    """Return how long a sweep takes so many processes."""
    return Reference(sweep.seconds(workers), workers)


def of_changes(base: TwentyOneGame, settings: Iterable[str], question: Question) -> Reference:
    """Return how long the figures before and after a change take."""
    from certify.studies.whatif.sweep import estimated

    rule_sets = 1 + _solves_anew(base, settings)
    return Reference(estimated(base, question.depth, rule_sets, 2), 1)


def of_search(*searches: Search) -> Reference:
    """Return how long it takes to solve for settings, of which each has a figure to meet."""
    from certify.studies.whatif.figures import depth_of
    from certify.studies.whatif.settings import INTEGER
    from certify.studies.whatif.sweep import estimated, is_paid

    first = searches[0]
    seconds = of_changes(first.base, first.settings, first.question).seconds
    for search in searches:
        values = VALUES_TRIED
        if search.setting.kind == INTEGER:
            values = int(search.highest) - int(search.lowest) + 1
        rule_sets = 0 if is_paid(search.base, search.setting.name) else values
        seconds += estimated(search.base, depth_of([search.path]), rule_sets, values)
    return Reference(seconds, 1)


def of_rulings(base: TwentyOneGame, question: Question, workers: int | None) -> Reference | None:
    """Return how long every other reading of the rulings takes, as much as is asked of each."""
    from certify.studies.whatif.study import Question
    from certify.studies.whatif.sweep import estimated

    number, usual = workers or cores(), replace(question, paths=Question.of(base).paths)
    whole = of_command("whatif --rulings", base.loaded)
    if whole is None:
        return None
    share = estimated(base, question.depth, 1, 1) / estimated(base, usual.depth, 1, 1)
    return replace(whole, seconds=whole.seconds * share * CORES / number, cores=number)


def _solves_anew(base: TwentyOneGame, settings: Iterable[str]) -> bool:
    """Return whether a setting changes the rules, so that they are solved anew."""
    from certify.studies.whatif.sweep import is_paid

    return not all(is_paid(base, setting.partition("=")[0].strip()) for setting in settings)


def _measured(by_game: Mapping[str, float], game: LoadedGame) -> tuple[float, str] | None:
    """Return what was measured with a game, or with the first alike, and that one's title."""
    name = _measured_with(by_game, game)
    return None if name is None else (by_game[name], _title_of_other(name, game))


def _title_of_other(name: str, game: LoadedGame) -> str:
    """Return the title of the game that was measured; none if it is this one."""
    return "" if name == game.spec.game.id else load_game(name).spec.game.title


def _measured_with(by_game: Mapping[str, float], game: LoadedGame) -> str | None:
    """Return the id of a game if it was measured, else of the first that is worked out alike."""
    if game.spec.game.id in by_game:
        return game.spec.game.id
    return next((other for other in by_game if are_alike(load_game(other), game)), None)
