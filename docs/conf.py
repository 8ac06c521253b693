"""The site of the documents: `sphinx-build -W -n -c docs . out/site`.

The source folder is the whole checkout, of which only documents are taken. So every page lies where
a reader of the checkout finds it, and a link means the same in both.
"""

from __future__ import annotations

from pathlib import Path

import click
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from certify import __version__
from certify.cli.main import COMMANDS

HERE = Path(__file__).parent
GENERATED = HERE / "commands"
START = "docs/index"

project = "certify"
author = "the authors of certify"
project_copyright = author
version = release = __version__

extensions = ["myst_nb", "sphinx_click"]
root_doc = START
include_patterns = ["docs/**", "reports/METHOD.md", "CHANGELOG.md", "CONTRIBUTING.md"]
exclude_patterns = [".*", "certify", "tests", "rules", "paytables", "out", "build", "dist"]

# What stands in single backticks in the help of commands.
default_role = "code"
# Two hyphens are an option.
smartquotes = False

# Notebooks are shown as they are kept; that they show what they would if run, a test holds.
nb_execution_mode = "off"

# Headings get the anchors that they have in a checkout shown by a forge.
myst_heading_anchors = 4

html_theme = "furo"
html_title = f"certify {__version__}"
html_show_copyright = False
html_copy_source = False
html_static_path = ["site.css"]
html_css_files = ["site.css"]
linkcheck_timeout = 20
linkcheck_retries = 2

PAGE = """\
.. Generated from the command by docs/conf.py.

.. click:: certify.cli.{module}:command
   :prog: certify {name}
"""
REDIRECT = f'<!doctype html><meta http-equiv="refresh" content="0; url={START}.html">\n'


def write_command_pages(app: Sphinx) -> None:
    """Write a page for every command, and take away those of commands that are no more."""
    del app
    wanted = {
        f"{name}.rst": PAGE.format(name=name, module=name.replace("-", "_")) for name in COMMANDS
    }
    for path in GENERATED.glob("*.rst"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        path = GENERATED / name
        # Sphinx reads again what has been written again.
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def lay_out_examples(app: Sphinx, ctx: click.Context, lines: list[str]) -> None:
    """Show the examples at the end of a command's help as commands."""
    del app
    epilog = ctx.command.epilog
    if epilog is not None:
        _, heading, *commands = epilog.splitlines()
        shown = [f"   {line.removeprefix('  ')}" for line in commands]
        lines[:] = ["", f".. rubric:: {heading.rstrip(':')}", "", ".. code-block:: sh", "", *shown]


def write_redirect(app: Sphinx, error: Exception | None) -> None:
    """Lead whoever opens the folder of the site to its first page."""
    if error is None and app.builder.name == "html":
        (Path(app.outdir) / "index.html").write_text(REDIRECT, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Take part in the build."""
    app.connect("builder-inited", write_command_pages)
    app.connect("sphinx-click-process-epilog", lay_out_examples)
    # What is not highlighted, but named as what it is.
    app.add_lexer("csv", TextLexer)
    app.connect("build-finished", write_redirect)
