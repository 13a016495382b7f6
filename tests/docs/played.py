"""Each rule example of the documents as files that can be played: none of them may be left out."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from attrs import frozen

from docs.kit import DOCS, POWER, ROOT, WRAPS, Block, blocks_of, ci_module, whole
from rulewright.language.syntax import parse_rules, tree
from rulewright.language.text import Complaints, Source

EDITION: Final = "example.yaml"
HOUSE: Final = "edition: example\nname: Example\nextends: classic\nrules: [{rules}]\nplayers: 4\n"
TOUR: Final = DOCS / "tour"
COPIES: Final = 40
"""Copies of the one thing of each kind in an example of another game; one of them counts to this number."""


@frozen
class Example:
    """Files with an edition to be played, and rules that are added to it."""

    name: str
    files: dict[str, str]
    edition: str = EDITION
    added: str = ""
    """Rules whose cards are in play besides those of the edition."""
    places: frozenset[str] = frozenset()
    """The blocks that it plays."""
    may_be_wrong: bool = False
    """Whether its reader is to correct a mistake first: then it need not load."""

    @property
    def cast(self) -> tuple[str, ...]:
        """The cards of the rules that are added."""
        nodes = parse_rules(Source("example.rules", self.added), Complaints())
        return tuple(node.name.text for node in nodes if isinstance(node, tree.CardDeclaration))

    @property
    def is_risky(self) -> bool:
        """Whether it has a delayed rule: these are compiled apart from all others."""
        return any(re.search(r"(?m)^ +until ", text) for text in self.files.values())

    def __str__(self) -> str:
        return self.name


def place(block: Block) -> str:
    """Return where a block is."""
    return f"{block.page.relative_to(ROOT)} line {block.line}"


@cache
def rule_blocks() -> tuple[Block, ...]:
    """Return all blocks of rules on all pages that are not said to be wrong."""
    pages = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
    blocks = (block for page in pages for block in blocks_of(page))
    return tuple(each for each in blocks if each.language == "rules" and each.wrong is None)


def examples() -> list[Example]:
    """Return everything that is to be played, in the order of the pages."""
    found = []
    for page in dict.fromkeys(block.page for block in rule_blocks()):
        blocks = [block for block in rule_blocks() if block.page == page]
        found += [example_of(each) for each in blocks if not (is_file(each) or is_scenario(each))]
        if files := frozenset(place(block) for block in blocks if is_file(block)):
            found += lesson(page, files) if page.parent == TOUR else [followed(page, files)]
    return [*found, *repositories()]


def is_scenario(block: Block) -> bool:
    """Return whether a block is a scenario; the tests of its page run it."""
    return block.tags[1:] == ("scenario",)


def is_file(block: Block) -> bool:
    """Return whether a block is a file of a reader who follows the page."""
    return len(block.tags) == 2 and block.tags[1].endswith((".rules", ".yaml"))


def example_of(block: Block) -> Example:
    """Return the example that a block makes with what it needs around it."""
    match block.tags[1:]:
        case ("alone" | "frame",):
            files = other_game(block.text)
            return Example(place(block), files, places=frozenset({place(block)}))
        case ("complete",):
            (edition,) = (b for b in blocks_of(block.page) if b.tags == ("yaml", "edition"))
            files = {"high-card.rules": block.text, EDITION: edition.text}
            return Example(place(block), files, places=frozenset({place(block)}))
    return house_cards(place(block), declared(block), frozenset({place(block)}))


def declared(block: Block) -> str:
    """Return a block as declarations: lines that stand deeper are those of a card."""
    if len(block.tags) > 1 and block.tags[1] in WRAPS:
        return whole(block)
    return (
        POWER.partition("\n    power")[0] + "\n" + block.text
        if block.text[0] == " "
        else block.text
    )


def house_cards(name: str, text: str, places: frozenset[str]) -> Example:
    """Return rules that are added to the basic game, their cards in play."""
    files = {"example.rules": text, EDITION: HOUSE.format(rules="example.rules")}
    return Example(name, files, added=text, places=places)


def other_game(text: str) -> dict[str, str]:
    """Return the files of an example that stands alone, with the game, the flow and the things that it lacks."""
    bodies = dict(re.findall(r"(?m)^kind ([\w-]+)\n((?:    .*\n)*)", text + "\n"))
    kinds = list(bodies)
    numbers = {
        kind: re.findall(r"(?m)^    ([\w-]+): number$", body) for kind, body in bodies.items()
    }
    things = "".join(
        f'list of {kind}\n    reading "made up"\n'
        f"    {'  '.join(['name', *fields])}\n    {'  '.join([f'Thing {kind.title()}', *('1' for _ in fields)])}\n"
        for kind, fields in numbers.items()
    )
    head = "" if re.search(r"(?m)^game ", text) else "game example\n\n"
    flow = "" if re.search(r"(?m)^flow$", text) else "flow\n    do nothing\n\n"
    cast = "".join(f"  {kind}: {{Thing {kind.title()}: {COPIES}}}\n" for kind in kinds)
    edition = "edition: example\nname: Example\nrules: [example.rules]\nplayers: 4\n"
    return {
        "example.rules": f"{head}{text}\n{flow}{things}",
        EDITION: edition + (f"cast:\n{cast}" if cast else ""),
    }


def lesson(page: Path, places: frozenset[str]) -> list[Example]:
    """Return what a lesson of the tour begins with, and its solution."""
    read = ci_module("lessons").read(page)
    return [
        Example(f"{read.name} {what}", files, "our-table.yaml", "", places, what == "start")
        for what, files in (("start", read.start), ("solution", read.solution))
    ]


def followed(page: Path, places: frozenset[str]) -> Example:
    """Return the files of a reader who has followed a page to its end."""
    files: dict[str, str] = {}
    for block in blocks_of(page):
        if block.language == "change":
            before, after = block.text.splitlines()
            files[block.tags[1]] = files[block.tags[1]].replace(before, after)
        elif is_file(block):
            files[block.tags[1]] = block.text
    edition = next(name for name, text in files.items() if re.search(r"(?m)^edition:", text))
    return Example(str(page.relative_to(ROOT)), files, edition, places=places)


def repositories() -> list[Example]:
    """Return the repositories of house rules among the documents."""
    return [
        Example(str(edition.relative_to(DOCS)), _texts(edition.parent), edition.name)
        for edition in sorted((DOCS / "examples").rglob("*.yaml"))
        if re.search(r"(?m)^extends:", edition.read_text("utf-8"))
    ]


def _texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.iterdir() if path.is_file()}
