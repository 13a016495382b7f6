"""Identities without accounts: a random token in a cookie; the database stores only its hash."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from typing import Final

from rulewright.cli.common.seats import FIRST_NAMES
from rulewright.language.text import to_nfc

LONGEST_NAME: Final = 24
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{32}[0-9a-f]{16}")
_OWN: Final = 32
"""Length of a token's random part; the rest is the signature."""


def new_token() -> str:
    """Return a random, unsigned token of 24 bytes."""
    return secrets.token_urlsafe(24)


class TokenSigner:
    """A signer of tokens (HMAC), so that nobody can choose a token or plant one on others."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def sign(self, token: str) -> str:
        """Return `token` with its signature, as in the cookie."""
        own = token[:_OWN]
        return own + hmac.digest(self._key, own.encode(), "sha256").hex()[:16]

    def new(self) -> str:
        """Return a new signed token."""
        return self.sign(new_token())

    def is_valid(self, text: str) -> bool:
        """Return whether `text` is a token with a valid signature."""
        return _TOKEN.fullmatch(text) is not None and hmac.compare_digest(self.sign(text), text)


def person_of(token: str) -> str:
    """Return the stored id of a token's owner, a hash that does not reveal the token."""
    return hashlib.sha256(f"person {token[:_OWN]}".encode()).hexdigest()[:40]


def form_key(token: str) -> str:
    """Return the CSRF key of a token's owner, which other sites cannot know."""
    return hashlib.sha256(f"form {token[:_OWN]}".encode()).hexdigest()[:32]


def plain_line(text: str) -> str:
    """Return `text` as one line, without control and invisible characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def plain_name(text: str) -> str:
    """Return a name for display; it is cut before Unicode normalization, because its length is unlimited."""
    return plain_line(to_nfc(text[: 4 * LONGEST_NAME]))[:LONGEST_NAME].strip()


def free_name(wanted: str, used: Iterable[str], seat: int) -> str:
    """Return `wanted`, made unique at the table; if it is empty, a first name for the seat."""
    others = {name.casefold() for name in used}
    name = plain_name(wanted) or FIRST_NAMES[seat]
    number, candidate = 1, name
    while candidate.casefold() in others:
        number += 1
        candidate = f"{name[: LONGEST_NAME - 3]} {number}"
    return candidate
