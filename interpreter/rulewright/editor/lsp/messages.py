"""Reading and writing of protocol messages: a bad message gets an error response, and the server goes on."""

from __future__ import annotations

import logging
import re
import sys
from concurrent.futures import Future
from typing import Any, BinaryIO, Final

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from rulewright.base.records import Record
from rulewright.cli.common.crash_report import report_fault

MOST_BYTES: Final = 64 << 20
"""Largest message in bytes; a longer one is refused."""

_LENGTH: Final = re.compile(rb"Content-Length: *(\d+)\r?\n$", re.IGNORECASE)
_DIGITS: Final = 12
_LONGEST_LINE: Final = 1 << 20
_UNREADABLE, _NO_REQUEST, _FAULT, _TOO_EARLY = -32700, -32600, -32603, -32002
"""Error codes of the protocol."""


class MessageReader:
    """Standard input as protocol messages, with all headers dropped except for the length.

    If a message was longer than its header said, the rest of it appears before the next header, in the same line.
    """

    def __init__(self, stdin: BinaryIO) -> None:
        self._stdin = stdin

    def readline(self) -> bytes:
        """Return the next header line, reduced to the length if it contains one."""
        line = self._stdin.readline(_LONGEST_LINE)
        length = _LENGTH.search(line)
        if length is None:
            return line
        if len(length[1]) > _DIGITS or int(length[1]) > MOST_BYTES:
            return b"Content-Length: too much\r\n"
        return b"Content-Length: %d\r\n" % int(length[1])

    def read(self, count: int) -> bytes:
        """Return the next `count` bytes."""
        return self._stdin.read(count)


class RawJson(Record):
    """A result that is converted to JSON values already, to be sent unchanged."""

    value: Any


class LenientProtocol(LanguageServerProtocol):
    """The protocol with error responses for bad requests, and for every request before `initialize`."""

    has_begun: bool = False
    current_id: Any = None
    """The id of the request being handled."""
    exited_early: bool = False
    """Whether `exit` came without `shutdown`."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Convert decoded JSON to a message; remember the id of its request for an error response."""
        if "jsonrpc" in data:
            id_ = data.get("id")
            self.current_id = id_ if isinstance(id_, str | int) else None
            if self.current_id != id_:
                raise JsonRpcInvalidRequest("the `id` of a request must be a number or a string")
        return super().structure_message(data)

    def handle_message(self, message: Any) -> None:
        """Dispatch a message; after `shutdown`, refuse requests."""
        if self._shutdown and hasattr(message, "method") and hasattr(message, "id"):
            reason = f"no request may follow `{lsp.SHUTDOWN}`"
            self._send_response(message.id, error=lsp.ResponseError(_NO_REQUEST, reason))
            return
        super().handle_message(message)
        server: Any = self._server
        server.message_dispatched()

    def _handle_request(self, msg_id: Any, method_name: str, params: Any) -> None:
        """Dispatch a request, or send an error response if the request is not allowed now."""
        refused = self._refusal(method_name)
        self.has_begun = self.has_begun or method_name == lsp.INITIALIZE
        if refused is not None:
            self._send_response(msg_id, error=refused)
            return
        super()._handle_request(msg_id, method_name, params)

    def _refusal(self, method_name: str) -> lsp.ResponseError | None:
        """Return the error for a request that is not allowed now; None if it is allowed."""
        if self.has_begun and method_name == lsp.INITIALIZE:
            return lsp.ResponseError(_NO_REQUEST, f"`{method_name}` may be sent only once")
        if not self.has_begun and method_name not in (lsp.INITIALIZE, lsp.SHUTDOWN):
            reason = f"the first request must be `{lsp.INITIALIZE}`, not `{method_name}`"
            return lsp.ResponseError(_TOO_EARLY, reason)
        return None

    def _handle_notification(self, method_name: str, params: Any) -> None:
        """Dispatch a notification, unless it arrives before `initialize`; `exit` is always dispatched."""
        self.exited_early |= method_name == lsp.EXIT and not self._shutdown
        if self.has_begun or method_name == lsp.EXIT:
            super()._handle_notification(method_name, params)

    def _send_response(self, msg_id: Any, result: Any = None, error: Any = None) -> None:
        """Send a response; a `RawJson` result is sent without conversion."""
        if isinstance(result, RawJson):
            self._result_types.pop(msg_id, None)
            self.send_raw({"id": msg_id, "result": result.value})
            return
        super()._send_response(msg_id, result, error)

    def send_raw(self, message: dict[str, Any]) -> None:
        """Send a message that is converted to JSON values already."""
        self._send_data({"jsonrpc": self.VERSION, **message})

    def _send_handler_result(self, future: Future[Any], *, msg_id: Any) -> None:
        """Send a handler's result; for an exception, an error response, with a crash report if it is unexpected."""
        error = None if future.cancelled() else future.exception()
        if error is None:
            super()._send_handler_result(future, msg_id=msg_id)
            return
        self._request_futures.pop(msg_id, None)
        if isinstance(error, JsonRpcException):
            response = error.to_response_error()
        else:
            response = lsp.ResponseError(_FAULT, report_fault(error))
        self._send_response(msg_id, error=response)


class ResilientServer(LanguageServer):
    """A server that keeps running whatever it is sent."""

    def __init__(self, name: str, version: str) -> None:
        super().__init__(name, version, protocol_cls=LenientProtocol)
        _log_single_lines()

    def start_io(self, stdin: BinaryIO | None = None, stdout: BinaryIO | None = None) -> None:
        """Serve an editor over standard input and output."""
        reader: Any = MessageReader(stdin or sys.stdin.buffer)
        super().start_io(reader, stdout)

    @property
    def exited_early(self) -> bool:
        """Whether the editor sent `exit` without `shutdown`, which the protocol calls an error."""
        protocol: Any = self.protocol
        return bool(protocol.exited_early)

    def send_raw(self, message: dict[str, Any]) -> None:
        """Send a message that is converted to JSON values already."""
        protocol: Any = self.protocol
        protocol.send_raw(message)

    def message_dispatched(self) -> None:
        """React to a message after it was dispatched; does nothing here."""

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Send an error response for a message that could not be read."""
        if source is not JsonRpcException:
            super().report_server_error(error, source)
            return
        protocol: Any = self.protocol
        if isinstance(error, JsonRpcException):
            response = lsp.ResponseError(error.code or _NO_REQUEST, str(error))
            protocol._send_response(protocol.current_id, error=response)
            return
        response = lsp.ResponseError(_NO_REQUEST, "this is not a request")
        if isinstance(error, ValueError | RecursionError):
            response = lsp.ResponseError(_UNREADABLE, "this is not JSON of the announced length")
        protocol._send_response(None, error=response)


class _OneLineFormatter(logging.Formatter):
    """A log formatter that writes one line per record; details are in the error response or the crash report."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the level and the first line of the message."""
        return f"{record.levelname}: {record.getMessage().splitlines()[0]}"


def _log_single_lines() -> None:
    """Configure the log of pygls to print warnings and errors in one line each, unless it has handlers already."""
    logger = logging.getLogger("pygls")
    if not logger.handlers:
        handler = logging.StreamHandler()
        handler.setLevel(logging.WARNING)
        handler.setFormatter(_OneLineFormatter())
        logger.addHandler(handler)
        logger.propagate = False
