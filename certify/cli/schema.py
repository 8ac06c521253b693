"""``certify schema``: JSON Schema of the files, for editors."""

from __future__ import annotations

from pathlib import Path

import click
from pydantic import BaseModel

from certify.cli.options import examples
from certify.cli.output import check_destination, write_files
from certify.spec.models import GameSpec, Paytable
from certify.spec.schema import schema_text

STRATEGY = "strategy"
MODELS: dict[str, type[BaseModel]] = {"spec": GameSpec, "paytable": Paytable}


@click.command(
    "schema",
    epilog=examples("certify schema", "certify schema paytable -o paytables/schema.json"),
)
@click.argument("kind", type=click.Choice([*MODELS, STRATEGY]), default="spec")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write a file instead of standard output.",
)
def command(kind: str, output: Path | None) -> None:
    """Print the JSON Schema of a spec, a paytable or a strategy file."""
    if output is not None:
        check_destination(output)
    if kind == STRATEGY:
        # The card comes with the engine, which the other schemas need not load.
        from certify.exact.card import StrategyCard

        text = schema_text(StrategyCard, "certify strategy, version 1")
    else:
        text = schema_text(MODELS[kind])
    if output is None:
        click.echo(text.encode(), nl=False)
    else:
        write_files({output: text.encode()})
