"""Documents for the archive: PDF/A-3 out of the library's own writer.

What PDF/A asks beyond what the library writes: an output intent with a colour profile, metadata in
XMP that agree with the document's information, associated files, a file identifier, and nothing
that depends on the reader's machine. Objects that are no streams are packed into compressed
streams, or the structure of a long report would be larger than the report.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any
from xml.sax.saxutils import escape

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFCatalog,
    PDFDate,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFStream,
    PDFZCompress,
)

from certify.present.pdf.attachments import Attachment, embed, name_tree
from certify.present.pdf.structure import constant

VERSION = (1, 7)
COLOURS = "sRGB IEC61966-2.1"
COLOUR_PROFILE = "sRGB2014.icc"
"""The profile that the International Color Consortium gives away, as it is."""
PART, CONFORMANCE = 3, "B"
"""The level of PDF/A that the metadata claim; a test has it confirmed by a validator."""
ENDSTREAM = b"endstream"
PACK = 200
"""Objects in one compressed stream."""


class ArchiveDocument(PDFDocument):  # type: ignore[misc]
    """A document of the library with a writer of its own, which packs objects."""

    def format(self) -> bytes:
        """Return the file."""
        self.encrypt.prepare(self)
        root = self.Reference(self.Catalog).format(self).decode()
        information = self.Reference(self.info).format(self).decode()
        file = _File()
        packed: list[tuple[int, bytes]] = []
        number = 0
        # Objects may ask for further ones while they are written.
        while (number := number + 1) in self.numberToId:
            content = _content(self, number)
            if self.compression and not content.endswith(ENDSTREAM):
                packed.append((number, content))
            else:
                file.add(number, content)
        identifier = self.signature.hexdigest()
        trailer = f"/Root {root} /Info {information} /ID [<{identifier}><{identifier}>]"
        if self.compression:
            return file.ended_by_stream(packed, trailer)
        return file.ended_by_table(trailer)


class _File:
    """The bytes of a file, and where its objects are."""

    def __init__(self) -> None:
        self._parts = [b"%%PDF-%d.%d\n%%\xe2\xe3\xcf\xd3\n" % VERSION]
        self._size = len(self._parts[0])
        # Kind, place and generation or index, as the cross-reference stream has them.
        self._places = {0: (0, 0, 65535)}

    def add(self, number: int, content: bytes) -> None:
        """Add an object."""
        self._places[number] = (1, self._size, 0)
        self._parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, content))
        self._size += len(self._parts[-1])

    def ended_by_table(self, trailer: str) -> bytes:
        """Return the file with a table of places, to be read as text."""
        entries = ["0000000000 65535 f \n"]
        entries += [f"{place:010d} 00000 n \n" for _, place, _ in list(self._places.values())[1:]]
        end = (
            f"xref\n0 {len(entries)}\n{''.join(entries)}"
            f"trailer\n<< /Size {len(entries)} {trailer} >>\n"
        )
        return b"".join([*self._parts, end.encode(), self._start()])

    def ended_by_stream(self, packed: Sequence[tuple[int, bytes]], trailer: str) -> bytes:
        """Return the file with packed objects and a stream of places."""
        number = max(*self._places, *(name for name, _ in packed)) + 1
        for first in range(0, len(packed), PACK):
            part = packed[first : first + PACK]
            self.add(number, _packed(part))
            self._places |= {name: (2, number, index) for index, (name, _) in enumerate(part)}
            number += 1
        start = self._start()
        self._places[number] = (1, self._size, 0)
        table = b"".join(
            kind.to_bytes(1, "big") + place.to_bytes(4, "big") + index.to_bytes(2, "big")
            for _, (kind, place, index) in sorted(self._places.items())
        )
        self.add(number, _stream(f"/Type /XRef /Size {number + 1} /W [1 4 2] {trailer}", table))
        return b"".join([*self._parts, start])

    def _start(self) -> bytes:
        """Return the end of a file whose table begins here."""
        return b"startxref\n%d\n%%%%EOF\n" % self._size


def _content(document: PDFDocument, number: int) -> bytes:
    """Return the bytes of an object without its number."""
    found = document.idToObject[document.numberToId[number]]
    content = bytes(pdfdoc.format(found, document, toplevel=1)).strip(b"\n")
    if content.endswith(ENDSTREAM):
        # The library ends a stream without the line break that PDF/A wants there.
        return content.removesuffix(ENDSTREAM) + b"\n" + ENDSTREAM
    return content


def _stream(entries: str, content: bytes) -> bytes:
    """Return a compressed stream."""
    data = zlib.compress(content, 9)
    head = f"<< {entries} /Filter /FlateDecode /Length {len(data)} >>"
    return head.encode() + b"\nstream\n" + data + b"\nendstream"


def _packed(objects: Sequence[tuple[int, bytes]]) -> bytes:
    """Return a stream that holds objects."""
    head, size = [], 0
    for number, content in objects:
        head.append(f"{number} {size}")
        size += len(content) + 1
    index = (" ".join(head) + "\n").encode()
    body = b"\n".join(content for _, content in objects)
    return _stream(f"/Type /ObjStm /N {len(objects)} /First {len(index)}", index + body)


def make_archival(
    document: PDFDocument,
    structure: Any,
    attachments: Sequence[Attachment],
    day: str,
    *,
    compress: bool,
) -> None:
    """Give a document what PDF/A-3 asks for.

    `day`: the date of the document and its files, YYYY-MM-DD. `compress`: whether streams are
    compressed. The metadata never are: tools look for them in the bytes.
    """
    date = PDFDate(ts=document._timeStamp).format(document).decode("latin-1")
    files = embed(document, attachments, date, compress=compress)
    catalogue = document.Catalog
    catalogue.__NoDefault__ = [*PDFCatalog.__NoDefault__, "AF", "OutputIntents"]
    catalogue.StructTreeRoot = structure
    catalogue.MarkInfo = PDFDictionary({"Marked": "true"})
    catalogue.OutputIntents = PDFArray([_output_intent(document, compress)])
    catalogue.Metadata = _metadata(_xmp(document.info, day))
    if files:
        catalogue.AF = PDFArray(files)
        tree = name_tree(document, attachments, files)
        catalogue.Names = constant(tree)
    document.Reference(catalogue)


@cache
def colour_profile() -> bytes:
    """Return the ICC profile of the colours of a report."""
    return files(__package__).joinpath(COLOUR_PROFILE).read_bytes()


def _output_intent(document: PDFDocument, compress: bool) -> PDFDictionary:
    """Return the colours that the numbers of the pages mean."""
    profile = PDFStream(content=colour_profile(), filters=[PDFZCompress] if compress else [])
    profile.dictionary["N"] = 3
    return PDFDictionary(
        {
            "Type": PDFName("OutputIntent"),
            "S": PDFName("GTS_PDFA1"),
            "OutputConditionIdentifier": f"({COLOURS})",
            "Info": f"({COLOURS})",
            "DestOutputProfile": document.Reference(profile, "ColourProfile"),
        }
    )


def _metadata(content: str) -> PDFStream:
    """Return the stream of the metadata."""
    stream = PDFStream(content=content.encode(), filters=[])
    stream.dictionary["Type"] = PDFName("Metadata")
    stream.dictionary["Subtype"] = PDFName("XML")
    return stream


def _xmp(information: Any, day: str) -> str:
    """Return the metadata as XMP: what the document's information says, word by word."""

    def said(text: str) -> str:
        return escape(str(text))

    def said_by_language(text: str) -> str:
        return f'<rdf:Alt><rdf:li xml:lang="x-default">{said(text)}</rdf:li></rdf:Alt>'

    moment = f"{day}T00:00:00+00:00"
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<pdfaid:part>{PART}</pdfaid:part>
<pdfaid:conformance>{CONFORMANCE}</pdfaid:conformance>
<dc:format>application/pdf</dc:format>
<dc:title>{said_by_language(information.title)}</dc:title>
<dc:creator><rdf:Seq><rdf:li>{said(information.author)}</rdf:li></rdf:Seq></dc:creator>
<dc:description>{said_by_language(information.subject)}</dc:description>
<dc:language><rdf:Bag><rdf:li>en-GB</rdf:li></rdf:Bag></dc:language>
<pdf:Keywords>{said(information.keywords)}</pdf:Keywords>
<pdf:Producer>{said(information.producer)}</pdf:Producer>
<xmp:CreatorTool>{said(information.creator)}</xmp:CreatorTool>
<xmp:CreateDate>{moment}</xmp:CreateDate>
<xmp:ModifyDate>{moment}</xmp:ModifyDate>
<xmp:MetadataDate>{moment}</xmp:MetadataDate>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""
