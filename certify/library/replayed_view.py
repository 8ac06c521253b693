"""How a log that is right is shown: what was played, every event, how it ended."""

from __future__ import annotations

from collections.abc import Iterator

from certify.library.account import Account, heading, printable, result_lines
from certify.play.events import REFEREE
from certify.play.logs.replay import Replayed
from certify.present.document import Bullets, Element, Text
from certify.present.facts import digests
from certify.present.markup import counted, plain


def replayed_view(found: Replayed) -> Iterator[Element]:
    """Yield what was played, every event, and whether the log is right."""
    header = found.header
    account = Account(found.state.program, REFEREE)
    title, *lines = heading(account, header).splitlines()
    yield Text(_words(title), "lead")
    yield Bullets(tuple(map(_words, lines)))
    yield digests([("spec", header.spec_sha256), ("paytables", header.paytable_sha256)])
    yield Text("What happened", "lead")
    yield Bullets(tuple(map(_words, account.events(found.recorder.history(REFEREE)))))
    if found.outcome is not None:
        yield Text("How it ended", "lead")
        yield Bullets(tuple(map(_words, result_lines(found.outcome, account, header.seats))))
    yield Text(_words(_verdict(found)))


def _words(text: str) -> str:
    return plain(printable(text))


def _verdict(found: Replayed) -> str:
    text = f"The log is right: {counted(found.decisions, 'decision')}, "
    text += counted(found.chances, "chance event")
    if found.undone:
        text += f", {counted(found.undone, 'decision')} taken back"
    if not found.is_over:
        return f"{text}. The game is unfinished: the log stops before its end."
    if not found.has_result:
        return f"{text}. The game is over, but the log does not have the result."
    return f"{text}. The result is right."
