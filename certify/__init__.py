"""certify: exact certification of casino card games.

>>> import certify
>>> certify.load("blackjack-burnout").id
'blackjack-burnout'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from certify.version import __version__

if TYPE_CHECKING:
    from certify.errors import (
        CardError,
        CertifyError,
        EngineError,
        ParameterError,
        SpecError,
        UnknownGameError,
        UnknownParameterError,
        VerificationError,
    )
    from certify.library import Game, bars, intervals, load, monitor, verify
    from certify.present.quantity import Figure

__all__ = [
    "CardError",
    "CertifyError",
    "EngineError",
    "Figure",
    "Game",
    "ParameterError",
    "SpecError",
    "UnknownGameError",
    "UnknownParameterError",
    "VerificationError",
    "__version__",
    "bars",
    "intervals",
    "load",
    "monitor",
    "verify",
]

_HOMES = {
    "Figure": "certify.present.quantity",
    **dict.fromkeys(("Game", "bars", "intervals", "load", "monitor", "verify"), "certify.library"),
}
"""Where what is exported is defined; the others are errors."""


def __getattr__(name: str) -> Any:
    """Return what is exported, imported when it is first asked for: the engine loads slowly."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(_HOMES.get(name, "certify.errors")), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return what is exported, and what every module has."""
    return sorted({*globals(), *__all__})
