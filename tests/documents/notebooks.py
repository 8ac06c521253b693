"""The notebooks of the documents: run, one after another, and written with what they show.

All are run by one kernel, as a reader's, which forgets every name between two of them: the engine
is loaded once. Read what changed before you commit it::

    .venv/bin/python -m tests.documents.notebooks
"""

from __future__ import annotations

import os
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from nbclient import NotebookClient

from tests.documents.pages import ROOT

FOLDER = ROOT / "docs" / "notebooks"
CHECKS = "remove-cell"
FORGET = "%reset_selective -f ^[^_]"
"""Unlike ``%reset``, this leaves what Python itself needs to start processes."""

Notebook = Any
"""A notebook of nbformat, which has no types."""


def notebooks() -> dict[Path, Notebook]:
    """Return all notebooks, as they lie in the checkout."""
    return {
        path: nbformat.read(path, as_version=nbformat.NO_CONVERT)
        for path in sorted(FOLDER.glob("*.ipynb"))
    }


def as_run(kept: dict[Path, Notebook]) -> dict[Path, Notebook]:
    """Return notebooks with what their cells show now; the first cell that fails raises."""
    found = {path: deepcopy(notebook) for path, notebook in kept.items()}
    cells: list[Any] = []
    for notebook in found.values():
        cells += [nbformat.v4.new_code_cell(FORGET), *notebook.cells]
    together = nbformat.v4.new_notebook(cells=cells)
    client = NotebookClient(
        together, timeout=None, store_widget_state=False, resources={"metadata": {"path": FOLDER}}
    )
    # Whoever runs it may have set up IPython otherwise.
    with TemporaryDirectory() as settings:
        client.execute(env={**os.environ, "IPYTHONDIR": settings})
    for notebook in found.values():
        tidied(notebook)
    return found


def tidied(notebook: Notebook) -> None:
    """Count the cells from one, and leave out when they were run."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for number, cell in enumerate(code, 1):
        cell.execution_count = number
        cell.metadata.pop("execution", None)
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = number


if __name__ == "__main__":
    for path, notebook in as_run(notebooks()).items():
        nbformat.write(notebook, path)
