"""Rate limits per address, and security headers for all responses."""

from __future__ import annotations

import re
import time
from collections import Counter, OrderedDict
from collections.abc import Collection
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rulewright.base.records import Record
from rulewright.web.reach import is_answered

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
FOR_LONG: Final = {"cache-control": "public, max-age=31536000, immutable"}


class RequestLimits(Record):
    """Limits per address: bytes of a request, without and with files; requests per second; open streams.

    `burst` is the number of requests at once, `new_tables` the number per hour, `addresses` the number
    remembered.
    """

    body: int = 64 << 10
    files: int = 512 << 10
    rate: float = 20.0
    burst: float = 100.0
    streams: int = 40
    new_tables: float = 60.0
    addresses: int = 20_000


class TokenBuckets:
    """Token buckets by address; the least recently used addresses are dropped."""

    def __init__(self, rate: float, burst: float, most: int) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take_token(self, address: str) -> bool:
        """Take a token; return whether the request from `address` is allowed."""
        now = time.monotonic()
        tokens, at = self._buckets.pop(address, (self.burst, now))
        tokens = min(self.burst, tokens + (now - at) * self.rate)
        is_allowed = tokens >= 1
        self._buckets[address] = tokens - is_allowed, now
        while len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return is_allowed


NOT_OURS: Final = (
    "This server does not answer to this name. Use its address, or start it with --name."
)


class RequestGuard:
    """A middleware for limits per address, and for the security headers of every response.

    A server with `names` answers no requests for other names, which prevents DNS rebinding. The guard calls the
    `stream` route itself, because every middleware in between would stay in memory while a stream is open.
    """

    def __init__(
        self, app: ASGIApp, bounds: RequestLimits, stream: Route, names: Collection[str] = ()
    ) -> None:
        self.app, self.bounds, self.stream, self.names = app, bounds, stream, names
        self._request_buckets = TokenBuckets(bounds.rate, bounds.burst, bounds.addresses)
        self._table_buckets = TokenBuckets(
            bounds.new_tables / 3600, bounds.new_tables, bounds.addresses
        )
        self._streams = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        address = address_of(scope)
        send = _add_headers(send, scope)
        path = scope["path"]
        is_new_table = scope["method"] == "POST" and (
            path in ("/new", "/rules") or path.endswith("/again")
        )
        matched, stream_scope = self.stream.matches(scope)
        app: ASGIApp = self.app
        if self.names and not is_answered(host_of(scope), self.names):
            app = JSONResponse({"said": NOT_OURS}, 421)
        elif not self._request_buckets.take_token(address) or (
            is_new_table and not self._table_buckets.take_token(address)
        ):
            app = _refuse_too_many("Too many requests from your address. Wait a moment.")
        elif matched is Match.FULL:
            if self._streams[address] < self.bounds.streams:
                return await self._streaming(address, {**scope, **stream_scope}, receive, send)
            app = _refuse_too_many("Too many open pages from your address. Close one.")
        most = self.bounds.files if scope["path"] == "/rules" else self.bounds.body
        await app(scope, _limit_body(receive, most), send)

    async def _streaming(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve an event stream, counted by address while it is open."""
        self._streams[address] += 1
        try:
            await self.stream.app(scope, receive, send)
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]


def _limit_body(receive: Receive, most: int) -> Receive:
    """Return `receive` with a limit of `most` bytes; beyond it, HTTPException 413 is raised."""
    read = 0

    async def counted() -> Message:
        """Receive a message and count its bytes. Raises HTTPException 413 beyond the limit."""
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most:
            raise HTTPException(413)
        return message

    return counted


def address_of(scope: Scope) -> str:
    """Return the client address that limits count by; for IPv6 the /64 network, which one household shares."""
    client = scope.get("client")
    host = str(client[0]) if client else "unknown"
    return ":".join(host.split(":")[:4]) if ":" in host else host


def host_of(scope: Scope) -> str:
    """Return the host name in a request, without the port."""
    header = next((value for name, value in scope["headers"] if name == b"host"), b"")
    return re.sub(r":\d*$", "", header.decode("latin-1")).lower().rstrip(".")


def _add_headers(send: Send, scope: Scope) -> Send:
    """Return `send` with the security headers added to every response."""
    is_static = scope["path"].startswith("/static/")

    async def sending(message: Message) -> None:
        """Send a message; to the start of a response, add the security headers."""
        if message["type"] == "http.response.start":
            own = HEADERS | FOR_LONG if is_static else HEADERS
            MutableHeaders(scope=message).update(own)
        await send(message)

    return sending


def _refuse_too_many(sentence: str) -> JSONResponse:
    """Return the response 429 (too many requests), with a sentence for the user."""
    return JSONResponse({"said": sentence}, 429, {"retry-after": "5"})
