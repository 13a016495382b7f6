"""All that can be wrong with what rules mean: one function for each complaint, all wording here.

Codes are stable: E02 is about names and sentences, E03 about types, E04 about who speaks and acts, E05 about
scenarios, E09 about what is legal but odd.
"""

from rulewright.program.complaints import (
    lint_complaints as lints,
    name_complaints as names,
    scenario_complaints as scenarios,
    sentence_complaints as sentences,
    speaker_complaints as speaking,
    type_complaints as types,
)

__all__ = ["lints", "names", "scenarios", "sentences", "speaking", "types"]
