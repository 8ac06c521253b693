"""How players stand after some rounds, against a plain sum over all courses of play."""

from __future__ import annotations

from fractions import Fraction

import pytest

from certify.language.catalogue import load_game
from certify.present.document import Band
from certify.studies.certification.banked import certify_banked
from certify.studies.certification.banked_use_view import back_table
from certify.studies.certification.sheet import ROUNDS, sheet_of
from tests.report.report_sample import sample_certification
from tests.support.banked_spec import BANKED, PAYTABLES
from tests.support.specs import spec_with, written

LAW = {"-1": 0.5, "0": 0.1, "1": 0.3, "1.5": 0.1}
PAYMENT = Fraction(1, 5)


def plain_sum(rounds: int) -> dict[Fraction, float]:
    """Return the distribution of the sum, round by round."""
    halves = {int(2 * Fraction(net)): p for net, p in LAW.items()}
    found = {0: 1.0}
    for _ in range(rounds):
        after: dict[int, float] = {}
        for total, chance in found.items():
            for net, p in halves.items():
                after[total + net] = after.get(total + net, 0.0) + chance * p
        found = after
    return {Fraction(total, 2): chance for total, chance in found.items()}


def test_figures_are_those_of_a_plain_sum() -> None:
    shoe = sample_certification().shoes[0]
    wagers = shoe.basic.wagers
    changed = wagers.model_copy(
        update={
            "main": wagers.main.model_copy(update={"outcomes": LAW}),
            "main_burnout": wagers.main_burnout.model_copy(update={"outcomes": LAW}),
        }
    )
    basic = shoe.basic.model_copy(update={"wagers": changed})
    sheet = sheet_of(shoe.model_copy(update={"basic": basic}))
    for wager, payment in zip(sheet.wagers, (Fraction(0), PAYMENT), strict=True):
        assert [session.rounds for session in wager.sessions] == list(ROUNDS)
        for session in wager.sessions[:2]:
            distribution = plain_sum(session.rounds)
            paid = session.rounds * payment
            ahead = sum(p for total, p in distribution.items() if total > paid)
            level = distribution.get(paid, 0.0)
            assert session.p_ahead == pytest.approx(ahead, abs=1e-10)
            assert session.p_level == pytest.approx(level, abs=1e-10)
            assert session.p_behind == pytest.approx(1 - ahead - level, abs=1e-10)
            for edge, tail in ((session.quarter_low, 0.25), (session.unlucky, 0.05)):
                value = Fraction(repr(edge)) + paid
                assert sum(p for total, p in distribution.items() if total < value) <= tail
                assert sum(p for total, p in distribution.items() if total <= value) > tail
            high = Fraction(repr(session.quarter_high)) + paid
            assert sum(p for total, p in distribution.items() if total > high) <= 0.25
            assert sum(p for total, p in distribution.items() if total >= high) > 0.25


def test_without_a_distribution_only_returns_are_told() -> None:
    shoe = sample_certification().shoes[0]
    wagers = shoe.basic.wagers
    changed = wagers.model_copy(
        update={
            "main": wagers.main.model_copy(update={"outcomes": None}),
            "main_burnout": wagers.main_burnout.model_copy(update={"outcomes": None}),
        }
    )
    basic = shoe.basic.model_copy(update={"wagers": changed})
    sheet = sheet_of(shoe.model_copy(update={"basic": basic}))
    assert [wager.sessions for wager in sheet.wagers] == [(), ()]
    assert sheet.wagers[1].staked == 1.2


def test_wagers_that_must_be_made_too_are_put_down_first(tmp_path) -> None:
    """A blind beside the ante is put down with it; what play decides on is not."""
    blind = {"title": "Blind", "of": "ante", "stake": "3 / 2", "net": "0", "cites": ["C1"]}
    data = spec_with({"wagers/blind": blind}, BANKED)
    for name, text in PAYTABLES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    loaded = load_game(str(written(tmp_path, data)))
    certified = certify_banked(loaded, command="certify report spec.yaml", brief=True)
    assert certified.sheet is not None
    ante, side = certified.sheet.wagers
    assert (ante.first, side.first) == (2.5, 1.0)
    table = back_table(certified.sheet, {"ante": "Ante", "side": "Side"})
    ante_row, side_row = (row for row in table.rows if not isinstance(row, Band))
    (_, down, back, cost), (_, other, *_) = ante_row, side_row
    assert (down, other) == ("250", "100")
    assert float(back) + float(cost) == pytest.approx(250, abs=0.11)
    assert float(cost) == pytest.approx(
        100 * (certified.returns.wagers["ante"].house_edge or 0), abs=0.06
    )
    assert "the wagers that must be made with it" in table.note
