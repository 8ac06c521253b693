"""The style of a page, and of a part in somebody else's; light, since a server gives it first."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from certify.present.palette import COLOURS
from certify.present.typefaces import MONO_FAMILY, SANS_FAMILY

FRAME, PARTS = "page.css", "parts.css"
"""Styles of the page, and of what stands in it, which other pages may hold too."""
SCOPE = "certify"
CHOSEN = {
    "dark": ('[data-jp-theme-light="false"]', '[data-theme="dark"]', ".vscode-dark"),
    "light": ('[data-jp-theme-light="true"]', '[data-theme="light"]', ".vscode-light"),
}
"""How Jupyter, sites of documents and editors tell which colours a reader chose."""
LIGHT = " ".join(f"--{colour.name}: {colour.light};" for colour in COLOURS)
DARK = " ".join(f"--{colour.name}: {colour.dark};" for colour in COLOURS)
FILLS = "\n".join(f".fill-{c.name} {{ --fill: var(--{c.name}); }}" for c in COLOURS)
"""Rules rather than styles of elements, which a strict content security policy forbids."""


def style_sheet() -> str:
    """Return the style of a page."""
    return f"{_colours()}\n{_css(FRAME)}{_css(PARTS)}{FILLS}\n"


def _colours() -> str:
    """Return the palette as properties: on paper, and on a dark screen."""
    return (
        f":root {{ --sans: {SANS_FAMILY}; --mono: {MONO_FAMILY}; {LIGHT} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {DARK} }} }}"
    )


@cache
def scoped_style() -> str:
    """Return the style of what stands in another page; nested rules hold within it alone."""
    themes = {
        place: ", ".join(f"{chosen} .{SCOPE}" for chosen in themes)
        for place, themes in CHOSEN.items()
    }
    return (
        f"<style>.{SCOPE} {{ --sans: {SANS_FAMILY}; --mono: {MONO_FAMILY}; {LIGHT} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ .{SCOPE} {{ {DARK} }} }}\n"
        f"{themes['dark']} {{ {DARK} }}\n{themes['light']} {{ {LIGHT} }}\n"
        f".{SCOPE} {{ color: var(--ink); background: var(--paper); font-family: var(--sans);"
        f" padding: .1rem .5rem;\n{_css(PARTS)}{FILLS}\n}}</style>"
    )


def _css(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")
