"""Files inside a report, tied to it as associated files."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfbase.pdfdoc import (
    PDFDocument,
    PDFName,
    PDFObjectReference,
    PDFStream,
    PDFZCompress,
)

from certify.errors import ReportError
from certify.present.pdf.structure import constant, text_string


@dataclass(frozen=True)
class Attachment:
    """A file that a document carries.

    Attributes
    ----------
    name : str
        Name of the file, without folders.
    title : str
        What it is.
    media_type : str
        Its type, such as ``application/json``.
    relationship : str
        Of the file to the document.
    content : bytes
        The file.
    """

    name: str
    title: str
    media_type: str
    relationship: str
    content: bytes


def embed(
    document: PDFDocument, attachments: Sequence[Attachment], date: str, *, compress: bool
) -> list[PDFObjectReference]:
    """Put files into a document.

    Raises `ReportError` if two have one name.
    """
    names = [attachment.name for attachment in attachments]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ReportError(
            f"The report would carry two files of the name {twice[0]}; give each a name of its own."
        )
    return [
        _embedded(document, number, attachment, date, compress)
        for number, attachment in enumerate(attachments)
    ]


def _embedded(
    document: PDFDocument, number: int, attachment: Attachment, date: str, compress: bool
) -> PDFObjectReference:
    """Put one file into a document."""
    stream = PDFStream(content=attachment.content, filters=[PDFZCompress] if compress else [])
    checksum = hashlib.md5(attachment.content, usedforsecurity=False).hexdigest()
    stream.dictionary["Type"] = PDFName("EmbeddedFile")
    stream.dictionary["Subtype"] = "/" + attachment.media_type.replace("/", "#2F")
    stream.dictionary["Params"] = (
        f"<< /Size {len(attachment.content)} /CheckSum <{checksum}> /CreationDate {date} "
        f"/ModDate {date} >>"
    )
    reference = document.Reference(stream, f"EmbeddedFile{number}")
    place = f"{document.idToObjectNumberAndVersion[reference.name][0]} 0 R"
    name = text_string(attachment.name)
    content = (
        f"<< /Type /Filespec /F {name} /UF {name} /Desc {text_string(attachment.title)} "
        f"/AFRelationship /{attachment.relationship} /EF << /F {place} /UF {place} >> >>"
    )
    return document.Reference(constant(content), f"FileSpec{number}")


def name_tree(
    document: PDFDocument, attachments: Sequence[Attachment], files: Sequence[PDFObjectReference]
) -> str:
    """Return the tree by which a reader finds the files by name."""
    numbers = document.idToObjectNumberAndVersion
    entries = sorted(
        (attachment.name, f"{numbers[file.name][0]} 0 R")
        for attachment, file in zip(attachments, files, strict=True)
    )
    names = " ".join(f"{text_string(name)} {place}" for name, place in entries)
    return f"<< /EmbeddedFiles << /Names [{names}] >> >>"
