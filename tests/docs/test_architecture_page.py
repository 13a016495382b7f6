"""The examples in the description of the architecture are what the interpreter makes."""

import re
from pathlib import Path

import attrs
import pytest

from docs.kit import DOCS, Block, blocks_of
from rulewright.edition import changes_for
from rulewright.link.world import make_world
from rulewright.lower.assemble import Assembly, assemble, make_machine
from rulewright.session.rulebook import load_rulebook
from rulewright.text import Complaints

PAGE = DOCS / "architecture.md"
BLOCKS = blocks_of(PAGE)


@pytest.fixture(scope="module")
def assembly(tmp_path_factory: pytest.TempPathFactory) -> Assembly:
    """The small game of the language's description, lowered for two players."""
    folder = tmp_path_factory.mktemp("high-card")
    for block in blocks_of(DOCS / "language.md"):
        if block.tags == ("rules", "complete"):
            (folder / "high-card.rules").write_text(block.text, encoding="utf-8")
        elif block.tags == ("yaml", "edition"):
            (folder / "high-card.yaml").write_text(block.text, encoding="utf-8")
    book = load_rulebook(folder / "high-card.yaml")
    complaints = Complaints()
    changes = changes_for(book.edition, 2)
    world = make_world(book.program, book.edition, changes, 2, complaints)
    made = assemble(world, complaints)
    complaints.raise_if_errors()
    return made


def generated() -> list[Block]:
    return [block for block in BLOCKS if block.tags == ("python", "generated")]


def test_there_are_examples() -> None:
    assert len(generated()) == 4


@pytest.mark.parametrize("block", generated(), ids=lambda block: f"line {block.line}")
def test_the_generated_python_is_real(block: Block, assembly: Assembly) -> None:
    assert block.text in make_machine(assembly).source


def test_the_lowered_form_is_real(assembly: Assembly) -> None:
    (block,) = [block for block in BLOCKS if block.tags[:2] == ("text", "lowered")]
    function = assembly.work.lowered.functions[block.tags[2]]

    assert re.sub(r"\s", "", block.text) == re.sub(r"\s", "", short(function))


def short(node: object) -> str:
    """A node without the fields that hold what they hold by default."""
    if isinstance(node, tuple):
        return f"({', '.join(map(short, node))}{',' * (len(node) == 1)})"
    cls = type(node)
    if not attrs.has(cls):
        return repr(node)
    values = [(field, getattr(node, field.name)) for field in attrs.fields(cls)]
    told = [short(value) for field, value in values if value != field.default]
    return f"{cls.__name__}({', '.join(told)})"


def test_links_lead_to_files() -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", PAGE.read_text(encoding="utf-8"))

    assert [link for link in links if not (PAGE.parent / Path(link)).exists()] == []
