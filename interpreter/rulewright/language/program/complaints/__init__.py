"""Complaints about the meaning of rules: one function per complaint, with its wording.

Codes are stable: E02 covers names and sentences, E03 types, E04 speakers and actors, E05 scenarios, E09 legal but
odd rules.
"""

from typing import TYPE_CHECKING

from rulewright.base.lazy_exports import lazy_exports

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

__getattr__ = lazy_exports(
    __name__,
    {
        "lints": "lint_complaints",
        "names": "name_complaints",
        "scenarios": "scenario_complaints",
        "sentences": "sentence_complaints",
        "speaking": "speaker_complaints",
        "types": "type_complaints",
    },
)
