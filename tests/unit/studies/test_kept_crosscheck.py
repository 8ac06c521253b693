"""A double entry is played once, and looked up when the same is asked again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from certify import __version__
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.studies.crosscheck import study
from certify.studies.twenty_one import TwentyOneGame
from tests.report.report_sample import PROVENANCE
from tests.report.report_sample_crosscheck import sample_crosscheck


def test_the_same_question_is_played_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Any] = []
    found = sample_crosscheck({**PROVENANCE, "engine_version": __version__})

    def play(game: TwentyOneGame, **asked: Any) -> Any:
        played.append((game, asked["order"]))
        return found

    monkeypatch.setattr(study, "crosscheck", play)
    notices: list[str] = []
    context = Context(cache=Cache(tmp_path, notices.append))
    loaded = load_game("blackjack-burnout")
    for _ in range(2):
        assert study.kept_crosscheck(TwentyOneGame(loaded), context=context) == found
    assert [order for _, order in played] == [study.KEPT]
    assert (study.KEPT.detect, study.Order().detect) == (2e-3, 1e-3)
    other = apply_overrides(loaded, ["dealer_hits_soft_17=false"])
    study.kept_crosscheck(TwentyOneGame(other), context=context)
    monkeypatch.setattr("certify.runtime.cache.engine_fingerprint", lambda kind: "other code")
    study.kept_crosscheck(TwentyOneGame(loaded), context=context)
    assert len(played) == 3
    assert notices == []
