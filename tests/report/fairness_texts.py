"""Words of single sections of the report on a made-up game between players."""

from __future__ import annotations

from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Decimal
from functools import cache
from io import BytesIO
from typing import Any

from pypdf import PdfReader
from reportlab.platypus import SimpleDocTemplate

from certify.present.composer import Composer
from certify.present.document import Element
from certify.present.pdf.fonts import SANS, register
from certify.present.pdf.story import story_of
from certify.present.pdf.styles import MARGIN_SIDE, PAGE_HEIGHT, PAGE_WIDTH, make_styles
from certify.present.pdf.tagged_canvas import TaggedCanvas
from certify.studies.fairness.results.fairness import FairnessResult

Section = Callable[[Composer, FairnessResult], None]


def elements_of(section: Section, result: FairnessResult) -> list[Element]:
    """Return what a section shows."""
    composer = Composer()
    section(composer, result)
    return composer.elements


@cache
def text_of(section: Section, result: FairnessResult) -> str:
    """Return all words of a section, one blank between them."""
    register()
    buffer = BytesIO()
    SimpleDocTemplate(
        buffer,
        pagesize=(PAGE_WIDTH, PAGE_HEIGHT),
        leftMargin=MARGIN_SIDE - 6,
        rightMargin=MARGIN_SIDE - 6,
        initialFontName=SANS,
    ).build(story_of(elements_of(section, result), make_styles()), canvasmaker=TaggedCanvas)
    pages = PdfReader(BytesIO(buffer.getvalue())).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def shown(value: float, digits: int) -> str:
    rounded = Decimal(value).quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_EVEN)
    return f"{rounded:f}".replace("-", "−")


def digits_after_point(text: str) -> int:
    return len(text.partition(".")[2])


def with_table(result: FairnessResult, **changes: Any) -> FairnessResult:
    """Return a result whose first table is changed and stands alone."""
    table = result.tables[0].model_copy(update=changes)
    return result.model_copy(update={"tables": (table,)})
