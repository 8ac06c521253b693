"""A report proves itself, and whatever is done to it is found and named."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from random import Random

import pikepdf
import pytest

from certify import __version__
from certify.errors import VerificationError
from certify.evidence.report.identity import report_number, results_bytes
from certify.evidence.verification.result import Check
from certify.evidence.verification.verify import Verification, read_rules
from certify.language.catalogue import load_game
from certify.numerics.fingerprint import engine_of
from certify.studies.certification.result import Certification
from certify.studies.item.result import Software
from tests.report.built import built, short_reports
from tests.report.report_sample import sample_certification
from tests.report.sealed import (
    change_digit,
    change_results,
    changed,
    check_of,
    sealed_sample,
    swap_attachment,
    verified,
)
from tests.report.test_fairness_report import assembled

SPEC = "blackjack_burnout.yaml"


@pytest.fixture(scope="module")
def sealed() -> tuple[bytes, Certification]:
    return sealed_sample()


def test_a_report_proves_itself(sealed: tuple[bytes, Certification]) -> None:
    content, item = sealed
    found = verified(content)
    assert not found.has_failed
    assert [check.verdict for check in found.checks] == ["passed"] * 4 + ["not_made"] * 2
    assert found.report_number == report_number(item)
    assert found.sealed_sha256 == found.sha256
    assert "equal to the byte" in check_of(found, "pages").text


def test_published_results_are_compared(sealed: tuple[bytes, Certification]) -> None:
    content, item = sealed
    assert not verified(content, published=results_bytes(item)).has_failed
    others = results_bytes(item.model_copy(update={"issued": "2020-01-01"}))
    found = verified(content, published=others)
    assert check_of(found, "results").verdict == "failed"


def drop_page(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[3]


def move_page(pdf: pikepdf.Pdf) -> None:
    page = pdf.pages[3]
    del pdf.pages[3]
    pdf.pages.append(page)


def add_page(pdf: pikepdf.Pdf) -> None:
    pdf.add_blank_page()


def change_title(pdf: pikepdf.Pdf) -> None:
    pdf.docinfo["/Title"] = "Another"


def swap_spec(pdf: pikepdf.Pdf) -> None:
    content = pdf.attachments[SPEC].get_file().read_bytes()
    swap_attachment(pdf, SPEC, content.replace(b"Six-deck", b"Two-deck", 1))


def drop_bill(pdf: pikepdf.Pdf) -> None:
    del pdf.attachments["software-bill.cdx.json"]


def add_file(pdf: pikepdf.Pdf) -> None:
    pdf.attachments["more.txt"] = b"more"


def add_script(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")


@pytest.mark.parametrize(
    ("change", "check", "named"),
    [
        (change_digit, "pages", "stands in place of"),
        (drop_page, "pages", "page 4 of {pages} is missing"),
        (move_page, "pages", "page 4 of {pages} stands at place {pages} of the file"),
        (add_page, "pages", "page {more} of the file does not belong to the report"),
        (change_title, "pages", "Info.Title: “Another” in place of"),
        (swap_spec, "attachments", "blackjack_burnout.yaml has the SHA-256"),
        (swap_spec, "rules", "the SHA-256 of the spec is"),
        (drop_bill, "attachments", "software-bill.cdx.json is missing"),
        (add_file, "attachments", "more.txt does not belong to the report"),
        (add_script, "pages", "Root.OpenAction"),
        (change_results, "pages", "stands in place of"),
    ],
)
def test_whatever_is_done_is_named(
    sealed: tuple[bytes, Certification],
    change: Callable[[pikepdf.Pdf], None],
    check: str,
    named: str,
) -> None:
    content, _ = sealed
    with pikepdf.open(BytesIO(content)) as pdf:
        pages = len(pdf.pages)
    found = verified(changed(content, change))
    assert found.has_failed
    told = check_of(found, check)
    assert told.verdict == "failed"
    expected = named.format(pages=pages, more=pages + 1)
    assert any(expected in detail for detail in told.details), told.details


def test_a_file_that_was_only_written_anew_is_another(
    sealed: tuple[bytes, Certification],
) -> None:
    content, _ = sealed
    found = verified(changed(content, lambda _: None))
    assert check_of(found, "pages").verdict == "failed"


def test_another_compression_is_told_if_the_report_was_made_with_it(
    sealed: tuple[bytes, Certification],
) -> None:
    content, item = sealed
    verification = Verification(content, "report.pdf")
    with short_reports():
        verification.run()
    software = (*item.software, Software(name="zlib", version="0.0"))
    other = item.model_copy(update={"software": software})
    with short_reports():
        plain = built(other, verification.enclosed, compress=False)
    found = verified(plain)
    told = check_of(found, "pages")
    assert told.verdict == "passed"
    assert "zlib 0.0" in told.text


def is_refused(content: bytes) -> bool:
    """Return whether a file fails, or cannot even be read."""
    try:
        return verified(content).has_failed
    except VerificationError:
        return True


@pytest.mark.parametrize(
    "seed", [*range(8), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(8, 16))]
)
def test_no_bit_can_be_changed(sealed: tuple[bytes, Certification], seed: int) -> None:
    damaged = bytearray(sealed[0])
    place = Random(seed).randrange(8 * len(damaged))
    damaged[place // 8] ^= 1 << place % 8
    assert is_refused(bytes(damaged))


@pytest.mark.parametrize("part", [0.1, 0.5, 0.99])
def test_a_file_that_was_cut_off(sealed: tuple[bytes, Certification], part: float) -> None:
    content, _ = sealed
    assert is_refused(content[: int(part * len(content))])


def test_something_behind_the_report_is_found(sealed: tuple[bytes, Certification]) -> None:
    content, _ = sealed
    found = verified(content + b"\nmore")
    assert check_of(found, "pages").verdict == "failed"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "is no PDF"),
        (b"PK\x03\x04", "is no PDF"),
        (b"%PDF-1.7\n", "cannot be read as a PDF"),
        (b"%PDF-1.7\n" + b"<<" * 100_000, "cannot be read as a PDF"),
    ],
)
def test_what_is_no_report(content: bytes, told: str) -> None:
    with pytest.raises(VerificationError, match=told):
        Verification(content, "report.pdf")


def test_a_pdf_without_results() -> None:
    output = BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(output)
    found = verified(output.getvalue())
    assert "no attachment named results.json" in check_of(found, "results").text
    assert found.report_number is None


def test_an_encrypted_file_is_refused(sealed: tuple[bytes, Certification]) -> None:
    output = BytesIO()
    with pikepdf.open(BytesIO(sealed[0])) as pdf:
        pdf.save(output, encryption=pikepdf.Encryption(owner="one", user="two"))
    with pytest.raises(VerificationError, match="encrypted"):
        verified(output.getvalue())


def test_names_of_attachments_lead_nowhere() -> None:
    text = load_game("burn").texts["burn.yaml"].encode()
    names = ("../burn.yaml", "/tmp/burn.yaml", "", "..", "a\0b", "..\\burn.yaml", "b" * 300)
    for name in names:
        with pytest.raises(VerificationError, match="no name of an attachment"):
            read_rules({name: text}, ())
    assert read_rules({"burn.yaml": text}, ()).spec_sha256 == load_game("burn").spec_sha256


def test_a_report_of_a_game_between_players_proves_itself() -> None:
    item = assembled()
    found = verified(built(item))
    assert not found.has_failed
    assert check_of(found, "rules").verdict == "not_made"


def test_which_engine_issued_a_report_is_told() -> None:
    def told_of(engine: str, release: str) -> Check:
        changes = {"engine_sha256": engine, "engine_version": release}
        with short_reports():
            content = built(sample_certification().model_copy(update=changes))
        return check_of(verified(content), "engine")

    told = told_of(engine_of("banked"), __version__)
    assert told.verdict == "passed"
    assert f"certify {__version__}, engine {engine_of('banked')[:12]}: the one" in told.text

    told = told_of("0" * 64, "0.0.9")
    assert told.verdict == "not_made"
    assert told.text.startswith("Issued by certify 0.0.9, engine 000000000000. Installed here is")
    assert told.text.endswith("install certify 0.0.9 to work with the issuing one.")

    told = told_of("0" * 64, __version__)
    assert told.text.endswith("the issuing one was not a released one.")


def test_a_game_between_players_rests_on_other_sources() -> None:
    item = assembled().model_copy(
        update={"engine_sha256": engine_of("between_players"), "engine_version": __version__}
    )
    assert check_of(verified(built(item)), "engine").verdict == "passed"
