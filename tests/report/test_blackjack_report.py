"""The report of blackjack without an option to burn cards: complete, and it proves itself."""

from __future__ import annotations

from math import sqrt

import pytest

from certify.cards.shoe import Shoe
from certify.evidence.enclosures import enclose
from certify.evidence.recompute import recompute
from certify.evidence.report.document import build_html
from certify.evidence.report.sections.analysed.method import identities
from certify.evidence.verification.verify import Verification
from certify.language.catalogue import load_game
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.studies.banked.blackjack import blackjack_edges, sd_on_action
from certify.studies.certification.banked import certify_banked
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.kinds import BANKED, kind_for
from certify.studies.house.choice import house_of
from certify.studies.monitoring.references import Play
from certify.studies.twenty_one import BlackjackGame
from tests.report.built import built, text_of

GAME, COMMAND = "blackjack", "certify report blackjack -o report.pdf"


def kept() -> Context:
    """Return where a report is worked out; what it rests on is kept for all tests."""
    return Context(Cache.of_user(pytest.fail))


def test_it_is_a_report_of_wagers() -> None:
    assert kind_for(load_game(GAME)) is BANKED
    assert kind_for(load_game("blackjack-burnout")) is not BANKED


def test_edges_are_fractions_of_the_same_play() -> None:
    """Of a shoe that is not full, which has no wagers on the first cards."""
    game = BlackjackGame(load_game(GAME), Shoe((2, 0, 0, 4, 0, 3, 0, 0, 2, 7)))
    (edge,) = blackjack_edges(game, Context()).values()
    assert edge is not None
    assert float(-edge) == pytest.approx(game.optimal.main.ev, abs=1e-14)


@pytest.mark.slow
def test_the_report_is_complete_and_proves_itself() -> None:
    game = load_game(GAME)
    content = certify_banked(game, command=COMMAND, context=kept())
    assert BankedCertification.from_json(content.to_json()) == content
    assert all(all(held) for _, held in identities(content))
    assert [policy.policy for policy in content.policies] == ["by_total", "as_the_dealer"]
    assert content.is_decided
    for part in (content.crosscheck, content.composition, content.exposure, content.charts):
        assert part is not None
    assert content.crosscheck is not None
    assert content.crosscheck.passed
    whole = built(*enclose(content, game))
    words = text_of(whole)
    for name in ("main", "pairs", "three_cards", "twenty", "insurance"):
        wager = content.returns.wagers[name]
        assert f"{100 * (wager.house_edge or 0.0):.6f}" in words
    for section in ("Strategy cost", "Shoe composition", "Cards seen against the rules", "Rulings"):
        assert section in words
    verification = Verification(whole, "report.pdf")
    verification.run()
    assert not [check for check in verification.result().checks if check.verdict == "failed"]
    assert recompute(content, game, context=kept()).changed == ()
    assert b"Cards seen against the rules" in build_html(content)


@pytest.mark.slow
def test_the_deviation_on_action_is_that_of_live_monitoring() -> None:
    """Which takes it from moments that it keeps."""
    game, context = BlackjackGame(load_game(GAME)), kept()
    lines = house_of(game.loaded).lines("optimal", Play()).certified(context)
    reference = lines.references["main"]
    expected = sqrt(reference.variance_on_action) / reference.upper.average_wagered
    assert sd_on_action(game, context) == pytest.approx(expected, rel=1e-12)
