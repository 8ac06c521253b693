"""The way in: the token of the opened address, or a password, becomes a cookie."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Form, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from certify.web.safety import COOKIE, SECONDS_AFTER_WRONG, Access

router = APIRouter()


@router.get("/enter")
async def enter(request: Request, token: str = Query("", max_length=1_000)) -> Response:
    """Let in whoever has the token of the address."""
    return await _entered(request, token)


@router.post("/enter")
async def enter_by_form(request: Request, token: str = Form("", max_length=1_000)) -> Response:
    """Let in whoever has typed the token or the password."""
    return await _entered(request, token)


async def _entered(request: Request, token: str) -> Response:
    access: Access = request.app.state.access
    if not access.knows(token):
        # One after another, so that guessing at once is no faster.
        async with request.app.state.wrong:
            await asyncio.sleep(SECONDS_AFTER_WRONG)
        raise HTTPException(401, "that is not the token or password of this server")
    response = RedirectResponse("/", 303)
    response.set_cookie(COOKIE, access.cookie, httponly=True, samesite="strict")
    return response
