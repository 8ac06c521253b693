"""The application: its routes, behind the guard; its jobs and tables, begun and ended with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from certify.errors import CertifyError, UnknownGameError
from certify.present.html.style import style_sheet
from certify.runtime.cache import Cache
from certify.version import __version__
from certify.web.jobs import Jobs, TooManyError
from certify.web.pages import entrance, evidence, games, play, rules
from certify.web.rendering import API, FOLDER, problem
from certify.web.safety import Access, Guard, require_form
from certify.web.shelf import Shelf
from certify.web.tables import Tables

PLACE = "web"
"""The folder of jobs and tables in the user's cache."""


@dataclass(frozen=True)
class Served:
    """What is served, and to whom.

    Attributes
    ----------
    folder : Path or None
        Specs of one's own.
    place : Path
        Where jobs and tables are kept.
    """

    access: Access = field(default_factory=Access)
    folder: Path | None = None
    place: Path = field(default_factory=lambda: Cache.of_user(lambda _: None).folder / PLACE)


def application(served: Served) -> FastAPI:
    """Return the application."""
    shelf = Shelf(served.folder)
    jobs = Jobs(served.place / "jobs", shelf)
    tables = Tables(served.place / "tables", shelf)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        jobs.begin()
        yield
        jobs.close()
        tables.close()

    app = FastAPI(
        title="certify",
        version=__version__,
        summary="Exact figures of casino card games: what the commands tell, over HTTP.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        exception_handlers={
            HTTPException: _of_http,
            RequestValidationError: _of_request,
            CertifyError: _of_certify,
            Exception: _of_fault,
        },
    )
    app.state.access, app.state.wrong = served.access, asyncio.Lock()
    app.state.shelf, app.state.jobs, app.state.settings = shelf, jobs, {}
    app.state.tables = tables
    for pages in (entrance, play, rules, evidence, games):
        app.include_router(
            pages.router, include_in_schema=False, dependencies=[Depends(require_form)]
        )
    app.add_api_route("/assets/parts.css", _style, include_in_schema=False)
    app.mount("/assets", StaticFiles(directory=FOLDER / "assets"))
    app.add_middleware(_Interface, served=app)
    app.add_middleware(Guard, access=served.access, refuse=problem)
    return app


class _Interface:
    """Adds the HTTP interface with the first request to it, so that the first page waits for none.

    Its models take as long to describe as everything else that answers the first page.
    """

    def __init__(self, app: ASGIApp, served: FastAPI) -> None:
        self.app, self.served, self.is_added = app, served, False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if not self.is_added and scope["type"] == "http" and scope["path"].startswith(API):
            from certify.web import api

            self.served.include_router(api.router)
            self.is_added = True
        await self.app(scope, receive, send)


def _style() -> Response:
    return PlainTextResponse(
        style_sheet(), media_type="text/css", headers={"Cache-Control": "max-age=3600"}
    )


async def _of_http(request: Request, error: Any) -> Response:
    told = "there is no such page" if error.detail == "Not Found" else str(error.detail)
    return problem(request, error.status_code, told)


async def _of_request(request: Request, error: Any) -> Response:
    told = [
        f"{'.'.join(map(str, each['loc'][1:])) or 'the request'}: {each['msg']}"
        for each in error.errors()
    ]
    return problem(request, 422, "; ".join(told[:20]))


async def _of_certify(request: Request, error: Any) -> Response:
    status = {UnknownGameError: 404, TooManyError: 429}.get(type(error), 400)
    return problem(request, status, str(error))


async def _of_fault(request: Request, error: Any) -> Response:
    return problem(request, 500, f"a fault of certify ({type(error).__name__}); please report it")
