"""How specs are shown: the list of games, the trace to the source, differences, hashes.

It stands above the language, which knows nothing of how anything is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from certify.language.diff import Change
from certify.language.game import LoadedGame
from certify.language.references import filled
from certify.language.source_table import SourceCoverage
from certify.present.document import Band, Column, Element, Row, Table, Text
from certify.present.facts import digests, facts
from certify.present.markup import plain
from certify.studies.fairness.assumed_view import assumed
from certify.studies.item.result import AssumptionText
from certify.studies.specs.listing import ListedGame, listed

BREAK = "<br/>"
LONGEST = 300
"""Characters of a value that a difference shows; ``--json`` has all of it."""


def _named(game: LoadedGame) -> str:
    identity = game.spec.game
    return f"{identity.title} {identity.version} ({identity.id})"


# The list of games


def games_view(games: Sequence[ListedGame], shelf: Sequence[ListedGame] = ()) -> Iterator[Table]:
    """Yield the list of games, and the hashes of their specs; those on the shelf by themselves."""
    for caption, group in (("Games", games), ("On the shelf: well-known games", shelf)):
        if group:
            yield Table.of(
                caption,
                [
                    Column("Id", 1.0, "mono", lambda game: game.id),
                    Column("Title", value=lambda game: game.title),
                    Column("Version", value=lambda game: game.version),
                    Column("Kind", value=lambda game: game.kind.replace("_", " ")),
                ],
                group,
            )
    hashes = [(game.id, game.spec_sha256) for game in (*games, *shelf)]
    yield digests(hashes, "SHA-256 of the specs")


def game_view(game: LoadedGame, commands: Mapping[str, str]) -> Iterator[Element]:
    """Yield what is shown of one game, and the commands that ask it, with what they tell."""
    yield from games_view([listed(game)])
    yield Text(plain(game.spec.game.summary))
    rows = sum(len(paytable.rows) for paytable in game.paytables.values())
    payouts = f" and {rows} payouts" if rows else ""
    yield Table.of(
        f"{len(game.spec.parameters)} parameters{payouts} can be set",
        [
            Column("Command", 1.0, "mono", lambda named: named[0]),
            Column("Tells", 2.0, value=lambda named: named[1]),
        ],
        commands.items(),
    )


def hash_view(game: LoadedGame, paytables: Mapping[str, str]) -> Iterator[Element]:
    """Yield the hashes of a game's spec and paytables, these by their names in the spec."""
    yield Text(f"<b>{plain(_named(game))}</b>")
    yield digests(
        [
            ("spec", game.spec_sha256),
            ("paytables", game.paytable_sha256),
            *paytables.items(),
        ]
    )


# Trace


def trace_view(
    game: LoadedGame,
    elements: Mapping[str, Sequence[str]],
    figures: Mapping[str, str],
    assumptions: Sequence[AssumptionText],
    coverage: SourceCoverage | None,
) -> Iterator[Element]:
    """Yield every clause, ruling and assumption with the elements that implement it.

    `figures`: those that texts refer to, as far as they are known.
    """
    yield Text(f"<b>{plain(f'{_named(game)}, source {game.spec.source.file}')}</b>")
    yield Table(
        [Column("", 1.0, "bold"), Column("Lines"), Column("What it says", 4.0), Column("Elements")],
        [_traced(game, number, names, figures) for number, names in elements.items()],
        caption="Clauses, rulings and assumptions, and what implements them",
        is_numbered=True,
    )
    yield from assumed(assumptions, "What is traced here")
    if coverage is not None:
        yield Text(plain(_told(coverage)))


def _traced(game: LoadedGame, number: str, names: Sequence[str], figures: Mapping[str, str]) -> Row:
    spec, lines, shown = game.spec, "", BREAK.join(map(plain, names))
    if number in spec.clauses:
        clause = spec.clauses[number]
        lines, text = clause.lines, clause.text
        shown = shown or "states no rule"
    elif number in spec.rulings:
        text = spec.rulings[number].decided
    else:
        text = spec.assumptions[number].decided
    return number, plain(lines), plain(filled(text, figures)), shown


def _told(coverage: SourceCoverage) -> str:
    if not coverage.is_the_source:
        return f"The source given is another: its SHA-256 is {coverage.sha256}."
    if coverage.uncovered:
        numbers = ", ".join(map(str, coverage.uncovered))
        return f"No clause covers line {numbers} of the source."
    return f"Every one of the {coverage.lines} lines of the source that say something is covered."


# Differences


def diff_view(one: LoadedGame, other: LoadedGame, changes: Sequence[Change]) -> Iterator[Element]:
    """Yield what changed from a spec to another: play and payouts apart from texts."""
    sides = (("A", one), ("B", other))
    yield facts(((side, f"{_named(game)}, {game.path}") for side, game in sides), "From A to B")
    unlike = _unlike(one, other)
    if unlike:
        yield Text(plain(unlike))
    if not changes:
        yield Text("The two specs say the same.")
    for play, title in ((True, "Play and payouts"), (False, "Texts, citations and examples")):
        rows = [row for change in changes if change.play is play for row in _changed(change)]
        if rows:
            yield Table([Column(""), Column("", 8.0)], rows, title, has_header=False)
    hashes = [("A", one.spec_sha256), ("B", other.spec_sha256)]
    if one.paytable_sha256 != other.paytable_sha256:
        hashes += [("A paytables", one.paytable_sha256), ("B paytables", other.paytable_sha256)]
    yield digests(hashes)


def _unlike(one: LoadedGame, other: LoadedGame) -> str:
    """Return a sentence if two specs are of different games, otherwise nothing."""
    named, renamed = one.spec.game.id, other.spec.game.id
    if named == renamed:
        return ""
    if one.spec.source.sha256 == other.spec.source.sha256:
        return (
            f"The ids differ, {named} and {renamed}, but both specs render the same source: what"
            " follows is what changed between them."
        )
    return (
        f"These are two different games, {named} and {renamed}, with different sources: nearly"
        " everything below differs for that reason, and nothing was changed from one into the"
        " other."
    )


def _changed(change: Change) -> Iterator[Row | Band]:
    """Yield an element that changed, and what was and is said of it."""
    cites = f" [{', '.join(change.cites)}]" if change.cites else ""
    part = f", {change.part}" if change.part else ""
    yield Band(plain(f"{change.element}{part}: {change.kind}{cites}"))
    for when, text in (("was", change.before), ("is", change.after)):
        if text:
            yield when, plain(_short(text))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
