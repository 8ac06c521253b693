"""Markup of texts as HTML."""

from __future__ import annotations

from html import escape
from html.parser import HTMLParser

from certify.present.typefaces import MONO

SAME = ("b", "i")
"""Tags that are the same in HTML."""


class MarkupError(ValueError):
    """Markup has a tag that no page knows."""


def html_of(markup: str) -> str:
    """Return markup as HTML.

    The result: the same in HTML: letters of one width as code, raised ones as superscripts. Raises
    `MarkupError` if it has another tag.
    """
    if "<" not in markup and "&" not in markup:
        return markup
    converter = _Converter()
    converter.feed(markup)
    converter.close()
    return "".join(converter.found)


class _Converter(HTMLParser):
    """Writes each tag as HTML."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write the beginning of a tag."""
        given = dict(attrs)
        if tag == "br":
            self.found.append("<br>")
            return
        if tag in SAME:
            begin, end = f"<{tag}>", f"</{tag}>"
        elif tag == "super":
            begin, end = "<sup>", "</sup>"
        elif tag == "font":
            is_code = given.get("name") == MONO
            begin, end = ("<code>", "</code>") if is_code else ("<small>", "</small>")
        elif tag in ("link", "a"):
            target = given.get("destination")
            reference = f"#{target}" if target else given.get("href") or ""
            begin, end = f'<a href="{escape(reference)}">', "</a>"
        else:
            raise MarkupError(f"no page knows the tag <{tag}>")
        self.found.append(begin)
        self._open.append(end)

    def handle_endtag(self, tag: str) -> None:
        """Write the end of a tag."""
        if tag != "br":
            self.found.append(self._open.pop())

    def handle_data(self, data: str) -> None:
        """Write text."""
        self.found.append(escape(data, quote=False))
