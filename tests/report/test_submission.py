"""The package that an authority asks for: it is whole, it traces, and it says what it rests on."""

import hashlib
import io
import re
from dataclasses import replace

import pytest
from click.testing import CliRunner
from pikepdf.pdfa import validate_written
from pydantic import ValidationError
from pypdf import PdfReader

from certify.cli.main import certify
from certify.errors import OutputError, ReportError
from certify.evidence.submission.documents import Item
from certify.evidence.submission.package import (
    SubmissionAsked,
    build_submission,
    check_folder,
    write_submission,
)
from certify.evidence.submission.payouts import payouts_of
from certify.evidence.submission.proof import verify_submission
from certify.evidence.submission.rulebook import chapters_of, worked_examples
from certify.evidence.submission.rules import (
    dealing_document,
    rulebook_document,
    rulebook_elements,
)
from certify.evidence.submission.traced import (
    Chapter,
    Sentence,
    check_marks,
    require_traced,
    write_chapters,
)
from certify.present.document import Column, Table, Text
from certify.present.markup import typeset
from certify.runtime.context import Context
from certify.studies.submission.parts import PARTS, RESULTS
from certify.studies.submission.profile import read_profiles
from certify.studies.submission.result import Finding, MatrixCell, Stands
from tests.report.built import pages_of, text_of
from tests.report.certificates import PASSPHRASE, issued_by, key_file, root
from tests.report.structure_check import TaggedFile, findings
from tests.report.submissions import ALL, GAMES, changed, figures, submission

BURNOUT = "blackjack-burnout"
FLUSH, WAR = "flush_pays=3:1", "casino-war"
DOCUMENTS = sorted({part.file for part in PARTS.values()} - {"report.pdf"})


@pytest.mark.parametrize("game", [*GAMES, BURNOUT])
def test_the_package_is_whole_and_its_hashes_are_right(game):
    made, contents = submission(game)
    lines = contents["SHA256SUMS"].decode().splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert sums.keys() == contents.keys() - {"SHA256SUMS"}
    assert all(
        hashlib.sha256(contents[name]).hexdigest() == digest for name, digest in sums.items()
    )
    assert {file.name for file in made.files} == contents.keys() - {"SHA256SUMS", "manifest.json"}
    documents = {name for name in contents if name.endswith(".pdf")}
    assert documents - {"report.pdf"} == set(DOCUMENTS)
    assert "report.pdf" in documents
    for file in made.files:
        if file.name.endswith(".pdf"):
            assert len(PdfReader(io.BytesIO(contents[file.name])).pages) == file.pages


def test_the_same_is_made_twice():
    once_, again = submission()[1], submission(profiles=tuple(reversed(ALL)))[1]
    assert once_["odds.pdf"] == again["odds.pdf"]
    assert once_["rulebook.pdf"] == again["rulebook.pdf"]
    assert once_["clause-matrix.pdf"] != again["clause-matrix.pdf"]


# Rulebook


@pytest.mark.parametrize("game", [*GAMES, BURNOUT, "casino-war"])
@pytest.mark.parametrize("style", ["plain", "rulemaking"])
def test_every_sentence_of_a_rulebook_traces(game, style):
    loaded = changed(game)
    chapters = chapters_of(loaded, style)
    told = {mark for chapter in chapters for each in chapter.sentences for mark in each.marks}
    binding = {number for number, clause in loaded.spec.clauses.items() if clause.kind != "flavour"}
    assert binding | set(loaded.spec.rulings) <= told


def item() -> Item:
    return Item(changed("three-card-poker"), figures(), "2026-11-25", "TCP-C-0000-0000", "0" * 64)


@pytest.mark.parametrize(
    "planted",
    [
        Text("The dealer may change the rules."),
        Table([Column("A"), Column("B"), Column("C")], []),
    ],
)
def test_a_sentence_that_is_planted_is_found(planted):
    elements = rulebook_elements(item(), "plain")
    require_traced(elements)
    if isinstance(planted, Table):
        table = next(each for each in elements if isinstance(each, Table))
        planted = replace(
            table, rows=[*table.rows, ("9.9", "The dealer may change the rules.", "")]
        )
    with pytest.raises(ReportError, match="The dealer may change the rules"):
        require_traced([*elements, planted])


@pytest.mark.parametrize(
    "document", [lambda item: rulebook_document(item, "plain"), dealing_document]
)
def test_a_document_with_a_planted_sentence_is_not_made(document, monkeypatch):
    def planted(composer, chapters):
        write_chapters(composer, chapters)
        composer.text("The dealer may change the rules.")

    assert document(item()).pages
    monkeypatch.setattr("certify.evidence.submission.rules.write_chapters", planted)
    with pytest.raises(ReportError, match="The dealer may change the rules"):
        document(item())


def test_a_sentence_is_from_something_that_the_spec_has():
    with pytest.raises(ReportError, match="from nowhere"):
        Sentence("The dealer may change the rules.", ())
    chapter = Chapter("Rules", (Sentence("The dealer may change the rules.", ("C44",)),))
    with pytest.raises(ReportError, match=r"C44.*did you mean C4"):
        check_marks([chapter], changed("three-card-poker"))


def test_the_style_of_rulemaking_defines_and_says_shall():
    plain, formal = (
        [
            each.text
            for chapter in chapters_of(changed("punto-banco"), style)
            for each in chapter.sentences
        ]
        for style in ("plain", "rulemaking")
    )
    assert any("“Tie” means" in text for text in formal)
    assert sum(" shall " in text for text in formal) > 20
    assert not any(" shall " in text for text in plain)


@pytest.mark.parametrize("game", [*GAMES, BURNOUT])
def test_there_is_an_example_of_a_win_a_loss_and_a_push(game):
    assert worked_examples(changed(game)).keys() == {"win", "loss", "push"}


def test_an_example_that_does_not_hold_any_more_is_left_out():
    usual, other = (
        worked_examples(changed("punto-banco", *each)) for each in ((), ("commission=0",))
    )
    assert usual["win"] == "the_banker_draws_to_a_six"
    assert other.get("win") != "the_banker_draws_to_a_six"


# One change, every page


TOLD = {
    "rulebook.pdf": "“Pair plus” pays {} to 1: Flush",
    "rulebook-rulemaking.pdf": "“Pair plus” shall pay {} to 1: Flush",
    "dealing-procedure.pdf": "Flush {} to 1",
    "rack-card.pdf": "Flush {} to 1",
    "layout.pdf": "Flush {} to 1",
    "odds.pdf": "Flush {} to 1",
    "par-sheet.pdf": "Flush {} to 1",
}
"""How the documents say what pair plus pays for a flush."""


@pytest.mark.slow
def test_a_changed_payout_changes_every_document_that_tells_of_it():
    (made, before), (changed_, after) = submission(), submission("three-card-poker", FLUSH)
    for name, words in TOLD.items():
        assert words.format(4) in text_of(before[name]), name
        assert words.format(3) in text_of(after[name]), name
        assert words.format(4) not in text_of(after[name]), name
    assert ">3 to 1<" in after["layout.svg"].decode()
    assert ">3 to 1<" not in before["layout.svg"].decode()
    assert "flush_pays = 3:1" in text_of(after["certificate.pdf"])
    wagers = [{w.wager: w.rtp for w in each.figures.wagers} for each in (made, changed_)]
    usual, less = (f"{100 * returns['pair_plus']:.4f}" for returns in wagers)
    assert usual != less
    for name in ("certificate.pdf", "clause-matrix.pdf", "odds.pdf", "par-sheet.pdf"):
        assert usual in text_of(before[name]), name
        assert less in text_of(after[name]), name
        assert usual not in text_of(after[name]), name


def test_a_changed_rule_is_said_where_the_rulebook_said_otherwise():
    told = [
        each.text
        for chapter in chapters_of(changed("punto-banco", "tie_pays=9:1"))
        for each in chapter.sentences
    ]
    place = told.index("A tie returns wagers on hands, and pays 8 to 1.")
    assert told[place + 1].startswith("In this version “A tie pays” is 9 to 1")
    assert "What does a tie pay? 9 to 1, in this version." in told


@pytest.mark.parametrize("game", [*GAMES, BURNOUT])
def test_odds_are_never_for_one(game):
    _, contents = submission(game)
    for name in DOCUMENTS:
        assert not re.search(r"\d for (\d|one)", text_of(contents[name])), name
    assert " for 1<" not in contents["layout.svg"].decode()


def test_payouts_for_one_are_printed_to_one():
    loaded = changed("caribbean-stud")
    none = figures().model_copy(update={"wagers": ()})
    (side,) = (
        rows
        for title, _, rows in payouts_of(loaded, none)
        if dict(rows).get("Royal flush") == "99999 to 1"
    )
    assert dict(side)["Flush"] == "49 to 1"


def test_an_outcome_that_is_worded_for_one_is_refused():
    loaded = changed("three-card-poker")
    table = loaded.paytables["pair_plus"]
    row = table.rows["flush"].model_copy(update={"outcome": "Flush, 5 for 1"})
    table = table.model_copy(update={"rows": {**table.rows, "flush": row}})
    loaded = replace(loaded, paytables={**loaded.paytables, "pair_plus": table})
    with pytest.raises(ReportError, match="5 for 1"):
        list(payouts_of(loaded, figures()))


# The certificate

QUESTIONS = {
    "name": r"Name and version {title}, \d+\.\d+\.\d+",
    "version": r"{title}, version \d+\.\d+\.\d+",
    "who tested": r"Tested by not given",
    "which rules": r"read in \d+ clauses; \d+ rulings.*Spec SHA-256 [0-9a-f]{{64}}",
    "return of each wager": r"{returns}",
    "how sure": r"How sure\. Nothing is sampled: (every figure is exact|no return is in error)",
    "most to lose": r"nobody loses more than {most} times the wager in a round",
    "strategy": r"{strategy}",
    "what is not covered": r"Not covered: shuffling",
    "verdict": r"(Met: all|Not met: \d+ of the) \d+ limits",
}


@pytest.mark.parametrize("game", [*GAMES, BURNOUT])
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_certificate_answers_on_two_pages(game, question):
    made, contents = submission(game)
    pages = pages_of(contents["certificate.pdf"])
    assert len(pages) == 2
    best = [wager for wager in made.figures.wagers if wager.is_best]
    wanted = QUESTIONS[question].format(
        title=re.escape(made.title),
        most=f"{made.figures.most_lost:g}",
        returns=".*".join(
            rf"{re.escape(typeset(wager.title))} {100 * wager.rtp:.4f}" for wager in best
        ),
        strategy=re.escape(made.figures.strategy[0])
        if made.figures.strategy
        else "there is no strategy",
    )
    text = " ".join(" ".join(pages).split())
    assert re.search(wanted, text), text


@pytest.mark.parametrize("game", [*GAMES, BURNOUT])
def test_certificate_par_sheet_and_cards_keep_their_pages(game):
    made = {file.name: file.pages for file in submission(game)[0].files}
    assert made["certificate.pdf"] == 2
    assert [
        made[f"{name}.pdf"] for name in ("par-sheet", "rack-card", "layout", "players-guide")
    ] == [1] * 4


@pytest.mark.parametrize("game", [*GAMES, BURNOUT])
def test_no_page_is_empty(game):
    """Head and foot are on every page; something else must be, too."""
    contents = submission(game)[1]
    for name in DOCUMENTS:
        for number, page in enumerate(pages_of(contents[name]), start=1):
            assert len(page) > 250, (name, number)


# The matrix


def test_a_cell_without_page_or_figure_cannot_be_made():
    place = (Stands(document="odds.pdf", page=1),)
    for wrong in (
        {"status": "answered"},
        {"status": "met", "places": place},
        {"status": "met", "figures": ("96 %",)},
        {"status": "not met", "places": place},
        {"status": "for a human"},
        {"status": "answered", "places": ({"document": "odds.pdf", "page": 0},)},
        {"status": "answered", "places": ({"document": "", "page": 1},)},
    ):
        with pytest.raises(ValidationError):
            MatrixCell.model_validate(wrong)
    MatrixCell(status="met", places=place, figures=("96 %",))
    with pytest.raises(ValidationError, match="rests on a figure"):
        Finding(kind="k", subject="s", asked="a", value=None, shown="", verdict="met", part="odds")


def test_every_clause_has_an_answer_whose_page_is_there():
    made, contents = submission()
    pages = {file.name: file.pages for file in made.files}
    rows = [row for matrix in made.matrices for row in matrix.rows]
    assert len(rows) >= 40
    for row in rows:
        assert row.cell.places or row.cell.human
        assert all(place.page <= (pages[place.document] or 0) for place in row.cell.places)
        if row.certainty != "V":
            assert f"({row.certainty})" in row.cell.human
    text = text_of(contents["clause-matrix.pdf"])
    assert all(matrix.authority in text for matrix in made.matrices)


def test_the_page_that_a_cell_names_has_what_it_says():
    made, contents = submission(BURNOUT)
    headings = {
        "rulebook.examples": "Worked examples",
        "odds.lines": "Pay lines and their true odds",
    }
    (massachusetts,) = (each for each in made.matrices if each.id == "ma")
    examples = next(row for row in massachusetts.rows if row.clause.endswith("2, examples"))
    (place,) = examples.cell.places
    assert place.document == "rulebook.pdf"
    assert place.page > 1
    assert headings["rulebook.examples"] in pages_of(contents["rulebook.pdf"])[place.page - 1]


def test_what_the_spec_does_not_say_is_left_to_a_human():
    made, _ = submission()
    (massachusetts,) = (each for each in made.matrices if each.id == "ma")
    misdeals = next(row for row in massachusetts.rows if row.clause.endswith("(e)3"))
    assert misdeals.cell.status == "for a human"
    assert "says nothing of it" in misdeals.cell.human
    assert any("misdeal" in what for what in made.left)


# Written as a whole


def test_a_package_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    contents = submission()[1]
    folder = tmp_path / "package"
    write_submission(folder, contents)
    assert {path.name for path in folder.iterdir()} == contents.keys()
    check_folder(folder)

    def fail(_contents):
        raise OutputError("odds.pdf", "no space is left")

    monkeypatch.setattr("certify.evidence.submission.package.write_files", fail)
    with pytest.raises(OutputError):
        write_submission(tmp_path / "other", contents)
    assert not (tmp_path / "other").exists()


def test_a_folder_with_other_files_is_refused(tmp_path):
    (tmp_path / "letter.txt").touch()
    with pytest.raises(OutputError, match=r"it holds other files \(letter.txt\)"):
        check_folder(tmp_path)
    assert RESULTS == "results.json"


def test_what_an_earlier_submission_had_is_gone(tmp_path):
    folder = tmp_path / "package"
    write_submission(folder, submission()[1])
    assert (folder / "nj.yaml").exists()
    write_submission(folder, submission(WAR, profiles=("wa",))[1])
    assert not (folder / "nj.yaml").exists()
    assert not verify_submission(folder).has_failed


# A package proves itself


@pytest.fixture
def package(tmp_path):
    folder = tmp_path / "package"
    write_submission(folder, submission(WAR, profiles=("wa",))[1])
    return folder


def verdicts(folder, recomputing=None):
    checks = verify_submission(folder, recomputing).checks
    return {check.id: check.verdict for check in checks}, [d for c in checks for d in c.details]


def test_a_package_proves_itself(package):
    found, _ = verdicts(package, Context())
    assert set(found.values()) == {"passed"}
    assert list(found) == ["hashes", "results", "rules", "pages", "report", "figures"]


@pytest.mark.slow
def test_blackjack_without_an_option_is_submitted_with_its_first_cards(tmp_path):
    made, contents = submission("blackjack", profiles=("nj",))
    write_submission(tmp_path / "package", contents)
    assert set(verdicts(tmp_path / "package", Context())[0].values()) == {"passed"}
    lost = {wager.wager: wager.most_lost for wager in made.figures.wagers}
    assert lost == {"main": 8.0, "pairs": 1.0, "three_cards": 1.0, "twenty": 1.0, "insurance": 1.0}
    assert made.figures.most_lost == 11.5


@pytest.mark.parametrize(
    "name",
    [
        *("odds.pdf", "casino_war.yaml"),
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("layout.svg", "wa.yaml")),
    ],
)
def test_a_file_that_was_changed_is_found(package, name):
    content = (package / name).read_bytes()
    (package / name).write_bytes(content + b"\n")
    found, details = verdicts(package)
    assert found["hashes"] == "failed"
    assert f"{name} has another hash than SHA256SUMS states" in details


def test_figures_that_were_changed_throughout_are_found_by_recomputing(package):
    """Somebody changes a figure and makes the whole package again from it."""
    made = submission(WAR, profiles=("wa",))[0]
    wagers = list(made.figures.wagers)
    wagers[1] = wagers[1].model_copy(update={"rtp": 0.99, "exact": {}})
    forged = made.figures.model_copy(update={"wagers": tuple(wagers)})
    profiles = read_profiles(["wa"])
    asked = SubmissionAsked(profiles=profiles, issued=made.issued, command=made.command)
    write_submission(package, build_submission(changed(WAR), forged, asked)[1])
    assert set(verdicts(package)[0].values()) == {"passed"}
    found, details = verdicts(package, Context())
    assert found["figures"] == "failed"
    assert any(detail.startswith("wagers.1.rtp: 0.99") for detail in details)


def test_a_file_of_somebody_else_does_not_belong(package):
    (package / "letter.txt").write_text("Dear authority", encoding="utf-8")
    assert "letter.txt does not belong to the submission" in verdicts(package)[1]


def test_a_manifest_that_is_none_is_told(package):
    (package / "manifest.json").write_text("{}", encoding="utf-8")
    found, _ = verdicts(package)
    assert found == {"hashes": "failed", "results": "failed"}


def test_a_certificate_is_signed_where_its_package_proves_itself(package):
    authority = root()
    key = key_file(package.parent, issued_by(authority, "Ada Tester"), authority)
    arguments = ["sign", str(package / "certificate.pdf"), "--key", str(key)]
    signed = package / "certificate.signed.pdf"
    run = CliRunner(env={"CERTIFY_PASSPHRASE": PASSPHRASE.decode(), "COLUMNS": "80"})
    ended = run.invoke(certify, [*arguments, "-o", str(signed)])
    assert ended.exit_code == 0, ended.output
    assert signed.read_bytes().startswith((package / "certificate.pdf").read_bytes())
    assert set(verdicts(package)[0].values()) == {"passed"}
    (package / "odds.pdf").write_bytes(b"%PDF-")
    ended = run.invoke(certify, [*arguments, "-o", str(package.parent / "other.pdf")])
    assert ended.exit_code == 1
    assert "its submission does not prove itself" in " ".join(ended.output.split())


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name != "rulebook-rulemaking.pdf"])
def test_every_document_is_for_the_archive_and_tagged(name, tmp_path):
    content = submission()[1][name]
    file = tmp_path / name
    file.write_bytes(content)
    assert [str(finding) for finding in validate_written(file, "3b").findings] == []
    assert findings(TaggedFile(content)) == []


def test_letters_that_the_fonts_lack_are_told():
    given = read_profiles(["wa"])[0]
    name = given.profile.jurisdiction.model_copy(update={"name": "\u5dde"})
    profile = given.profile.model_copy(update={"jurisdiction": name})
    asked = SubmissionAsked((replace(given, profile=profile),), "2026-11-25", "certify submit")
    with pytest.raises(ReportError, match="cannot print '\u5dde'"):
        build_submission(changed("three-card-poker"), figures(), asked)
