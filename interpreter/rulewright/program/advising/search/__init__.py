"""What somebody may mean, found by ranking: wishes, sentences of the game and rules of its cards by their words."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from rulewright.program.advising.search.answering import Searcher
    from rulewright.program.advising.search.joining import Found
    from rulewright.program.advising.search.samples import HERE, SAMPLE, Samples
    from rulewright.program.advising.search.scaffold import SETTING, Begun

__all__ = ["HERE", "SAMPLE", "SETTING", "Begun", "Found", "Samples", "Searcher"]

_PAGES: Final = {
    "SETTING": "scaffold", "Searcher": "answering", "Found": "joining", "HERE": "samples", "SAMPLE": "samples",
    "Samples": "samples", "Begun": "scaffold",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """What ranks is imported when it is first asked for: most mistakes are helped without it."""
    if name not in _PAGES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PAGES[name]}"), name)
