"""How a document of a submission is made: its imprint, its pages, and where its parts stand."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from certify.errors import ReportError
from certify.evidence.verification.reader import read_sealed, where_headings_stand
from certify.language.game import LoadedGame
from certify.present.composer import EN_SPACE, Composer
from certify.present.document import Element, Heading, Imprint
from certify.present.pdf.attachments import Attachment
from certify.present.pdf.fonts import register
from certify.present.pdf.publication import publish
from certify.studies.submission.parts import PARTS
from certify.studies.submission.result import Stands, SubmissionFigures


@dataclass(frozen=True)
class Item:
    """What every document of a submission says of itself.

    Attributes
    ----------
    number : str
        The number of the certificate, which all documents of the submission bear.
    seed : str
        The hash of the figures.
    """

    game: LoadedGame
    figures: SubmissionFigures
    issued: str
    number: str
    seed: str


@dataclass(frozen=True)
class Made:
    """A document that is made: its bytes, its pages, and the page of each heading."""

    file: str
    title: str
    content: bytes
    pages: int | None
    headings: Mapping[str, int]


def figures_sha256(figures: SubmissionFigures) -> str:
    """Return the SHA-256 of the figures as they are kept in the manifest."""
    return hashlib.sha256(figures.to_json().encode()).hexdigest()


def number_of(game: LoadedGame, seed: str) -> str:
    """Return the number of a certificate: the initials of the game, C, eight digits."""
    initials = "".join(part[0] for part in game.spec.game.id.split("-") if part).upper()
    return f"{initials}-C-{seed[:4].upper()}-{seed[4:8].upper()}"


def new_document() -> Composer:
    """Return a document to write; what is drawn in it is laid out by the widths of letters."""
    register()
    return Composer()


def make(
    item: Item,
    file: str,
    title: str,
    elements: Sequence[Element],
    attachments: Sequence[Attachment] = (),
    foot: str = "",
) -> Made:
    """Return a document as a PDF in the form of reports, with the pages of its headings."""
    identity = item.game.spec.game
    imprint = Imprint(
        title=f"{title} {item.number}: {identity.title} {identity.version}",
        subject=f"{title} of the game {identity.title} {identity.version}",
        author=f"certify {item.figures.engine_version}",
        keywords=(identity.id, identity.version, item.number, f"spec {item.game.spec_sha256}"),
        head=(identity.title, f"version {identity.version}", f"{title} {item.number}"),
        foot=foot or f"Issued {item.issued}. Spec SHA-256 {item.game.spec_sha256[:16]}…",
        issued=item.issued,
        seed=f"{item.seed} {file}",
    )
    content = publish(elements, imprint, attachments)
    stand = where_headings_stand(read_sealed(content, file))
    headings = [element for element in elements if isinstance(element, Heading)]
    if stand is None or len(stand.headings) != len(headings):
        raise ReportError(f"{file}: its headings cannot be found again")
    pages = {
        heading.title.partition(EN_SPACE)[2] or heading.title: page
        for heading, page in zip(headings, stand.headings, strict=True)
    }
    return Made(file, title, content, stand.pages, pages)


def stands_of(documents: Sequence[Made]) -> dict[str, Stands]:
    """Return where each part that is there stands, by the name of the part."""
    made = {document.file: document for document in documents}
    found = {}
    for name, part in PARTS.items():
        document = made.get(part.file)
        if document is None:
            continue
        page = document.headings.get(part.heading) if part.heading else 1
        if page is not None:
            found[name] = Stands(document=document.file, page=page)
    return found
