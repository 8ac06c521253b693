"""The compiled back end: generated array code that plays as the interpreter does."""

from certify.play.compiler.compiled import CompiledGame, Noted

__all__ = ["CompiledGame", "Noted"]
