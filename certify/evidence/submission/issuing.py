"""A submission as it is asked for: what is read first, then worked out, then made."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from certify.errors import SpecError
from certify.evidence.report.identity import report_number
from certify.evidence.submission.package import SubmissionAsked, build_submission
from certify.evidence.verification.files import read_file
from certify.evidence.verification.verify import Verification
from certify.language.game import LoadedGame
from certify.runtime.context import Context
from certify.studies.certification.about import read_about
from certify.studies.certification.kinds import Content, kind_for
from certify.studies.certification.result import Certification
from certify.studies.item.laboratory_and_client import About
from certify.studies.submission.figures import submission_figures
from certify.studies.submission.profile import GivenProfile, read_profiles
from certify.studies.submission.result import Submission

FOLDER = "submission"
"""The folder in the command that makes a submission again, wherever it was made."""


@dataclass(frozen=True)
class SubmitAsked:
    """What is asked of a submission, checked as far as it can be before any work.

    Attributes
    ----------
    given : Content or None
        Results of the report that is enclosed.
    own_profiles : tuple of Path
        Profiles that are no part of the package.
    """

    game: LoadedGame
    package: SubmissionAsked
    given: Content | None
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
        report: Path | None = None,
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
        if report is not None:
            words += ["--report", report.name]
        for jackpot in jackpots:
            words += ["--jackpot", jackpot]
        content, given = (None, None) if report is None else _report(report, game)
        return cls(
            game,
            SubmissionAsked(
                profiles=profiles,
                issued=issued or game.spec.game.date,
                command=shlex.join([*words, "-o", FOLDER]),
                about=None if about is None else _about(about, game),
                jackpots=tuple(map(_award, jackpots)),
                report=content,
            ),
            given,
            tuple(_own(jurisdictions, profiles)),
        )


def submit(asked: SubmitAsked, context: Context) -> tuple[Submission, dict[str, bytes]]:
    """Return the manifest and the files of a submission by name."""
    issued = asked.given if isinstance(asked.given, Certification) else None
    figures = submission_figures(asked.game, context, issued)
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


def _report(path: Path, game: LoadedGame) -> tuple[bytes, Content]:
    """Return a report that proves itself and is of the game, and its results."""
    verification = Verification(read_file(path), path.name)
    verification.run()
    found, item = verification.result(), verification.certification
    if found.has_failed or item is None:
        problem = next(check for check in found.checks if check.verdict == "failed")
        raise SpecError(
            f"{path}: the report does not prove itself ({problem.title.lower()}: {problem.text})"
        )
    own = (game.spec_sha256, game.paytable_sha256, game.changed)
    if (item.spec_sha256, item.paytable_sha256, item.changed) != own:
        raise SpecError(
            f"{path}: it is a report of {item.game}, version {item.version}, by other rules,"
            f" paytables or settings than those of {game.spec.game.id} {game.spec.game.version}"
        )
    return verification.content, item


def _own(names: Sequence[str], profiles: Sequence[GivenProfile]) -> list[Path]:
    """Return the paths of the profiles that are files of the user's."""
    return [Path(name) for name, given in zip(names, profiles, strict=True) if name == given.path]
