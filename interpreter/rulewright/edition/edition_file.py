"""What one edition file says by itself, before anything that it extends."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulewright.edition.edition import Contents, Numbers, Playouts, Spanned
from rulewright.text import Span


class EditionFile(Contents):
    """One edition file. None, or an empty mapping, where the file says nothing.

    `keys` are the keys that were written, also those whose value drew a complaint; `start` is
    where a complaint about the whole file points.
    """

    path: Path
    start: Span
    keys: frozenset[str]
    id: Spanned[str] | None
    extends: Spanned[str] | None
    language: Spanned[str] | None
    rules: tuple[Spanned[str], ...]
    cards: tuple[Spanned[str], ...]
    players: Spanned[Numbers] | None
    player_counts: tuple[Spanned[Numbers], ...]
    dropped_options: Mapping[str, Spanned[str]]
    playouts: Playouts | None
