"""Pages from templates: what all of them have, and how an error is told."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from certify.version import __version__
from certify.web.safety import FIELD

if TYPE_CHECKING:
    from certify.present.document import Element

FOLDER = Path(__file__).parent
API = "/api/"

TITLES = {401: "Who are you?", 403: "Not allowed", 404: "Not found", 429: "Later"}

TEMPLATES = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def page(request: Request, template: str, /, *, status: int = 200, **told: Any) -> Response:
    """Return a page; a part of it where htmx asks for one."""
    state = request.app.state if "app" in request.scope else None
    text = TEMPLATES.get_template(f"{template}.html").render(
        **told,
        version=__version__,
        csrf_name=FIELD,
        csrf=state.access.csrf if state else "",
        read_only=state is not None and state.access.read_only,
        is_part=is_part(request),
        path=request.url.path,
    )
    return HTMLResponse(text, status)


def part_of(elements: Iterable[Element], prefix: str) -> str:
    """Return what a view shows as part of a page."""
    # The first page shows none.
    from certify.present.html.page import html_body

    return html_body(list(elements), prefix=prefix)


def is_part(request: Request) -> bool:
    """Return whether only the part of a page is wanted that changes."""
    return request.headers.get("hx-request") == "true"


def problem(request: Request, status: int, told: str) -> Response:
    """Return what tells of an error: JSON over the HTTP interface, otherwise a page."""
    if request.url.path.startswith(API):
        return JSONResponse({"error": told}, status)
    title = TITLES.get(status, "That cannot be done")
    # htmx shows only what went well; the words say that it did not.
    shown = 200 if is_part(request) else status
    return page(request, "problem", status=shown, title=title, told=told, asks=status == 401)
