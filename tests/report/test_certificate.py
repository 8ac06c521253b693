"""The certificate: two pages that answer what a reader asks first, of every kind of game."""

from __future__ import annotations

import json
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

ROOT = Path(__file__).parents[2]
PAGES = 2


@cache
def issued(name: str) -> tuple[list[str], dict[str, object]]:
    """Return the words of the first pages of an issued report, and its results."""
    path = ROOT / "reports" / f"{name}.pdf"
    pages = PdfReader(BytesIO(path.read_bytes())).pages[: PAGES + 1]
    words = [" ".join(page.extract_text().split()) for page in pages]
    return words, json.loads(path.with_suffix(".json").read_bytes())


BANKED = {
    "wagers": "Main wager, optimal 99.3846",
    "how sure": "an expectation is in error by at most",
    "most to lose": "nobody loses more than 12.7 main wagers in a round",
    "strategy": "the charts in the section on strategy",
    "not covered": "Not covered. Shuffling, random numbers",
}
ANALYSED = {
    "how sure": "How surely:",
    "most to lose": "The most that a round loses, in units",
    "not covered": "Not covered: shuffling, random numbers",
}
STRATEGY = {
    "three-card-poker": "Strategy. Fold or play? Play with Q-6-4 or better, otherwise fold.",
    "punto-banco": "Nothing is decided in play, so that every player gets these figures.",
    "blackjack": "by the cards of the hand and the upcard",
}
"""How the certificates of games against the house tell the best play."""
BETWEEN = {
    "wagers": "Is a seat favoured",
    "how sure": "hold together with 95 % confidence",
    "most to lose": "nothing can be lost to one",
    "strategy": "Every figure holds for the players named beside it",
    "not covered": "Not covered. Shuffling, random numbers",
}


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("blackjack-burnout", BANKED),
        ("specimen/specimen", BANKED),
        ("burnout", BETWEEN),
        ("burn", BETWEEN),
        *((game, {**ANALYSED, "strategy": told}) for game, told in STRATEGY.items()),
    ],
)
def test_ten_questions_are_answered_on_two_pages(name: str, answers: dict[str, str]) -> None:
    words, results = issued(name)
    certificate = " ".join(words[:PAGES])
    about = results.get("about")
    for question, answer in {
        "name": str(results["title"]),
        "version": f"version {results['version']}",
        "who tested": "Laboratory SPECIMEN" if about else "Tested by, and for not given",
        "which rules": "read in",
        "hash of the rules": str(results["spec_sha256"]),
        "verdict": "All 2 requirements are met" if about else "so that there is no verdict",
        **answers,
    }.items():
        assert answer in certificate, question
    assert "Authorised by" in certificate
    assert "Seal: what ties these pages to their figures" in certificate
    assert "Contents" not in certificate
    # The report begins on the next page.
    assert "Annexes" in words[PAGES]


@pytest.mark.parametrize("name", STRATEGY)
def test_the_return_of_each_wager_is_on_the_first_page(name: str) -> None:
    words, results = issued(name)
    wagers = results["returns"]["wagers"].values()  # type: ignore[index]
    told = [wager for wager in wagers if wager["of"] is None]
    assert told
    for wager in told:
        title = wager["title"] + ("" if wager["made"] else " *")
        risk = 100 * wager["element_of_risk"]
        line = f"{title} {100 * wager['house_edge']:.4f} {risk:.4f} {100 * wager['rtp']:.4f}"
        assert line in words[0]
