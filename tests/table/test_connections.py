"""Connections are bounded before any page runs: their number, their headers, and the time of each part."""

from __future__ import annotations

import random
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from statistics import median

import pytest

from rulewright.web.limits.connection_limits import ConnectionLimits, Connections
from rulewright.web.store.database import TableStore
from rulewright.web.tables.edition_catalogue import EditionCatalogue
from rulewright.web.tables.live_games import GameCache
from rulewright.web.tables.table_service import TableService, TableSettings
from table.kit import ASKED, OPTION
from table.processes import Player, Server, servers, used
from tiers import LONG

pytestmark = pytest.mark.process

SILENT = 250 if LONG else 60
SLOW = 100 if LONG else 20
MEGABYTES = 600 if LONG else 40
MOST, MANY = 280, 350
"""Connections that the server holds, and that are opened and say nothing."""
MOST_SLOWER, MOST_SECONDS = 4.0, 5.0
"""How many times as long as at rest a choice may take under load, in the median, and its longest time."""
MOST_GROWTH = 60 << 10
"""In KB: of the server's memory, whatever is sent."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with servers(f"sqlite:///{tmp_path_factory.mktemp('table') / 'tables'}", most=MOST) as found:
        yield found[0]


def connected(server: Server, source: str = "") -> socket.socket:
    own = (source, 0) if source else None
    return socket.create_connection(("127.0.0.1", server.port), timeout=60, source_address=own)


def is_open(connection: socket.socket) -> bool:
    """Whether the server has not closed a connection on which it sends nothing."""
    try:
        return bool(connection.recv(1, socket.MSG_DONTWAIT | socket.MSG_PEEK))
    except BlockingIOError:
        return True
    except OSError:
        return False


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


ENDLESS: dict[str, tuple[bytes, bytes]] = {
    "headers": (b"GET / HTTP/1.1\r\nhost: a\r\n", b"x-a: " + b"b" * 4_000 + b"\r\n"),
    "header": (b"GET / HTTP/1.1\r\nhost: a\r\nx-a: ", b"b" * 4_000),
    "url": (b"GET /", b"b" * 4_000),
    "chunk": (
        b"POST /new HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n1;",
        b"b" * 4_000,
    ),
    "trailer": (
        b"POST /new HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx-a: ",
        b"b" * 4_000,
    ),
}


@pytest.mark.parametrize(("first", "more"), ENDLESS.values(), ids=ENDLESS)
@pytest.mark.rotating
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


class Playing:
    """A table at which three people choose for as long as they are asked to, and how long each choice took."""

    def __init__(self, server: Server) -> None:
        self.server, self.times = server, list[float]()
        self.people = [Player([server], seat, random.Random(seat)) for seat in range(3)]
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._play)

    def __enter__(self) -> Playing:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()
        for each in self.people:
            each.client.close()

    def _play(self) -> None:
        while not self._is_over.is_set():
            self._play_a_game(self._begun())

    def _begun(self) -> str:
        store, catalogue = TableStore(self.server.database), EditionCatalogue(("liars-hand",))
        deeds = TableService(store, catalogue, GameCache(store, catalogue))
        table = deeds.create(
            TableSettings("liars-hand", "en", 3, seed=1), self.people[0].person, "A"
        )
        for each in self.people[1:]:
            deeds.join(table, each.person, "")
        deeds.start(table, self.people[0].person, "")
        store.close()
        return f"/t/{table}"

    def _play_a_game(self, table: str) -> None:
        while not self._is_over.is_set():
            for each in self.people:
                page = each.ask("GET", table)
                assert page is not None
                if f"{table}/steps" in page.text:
                    return
                asked = ASKED.search(page.text)
                if asked is not None:
                    option = each.lot.choice(OPTION.findall(page.text))
                    begun = time.monotonic()
                    answer = each.ask("POST", f"{table}/choose", asked=asked[1], option=option)
                    assert answer is not None
                    assert answer.status_code == 303
                    self.times.append(time.monotonic() - begun)

    def wait_for(self, choices: int) -> list[float]:
        """Return the seconds that so many choices take from now on."""
        begun, until = len(self.times), time.monotonic() + 60
        while len(self.times) < begun + choices:
            assert self._thread.is_alive(), "the game cannot go on"
            assert time.monotonic() < until, "nobody can choose"
            time.sleep(0.01)
        return self.times[begun : begun + choices]


CHOICES = 40 if LONG else 8
"""Choices that are timed while each bound is tried; on a push times are not compared."""


def loads(server: Server, held: ExitStack) -> dict[str, Callable[[], object]]:
    """What somebody does to a server, by what is bounded; connections are open until they are no longer `held`."""

    def open_and_send(count: int, *heads: bytes, source: str = "") -> list[socket.socket]:
        opened = [held.enter_context(connected(server, source)) for _ in range(count)]
        for number, each in enumerate(opened):
            with suppress(OSError):  # the server may have closed it already
                each.sendall(heads[number % len(heads)])
        return opened

    def bounded(opened: Sequence[socket.socket], most: int) -> None:
        until = time.monotonic() + 60
        while sum(map(is_open, opened)) > most and time.monotonic() < until:
            time.sleep(0.05)
        assert sum(map(is_open, opened)) <= most

    return {
        "headers": lambda: endless(server, *ENDLESS["headers"]),
        "url": lambda: endless(server, *ENDLESS["url"]),
        "slow headers": lambda: open_and_send(SILENT, b"GET / HTTP/1.1\r\n", b""),
        "slow bodies": lambda: open_and_send(
            SLOW, b"POST /new HTTP/1.1\r\nhost: a\r\ncontent-length: 60000\r\n\r\na"
        ),
        "connections": lambda: bounded(open_and_send(MANY, b""), MOST),
        "connections of an address": lambda: bounded(
            open_and_send(MANY, b"", source="127.0.0.2"), ConnectionLimits().per_address
        ),
    }


@pytest.mark.rotating
def test_choices_are_as_quick_as_before_while_each_bound_is_tried(server: Server) -> None:
    before = used(server.number)[1]
    with ExitStack() as held, Playing(server) as playing:
        playing.wait_for(CHOICES // 4)  # the first ones fill caches
        defer = median(playing.wait_for(CHOICES))
        for name, load in loads(server, held).items():
            over = threading.Event()

            def tried(load: Callable[[], object] = load, over: threading.Event = over) -> None:
                load()
                over.set()  # it raised nothing

            thread = threading.Thread(target=tried)
            thread.start()
            times = playing.wait_for(CHOICES)
            thread.join()
            assert over.is_set(), name
            if LONG:  # on a push other workers take time, too; that people choose is enough there
                assert median(times) < MOST_SLOWER * defer + 0.02, (name, defer, median(times))
                assert max(times) < MOST_SECONDS, (name, max(times))
        assert used(server.number)[1] - before < MOST_GROWTH


def test_silent_connections_and_slow_bodies_are_ended(server: Server) -> None:
    with ExitStack() as held:
        silent = [held.enter_context(connected(server)) for _ in range(SILENT)]
        slow = [held.enter_context(connected(server)) for _ in range(SLOW if LONG else 0)]
        for each in silent[::2]:
            each.sendall(b"GET / HTTP/1.1\r\n")
        for each in slow:
            each.sendall(b"POST /new HTTP/1.1\r\nhost: a\r\ncontent-length: 60000\r\n\r\na")
        for each in (*silent, *slow):
            each.settimeout(60)
            with suppress(ConnectionResetError):
                while each.recv(1_000):
                    pass


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
    found = Connections(ConnectionLimits(per_address=3, most=4))
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
