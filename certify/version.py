"""The version of certify, alone, so that every layer can name it."""

__version__ = "0.11.0"
