"""The report of a game that is worked out from its spec, and that it proves itself."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from math import comb
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from certify.cli.main import certify
from certify.errors import StateSpaceError
from certify.evidence.enclosures import enclose
from certify.evidence.recompute import recompute
from certify.evidence.report.document import build_csv, build_html
from certify.evidence.report.identity import report_number
from certify.evidence.report.sections.analysed.method import identities
from certify.evidence.schemas import results_schema
from certify.evidence.verification.verify import Verification
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_settings
from certify.numerics.fingerprint import engine_of
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.studies.banked.study import banked_study
from certify.studies.certification.about import Given, read_about
from certify.studies.certification.banked import (
    certify_banked,
    is_always_made,
)
from certify.studies.certification.banked_effects import payout_effects
from certify.studies.certification.banked_play_view import alike
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.crosscheck.policies import kept_policies_check
from certify.studies.crosscheck.wagers import crosscheck_wagers
from certify.studies.exposure.study import Seen, is_exposure_kept
from certify.studies.exposure.view import seen_in_words
from certify.studies.house.reported import figures_of
from certify.studies.submission.figures import submission_figures
from tests.oracle.random_games import decision, frame_of, loaded
from tests.report.built import built, pages_of, text_of
from tests.report.sealed import change_digit, change_results, changed
from tests.unit.exact.banked.test_card_picks import LOWEST, TWO, draw, game

GAME = "three-card-poker"
HANDS = comb(52, 3)
REPORTS = Path(__file__).parents[2] / "reports"
WAR = "casino-war"
COMMAND = "certify report {} --brief -o report.pdf"
ABOUT = """
certify: 1
client: {name: Example Casino}
requirements:
  - {figure: returns.wagers.main.house_edge, at_most: 0.034, clause: rule 1}
  - {figure: returns.wagers.tie.lines.0.probability, at_least: 0.1, clause: rule 2}
"""


def certified(game: str, given: Given | None = None) -> BankedCertification:
    """Return the content of a brief report; what it rests on is kept for all tests."""
    kept = Context(Cache.of_user(pytest.fail))
    command = COMMAND.format(game)
    return certify_banked(load_game(game), command=command, brief=True, given=given, context=kept)


@pytest.fixture(scope="module")
def content() -> BankedCertification:
    """Return what was issued, which `test_issued` builds again."""
    return BankedCertification.from_json((REPORTS / f"{GAME}.json").read_bytes())


@pytest.fixture(scope="module")
def whole() -> bytes:
    return (REPORTS / f"{GAME}.pdf").read_bytes()


@pytest.fixture(scope="module")
def war() -> BankedCertification:
    return certified(WAR)


def failed(pdf: bytes) -> set[str]:
    """Return the checks of a report that fail."""
    verification = Verification(pdf, "report.pdf")
    verification.run()
    return {check.id for check in verification.result().checks if check.verdict == "failed"}


def test_first_page_answers_what_a_regulator_asks(whole: bytes) -> None:
    first = " ".join(pages_of(whole)[0].split())
    for words in (
        "What is certified:",
        "For which rules:",
        "How surely:",
        "Not covered:",
        "3.3730",  # house edge of the ante, as printed by analysts: 3.37 %
        "2.0147",  # its element of risk: 2.01 %
        "2.3167",  # pair plus: 2.32 %
    ):
        assert words in first


def test_figures_are_those_of_the_results(content: BankedCertification, whole: bytes) -> None:
    words = text_of(whole)
    wagers = content.returns.wagers
    for name in ("ante", "pair_plus"):
        assert f"{100 * (wagers[name].house_edge or 0.0):.6f}" in words
        assert (wagers[name].exact or {})["house_edge"] in words
    for line in wagers["pair_plus"].lines:
        assert line.outcome in words
        assert f"{line.one_in:.2f}" in words
        assert (line.exact or {})["probability"] in words
    assert "play with Q-6-4 or better, otherwise fold" in words
    assert content.policies[0].cost == 0.0


def test_odds_are_those_of_counting_hands(content: BankedCertification) -> None:
    lines = {line.row: line for line in content.returns.wagers["pair_plus"].lines}
    flushes = 4 * (comb(13, 3) - 12)
    counted = {"flush": flushes, "pair": 13 * comb(4, 2) * 48, "straight_flush": 48}
    for row, hands in counted.items():
        assert Fraction((lines[row].exact or {})["probability"]) == Fraction(hands, HANDS)


def test_a_changed_digit_and_a_changed_result_are_noticed(war: BankedCertification) -> None:
    item, contents = enclose(war, load_game(WAR))
    pdf = built(item, contents)
    assert failed(pdf) == set()
    assert item.engine_sha256 == engine_of("analysed")
    assert "pages" in failed(changed(pdf, change_digit))
    assert "pages" in failed(changed(pdf, change_results))


def test_a_figure_that_does_not_follow_from_the_rules_is_noticed(
    war: BankedCertification,
) -> None:
    main = war.returns.wagers["main"].model_copy(update={"house_edge": 0.0234})
    returns = war.returns.model_copy(update={"wagers": {**war.returns.wagers, "main": main}})
    found = recompute(war.model_copy(update={"returns": returns}), load_game(WAR)).changed
    assert [one.path for one in found] == ["returns.wagers.main.house_edge"]


def test_identities_hold_and_one_that_does_not_is_told(content: BankedCertification) -> None:
    told = list(identities(content))
    assert len(told) == 7
    assert all(all(held) for _, held in told)
    assert content.together is not None
    exact = content.together.exact or {}
    worse = {**exact, "ev": str(Fraction(exact["ev"]) - 1)}
    together = content.together.model_copy(update={"exact": worse})
    found = dict(identities(content.model_copy(update={"together": together})))
    assert [text for text, held in found.items() if not all(held)] == [told[-1][0]]
    ante = content.returns.wagers["ante"]
    wrong = ante.model_copy(update={"exact": {**(ante.exact or {}), "element_of_risk": "1/50"}})
    returns = content.returns.model_copy(
        update={"wagers": {**content.returns.wagers, "ante": wrong}}
    )
    broken = content.model_copy(update={"returns": returns})
    assert [all(held) for _, held in identities(broken)].count(False) == 1


def test_requirements_are_judged_by_exact_figures(tmp_path: Path) -> None:
    path = tmp_path / "about.yaml"
    path.write_text(ABOUT)
    given = read_about(str(path), BankedCertification)
    item = certified(WAR, given)
    first, second = item.requirements
    assert (first.verdict, second.verdict) == ("met", "not met")
    assert first.title == "Main wager: house edge; best play"
    assert first.unit == "initial wager"
    assert not item.all_met


def test_a_payout_changes_edges_by_its_odds_as_long_as_play_is_the_same() -> None:
    game, kept = load_game(GAME), Context(Cache.of_user(pytest.fail))
    returns = banked_study(game, exact=True, context=kept)
    found = {(each.wager, each.row): each for each in payout_effects(game, returns, kept)}
    flush = found["pair_plus", "pair_plus.flush"]
    assert Fraction((flush.exact or {})["slope_more"]) == Fraction(1096, HANDS)
    assert flush.less == pytest.approx(0.0728, abs=5e-5)  # printed by analysts for 3 to 1
    assert flush.keeps
    assert ("ante", "pair_plus.flush") not in found


def test_a_payout_that_changes_the_best_play_is_told() -> None:
    game = load_game("red-dog")
    returns = banked_study(game, exact=True)
    found = {each.row: each for each in payout_effects(game, returns, Context())}
    most = found["main.more"]
    assert not most.keeps
    assert (most.slope_less or 0.0) < (most.slope_more or 0.0)  # convex
    assert found["main.one"].keeps
    assert found["main.next"].pays_less is None


@pytest.mark.parametrize("name", ["red-dog", pytest.param("let-it-ride", marks=pytest.mark.slow)])
def test_odds_that_are_kept_answer_for_changed_payouts_as_if_solved_anew(name: str) -> None:
    game = load_game(name)
    kept = Context()
    returns = banked_study(game, exact=True, context=kept)
    found = [*payout_effects(game, returns, kept)]
    assert found
    for each in found[::4]:
        changed = apply_settings(game, {f"{each.row}.pays": each.pays_more or ""})
        anew = banked_study(changed, exact=True).wagers[each.wager]
        assert (each.exact or {})["more"] == (anew.exact or {})["house_edge"]


def test_alternatives_policies_and_alike_situations(war: BankedCertification) -> None:
    (no_bonus,) = war.rulings[0].alternatives
    main, tie = no_bonus.found.effects or ()
    assert main.house_edge == pytest.approx(0.0288, abs=5e-5)  # printed by analysts
    assert tie.change == 0.0
    gives_up = war.policies[1].wagers[0]
    assert gives_up.house_edge == pytest.approx(0.0370, abs=5e-5)  # printed by analysts
    assert gives_up.cost == pytest.approx(
        (gives_up.house_edge or 0.0) - (war.returns.wagers["main"].house_edge or 0.0)
    )
    (kind,) = alike(war.situations.every)
    assert len(kind.situations) == 13
    assert kind.cards.startswith("mine 2c, theirs 2c; mine 3c, theirs 3c; ")
    assert kind.cards.endswith("; and 7 more")
    assert war.together is not None
    assert set(war.together.wagers_made) == {"main", "raised", "tie"}


def test_a_wager_that_is_not_made_in_every_round_has_no_sessions() -> None:
    wagers = banked_study(load_game("blackjack-first-cards"), exact=True).wagers
    assert is_always_made(wagers["pairs"])
    assert not is_always_made(wagers["insurance"])


def told_of(item: BankedCertification, game: LoadedGame) -> str:
    """Return what stands on the pages of a report."""
    item, contents = enclose(item, game)
    return text_of(built(item, contents))


def test_cards_that_are_gone_or_seen_have_sections_of_their_own(
    content: BankedCertification, war: BankedCertification
) -> None:
    kept = Context(Cache.of_user(pytest.fail))
    game = load_game(GAME)
    content = content.model_copy(update={"exposure": None, "pack": None})
    assert "Cards seen against the rules" not in told_of(content, game)
    seen = figures_of(game).card_seen(content.returns, kept)
    assert is_exposure_kept(game, {"dealer": 1}, kept)
    assert not is_exposure_kept(game, {"others": 3}, kept)
    words = told_of(content.model_copy(update={"exposure": seen}), game)
    assert seen is not None
    elsewhere = seen.model_copy(update={"leaks": {"others": 3}})
    assert seen_in_words(elsewhere) == "3 cards of other players' hands"
    assert "What it is worth to see 1 card of dealer before deciding, in every round." in words
    assert "+3.482862212" in words  # printed by analysts: 3.48 %
    assert "play with Q-9-2 or better, otherwise fold" in words
    assert "but for the effects of a card seen" in words
    pack = figures_of(load_game(WAR)).effects(kept)
    item = war.model_copy(update={"pack": pack})
    words = told_of(item, load_game(WAR))
    assert "Cards known to be gone" in words
    assert "Every identity holds." in words
    assert "but for the effects of composition" in words
    assert BankedCertification.from_json(item.to_json()) == item
    jsonschema.validate(json.loads(item.to_json()), results_schema("report-banked"))


def test_a_card_in_sight_is_worth_nothing_where_nothing_is_decided(
    content: BankedCertification,
) -> None:
    nothing = content.returns.model_copy(update={"situations": 0})
    figures = figures_of(load_game(GAME))
    assert figures.card_seen(nothing, Context()) is None
    assert figures.has_card_seen(nothing, Context())


def test_what_would_take_more_than_an_hour_is_not_begun_for_a_report(
    content: BankedCertification, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Context] = []

    def noted(game: LoadedGame, seen: Seen, context: Context, **_: object) -> None:
        asked.append(context)

    monkeypatch.setattr("certify.studies.house.analysed_figures.exposure_study", noted)
    figures_of(load_game(GAME)).card_seen(content.returns, Context(is_patient=True))
    assert [context.is_patient for context in asked] == [False]


def test_a_report_does_without_cards_seen_that_are_beyond_the_engine(
    content: BankedCertification, monkeypatch: pytest.MonkeyPatch
) -> None:
    def beyond(*_: object, **__: object) -> None:
        raise StateSpaceError("more situations than are held")

    monkeypatch.setattr("certify.studies.house.analysed_figures.exposure_study", beyond)
    figures = figures_of(load_game(GAME))
    assert figures.card_seen(content.returns, Context()) is None


def test_a_report_does_without_a_card_aside_where_all_are_dealt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def beyond(*_: object) -> None:
        raise StateSpaceError("every card is known at the end")

    monkeypatch.setattr("certify.studies.house.analysed_figures.held_effects", beyond)
    assert figures_of(load_game(WAR)).effects(Context()) is None


def test_page_tables_and_schema(content: BankedCertification) -> None:
    assert report_number(content) in build_html(content)[:20_000].decode()
    rows = list(csv.reader(io.StringIO(build_csv(content).decode())))
    (ante, *_) = (row for row in rows if row and row[0] == "Ante")
    assert float(ante[1]) == 100 * (content.returns.wagers["ante"].house_edge or 0.0)
    jsonschema.validate(json.loads(content.to_json()), results_schema("report-banked"))


@pytest.mark.parametrize("game", [WAR, pytest.param(GAME, marks=pytest.mark.slow)])
def test_command(game: str, tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    arguments = ["report", game, "--brief", "-o", str(path), "--json"]
    result = CliRunner().invoke(certify, arguments)
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    for name, wager in certified(game).returns.wagers.items():
        assert told["wager_figures"][name]["house_edge"] == wager.house_edge
    verified = CliRunner().invoke(certify, ["verify", str(path), "--recompute"])
    assert verified.exit_code == 0, verified.output
    assert "came out equal to the last bit" in " ".join(verified.output.split())


@pytest.mark.slow
def test_policies_played_agree_and_a_wrong_figure_would_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from certify.studies.crosscheck import policies

    game = load_game("casino-war")
    found = policies.kept_policies_check(game, Context())
    assert found is not None
    assert found.passed
    assert {run.name for run in found.runs} == {"fights", "gives_up"}
    monkeypatch.setattr(
        policies,
        "banked_study",
        lambda other, *_play, **_asked: banked_study(other, "fights", exact=True),
    )
    wrong = policies.kept_policies_check(game, Context())
    assert wrong is not None
    assert not wrong.passed


def asked_of_a_wager() -> LoadedGame:
    """Return a game in which only who makes the side wager is asked anything."""
    ask = {"if": "made(side)", "then": [{"ask": {"turn": "player"}}]}
    deals = [{"deal": {"from": "pool", "to": zone}} for zone in ("mine", "house")]
    spec = frame_of(
        {"cards": {"rank": "1..4", "suit": ["a", "b"]}},
        {"pool": {"see": "none"}, "mine": {"see": "all"}, "house": {"see": "none"}},
        {"high": {"type": "boolean"}},
        [{"shuffle": "pool"}, *deals, ask],
        {"turn": decision({"low": {}, "high": {"do": [{"set": {"high": True}}]}})},
        {
            "main": {"stake": 1, "net": "sum(c.rank for c in mine) - sum(c.rank for c in house)"},
            "side": {
                "stake": 1,
                "optional": True,
                "net": "1 if any(c.rank > 2 for c in house) == high else -1",
            },
        },
    )
    return loaded(spec, {})


def test_what_is_decided_of_a_wager_that_is_not_usual_is_told(tmp_path: Path) -> None:
    """The card in sight tells a little of the house's: 4 of 7 times it is on the other side."""
    game = asked_of_a_wager()
    item = certify_banked(game, command="certify report", brief=True, context=Context())
    assert not item.is_decided
    assert item.decided_beside is not None
    (told,) = item.decided_beside.decisions
    assert (told.decision, told.frequency) == ("turn", 1.0)
    assert item.known["side"].rtp == pytest.approx(1 + 1 / 7)
    words = " ".join(text_of(built(item)).split())
    assert "every player gets these figures" not in words
    assert "Nothing is decided with the wagers usually made." in words
    figures = submission_figures(game, Context())
    assert figures.is_decided
    assert figures.situations == 4
    assert figures.method[-1].endswith("the best that there is for all wagers together.")


def test_a_policy_that_is_not_followed_exactly_is_named_and_the_others_are_told(
    tmp_path: Path,
) -> None:
    """Of two equal cards the lowest is either, and which lies first nobody counts."""
    stay = {"text": "Throws nothing.", "decisions": {"change": {"throw": "0 - len(picked)"}}}
    policies = {"low": LOWEST, "stay": stay}
    drawn = game({"throw": draw(n="0..1")}, TWO, policies=policies)
    kept = Context(cache=Cache(tmp_path, print))
    item = certify_banked(drawn, command="certify report", brief=True, context=kept)
    assert [policy.policy for policy in item.policies] == ["stay"]
    assert item.policies[0].cost > 0
    (left_out,) = item.policies_left_out
    assert (left_out.policy, left_out.text) == ("low", LOWEST["text"])
    words = " ".join(text_of(built(item)).split())
    assert "Of the policy “low” there are no exact figures: the policy values picks of" in words
    played = kept_policies_check(drawn, kept, workers=1)
    assert played is not None
    assert {run.policy for run in played.runs} == {"stay"}
    assert all(test.passed for test in played.tests)
    alone = game({"throw": draw(n="0..1")}, TWO, policies={"low": LOWEST})
    assert kept_policies_check(alone, kept, workers=1) is None
    with pytest.raises(StateSpaceError, match="no policy of the spec is followed exactly"):
        crosscheck_wagers(alone, context=kept)
