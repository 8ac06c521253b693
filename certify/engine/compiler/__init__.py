"""The compiled back end: generated array code that plays as the interpreter does."""

from certify.engine.compiler.compiled import CompiledGame, Noted

__all__ = ["CompiledGame", "Noted"]
