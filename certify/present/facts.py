"""Facts: labels with their texts, SHA-256 of named things, and what identifies a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from certify.present.document import Column, Table, Text
from certify.present.markup import plain
from certify.results import Provenance


def facts(rows: Iterable[tuple[str, ...]], caption: str = "") -> Table:
    """Return a table without heads: labels, and what they are the labels of."""
    return _labelled([tuple(map(plain, row)) for row in rows], caption)


def _labelled(rows: Sequence[tuple[str, ...]], caption: str) -> Table:
    labels = [Column("")] * (len(rows[0]) - 1)
    return Table([*labels, Column("", 4.0)], rows, plain(caption), has_header=False)


def digests(rows: Iterable[tuple[str, str]], caption: str = "SHA-256") -> Table:
    """Return SHA-256 of named things, a line each."""
    cells = [(plain(name), digest) for name, digest in rows]
    return Table([Column(""), Column("", 4.0, "mono")], cells, plain(caption), has_header=False)


def identification(
    result: Provenance,
    *lines: tuple[str, str],
    strategy_sha256: str | None = None,
    with_hashes: bool = True,
) -> Iterator[Text | Table]:
    """Yield what identifies a result: the game, settings changed, further facts, hashes."""
    title = f"{result.title} {result.version} ({result.game}), certify {result.engine_version}"
    rows = [(plain(label), plain(text)) for label, text in lines]
    if result.changed:
        changed = ", ".join(f"{name} = {value}" for name, value in result.changed)
        rows.insert(0, ("<b>CHANGED</b>", plain(f"from the spec: {changed}")))
    yield _labelled(rows, title) if rows else Text(f"<b>{plain(title)}</b>")
    if with_hashes:
        found = {
            "spec": result.spec_sha256,
            "paytables": result.paytable_sha256,
            "strategy": strategy_sha256,
        }
        yield digests((name, digest) for name, digest in found.items() if digest is not None)


def shoe_text(counts: Mapping[str, int]) -> str:
    """Return a shoe in one line: decks if it is full, otherwise the counts."""
    cards = sum(counts.values())
    decks = counts["A"] // 4
    full = {label: 16 * decks if label == "T" else 4 * decks for label in counts}
    if decks and counts == full:
        return f"{decks} deck{'s' if decks > 1 else ''}, {cards} cards"
    listed = " ".join(f"{label}:{count}" for label, count in counts.items())
    return f"{cards} cards, {listed}"
