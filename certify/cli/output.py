"""Writes results to standard output, and to files whose names end as they must."""

from __future__ import annotations

from pathlib import Path

import click

from certify.runtime.files import check_destination, write_files

__all__ = ["check_destination", "print_json", "require_suffix", "write_files"]


def print_json(text: str) -> None:
    """Print JSON to standard output, in UTF-8 whatever the terminal's encoding."""
    click.echo(text.encode())


def require_suffix(path: Path, *suffixes: str, option: str = "-o") -> None:
    """Raise `click.BadParameter` unless the name of an output file ends in one of `suffixes`.

    Parameters
    ----------
    path : Path
        The file.
    *suffixes : str
        Such as ``.pdf``.
    option : str
        By which the file was named.
    """
    if path.suffix.lower() not in suffixes:
        raise click.BadParameter(
            f"expected a name that ends in {' or '.join(suffixes)}; found {path.name!r}",
            param_hint=f"'{option}'",
        )
