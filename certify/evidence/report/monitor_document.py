"""The report of a monitor as a PDF or an HTML page: the same results make the same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from certify.errors import ReportError
from certify.evidence.report.identity import RESULTS_NAME
from certify.evidence.report.sections.front import IDENTIFICATION
from certify.present.composer import Composer
from certify.present.document import Element, Imprint, Row, Table
from certify.present.html.page import html_page
from certify.present.markup import mono, plain, typeset
from certify.present.pdf.attachments import Attachment
from certify.present.pdf.fonts import missing_glyphs, register, text_width
from certify.present.pdf.publication import publish
from certify.present.quantity import COUNT, QUOTED, WHOLE
from certify.studies.monitoring.course_view import course_figures
from certify.studies.monitoring.result import MonitorResult
from certify.studies.monitoring.view import (
    Part,
    assumptions,
    error_tables,
    findings,
    level_tables,
    period,
    power_parts,
    reading,
    table_tables,
    wager_tables,
)

TITLE = "Live Results Report"
NO_DAY = "2000-01-01"
"""Date of a report on no data at all."""


def monitor_bytes(result: MonitorResult) -> bytes:
    """Return the results file of a monitor, to be written beside the PDF."""
    return (result.to_json() + "\n").encode()


def build_monitor_pdf(result: MonitorResult, *, compress: bool = True) -> bytes:
    """Return the report of a monitor with its results, dated by the last day of the data."""
    register()
    missing = missing_glyphs(result.to_json())
    if missing:
        raise ReportError(
            f"The report cannot print {missing!r}: its fonts lack these characters. "
            "Write them otherwise in the names of tables, columns and files."
        )
    elements, imprint = _document(result)
    attached = Attachment(
        RESULTS_NAME,
        "The results that this report prints, at full precision",
        "application/json",
        "Data",
        monitor_bytes(result),
    )
    return publish(elements, imprint, [attached], compress=compress)


def build_monitor_html(result: MonitorResult) -> bytes:
    """Return the report of a monitor as one HTML page, which needs no file beside it."""
    register()
    return html_page(*_document(result), text_width)


def _document(result: MonitorResult) -> tuple[list[Element], Imprint]:
    """Return the report as data, and what it says of itself."""
    digest = hashlib.sha256(monitor_bytes(result)).hexdigest()
    number = f"LR-{digest[:4]}-{digest[4:8]}-{digest[8:12]}".upper()
    game = f"{result.title} {result.version}"
    imprint = Imprint(
        title=f"{TITLE} {number}: {game}",
        subject=f"Live results of the game {game} against its certified figures",
        author=f"certify {result.engine_version}",
        keywords=(
            result.game,
            result.version,
            number,
            f"spec sha256 {result.spec_sha256}",
            f"paytable sha256 {result.paytable_sha256}",
        ),
        head=(result.title, f"version {result.version}", f"{TITLE} {number}"),
        foot=f"Data to {result.last_day or 'no day'}. Results relate only to the data listed.",
        issued=result.last_day or NO_DAY,
        seed=digest,
    )

    composer = Composer()
    write_monitor(composer, result, digest)
    return composer.elements, imprint


# What it tells


def write_monitor(composer: Composer, result: MonitorResult, digest: str) -> None:
    """Write the report; `digest` is the SHA-256 of the file of its results."""
    _write_front(composer, result, digest)
    _write_part(composer, "By wager", wager_tables(result))
    if result.lines:
        _write_courses(composer, result)
    _write_part(composer, "By table", table_tables(result))
    _write_part(composer, "By level of stakes", level_tables(result))
    _write_part(composer, "What the data can show", power_parts(result))
    _write_errors(composer, result)
    _write_part(composer, "How the data were read", reading(result))
    _write_method(composer, result)


def _write_part(composer: Composer, title: str, parts: Iterable[Part]) -> None:
    """Write a section, if there is anything in it."""
    for number, part in enumerate(parts):
        if not number:
            composer.section(title)
        if isinstance(part, Table):
            composer.put(part)
        else:
            composer.elements.append(part)


def _write_front(composer: Composer, result: MonitorResult, digest: str) -> None:
    composer.title(TITLE)
    composer.subtitle(
        f"{plain(result.title)}, version {plain(result.version)}: live results against the "
        "certified figures"
    )
    composer.add(Table(IDENTIFICATION, _identification(result, digest), has_header=False))
    composer.unnumbered("Findings")
    composer.bullets([*findings(result)])


def _identification(result: MonitorResult, digest: str) -> list[Row]:
    changed = ", ".join(f"{name} = {value}" for name, value in result.changed)
    rows: list[Row] = [
        ("Game", f"{plain(result.game)} {plain(result.version)}, certify {result.engine_version}")
    ]
    if changed:
        rows.append(("Changed", plain(changed)))
    if result.first_day is not None:
        rows.append(("Period", period(result)))
    for file in result.files:
        rows.append(
            (
                "Data",
                f"{plain(file.name)}, {plain(result.layout)}, "
                + typeset(f"{COUNT(file.rows)} rows, {COUNT(file.size)} bytes<br/>")
                + mono(file.sha256, 7.2),
            )
        )
    rows += [
        ("Rows with errors", COUNT(result.rows_excluded)),
        ("Spec", mono(result.spec_sha256, 7.2)),
        ("Paytables", mono(result.paytable_sha256, 7.2)),
        ("Results", mono(digest, 7.2)),
    ]
    return rows


def _write_courses(composer: Composer, result: MonitorResult) -> None:
    """Draw the return of every wager over its volume."""
    courses = list(course_figures(result))
    for figure in courses:
        composer.put(figure)
    composer.note(
        "Before a seventh of the volume the funnel is wider than is shown. The dot is the last day."
        if courses
        else "A single day makes no course."
    )


def _write_errors(composer: Composer, result: MonitorResult) -> None:
    if not result.errors:
        composer.section("Data errors")
        composer.text("None were found.")
        return
    _write_part(composer, "Data errors", error_tables(result))
    composer.note(
        f"Of {COUNT(result.rows)} rows {COUNT(result.rows_excluded)} have errors. They are left "
        "out of every figure. Of each kind the first are listed, by file and line; in a Parquet "
        "file the line is the row."
    )


def _write_method(composer: Composer, result: MonitorResult) -> None:
    composer.section("Method and assumptions")
    composer.bullets(
        [
            "<b>Certified lines.</b> The return significantly above the upper line, or below the "
            "lower one, is flagged. People play worse than the best play; between the lines all "
            "is well.",
            "<b>Tolerances</b> are of a single look: normal, from the exact variance of a wager, "
            "with unequal stakes and with seats that share a dealer hand; binomial where a wager "
            "is paid or lost and fewer than 500 paid ones are expected.",
            *(
                [
                    "<b>Outcomes</b> of wagers that no play changes are held against their odds by "
                    "chi-squared, divided by the factor of seats that share a round."
                ]
                if any(line.spread for line in result.lines)
                else []
            ),
            f"<b>Flags.</b> Look and alert: the p-value after Holm's correction is beyond "
            f"{WHOLE(result.look)} % and {WHOLE(result.alert)} %. Alarm: the e-value "
            "reached its threshold after some day. If the certified figures hold, the probability "
            f"of any alarm, ever, is at most {QUOTED(result.alpha)} %.",
            *assumptions(result),
        ]
    )
    composer.end("End of report")
