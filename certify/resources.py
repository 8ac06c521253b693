"""Finds the package's data: in an installed wheel, or in a checkout. Nothing else opens them."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

from certify.errors import ResourceError

Kind = Literal[
    "rules",
    "paytables",
    "rules/cut_down",
    "rules/shelf",
    "rules/shelf/paytables",
    "rules/jurisdictions",
]


def data_root(kind: Kind) -> Traversable:
    """Return the folder of the data of one kind.

    Parameters
    ----------
    kind : str
        ``rules``, ``paytables``, or a folder of ``rules``.

    Returns
    -------
    Traversable
        ``certify/_data`` of a wheel, otherwise the folder beside ``pyproject.toml``.

    Raises
    ------
    ResourceError
        If it is in neither.
    """
    installed = files("certify") / "_data" / kind
    if installed.is_dir():
        return installed
    checkout = Path(__file__).resolve().parent.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / kind).is_dir():
        return checkout / kind
    raise ResourceError(
        f"the folder {kind} is neither in the installed package nor in a checkout beside it; "
        "install certify again"
    )


def data_files(kind: Kind, suffix: str) -> dict[str, Traversable]:
    """Return the files of one kind whose names end in `suffix`, by name, sorted.

    Parameters
    ----------
    kind : str
        ``rules``, ``paytables``, or a folder of ``rules``.
    suffix : str
        End of the name, such as ``.yaml``.

    Returns
    -------
    dict
        Files by name.
    """
    found = {entry.name: entry for entry in data_root(kind).iterdir()}
    return {name: found[name] for name in sorted(found) if name.endswith(suffix)}
