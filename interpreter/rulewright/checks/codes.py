"""Every code a complaint can have, with one line on what it is about; the page of them in docs/.

The codes stand in the functions that make the complaints, and the lines are those functions' own
documentation, so that nothing is said twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Final

from rulewright.edition import edition_complaints as of_editions
from rulewright.edition import word_complaints as of_words
from rulewright.link import link_complaints as of_rulebooks
from rulewright.program import complaints as of_programs
from rulewright.syntax import syntax_complaints as of_syntax
from rulewright.text import files as reading

MODULES: Final[tuple[ModuleType, ...]] = (
    of_syntax,
    of_programs.names,
    of_programs.sentences,
    of_programs.types,
    of_programs.speaking,
    of_programs.scenarios,
    of_rulebooks,
    of_programs.odd,
    of_words,
    of_editions,
)
FILES: Final = {
    reading.CANNOT_READ: "A file that is missing, or may not be read.",
    reading.NOT_UTF8: "A file that is not UTF-8 text.",
}
IN_PLAY: Final = {
    "E0701": "Powers used again and again without an end, in a game that is being played.",
    "E0801": "A saved game that is damaged.",
    "E0802": "A saved game that was made with other rules than those of today.",
}
SECTIONS: Final = (
    ("E00", "Files", ""),
    ("E01", "How rules are written", ""),
    ("E02", "Names", ""),
    ("E03", "Types", ""),
    ("E04", "Who speaks and acts", ""),
    ("E05", "Scenarios", ""),
    ("E06", "What does not fit together", ""),
    ("E07", "Games that are being played", ""),
    ("E08", "Saved games", ""),
    ("E09", "Legal but odd", "These are warnings: the rules can be played."),
    ("Y01", "How editions are written", ""),
    ("Y02", "What stands in an edition", ""),
    ("Y03", "Editions that do not fit together", ""),
    ("Y04", "Words in other languages", ""),
)
_CODE: Final = re.compile(r"[EY]\d{4}")
_HEAD: Final = """\
# Complaints

All that Rulewright can find wrong with rules and editions, by code. A code never changes its meaning.
This page is made from the checker itself: `python -m rulewright.checks.codes > docs/complaints.md`.
"""


def codes_of(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    """The functions of a module that make a complaint, each with its code."""
    for function in vars(module).values():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            for constant in function.__code__.co_consts:
                if isinstance(constant, str) and _CODE.fullmatch(constant):
                    yield constant, function


def all_codes() -> dict[str, str]:
    """One line on each code, in the order of the codes."""
    found = {**FILES, **IN_PLAY}
    for module in MODULES:
        for code, function in codes_of(module):
            found.setdefault(code, (function.__doc__ or "").split("\n", 1)[0])
    return dict(sorted(found.items()))


def complaints_page() -> str:
    """The page of all codes."""
    codes = all_codes()
    parts = [_HEAD]
    for prefix, title, remark in SECTIONS:
        lines = [f"| {code} | {line} |" for code, line in codes.items() if code.startswith(prefix)]
        head = [
            f"\n## {title}\n",
            *([f"{remark}\n"] if remark else []),
            "| code | drawn by |",
            "|---|---|",
        ]
        parts += [*head, *lines]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    print(complaints_page(), end="")
