"""Every complaint has a code of its own, a test that draws it, and a line in the documents."""

import re
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

from docs.complaint_pages import complaint_pages, pages
from program.chunks import HERE, chunks
from rulewright.base.records import evolve
from rulewright.language.text import Complaint
from rulewright.language.text.complaints.complaint import DECLARED
from rulewright.testing.complaint_book import (
    PAGES,
    SECTIONS,
    ComplaintExample,
    all_codes,
    complaints_of,
    examples,
)

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "interpreter" / "rulewright"
TEXTS = {path: path.read_text("utf-8") for path in sorted(CODE.rglob("*.py"))}
CODES = all_codes()


def modules_with(pattern: str) -> list[str]:
    """The modules in which something is written, by their full names."""
    found = (path for path, text in TEXTS.items() if re.search(pattern, text))
    return [".".join(path.relative_to(CODE.parent).with_suffix("").parts) for path in found]


def mended(example: ComplaintExample) -> ComplaintExample:
    """The example with what is to be written instead."""
    return evolve(example, files={**example.files, **example.instead})


DRAWN = [example for example in examples().values() if example.files]
WRITE = re.compile(r"(?:write|add|use|begin with|declare it:|list it under|limit:) `([^`]+)`")
"""Matches a text that a help says to write."""
OTHER_WAY = {
    "E0108": "it leaves the word out",
    "E0115": "it writes a whole number",
    "E0219": "it uses another event",
    "E0245": "it writes `win the game`, the second way",
    "E0249": "it tells the text before the win",
    "E0612": "it keeps one of them",
    "E0905": "it names another phase, since a second flow is refused",
    "E0907": "it names another moment, since a second flow is refused",
    "E0926": "it corrects the number",
    "E0931": "it writes a number of at least 0",
    "E0932": "it chooses another name",
}
"""Examples that take another way of their help than the text which it says to write, with this way."""


def fixed(example: ComplaintExample, complaints: list[Complaint]) -> dict[str, str]:
    """Return the files of an example after the first fix of each complaint."""
    files = dict(example.files)
    fixes = [each.fixes[0] for each in complaints if each.fixes]
    for fix in sorted(fixes, key=lambda each: each.span.start, reverse=True):
        name = next(name for name in files if fix.span.source.name.endswith(name))
        files[name] = files[name][: fix.span.start] + fix.text + files[name][fix.span.end :]
    return files


def contains(text: str, written: str) -> bool:
    """Tell whether `text` has what a help says to write; its `…` stand for anything."""
    return all(part.strip() in text for part in written.split("…"))


def test_the_list_is_up_to_date() -> None:
    found = (ROOT / "docs" / "complaints.md").read_text(encoding="utf-8")

    assert found == pages()["complaints.md"], "run: python tests/docs/complaint_pages.py"


def test_the_book_has_every_code_and_few_without_an_example() -> None:
    assert examples().keys() == CODES.keys()
    assert len(DRAWN) >= 180


@pytest.mark.parametrize("example", DRAWN, ids=lambda example: example.code)
@pytest.mark.rotating
def test_an_example_draws_its_code(example: ComplaintExample) -> None:
    found = complaints_of(example)

    assert example.code in {each.code for each in found}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("example", DRAWN, ids=lambda example: example.code)
def test_what_is_right_is_written_instead(example: ComplaintExample) -> None:
    left = [each.code for each in complaints_of(mended(example))]

    assert example.instead.keys() <= example.files.keys()
    assert example.code not in left
    assert [code for code in left if not code.startswith(("E09", "E11"))] == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize("example", DRAWN, ids=lambda example: example.code)
def test_the_right_example_follows_the_help(example: ComplaintExample) -> None:
    own = [each for each in complaints_of(example) if each.code == example.code]
    right = mended(example).files
    written = [text for each in own for text in WRITE.findall(each.help or "")]
    is_followed = any(contains(text, each) for each in written for text in right.values())

    assert not any(each.fixes for each in own) or fixed(example, own) == right
    assert is_followed or not written or example.code in OTHER_WAY
    assert not is_followed or example.code not in OTHER_WAY


def test_every_code_says_why_it_is_complained_about() -> None:
    whys = [example.why for example in examples().values()]

    assert [why for why in whys if not why.endswith(".")] == []
    assert len(set(whys)) > len(whys) - 3


@pytest.mark.rotating
def test_a_page_says_what_draws_it_what_is_printed_and_what_to_write() -> None:
    made = complaint_pages()
    page = made["E0201.md"]

    assert made.keys() == {f"{code}.md" for code in CODES}
    assert page.startswith("# E0201: A name that nothing declares\n")
    assert "```rules\na player's raech is 3\n```" in page
    assert "\nEvery name needs a line that declares it, " in page
    assert "Right, `example.rules`:\n\n```rules\na player's reach is 3\n```" in page
    assert all(each.why in made[f"{each.code}.md"] for each in examples().values())


def test_every_code_has_a_section_and_a_line() -> None:
    sections = tuple(prefix for prefix, _, _ in SECTIONS)

    assert [code for code in CODES if not re.fullmatch(r"[EY]\d{4}", code)] == []
    assert [code for code in CODES if not code.startswith(sections)] == []
    assert [code for code, line in CODES.items() if not line.endswith((".", ".`"))] == []


def test_every_page_of_wordings_is_known() -> None:
    pages = modules_with(r"(?m)^@code\(")

    assert [page for page in pages if not page.startswith(PAGES)] == []


def test_complaints_are_made_of_wordings_only() -> None:
    assert modules_with(r"(?<!class )\bComplaint\(") == [
        "rulewright.language.text.complaints.complaint"
    ]


def test_no_complaint_is_without_use() -> None:
    words = Counter(word for text in TEXTS.values() for word in re.findall(r"\w+", text))

    assert [code for code in CODES if words[DECLARED[code].__name__] == 1] == []


def test_every_code_is_drawn_by_an_example() -> None:
    files = chain((HERE).rglob("*.rules"), (HERE.parent / "syntax").rglob("*.rules"))
    marked = {each.code for path in files for chunk in chunks(path) for each in chunk.expected}
    marked |= {example.code for example in DRAWN}
    tested_here = ("rulewright.language.syntax.", "rulewright.language.program.")
    wanted = {code for code, words in DECLARED.items() if words.__module__.startswith(tested_here)}

    assert wanted - marked == set()
