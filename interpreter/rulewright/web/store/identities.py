"""People without accounts: an unguessable token in a cookie, of which only a hash is kept."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from typing import Final

from rulewright.cli.common.seats import FIRST_NAMES
from rulewright.language.text import composed

LONGEST_NAME: Final = 24
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{32}[0-9a-f]{16}")
_OWN: Final = 32
"""So many signs of a token are chance; the others are the server's seal."""


def new_token() -> str:
    """A token that nobody guesses, not sealed yet: 24 bytes of the system's chance."""
    return secrets.token_urlsafe(24)


class Tokens:
    """Seals tokens, so that nobody chooses one, or plants on others one that this server did not give."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def sealed(self, token: str) -> str:
        """Return a token as it stands in a cookie."""
        own = token[:_OWN]
        return own + hmac.digest(self._key, own.encode(), "sha256").hex()[:16]

    def new(self) -> str:
        """Return a new token, sealed."""
        return self.sealed(new_token())

    def is_ours(self, text: str) -> bool:
        """Whether a text is a token with the seal of this server."""
        return _TOKEN.fullmatch(text) is not None and hmac.compare_digest(self.sealed(text), text)


def person_of(token: str) -> str:
    """Who has a token: what is kept of him tells nobody the token."""
    return hashlib.sha256(f"person {token[:_OWN]}".encode()).hexdigest()[:40]


def form_key(token: str) -> str:
    """What forms of who has a token carry, so that no other site sends them."""
    return hashlib.sha256(f"form {token[:_OWN]}".encode()).hexdigest()[:32]


def plain_line(text: str) -> str:
    """One line of printable signs: none that nobody sees, or that turns the direction of writing."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def plain_name(text: str) -> str:
    """Return a name as it is shown; it is cut before it is composed, as players send what they like."""
    return plain_line(composed(text[: 4 * LONGEST_NAME]))[:LONGEST_NAME].strip()


def free_name(wanted: str, taken: Iterable[str], seat: int) -> str:
    """A name that nobody else at the table has; without one that is wanted, a first name."""
    others = {name.casefold() for name in taken}
    name = plain_name(wanted) or FIRST_NAMES[seat]
    number, found = 1, name
    while found.casefold() in others:
        number += 1
        found = f"{name[: LONGEST_NAME - 3]} {number}"
    return found
