"""Connections are bounded before any page runs: their number, their headers, and the time of each part."""

from __future__ import annotations

import random
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from rulewright.table.connections import ConnectionBounds, Connections
from rulewright.table.keeping import Keeper
from rulewright.table.running import Hall
from rulewright.table.shelf import Shelf
from rulewright.table.sittings import Sittings, Wish
from table.processes import Player, Server, servers, used
from tiers import LONG

pytestmark = pytest.mark.process

SILENT = 1_100 if LONG else 60
SLOW = 200 if LONG else 20
MEGABYTES = 600 if LONG else 40
MOST_GROWTH = 60 << 10
"""In KB: of the server's memory, whatever is sent."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with servers(f"sqlite:///{tmp_path_factory.mktemp('table') / 'tables'}") as found:
        yield found[0]


def connected(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=60)


def endless(server: Server, first: bytes, more: bytes) -> tuple[int, bytes]:
    """Send as much as the server takes; how many bytes that was, and its answer."""
    sent, answer = 0, b""
    with connected(server) as to, suppress(OSError):
        to.sendall(first)
        while sent < MEGABYTES << 20:
            to.sendall(more)
            sent += len(more)
        answer = to.recv(1_000)
    return sent, answer


@pytest.mark.parametrize(
    ("first", "more"),
    [
        (b"GET / HTTP/1.1\r\nhost: a\r\n", b"x-a: " + b"b" * 4_000 + b"\r\n"),
        (b"GET / HTTP/1.1\r\nhost: a\r\nx-a: ", b"b" * 4_000),
        (b"GET /", b"b" * 4_000),
        (b"POST /new HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n1;", b"b" * 4_000),
        (
            b"POST /new HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx-a: ",
            b"b" * 4_000,
        ),
    ],
    ids=["headers", "header", "url", "chunk", "trailer"],
)
def test_endless_parts_of_a_request_are_cut_off(server: Server, first: bytes, more: bytes) -> None:
    before = used(server.number)[1]

    sent, _ = endless(server, first, more)

    assert sent < 20 << 20  # what the system holds on the way counts too
    assert used(server.number)[1] - before < MOST_GROWTH


def answer_to(server: Server, *parts: bytes, pause: float = 0.0) -> bytes:
    with connected(server) as to:
        for part in parts:
            to.sendall(part)
            time.sleep(pause)
        found = b""
        with suppress(ConnectionResetError):
            while more := to.recv(65_536):
                found += more
        return found


def test_large_heads_are_told_so_and_usual_ones_are_answered(server: Server) -> None:
    ends = b"connection: close\r\n\r\n"
    usual = b"GET /me HTTP/1.1\r\nhost: a\r\n" + b"x-a: " + b"b" * 8_000 + b"\r\n" + ends
    large = b"GET /me HTTP/1.1\r\nhost: a\r\n" + b"x-a: " + b"b" * 50_000 + b"\r\n" + ends

    assert answer_to(server, usual).startswith(b"HTTP/1.1 200 ")
    assert answer_to(server, usual[:40], usual[40:], pause=0.1).startswith(b"HTTP/1.1 200 ")
    assert answer_to(server, large).startswith(b"HTTP/1.1 431 ")
    assert answer_to(server, b"nonsense\r\n\r\n").startswith(b"HTTP/1.1 400 ")
    ahead = b"GET /me HTTP/1.1\r\nhost: a\r\n\r\n" * 5_000
    assert answer_to(server, ahead).count(b"HTTP/1.1 ") < 40


def test_two_requests_of_one_connection_are_both_answered(server: Server) -> None:
    form = b"POST /new HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\na=b"
    last = b"GET /me HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"

    found = answer_to(server, form[:-1], form[-1:], last, pause=0.05)

    assert re.findall(rb"HTTP/1.1 (\d+) ", found) == [b"403", b"200"]


def playing(server: Server) -> tuple[threading.Thread, list[float]]:
    """Two people who play at a table; how long each of their requests took, in seconds."""
    keeper, shelf = Keeper(server.database), Shelf(("liars-hand",))
    deeds = Sittings(keeper, shelf, Hall(keeper, shelf))
    people = [Player([server], seat, random.Random(seat)) for seat in range(3)]
    table = deeds.create(Wish("liars-hand", "en", 3, seed=1), people[0].person, "A")
    for each in people[1:]:
        deeds.join(table, each.person, "")
    deeds.start(table, people[0].person, "")
    keeper.close()
    times: list[float] = []

    def plays() -> None:
        for _ in range(100):
            for each in people:
                begun = time.monotonic()
                page = each.ask("GET", f"/t/{table}")
                assert page is not None
                assert page.status_code == 200
                times.append(time.monotonic() - begun)
            time.sleep(0.02)
        for each in people:
            each.client.close()

    return threading.Thread(target=plays), times


def test_silent_connections_and_slow_bodies_end_while_others_play(server: Server) -> None:
    before = used(server.number)[1]
    thread, times = playing(server)
    with ExitStack() as stack:
        silent = [stack.enter_context(connected(server)) for _ in range(SILENT)]
        slow = [stack.enter_context(connected(server)) for _ in range(SLOW)]
        for each in silent[::2]:
            each.sendall(b"GET / HTTP/1.1\r\n")
        for each in slow:
            each.sendall(b"POST /new HTTP/1.1\r\nhost: a\r\ncontent-length: 60000\r\n\r\na")
        thread.start()
        thread.join()
        for each in silent:
            each.settimeout(30)
            while each.recv(1_000):
                pass
        if LONG:
            for each in slow:
                each.settimeout(60)
                while each.recv(1_000):
                    pass

    assert len(times) == 300
    assert max(times) < 5
    assert used(server.number)[1] - before < MOST_GROWTH


class Silent:
    """A connection for the count alone."""

    dropped = False

    def __init__(self, of: Connections) -> None:
        self.of = of

    def drop(self) -> None:
        self.dropped = True
        self.of.heading.pop(self)  # type: ignore[call-overload]
        self.of.release("9.9.9.9")


def test_the_most_silent_connection_makes_room_when_all_are_taken() -> None:
    found = Connections(ConnectionBounds(per_address=3, most=4))
    silent = [Silent(found) for _ in range(2)]
    for each in silent:
        assert found.admit("9.9.9.9")
        found.heading[each] = None  # type: ignore[index]
    assert found.admit("9.9.9.9")
    assert not found.admit("9.9.9.9")
    assert found.admit("8.8.8.8")

    assert found.admit("7.7.7.7")
    assert [each.dropped for each in silent] == [True, False]
    assert found.admit("6.6.6.6")
    assert not found.admit("5.5.5.5")
    assert found.count == 4
