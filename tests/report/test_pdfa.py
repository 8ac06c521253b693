"""The report as an archive: what PDF/A-3 asks, as a validator and other readers see it."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pytest
from pikepdf import Pdf
from pikepdf.pdfa import validate_written
from pypdf import PdfReader

from certify.errors import ReportError
from certify.evidence.report.document import build_pdf
from certify.evidence.report.identity import results_bytes
from certify.present.pdf.archive import CONFORMANCE, PART, colour_profile
from certify.studies.certification.result import Certification
from certify.studies.item.enclosures import Enclosure
from tests.report.between_sample import between_pdf
from tests.report.built import built, short_reports

SPEC = b"id: blackjack-burnout\n"
BILL = b'{"components": []}\n'
ENCLOSED = {"game.yaml": SPEC, "bill.json": BILL}


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
    with short_reports():
        return built(carrier, ENCLOSED)


@pytest.fixture(scope="module")
def plain_pdf(carrier: Certification) -> bytes:
    with short_reports():
        return built(carrier, ENCLOSED, compress=False)


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


def test_validator_approves_the_uncompressed_file(
    carrier: Certification, plain_pdf: bytes, tmp_path: Path
) -> None:
    assert findings(plain_pdf, tmp_path) == []
    assert SPEC in plain_pdf
    assert results_bytes(carrier) in plain_pdf


@pytest.mark.slow
def test_validator_would_have_found_something(pdf: bytes, tmp_path: Path) -> None:
    broken = Pdf.open(BytesIO(pdf))
    del broken.Root.OutputIntents
    out = BytesIO()
    broken.save(out)
    assert findings(out.getvalue(), tmp_path)


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
def test_files_are_sound(carrier_pdf: bytes, plain_pdf: bytes, tmp_path: Path) -> None:
    for content in (between_pdf(), carrier_pdf, plain_pdf):
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
    with short_reports(), pytest.raises(ReportError, match=r"two files of the name results\.json"):
        build_pdf(twice, {"results.json": SPEC})


def test_nothing_is_transparent_and_no_page_has_a_transition(full_pdf: bytes) -> None:
    for page in PdfReader(BytesIO(full_pdf)).pages:
        assert "/Trans" not in page
        assert "/Group" not in page
        assert "/ExtGState" not in page["/Resources"]  # type: ignore[operator]


def test_file_identifier_comes_from_the_results(pdf: bytes, certification: Certification) -> None:
    first = Pdf.open(BytesIO(pdf)).trailer.ID
    with short_reports():
        other = built(certification.model_copy(update={"summary": "Other."}))
    assert bytes(first[0]) == bytes(first[1])
    assert bytes(first[0]) != bytes(Pdf.open(BytesIO(other)).trailer.ID[0])


def test_colour_profile_is_that_of_the_colour_consortium() -> None:
    # sRGB2014.icc of https://registry.color.org, which is not to be changed.
    digest = "384b832de3412066743b52a75ee906b6fb9fb8d9e09e936fc2c43223815c6e0a"
    assert hashlib.sha256(colour_profile()).hexdigest() == digest
