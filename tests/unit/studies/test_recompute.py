"""Figures computed again: what counts as equal, and how what differs is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from certify.evidence import recompute as module
from certify.evidence.comparison import TOLERANCE
from certify.evidence.recompute import recompute
from certify.language.catalogue import load_game
from certify.studies.certification.banked_result import BankedCertification
from tests.report.report_sample import sample_certification


@pytest.fixture
def item():
    return sample_certification()


def compared(item, other, monkeypatch):
    monkeypatch.setattr(module, "_again", lambda *_: other)
    return recompute(item, load_game("burn"))


def with_ev(item, ev):
    shoe = item.shoes[0]
    main = shoe.optimal.wagers.main.model_copy(update={"ev": ev})
    wagers = shoe.optimal.wagers.model_copy(update={"main": main})
    optimal = shoe.optimal.model_copy(update={"wagers": wagers})
    return item.model_copy(
        update={"shoes": (shoe.model_copy(update={"optimal": optimal}), *item.shoes[1:])}
    )


def test_equal_figures(item, monkeypatch):
    found = compared(item, item, monkeypatch)
    assert found.equal == found.figures > 1_000
    assert found.changed == ()
    assert found.largest_difference == 0


def test_who_made_a_report_is_no_figure(item, monkeypatch):
    other = item.model_copy(update={"command": "another", "engine_version": "0", "software": ()})
    assert compared(item, other, monkeypatch).changed == ()


def test_a_report_of_another_version_may_have_the_same_figures(monkeypatch):
    """Parts say by which version they were made, too, and the hash of the plan names it."""
    issued = Path(__file__).parents[3] / "reports" / "red-dog.json"
    item = BankedCertification.from_json(issued.read_text(encoding="utf-8"))
    of_one = {"engine_version": "0", "engine_sha256": "0"}
    assert item.crosscheck is not None
    crosscheck = item.crosscheck.model_copy(update=of_one | {"plan_sha256": "0"})
    other = item.model_copy(update=of_one | {"crosscheck": crosscheck})
    assert compared(item, other, monkeypatch).changed == ()
    other = item.model_copy(update={"crosscheck": crosscheck})
    (change,) = compared(item, other, monkeypatch).changed
    assert change.path == "crosscheck.plan_sha256"


def test_rounding_is_told_and_more_is_a_change(item, monkeypatch):
    ev = item.shoes[0].optimal.wagers.main.ev
    near = compared(item, with_ev(item, ev + TOLERANCE / 2), monkeypatch)
    assert near.changed == ()
    assert near.equal == near.figures - 1
    assert near.largest_difference == pytest.approx(TOLERANCE / 2, rel=1e-3)
    (change,) = compared(item, with_ev(item, ev + 2 * TOLERANCE), monkeypatch).changed
    assert change.path == "shoes.0.optimal.wagers.main.ev"
    assert change.reported == repr(ev)


def test_whole_numbers_and_what_is_missing(item, monkeypatch):
    clause = item.clauses[0]
    fewer = compared(item, item.model_copy(update={"clauses": item.clauses[1:]}), monkeypatch)
    paths = {change.path: change for change in fewer.changed}
    assert paths["clauses.length"].reported == str(len(item.clauses))
    last = f"clauses.{len(item.clauses) - 1}.text"
    assert paths[last].recomputed == '"(not there)"'
    shoe = item.shoes[0].optimal.shoe
    assert clause is item.clauses[0]
    other = item.shoes[0].optimal.model_copy(update={"shoe": shoe | {"A": shoe["A"] + 1}})
    shoes = (item.shoes[0].model_copy(update={"optimal": other}), *item.shoes[1:])
    (change,) = compared(item, item.model_copy(update={"shoes": shoes}), monkeypatch).changed
    assert change.path == "shoes.0.optimal.shoe.A"
