"""The whole package: every document, a manifest of all, and the hashes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from certify.errors import OutputError, ReportError
from certify.evidence.submission.certificate import certificate_document
from certify.evidence.submission.dealing import left_to_the_house
from certify.evidence.submission.documents import (
    Item,
    Made,
    figures_sha256,
    number_of,
    stands_of,
)
from certify.evidence.submission.figures import odds_document, par_document
from certify.evidence.submission.handouts import players_guide, rack_card
from certify.evidence.submission.layout import layout_document
from certify.evidence.submission.matrix import matrix_document, matrix_of
from certify.evidence.submission.rules import dealing_document, rulebook_document
from certify.evidence.verification.reader import pages_of
from certify.language.game import LoadedGame
from certify.present.pdf.fonts import missing_glyphs, register
from certify.runtime.files import check_destination, write_files
from certify.studies.item.laboratory_and_client import About
from certify.studies.submission.limits import Jackpots
from certify.studies.submission.parts import (
    CERTIFICATE,
    LAYOUT_SVG,
    MANIFEST,
    MATRIX,
    PAR_CSV,
    REPORT,
    SUMS,
)
from certify.studies.submission.profile import GivenProfile
from certify.studies.submission.result import (
    PackageFile,
    Stands,
    Submission,
    SubmissionFigures,
)


@dataclass(frozen=True)
class SubmissionAsked:
    """What is asked of a submission.

    Attributes
    ----------
    profiles : tuple of GivenProfile
        Whose clauses are answered.
    issued : str
        Date of issue, YYYY-MM-DD.
    command : str
        The command that makes it again.
    about : About or None
        Laboratory, client and who signs.
    jackpots : sequence
        Awards that one linked jackpot pays: wager and row.
    report : bytes or None
        The full report, which was issued before.
    """

    profiles: tuple[GivenProfile, ...]
    issued: str
    command: str
    about: About | None = None
    jackpots: Jackpots = ()
    report: bytes | None = None


def build_submission(
    game: LoadedGame, figures: SubmissionFigures, asked: SubmissionAsked
) -> tuple[Submission, dict[str, bytes]]:
    """Return the manifest and the files of a submission by name; equal for equal arguments.

    Raises `ReportError` if something cannot be printed, or is worded as it must not be.
    """
    _check_letters(game, asked)
    seed = figures_sha256(figures)
    item = Item(game, figures, asked.issued, number_of(game, seed), seed)
    left = left_to_the_house(game)
    par, par_csv = par_document(item)
    layout, svg = layout_document(item)
    documents = [
        rulebook_document(item, "plain"),
        rulebook_document(item, "rulemaking"),
        dealing_document(item),
        odds_document(item),
        rack_card(item),
        layout,
        players_guide(item),
        par,
    ]
    if asked.report is not None:
        documents.append(Made(REPORT, "Full report", asked.report, pages_of(asked.report), {}))
    # What the certificate counts does not depend on where its own parts stand, but that they do.
    first = Stands(document=CERTIFICATE, page=1)
    parts = ("certificate", "certificate.method", "certificate.strategy")
    own = {"matrix": Stands(document=MATRIX, page=1)}
    before = {**stands_of(documents), **own, **dict.fromkeys(parts, first)}
    matrices = [matrix_of(given, item, before, asked.jackpots) for given in asked.profiles]
    documents.append(certificate_document(item, asked.about, matrices, left))
    stands = {**stands_of(documents), **own}
    matrices = [matrix_of(given, item, stands, asked.jackpots) for given in asked.profiles]
    documents.append(matrix_document(item, matrices, stands, left))
    contents = {document.file: document.content for document in documents}
    contents |= {LAYOUT_SVG: svg, PAR_CSV: par_csv}
    sources = _sources(game, asked.profiles, contents)
    contents |= sources
    submission = Submission(
        **game.provenance(),
        issued=asked.issued,
        command=asked.command,
        about=asked.about,
        number=item.number,
        figures=figures,
        matrices=tuple(matrices),
        jackpots=tuple(asked.jackpots),
        left=left,
        sources=tuple(sources),
        files=tuple(_listed(documents, contents)),
    )
    contents[MANIFEST] = (submission.to_json() + "\n").encode()
    contents[SUMS] = "".join(
        f"{hashlib.sha256(content).hexdigest()}  {name}\n"
        for name, content in sorted(contents.items())
    ).encode()
    return submission, contents


def _check_letters(game: LoadedGame, asked: SubmissionAsked) -> None:
    """Raise a `ReportError` if the fonts lack letters of what is printed."""
    register()
    texts = [
        game.spec.model_dump_json(),
        *(each.profile.model_dump_json() for each in asked.profiles),
    ]
    texts += [table.model_dump_json() for table in game.paytables.values()]
    texts.append(asked.about.to_json() if asked.about else "")
    missing = missing_glyphs("".join(texts))
    if missing:
        raise ReportError(
            f"The submission cannot print {missing!r}: its fonts lack these characters. Write them"
            " otherwise in the spec, the paytables, the profiles or --about."
        )


def _sources(
    game: LoadedGame, profiles: Sequence[GivenProfile], contents: Mapping[str, bytes]
) -> dict[str, bytes]:
    """Return what a submission is made from, so that it can be made again from itself."""
    found = {name: text.encode() for name, text in game.texts.items()}
    for given in profiles:
        if given.file in found or given.file in contents:
            raise ReportError(
                f"the profile {given.file} is called like another file of the package; rename it"
            )
        found[given.file] = given.text.encode()
    return found


def _listed(documents: Sequence[Made], contents: Mapping[str, bytes]) -> list[PackageFile]:
    made = {document.file: document for document in documents}
    others = {LAYOUT_SVG: "Layout sketch as SVG", PAR_CSV: "PAR sheet for a spreadsheet"}
    return [
        PackageFile(
            name=name,
            title=made[name].title if name in made else others.get(name, "Source"),
            pages=made[name].pages if name in made else None,
            size=len(content),
            sha256=hashlib.sha256(content).hexdigest(),
        )
        for name, content in sorted(contents.items())
    ]


def check_folder(folder: Path) -> None:
    """Check that a folder can be written to: a new one, an empty one, or a submission of before.

    Raises `OutputError` before anything is worked out.
    """
    if folder.is_dir():
        others = sorted(path.name for path in folder.iterdir())
        if others and MANIFEST not in others:
            raise OutputError(
                str(folder),
                f"it holds other files ({others[0]}); give a new folder, or that of a submission",
            )
        check_destination(folder / MANIFEST)
    elif folder.exists():
        raise OutputError(str(folder), "it is a file; give the name of a folder")
    else:
        check_destination(folder)


def write_submission(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write a submission, as a whole or not at all."""
    is_new = not folder.is_dir()
    before = () if is_new else _named_in(folder / SUMS)
    if is_new:
        try:
            folder.mkdir()
        except OSError as error:
            raise OutputError(str(folder), error.strerror or str(error)) from error
    try:
        write_files({folder / name: content for name, content in contents.items()})
    except BaseException:
        if is_new:
            with suppress(OSError):
                folder.rmdir()
        raise
    for name in before:
        # What an earlier submission had and this one has not would belong to neither.
        if name not in contents:
            (folder / name).unlink(missing_ok=True)


def _named_in(sums: Path) -> tuple[str, ...]:
    """Return the files that the hashes of an earlier submission name, within its folder."""
    try:
        lines = sums.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ()
    names = (line.partition("  ")[2] for line in lines)
    return tuple(name for name in names if name and Path(name).name == name)
