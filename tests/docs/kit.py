"""The fenced blocks of a document, and the checker as the documents' examples meet it."""

import importlib.util
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

from rulewright.assist import advise
from rulewright.base.library import find_library
from rulewright.language.edition.loading.load import load_edition
from rulewright.language.edition.loading.merge import changes_for
from rulewright.language.link.from_program import make_world
from rulewright.language.link.rule_files import find_rule_files
from rulewright.language.program.checking import check_scenarios, whole_program
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.checking.whole_program import warn_despite_errors
from rulewright.language.program.from_syntax import ResolvedBase, compile
from rulewright.language.syntax import parse_rules, tree
from rulewright.language.text import Complaint, Complaints, Source, Span, read_source
from rulewright.runtime.lower.from_world import lower_world
from rulewright.runtime.lower.setup_validation import SetupValidator

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
LANGUAGE = DOCS / "language"

FENCE = re.compile(r"(?m)^```(?P<tags>\S[^\n]*)\n(?P<text>.*?)^```$", re.DOTALL)


def ci_module(name: str) -> Any:
    """A module of .ci, which is no package; its neighbours are found beside it."""
    if (beside := str(ROOT / ".ci")) not in sys.path:
        sys.path.append(beside)
    spec = importlib.util.spec_from_file_location(name, ROOT / ".ci" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


#: Where an example that is no whole declaration stands, with things it may speak of.
POWER = """\
character Example
    rank 20
    printed "an example"

    power example at main
        choose a victim from other players
        choose a target from characters
        choose a project from districts in my hand
"""


@frozen
class Block:
    """A fenced block: the words after the fence, the text, the line of the fence, and the page."""

    tags: tuple[str, ...]
    text: str
    line: int
    page: Path

    @property
    def language(self) -> str:
        """The first word after the fence."""
        return self.tags[0]

    @property
    def wrong(self) -> str | None:
        """The code of the complaint that the example has to draw."""
        return self._after("wrong")

    @property
    def odd(self) -> str | None:
        """The code of the warning that the example, which is right, has to draw."""
        return self._after("odd")

    def _after(self, word: str) -> str | None:
        return self.tags[self.tags.index(word) + 1] if word in self.tags else None


def blocks_of(document: Path) -> list[Block]:
    """All fenced blocks that say what they are."""
    text = document.read_text(encoding="utf-8")
    return [
        Block(
            tuple(match["tags"].split()),
            match["text"],
            text.count("\n", 0, match.start()) + 1,
            document,
        )
        for match in FENCE.finditer(text)
    ]


def language_blocks() -> list[Block]:
    """All such blocks of the description of the language."""
    return [block for page in sorted(LANGUAGE.glob("*.md")) for block in blocks_of(page)]


def headings_of(document: Path) -> set[str]:
    """The anchors that the headings of a document make."""
    text = FENCE.sub("", document.read_text(encoding="utf-8"))
    titles = re.findall(r"(?m)^#+ (.+)$", text)
    return {anchor_of(title) for title in titles}


def anchor_of(title: str) -> str:
    """The anchor that a heading makes."""
    return re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-")


def whole(block: Block) -> str:
    """The example as declarations: deeds, conditions and the like are put into a power."""
    wrap = WRAPS.get(block.tags[1])
    return wrap(block.text) if wrap else block.text


def _logical_lines(text: str) -> Iterator[str]:
    """Lines without their comments; a line that is indented goes on with the one above."""
    found: list[str] = []
    for line in text.splitlines():
        said = line.split("#")[0].rstrip()
        if said.startswith(" ") and found:
            found[-1] += " " + said.strip()
        elif said:
            found.append(said)
    yield from found


def _indented(text: str, depth: int) -> str:
    return "".join(" " * depth + line + "\n" for line in text.splitlines())


def _deeds(text: str) -> str:
    return POWER + _indented(text, 8)


def _conditions(text: str) -> str:
    tests = [f"if {line}\n    do nothing" for line in _logical_lines(text)]
    return _deeds("\n".join(tests))


def _sums(text: str) -> str:
    return _deeds("\n".join(f"gain ({line}) gold" for line in _logical_lines(text)))


def _lists(text: str) -> str:
    loops = [
        f"for each one-{number} in {line}\n    do nothing"
        for number, line in enumerate(_logical_lines(text))
    ]
    return _deeds("\n".join(loops))


WRAPS = {"deeds": _deeds, "conditions": _conditions, "sums": _sums, "lists": _lists}


@cache
def library() -> ResolvedBase:
    """The rules of the shipped game on which most examples lean."""
    paths = find_rule_files([find_library().folder("rules") / "citadels"])
    below = ResolvedBase.of(map(read_source, paths))
    assert below is not None
    return below


def complaints_about(text: str) -> tuple[Complaint, ...]:
    """What the checker says of rules that are added to the shipped game, with their cards in play."""
    complaints = Complaints()
    source = Source("example.rules", text)
    own = parse_rules(source, complaints)
    program = compile(own, complaints, library(), check=False, adviser=advise)
    graph = DependencyGraph(program)
    if complaints.has_errors:
        warn_despite_errors(graph, complaints)
    else:
        complaints.extend(whole_program.check_whole_program(graph))
        check_scenarios(graph, complaints, True)
    if not complaints.has_errors:
        edition = load_edition("classic", find_library().root)
        cards = [
            (node.name.text, Span(source, 0, 0))
            for node in own
            if isinstance(node, tree.CardDeclaration)
        ]
        changes = changes_for(edition, 4)
        lower_world(
            make_world(program, edition, changes, 4, complaints, cards),
            complaints,
            SetupValidator(),
        )
    return tuple(c for c in complaints.in_order() if about(c, source) or c.code.startswith("E06"))


def complaints_about_alone(text: str) -> tuple[Complaint, ...]:
    """What the checker says of rules that are no part of the shipped game."""
    complaints = Complaints()
    own = parse_rules(Source("example.rules", text), complaints)
    compile(own, complaints, lint=True, adviser=advise)
    return complaints.in_order()


def about(complaint: Complaint, source: Source) -> bool:
    """Whether a complaint is about this source, and not about the library it is added to."""
    return complaint.span is None or complaint.span.source.name == source.name
