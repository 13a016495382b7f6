"""Who can reach a server: addresses of this machine, names that it answers to, and QR codes of links."""

from __future__ import annotations

import io
import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import IPv4Address, ip_address
from typing import Final

import segno

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737). Connecting a UDP socket sends nothing, but chooses the interface."""


def network_addresses() -> tuple[str, ...]:
    """Return the IPv4 addresses under which other machines may reach this one, the usual one first."""
    return tuple(dict.fromkeys(each for each in _found() if _is_for_others(each)))


def own_names() -> tuple[str, ...]:
    """Return the host names of this machine, as its network may know them."""
    name = socket.gethostname().lower()
    return (*LOOPBACK, name, f"{name.partition('.')[0]}.local")


def is_answered(host: str, names: Iterable[str]) -> bool:
    """Return whether a server with these `names` answers a request for `host`.

    It answers to every address too: DNS rebinding needs a name that somebody else controls.
    """
    if host in names:
        return True
    with suppress(ValueError):
        return bool(ip_address(host.strip("[]")))
    return False


def qr_for_terminal(link: str) -> str:
    """Return a QR code of `link` in half blocks, light on a dark ground."""
    text = io.StringIO()
    segno.make(link, micro=False).terminal(text, border=2, compact=True)
    return text.getvalue()


def qr_as_svg(link: str) -> str:
    """Return a QR code of `link` as an SVG element."""
    made: str = segno.make(link, micro=False).svg_inline(border=2, light="#fff", omitsize=True)
    return made


def _found() -> Iterator[str]:
    """Yield the address of the usual interface, then those of the host name."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)
        yield probe.getsockname()[0]
    with suppress(OSError):
        for *_, place in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(place[0])


def _is_for_others(address: str) -> bool:
    """Return whether an address is neither unspecified nor of this machine alone."""
    found = IPv4Address(address)
    return not (found.is_loopback or found.is_unspecified or found.is_link_local)
