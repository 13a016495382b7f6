"""The book of complaints: every complaint code, with an example and the output of the checker for it.

The codes are declared at the functions that word the complaints; the first docstring line of each documents it.
The examples are in `grammar/complaints/*.examples`. A line `=== E0201` begins the example of a code: rules, read
with the small game of `frame.rules`. `=== Y0201 edition` begins a file `example.yaml`; lines `--- NAME` begin
other files beside it. For `=== E1101 played`, games are simulated as well. `--- instead` begins the correct form
of the first file, `--- instead/NAME` that of another, and `--- why` the reason for the complaint. `=== E0001
none` begins a sentence on why there is no example.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import fill
from typing import Final

from rulewright.base.library import find_library
from rulewright.base.records import Draft
from rulewright.language.text import Complaint, Complaints, Source, show_complaint
from rulewright.language.text.complaints.complaint import DECLARED

PAGES: Final = (
    "rulewright.language.text.files",
    "rulewright.language.text.merge_conflicts",
    "rulewright.language.syntax.syntax_complaints",
    "rulewright.language.program.complaints.lint_complaints",
    "rulewright.language.program.complaints.name_complaints",
    "rulewright.language.program.complaints.scenario_complaints",
    "rulewright.language.program.complaints.sentence_complaints",
    "rulewright.language.program.complaints.speaker_complaints",
    "rulewright.language.program.complaints.type_complaints",
    "rulewright.language.program.complaints.cycle_complaints",
    "rulewright.language.edition.edition_complaints",
    "rulewright.language.edition.translations.word_complaints",
    "rulewright.language.edition.look_complaints",
    "rulewright.language.link.link_complaints",
    "rulewright.runtime.game.game_complaints",
    "rulewright.runtime.session.saves.save_complaints",
    "rulewright.testing.checks.check_complaints",
)
"""Modules that define complaints."""
SECTIONS: Final = (
    ("E00", "Files", ""),
    ("E01", "How rules are written", ""),
    ("E02", "Names", ""),
    ("E03", "Types", ""),
    ("E04", "Players in rules", ""),
    ("E05", "Scenarios", ""),
    ("E06", "Parts that do not fit together", ""),
    ("E07", "Games that are being played", ""),
    ("E08", "Saved games", ""),
    ("E09", "Legal but odd", "These are warnings: the rules can be played."),
    (
        "E10",
        "Allowed complaints",
        "Remarks such as `# allow E0926: so it is meant` keep a warning quiet.",
    ),
    (
        "E11",
        "Found by playing",
        "`rulewright check --deep` plays to find these; `--strict` runs scenarios.",
    ),
    ("Y01", "How editions are written", ""),
    ("Y02", "The keys of an edition", ""),
    ("Y03", "Editions that do not fit together", ""),
    ("Y04", "Words in other languages", ""),
    ("Y05", "How a table looks", ""),
)
WIDE: Final = 100
"""Width of prose in a terminal, in characters."""
RULES, EDITION, PLAYED, NONE = "rules", "edition", "played", "none"
GAMES: Final = 5
_BEGINS: Final = re.compile(r"(?m)^=== ([EY]\d{4}) ?(\w*)\n")
_PLACE: Final = re.compile(r"[^\s`\"'(]*rulewright-book-\w+")
"""Matches the temporary folder of an example."""
INSTEAD, WHY = "instead", "why"
_FILE: Final = re.compile(r"(?m)^--- (\S+)\n")


def all_codes() -> dict[str, str]:
    """Return the first docstring line for each code, in the order of the codes."""
    for page in PAGES:
        import_module(page)
    return {
        code: (words.__doc__ or "").partition("\n")[0] for code, words in sorted(DECLARED.items())
    }


def about_code(code: str) -> str | None:
    """Return the cause and the section of a complaint code; None for an unknown code."""
    line = all_codes().get(code)
    if line is None:
        return None
    _, title, remark = next(each for each in SECTIONS if code.startswith(each[0]))
    return "\n".join([f"{code} ({title})", f"  {line}", *([f"  {remark}"] if remark else [])])


class ComplaintExample(Draft):
    """Example files that cause a complaint, the first of them at fault; or the reason why there are none."""

    code: str
    sort: str
    files: dict[str, str]
    instead: dict[str, str]
    """Corrected files, by their names."""
    why: str
    """The reason for the complaint."""
    why_none: str = ""


def folder() -> Path:
    """Return the folder of the examples and of their game."""
    return find_library().folder("grammar") / "complaints"


@cache
def examples() -> dict[str, ComplaintExample]:
    """Return the example for each code, which may be a sentence on why there is none."""
    by_code = {}
    for path in sorted(folder().glob("*.examples")):
        _, *parts = _BEGINS.split(path.read_text(encoding="utf-8"))
        for code, sort, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            by_code[code] = _example(code, sort or RULES, text)
    return by_code


def _example(code: str, sort: str, text: str) -> ComplaintExample:
    """Parse the text of a complaint's example into its files, or into the reason why there is none."""
    name = "example.yaml" if sort in (EDITION, PLAYED) else "example.rules"
    first, *more = _FILE.split(text)
    files = {name: first, **dict(zip(more[::2], more[1::2], strict=True))}
    why = files.pop(WHY, "").strip()
    instead = {
        each.partition("/")[2] or name: files.pop(each)
        for each in list(files)
        if each.partition("/")[0] == INSTEAD
    }
    if sort == NONE:
        return ComplaintExample(code, sort, {}, {}, why, why_none=first.strip())
    return ComplaintExample(code, sort, files, instead, why)


@cache
def complaints_of(example: ComplaintExample) -> list[Complaint]:
    """Return the complaints about an example."""
    from rulewright.assist import advise
    from rulewright.language.program.from_syntax import compile

    if example.sort in (EDITION, PLAYED):
        with TemporaryDirectory(prefix="rulewright-book-") as temporary:
            return _check_in_folder(Path(temporary), example)
    complaints = Complaints()
    frame = Source("frame.rules", (folder() / "frame.rules").read_text(encoding="utf-8"))
    rules = [Source(name, text) for name, text in example.files.items()]
    compile([frame, *rules], complaints, lint=True, adviser=advise)
    return list(complaints.in_order())


def _check_in_folder(place: Path, example: ComplaintExample) -> list[Complaint]:
    """Write the files of an example into the folder `place`; return the complaints that checking them gives."""
    from rulewright.testing.checks.allowances import apply_allowances
    from rulewright.testing.checks.deep_checks import check_deep
    from rulewright.testing.checks.edition_checks import check_edition

    for name in ("frame.rules", "harvest.yaml"):
        (place / name).write_bytes((folder() / name).read_bytes())
    for name, text in example.files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, encoding="utf-8")
    path = place / "example.yaml"
    if example.sort == PLAYED:
        return list(check_deep(path, GAMES, 1))
    files = [place / name for name in example.files]
    return list(apply_allowances(check_edition(path), files, played=False))


def terminal_output(example: ComplaintExample) -> str:
    """Return the terminal output for an example, with file names relative to its folder."""
    shown = "\n\n".join(show_complaint(each) for each in complaints_of(example))
    shown = re.sub(rf"{_PLACE.pattern}[/\\\\]", "", shown)
    return _PLACE.sub(".", shown).replace(f"{find_library().root}{os.sep}", "")


def explain_code(code: str) -> str | None:
    """Return the cause of a complaint code, its example and the output for it; None for an unknown code."""
    about = about_code(code)
    if about is None:
        return None
    example = examples()[code]
    paragraphs = [fill(example.why, WIDE)] if example.why else []
    if example.why_none:
        paragraphs.append(f"There is no example. {example.why_none}")
    paragraphs += (f"{title}:\n\n{_indented(text)}" for title, text in display_parts(example))
    return "\n\n".join([about, *paragraphs])


def display_parts(example: ComplaintExample) -> Iterator[tuple[str, str]]:
    """Yield the parts of an example for display, each with a title."""
    for name, text in example.files.items():
        yield f"Wrong, `{name}`" if name in example.instead else f"`{name}`", text.rstrip("\n")
    if example.files:
        yield "What is printed", terminal_output(example)
    for name, text in example.instead.items():
        yield f"Right, `{name}`", text.rstrip("\n")


def _indented(text: str) -> str:
    """Return a text with each line indented by 4 blanks."""
    return "\n".join(f"    {line}".rstrip() for line in text.split("\n"))
