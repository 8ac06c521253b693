"""The issue of a report: everything that it prints is worked out, and the files are made."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certify.evidence.enclosures import enclose
from certify.evidence.listings import ReportWritten, ShoeInShort, TableInShort, WrittenFile
from certify.evidence.report.document import build_csv, build_html, build_pdf
from certify.evidence.report.identity import report_number, results_bytes, results_sha256
from certify.language.game import LoadedGame
from certify.present.pdf.publication import Foreseen
from certify.runtime.context import Context
from certify.studies.certification.about import Given
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.kinds import Content, kind_for
from certify.studies.certification.result import Certification

HEADINGS = "headings"
PDF, PAGE, TABLES = ".pdf", ".html", ".csv"
SUFFIXES = (PDF, PAGE, TABLES)


@dataclass(frozen=True)
class ReportAsked:
    """What is asked of a report.

    Attributes
    ----------
    named : str
        What was given for the game: an id, or a path.
    output : Path
        The report: a PDF, a page, or its tables.
    issued : str or None
        Date of issue, YYYY-MM-DD; by default that of the spec.
    about : Path or None
        The file in which `given` stands.
    brief : bool
        Whether what takes minutes is left out.
    numbers : mapping
        Numbers of games that were asked for, by the names of the study.
    given : Given or None
        Laboratory, client and requirements.
    """

    named: str
    output: Path
    issued: str | None = None
    about: Path | None = None
    brief: bool = False
    numbers: Mapping[str, int] | None = None
    given: Given | None = None

    @property
    def form(self) -> str:
        """What is written, by its suffix: a PDF, a page that a browser shows, or tables."""
        return self.output.suffix.lower()

    @property
    def results(self) -> Path:
        """The file of the results, beside the report."""
        return self.output.with_suffix(".json")


@dataclass(frozen=True)
class Issue:
    """A report that is made and not yet written: what it prints, and its files."""

    certification: Content
    files: Mapping[Path, bytes]

    def in_short(self) -> ReportWritten:
        """Return what is told of it; the results file has all of it."""
        item = self.certification
        shared = ReportWritten.model_fields.keys() & type(item).model_fields.keys()
        return ReportWritten.model_validate(
            {
                **{name: getattr(item, name) for name in shared},
                "report_number": report_number(item),
                **IN_SHORT[type(item)](item),
                "files": tuple(
                    WrittenFile(path=str(path), bytes=len(content), sha256=_sha256(content))
                    for path, content in self.files.items()
                ),
            }
        )


def _shoes(item: Certification) -> dict[str, object]:
    return {
        "shoes": tuple(
            ShoeInShort(
                label=shoe.label,
                shoe=shoe.optimal.shoe,
                optimal=shoe.optimal.wagers,
                basic=shoe.basic.wagers,
            )
            for shoe in item.shoes
        )
    }


def _wagers(item: BankedCertification) -> dict[str, object]:
    return {"wager_figures": dict(item.known)}


def _tables(item: FairnessCertification) -> dict[str, object]:
    return {
        "extent": item.extent,
        "tables": tuple(
            TableInShort(players=table.players, findings=table.findings)
            for table in item.fairness.tables
        ),
    }


IN_SHORT: Mapping[type[Content], Callable[[Any], dict[str, object]]] = {
    Certification: _shoes,
    BankedCertification: _wagers,
    FairnessCertification: _tables,
}
"""What is told of each kind of content in short."""


def issue(loaded: LoadedGame, asked: ReportAsked, context: Context) -> Issue:
    """Work out a report and make its files."""
    if not loaded.is_packaged:
        from certify.studies.check.equivalence import require_analysed

        require_analysed(loaded, context)
    found = kind_for(loaded).work(
        loaded,
        issued=asked.issued,
        command=reproduction(loaded, asked),
        context=context,
        brief=asked.brief,
        given=asked.given,
        **(asked.numbers or {}),
    )
    certification, contents = enclose(found, loaded, asked.given)
    if asked.form == PAGE:
        made = build_html(certification)
    elif asked.form == TABLES:
        made = build_csv(certification)
    else:
        made = _built(certification, contents, context)
    return Issue(certification, {asked.output: made, asked.results: results_bytes(certification)})


def reproduction(loaded: LoadedGame, asked: ReportAsked) -> str:
    """Return the command that makes a report again, a line for a shell, on every machine the same.

    Of a path the file's name is kept.
    """
    is_id = asked.named == loaded.spec.game.id
    words = ["certify", "report", asked.named if is_id else Path(asked.named).name]
    for name, value in loaded.changed:
        words += ["--set", f"{name}={value}"]
    if asked.issued is not None:
        words += ["--issued-at", asked.issued]
    if asked.about is not None:
        words += ["--about", asked.about.name]
    if asked.brief:
        words.append("--brief")
    for name, number in (asked.numbers or {}).items():
        words += [f"--{name.replace('_', '-')}", str(number)]
    # The same results have one number, whatever they are rendered as.
    named = asked.output if asked.form == PDF else asked.output.with_suffix(PDF)
    return shlex.join([*words, "-o", named.name])


def _built(item: Content, contents: Mapping[str, bytes], context: Context) -> bytes:
    """Return the document; where its headings stand is kept, which spares a pass the next time."""
    if context.cache is None:
        return build_pdf(item, contents)
    key = results_sha256(item)
    foreseen = context.cache.load_as(HEADINGS, key, Foreseen.from_json)
    pdf = build_pdf(item, contents, foreseen=foreseen)
    if foreseen is None:
        # What reads PDF files takes a while to load, and is needed the first time alone.
        from certify.evidence.verification.reader import read_sealed, where_headings_stand

        found = where_headings_stand(read_sealed(pdf, "the report"))
        if found is not None:
            context.cache.store(HEADINGS, key, found.to_json(indent=None).encode())
    return pdf


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
