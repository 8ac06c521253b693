"""Whether a submission proves itself: its hashes, its rules, its documents, its figures."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import ValidationError

from certify.errors import CertifyError, VerificationError
from certify.evidence.comparison import compare
from certify.evidence.recompute import figures_check
from certify.evidence.submission.documents import figures_sha256
from certify.evidence.submission.package import SubmissionAsked, build_submission
from certify.evidence.verification.files import read_file
from certify.evidence.verification.result import Check, VerificationResult
from certify.evidence.verification.verify import Verification, read_rules
from certify.language.document import text_of
from certify.language.game import LoadedGame
from certify.runtime.context import Context
from certify.studies.submission.figures import NOT_COMPUTED, submission_figures
from certify.studies.submission.parts import MANIFEST, REPORT, SUMS
from certify.studies.submission.profile import profile_of
from certify.studies.submission.result import Submission

MOST_FILES = 200
_SUM = re.compile(r"([0-9a-f]{64})  ([^/\\\0]{1,255})")


def verify_submission(folder: Path, recomputing: Context | None = None) -> VerificationResult:
    """Return what was found of a submission.

    `recomputing`: where figures are worked out again; None if they are not. Raises
    `VerificationError` if the folder cannot be read.
    """
    contents = _read(folder)
    checks = [_hashes(contents)]
    found, told = _manifest(contents)
    checks.append(told)
    game: LoadedGame | None = None
    again = None
    if found is not None:
        game, told = _rules(found, contents)
        checks.append(told)
        if game is not None:
            checks.append(_documents(found, game, contents))
        if REPORT in contents:
            checks.append(_report(found, contents[REPORT]))
        if recomputing is not None:
            if game is not None:
                worked_out = submission_figures(game, recomputing)
                again = compare(
                    json.loads(found.figures.to_json()),
                    json.loads(worked_out.to_json()),
                    NOT_COMPUTED,
                )
            checks.append(figures_check(again))
    return VerificationResult(
        file=folder.name,
        sha256=hashlib.sha256(contents.get(SUMS, b"")).hexdigest(),
        sealed_sha256=None,
        report_number=found.number if found else None,
        game=found.game if found else None,
        title=found.title if found else None,
        version=found.version if found else None,
        issued=found.issued if found else None,
        results_sha256=figures_sha256(found.figures) if found else None,
        checks=tuple(checks),
        recomputation=again,
    )


def _read(folder: Path) -> dict[str, bytes]:
    try:
        names = sorted(path.name for path in folder.iterdir() if path.is_file())
    except OSError as error:
        raise VerificationError(f"{folder} cannot be read: {error.strerror or error}") from None
    if len(names) > MOST_FILES:
        raise VerificationError(f"{folder} has {len(names):,} files; at most {MOST_FILES} are read")
    return {name: read_file(folder / name) for name in names}


def _told(name: str, title: str, problems: list[str], well: str, ill: str) -> Check:
    return Check(
        id=name,
        title=title,
        verdict="failed" if problems else "passed",
        text=ill if problems else well,
        details=tuple(problems),
    )


def _hashes(contents: Mapping[str, bytes]) -> Check:
    """Return whether every file has its hash, and no other is there but a signed one."""
    stated: dict[str, str] = {}
    problems = []
    for line in contents.get(SUMS, b"").decode("utf-8", "replace").splitlines():
        parts = _SUM.fullmatch(line)
        if parts is None:
            problems.append(f"{SUMS} has a line that states no hash: {line[:80]}")
        else:
            stated[parts[2]] = parts[1]
    if SUMS not in contents:
        problems.append(f"{SUMS} is missing")
    for name, digest in stated.items():
        if name not in contents:
            problems.append(f"{name} is missing")
        elif hashlib.sha256(contents[name]).hexdigest() != digest:
            problems.append(f"{name} has another hash than {SUMS} states")
    for name in contents.keys() - stated.keys() - {SUMS}:
        # A signature stands behind the file that it signs, which stays as it is.
        if not any(contents[name].startswith(contents[of]) for of in stated if of in contents):
            problems.append(f"{name} does not belong to the submission")
    return _told(
        "hashes",
        "Hashes",
        sorted(problems),
        f"All {len(stated)} files have the hashes that {SUMS} states.",
        f"The files are not those that {SUMS} states.",
    )


def _manifest(contents: Mapping[str, bytes]) -> tuple[Submission | None, Check]:
    """Return the manifest if it can be read and is written as certify writes it."""
    problems, found = [], None
    try:
        found = Submission.from_json(contents.get(MANIFEST, b""))
        if (found.to_json() + "\n").encode() != contents[MANIFEST]:
            problems.append(f"{MANIFEST} is not written as certify writes it")
    except ValidationError as error:
        problems.append(f"{MANIFEST} is none: {error.errors()[0]['msg']}")
    check = _told(
        "results",
        "Manifest",
        problems,
        f"{MANIFEST} is there and can be read.",
        "The manifest is not that of a submission.",
    )
    return found, check


def _rules(found: Submission, contents: Mapping[str, bytes]) -> tuple[LoadedGame | None, Check]:
    """Return the rules in the package, if they are those whose hashes are stated."""
    problems, game = [], None
    profiles = {matrix.profile for matrix in found.matrices}
    try:
        there = {name: contents[name] for name in found.sources if name not in profiles}
        game = read_rules(there, found.changed)
        problems += [
            f"the SHA-256 of the {what} is another"
            for what, one, other in (
                ("spec", game.spec_sha256, found.spec_sha256),
                ("paytables", game.paytable_sha256, found.paytable_sha256),
            )
            if one != other
        ]
    except KeyError as error:
        problems.append(f"{error.args[0]} is missing")
    except (CertifyError, StopIteration) as error:
        problems.append(f"they cannot be read: {error}")
    check = _told(
        "rules",
        "Rules and paytables",
        problems,
        "The rules in the package are sound, and have the hashes that it states.",
        "The rules in the package are not those that it states.",
    )
    return game, check


def _documents(found: Submission, game: LoadedGame, contents: Mapping[str, bytes]) -> Check:
    """Return whether every document is what the figures, rules and profiles give."""
    problems = list(_differing(found, game, contents))
    return _told(
        "pages",
        "Documents",
        problems,
        "Built again from figures, rules and profiles, all are equal to the byte.",
        "A document is not what figures, rules and profiles give.",
    )


def _report(found: Submission, content: bytes) -> Check:
    """Return whether the enclosed report proves itself, and is of the same rules."""
    verification = Verification(content, REPORT)
    verification.run()
    problems = [
        f"{check.title}: {check.text}"
        for check in verification.result().checks
        if check.verdict == "failed"
    ]
    item = verification.certification
    if item is not None and (item.spec_sha256, item.paytable_sha256) != (
        found.spec_sha256,
        found.paytable_sha256,
    ):
        problems.append(f"it is of {item.game}, version {item.version}, by other rules")
    return _told(
        "report",
        "Full report",
        problems,
        f"{REPORT} proves itself, and is of the same rules.",
        f"{REPORT} does not prove itself, or is of other rules.",
    )


def _differing(found: Submission, game: LoadedGame, contents: Mapping[str, bytes]) -> Iterator[str]:
    try:
        asked = SubmissionAsked(
            profiles=tuple(
                profile_of(text_of(contents[matrix.profile], matrix.profile), matrix.profile)
                for matrix in found.matrices
            ),
            issued=found.issued,
            command=found.command,
            about=found.about,
            jackpots=found.jackpots,
            report=contents.get(REPORT),
        )
        _, due = build_submission(game, found.figures, asked)
    except KeyError as error:
        yield f"{error.args[0]} is missing"
        return
    except CertifyError as error:
        yield f"they cannot be built again: {error}"
        return
    except Exception as error:  # noqa: BLE001
        # Figures of anybody's making can be such that no page can be set.
        yield f"they cannot be built again: {error!r}"[:300]
        return
    for name, content in due.items():
        if name in contents and contents[name] != content:
            yield f"{name} differs"
        elif name not in contents:
            yield f"{name} is missing"
