"""Rule files of many small examples, whose comments say which complaint each line must draw.

A line `--- title` begins an example. `#! E0201 "part of what is said"` at the end of a line says what
is complained about there (several may stand one after the other); alone on a line it speaks of the line
above. All that is complained about has to be said so, and nothing else may be complained about.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from rulewright.assist import advise
from rulewright.language.program.from_syntax import compile
from rulewright.language.text import Complaint, Complaints, Source, read_source, show_complaints
from rulewright.testing.complaint_book import folder

HERE = Path(__file__).parent
FRAME = folder() / "frame.rules"

_MARK = re.compile(r"[ ]*#!(.*)$")
_EXPECTED = re.compile(r'([EY]\d{4})(?:\s+"([^"]*)")?')


@frozen
class Expected:
    """A code on a line, and a part of the words."""

    line: int
    code: str
    words: str = ""


@frozen
class Chunk:
    """One example: its title, its text without the marks, and what it must draw."""

    title: str
    text: str
    expected: tuple[Expected, ...]


def chunks(path: Path) -> Iterator[Chunk]:
    """The examples of a file."""
    for part in re.split(r"(?m)^--- ", path.read_text(encoding="utf-8"))[1:]:
        title, _, text = part.partition("\n")
        yield _chunk(f"{path.stem}: {title.strip()}", text)


def _chunk(title: str, text: str) -> Chunk:
    lines: list[str] = []
    expected: list[Expected] = []
    for line in text.split("\n"):
        mark = _MARK.search(line)
        if mark is None:
            lines.append(line)
            continue
        alone = not line[: mark.start()].strip()
        if not alone:
            lines.append(line[: mark.start()])
        found = _EXPECTED.findall(mark.group(1))
        expected += [Expected(len(lines), code, words) for code, words in found]
    return Chunk(title, "\n".join(lines), tuple(expected))


def complaints_of(text: str, *, framed: bool = True) -> tuple[Complaint, ...]:
    """What is said of rules, together with the frame."""
    complaints = Complaints()
    sources = [read_source(FRAME)] if framed else []
    compile([*sources, Source("example.rules", text)], complaints, lint=True, adviser=advise)
    return complaints.in_order()


def verify(chunk: Chunk, found: tuple[Complaint, ...]) -> None:
    """Every expected complaint is drawn on its line, and no other."""
    left = list(found)
    for expected in chunk.expected:
        match = next((each for each in left if _fits(each, expected)), None)
        assert match is not None, f"{expected} is not among\n{show_complaints(found)}"
        left.remove(match)
    assert not left, f"not expected:\n{show_complaints(left)}"


def _fits(complaint: Complaint, expected: Expected) -> bool:
    span = complaint.span
    notes = (note.message for note in complaint.notes)
    said = "\n".join([complaint.message, complaint.help or "", *notes])
    here = span is not None and span.line == expected.line and span.source.name == "example.rules"
    return here and complaint.code == expected.code and expected.words in said
