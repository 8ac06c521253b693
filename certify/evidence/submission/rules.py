"""The documents of rules: the rulebook in two styles, and the dealing procedure."""

from __future__ import annotations

from certify.evidence.submission.dealing import dealing_chapters, left_to_the_house
from certify.evidence.submission.documents import Item, Made, make, new_document
from certify.evidence.submission.rulebook import Style, chapters_of
from certify.evidence.submission.traced import MARKS_ARE, require_traced, write_chapters
from certify.present.document import Element
from certify.studies.submission.parts import DEALING, RULEBOOK, RULEMAKING

RULEBOOK_TITLE, RULEMAKING_TITLE = "Rulebook", "Rules, in the form of rulemaking"
DEALING_TITLE, HOUSE = "Dealing procedure", "Left to house procedure"


def rulebook_elements(item: Item, style: Style) -> list[Element]:
    """Return the rules as data; a sentence that is from nowhere is a `ReportError`."""
    composer = new_document()
    composer.title(RULEBOOK_TITLE if style == "plain" else RULEMAKING_TITLE)
    write_chapters(composer, chapters_of(item.game, style))
    require_traced(composer.elements)
    return composer.elements


def rulebook_document(item: Item, style: Style) -> Made:
    """Return the rules of the game in a style."""
    file, title = (RULEBOOK, RULEBOOK_TITLE) if style == "plain" else (RULEMAKING, RULEMAKING_TITLE)
    return make(item, file, title, rulebook_elements(item, style), foot=MARKS_ARE)


def dealing_document(item: Item) -> Made:
    """Return what the dealer does; what the spec does not say is listed for people to add."""
    composer = new_document()
    composer.title(DEALING_TITLE)
    write_chapters(composer, dealing_chapters(item.game))
    require_traced(composer.elements)
    left = left_to_the_house(item.game)
    if left:
        composer.section(HOUSE)
        composer.text("The rules do not say the following; the house adds it before it deals.")
        composer.bullets([f"{what[:1].upper()}{what[1:]}." for what in left])
    return make(item, DEALING, DEALING_TITLE, composer.elements, foot=MARKS_ARE)
