"""Submissions that tests look at: each is worked out and built once in a run of tests."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from pathlib import Path

from certify.evidence.submission.issuing import SubmitAsked, submit
from certify.evidence.submission.package import build_submission
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_overrides
from certify.runtime.context import Context
from certify.studies.certification.result import Certification
from certify.studies.submission.figures import submission_figures
from certify.studies.submission.result import Submission, SubmissionFigures
from tests.support.shared import once

ALL = ("nj", "ma", "md", "pa", "nv", "wa", "gb", "example-laboratory")
GAMES = ("three-card-poker", "punto-banco")
REPORTS = Path(__file__).parents[2] / "reports"
FOLDER = REPORTS / "submissions"


def submission(
    game: str = "three-card-poker", *settings: str, profiles: tuple[str, ...] = ALL
) -> tuple[Submission, dict[str, bytes]]:
    """Return the manifest and the files of a submission.

    What was issued is read: a test builds it again byte for byte.
    """
    if not settings and profiles == ALL and (FOLDER / game).is_dir():
        there = {path.name: path.read_bytes() for path in (FOLDER / game).iterdir()}
        return issued(game), there
    made = once(
        ("submission", game, *settings, *profiles), lambda: _packed(game, settings, profiles)
    )
    files = zipfile.ZipFile(io.BytesIO(made))
    contents = {name: files.read(name) for name in files.namelist()}
    return Submission.from_json(contents["manifest.json"]), contents


def figures(game: str = "three-card-poker", *settings: str) -> SubmissionFigures:
    """Return the figures of a submission: as issued, where a test holds them against the engine."""
    if game in GAMES and not settings:
        return issued(game).figures
    made = once(
        ("submission-figures", game, *settings),
        lambda: submission_figures(changed(game, *settings), Context()).to_json().encode(),
    )
    return SubmissionFigures.from_json(made)


@cache
def issued(game: str) -> Submission:
    """Return the manifest of a submission in reports/."""
    return Submission.from_json((FOLDER / game / "manifest.json").read_bytes())


@cache
def changed(game: str, *settings: str) -> LoadedGame:
    """Return a game with settings changed."""
    return apply_overrides(load_game(game), settings)


def _packed(game: str, settings: tuple[str, ...], profiles: tuple[str, ...]) -> bytes:
    asked = SubmitAsked.of(
        changed(game, *settings),
        named=game,
        jurisdictions=profiles,
        report=None if settings else REPORTS / f"{game}.pdf",
    )
    if isinstance(asked.given, Certification):
        _, contents = submit(asked, Context())
    else:
        _, contents = build_submission(asked.game, figures(game, *settings), asked.package)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for name, content in contents.items():
            packed.writestr(name, content)
    return buffer.getvalue()
