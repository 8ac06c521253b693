"""Verifies a report: what it carries, that its pages follow from it, who signed it."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence

import reportlab

from certify.errors import CertifyError, VerificationError, shortened
from certify.evidence.report.document import build_pdf
from certify.evidence.report.identity import (
    RESULTS_NAME,
    report_number,
    results_bytes,
    results_sha256,
)
from certify.evidence.verification.differences import differences
from certify.evidence.verification.reader import read_sealed, where_headings_stand
from certify.evidence.verification.result import Check, Signer, Verdict, VerificationResult
from certify.evidence.verification.results_text import read_results
from certify.evidence.verification.signature import is_signed, signatures_of
from certify.language.catalogue import NamedText, game_of
from certify.language.document import text_of
from certify.language.game import LoadedGame, apply_overrides
from certify.numerics.fingerprint import engine_of
from certify.studies.certification.kinds import Content
from certify.version import __version__

MOST_DETAILS = 40
"""Differences that are named."""

LONGEST_NAME = 255
"""Characters of the name of an attachment."""


class Verification:
    """The verification of one file: what was read, and the checks made so far.

    Raises `VerificationError` if the file is no PDF.

    Attributes
    ----------
    certification : Content or None
        The content of the report, if it carries one.
    enclosed : dict
        What else it carries, bytes by name.
    game : LoadedGame or None
        The rules that it carries, with the changes that it states.
    """

    def __init__(self, content: bytes, name: str) -> None:
        self.content = content
        self.name = name
        self.certification: Content | None = None
        self.enclosed: dict[str, bytes] = {}
        self.game: LoadedGame | None = None
        self._checks: list[Check] = []
        self._signers: tuple[Signer, ...] = ()
        self._sealed_sha256: str | None = None
        self._file = read_sealed(content, name)

    def run(self, *, published: bytes | None = None, trusted: Sequence[bytes] = ()) -> None:
        """Make all checks that need no figure to be computed."""
        self._check_results(published)
        if self.certification is not None:
            self._check_enclosures(self.certification)
            self._check_rules(self.certification)
            self._check_pages(self.certification)
            self._tell_engine(self.certification)
        self._check_signatures(trusted)

    def result(self) -> VerificationResult:
        """Return what was found so far."""
        about = self.certification
        return VerificationResult(
            file=self.name,
            sha256=hashlib.sha256(self.content).hexdigest(),
            sealed_sha256=self._sealed_sha256,
            report_number=report_number(about) if about else None,
            game=about.game if about else None,
            title=about.title if about else None,
            version=about.version if about else None,
            issued=about.issued if about else None,
            results_sha256=results_sha256(about) if about else None,
            checks=tuple(self._checks),
            signers=self._signers,
        )

    def _tell(
        self, name: str, title: str, verdict: Verdict, text: str, details: Sequence[str] = ()
    ) -> None:
        shown = tuple(details[:MOST_DETAILS])
        if len(details) > MOST_DETAILS:
            shown += (f"and {len(details) - MOST_DETAILS} more",)
        self._checks.append(Check(id=name, title=title, verdict=verdict, text=text, details=shown))

    def _check_results(self, published: bytes | None) -> None:
        """Check that the file carries results, once, and as they are written."""
        title = "Results"
        found = [content for name, content in self._file.attachments if name == RESULTS_NAME]
        if len(found) != 1:
            there = "no attachment" if not found else f"{len(found)} attachments"
            text = f"The file has {there} named {RESULTS_NAME}; a report has one."
            if published is None:
                self._tell("results", title, "failed", text)
                return
            self._tell("results", title, "failed", f"{text} The published results are taken.")
            found = [published]
        (content,) = found
        if isinstance(content, str):
            self._tell("results", title, "failed", f"{RESULTS_NAME} is damaged: {content}.")
            return
        try:
            self.certification = read_results(content)
        except VerificationError as error:
            self._tell("results", title, "failed", f"{RESULTS_NAME}: {error}.")
            return
        if results_bytes(self.certification) != content:
            self._tell(
                "results",
                title,
                "failed",
                f"{RESULTS_NAME} is not written as certify writes it: it was changed, or made by "
                "another version.",
            )
        elif published is not None and published != content:
            self._tell(
                "results", title, "failed", f"{RESULTS_NAME} is not the file of published results."
            )
        else:
            self._tell(
                "results",
                title,
                "passed",
                f"{RESULTS_NAME} is there and can be read"
                + (", and is the published one." if published is not None else "."),
            )

    def _check_enclosures(self, certification: Content) -> None:
        """Check every attachment against the hash in the results."""
        wanted = {enclosure.name: enclosure for enclosure in certification.enclosures}
        problems = []
        for name, content in self._file.attachments:
            if name == RESULTS_NAME:
                continue
            if name not in wanted:
                problems.append(f"{name} does not belong to the report")
            elif name in self.enclosed:
                problems.append(f"{name} is attached twice")
            elif isinstance(content, str):
                problems.append(f"{name} is damaged: {content}")
            else:
                digest = hashlib.sha256(content).hexdigest()
                if digest != wanted[name].sha256:
                    problems.append(
                        f"{name} has the SHA-256 {digest}; the results say {wanted[name].sha256}"
                    )
                self.enclosed[name] = content
        problems += [f"{name} is missing" for name in wanted if name not in self.enclosed]
        count = len(wanted)
        self._tell(
            "attachments",
            "Attachments",
            "failed" if problems else "passed",
            "What is attached is not what the results say."
            if problems
            else f"All {count} files have the hashes that the results state."
            if count
            else "The report carries no other files than its results.",
            problems,
        )

    def _check_rules(self, certification: Content) -> None:
        """Check that the rules attached are those whose hashes are printed."""
        title = "Rules and paytables"
        sources = [one.name for one in certification.enclosures if one.relationship == "Source"]
        there = {name: self.enclosed[name] for name in sources if name in self.enclosed}
        if not sources or len(there) < len(sources):
            self._tell("rules", title, "not_made", "The report does not carry the rules.")
            return
        try:
            self.game = read_rules(there, certification.changed)
        except CertifyError as error:
            self._tell("rules", title, "failed", f"They cannot be read: {error}")
            return
        problems = [
            f"the SHA-256 of the {what} is {found}; the report states {stated}"
            for what, found, stated in (
                ("spec", self.game.spec_sha256, certification.spec_sha256),
                ("paytables", self.game.paytable_sha256, certification.paytable_sha256),
            )
            if found != stated
        ]
        self._tell(
            "rules",
            title,
            "failed" if problems else "passed",
            "The rules attached are not those that the report states."
            if problems
            else "The rules attached are sound, and have the hashes that the report prints.",
            problems,
        )

    def _check_pages(self, certification: Content) -> None:
        """Build the document again and compare."""
        title = "Pages"
        wanted = {name: self.enclosed.get(name, b"") for name in _names(certification)}
        try:
            expected = build_pdf(certification, wanted, foreseen=where_headings_stand(self._file))
        except CertifyError as error:
            self._tell("pages", title, "failed", f"They cannot be built again: {error}")
            return
        except Exception as error:  # noqa: BLE001
            # Results of anybody's making can be such that no page can be set.
            self._tell("pages", title, "failed", f"They cannot be built again: {error!r}"[:300])
            return
        self._sealed_sha256 = hashlib.sha256(expected).hexdigest()
        if self.content == expected:
            self._tell(
                "pages",
                title,
                "passed",
                "Built again from the results, they are equal to the byte.",
            )
            return
        differing = self._differences(expected)
        if differing:
            text = "The file is not what its results give." + _advice(certification)
            self._tell("pages", title, "failed", text, differing)
        elif self.content.startswith(expected) and not is_signed(self.content):
            more = len(self.content) - len(expected)
            self._tell(
                "pages",
                title,
                "failed",
                "The file is not what its results give.",
                [f"{more:,} bytes follow behind the end of the report"],
            )
        elif self.content.startswith(expected):
            self._tell(
                "pages",
                title,
                "passed",
                "Built again from the results, they are equal to the byte; what follows changes "
                "nothing that is seen.",
            )
        elif not _other_programs(certification):
            self._tell(
                "pages",
                title,
                "failed",
                "The file is not what its results give.",
                [_first_difference(self.content, expected)],
            )
        else:
            self._tell(
                "pages",
                title,
                "passed",
                "Built again from the results, all objects are equal. How they are compressed or "
                f"placed in the file differs: it was made with {_other_programs(certification)}.",
            )
            self._sealed_sha256 = None

    def _differences(self, expected: bytes) -> list[str]:
        """Return what differs from the document as it must be."""
        due = read_sealed(expected, "the report")
        try:
            found = differences(
                self._file.reader, due.reader, signed=is_signed(self.content), most=MOST_DETAILS + 1
            )
        except VerificationError as error:
            return [str(error)]
        if not found and len(self.content) < len(expected):
            return [f"the file ends after {len(self.content):,} of {len(expected):,} bytes"]
        return found

    def _tell_engine(self, certification: Content) -> None:
        """Tell which engine issued the report, whether it is this one, and what follows."""
        here, theirs = engine_of(certification.engine), certification.engine_sha256
        issued = f"Issued by certify {certification.engine_version}, engine {theirs[:12]}"
        if here == theirs:
            text = f"{issued}: the one installed here, by which --recompute works out the figures."
            self._tell("engine", "Engine", "passed", text)
            return
        is_other = certification.engine_version != __version__
        self._tell(
            "engine",
            "Engine",
            "not_made",
            f"{issued}. Installed here is certify {__version__}, engine {here[:12]}, in which "
            "sources that figures rest on are others. Whether it finds the same figures is told by "
            "--recompute; "
            + (
                f"install certify {certification.engine_version} to work with the issuing one."
                if is_other
                else "the version is the same, so the issuing one was not a released one."
            ),
        )

    def _check_signatures(self, trusted: Sequence[bytes]) -> None:
        """Check every signature that the file bears."""
        title = "Signature"
        if not is_signed(self.content):
            asked = ", though a signature was asked for (--trust)" if trusted else ""
            verdict: Verdict = "failed" if trusted else "not_made"
            self._tell("signature", title, verdict, f"The file is not signed{asked}.")
            return
        try:
            found = signatures_of(self.content, trusted)
        except VerificationError as error:
            is_missing = "not installed" in str(error)
            self._tell("signature", title, "not_made" if is_missing else "failed", f"{error}.")
            return
        self._signers = tuple(signature.signer for signature in found)
        problems = [
            f"{signature.signer.name}: {problem}"
            for signature in found
            for problem in signature.problems
        ]
        if trusted:
            problems += [
                f"{signer.name}: no trusted certificate vouches for it"
                for signer in self._signers
                if not signer.is_trusted
            ]
        names = ", ".join(signer.name for signer in self._signers)
        if not found:
            self._tell("signature", title, "failed", "What looks like a signature is none.")
        elif problems:
            self._tell("signature", title, "failed", f"Signed by {names}.", problems)
        else:
            vouched = (
                "a trusted certificate vouches for it"
                if trusted
                else ("whether that is who it says was not checked (--trust)")
            )
            self._tell("signature", title, "passed", f"Intact; signed by {names}: {vouched}.")


def read_rules(files: Mapping[str, bytes], changed: Sequence[tuple[str, str]]) -> LoadedGame:
    """Return a game from files in memory.

    Raises `SpecError` if a file is wrong, and `VerificationError` if a name leads out of one
    folder.
    """
    for name in files:
        if name in {"", ".", ".."} or set(name) & set("/\\\0") or len(name) > LONGEST_NAME:
            raise VerificationError(
                f"{shortened(name, 80)!r} is no name of an attachment: expected that of a file, "
                f"without folders and of at most {LONGEST_NAME} characters"
            )

    def find(name: str) -> NamedText | None:
        return (text_of(files[name], name), name) if name in files else None

    # Nothing is written to the disk: what is attached has no path that could lead anywhere.
    first = next(iter(files))
    spec = game_of(text_of(files[first], first), first, find)
    return apply_overrides(spec, [f"{name}={value}" for name, value in changed])


def _names(certification: Content) -> list[str]:
    return [enclosure.name for enclosure in certification.enclosures]


def _other_programs(certification: Content) -> str:
    """Return on which programs the bytes of a page depend that were others when it was made."""
    made = {program.name: program.version for program in certification.software}
    here = {
        "certify": (certification.engine_version, __version__),
        "reportlab": (made.get("reportlab"), reportlab.Version),
        "zlib": (made.get("zlib"), zlib.ZLIB_RUNTIME_VERSION),
    }
    return " and ".join(
        f"{name} {theirs} (here {ours})"
        for name, (theirs, ours) in here.items()
        if theirs not in (None, ours)
    )


def _advice(certification: Content) -> str:
    """Return what to do if the report was made by other programs than these."""
    others = _other_programs(certification)
    if not others:
        return ""
    return f" It was made with {others}: if it fails with the same too, it was changed."


def _first_difference(found: bytes, expected: bytes) -> str:
    """Return where two files begin to differ."""
    place = next(
        (
            number
            for number, (one, other) in enumerate(zip(found, expected, strict=False))
            if one != other
        ),
        min(len(found), len(expected)),
    )
    return (
        f"byte {place + 1:,} of {len(found):,} ({len(expected):,} are due): nothing that is seen "
        "or carried differs, but the file is another"
    )
