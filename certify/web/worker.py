"""A process that answers questions one after another, and keeps what it has worked out meanwhile.

It reads the folder of a job from standard input, a line each, and writes lines of JSON: how far it
is, and how it ended. The answer itself it puts into the folder, so that it is there whatever
becomes of the server. Or it reads, as JSON, a game in which an opponent is to choose. When the
input ends, the server is gone, and the process ends with all that it began.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from pydantic import TypeAdapter

from certify.errors import CertifyError
from certify.evidence.ledger.recording import Work, record
from certify.evidence.ledger.store import Ledger
from certify.language.game import LoadedGame
from certify.library import Answer, Game
from certify.present.html.page import html_body
from certify.present.pdf.fonts import text_width
from certify.runtime.cache import Cache
from certify.runtime.context import Context, Memory
from certify.runtime.files import put
from certify.web.opponents import answer
from certify.web.processes import ANSWER, ASKED, END, PART, SHOWN, UPLOADS, bound_memory
from certify.web.questions import SPEC, Asked, Question
from certify.web.shelf import Shelf

QUIET = 0.1
"""Seconds between two lines that tell how far it is."""


def main() -> None:
    """Answer questions until the input ends."""
    told, sys.stdout = sys.stdout, sys.stderr
    lines = _lines(sys.stdin)
    shelf = Shelf(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    memory = Memory()
    played: dict[str, Any] = {}
    for line in lines:
        if line.startswith("{"):
            bound_memory(of_strangers=False)
            _say(told, answer(json.loads(line), shelf, played))
            continue
        folder = Path(line)
        end, is_full = _worked(folder, shelf, memory, _Telling(told))
        put(folder / END, json.dumps(end).encode(), prefix=PART, durable=True)
        _say(told, {"end": end, "is_full": is_full})


def _lines(lines: TextIO) -> Iterator[str]:
    """Yield what is asked; when there is no more, end everything that was begun."""
    waiting: list[str] = []
    came = threading.Condition()

    def read() -> None:
        for line in lines:
            with came:
                waiting.append(line.rstrip("\n"))
                came.notify()
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        with came:
            came.wait_for(lambda: waiting)
            line = waiting.pop(0)
        yield line


class _Telling:
    """Tells how far a job is, not too often."""

    def __init__(self, told: TextIO) -> None:
        self.told, self.last = told, 0.0

    def __call__(self, done: int, total: int, doing: str) -> None:
        if time.monotonic() - self.last >= QUIET:
            self.last = time.monotonic()
            _say(self.told, {"done": done, "total": total, "doing": doing})


def _say(told: TextIO, line: dict[str, Any]) -> None:
    told.write(json.dumps(line) + "\n")
    told.flush()


def _worked(
    folder: Path, shelf: Shelf, memory: Memory, progress: Callable[[int, int, str], None]
) -> tuple[dict[str, str], bool]:
    """Answer a job and record it; return how it ended, and whether memory was too little."""
    question: Question = TypeAdapter(Asked).validate_json((folder / ASKED).read_bytes())
    uploads = {each.name: each for each in sorted((folder / UPLOADS).glob("*"))}
    os.chdir(folder)
    most = bound_memory(of_strangers=bool(question.spec or question.takes))
    try:
        loaded = question.loaded(shelf)
        answer, found = _answered(question, loaded, uploads, folder, memory, progress)
        _record(question, shelf.named(question.game), answer, found, uploads, folder)
    except CertifyError as error:
        return {"state": "failed", "told": str(error)}, False
    except MemoryError:
        told = f"It needed more than {most / 2**30:.3g} GB of memory, the most that a job may have."
        return {"state": "failed", "told": told}, True
    except Exception as error:  # noqa: BLE001  (the last resort: the process answers the next one)
        told = f"a fault of certify: {type(error).__name__}: {error}"
        return {"state": "failed", "told": told}, False
    elements = answer.show().elements
    prefix = f"picture-{folder.name}"
    shown = html_body(elements, text_width, prefix=prefix)
    put(folder / ANSWER, answer.to_json().encode(), prefix=PART)
    put(folder / SHOWN, shown.encode(), prefix=PART)
    met = question.met(answer.result)
    return {"state": "done", "told": {None: "", True: "met", False: "not met"}[met]}, False


def _answered(
    question: Question,
    loaded: LoadedGame | None,
    uploads: dict[str, Path],
    folder: Path,
    memory: Memory,
    progress: Callable[[int, int, str], None],
) -> tuple[Answer[Any], LoadedGame | None]:
    """Return the answer, and the game with the settings that it is of."""
    if loaded is None:
        return question.answer(None, uploads, folder), None
    context = Context(Cache.of_user(lambda _: None), progress, memory=memory, is_patient=True)
    game = Game(loaded, context=context)
    if question.kind != "whatif":
        game = game.changed(*question.set)
    return question.answer(game, uploads, folder), game.loaded


def _record(
    question: Question,
    named: str,
    answer: Answer[Any],
    game: LoadedGame | None,
    uploads: dict[str, Path],
    folder: Path,
) -> None:
    """Add the work to the user's ledger, as the command that does the same would."""
    ledger = Ledger.of_user()
    if ledger is None:
        return
    made = sorted(folder.glob("report.*"))
    work = Work(
        words=question.words(uploads, named),
        result=answer.result,
        game=game,
        named=named or SPEC,
        inputs=tuple(uploads.values()),
        outputs={Path(path.name): path.read_bytes() for path in made},
        seed=getattr(question, "seed", None),
        met=question.met(answer.result),
    )
    record(ledger, work)


if __name__ == "__main__":
    main()
