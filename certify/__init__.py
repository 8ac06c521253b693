"""certify: exact certification of casino card games."""

__version__ = "0.3.0"
