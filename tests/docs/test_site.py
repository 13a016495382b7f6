"""The documents as a site: what is shown otherwise there, and that it is built without a warning."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from docs.kit import DOCS, ROOT
from rulewright.syntax import known_words

RARE = {"under"}
"""A preposition that nobody has needed yet."""

CONFIG = ROOT / ".ci" / "mkdocs.yml"


@pytest.fixture(scope="module")
def hooks() -> ModuleType:
    spec = importlib.util.spec_from_file_location("site_hooks", ROOT / ".ci" / "site_hooks.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_links_out_of_the_documents_are_words_there(hooks: ModuleType) -> None:
    shown = hooks.for_site(
        "[a](../README.md), [b](language.md#cards), [c](decisions), [d](https://e.org)", DOCS
    )

    assert shown == "a, [b](language.md#cards), [c](decisions/0001-language.md), [d](https://e.org)"


def test_examples_say_their_language_only(hooks: ModuleType) -> None:
    assert (
        hooks.for_site("```rules in-citadels wrong E0201\nx\n```\n", DOCS) == "```rules\nx\n```\n"
    )


def test_every_word_of_the_language_has_an_example(hooks: ModuleType) -> None:
    words = {word for word in known_words() if word[0].isalpha()}
    found = hooks.examples()

    assert words - found.keys() <= RARE
    for word, lines in found.items():
        assert lines
        assert all(re.search(rf"(?<![\w-]){word}(?![\w-])", line) for line, _ in lines)


def test_the_page_of_words_has_an_index_that_leads_to_them(hooks: ModuleType) -> None:
    page = hooks.reference_page()

    assert "[whenever]" not in page
    assert "[power](#power)" in page
    assert "\n## power\n" in page


def test_all_pages_in_the_navigation_are_there() -> None:
    named = re.findall(r"[\w/-]+\.md", CONFIG.read_text("utf-8").partition("\nnav:")[2])

    assert named
    assert [name for name in named if name != "reference.md" and not (DOCS / name).is_file()] == []


@pytest.mark.skipif(
    shutil.which("mkdocs") is None, reason='the site is built by mkdocs: pip install ".[docs]"'
)
def test_it_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "--config-file",
        CONFIG,
        "--site-dir",
        tmp_path,
    ]
    subprocess.run(list(map(str, command)), check=True, timeout=200)

    assert (tmp_path / "tutorial.html").is_file()
    assert "power" in (tmp_path / "reference.html").read_text("utf-8")
