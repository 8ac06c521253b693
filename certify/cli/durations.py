"""How long commands take where nothing is kept, as it was measured when this version was made.

It is told of what has not been run on this machine yet. Help texts and documents state the same
durations; a test compares.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from certify.language.catalogue import load_game
from certify.language.game import LoadedGame
from certify.runtime.cores import cores

if TYPE_CHECKING:
    from certify.studies.fairness.question import FairnessQuestion

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
"""By command and game, what one composition or game takes of one core."""

COMPILING = 30.0
"""The numerical kernels, at most; once on a machine."""

DETECTED = 1e-3
"""What ``crosscheck`` detects where nothing else is asked for."""

PARTS_PLAYED = 12
"""Parts of a ``crosscheck``, each of which has the rounds that are asked for."""


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
    """

    seconds: float
    cores: int = CORES
    measured_with: str = ""


def of_command(command: str, game: LoadedGame) -> Reference:
    """Return how long a command takes with a game, on `CORES` cores."""
    seconds, measured_with = _measured(SECONDS[command], game)
    return Reference(seconds, CORES, measured_with)


def of_parts(command: str, game: LoadedGame, parts: float, workers: int | None) -> Reference:
    """Return how long a command takes for so many compositions or games, and all else it does.

    Parameters
    ----------
    command : str
        Of `SECONDS_EACH`, with options or without.
    game : LoadedGame
        The game.
    parts : float
        How many there are.
    workers : int or None
        Processes; None for one on each core.

    Returns
    -------
    Reference
        On so many cores as there are processes.
    """
    number = workers or cores()
    each, measured_with = _measured(SECONDS_EACH[command.partition(" ")[0]], game)
    rest = _measured(SECONDS[command], game)[0] * CORES if command in SECONDS else 0.0
    return Reference((rest + parts * each) / number, number, measured_with)


def of_fairness(question: FairnessQuestion, workers: int | None = None) -> Reference:
    """Return how long a study of a game between players takes.

    Parameters
    ----------
    question : FairnessQuestion
        What is asked.
    workers : int, optional
        Processes; by default one on each core.

    Returns
    -------
    Reference
        That of the report, whole or brief, which asks the most alike, by how much more or less is
        played.
    """
    from certify.studies.certification.fairness import LEFT_OUT_OF_BRIEF, question_of
    from certify.studies.fairness.study import estimate_seconds

    game, number = question.game, workers or cores()
    is_brief = not question.sections & LEFT_OUT_OF_BRIEF
    report = of_command("report --brief" if is_brief else "report", game)
    share = estimate_seconds(question) / estimate_seconds(question_of(game, brief=is_brief))
    return Reference(report.seconds * share * CORES / number, number, report.measured_with)


def of_report(game: LoadedGame, *, brief: bool, numbers: Mapping[str, int]) -> Reference:
    """Return how long a report takes.

    Parameters
    ----------
    game : LoadedGame
        The game.
    brief : bool
        Whether it is a brief one.
    numbers : mapping
        Numbers of games that were asked for, by the names of the study.

    Returns
    -------
    Reference
        On `CORES` cores.
    """
    if not numbers:
        return of_command("report --brief" if brief else "report", game)
    from certify.studies.certification.fairness import question_of

    return of_fairness(question_of(game, brief=brief, **numbers), CORES)


def of_crosscheck(
    game: LoadedGame, *, detect: float, rounds: int | None, workers: int | None
) -> Reference:
    """Return how long a double entry takes: the exact figures, and so many rounds."""
    exact, whole = of_command("rtp", game), of_command("crosscheck", game)
    number = workers or cores()
    if rounds is None:
        played = (whole.seconds - exact.seconds) * CORES * (DETECTED / detect) ** 2
    else:
        played = rounds * PARTS_PLAYED * _measured(SECONDS_EACH["simulate"], game)[0]
    return Reference(exact.seconds + played / number, number, whole.measured_with)


def _measured(by_game: Mapping[str, float], game: LoadedGame) -> tuple[float, str]:
    """Return what was measured with a game, or with the first of its kind, and that one's title."""
    identity = game.spec.game
    if identity.id in by_game:
        return by_game[identity.id], ""
    for other, seconds in by_game.items():
        stands_for = load_game(other).spec.game
        if stands_for.kind == identity.kind:
            return seconds, stands_for.title
    raise LookupError(f"no game of the kind {identity.kind} was measured")
