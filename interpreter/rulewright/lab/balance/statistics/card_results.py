"""Verdicts on cards measured on this machine, stored for display while playing."""

from __future__ import annotations

from typing import Any

from rulewright.base.cache import load_cached, store_cached


def store_verdicts(data: dict[str, Any]) -> None:
    """Store the decided verdicts of a report, for games with the same rules."""
    decided = {each["card"]: each for each in data["verdicts"] if each["word"] != "open"}
    if decided:
        store_cached(_key(data["rules"]), {**stored_verdicts(data["rules"]), **decided})


def stored_verdicts(digest: str) -> dict[str, dict[str, Any]]:
    """Return the stored verdicts for rules with this digest, by card; empty if there are none."""
    stored = load_cached(_key(digest))
    return stored if isinstance(stored, dict) else {}


def _key(digest: str) -> str:
    """Return the cache key of the verdicts for rules with this digest."""
    return f"verdicts {digest}"
