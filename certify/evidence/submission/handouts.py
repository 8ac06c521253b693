"""What players and tables get: the rack card, and the player's guide, a page each."""

from __future__ import annotations

from collections.abc import Iterator

from certify.evidence.submission.course import moves_of, spoken_name
from certify.evidence.submission.documents import Item, Made, make, new_document
from certify.evidence.submission.payouts import payouts_of, together
from certify.language.game import LoadedGame
from certify.present.composer import Composer
from certify.present.document import Band, Column, Row, Table
from certify.present.markup import plain
from certify.studies.submission.parts import CARD, GUIDE
from certify.studies.submission.result import WagerFigures
from certify.studies.submission.view import one_number

CARD_TITLE, GUIDE_TITLE = "Rack card", "Player’s guide"
MOST_AWARDS = 5
MOST_TOLD = 12
"""Clauses up to which a card tells all of them; of more it tells what the player decides."""


def rack_card(item: Item) -> Made:
    """Return the card that lies at the table: how it is played, and what every wager pays."""
    game = item.game
    composer = new_document()
    composer.title(game.spec.game.title)
    composer.text(plain(game.spec.game.summary))
    _write_play(composer, game)
    composer.unnumbered("What it pays")
    composer.write([payouts_table(item)])
    composer.note(
        "Payouts are to one: the wager itself comes back beside them. The house may set limits."
    )
    return make(item, CARD, CARD_TITLE, composer.elements)


def _write_play(composer: Composer, game: LoadedGame) -> None:
    """Write in short how the game is played."""
    told = [plain(clause.text) for clause in game.spec.clauses.values() if clause.kind != "flavour"]
    if len(told) > MOST_TOLD:
        told = list(_decisions(game)) or told
    composer.lead("How it is played")
    composer.bullets(told)


def _decisions(game: LoadedGame) -> Iterator[str]:
    """Yield every decision with the ways to answer it, as markup."""
    for name, decision in game.spec.decisions.items():
        moves = moves_of(game, name)
        if len(moves) > 1:
            ways = "; ".join(
                f"{spoken_name(move)}: {each.text.rstrip('.')}" if each.text else spoken_name(move)
                for move, each in moves.items()
            )
            yield f"<b>{plain(decision.text)}</b> {plain(ways)}."


def payouts_table(item: Item) -> Table:
    """Return what every wager pays, always to one."""
    rows: list[Row] = []
    for titles, paid in together(item.game, item.figures):
        rows += [Band(plain(titles)), *((plain(outcome), pays) for outcome, pays in paid)]
    for title, text, paid in payouts_of(item.game, item.figures):
        if text and not paid:
            rows.append(Band(plain(f"{title}: {text}")))
    return Table(
        [Column("Outcome", 130), Column("Pays", 42, "number")],
        rows,
        has_header=False,
        is_numbered=True,
    )


def players_guide(item: Item) -> Made:
    """Return one page for players: what comes back, how often they win, and how to play best."""
    figures = item.figures
    composer = new_document()
    composer.title(GUIDE_TITLE)
    composer.subtitle(plain(item.game.spec.game.title))
    composer.text(plain(item.game.spec.game.summary))
    composer.lead("What comes back")
    composer.write([_back_table([wager for wager in figures.wagers if wager.is_best])])
    if all(wager.house_edge > 0 for wager in figures.wagers):
        composer.text(
            "On average every wager costs something: that is the price of the game. No system of"
            " stakes makes it a gain in the long run."
        )
    if figures.strategy:
        composer.lead("How to play best")
        composer.bullets([plain(line) for line in figures.strategy])
    awards: dict[tuple[str, float], str] = {}
    for wager in figures.wagers:
        for line in wager.lines if wager.is_best else ():
            if line.is_award and line.one_in and line.pays:
                follower, colon, outcome = line.outcome.rpartition(": ")
                of = follower if colon else wager.title.partition(" (with ")[0]
                told = f"{outcome} ({of})"
                awards.setdefault((line.pays, round(line.one_in, 9)), told)
    if awards:
        composer.lead("How often the highest awards come")
        shown = sorted(awards.items(), key=lambda each: -each[0][1])[:MOST_AWARDS]
        composer.bullets(
            [
                f"{plain(told)}, {pays}: once in {one_in:,.0f} rounds."
                for (pays, one_in), told in shown
            ]
        )
    composer.text(
        f"With every wager made nobody loses more than {figures.most_lost:g} times the wager in a"
        " round."
    )
    return make(item, GUIDE, GUIDE_TITLE, composer.elements)


def _back_table(wagers: list[WagerFigures]) -> Table:
    """Return in whole words what comes back of a hundred, and how often somebody wins."""

    def often(share: float | None) -> str:
        return "" if share is None else f"{100 * share:.1f}"

    return Table.of(
        "",
        [
            Column("Wager", 80, value=lambda wager: wager.title),
            Column("Of 100 come back", 34, "number", lambda wager: f"{100 * wager.rtp:.2f}"),
            Column("You win, of 100 rounds", 34, "number", lambda w: often(w.hit_frequency)),
            Column("Most lost", 24, "number", lambda w: one_number(w.most_lost or 0.0)),
        ],
        wagers,
        "With the best play; the most that is lost in a round, in wagers.",
    )
