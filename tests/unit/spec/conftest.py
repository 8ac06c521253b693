"""A copy of the game's files that a test can spoil."""

from collections.abc import Callable
from pathlib import Path

import pytest

from certify.resources import data_files


@pytest.fixture
def copied(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that copies spec and paytables, replacing text in one of them."""

    def copy(old: str = "", new: str = "", file: str = "blackjack_burnout.yaml") -> Path:
        for folder in ("rules", "paytables"):
            (tmp_path / folder).mkdir(exist_ok=True)
            for name, source in data_files(folder, ".yaml").items():
                text = source.read_text(encoding="utf-8")
                if name == file and old:
                    assert text.count(old) >= 1
                    text = text.replace(old, new, 1)
                (tmp_path / folder / name).write_text(text, encoding="utf-8")
        return tmp_path / "rules" / "blackjack_burnout.yaml"

    return copy
