"""Bounds on connections that hold before any page runs: how many, how large their headers, how slow their bytes.

uvicorn's httptools protocol keeps headers of any size and waits for them without end; its h11 protocol bounds
their size, at twice the CPU for a request. So the bounds are put around httptools.
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
"""Descriptors left to the database, the processes of bots and the files of the program."""

WANTED_FILES: Final = 65_536


class ConnectionBounds(Record):
    """Bytes of a request's line and headers, seconds to each part of a request, and connections.

    `per_address` does not hold for this machine's own address, where a proxy may stand: there `most` alone does.
    """

    head: int = 32 << 10
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    write_seconds: float = 60.0
    pipelined: int = 16
    per_address: int = 200
    most: int = 4_000


class Connections(Draft):
    """All open connections of a server: by address, and those that have not sent a whole request head yet."""

    bounds: ConnectionBounds
    by_address: Counter[str] = field(factory=Counter)
    count: int = 0
    heading: OrderedDict[BoundedProtocol, None] = field(factory=OrderedDict)

    def admit(self, address: str) -> bool:
        """Count a connection, or refuse it.

        When all are taken, the connection that has kept its request head back for longest makes room: so silent
        connections shut nobody out.
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
    """HTTP/1.1 by httptools, within bounds."""

    def __init__(self, connections: Connections, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._all, self._bounds = connections, connections.bounds
        self._address = ""
        self._is_counted = False
        self._is_heading = True
        self._unparsed = 0  # bytes since the parser last made something of them
        self._head = 0  # bytes of this request's line and headers, and of its trailers
        self._cycles: list[Any] = []  # requests that are not answered yet
        self._timer: asyncio.TimerHandle | None = None
        self._slow_reader: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------------ the connection

    def connection_made(self, transport: Any) -> None:
        """Admit the connection, or end it."""
        super().connection_made(transport)
        self._address = address_of({"client": self.client})
        self._is_counted = self._all.admit(self._address)
        if not self._is_counted:
            transport.abort()
            return
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Free its place."""
        self._forget()
        super().connection_lost(exc)

    def _forget(self) -> None:
        """Let go of timers and of the place among the connections, once."""
        self._stop_timer()
        if self._slow_reader is not None:
            self._slow_reader.cancel()
        if self._is_counted:
            self._is_counted = False
            self._all.heading.pop(self, None)
            self._all.release(self._address)

    def drop(self) -> None:
        """End the connection at once and count it as closed."""
        self._forget()
        self._close(self.transport.abort)

    def _close(self, close: Callable[[], None]) -> None:
        """End the connection; what pages still send is left out, as uvicorn does once it has heard of the end."""
        for each in self._cycles:
            each.disconnected = True
        close()

    def _await_head(self) -> None:
        self._all.heading[self] = None
        self._timer = self.loop.call_later(self._bounds.head_seconds, self._refuse, 408)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _refuse(self, status: int) -> None:
        """Answer a request that is no whole one, and end the connection."""
        self._stop_timer()
        if self.transport.is_closing():
            return
        cycle = self.cycle
        is_free = cycle is None or (cycle.response_complete and self._is_heading)
        if is_free or not cycle.response_started:
            lines = b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + lines)
        self._close(self.transport.close)
        # Whoever does not read the answer does not keep the connection.
        self.loop.call_later(1, self.transport.abort)

    # ------------------------------------------------------------------ bytes

    def data_received(self, data: bytes) -> None:
        """Parse bytes, and start or stop the clock of the part of the request that they belong to."""
        if self.transport.is_closing():
            return
        self._unparsed += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._unparsed > self._bounds.head:
            self._refuse(431)
        elif self._is_heading:
            # The next request of a connection has begun, and its head is not whole.
            if self._timer is None and self._unparsed:
                self._await_head()
        elif self._timer is None and self.cycle is not None and self.cycle.more_body:
            self._timer = self.loop.call_later(self._bounds.body_seconds, self._refuse, 408)

    def send_400_response(self, msg: str) -> None:
        """Refuse what the parser does not take."""
        self._refuse(431 if self._head > self._bounds.head else 400)

    def _count_head(self, size: int) -> None:
        self._head += size
        if self._head > self._bounds.head:
            raise ValueError("the head is too large")  # the parser stops, and 431 is answered

    def on_message_begin(self) -> None:
        """Begin the head of a request."""
        if len(self.pipeline) >= self._bounds.pipelined:
            raise ValueError("too many requests were sent ahead")
        self._is_heading, self._head = True, 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Take a piece of the address."""
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header, or a trailer."""
        self._count_head(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """End the head: the page begins."""
        self._is_heading, self._unparsed = False, 0
        self._all.heading.pop(self, None)
        self._stop_timer()
        super().on_headers_complete()
        self._cycles = [each for each in self._cycles if not each.response_complete]
        self._cycles.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        """Take a piece of the body."""
        self._unparsed = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """End the request."""
        self._is_heading, self._unparsed = True, 0
        self._stop_timer()
        super().on_message_complete()

    # ------------------------------------------------------------------ answers

    def pause_writing(self) -> None:
        """Give the reader of the answer a time."""
        super().pause_writing()
        self._slow_reader = self.loop.call_later(self._bounds.write_seconds, self.drop)

    def resume_writing(self) -> None:
        """Take that time back."""
        if self._slow_reader is not None:
            self._slow_reader.cancel()
            self._slow_reader = None
        super().resume_writing()


def bounded_protocol(bounds: ConnectionBounds) -> Any:
    """Return what makes the protocol of each connection of one server; it raises the limit of descriptors first."""
    files = _raised_limit()
    most = min(bounds.most, max(files - SPARE_FILES, files // 2))
    return partial(BoundedProtocol, Connections(evolve(bounds, most=most)))


def _raised_limit() -> int:
    """Let this process open as many files as the system lets it, up to WANTED_FILES; return how many."""
    with suppress(ImportError, OSError, ValueError):  # no such limit on Windows
        from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit, setrlimit

        soft, hard = getrlimit(RLIMIT_NOFILE)
        wanted = WANTED_FILES if hard == RLIM_INFINITY else min(hard, WANTED_FILES)
        if soft != RLIM_INFINITY and soft < wanted:
            setrlimit(RLIMIT_NOFILE, (wanted, hard))
            return wanted
        return WANTED_FILES if soft == RLIM_INFINITY else soft
    return 1_024
