"""Limits on connections, before any page runs: their number, the size of headers, and timeouts.

uvicorn's httptools protocol limits neither the size of headers nor the time for them; its h11 protocol limits
their size, but uses twice the CPU time per request. So the limits are added to httptools.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from rulewright.base.records import Draft, Record, evolve, field
from rulewright.web.limits.rate_limits import address_of

SPARE_FILES: Final = 200
"""File descriptors reserved for the database, bot processes and program files."""

WANTED_FILES: Final = 65_536


class ConnectionLimits(Record):
    """Limits: bytes of a request head, seconds for each part of a request, and numbers of connections.

    `per_address` does not apply to the local address, which may be a proxy; there only `most` applies.
    """

    head: int = 32 << 10
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    write_seconds: float = 60.0
    pipelined: int = 16
    per_address: int = 200
    most: int = 4_000


class Connections(Draft):
    """All open connections of a server: their number by address, and those without a complete request head."""

    bounds: ConnectionLimits
    by_address: Counter[str] = field(factory=Counter)
    count: int = 0
    heading: OrderedDict[BoundedProtocol, None] = field(factory=OrderedDict)

    def admit(self, address: str) -> bool:
        """Count a new connection and return True, or return False if there is no room.

        At the limit, the connection with the oldest incomplete request head is dropped, so that silent
        connections cannot lock others out.
        """
        bounds = self.bounds
        is_local = address in ("127.0.0.1", "unknown") or address.startswith("::1")
        if not is_local and self.by_address[address] >= bounds.per_address:
            return False
        if self.count >= bounds.most:
            if not self.heading:
                return False
            next(iter(self.heading)).drop()
        self.count += 1
        self.by_address[address] += 1
        return True

    def release(self, address: str) -> None:
        """Count a connection as closed."""
        self.count -= 1
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]


class BoundedProtocol(HttpToolsProtocol):
    """The HTTP/1.1 protocol of httptools, with limits."""

    def __init__(self, connections: Connections, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._all, self._bounds = connections, connections.bounds
        self._address = ""
        self._is_counted = False
        self._is_heading = True
        self._unparsed = 0  # bytes that the parser has not consumed yet
        self._head = 0  # bytes of the current request head, and of its trailers
        self._cycles: list[Any] = []  # requests without a complete response
        self._timer: asyncio.TimerHandle | None = None
        self._slow_reader: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------------ the connection

    def connection_made(self, transport: Any) -> None:
        """Admit the connection, or abort it."""
        super().connection_made(transport)
        self._address = address_of({"client": self.client})
        self._is_counted = self._all.admit(self._address)
        if not self._is_counted:
            transport.abort()
            return
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the connection's slot."""
        self._forget()
        super().connection_lost(exc)

    def _forget(self) -> None:
        """Cancel the timers and release the slot, once."""
        self._stop_timer()
        if self._slow_reader is not None:
            self._slow_reader.cancel()
        if self._is_counted:
            self._is_counted = False
            self._all.heading.pop(self, None)
            self._all.release(self._address)

    def drop(self) -> None:
        """Abort the connection and count it as closed."""
        self._forget()
        self._close(self.transport.abort)

    def _close(self, close: Callable[[], None]) -> None:
        """Close the connection, and mark its requests as disconnected, so that further output is discarded."""
        for each in self._cycles:
            each.disconnected = True
        close()

    def _await_head(self) -> None:
        """Start the timeout for the next request head."""
        self._all.heading[self] = None
        self._timer = self.loop.call_later(self._bounds.head_seconds, self._refuse, 408)

    def _stop_timer(self) -> None:
        """Cancel the timer for the current part of the request, if one is running."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _refuse(self, status: int) -> None:
        """Answer an incomplete request with `status`, and close the connection."""
        self._stop_timer()
        if self.transport.is_closing():
            return
        cycle = self.cycle
        is_free = cycle is None or (cycle.response_complete and self._is_heading)
        if is_free or not cycle.response_started:
            lines = b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + lines)
        self._close(self.transport.close)
        # A client that does not read the response must not keep the connection.
        self.loop.call_later(1, self.transport.abort)

    # ------------------------------------------------------------------ bytes

    def data_received(self, data: bytes) -> None:
        """Parse the bytes, and start or stop the timer for the current part of the request."""
        if self.transport.is_closing():
            return
        self._unparsed += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._unparsed > self._bounds.head:
            self._refuse(431)
        elif self._is_heading:
            # The head of the next request has begun and is incomplete.
            if self._timer is None and self._unparsed:
                self._await_head()
        elif self._timer is None and self.cycle is not None and self.cycle.more_body:
            self._timer = self.loop.call_later(self._bounds.body_seconds, self._refuse, 408)

    def send_400_response(self, msg: str) -> None:
        """Refuse a malformed request."""
        self._refuse(431 if self._head > self._bounds.head else 400)

    def _count_head(self, size: int) -> None:
        """Add to the size of the request head. Raises ValueError beyond the limit."""
        self._head += size
        if self._head > self._bounds.head:
            raise ValueError("the head is too large")  # the parser stops, and the response is 431

    def on_message_begin(self) -> None:
        """Start a request head; limit the number of pipelined requests."""
        if len(self.pipeline) >= self._bounds.pipelined:
            raise ValueError("too many requests were sent ahead")
        self._is_heading, self._head = True, 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Count the bytes of the URL."""
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count the bytes of a header or trailer."""
        self._count_head(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """End the request head, and start the page."""
        self._is_heading, self._unparsed = False, 0
        self._all.heading.pop(self, None)
        self._stop_timer()
        super().on_headers_complete()
        self._cycles = [each for each in self._cycles if not each.response_complete]
        self._cycles.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        """Accept a part of the body."""
        self._unparsed = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """End the request, and stop its timer."""
        self._is_heading, self._unparsed = True, 0
        self._stop_timer()
        super().on_message_complete()

    # ------------------------------------------------------------------ answers

    def pause_writing(self) -> None:
        """Start the timeout for a client that does not read the response."""
        super().pause_writing()
        self._slow_reader = self.loop.call_later(self._bounds.write_seconds, self.drop)

    def resume_writing(self) -> None:
        """Cancel the timeout for the client."""
        if self._slow_reader is not None:
            self._slow_reader.cancel()
            self._slow_reader = None
        super().resume_writing()


def bounded_protocol(bounds: ConnectionLimits) -> Any:
    """Return a factory for the protocols of one server's connections, after raising the limit on open files."""
    files = _raised_limit()
    most = min(bounds.most, max(files - SPARE_FILES, files // 2))
    return partial(BoundedProtocol, Connections(evolve(bounds, most=most)))


def _raised_limit() -> int:
    """Raise the limit on open files of this process, to at most WANTED_FILES; return the new limit."""
    with suppress(ImportError, OSError, ValueError):  # Windows has no such limit
        from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit, setrlimit

        soft, hard = getrlimit(RLIMIT_NOFILE)
        wanted = WANTED_FILES if hard == RLIM_INFINITY else min(hard, WANTED_FILES)
        if soft != RLIM_INFINITY and soft < wanted:
            setrlimit(RLIMIT_NOFILE, (wanted, hard))
            return wanted
        return WANTED_FILES if soft == RLIM_INFINITY else soft
    return 1_024
