"""Webhooks for absent players, restricted to public addresses (protection from SSRF).

A host name is resolved once, and the call goes to that address, which prevents DNS rebinding. Redirects are not
followed, the response is ignored, and failed calls are not repeated.
"""

from __future__ import annotations

import ipaddress
import json
import logging
import socket
import ssl
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from threading import BoundedSemaphore
from typing import Final
from urllib.parse import SplitResult, urlsplit

from rulewright.language.edition.translations.program_text import say
from rulewright.web.background_tasks import run_in_background
from rulewright.web.refusals import Refused, TableBusy

LOGGER: Final = logging.getLogger("rulewright.web")
PATIENCE: Final = 5.0
"""Timeout in seconds for each step: name resolution, connection, TLS, sending, response."""
MOST_WAITING: Final = 200
LONGEST: Final = 500
PORTS: Final = {"http": 80, "https": 443}
PUBLIC_IPV6: Final = ipaddress.ip_network("2000::/3")


class WebhookCaller:
    """A caller of webhooks, at public addresses only, unless `private` ones are allowed."""

    def __init__(self, private: bool) -> None:
        self.private = private
        self._callers = ThreadPoolExecutor(2, "hooks")
        self._lookers = ThreadPoolExecutor(4, "looks names up")
        self._room = BoundedSemaphore(MOST_WAITING)

    def call(self, to: str, sentence: str, link: str) -> None:
        """Send a message to the webhook `to` in a thread; it is dropped if too many calls wait."""
        body = json.dumps({"text": sentence, "content": sentence, "link": link}).encode()
        if self._room.acquire(blocking=False):
            run_in_background(self._callers, self._call_now, to, body)

    def _call_now(self, to: str, body: bytes) -> None:
        """Resolve the address of a webhook and call it; failures are logged."""
        try:
            parts = self._parse_url(to)
            where = _await_result(self._lookers.submit(self.resolve, to))
            with socket.create_connection(where, PATIENCE) as plain:
                self._send(parts, plain, body)
        except (OSError, HTTPException, ValueError, Refused) as error:
            LOGGER.warning("an address was not called: %s", type(error).__name__)
        finally:
            self._room.release()

    def _send(self, parts: SplitResult, plain: socket.socket, body: bytes) -> None:
        """Send `body` over a connection, with TLS for https. Raises OSError and HTTPException."""
        connection = HTTPConnection(parts.netloc)
        connection.sock = plain
        if parts.scheme == "https":
            safe = ssl.create_default_context().wrap_socket
            connection.sock = safe(plain, server_hostname=parts.hostname)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        with connection.sock:
            connection.request("POST", path, body, {"content-type": "application/json"})
            connection.sock.recv(64)

    def resolve_in_time(self, to: str) -> tuple[str, int]:
        """Return the address and port of a URL as `resolve` does, waiting at most PATIENCE seconds.

        Raises Refused, and TableBusy if too many calls wait.
        """
        if not self._room.acquire(blocking=False):
            raise TableBusy
        looking = self._lookers.submit(self.resolve, to)
        looking.add_done_callback(lambda _: self._room.release())
        try:
            return _await_result(looking)
        except TimeoutError:
            raise Refused(say("This address cannot be found."), 400) from None

    def resolve(self, to: str) -> tuple[str, int]:
        """Return the IP address and port of a URL. Raises Refused if it may not be called."""
        parts = self._parse_url(to)
        try:
            port = parts.port or PORTS[parts.scheme]
            led = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
        except (OSError, ValueError):
            raise Refused(say("This address cannot be found."), 400) from None
        usual = port in PORTS.values() or port > 1023
        if not self.private and not (usual and all(is_public(each[4][0]) for each in led)):
            raise Refused(say("Only public addresses can be contacted."), 400)
        return str(led[0][4][0]), port

    def _parse_url(self, to: str) -> SplitResult:
        """Return the parts of a URL. Raises Refused unless it is plain http or https."""
        is_plain = to.isascii() and to.isprintable() and len(to) <= LONGEST
        with suppress(ValueError):  # for example an unclosed bracket
            parts = urlsplit(to)
            if is_plain and parts.scheme in PORTS and parts.hostname and "@" not in parts.netloc:
                return parts
        raise Refused(say("The address must begin with https:// or http://."), 400)

    def close(self) -> None:
        """Stop all calls."""
        self._callers.shutdown(wait=False, cancel_futures=True)
        self._lookers.shutdown(wait=False, cancel_futures=True)


def _await_result(looking: Future[tuple[str, int]]) -> tuple[str, int]:
    """Return the resolved address. Raises TimeoutError after PATIENCE seconds."""
    try:
        return looking.result(PATIENCE)
    except TimeoutError:
        looking.cancel()
        raise


def is_public(text: str | int) -> bool:
    """Return whether an IP address is public, and not one that tunnels to another (6to4, Teredo)."""
    address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv6Address):
        tunnel = address.sixtofour or address.teredo
        return address in PUBLIC_IPV6 and address.is_global and not tunnel
    return address.is_global and not address.is_multicast
