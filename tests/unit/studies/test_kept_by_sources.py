"""Results are kept by the sources that they rest on; what reads them names itself."""

from __future__ import annotations

import json

import certify.language.game
import certify.runtime.context
from certify.language.catalogue import load_game
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.studies.returns.study import rtp_study
from certify.studies.twenty_one import TwentyOneGame


def test_another_version_with_the_same_sources_finds_what_was_worked_out(tmp_path, monkeypatch):
    context = Context(cache=Cache(tmp_path, lambda sentence: None))
    first = rtp_study(
        TwentyOneGame(load_game("blackjack-burnout")), distribution=False, context=context
    )
    kept = sorted(tmp_path.iterdir())
    for module in (certify.language.game, certify.runtime.context):
        monkeypatch.setattr(module, "__version__", "9.9.9")
    second = rtp_study(
        TwentyOneGame(load_game("blackjack-burnout")), distribution=False, context=context
    )
    assert sorted(tmp_path.iterdir()) == kept
    before, after = json.loads(first.to_json()), json.loads(second.to_json())
    assert after.pop("engine_version") == "9.9.9"
    assert before.pop("engine_version") != "9.9.9"
    assert before == after


def test_the_version_is_no_part_of_what_a_game_is_kept_by():
    game = TwentyOneGame(load_game("blackjack-burnout"))
    assert "engine_version" not in game.key()["game"]
    assert "engine_version" in game.loaded.provenance()
