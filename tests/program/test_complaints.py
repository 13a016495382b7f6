"""Every complaint has a code of its own, a test that draws it, and a line in the documents."""

import re
from itertools import chain
from pathlib import Path

import pytest

from program.chunks import HERE, chunks
from rulewright.checks.codes import MODULES, all_codes, codes_of, complaints_page

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "interpreter" / "rulewright"
TESTED_HERE = [
    module for module in MODULES if ".syntax." in module.__name__ or ".program." in module.__name__
]


def test_the_page_is_up_to_date() -> None:
    page = (ROOT / "docs" / "complaints.md").read_text(encoding="utf-8")

    assert page == complaints_page(), "run: python -m rulewright.checks.codes > docs/complaints.md"


def test_a_code_says_one_thing() -> None:
    made = [
        (code, function.__name__)
        for module in MODULES
        for code, function in codes_of(module)
        if ".edition." not in module.__name__
    ]
    # A circle is found in the rules alone, or only with an edition: it is the same circle.
    twice = {code for code, _ in made if [c for c, _ in made].count(code) > 1}

    assert twice == {"E0607", "E0608"}


def test_every_code_has_a_line() -> None:
    assert all(line.endswith((".", ".`")) for line in all_codes().values())


@pytest.mark.parametrize("folder", ["syntax", "program", "link", "lower"])
def test_wording_stands_on_the_pages_of_complaints(folder: str) -> None:
    others = [
        path
        for path in (CODE / folder).rglob("*.py")
        if "complaints" not in path.parts[-2] and not path.stem.endswith("complaints")
    ]

    assert [
        path for path in others if re.search(r'Complaint\(\s*f?"', path.read_text("utf-8"))
    ] == []


@pytest.mark.parametrize("module", MODULES[:-1], ids=lambda module: module.__name__)
def test_no_complaint_is_without_use(module: object) -> None:
    texts = "\n".join(path.read_text("utf-8") for path in CODE.rglob("*.py"))

    for _, function in codes_of(module):  # type: ignore[arg-type]
        assert len(re.findall(rf"\b{function.__name__}\b", texts)) > 1, function.__name__


def test_every_code_is_drawn_by_an_example() -> None:
    files = chain((HERE).rglob("*.rules"), (HERE.parent / "syntax").rglob("*.rules"))
    drawn = {each.code for path in files for chunk in chunks(path) for each in chunk.expected}
    wanted = {code for module in TESTED_HERE for code, _ in codes_of(module)}

    assert wanted - drawn == set()
