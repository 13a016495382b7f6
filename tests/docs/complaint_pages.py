"""The pages of docs/ that are made from the package: complaints with their examples, and how to say what.

`python tests/docs/complaint_pages.py` writes `complaints.md`, the list of all codes, and `how-to-say.md`.
The page of each code is made for the site alone, from what `rulewright explain` prints.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Final

from rulewright.assist.example_table import FRAME, WorkedExample, folder, worked_examples
from rulewright.language.text.complaints.complaint import SEVERITY_OF
from rulewright.testing.complaint_book import (
    SECTIONS,
    about_code,
    all_codes,
    display_parts,
    examples,
)

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
_GAME: Final = (
    "The rules belong to a little game of farms, fields and helpers; editions extend one of it."
)
_HEAD: Final = """\
# Complaints

All that Rulewright can find wrong with rules and editions, by code. A code never changes its meaning;
`rulewright explain E0201` says why it is one, with an example that draws it and what to write instead; so does the
page of the code on the site, which is made from the same.
This page is made from the checker itself: `python tests/docs/complaint_pages.py`.
How many mistakes it finds, and how well, is measured in [complaints-measured.md](complaints-measured.md).
"""
_FRAME_HEAD: Final = """\
## The little game

```rules frame
"""
_SAY_HEAD: Final = """\
# How do I say …?

Forms of the language by topic, each with what a player would say for it. `rulewright say "…"` finds these and many
more by any words, in the names of your edition; the checker shows the nearest below a line that it does not
understand. They are examples: change names and numbers to yours. [The language](language/README.md) says what each
word means, and [the how-to pages](how-to/README.md) how larger things are done.

The examples are about [the little game](#the-little-game) below. *The victim* is a player chosen before, *the
target* a card in my row. What follows → is indented. This page is made from the
[table of worked examples](../grammar/assist/worked.examples): `python tests/docs/complaint_pages.py`.
"""


def pages() -> dict[str, str]:
    """Each page that is kept, by its path in the folder of documents."""
    return {"complaints.md": _list_of_codes(), "how-to-say.md": _how_to_say()}


def complaint_pages() -> dict[str, str]:
    """A page for each code, by the name of its file."""
    return {f"{code}.md": _complaint_page(code, line) for code, line in all_codes().items()}


def _complaint_page(code: str, line: str) -> str:
    example, about = examples()[code], about_code(code) or ""
    _, _, *remarks = about.split("\n")
    parts = [f"# {code}: {line.rstrip('.')}", example.why, *(remark.strip() for remark in remarks)]
    if SEVERITY_OF[code] != "error" and not code.startswith("E10"):
        parts.append(f"[A remark](../ci.md) keeps it quiet: `# allow {code}: …`.")
    if example.why_none:
        parts.append(f"There is no example: {example.why_none}")
    for title, text in display_parts(example):
        parts.append(f"{title}:\n\n```{_language(title)}\n{text}\n```")
    if not example.why_none:
        parts.append(_GAME)
    return "\n\n".join([*parts, "[All complaints](../complaints.md)."]) + "\n"


def _language(title: str) -> str:
    return "rules" if ".rules" in title else "yaml" if ".yaml" in title else "text"


def _list_of_codes() -> str:
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


def _how_to_say() -> str:
    """Return the page of the worked examples that the table marks for it."""
    parts = [_SAY_HEAD]
    shown = [row for row in worked_examples() if row.is_on_the_page]
    for topic, rows in groupby(shown, key=lambda row: row.topic):
        parts.append(f"## {topic}\n\n| to say | write |\n|---|---|\n{''.join(map(_row, rows))}")
    frame = folder() / FRAME
    parts.append(f"{_FRAME_HEAD}{frame.read_text(encoding='utf-8')}```\n")
    return "\n".join(parts)


def _row(row: WorkedExample) -> str:
    """Return a row of the page: deeper lines begin with an arrow, needed declarations follow."""
    lines = "<br>".join(f"`{line.replace('    ', '→ ')}`" for line in row.lines)
    extra = "".join(f"<br>with `{line.strip()}`" for line in row.extra)
    remark = f" ({row.remark})" if row.remark else ""
    return f"| {row.phrases[0]} | {lines}{extra}{remark} |\n"


if __name__ == "__main__":
    for page, text in pages().items():
        (DOCS / page).write_text(text, encoding="utf-8")
