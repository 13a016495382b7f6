"""All that can be wrong with what rules mean: one function for each complaint, all wording here.

Codes are stable: E02 is about names and sentences, E03 about types, E04 about who speaks and acts, E05 about
scenarios, E09 about what is legal but odd.
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
    """Import a module of complaints with its first complaint."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = import_module(f"{__name__}.{_MODULES[name]}_complaints")
    return globals()[name]
