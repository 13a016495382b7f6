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

This page lists everything that Rulewright can find wrong with rules and editions. A code never changes its
meaning. `rulewright explain E0201`, and the code's page on the documentation site, give the reason, an example
with the mistake, and a correct one.

`python tests/docs/complaint_pages.py` generates this page. [Measurements](complaints-measured.md) show how many
mistakes the checker finds.
"""
_FRAME_HEAD: Final = """\
## The little game

```rules frame
"""
_SAY_HEAD: Final = """\
# How do I say …?

This page lists examples by topic, each with a player's words and the rule. Change their names and numbers to
yours. `rulewright say "…"` searches these examples and many more, with the names of your edition. If the
checker does not understand a line, it shows the most similar examples. [The language](language/README.md)
explains each word, and the [how-to pages](how-to/README.md) solve larger tasks.

The examples belong to [the little game](#the-little-game) below. *The victim* is a player chosen before, *the
target* a card in my row. Indent what follows →. `python tests/docs/complaint_pages.py` generates this page from the
[table of worked examples](../grammar/assist/worked.examples).
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
        parts.append(f"There is no example. {example.why_none}")
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
            "| code | cause |",
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
