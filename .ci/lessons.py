"""The lessons of the tour, as files in docs/tour say them: a text, files to begin with, a solution, wrong turns.

The last section of a lesson's file is for the page and the tests alone: a block for each file, then blocks
`change solution` and `change wrong CODE WORDS`, in which a line `=>` stands between what is there and what stands
instead. A wrong turn is taken from the beginning; it draws a complaint of that code, or a scenario `fails`, and
what is told of it has those words.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

_FENCE = re.compile(r"(?ms)^```(\w+)[ ]([^\n]+)\n(.*?)^```\n?")
_CARD = re.compile(r"(?m)^(character|district) (.+)$")
TABLE = "our-table.yaml"


class Turn(NamedTuple):
    """A wrong turn: what is written, the code of the complaint, and words of what is told."""

    files: dict[str, str]
    code: str
    words: str


class Lesson(NamedTuple):
    """What a lesson's file says."""

    name: str
    title: str
    text: str
    start: dict[str, str]
    solution: dict[str, str]
    wrong: list[Turn]


def lessons(folder: Path) -> list[Lesson]:
    """All lessons, in order."""
    return [read(path) for path in sorted(folder.glob("[0-9]*.md"))]


def read(path: Path) -> Lesson:
    """A lesson of a file."""
    text = path.read_text(encoding="utf-8")
    start: dict[str, str] = {}
    solution: dict[str, str] = {}
    wrong: list[Turn] = []
    for sort, about, block in _FENCE.findall(text):
        if sort != "change":
            start[about] = block
            solution = {**start, TABLE: start.get(TABLE) or _table(start)}
            start = dict(solution)
        elif about == "solution":
            solution = _changed(solution, block)
        else:
            _, code, words = about.split(" ", 2)
            wrong.append(Turn(_changed(start, block), code, words))
    words = _FENCE.sub("", text).strip()
    return Lesson(path.stem, words.partition("\n")[0].lstrip("# "), words, start, solution, wrong)


def _table(files: dict[str, str]) -> str:
    """An edition with the cards that are declared in the files."""
    cards: dict[str, list[str]] = {}
    for text in files.values():
        for kind, name in _CARD.findall(text):
            cards.setdefault(kind, []).append(name)
    cast = ", ".join(f"{kind}: {{add: [{', '.join(names)}]}}" for kind, names in cards.items())
    rules = ", ".join(name for name in files if name.endswith(".rules"))
    head = "edition: our-table\nextends: classic\nname: Our table\n"
    return f"{head}rules: [{rules}]\ncast: {{{cast}}}\n"


def _changed(files: dict[str, str], block: str) -> dict[str, str]:
    """The files with what stands above `=>` replaced. Raises ValueError where that is not there once."""
    old, _, new = block.partition("=>\n")
    where = [name for name, text in files.items() if text.count(old) == 1]
    if len(where) != 1:
        raise ValueError(f"this is not there once: {old}")
    return {**files, where[0]: files[where[0]].replace(old, new)}
