"""The command line: one file per command; parse, call one study, show its view.

Ctrl-C ends a command with a word and without a traceback, wherever it comes. An interrupt within a
function that a library in C has called, such as the compiler, cannot leave that function: Python
tells of it, forgets it, and goes on. Here it is remembered, and comes again.
"""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from types import TracebackType
from typing import Any

EXIT_INTERRUPTED = 130
"""What a shell reports of a program that ended by an interrupt, 128 + SIGINT."""

AGAIN = 0.05
"""Seconds after which an interrupt that was lost comes again."""

_lost = threading.Event()


def end_quietly() -> None:
    """Let no interrupt of this process print a traceback."""
    if getattr(sys.excepthook, "__module__", "") != __name__:
        sys.excepthook = _told(sys.excepthook)
        sys.unraisablehook = _remembered(sys.unraisablehook)


def was_interrupted() -> bool:
    """Return whether an interrupt was lost since this was asked last: what fails now, fails by it.

    What waits to come again is then of no use any more, but cannot be held back.
    """
    found = _lost.is_set()
    _lost.clear()
    return found


def _told(otherwise: Any) -> Any:
    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.stderr.write("\nInterrupted.\n")
        else:
            otherwise(kind, error, trace)

    return hook


def _remembered(otherwise: Any) -> Any:
    def hook(unraisable: Any) -> None:
        if not issubclass(unraisable.exc_type, KeyboardInterrupt):
            otherwise(unraisable)
            return
        _lost.set()
        timer = threading.Timer(AGAIN, _again)
        timer.daemon = True
        timer.start()

    return hook


def _again() -> None:
    if not _lost.is_set():
        return
    if hasattr(signal, "pthread_kill"):
        # Unlike what follows, it ends what waits or sleeps.
        main = threading.main_thread().ident
        if main is not None:
            signal.pthread_kill(main, signal.SIGINT)
    else:
        _thread.interrupt_main()


# Before the libraries are imported, which an interrupt may come into too.
end_quietly()
