"""``certify trace``: which elements implement each clause."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.table import Table

from certify.cli.assumed import assumed_lines
from certify.cli.display import show, table
from certify.cli.exits import end_unless
from certify.cli.options import examples, game_argument, json_option
from certify.cli.output import print_json
from certify.language.catalogue import load_game
from certify.language.document import read_bytes
from certify.language.game import LoadedGame
from certify.language.references import filled, trace
from certify.language.source_table import SourceCoverage, source_coverage, source_page
from certify.runtime.cache import Cache
from certify.studies.item.study import assumptions_of
from certify.studies.spec_figures import known_figures


@click.command(
    "trace",
    epilog=examples(
        "certify trace blackjack-burnout",
        "certify trace my_game.yaml --source my_game.txt",
        "certify trace my_game.yaml --markdown > my_game.md",
    ),
)
@game_argument
@click.option(
    "--source",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The source text: its SHA-256 is compared, and every line must be in a clause.",
)
@click.option(
    "--markdown",
    is_flag=True,
    help="Write a page that sets the source and the spec side by side, sentence by sentence.",
)
@json_option
def command(game: str, source: Path | None, markdown: bool, as_json: bool) -> None:
    """Print every clause, ruling and assumption with the elements that implement it.

    A clause that no element cites, or an element that cites nothing, is an error with its line.
    Exit code 3 if the source that is given is another, or has a line that no clause covers.
    """
    if markdown and as_json:
        raise click.UsageError("--json and --markdown exclude each other: each prints nothing else")
    loaded = load_game(game)
    elements = trace(loaded.spec, loaded.paytables)
    coverage = (
        None if source is None else source_coverage(loaded.spec, read_bytes(source, str(source)))
    )
    if as_json:
        found = {
            "game": loaded.spec.game.id,
            "version": loaded.spec.game.version,
            "spec_sha256": loaded.spec_sha256,
            "trace": {number: list(names) for number, names in elements.items()},
        }
        if coverage is not None:
            found["source"] = {
                "sha256": coverage.sha256,
                "is_the_source": coverage.is_the_source,
                "lines": coverage.lines,
                "uncovered": list(coverage.uncovered),
            }
        print_json(json.dumps(found, indent=2, ensure_ascii=False))
    elif markdown:
        click.echo(source_page(loaded), nl=False)
    else:
        identity, file = loaded.spec.game, loaded.spec.source.file
        show(
            f"{identity.title} {identity.version} ({identity.id}), source {file}",
            _listed(loaded, elements),
            *assumed_lines(assumptions_of(loaded), "What is traced here"),
            *([] if coverage is None else [_told(coverage)]),
        )
    end_unless(coverage is None or coverage.is_complete)


def _listed(loaded: LoadedGame, elements: dict[str, tuple[str, ...]]) -> Table:
    listed = table("", "Lines", "What it says", "Elements", numbers_from=4)
    spec, shown_for = loaded.spec, known_figures(loaded, Cache.of_user(lambda sentence: None))
    for number, names in elements.items():
        lines = ""
        if number in spec.clauses:
            clause = spec.clauses[number]
            lines, text = clause.lines, clause.text
            shown = "\n".join(names) or "states no rule"
        elif number in spec.rulings:
            text, shown = spec.rulings[number].decided, "\n".join(names)
        else:
            text, shown = spec.assumptions[number].decided, "\n".join(names)
        listed.add_row(number, lines, filled(text, shown_for), shown)
    return listed


def _told(coverage: SourceCoverage) -> str:
    if not coverage.is_the_source:
        return f"The source given is another: its SHA-256 is {coverage.sha256}."
    if coverage.uncovered:
        numbers = ", ".join(map(str, coverage.uncovered))
        return f"No clause covers line {numbers} of the source."
    return f"Every one of the {coverage.lines} lines of the source that say something is covered."
