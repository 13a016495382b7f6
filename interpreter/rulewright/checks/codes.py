"""Every code a complaint can have, with one line on what it is about; the page of them in docs/.

The codes stand at the functions that word the complaints, and the lines are those functions' own
documentation, so that nothing is said twice.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from rulewright.text.complaint_codes import DECLARED

PAGES: Final = (
    "rulewright.text.files",
    "rulewright.text.walking",
    "rulewright.syntax.syntax_complaints",
    "rulewright.program.complaints",
    "rulewright.program.circle_complaints",
    "rulewright.edition.edition_complaints",
    "rulewright.edition.word_complaints",
    "rulewright.link.link_complaints",
    "rulewright.game.game_complaints",
    "rulewright.session.save_complaints",
    "rulewright.checks.allowance_complaints",
)
"""Where complaints are worded."""
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
    (
        "E10",
        "What is allowed",
        "Remarks such as `# allow E0926: so it is meant` keep a warning quiet.",
    ),
    ("E11", "What games show", "`rulewright check --deep` plays to find these."),
    ("Y01", "How editions are written", ""),
    ("Y02", "What stands in an edition", ""),
    ("Y03", "Editions that do not fit together", ""),
    ("Y04", "Words in other languages", ""),
)
_HEAD: Final = """\
# Complaints

All that Rulewright can find wrong with rules and editions, by code. A code never changes its meaning;
each leads to an example that draws it, and `rulewright explain E0201` shows that in the terminal.
This page is made from the checker itself: `python -m rulewright.checks.book_pages docs`.
How many mistakes it finds, and how well, is measured in [complaints-measured.md](complaints-measured.md).
"""


def all_codes() -> dict[str, str]:
    """One line on each code, in the order of the codes."""
    for page in PAGES:
        import_module(page)
    return {
        code: (words.__doc__ or "").partition("\n")[0] for code, words in sorted(DECLARED.items())
    }


def about_code(code: str) -> str | None:
    """What draws a complaint of this code, and what sort it is of; None for a code that there is not."""
    line = all_codes().get(code)
    if line is None:
        return None
    _, title, remark = next(each for each in SECTIONS if code.startswith(each[0]))
    return "\n".join([f"{code} ({title})", f"  {line}", *([f"  {remark}"] if remark else [])])


def complaints_page() -> str:
    """The page of all codes."""
    codes = all_codes()
    parts = [_HEAD]
    for prefix, title, remark in SECTIONS:
        lines = [
            f"| [{code}](complaints/{code[:4]}.md#{code.lower()}) | {line} |"
            for code, line in codes.items()
            if code.startswith(prefix)
        ]
        head = [
            f"\n## {title}\n",
            *([f"{remark}\n"] if remark else []),
            "| code | drawn by |",
            "|---|---|",
        ]
        parts += [*head, *lines]
    return "\n".join(parts) + "\n"
