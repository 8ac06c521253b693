"""The documents of figures: true odds and payouts of every wager, and the PAR sheet."""

from __future__ import annotations

from certify.evidence.submission.documents import Item, Made, make, new_document
from certify.present.composer import Composer
from certify.present.csv import csv_text
from certify.present.markup import plain
from certify.studies.submission.parts import EVERY, LINES, ODDS, PAR
from certify.studies.submission.view import (
    every_wager,
    exact_table,
    lines_table,
    par_table,
    volatility_table,
)

ODDS_TITLE, PAR_TITLE = "Odds", "PAR sheet"


def odds_document(item: Item) -> Made:
    """Return the table that authorities ask for: true odds, payouts, house advantage."""
    composer = new_document()
    composer.title("True odds, payouts and house advantage")
    composer.subtitle(_subtitle(item))
    composer.section(EVERY)
    composer.write([every_wager(item.figures)])
    if table := exact_table(item.figures):
        composer.write([table])
    composer.section(LINES)
    composer.text(
        "True odds are those against the line. Payouts are to one: the wager itself comes back"
        " beside them. <i>One in</i>: once in so many rounds, on average."
    )
    composer.write([lines_table(item.figures)])
    return make(item, ODDS, ODDS_TITLE, composer.elements)


def par_elements(item: Item) -> Composer:
    """Return the PAR sheet as data."""
    composer = new_document()
    composer.title(PAR_TITLE)
    composer.subtitle(_subtitle(item))
    composer.write([par_table(item.figures.wagers)])
    composer.write([volatility_table(item.figures.wagers)])
    return composer


def par_document(item: Item) -> tuple[Made, bytes]:
    """Return the PAR sheet, and its tables for a spreadsheet at full precision."""
    elements = par_elements(item).elements
    return make(item, PAR, PAR_TITLE, elements), csv_text(elements).encode()


def _subtitle(item: Item) -> str:
    identity = item.game.spec.game
    return f"{plain(identity.title)}, version {plain(identity.version)}"
