"""What somebody writes of blackjack's play is held against what the family's engine works by."""

from __future__ import annotations

from pathlib import Path

import pytest

import certify
from certify.errors import SpecError
from certify.language.catalogue import packaged_game
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.studies.check import equivalence
from certify.studies.check.equivalence import require_analysed

DRAWS = "is: dealer_points < 17 or"


def own(folder: Path, *changes: tuple[str, str]) -> Path:
    """Return the path of somebody's own blackjack, with something written otherwise."""
    text = packaged_game("blackjack").texts["blackjack.yaml"]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "own.yaml").write_text(text, encoding="utf-8")
    return folder / "own.yaml"


def test_other_play_has_no_figures(tmp_path: Path) -> None:
    """A dealer who draws to 15 only, of which no parameter tells."""
    game = certify.load(own(tmp_path, (DRAWS, "is: dealer_points < 16 or")))
    with pytest.raises(SpecError, match=r"own.yaml:\d+: definitions.dealer_must_draw is not what"):
        game.hand("T,6", "T")


def test_play_written_as_in_the_package_is_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other titles and defaults change nothing of it."""
    monkeypatch.setattr(equivalence, "compare_plays", None)
    path = own(
        tmp_path,
        ("title: Blackjack", "title: Own"),
        ("default: 6, title: Packs", "default: 2, title: Packs"),
    )
    require_analysed(certify.load(path).loaded, Context())
    require_analysed(packaged_game("blackjack-burnout"), Context())


def test_play_written_otherwise_is_compared_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = certify.load(own(tmp_path, (DRAWS, "is: dealer_points <= 16 or"))).loaded
    asked = []

    def compared(game: object) -> list[equivalence.Compared]:
        asked.append(game)
        return [equivalence.Compared(equivalence.EQUIVALENCE_CHECKS[0], False, 0.5, 0.5)]

    monkeypatch.setattr(equivalence, "compare_plays", compared)
    context = Context(Cache(tmp_path / "kept", print))
    for _ in range(2):
        require_analysed(loaded, context)
    assert asked == [loaded]
