"""What keeps one address from taking too much, and pages from doing what they are not to do."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Mapping, MutableMapping
from typing import Any, Final

from attrs import define
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rulewright.records import Record

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


class Bounds(Record):
    """What one address may have: bytes in a request, requests a second and at once, streams, new tables an hour."""

    body: int = 64 << 10
    rate: float = 20.0
    burst: float = 100.0
    streams: int = 40
    new_tables: float = 60.0
    addresses: int = 20_000


@define
class _Bucket:
    """How many requests are left, and when that was."""

    left: float
    at: float


class Buckets:
    """Counts by address; the ones that asked longest ago are forgotten when there are too many."""

    def __init__(self, rate: float, burst: float, most: int) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._found: OrderedDict[str, _Bucket] = OrderedDict()

    def takes(self, address: str) -> bool:
        """Whether this address may once more."""
        now = time.monotonic()
        bucket = self._found.pop(address, None) or _Bucket(self.burst, now)
        bucket.left = min(self.burst, bucket.left + (now - bucket.at) * self.rate)
        bucket.at = now
        self._found[address] = bucket
        while len(self._found) > self.most:
            self._found.popitem(last=False)
        if bucket.left < 1:
            return False
        bucket.left -= 1
        return True


class TooLarge(Exception):
    """A body has more bytes than a request may."""


class Guard:
    """Stands before all pages: bounds by address, and the headers that every answer has."""

    def __init__(self, app: ASGIApp, bounds: Bounds) -> None:
        self.app, self.bounds = app, bounds
        self._asked = Buckets(bounds.rate, bounds.burst, bounds.addresses)
        self._made = Buckets(bounds.new_tables / 3600, bounds.new_tables, bounds.addresses)
        self._streams: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        address = address_of(scope)
        send = _with_headers(send, scope)
        is_new_table = scope["method"] == "POST" and scope["path"] == "/new"
        if not self._asked.takes(address) or (is_new_table and not self._made.takes(address)):
            await _say(send, 429, "Too many requests from your address. Wait a moment.")
        elif scope["path"].endswith("/stream"):
            await self._streaming(address, scope, receive, send)
        else:
            await self._bounded(scope, receive, send)

    async def _streaming(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        if self._streams.get(address, 0) >= self.bounds.streams:
            await _say(send, 429, "Too many open pages from your address. Close one.")
            return
        self._streams[address] = self._streams.get(address, 0) + 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]

    async def _bounded(self, scope: Scope, receive: Receive, send: Send) -> None:
        read, begun = 0, False

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self.bounds.body:
                raise TooLarge
            return message

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, counted, noted)
        except TooLarge:
            if begun:
                raise
            await _say(send, 413, "This is more than a request may hold.")


def address_of(scope: Scope) -> str:
    """Whom bounds count together: an address; of the long ones the network that one household has."""
    client = scope.get("client")
    host = str(client[0]) if client else "unknown"
    return ":".join(host.split(":")[:4]) if ":" in host else host


def _with_headers(send: Send, scope: Scope) -> Send:
    is_static = scope["path"].startswith("/static/")

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own: MutableMapping[str, Any] = dict(HEADERS)
            if is_static:
                own["cache-control"] = "public, max-age=31536000, immutable"
            message["headers"] = [*message.get("headers", ()), *_encoded(own)]
        await send(message)

    return sending


def _encoded(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


async def _say(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"said": sentence}).encode()
    headers = _encoded({"content-type": "application/json", "retry-after": "5"})
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
