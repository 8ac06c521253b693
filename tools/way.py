"""The way of a game through the sources, from a command to the first kernel.

    .venv/bin/python -m tools.way rtp blackjack-burnout

A function is on the way if it is handed the game: as it was named on the command line, as the
document, the spec or the rules that are read, with its settings, or as what is analysed exactly.
Each function counts once, where it is called first. A stop is a change of file from one function
on the way to the next; a return is a stop in a file that was left before. Nothing is looked up in
a cache.
"""

from __future__ import annotations

import os
import sys
import tempfile
from types import FrameType
from typing import Any

import certify

ROOT = certify.__file__.removesuffix("__init__.py")
GAMES = {
    "Document", "GameSpec", "Names", "Resolver", "BlockResolver", "_PlayResolver", "_Checker",
    "Play", "LoadedGame", "Asked", "Game", "TwentyOneGame", "TwentyOneRules", "ShoeValues",
}  # fmt: skip
"""Classes of what a game is from file to figure."""

NAMED = ("game", "name", "identity")
"""Arguments that hold the name of a game."""

Step = tuple[str, str]
"""File and name of a function."""


class Reached(BaseException):
    """The first kernel is called."""


class Way:
    """Takes down functions as they are called, from a command on."""

    def __init__(self, named: str) -> None:
        self.named = named
        self.steps: list[Step] = []

    def watch(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Take down a call."""
        if event != "call":
            return
        code = frame.f_code
        if self.steps and code.co_name == "_compile_for_args":
            sys.setprofile(None)
            raise Reached
        if not code.co_filename.startswith(ROOT) or code.co_name.startswith("<"):
            return
        step = (code.co_filename.removeprefix(ROOT), code.co_name)
        begins = step[0].startswith("cli/") and step[1] == "command"
        if step not in self.steps and (begins or (self.steps and self._is_handed(frame))):
            self.steps.append(step)

    def _is_handed(self, frame: FrameType) -> bool:
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        given = {name: frame.f_locals.get(name) for name in names}
        return any(
            type(value).__name__ in GAMES or (name in NAMED and value == self.named)
            for name, value in given.items()
        )


def way(words: list[str]) -> list[Step]:
    """Return the functions on the way of a command, to the first kernel."""
    from certify.cli.main import certify

    taken = Way(words[1])
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"CERTIFY_CACHE": folder, "CERTIFY_LEDGER": "none"}
        sys.setprofile(taken.watch)
        try:
            certify.main(words, standalone_mode=False)
        except Reached:
            return taken.steps
        finally:
            sys.setprofile(None)
    raise SystemExit("no kernel was called")


def stops(steps: list[Step]) -> list[str]:
    """Return the files of the way, one for each stop."""
    files = [file for file, _ in steps]
    return [file for place, file in enumerate(files) if place == 0 or file != files[place - 1]]


if __name__ == "__main__":
    found = stops(way(sys.argv[1:]))
    print("\n".join(found))
    print(f"{len(found)} stops in {len(set(found))} files, {len(found) - len(set(found))} returns")
