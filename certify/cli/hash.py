"""``certify hash``: what identifies a game's files."""

from __future__ import annotations

import json

import click

from certify.cli.options import examples, game_argument, json_option
from certify.cli.output import print_json, show
from certify.language.catalogue import load_game
from certify.runtime.canonical import canonical_bytes, sha256_of
from certify.studies.specs.view import hash_view


@click.command(
    "hash",
    epilog=examples(
        "certify hash blackjack-burnout",
        "certify hash blackjack-burnout --canonical | sha256sum",
    ),
)
@game_argument
@click.option(
    "--canonical",
    is_flag=True,
    help="Print the canonical JSON (RFC 8785) of the spec, the bytes that are hashed.",
)
@json_option
def command(game: str, canonical: bool, as_json: bool) -> None:
    """Print the SHA-256 of a game's spec and of its paytables.

    The hash is that of the canonical JSON (RFC 8785), so that comments and layout of a file do
    not matter.
    """
    if canonical and as_json:
        raise click.UsageError("--canonical and --json exclude each other")
    loaded = load_game(game)
    if canonical:
        click.echo(canonical_bytes(loaded.spec), nl=False)
        return
    identity = loaded.spec.game
    digests = {alias: sha256_of(table) for alias, table in loaded.paytables.items()}
    if as_json:
        found = {
            "game": identity.id,
            "version": identity.version,
            "spec_sha256": loaded.spec_sha256,
            "paytable_sha256": loaded.paytable_sha256,
            "paytables": {
                alias: {
                    "id": table.paytable.id,
                    "version": table.paytable.version,
                    "sha256": digests[alias],
                }
                for alias, table in loaded.paytables.items()
            },
        }
        print_json(json.dumps(found, indent=2, ensure_ascii=False))
        return
    show(*hash_view(loaded, digests))
