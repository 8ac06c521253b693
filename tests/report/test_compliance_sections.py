"""What a compliance report has beside its figures: every section says what the results say."""

from __future__ import annotations

import hashlib
import json
import re
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader
from reportlab.graphics.barcode.qr import QrCodeWidget

from certify.errors import ReportError
from certify.evidence.report.document import build_pdf
from certify.evidence.report.identity import report_number, results_bytes, results_sha256
from certify.evidence.report.sections.attachments import write_attachments, write_matrix
from certify.evidence.report.sections.comparison import write_crosscheck
from certify.evidence.report.sections.method import write_method
from certify.evidence.report.sections.monitoring import write_monitoring
from certify.evidence.report.sections.parties import write_conformity, write_parties
from certify.evidence.report.sections.proof import proofs_of, write_proof
from certify.evidence.report.sections.results import write_distribution, write_in_full, write_odds
from certify.evidence.report.sections.sheet import write_sheet
from certify.present.composer import Composer
from certify.present.pdf.fonts import register
from certify.present.pdf.pictures import picture_of
from certify.present.pdf.qr import SIDE, qr_drawing
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.shapes import Rect
from certify.studies.certification.result import Certification
from certify.studies.crosscheck.view import score_of
from certify.studies.item.enclosures import Enclosure
from certify.studies.returns.odds_view import Rare, one_in
from tests.report.built import built, text_of
from tests.report.conftest import ABOUT, Alone, SectionText
from tests.report.report_sample import PROVENANCE, sample_certification, sha256
from tests.report.report_sample_crosscheck import mean, sample_crosscheck

RULES = b"certify: 1\n"


def shown(value: float, digits: int = 6, *, scale: float = 100) -> str:
    """Return a figure as a reader expects it, made in another way than the report does."""
    return f"{value * scale:.{digits}f}".replace("-", "−")


# The first page, and the parties


def test_first_page_holds_everything_even_with_parties(
    full_pages: list[str], full_certification: Certification
) -> None:
    first = " ".join(full_pages[0].split())
    for text in (
        "Laboratory Example Laboratory for Games, its report no. L-2026-17",
        "Client Example Casino Company",
        "Jurisdiction Example State: Gaming Rule 8, 30-899",
        "1 of 2 requirements is met, 1 is not.",
        full_certification.engine_sha256,
        "relate only to the item tested",
        "Bonus, 5 wins, pays 15:1",
    ):
        assert text in first
    for text in ("What is certified, and how surely", "nobody loses more than", "Authorised by"):
        assert text in " ".join(full_pages[1].split())
    # The certificate has two pages; the report begins after it, with its contents.
    assert "\nReport\n  ." in full_pages[2]


def test_first_page_answers_for_every_wager(pages: list[str], certification: Certification) -> None:
    words = pages[0].split()
    lines = [words[at : at + 8] for at in range(len(words))]
    wagers = certification.shoes[0].optimal.wagers
    of_main = [
        figure
        for wager in (wagers.main, wagers.main_burnout)
        for figure in (
            shown(wager.rtp, 4),
            shown(wager.house_edge, 4),
            shown(wager.sd or 0.0, 3, scale=1),
        )
    ]
    assert [*of_main, "8.2", "7.8"] in lines
    for bonus in wagers.bonus.values():
        pays = float(bonus.pays.partition(":")[0])
        figures = []
        for found in (bonus.without_burnout, bonus.with_burnout):
            assert found is not None
            sd = (pays + 1) * (found.p_hit * (1 - found.p_hit)) ** 0.5
            figures += [shown(found.rtp, 4), shown(1 - found.rtp, 4), shown(sd, 3, scale=1)]
        assert [*figures, "1", f"{pays:g}"] in lines
    text = " ".join(words)
    assert "Insurance, always taken 92.6045 7.3955" in text
    assert "in one round 12.7 22.8" in text
    assert "in one streak 13.4 68" in text


def test_second_page_tells_what_is_certified_how_surely_and_what_is_not(
    full_pages: list[str], full_certification: Certification
) -> None:
    second = " ".join(full_pages[1].split())
    played = full_certification.crosscheck
    assert played is not None
    for text in (
        f"read in {len(full_certification.clauses)} clauses",
        f"{len(full_certification.rulings)} rulings decide",
        "Double after a split: yes",
        f"compared in {len(played.tests)} tests: no comparison failed",
        "Not covered. Shuffling",
    ):
        assert text in second


def test_exposure_has_every_set_of_wagers(text: str) -> None:
    for line in (
        "Main wager 8 8 8.2 7.8",
        "Main wager, Bonus on 2–5 wins 12 23 12.2 22.8",
        "Main wager, insurance, Bonus on 2–5 wins 12.5 23 12.7 22.8",
        "Main wager, Bonus on 2–5 wins 12 69 12.4 68",
        "a streak as a whole is not bounded",
        "each push can cost the player up to 2.7 more, and the house up to 2 more",
    ):
        assert line in text


def test_parties_are_as_they_were_given(
    section_text: SectionText, full_certification: Certification
) -> None:
    text = section_text(write_parties, full_certification)
    for value in (
        "Example Laboratory for Games",
        "1 Example Street, Denver",
        "at its address",
        "L-2026-17",
        "Jane Doe",
        "Example State",
        "Gaming Rule 8, 30-899",
        "Dr A. Person, head of mathematics",
        "2026-11-02",
        "Rules text complete and legible",
        "2026-11-03 to 2026-11-20",
    ):
        assert value in text


def test_what_was_not_given_is_not_invented(section_text: SectionText) -> None:
    text = section_text(write_parties, sample_certification())
    assert "not given" in text
    assert "invents nothing" in text
    some = sample_certification(about=ABOUT.model_copy(update={"client": None}))
    assert "Client not given" in section_text(write_parties, some)


def test_conformity_tells_figure_limit_and_verdict(
    section_text: SectionText, full_certification: Certification
) -> None:
    text = section_text(write_conformity, full_certification)
    main = full_certification.shoes[0].optimal.wagers.main
    assert "1 of 2 requirements is met, 1 is not." in text
    assert f"at least 98 % of initial amount {shown(main.rtp)}" in text
    assert "client’s agreement, 3.1" in text
    assert "shoes.0.optimal.wagers.main.rtp" in text
    assert "simple acceptance" in text
    assert "interval decides" not in text
    none = section_text(write_conformity, sample_certification())
    assert "No requirement was given" in none
    assert "met" not in none.split()


# Odds


def test_odds_follow_from_the_probabilities(
    section_text: SectionText, certification: Certification
) -> None:
    words = section_text(write_odds, certification).split()
    in_full = section_text(write_in_full, certification).split()
    for shoe, told in zip(certification.shoes, (words, in_full), strict=True):
        wagers = shoe.optimal.wagers
        assert wagers.insurance is not None
        wins = (1 + wagers.insurance.ev_when_always_taken) / 3
        lines = [
            [shown(wins, 7), f"{(1 - wins) / wins:.4f}", f"{1 / wins:.4f}"],
            [shown(wagers.main.house_edge, 9)],
            [shown(1 - wagers.main_burnout.rtp, 9)],
        ]
        for bonus in wagers.bonus.values():
            for found in (bonus.without_burnout, bonus.with_burnout, bonus.best):
                assert found is not None
                lines.append(
                    [bonus.pays, shown(found.p_hit, 7), f"{(1 - found.p_hit) / found.p_hit:.4f}"]
                )
                lines.append([shown(1 - found.rtp, 9)])
        for line in lines:
            size = len(line)
            assert line in [told[at : at + size] for at in range(len(told))], line


def test_even_money_is_stated_where_it_is_offered(
    section_text: SectionText, certification: Certification
) -> None:
    """Out of all deals of an ace to the dealer and a blackjack to the player, counted."""
    text = section_text(write_odds, certification)
    shoe = certification.shoes[0].optimal.shoe
    cards, aces, tens = sum(shoe.values()), shoe["A"], shoe["T"]
    deals = cards * (cards - 1) * (cards - 2)
    offered = (aces * (aces - 1) * tens + aces * tens * (aces - 1)) / deals
    insurance = certification.shoes[0].optimal.wagers.insurance
    assert insurance is not None
    assert shown(-insurance.ev_even_money / offered) in text
    assert shown(1 - (tens - 1) / (cards - 3)) in text


def test_rarest_award_and_result_are_named(
    section_text: SectionText, certification: Certification
) -> None:
    text = section_text(write_in_full, certification)
    assert "rarest award of a paytable is the Bonus on 5 consecutive wins without Burnout" in text
    assert f"one in {1 / 0.4735**5:.3f} of these" in text
    assert "a net result of −8 without Burnout" in text


@pytest.mark.parametrize(
    ("chance", "error", "text"),
    [
        (0.25, 0.0, "4.0000"),
        (1 / 3, 1e-3, "3.0"),
        (2e-7, 3e-10, "5,000,000"),
        (1.23456e-5, 0.0, "81,001"),
        (1e-10, 1e-9, "&gt; 909,090,909"),
        (0.0, 0.0, "-"),
    ],
)
def test_once_in_so_many_has_the_digits_that_are_sure(
    chance: float, error: float, text: str
) -> None:
    assert one_in(Rare("", chance, error)) == text


def test_contributions_add_up_to_the_expectation(
    section_text: SectionText, certification: Certification
) -> None:
    text = section_text(write_in_full, certification)
    outcomes = certification.shoes[0].optimal.wagers.main.outcomes
    assert outcomes is not None
    assert "What every net result contributes" in text
    for net, chance in outcomes.items():
        assert shown(float(net) * chance) in text
    assert shown(sum(float(net) * chance for net, chance in outcomes.items())) in text
    assert "Bands of the return by number of rounds" in section_text(
        write_distribution, certification
    )


# The crosscheck


def test_every_test_of_the_crosscheck_is_told(section_text: SectionText) -> None:
    found = sample_crosscheck(PROVENANCE)
    text = section_text(write_crosscheck, sample_certification(crosscheck=found))
    assert f"All {len(found.tests)} tests hold" in text
    assert found.plan_sha256 in text
    assert "Bonus on 3 wins, with Burnout: 40 000 000 streaks" in text.replace("\xa0", " ")
    assert text.count("what results and payment come to") == len(found.runs)
    assert "22/19" in text
    assert "NO" not in text.split()


def test_a_failed_test_is_told_first(section_text: SectionText) -> None:
    bad = mean("main", "ev", "net of a round", 5.1, p=3e-7, p_adjusted=2e-5, passed=False)
    found = sample_crosscheck(PROVENANCE, tests=(bad, mean("main", "x", "else", 0.1)))
    text = section_text(write_crosscheck, sample_certification(crosscheck=found))
    assert "1 of 2 tests do not hold: main.ev." in text
    assert "NO" in text.split()


def test_what_was_not_worked_out_has_no_section() -> None:
    register()
    for section in (write_crosscheck, write_monitoring, write_sheet, write_matrix):
        composer = Composer()
        section(composer, sample_certification())
        assert composer.elements == []


def test_scores_of_distributions_are_normal() -> None:
    distribution = mean(
        "main", "results", "x", 0.0, kind="distribution", statistic=30.0, freedom=19
    )
    for p, score in ((0.5, 0.0), (0.05, 1.6449), (0.975, -1.96)):
        assert score_of(distribution.model_copy(update={"p": p})) == pytest.approx(score, abs=1e-3)
    assert score_of(distribution.model_copy(update={"p": 0.0})) == 6.0


# Live monitoring, the sheet, the error budget


def test_monitoring_prints_the_annex(
    section_text: SectionText, full_certification: Certification
) -> None:
    text = section_text(write_monitoring, full_certification)
    words = set(text.split())
    for annex in full_certification.annex:
        for wager in annex.wagers:
            assert wager.on_turnover is not None
            for tolerance in (wager.on_initial, wager.on_turnover):
                for line in tolerance.lines:
                    assert {shown(half, 4) for half in line.half_widths} <= words
            assert {shown(each.factor, 4, scale=1) for each in wager.seats} <= words
        for single in annex.singles:
            assert shown(single.sd, 6, scale=1) in words
            assert f"{single.counts[0].lows[-1]}–{single.counts[0].highs[-1]}" in words
    assert "Var(W − R T)" in text


def test_monitoring_leaves_out_what_is_not_known(
    section_text: SectionText, full_certification: Certification
) -> None:
    annex = full_certification.annex[0]
    wagers = tuple(
        wager.model_copy(update={"on_turnover": None, "seats": (), "seat_covariance": None})
        for wager in annex.wagers
    )
    other = full_certification.model_copy(
        update={"annex": (annex.model_copy(update={"wagers": wagers}),)}
    )
    text = section_text(write_monitoring, other)
    assert "on everything wagered:" not in text
    assert "table of several seats" not in text


def test_sheet_speaks_of_a_hundred(
    section_text: SectionText, full_certification: Certification
) -> None:
    text = section_text(write_sheet, full_certification)
    basic = full_certification.shoes[0].basic.wagers
    assert f"The game without Burnout 100 {100 * basic.main.rtp:.1f}" in text
    assert f"The game with Burnout 120 {120 * basic.main_burnout.rtp:.1f}" in text
    sheet = full_certification.sheet
    assert sheet is not None
    for wager in sheet.wagers:
        for session in wager.sessions:
            assert f" {100 * session.p_ahead:.0f} " in text
    assert "no way to play and no system of stakes" in text
    for word in ("expectation", "variance", "standard deviation", "optimal", "EV"):
        assert word not in text


def test_sheet_promises_no_loss_where_there_may_be_a_gain(
    section_text: SectionText, full_certification: Certification
) -> None:
    shoe = full_certification.shoes[0]
    wagers = shoe.optimal.wagers
    main = wagers.main.model_copy(update={"rtp": 1.001})
    optimal = shoe.optimal.model_copy(update={"wagers": wagers.model_copy(update={"main": main})})
    shoes = (shoe.model_copy(update={"optimal": optimal}),)
    text = section_text(write_sheet, full_certification.model_copy(update={"shoes": shoes}))
    assert "system of stakes" not in text


def consistent() -> Certification:
    """Return a sample whose figures agree with each other."""
    sample = sample_certification()
    shoe = sample.shoes[0]
    outcomes = shoe.optimal.wagers.main.outcomes
    assert outcomes is not None
    mean_of = sum(float(net) * chance for net, chance in outcomes.items())
    variance = sum((float(net) - mean_of) ** 2 * chance for net, chance in outcomes.items())

    def agreeing(result: Any) -> Any:
        wagers = result.wagers
        changed = wagers.model_copy(
            update={
                "main": wagers.main.model_copy(update={"ev": mean_of, "variance": variance}),
                "main_burnout": wagers.main_burnout.model_copy(
                    update={"ev": mean_of - 0.2, "gross_ev": mean_of, "variance": variance}
                ),
            }
        )
        upcards = tuple(
            upcard.model_copy(update={"main": mean_of, "main_burnout_gross": mean_of})
            for upcard in result.by_upcard
        )
        return result.model_copy(update={"wagers": changed, "by_upcard": upcards})

    agreed = shoe.model_copy(
        update={"optimal": agreeing(shoe.optimal), "basic": agreeing(shoe.basic)}
    )
    return sample.model_copy(update={"shoes": (agreed,)})


def test_identities_hold_and_are_told(section_text: SectionText) -> None:
    sample = consistent()
    proofs = list(proofs_of(sample.shoes[0]))
    assert len(proofs) >= 16
    assert [proof.text for proof in proofs if not proof.holds] == []
    text = section_text(write_proof, sample)
    assert "All of them hold." in text
    assert "NO" not in text.split()
    assert "1 of 2 agree in all digits published" in text


@pytest.mark.parametrize("field", ["ev", "variance", "p_push"])
def test_a_figure_that_is_off_is_found(section_text: SectionText, field: str) -> None:
    sample = consistent()
    shoe = sample.shoes[0]
    wagers = shoe.optimal.wagers
    moved = getattr(wagers.main, field) + 1e-6
    main = wagers.main.model_copy(update={field: moved})
    optimal = shoe.optimal.model_copy(update={"wagers": wagers.model_copy(update={"main": main})})
    broken = sample.model_copy(update={"shoes": (shoe.model_copy(update={"optimal": optimal}),)})
    assert any(not proof.holds for proof in proofs_of(broken.shoes[0]))
    text = section_text(write_proof, broken)
    assert "no figure of this report may be used" in text
    assert "NO" in text.split()


def test_method_names_additions_deviations_and_exclusions(section_text: SectionText) -> None:
    text = section_text(write_method, sample_certification())
    assert "Additions to the figures of the wagers: none." in text
    assert "Deviations from the spec as issued: none." in text
    assert "Not worked out for this report: sensitivity, shoe composition, crosscheck." in text
    changed = sample_certification(changed=(("decks", "1"),))
    assert "Deviations from the spec as issued: decks = 1." in section_text(write_method, changed)


# Attachments and the matrix


def test_attachments_are_listed_with_their_hashes(section_text: SectionText, alone: Alone) -> None:
    enclosure = Enclosure(
        name="rules.yaml",
        title="Rules of the game, as certified",
        media_type="application/yaml",
        relationship="Source",
        size=len(RULES),
        sha256=hashlib.sha256(RULES).hexdigest(),
    )
    item = sample_certification()
    text = section_text(write_attachments, item)
    assert "rules.yaml" not in text
    assert results_sha256(item) in text
    assert f"{len(results_bytes(item)):,}".replace(",", " ") in text.replace("\xa0", " ")
    assert "certify verify FILE.pdf" in text
    assert "--recompute" in text
    assert report_number(item) in text
    listed = item.model_copy(update={"enclosures": (enclosure,)})
    with alone(write_attachments):
        text = text_of(built(listed, {"rules.yaml": RULES}))
    assert "rules.yaml Rules of the game, as certified" in text
    assert f"{enclosure.sha256} source {len(RULES)}" in text


def test_the_qr_code_says_number_and_hash() -> None:
    register()
    payload = f"BB-0000-0000-0000 sha256:{sha256('x')}"
    drawing = qr_drawing(payload, [("Report", "BB-0000-0000-0000"), ("Hash", sha256("x"))])
    code = [shape for shape in drawing.shapes() if isinstance(shape, Rect)]
    bars = [(bar.x, bar.y, bar.width, bar.height) for bar in code if bar.fill is not None]
    widget = QrCodeWidget(payload, barWidth=SIDE, barHeight=SIDE, barBorder=4, barLevel="M").draw()
    wanted = [(bar.x, bar.y, bar.width, bar.height) for bar in widget.contents if bar.fillColor]
    assert bars == wanted
    module = min(width for _, _, width, _ in bars)
    assert min(left for left, _, _, _ in bars) >= 4 * module - 1e-9
    assert max(left + width for left, _, width, _ in bars) <= SIDE - 4 * module + 1e-9
    assert drawing.keeps_colours
    left, bottom, right, top = picture_of(drawing).getBounds()
    assert left >= -1
    assert bottom >= -1
    assert right <= TEXT_WIDTH + 1
    assert top <= drawing.height + 1


def test_matrix_refers_to_sections_as_they_are_numbered(
    full_pages: list[str], full_certification: Certification, full_pdf: bytes
) -> None:
    reader = PdfReader(BytesIO(full_pdf))
    numbered = {}
    annexes = next(number for number, page in enumerate(full_pages) if "\nAnnexes\n  ." in page)
    for page in (full_pages[2], full_pages[annexes]):
        for line in page.splitlines():
            number, _, title = line.replace("\u2002", " ").partition(" ")
            if re.fullmatch(r"\d+|[A-Z]", number):
                numbered[title.rstrip(" .").rstrip()] = number
    text = " ".join(" ".join(page.split()) for page in full_pages[-3:])
    for entry in full_certification.matrix:
        assert entry.text in text
        for title in entry.sections:
            if title != "First page":
                assert f"{numbered[title]} {title}" in text
    last = [note.get_object() for page in reader.pages[-2:] for note in page.get("/Annots", [])]
    assert len(last) > 20


def test_matrix_refuses_a_section_that_is_not_there(section_text: SectionText) -> None:
    item = sample_certification()
    entry = {"id": "A1", "asks": "x", "source": "x", "status": "answered", "text": "x"}
    matrix = ({**entry, "sections": ["No such section"]},)
    broken = Certification.from_json(json.dumps({**json.loads(item.to_json()), "matrix": matrix}))
    with pytest.raises(ReportError, match="'No such section', which the report does not have"):
        section_text(write_matrix, broken)


def test_sections_are_rebuilt_from_json(full_certification: Certification, alone: Alone) -> None:
    again = Certification.from_json(results_bytes(full_certification))
    assert again == full_certification
    with alone(write_parties, write_conformity, write_monitoring, write_sheet, write_crosscheck):
        assert build_pdf(again) == build_pdf(full_certification)
