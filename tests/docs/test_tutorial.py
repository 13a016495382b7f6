"""The tutorial, followed to the letter, and the cheat sheet, of which everything is checked."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from docs.kit import DOCS, Block, blocks_of, complaints_about, headings_of, whole
from front.kit import Shell
from rulewright.cli.command_line import COMMANDS
from rulewright.language.text import show_complaints

TUTORIAL = DOCS / "tutorial.md"
SHEET = DOCS / "cheat-sheet.md"
RULES = [block for block in blocks_of(SHEET) if block.language == "rules"]
PAGES = [TUTORIAL, SHEET, DOCS / "play.md", DOCS / "ci.md", DOCS / "editor" / "README.md"]


HOW_TO = sorted((DOCS / "how-to").glob("*.md"))


@pytest.mark.rotating
def test_whoever_follows_the_tutorial_has_a_character_that_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    followed(TUTORIAL, tmp_path)


def test_the_page_on_playing_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    followed(DOCS / "play.md", tmp_path)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("page", HOW_TO, ids=lambda page: page.stem)
@pytest.mark.rotating
def test_whoever_does_what_a_how_to_says_gets_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    followed(page, tmp_path, begins=True)


def test_every_how_to_is_found_by_its_task() -> None:
    listed = re.findall(r"\(([\w-]+\.md)\)", HOW_TO[0].read_text("utf-8"))

    assert HOW_TO[0].name == "README.md"
    assert sorted(listed) == [page.name for page in HOW_TO[1:]]


def followed(page: Path, tmp_path: Path, *, begins: bool = False) -> None:
    """Do what the blocks of a page say, in an empty folder; its files are new, or there to be changed.

    Of a page that `begins` with files of its own, a block may show a part of what is printed.
    """
    shell = Shell(CliRunner())
    printed = ""
    for block in blocks_of(page):
        match block.tags:
            case ("sh", "run", *fails):
                printed = ""
                for line in block.text.splitlines():
                    _, *words = shlex.split(line)
                    printed += shell.run(*words, exit_code=1 if fails else 0).output
            case ("text", "shows"):
                shown = block.text.strip()
                is_shown = shown in printed if begins else all_shown(shown, printed)
                assert is_shown, f"line {block.line}:\n{printed}"
            case ("rules" | "yaml", name):
                assert begins or (tmp_path / name).is_file(), "it is there to be changed"
                (tmp_path / name).write_text(block.text, encoding="utf-8")
            case ("change", name):
                before, after = block.text.splitlines()
                text = (tmp_path / name).read_text(encoding="utf-8")
                assert text.count(before) == 1
                (tmp_path / name).write_text(text.replace(before, after), encoding="utf-8")
            case ("sh", "play"):
                shown = shell.run(*shlex.split(block.text)[1:], typed="?\nq\n").output
                assert "why not X" in shown
            case ("sh", "install"):
                pass
            case _:
                pytest.fail(f"line {block.line}: nobody knows what this block is for")


def all_shown(shown: str, printed: str) -> bool:
    """Return whether a page shows all that its commands print; a line `…` stands for lines that it leaves out."""
    parts = (re.escape(part.strip("\n")) for part in re.split(r"(?m)^…$", shown))
    return re.fullmatch(r"(?s:.*)".join(parts), printed.strip("\n")) is not None


@pytest.mark.parametrize(
    "block", RULES, ids=lambda block: " ".join(map(str, (*block.tags[1:], block.line)))
)
def test_what_the_cheat_sheet_says_is_right(block: Block) -> None:
    text = whole(block) if len(block.tags) > 1 else block.text
    found = complaints_about(text)

    assert found == (), show_complaints(found)


def test_the_commands_of_the_cheat_sheet_are_there() -> None:
    named = re.findall(r"`rulewright (\w+)", SHEET.read_text("utf-8"))

    assert named
    assert set(named) <= set(COMMANDS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if "://" in target:
            continue
        name, _, heading = target.partition("#")
        place = (page.parent / name).resolve() if name else page

        assert place.exists(), target
        if heading:
            assert heading in headings_of(place), target
