"""Who is away is called when it is his move: at an address of the world, once, without following anything."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from rulewright.web.refusals import Refused
from rulewright.web.store.identities import person_of
from rulewright.web.webhooks import WebhookCaller, is_public
from table.kit import new_table, person, service_of, serving


@contextmanager
def listener() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """An address, and what was sent there; it always answers that one should go elsewhere."""
    got: list[tuple[str, bytes]] = []

    class Listening(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append((self.path, self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(302)
            self.send_header("location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Listening)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/me?now=1", got
    server.shutdown()
    server.server_close()


def test_who_is_away_is_called_once_for_a_decision(tmp_path: Path) -> None:
    with listener() as (address, got), serving(tmp_path, private_hooks=True) as app:
        people = [person(app) for _ in range(3)]
        table = new_table(people[0], name="Ann")
        for each in people[1:]:
            each.send(f"{table}/join")
        for each in people:
            assert each.send(f"{table}/call", hook=address).status_code == 200
        away = [person_of(each.client.cookies["rulewright"]) for each in people]
        service_of(app).note_presence(table.removeprefix("/t/"), away, 0.0)
        people[0].send(f"{table}/start")
        people[1].send(f"{table}/say", line="come!")
        for _ in range(100):
            if got:
                break
            time.sleep(0.02)
        time.sleep(0.1)

    assert len(got) == 1
    path, body = got[0]
    assert path == "/me?now=1"
    assert "your move" in json.loads(body)["text"]
    assert json.loads(body)["link"].endswith(table)


def test_only_addresses_of_the_world_are_taken(tmp_path: Path) -> None:
    with serving(tmp_path) as app:
        ann = person(app)
        table = new_table(ann)
        for address in (
            "http://127.0.0.1/", "http://localhost:8080/", "http://[::1]/", "http://[::ffff:10.0.0.1]/",
            "http://169.254.169.254/latest", "http://0x7f000001/", "http://2130706433/", "http://1.1.1.1:25/",
            "ftp://1.1.1.1/", "http://a@1.1.1.1/", "javascript:alert(1)", "http://[", "http://1.1.1.1:x/",
        ):  # fmt: skip
            assert ann.send(f"{table}/call", hook=address).status_code == 400, address
        assert ann.send(f"{table}/call", hook="https://1.1.1.1/hook").status_code == 200
        assert ann.send(f"{table}/call", hook="").status_code == 200


def test_a_name_that_is_turned_to_this_network_is_not_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hooks, led = WebhookCaller(private=False), iter(["1.1.1.1", "127.0.0.1"])
    with listener() as (address, got):
        port = int(address.split(":")[2].split("/")[0])

        def looked_up(*_: Any, **__: Any) -> list[Any]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(led), port))]

        monkeypatch.setattr(socket, "getaddrinfo", looked_up)
        assert hooks.resolve(f"http://a.test:{port}/") == ("1.1.1.1", port)
        hooks.call(f"http://a.test:{port}/", "move", "link")
        hooks._callers.shutdown(wait=True)

    assert got == []
    with pytest.raises(StopIteration):
        next(led)


def test_a_slow_name_server_and_a_slow_answer_leave_time_for_other_calls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As many as there are threads that call, of each sort, before one that is quick."""
    monkeypatch.setattr("rulewright.web.webhooks.PATIENCE", 0.4)
    look_up, gone = socket.getaddrinfo, threading.Event()

    def looked_up(host: str, *rest: Any, **named: Any) -> Any:
        if host == "slow.test":
            gone.wait(120)
        return look_up(host, *rest, **named)

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    hooks = WebhookCaller(private=True)
    with dripping(gone) as drips, listener() as (address, got):
        begun = time.monotonic()
        for to in ("http://slow.test/", "http://slow.test/", drips, drips, address):
            hooks.call(to, "move", "link")
        while not got and time.monotonic() < begun + 60:
            time.sleep(0.02)
        answered = bool(got)  # while the slow ones are not done
        gone.set()
    hooks.close()

    assert answered


@contextmanager
def dripping(gone: threading.Event) -> Iterator[str]:
    """An address of TLS that says that much will come, and sends a byte whenever one would stop to wait for it."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drips(to: socket.socket) -> None:
            with to, suppress(OSError):
                to.sendall(b"\x16\x03\x03\x40\x00")
                while not gone.wait(0.1):
                    to.sendall(b"\x02")

        def serves() -> None:
            with suppress(OSError):
                while not gone.is_set():
                    threading.Thread(target=drips, args=server.accept()[:1], daemon=True).start()

        threading.Thread(target=serves, daemon=True).start()
        yield f"https://127.0.0.1:{server.getsockname()[1]}/"


@pytest.mark.parametrize(
    "address",
    ["10.1.2.3", "100.64.0.1", "0.0.0.0", "224.0.0.1", "fe80::1", "fd00::1", "2002:7f00:1::", "64:ff9b::7f00:1"],
)  # fmt: skip
def test_addresses_of_networks_and_tunnels_are_not_of_the_world(address: str) -> None:
    assert not is_public(address)
    with pytest.raises(Refused):
        WebhookCaller(private=False).resolve(
            f"http://[{address}]/" if ":" in address else f"http://{address}/"
        )


def test_addresses_of_the_world_are_told_from_others() -> None:
    assert is_public("1.1.1.1")
    assert is_public("2606:4700:4700::1111")
