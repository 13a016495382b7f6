"""The games whose rules are spoilt: their texts, read once, and how one of them is put in place of its own."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from attrs import frozen

from fuzz.kit import ROOT
from rulewright.assist import advise
from rulewright.base.library import find_library
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.loading.load import load_edition
from rulewright.language.link.rule_files import SCENARIOS
from rulewright.language.program.from_syntax import compile
from rulewright.language.program.program import Program
from rulewright.language.syntax import parse_rules, tree
from rulewright.language.text import Complaints, Source, read_source


@frozen
class Target:
    """The rule files of a game, and the words in them."""

    name: str
    files: tuple[Path, ...]
    edition: Path

    @property
    def scenarios(self) -> tuple[Path, ...]:
        """The scenario files beside them."""
        beside = (path.with_name(path.name.replace(".rules", SCENARIOS)) for path in self.files)
        return tuple(path for path in beside if path.exists())

    def program(self, changed: Path, text: str, complaints: Complaints) -> Program:
        """The checked program with another text in place of one file's; warnings are told too."""
        trees: tuple[tree.Node, ...] = ()
        for path in dict.fromkeys((*self.files, changed)):
            own = path == changed
            trees += parse_rules(Source(path.name, text), complaints) if own else _tree_of(path)
        return compile(trees, complaints, lint=True, adviser=advise)

    def loaded(self) -> Edition:
        """The edition that the game is played in."""
        return load_edition(self.edition, find_library().root)

    def __str__(self) -> str:
        return self.name


@cache
def text_of(path: Path) -> str:
    """The text of a file."""
    return read_source(path).text


@cache
def _tree_of(path: Path) -> tuple[tree.Node, ...]:
    complaints = Complaints()
    found = parse_rules(read_source(path), complaints)
    assert not complaints.has_errors
    return found


def _rules(folder: Path) -> tuple[Path, ...]:
    found = sorted(folder.rglob("*.rules"))
    return tuple(path for path in found if not path.name.endswith(SCENARIOS))


TINY = Target(
    "lanterns",
    (ROOT / "tests" / "tiny_game" / "lanterns.rules",),
    ROOT / "tests" / "tiny_game" / "lanterns.yaml",
)


def shipped() -> Target:
    """The largest game of the library in its first edition."""
    library = find_library().root
    folder = library / "rules" / "citadels"
    return Target(folder.name, _rules(folder), library / "editions" / "classic.yaml")


@cache
def words_of(target: Target) -> tuple[str, ...]:
    """Every word and sign of a game's rules, and some that are in none."""
    text = "\n".join(map(text_of, target.files))
    found = set(re.findall(r"[A-Za-z][A-Za-z'-]*|[0-9]+|[^\sA-Za-z0-9]", text))
    return tuple(sorted({*found, "-1", "99999999", "nothing", "nobody", "half", "until", "any"}))


@cache
def passages_of(target: Target) -> tuple[str, ...]:
    """Declarations and lines of a game's rules, to be put somewhere else."""
    texts = [text_of(path) for path in target.files]
    whole = [part.rstrip() for text in texts for part in re.split(r"\n(?=\S)", text)]
    lines = [line for text in texts for line in text.split("\n") if line.startswith("    ")]
    return tuple(dict.fromkeys([*whole, *lines]))
