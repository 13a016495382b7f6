"""What holds of every rule file and YAML file that is put in order, and that all of ours are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, strategies as st

from fuzz.kit import ROOT, Change, changes, few, spoilt
from fuzz.targets import TINY, text_of, words_of
from rulewright.base.library import find_library
from rulewright.language.edition.yaml.parse_yaml import tree_of
from rulewright.language.edition.yaml.yaml_formatting import format_yaml
from rulewright.language.syntax import format_rules, parse_rules
from rulewright.language.syntax.parsing.lexer import LAYOUT, Excerpt, Token
from rulewright.language.syntax.parsing.parser import grammar
from rulewright.language.text import Complaints, Source
from tiers import sample

WRONG_ON_PURPOSE = {"refused", "lints"}


@cache
def rule_files() -> list[Path]:
    """All that can be read."""
    library = find_library()
    found = [
        path for name in ("rules", "grammar") for path in library.folder(name).rglob("*.rules")
    ]
    found += (ROOT / "tests").rglob("*.rules")
    return sorted(path for path in found if not WRONG_ON_PURPOSE.intersection(path.parts))


@cache
def yaml_files() -> list[Path]:
    """Editions and files of words."""
    library = find_library()
    found = [
        path for name in ("rules", "editions") for path in library.folder(name).rglob("*.yaml")
    ]
    return sorted([*found, *(ROOT / "tests" / "language").rglob("*.yaml"), TINY.edition])


def in_order(text: str) -> str | None:
    return format_rules(Source("x.rules", text), Complaints())


def yaml_in_order(text: str) -> str | None:
    return format_yaml(Source("x.yaml", text), Complaints())


@pytest.mark.long
def test_everything_shipped_is_in_order() -> None:
    rules = [path for path in rule_files() if in_order(text_of(path)) != text_of(path)]
    yaml = [path for path in yaml_files() if yaml_in_order(text_of(path)) != text_of(path)]

    assert (rules, yaml) == ([], [])  # `rulewright fmt` puts them in order


# ------------------------------------------------------------------ what holds of any text


def words(text: str) -> list[Token]:
    found = grammar().lexer.tokens(Excerpt(Source("x.rules", text), text))
    return [token for token in found if token.type not in LAYOUT]


def remarks(text: str) -> list[str]:
    ends = [0, *(token.end for token in words(text))]
    starts = [*(token.start for token in words(text)), len(text)]
    between = (text[end:start] for end, start in zip(ends, starts, strict=True))
    return [remark.rstrip(" \t") for gap in between for remark in re.findall("#[^\n]*", gap)]


def assert_sound(text: str) -> None:
    """What can be read says the same in order and keeps its remarks; the rest is left alone."""
    complaints = Complaints()
    nodes = parse_rules(Source("x.rules", text), complaints)
    wrong = [each for each in complaints if each.code != "E0105"]  # tabs
    found = in_order(text)
    assert (found is None) == bool(wrong)
    if found is not None:
        assert parse_rules(Source("x.rules", found), Complaints()) == nodes
        assert remarks(found) == remarks(text)
        assert in_order(found) == found
        assert (
            not re.search(r"[ \t]+$|\n\n\n|\A\n|\n\n\Z|^ *\t", found, re.MULTILINE) or "\t" in text
        )


@pytest.mark.parametrize("path", sample(rule_files(), every=100), ids=lambda path: path.name)
@pytest.mark.rotating
def test_however_it_is_spaced_it_is_the_same_in_order(path: Path) -> None:
    text = tidy = re.sub(r"(?m)(?<=\S) +#[^\n\"]*$", "", text_of(path))  # they keep their columns
    chance = Random(path.name)
    for _ in range(3):
        text = sloppy(tidy, chance)
        assert_sound(text)
        assert in_order(text) == tidy


def sloppy(text: str, chance: Random) -> str:
    """The same with other blanks between words, and other lines and depths."""
    parts, end = [], 0
    for one, two in pairwise(words(text)):
        gap = text[one.end : two.start]
        free = "\n" not in gap and "-" not in (one.text, two.text)
        close = one.text in ("(", ",", ":") or two.text in (",", ":", ")", "'s")
        blanks = chance.choice(["", " ", "  ", "\t"] if close else [" ", "  ", " \t"])
        parts += [text[end : one.end], blanks if free else gap]
        end = two.start
    return "\n".join(_sloppy_lines("".join(parts) + text[end:], chance))


def _sloppy_lines(text: str, chance: Random) -> Iterator[str]:
    step = chance.choice([1, 2, 3, 5, 8])
    for line in text.split("\n"):
        bare = line.lstrip(" ")
        depth = (len(line) - len(bare)) // 4
        yield " " * (depth * step) + bare + chance.choice(["", "", " ", "\t"])
        if not bare:
            yield from chance.choice([[], [""], [" ", "\t"]])


REMARKS = st.lists(
    st.tuples(st.integers(0, 5000), st.sampled_from(["", "# x", "   #", "            #y  "]))
)
"""Lines that are put in: where, and what."""


@given(remarks=REMARKS, number=st.integers(0, 400))
@few(16)
def test_remarks_anywhere(remarks: list[tuple[int, str]], number: int) -> None:
    lines = text_of(rule_files()[number % len(rule_files())]).split("\n")
    for at, remark in remarks:
        lines.insert(at % len(lines), remark)

    assert_sound("\n".join(lines))


@given(made=changes(words_of(TINY)), number=st.integers(0, 400))
@few(16)
def test_spoilt_rules(made: list[Change], number: int) -> None:
    assert_sound(spoilt(text_of(rule_files()[number % len(rule_files())]), made).replace("\r", ""))


PIECES = [
    *words_of(TINY),
    "#",
    "\n",
    "\n    ",
    "\n        ",
    "  ",
    "\t",
    '"',
    "- ",
    "Red",
    "Red-1",
    "phase x\n    ",
]


@given(text=st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map("".join)))
@few(120)
@example("phase x\n    earn (1\n      -2) coins")
@example("phase x\n\twin")
def test_any_text(text: str) -> None:
    assert_sound(text.replace("\r", ""))


# ------------------------------------------------------------------ YAML


def assert_yaml_sound(text: str) -> None:
    """As of rules; a text in which something else would be said is left as it is."""
    complaints = Complaints()
    tree = tree_of(Source("x.yaml", text), complaints)
    found = yaml_in_order(text)
    assert (found is None) == complaints.has_errors
    if found is not None:
        assert tree_of(Source("x.yaml", found), Complaints()) == tree
        assert yaml_in_order(found) == found
        assert found.count("#") == text.count("#")


@given(made=changes(["a:", "- b", "|", "#", "{", "}", '"', "'"]), number=st.integers(0, 100))
@few(40)
def test_spoilt_yaml(made: list[Change], number: int) -> None:
    assert_yaml_sound(
        spoilt(text_of(yaml_files()[number % len(yaml_files())]), made).replace("\r", "")
    )


YAML_PIECES = [
    "a:",
    "b: ",
    "- ",
    "\n",
    "\n  ",
    "\n    ",
    "\n      ",
    "|\n",
    "c",
    "#",
    " ",
    "[",
    "]",
    "{",
    "}",
    ",",
    "'",
    '"',
    "x: y",
]


@given(text=st.one_of(st.text(), st.lists(st.sampled_from(YAML_PIECES)).map("".join)))
@few(120)
def test_any_yaml(text: str) -> None:
    assert_yaml_sound(text.replace("\r", ""))
