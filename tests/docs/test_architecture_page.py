"""The examples in the description of the architecture are what the interpreter makes."""

import re
from pathlib import Path

import pytest

import rulewright
from docs.kit import DOCS, Block, blocks_of, language_blocks
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.printing.module_text import module_text
from rulewright.runtime.python.emit_module import source_of
from rulewright.runtime.session.rules.internals import inside

PAGE = DOCS / "architecture.md"
BLOCKS = blocks_of(PAGE)


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Module:
    """The small game of the language's description, for two players."""
    folder = tmp_path_factory.mktemp("high-card")
    for block in language_blocks():
        if block.tags == ("rules", "complete"):
            (folder / "high-card.rules").write_text(block.text, encoding="utf-8")
        elif block.tags == ("yaml", "edition"):
            (folder / "high-card.yaml").write_text(block.text, encoding="utf-8")
    return inside(rulewright.load(folder / "high-card.yaml")).module(2)


def tagged(*tags: str) -> list[Block]:
    return [block for block in BLOCKS if block.tags == tags]


def test_there_are_examples() -> None:
    assert (len(tagged("text", "ir")), len(tagged("python", "generated"))) == (2, 4)


@pytest.mark.parametrize("block", tagged("python", "generated"), ids=lambda b: f"line {b.line}")
def test_the_generated_python_is_real(block: Block, module: Module) -> None:
    assert block.text in source_of(module)


@pytest.mark.parametrize("block", tagged("text", "ir"), ids=lambda b: f"line {b.line}")
def test_the_text_form_is_real(block: Block, module: Module) -> None:
    assert block.text in module_text(module)


def test_links_lead_to_files() -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", PAGE.read_text(encoding="utf-8"))

    assert [link for link in links if not (PAGE.parent / Path(link)).exists()] == []


def test_the_table_names_every_stage() -> None:
    folders = (DOCS.parent / "interpreter" / "rulewright").glob("*/__init__.py")
    table = re.findall(r"(?m)^\| (`[^|]*) \|", PAGE.read_text(encoding="utf-8"))

    assert {name for line in table for name in re.findall(r"`(\w+)`", line)} >= {
        path.parent.name for path in folders
    }


def test_modules_and_folders_that_it_names_exist() -> None:
    packages = DOCS.parent / "interpreter" / "rulewright"
    named = set(re.findall(r"`([a-z]+/[\w/]+(?:\.py)?)`", PAGE.read_text(encoding="utf-8")))
    inside = {name for name in named if (packages / name.split("/")[0]).is_dir()}

    assert inside
    assert [name for name in inside if not (packages / name).exists()] == []
