"""A submission as it is asked for: what is read first, then worked out, then made."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from pydantic import ValidationError

from certify.errors import SpecError
from certify.evidence.report.identity import report_number
from certify.evidence.submission.package import SubmissionAsked, build_submission
from certify.language.document import is_there, read_bytes
from certify.language.game import LoadedGame
from certify.runtime.context import Context
from certify.studies.certification.about import read_about
from certify.studies.certification.kinds import kind_for
from certify.studies.certification.result import Certification
from certify.studies.item.laboratory_and_client import About
from certify.studies.submission.figures import submission_figures
from certify.studies.submission.profile import GivenProfile, read_profiles
from certify.studies.submission.result import Submission

FOLDER = "submission"
"""The folder in the command that makes a submission again, wherever it was made."""
LARGEST_RESULTS = 100_000_000
"""Bytes of a results file that are read at most."""


@dataclass(frozen=True)
class SubmitAsked:
    """What is asked of a submission, checked as far as it can be before any work.

    Attributes
    ----------
    given : Certification or None
        Results that were issued, in place of working them out.
    own_profiles : tuple of Path
        Profiles that are no part of the package.
    """

    game: LoadedGame
    package: SubmissionAsked
    given: Certification | None
    own_profiles: tuple[Path, ...]

    @classmethod
    def of(
        cls,
        game: LoadedGame,
        *,
        named: str,
        jurisdictions: Sequence[str],
        issued: str | None = None,
        about: Path | None = None,
        results: Path | None = None,
        jackpots: Sequence[str] = (),
    ) -> Self:
        """Return what was asked, its files read."""
        profiles = read_profiles(jurisdictions)
        words = ["certify", "submit", named if named == game.spec.game.id else Path(named).name]
        words += ["--for", ",".join(Path(name).name for name in jurisdictions)]
        for name, value in game.changed:
            words += ["--set", f"{name}={value}"]
        if issued is not None:
            words += ["--issued-at", issued]
        if about is not None:
            words += ["--about", about.name]
        if results is not None:
            words += ["--results", results.name]
        for jackpot in jackpots:
            words += ["--jackpot", jackpot]
        return cls(
            game,
            SubmissionAsked(
                profiles=profiles,
                issued=issued or game.spec.game.date,
                command=shlex.join([*words, "-o", FOLDER]),
                about=None if about is None else _about(about, game),
                jackpots=tuple(map(_award, jackpots)),
            ),
            None if results is None else _results(results),
            tuple(_own(jurisdictions, profiles)),
        )


def submit(asked: SubmitAsked, context: Context) -> tuple[Submission, dict[str, bytes]]:
    """Return the manifest and the files of a submission by name."""
    figures = submission_figures(asked.game, context, asked.given)
    if asked.given is not None:
        figures = figures.model_copy(update={"rests_on": report_number(asked.given)})
    return build_submission(asked.game, figures, asked.package)


def _about(path: Path, game: LoadedGame) -> About | None:
    """Return laboratory, client and who signs; requirements belong into a profile."""
    given = read_about(str(path), kind_for(game).content)
    if given.limits:
        raise SpecError(
            f"{path}: its requirements are held against figures of a report; write them as limits"
            " of a profile, and give its path to --for"
        )
    return given.about


def _award(text: str) -> tuple[str, str]:
    wager, dot, row = text.rpartition(".")
    if not dot or not wager or not row:
        raise SpecError(
            f"an award is written as WAGER.ROW, such as pair_plus.straight_flush; found {text!r}"
        )
    return wager, row


def _results(path: Path) -> Certification:
    """Return the results of a report of blackjack with the option to burn."""
    if not is_there(path):
        raise SpecError(f"{path}: there is no such file; expected the results of a report")
    try:
        return Certification.from_json(read_bytes(path, str(path), LARGEST_RESULTS))
    except ValidationError:
        raise SpecError(
            f"{path}: these are no results of a report of blackjack with the option to burn, as"
            " certify report writes them beside it"
        ) from None


def _own(names: Sequence[str], profiles: Sequence[GivenProfile]) -> list[Path]:
    """Return the paths of the profiles that are files of the user's."""
    return [Path(name) for name, given in zip(names, profiles, strict=True) if name == given.path]
