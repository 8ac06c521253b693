"""What commands leave in the context of click for each other, by its names."""

from __future__ import annotations

WORDS = "certify.words"
"""The words of a command as they were given."""
FILES = "certify.shown_files"
"""By option, the files that what is shown is written to, too."""
PARTS = "certify.shown"
"""What was shown so far, if it is to be written."""
