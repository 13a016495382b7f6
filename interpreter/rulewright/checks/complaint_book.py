"""The book of complaints: an example for each code, and what the checker says of it.

`grammar/complaints/*.examples` hold them. A line `=== E0201` begins the example of a code: rules, read with
the little game of `frame.rules`. `=== Y0201 edition` is a file
`example.yaml`, and after lines `--- NAME` come other files beside it. `=== E1101 played` is the same, and games are
played with it. After `--- instead` stands what to write instead, where no help says so. `=== E0001 none` is a
sentence on why there is no example.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from attrs import evolve, frozen

from rulewright.library import find_library
from rulewright.program import program_from
from rulewright.text import Complaint, Complaints, Source, show_complaint

RULES, EDITION, PLAYED, NONE = "rules", "edition", "played", "none"
GAMES: Final = 5
_BEGINS: Final = re.compile(r"(?m)^=== ([EY]\d{4}) ?(\w*)\n")
_PLACE: Final = re.compile(r"[^\s`\"']*rulewright-book-\w+")
"""The folder of an example, which is another one each time."""
INSTEAD: Final = "instead"
_FILE: Final = re.compile(r"(?m)^--- (\S+)\n")


@frozen(eq=False)
class Example:
    """What draws a complaint of a code: files by their names, the first of them at fault; or why there are none."""

    code: str
    sort: str
    files: dict[str, str]
    instead: str | None = None
    """The first file as it should be, where no help says so."""
    why_none: str = ""


def folder() -> Path:
    """Where the examples lie, with the game that they belong to."""
    return find_library().folder("grammar") / "complaints"


@cache
def examples() -> dict[str, Example]:
    """The example of each code that has one, or a sentence in its place."""
    found = {}
    for path in sorted(folder().glob("*.examples")):
        _, *parts = _BEGINS.split(path.read_text(encoding="utf-8"))
        for code, sort, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            found[code] = _example(code, sort or RULES, text)
    return found


def _example(code: str, sort: str, text: str) -> Example:
    if sort == NONE:
        return Example(code, sort, {}, why_none=text.strip())
    first, *more = _FILE.split(text)
    name = "example.yaml" if sort in (EDITION, PLAYED) else "example.rules"
    others = dict(zip(more[::2], more[1::2], strict=True))
    instead = others.pop(INSTEAD, None)
    return Example(code, sort, {name: first, **others}, instead)


@cache
def drawn(example: Example) -> list[Complaint]:
    """What is complained about in an example."""
    if example.sort in (EDITION, PLAYED):
        with TemporaryDirectory(prefix="rulewright-book-") as made:
            return _drawn_in(Path(made), example)
    complaints = Complaints()
    frame = Source("frame.rules", (folder() / "frame.rules").read_text(encoding="utf-8"))
    rules = [Source(name, text) for name, text in example.files.items()]
    program_from([frame, *rules], complaints, lint=True)
    return list(complaints.in_order())


def _drawn_in(place: Path, example: Example) -> list[Complaint]:
    from rulewright.checks.allowing import allowed
    from rulewright.checks.deep_checks import check_deep
    from rulewright.checks.edition_checks import check_edition

    for name in ("frame.rules", "harvest.yaml"):
        (place / name).write_bytes((folder() / name).read_bytes())
    for name, text in example.files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, encoding="utf-8")
    path = place / "example.yaml"
    if example.sort == PLAYED:
        return list(check_deep(path, GAMES, 1))
    files = [place / name for name in example.files]
    return list(allowed(check_edition(path), files, played=False))


def printed(example: Example) -> str:
    """What the terminal shows of it, each file by its name in the folder of the example."""
    shown = "\n\n".join(show_complaint(each) for each in drawn(example))
    shown = re.sub(rf"{_PLACE.pattern}[/\\\\]", "", shown)
    return _PLACE.sub(".", shown).replace(f"{find_library().root}{os.sep}", "")


def mended(example: Example) -> Example:
    """The example with what is to be written instead. Raises ValueError where that is left to the help."""
    if example.instead is None:
        raise ValueError(f"{example.code} says nothing instead")
    first = next(iter(example.files))
    return evolve(example, files={**example.files, first: example.instead})
