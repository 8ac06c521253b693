"""``certify serve``: the library in a browser."""

from __future__ import annotations

import socket
import webbrowser
from pathlib import Path

import click

from certify.cli.options import examples
from certify.errors import EngineError

PORT = 8400
MOST_AT_ONCE = 300
"""Connections; a request beyond them is told to come later."""


@click.command(
    "serve",
    epilog=examples(
        "certify serve",
        "certify serve my_games --port 8500 --no-browser",
        "certify serve --read-only",
        "CERTIFY_PASSWORD=... certify serve --host 0.0.0.0",
    ),
)
@click.argument(
    "folder",
    metavar="[FOLDER]",
    required=False,
    type=click.Path(path_type=Path),
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="The address to listen on. Another than this machine's own needs --password.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    metavar="N",
    help="The port; 0 for any that is free.",
)
@click.option(
    "--password",
    envvar="CERTIFY_PASSWORD",
    metavar="WORDS",
    help="Who opens the pages must give it. By default a token of this run is in the address that"
    " is printed. Best given by the variable CERTIFY_PASSWORD, which other users cannot see.",
)
@click.option(
    "--read-only", is_flag=True, help="For showing: nothing is sent, saved, issued or stopped."
)
@click.option("--no-browser", is_flag=True, help="Print the address and open no browser.")
def command(
    folder: Path | None,
    host: str,
    port: int,
    password: str | None,
    read_only: bool,
    no_browser: bool,
) -> None:
    """Serve the games of the package, and the specs of FOLDER, to a browser.

    Figures, what-if with a knob for every setting, rules, play, reports, live results and the
    ledger; the same over HTTP under /api. Everything stays on this machine, and nothing is fetched
    from elsewhere. Results go to the same cache and ledger as those of the commands.

    Needs certify[web]. Ctrl-C ends it; what was asked and not answered goes on the next time.
    """
    try:
        import uvicorn

        from certify.web.app import Served, application
        from certify.web.safety import Access, is_loopback
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("certify"):
            raise
        raise EngineError(
            f"certify serve needs {error.name}; pip install 'certify[web]' installs it"
        ) from None
    if not is_loopback(host) and not password:
        raise click.UsageError(
            f"--host {host} lets other machines in, and needs --password or CERTIFY_PASSWORD."
        )
    if folder is not None and not folder.is_dir():
        raise EngineError(f"{folder} is no folder; name one with specs, or none")
    listening = _listening(host, port)
    number = listening.getsockname()[1]
    access = Access(host, password, read_only) if password else Access(host, read_only=read_only)
    app = application(Served(access, None if folder is None else folder.resolve()))
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{number}/"
    entrance = address if password else f"{address}enter?token={access.secret}"
    click.echo(f"certify is served at {entrance}\nCtrl-C ends it.")
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        server_header=False,
        limit_concurrency=MOST_AT_ONCE,
        timeout_graceful_shutdown=2,
    )
    if not no_browser:
        webbrowser.open(entrance)
    uvicorn.Server(config).run(sockets=[listening])


def _listening(host: str, port: int) -> socket.socket:
    """Return the socket that is listened on, so that a browser may ask at once."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        raise EngineError(
            f"{host}:{port} cannot be listened on: {error.strerror or error}; give another --port,"
            " or 0 for any that is free"
        ) from None
