"""The pages of docs/ that are made from the checker: complaints with their examples, and how to say what.

`python -m rulewright.checks.docs_pages docs` writes them: `complaints.md`, the list of all codes, a page of
examples for each ten codes in the folder `complaints`, and `how-to-say.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from rulewright.checks.complaint_book import (
    SECTIONS,
    Example,
    about_code,
    all_codes,
    examples,
    printed,
)
from rulewright.library import find_library
from rulewright.program.advising.wish_table import FRAME, Wish, wishes

_MADE = "Made from the checker and its examples: `python -m rulewright.checks.docs_pages docs`."
_GAME = (
    "The rules belong to a [little game](../../grammar/complaints/frame.rules) of farms, fields and helpers; "
    "editions extend [one](../../grammar/complaints/harvest.yaml) of it."
)
_HEAD: Final = """\
# Complaints

All that Rulewright can find wrong with rules and editions, by code. A code never changes its meaning;
each leads to an example that draws it, and `rulewright explain E0201` shows that in the terminal.
This page is made from the checker itself: `python -m rulewright.checks.docs_pages docs`.
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
`python -m rulewright.checks.docs_pages docs`.

All examples are about the little game at the [end of this page](#the-little-game). In deeds there are also *the
victim*, a player who was chosen, and *the target*, a card in my row. What stands after → is indented.
"""


def explained(code: str) -> str | None:
    """What draws a complaint of a code, an example, and what is printed of it; None for no code."""
    about = about_code(code)
    example = examples().get(code)
    if about is None or example is None:
        return about
    if example.why_none:
        return f"{about}\n\nThere is no example: {example.why_none}"
    parts = [f"{title}:\n\n{_indented(text)}" for title, text in _parts(example)]
    return "\n\n".join([about, *parts])


def pages() -> dict[str, str]:
    """Each page by its path in the folder of documents."""
    codes = all_codes()
    made = {"complaints.md": _list_of_codes(), "how-to-say.md": _wish_page()}
    for page in dict.fromkeys(code[:4] for code in codes):
        chapters = [_chapter(code, line) for code, line in codes.items() if code.startswith(page)]
        head = f"# Complaints {page}…\n\n{_GAME}\n{_MADE}\n[All complaints](../complaints.md).\n"
        made[f"complaints/{page}.md"] = "\n".join([head, *chapters])
    return made


def _chapter(code: str, line: str) -> str:
    example = examples()[code]
    if example.why_none:
        return f"## {code}\n\n{line}\n\nThere is no example: {example.why_none}\n"
    parts = [f"{title}:\n\n```{_language(title)}\n{text}\n```\n" for title, text in _parts(example)]
    return "\n".join([f"## {code}\n\n{line}\n", *parts])


def _parts(example: Example) -> Iterator[tuple[str, str]]:
    """What is shown of an example, each with a title."""
    for name, text in example.files.items():
        yield f"`{name}`", text.rstrip("\n")
    yield "What is printed", printed(example)
    if example.instead is not None:
        yield f"Instead, in `{next(iter(example.files))}`", example.instead.rstrip("\n")


def _language(title: str) -> str:
    return "rules" if ".rules" in title else "yaml" if ".yaml" in title else "text"


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.split("\n"))


def _list_of_codes() -> str:
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


def _wish_page() -> str:
    """The whole page."""
    parts = [_WISH_HEAD]
    for chapter, rows in groupby(wishes(), key=lambda wish: wish.chapter):
        parts.append(f"## {chapter}\n\n| wish | sentence |\n|---|---|\n{''.join(map(_row, rows))}")
    frame = find_library().folder("grammar") / "wishes" / FRAME
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


def main(docs: Path) -> None:
    """Write all pages, and remove those of codes that are gone."""
    made = pages()
    (docs / "complaints").mkdir(exist_ok=True)
    for old in (docs / "complaints").glob("*.md"):
        if f"complaints/{old.name}" not in made:
            old.unlink()
    for name, text in made.items():
        (docs / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
