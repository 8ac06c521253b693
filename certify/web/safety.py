"""Who may ask what: hosts, origins, the token, limits of what is sent, headers of answers."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import secrets
import socket
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 64 * 2**20
"""Of what a request sends."""

LONGEST_ADDRESS = 16_384
SECONDS_TO_SEND = 60.0
SECONDS_AFTER_WRONG = 1.0
"""How long an answer to a wrong token or password waits."""

COOKIE, FIELD = "certify", "csrf"
BEARER = "certify.is_bearer"
"""Where the scope of a request tells that it has the secret itself, as no page of others can."""

MOST_FILES = 8
MOST_DIGITS = 18
READING = ("GET", "HEAD")
OPEN = ("/enter", "/assets/")
"""What may be read without a token."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
DOCUMENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
"""Of a report, which is a page of its own with its style in it: nothing in it runs."""

Refuse = Callable[[Request, int, str], Response]

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


@dataclass(frozen=True)
class Access:
    """Who may ask.

    Attributes
    ----------
    host : str
        The address that is listened on.
    secret : str
        The password, or the token of this run.
    read_only : bool
        Whether nothing can be sent, saved or stopped.
    """

    host: str = "127.0.0.1"
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    read_only: bool = False
    _key: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    def _derived(self, what: str) -> str:
        return hmac.new(self._key, what.encode(), hashlib.sha256).hexdigest()

    @property
    def cookie(self) -> str:
        """What a browser shows that has been let in."""
        return self._derived("cookie")

    @property
    def csrf(self) -> str:
        """What a form of ours sends."""
        return self._derived("form")

    def knows(self, given: str) -> bool:
        """Return whether it is the password or the token."""
        return _equal(given, self.secret)

    def allows_host(self, host: str) -> bool:
        """Return whether a request was sent to us, and not to a name that leads here."""
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        name = name.strip("[]").lower()
        if name in ("localhost", "127.0.0.1", "::1", self.host.lower()):
            return True
        if not is_everywhere(self.host):
            return False
        # No name of somebody else's can be an address.
        return _is_address(name) or name == socket.gethostname().lower()


def is_loopback(host: str) -> bool:
    """Return whether an address is reached from this machine alone."""
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def is_everywhere(host: str) -> bool:
    """Return whether an address means all of this machine."""
    return _is_address(host) and ipaddress.ip_address(host).is_unspecified


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class Guard:
    """Lets through what may be asked, within limits, and puts headers on what is answered."""

    def __init__(self, app: ASGIApp, access: Access, refuse: Refuse) -> None:
        self.app, self.access, self.refuse = app, access, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Content-Security-Policy", POLICY)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        scope[BEARER] = self._is_bearer(Headers(scope=scope))
        refusal = self._refusal(scope)
        if refusal is not None:
            await self.refuse(Request(scope), *refusal)(scope, receive, with_headers)
            return
        await self.app(scope, _limited(receive), with_headers)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return why a request is refused, with the status that says so."""
        headers, access = Headers(scope=scope), self.access
        if not access.allows_host(headers.get("host", "")):
            return 421, "this server is not called so; use the address that certify serve printed"
        if len(scope["path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            return 414, f"the address is longer than {LONGEST_ADDRESS:,} characters"
        length = headers.get("content-length", "")
        if length.isdecimal() and (len(length) > MOST_DIGITS or int(length) > MOST_BYTES):
            return 413, TOO_LARGE
        is_api = scope["path"].startswith("/api/")
        if scope["method"] not in READING and not scope[BEARER]:
            if is_api:
                return 401, "expected Authorization: Bearer with the token or password"
            origin = headers.get("origin")
            if origin is None or origin.partition("://")[2] != headers.get("host"):
                return 403, "a form is only taken from a page of this server"
        if scope["path"].startswith(OPEN) or scope[BEARER]:
            return None
        if not _equal(Request(scope).cookies.get(COOKIE, ""), access.cookie):
            return 401, "expected the address with the token that certify serve printed"
        return None

    def _is_bearer(self, headers: Headers) -> bool:
        kind, _, given = headers.get("authorization", "").partition(" ")
        return kind.lower() == "bearer" and self.access.knows(given)


TOO_LARGE = f"more than {MOST_BYTES // 2**20} MB was sent, the most that is taken"


def _equal(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode(errors="replace"), wanted.encode())


def _limited(receive: Receive) -> Receive:
    """Return what receives a request until it is too large, or takes too long."""
    until = time.monotonic() + SECONDS_TO_SEND
    taken, is_whole = 0, False

    async def limited() -> Message:
        nonlocal taken, is_whole
        if is_whole:
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), max(0.0, until - time.monotonic()))
        except TimeoutError:
            told = f"what is sent must have come within {SECONDS_TO_SEND:g} seconds"
            raise HTTPException(408, told) from None
        taken += len(message.get("body", b""))
        is_whole = not message.get("more_body", False)
        if taken > MOST_BYTES:
            raise HTTPException(413, TOO_LARGE)
        return message

    return limited


async def require_form(request: Request) -> AsyncIterator[None]:
    """Refuse what is sent by no form of this run; a dependency of every page."""
    if request.method in READING or request.scope[BEARER]:
        yield
        return
    access: Access = request.app.state.access
    async with request.form(max_files=MOST_FILES) as form:
        given = form.get(FIELD)
        if not isinstance(given, str) or not _equal(given, access.csrf):
            raise HTTPException(403, "this form is of another run of certify serve; load it again")
        yield


def require_changes(request: Request) -> None:
    """Refuse where things are only shown."""
    if request.app.state.access.read_only:
        raise HTTPException(403, "this server only shows: nothing is sent, saved or stopped here")
