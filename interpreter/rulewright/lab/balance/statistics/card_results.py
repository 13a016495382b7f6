"""What cards proved to be in games that were measured here, for whoever asks while playing."""

from __future__ import annotations

from typing import Any

from rulewright.base.cache import keep, kept


def keep_proofs(data: dict[str, Any]) -> None:
    """Keep what a report says of cards, for games with the same rules; what is not told yet is left out."""
    told = {each["card"]: each for each in data["verdicts"] if each["word"] != "open"}
    if told:
        keep(_key(data["rules"]), {**proofs(data["rules"]), **told})


def proofs(digest: str) -> dict[str, dict[str, Any]]:
    """The verdicts on cards in games with rules of this digest, by their names; empty if nobody measured it."""
    found = kept(_key(digest))
    return found if isinstance(found, dict) else {}


def _key(digest: str) -> str:
    return f"verdicts {digest}"
