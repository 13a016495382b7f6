"""Whatever bytes come, the next request is answered; and no log has a traceback."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import define, field

pytestmark = pytest.mark.process

TOO_EARLY, UNREADABLE, NO_REQUEST, WRONG_PARAMETERS = -32002, -32700, -32600, -32602
PATIENCE = 120
LENGTH = re.compile(rb"Content-Length: (\d+)")


@define
class Wire:
    """A server that is spoken with in bytes."""

    process: subprocess.Popen[bytes]
    folder: Path
    asked: int = 0
    told: list[dict[str, Any]] = field(factory=list)

    def send(self, message: object, length: object = None) -> None:
        body = json.dumps(message).encode()
        shown = len(body) if length is None else length
        self.raw(f"Content-Length: {shown}\r\n\r\n".encode() + body)

    def raw(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        """The answer to a request; what comes before it is kept."""
        self.asked += 1
        self.send({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params})
        while (found := self.next()).get("id") != self.asked:
            self.told.append(found)
        return found

    def next(self) -> dict[str, Any]:
        """The next message of the server."""
        out = self.process.stdout
        assert out is not None
        length = 0
        while (line := out.readline()).strip():
            if (found := LENGTH.match(line)) is not None:
                length = int(found[1])
        assert length, "the server is gone"
        message: dict[str, Any] = json.loads(out.read(length))
        return message

    def notify(self, method: str, **params: object) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def begin(self) -> Wire:
        self.ask("initialize", processId=None, rootUri=self.folder.as_uri(), capabilities={})
        self.notify("initialized")
        return self

    def open(self, name: str, text: str) -> dict[str, str]:
        uri = (self.folder / name).as_uri()
        self.notify(
            "textDocument/didOpen",
            textDocument={"uri": uri, "languageId": "rules", "version": 1, "text": text},
        )
        return {"uri": uri}

    @property
    def codes(self) -> list[int]:
        """The errors that nobody asked for."""
        return [each["error"]["code"] for each in self.told if "error" in each]

    def answers(self) -> bool:
        document = {"uri": (self.folder / "lone.rules").as_uri()}
        return "result" in self.ask("textDocument/documentSymbol", textDocument=document)


@contextmanager
def a_server(folder: Path) -> Iterator[Wire]:
    """A server that ends when it is told to, and has complained of nothing by then."""
    (folder / "lone.rules").write_text("game lone\n", encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "rulewright", "lsp"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
    )  # fmt: skip
    wire = Wire(process, folder)
    watch = threading.Timer(PATIENCE, process.kill)
    watch.start()
    try:
        yield wire
        wire.ask("shutdown")
        wire.notify("exit")
        _, errors = process.communicate(timeout=30)
        assert process.returncode == 0
        assert b"Traceback" not in errors
        assert b"  File " not in errors
    finally:
        watch.cancel()
        process.kill()
        process.wait()


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Wire]:
    """A server that nobody has spoken with."""
    with a_server(tmp_path) as wire:
        yield wire


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    """One with which all these tests speak, one after the other: to start takes longer than any of them."""
    with a_server(tmp_path_factory.mktemp("lone")) as wire:
        yield wire.begin()


@pytest.fixture
def wire(lasting: Wire) -> Wire:
    """The same, for one of them."""
    lasting.told.clear()
    return lasting


@pytest.mark.rotating
def test_who_has_not_begun_is_told_so(fresh: Wire) -> None:
    early = fresh.ask("textDocument/documentSymbol", textDocument={"uri": "file:///a.rules"})

    assert early["error"]["code"] == TOO_EARLY
    assert "data" not in early["error"]
    assert fresh.begin().answers()
    assert fresh.ask("initialize", capabilities={})["error"]["code"] == NO_REQUEST
    fresh.ask("shutdown")
    late = fresh.ask("textDocument/documentSymbol", textDocument={"uri": "file:///a.rules"})
    assert late["error"]["code"] == NO_REQUEST


@pytest.mark.parametrize("length", ["abc", "-5", 10**11, "5" * 300])
@pytest.mark.rotating
def test_a_message_of_no_length_is_passed_over(wire: Wire, length: object) -> None:
    wire.send({"jsonrpc": "2.0", "id": 99, "method": "textDocument/hover"}, length)

    assert wire.answers()


def test_a_message_of_a_wrong_length_is_told_and_passed_over(wire: Wire) -> None:
    wire.send({"jsonrpc": "2.0", "id": 99, "method": "textDocument/hover"}, 5)

    assert wire.answers()
    assert wire.codes == [UNREADABLE]


def test_bytes_that_are_no_message_are_passed_over(wire: Wire) -> None:
    wire.raw(Random(7).randbytes(20_000))

    assert wire.answers()


def test_json_that_is_no_request_is_told(wire: Wire) -> None:
    wire.send([1, 2])
    wire.send(5)
    for odd in ({"a": 1}, [3], 1.5):
        wire.send({"jsonrpc": "2.0", "id": odd, "method": "shutdown"})

    assert wire.ask("textDocument/hover", no=1)["error"]["code"] == WRONG_PARAMETERS
    assert wire.codes == [NO_REQUEST] * 5


@pytest.mark.rotating
def test_an_end_that_was_not_asked_for_is_told_by_the_exit_code(tmp_path: Path) -> None:
    body = b'{"jsonrpc":"2.0","method":"exit"}'
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", "lsp"], cwd=tmp_path, capture_output=True, timeout=60,
        input=b"Content-Length: %d\r\n\r\n%b" % (len(body), body),
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (1, b"")


def test_a_name_that_no_file_can_have_is_no_fault(wire: Wire) -> None:
    document = wire.open("a" * 5_000 + ".rules", "x")

    found = wire.ask(
        "textDocument/hover", textDocument=document, position={"line": 0, "character": 0}
    )

    assert "data" not in found.get("error", {})
    assert wire.answers()


@pytest.mark.rotating
def test_a_text_that_is_too_large_is_complained_of_and_not_read(fresh: Wire) -> None:
    wire = fresh.begin()
    wire.open("big.rules", "# x\n" * 2_600_000)

    assert wire.answers()
    while not (big := _complaints_about(wire, "big.rules")):
        wire.told.append(wire.next())
    assert [each["code"] for each in big] == ["E0001"]


def _complaints_about(wire: Wire, name: str) -> list[dict[str, Any]]:
    told = [each["params"] for each in wire.told if "diagnostics" in each.get("params", {})]
    return [found for each in told if each["uri"].endswith(name) for found in each["diagnostics"]]


@pytest.mark.rotating
def test_what_cannot_be_renamed_is_told_in_words(wire: Wire) -> None:
    document = wire.open("lone.rules", "game lone\n")

    found = wire.ask(
        "textDocument/rename", textDocument=document, position={"line": 0, "character": 0},
        newName="the",
    )  # fmt: skip

    assert found["error"]["code"] == WRONG_PARAMETERS
    assert "data" not in found["error"]
