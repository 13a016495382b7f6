"""The pages of docs/ that are made from the checker: complaints with their examples, and how to say what.

`python tests/docs/complaint_pages.py` writes `complaints.md`, the list of all codes, and `how-to-say.md`.
The page of each code is made for the site alone, from what `rulewright explain` prints.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, groupby
from pathlib import Path
from typing import Final

from rulewright.checks.complaint_book import SECTIONS, about_code, all_codes, examples, shown_of
from rulewright.library import find_library
from rulewright.program.advising.wish_table import FRAME, Wish, wishes, wishes_beside
from rulewright.text.complaint import SEVERITY_OF

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
_WISH_HEAD: Final = """\
# How do I say …?

What players of card games would write, and the sentence that says it here. The checker knows most of these
wishes, with other names and numbers too: who writes one is told the sentence. All are found by their words, under
a complaint and by `rulewright say "…"`, which says them in the names of your edition, and names a card that does
it. What they mean is said in [the language](language/README.md).
This page is made from the table that the checker uses, which lies in [grammar/wishes](../grammar/wishes):
`python tests/docs/complaint_pages.py`.

Rows in the names of a game lie beside its rules and speak of it. All others are about the little game at the
[end of this page](#the-little-game). In deeds there are also *the victim*, a player who was chosen, and *the
target*, a card in my row. What stands after → is indented.
"""


def pages() -> dict[str, str]:
    """Each page that is kept, by its path in the folder of documents."""
    return {"complaints.md": _list_of_codes(), "how-to-say.md": _wish_page()}


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
    for title, text in shown_of(example):
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


def _wish_page() -> str:
    """The whole page."""
    parts = [_WISH_HEAD]
    library = find_library()
    folders = sorted(path.parent for path in library.folder("rules").glob("*/*.wishes"))
    all_rows = chain(wishes(), *map(wishes_beside, dict.fromkeys(folders)))
    for chapter, rows in groupby(all_rows, key=lambda wish: wish.chapter):
        parts.append(f"## {chapter}\n\n| wish | sentence |\n|---|---|\n{''.join(map(_row, rows))}")
    frame = library.folder("grammar") / "wishes" / FRAME
    parts.append(f"{_FRAME_HEAD}{frame.read_text(encoding='utf-8')}```\n")
    return "\n".join(parts)


def _row(wish: Wish) -> str:
    remark = f" ({wish.remark})" if wish.remark else ""
    return f"| {wish.example} | {''.join(_answer(wish))}{remark} |\n"


def _answer(wish: Wish) -> Iterator[str]:
    """The lines of an answer, those that stand deeper with a mark, and what has to be declared for them."""
    lines = [line.replace("    ", "→ ") for line in wish.answer]
    yield "<br>".join(f"`{line}`" for line in lines)
    if wish.extra:
        yield f"<br>with {'<br>'.join(f'`{line.strip()}`' for line in wish.extra)}"


if __name__ == "__main__":
    for page, text in pages().items():
        (DOCS / page).write_text(text, encoding="utf-8")
