"""Where the sections of a report are: numbers that are right because the sections gave them."""

from __future__ import annotations

from certify.errors import ReportError
from certify.present.document import EN_SPACE, TITLE_KEY, Composer
from certify.present.markup import plain
from certify.studies.item.matrix import FIRST_PAGE


class References:
    """The sections that a report has so far, by their titles."""

    def __init__(self, composer: Composer) -> None:
        self._entries = {
            entry.title.partition(EN_SPACE)[2] or entry.title: entry
            for entry in composer.headings
            if entry.level == 0
        }

    def link(self, title: str) -> str:
        """Return a link to a section as markup: its number and title, or the first page.

        Raises `ReportError` if the report has no such section.
        """
        if title == FIRST_PAGE:
            return f'<link destination="{TITLE_KEY}">{FIRST_PAGE}</link>'
        if title not in self._entries:
            raise ReportError(
                f"The results refer to a section {title!r}, which the report does not have; it has "
                f"{', '.join(self._entries)}."
            )
        entry = self._entries[title]
        number = entry.title.partition(EN_SPACE)[0]
        return f'<link destination="{plain(entry.key)}">{plain(number)} {plain(title)}</link>'
