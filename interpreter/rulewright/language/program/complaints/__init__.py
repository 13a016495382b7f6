"""Complaints about the meaning of rules: one function per complaint, with its wording.

Codes are stable: E02 covers names and sentences, E03 types, E04 speakers and actors, E05 scenarios, E09 legal but
odd rules.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.language.program.complaints import (
        lint_complaints as lints,
        name_complaints as names,
        scenario_complaints as scenarios,
        sentence_complaints as sentences,
        speaker_complaints as speaking,
        type_complaints as types,
    )

__all__ = ["lints", "names", "scenarios", "sentences", "speaking", "types"]

_MODULES = dict(
    zip(__all__, ("lint", "name", "scenario", "sentence", "speaker", "type"), strict=True)
)


def __getattr__(name: str) -> Any:
    """Import a module of complaints on first use."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = import_module(f"{__name__}.{_MODULES[name]}_complaints")
    return globals()[name]
