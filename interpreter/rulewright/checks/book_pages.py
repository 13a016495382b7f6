"""The pages of the book of complaints, and what `explain` prints of a code.

`python -m rulewright.checks.book_pages docs` writes them: `complaints.md`, the list of all codes, and a page
of examples for each ten codes in the folder `complaints`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from rulewright.checks.codes import about_code, all_codes, complaints_page
from rulewright.checks.complaint_book import Example, examples, printed

_MADE = "Made from the checker and its examples: `python -m rulewright.checks.book_pages docs`."
_GAME = (
    "The rules belong to a [little game](../../grammar/complaints/frame.rules) of farms, fields and helpers; "
    "editions extend [one](../../grammar/complaints/harvest.yaml) of it."
)


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
    made = {"complaints.md": complaints_page()}
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
