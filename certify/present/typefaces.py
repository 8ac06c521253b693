"""The typefaces of everything that is shown."""

from __future__ import annotations

SANS = "IBMPlexSans"
SANS_BOLD = "IBMPlexSans-SemiBold"
SANS_ITALIC = "IBMPlexSans-Italic"
MONO = "IBMPlexMono"

SANS_FAMILY = "'IBM Plex Sans', system-ui, sans-serif"
MONO_FAMILY = "'IBM Plex Mono', ui-monospace, monospace"
"""For style sheets: whoever lacks the typeface sees another of its kind."""
