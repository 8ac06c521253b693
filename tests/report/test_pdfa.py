"""The report as an archive: what PDF/A-3 asks, as a validator and other readers see it."""

from __future__ import annotations

import hashlib
import shutil
import struct
import subprocess
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from pikepdf import Pdf
from pikepdf.pdfa import validate_written
from pypdf import PdfReader

from certify.errors import ReportError
from certify.evidence.report.document import build_pdf
from certify.evidence.report.identity import results_bytes
from certify.present.pdf.archive import CONFORMANCE, PART
from certify.present.pdf.colour_profile import (
    CURVE_POINTS,
    PRIMARIES,
    WHITE,
    linear_light,
    srgb_profile,
)
from certify.studies.certification.result import Certification
from certify.studies.item.enclosures import Enclosure
from tests.report.between_sample import between_pdf

SPEC = b"id: blackjack-burnout\n"
BILL = b'{"components": []}\n'


def enclosure(name: str, content: bytes, **changes: object) -> Enclosure:
    fields: dict[str, object] = {
        "name": name,
        "title": f"What {name} is: 100 % (a test)",
        "media_type": "application/yaml",
        "relationship": "Source",
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    return Enclosure(**(fields | changes))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def carrier(certification: Certification) -> Certification:
    return certification.model_copy(
        update={
            "enclosures": (
                enclosure("game.yaml", SPEC),
                enclosure(
                    "bill.json",
                    BILL,
                    media_type="application/vnd.cyclonedx+json",
                    relationship="Supplement",
                ),
            )
        }
    )


@pytest.fixture(scope="module")
def carrier_pdf(carrier: Certification) -> bytes:
    return build_pdf(carrier, {"game.yaml": SPEC, "bill.json": BILL})


def findings(content: bytes, folder: Path) -> list[str]:
    file = folder / "report.pdf"
    file.write_bytes(content)
    return [
        str(finding) for finding in validate_written(file, f"{PART}{CONFORMANCE.lower()}").findings
    ]


def test_validator_approves_the_level_that_the_metadata_claim(
    full_pdf: bytes, carrier_pdf: bytes, tmp_path: Path
) -> None:
    assert (PART, CONFORMANCE) == (3, "B")
    for content in (full_pdf, between_pdf(), carrier_pdf):
        assert findings(content, tmp_path) == []


def test_validator_approves_the_uncompressed_file(carrier: Certification, tmp_path: Path) -> None:
    content = build_pdf(carrier, {"game.yaml": SPEC, "bill.json": BILL}, compress=False)
    assert findings(content, tmp_path) == []
    assert SPEC in content
    assert results_bytes(carrier) in content


def test_validator_would_have_found_something(pdf: bytes, tmp_path: Path) -> None:
    broken = Pdf.open(BytesIO(pdf))
    del broken.Root.OutputIntents
    out = BytesIO()
    broken.save(out)
    assert findings(out.getvalue(), tmp_path)


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
def test_files_are_sound(carrier: Certification, carrier_pdf: bytes, tmp_path: Path) -> None:
    plain = build_pdf(carrier, {"game.yaml": SPEC, "bill.json": BILL}, compress=False)
    for content in (between_pdf(), carrier_pdf, plain):
        file = tmp_path / "report.pdf"
        file.write_bytes(content)
        check = subprocess.run(["qpdf", "--check", str(file)], capture_output=True, text=True)  # noqa: PLW1510
        assert check.returncode == 0, check.stdout + check.stderr


def test_metadata_are_readable_in_the_bytes_and_agree_with_the_information(pdf: bytes) -> None:
    reader = PdfReader(BytesIO(pdf))
    information, found = reader.metadata, reader.xmp_metadata
    assert information is not None
    assert found is not None
    assert pdf.count(b"<pdfaid:part>3</pdfaid:part>") == 1
    assert pdf.count(b"<pdfaid:conformance>B</pdfaid:conformance>") == 1
    assert found.dc_title == {"x-default": information.title}
    assert found.dc_creator == [information.author]
    assert found.dc_description == {"x-default": information.subject}
    assert found.pdf_keywords == str(information["/Keywords"])
    assert found.pdf_producer == information.producer
    assert found.xmp_creator_tool == information.creator
    assert found.xmp_create_date == found.xmp_modify_date == found.xmp_metadata_date
    assert str(found.xmp_create_date) == "2025-01-31 00:00:00"


def test_attachments_are_the_results_and_the_enclosures(
    carrier: Certification, carrier_pdf: bytes
) -> None:
    reader = PdfReader(BytesIO(carrier_pdf))
    contents = {"results.json": results_bytes(carrier), "game.yaml": SPEC, "bill.json": BILL}
    assert {name: parts[0] for name, parts in reader.attachments.items()} == contents
    pdf = Pdf.open(BytesIO(carrier_pdf))
    files = list(pdf.Root.AF)
    assert [str(file.UF) for file in files] == list(contents)
    assert [str(file.AFRelationship) for file in files] == ["/Data", "/Source", "/Supplement"]
    assert str(files[1].Desc) == "What game.yaml is: 100 % (a test)"
    types = [str(file.EF.F.Subtype) for file in files]
    assert types == ["/application/json", "/application/yaml", "/application/vnd.cyclonedx+json"]
    for file, content in zip(files, contents.values(), strict=True):
        parameters = file.EF.F.Params
        assert int(parameters.Size) == len(content)
        assert bytes(parameters.CheckSum) == hashlib.md5(content).digest()
        assert str(parameters.ModDate) == "D:20250131000000+00'00'"


def test_missing_and_other_enclosures_are_refused(carrier: Certification) -> None:
    with pytest.raises(ReportError, match=r"carry bill\.json, which was not given"):
        build_pdf(carrier, {"game.yaml": SPEC})
    with pytest.raises(ReportError, match=r"given as bill\.json has the SHA-256 [0-9a-f]{64}, but"):
        build_pdf(carrier, {"game.yaml": SPEC, "bill.json": BILL + b" "})


def test_two_files_of_one_name_are_refused(certification: Certification) -> None:
    twice = certification.model_copy(update={"enclosures": (enclosure("results.json", SPEC),)})
    with pytest.raises(ReportError, match=r"two files of the name results\.json"):
        build_pdf(twice, {"results.json": SPEC})


def test_nothing_is_transparent_and_no_page_has_a_transition(full_pdf: bytes) -> None:
    for page in PdfReader(BytesIO(full_pdf)).pages:
        assert "/Trans" not in page
        assert "/Group" not in page
        assert "/ExtGState" not in page["/Resources"]  # type: ignore[operator]


def test_file_identifier_comes_from_the_results(pdf: bytes, certification: Certification) -> None:
    first = Pdf.open(BytesIO(pdf)).trailer.ID
    other = build_pdf(certification.model_copy(update={"summary": "Other."}))
    assert bytes(first[0]) == bytes(first[1])
    assert bytes(first[0]) != bytes(Pdf.open(BytesIO(other)).trailer.ID[0])


def tags(profile: bytes) -> dict[str, bytes]:
    count = int.from_bytes(profile[128:132], "big")
    found = {}
    for number in range(count):
        name, offset, size = struct.unpack_from(">4sII", profile, 132 + 12 * number)
        assert offset % 4 == 0
        found[name.decode()] = profile[offset : offset + size]
    return found


def test_colour_profile_is_well_formed() -> None:
    profile = srgb_profile()
    assert int.from_bytes(profile[:4], "big") == len(profile) < 3000
    assert profile[8] == 2
    assert profile[12:24] == b"mntrRGB XYZ "
    assert profile[36:40] == b"acsp"
    needed = {"desc", "cprt", "wtpt", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"}
    assert set(tags(profile)) == needed


def test_colour_profile_follows_from_the_chromaticities() -> None:
    # Rec. 709: x and y of red, green, blue; white D65; Bradford's cone responses.
    xy = np.array([[0.64, 0.33], [0.30, 0.60], [0.15, 0.06]])
    columns = np.array([[x / y, 1.0, (1 - x - y) / y] for x, y in xy]).T
    d65 = np.array([0.3127 / 0.3290, 1.0, (1 - 0.3127 - 0.3290) / 0.3290])
    matrix = columns * np.linalg.solve(columns, d65)
    bradford = np.array(
        [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    )
    gains = np.diag((bradford @ np.array(WHITE)) / (bradford @ d65))
    adapted = np.linalg.inv(bradford) @ gains @ bradford @ matrix
    assert np.allclose(adapted.T, list(PRIMARIES.values()), atol=2e-4)
    assert np.allclose(np.sum(list(PRIMARIES.values()), axis=0), WHITE, atol=2e-4)


def test_tone_curve_is_that_of_the_definition() -> None:
    data = tags(srgb_profile())["rTRC"]
    points = np.frombuffer(data[12:], ">u2") / 65535
    assert len(points) == CURVE_POINTS
    # IEC 61966-2-1 the other way round: from light to value.
    values = np.where(points <= 0.0031308, 12.92 * points, 1.055 * points ** (1 / 2.4) - 0.055)
    assert np.allclose(values, np.linspace(0, 1, CURVE_POINTS), atol=2e-4)
    assert linear_light(1.0) == 1.0
