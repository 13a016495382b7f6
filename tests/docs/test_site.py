"""The documents as a site: what is shown otherwise there, and that it is built without a warning."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import rulewright
from docs.kit import DOCS, LANGUAGE, ROOT, ci_module

CONFIG = ROOT / ".ci" / "mkdocs.yml"


@pytest.fixture(scope="module")
def hooks() -> Any:
    return ci_module("site_hooks")


def test_links_out_of_the_documents_are_words_there(hooks: Any) -> None:
    shown = hooks.for_site(
        "[a](../README.md), [b](language/README.md#index), [c](decisions), [d](https://e.org)", DOCS
    )

    assert shown == "a, [b](language/README.md#index), [c](decisions/README.md), [d](https://e.org)"


def test_examples_say_their_language_only(hooks: Any) -> None:
    assert (
        hooks.for_site("```rules in-citadels wrong E0201\nx\n```\n", DOCS) == "```rules\nx\n```\n"
    )


@pytest.fixture(scope="module")
def editions() -> dict[str, Any]:
    names = ("expeditions", "masked-ball", "oh-hell-partners", "oh-hell")
    return {name: ci_module("site_editions").Edition(name) for name in names}


@pytest.fixture(scope="module")
def cards(editions: dict[str, Any]) -> Any:
    return ci_module("site_cards").card_pages(editions.values())


def test_an_edition_has_a_page_of_its_cards_and_of_what_rules_hook_into(
    hooks: Any, editions: dict[str, Any], cards: Any
) -> None:
    made = ci_module("site_editions").edition_page(editions["expeditions"], cards[1])
    page = hooks.for_site(made, DOCS / hooks.EDITIONS)

    assert page.startswith("# Expeditions\n")
    assert "## Cards: " in page
    assert "](../cards/expeditions/" in page
    assert "## Events" in page
    assert "(../language/README.md)" in page
    assert "(../conformance/expeditions.md)" in page


def test_every_card_of_an_edition_leads_to_a_page(editions: dict[str, Any], cards: Any) -> None:
    pages, places = cards

    for each in editions.values():
        assert {places.get((each.game, card)) for card in each.whole.cards} <= pages.keys()
    assert all(f"({path})" in pages["README.md"] for path in pages if path != "README.md")


def test_the_page_of_a_card_has_its_rule_its_editions_and_scenarios(cards: Any) -> None:
    page = cards[0]["masked-ball/fox.md"]
    rule = (ROOT / "rules" / "masked-ball" / "masked-ball.rules").read_text("utf-8")
    (shown,) = re.findall(r"(?ms)^## Its rule\n\n```rules\n(.*?)```", page)

    assert page.startswith("# Fox\n")
    assert '<div class="rules-card" data-colour="yellow"><strong>Fox</strong>' in page
    assert shown in rule
    assert "](../../editions/masked-ball.md)" in page
    assert '```rules\nscenario "' in page


def test_cards_are_found_by_what_players_say_those_of_citadels_first(hooks: Any) -> None:
    found: dict[str, Any] = {}
    for name in ("citadels/thief", "masked-ball/fox"):
        file = SimpleNamespace(src_uri=f"cards/{name}.md")
        found[name] = SimpleNamespace(file=file, meta={})
        hooks.on_page_markdown("# A card", found[name], None, None)

    thief, fox = (page.meta for page in found.values())
    assert "steal all the gold of a character" in thief["tags"]
    assert "steal two coins from another player" in fox["tags"]
    assert thief["search"]["boost"] > fox["search"]["boost"]


def test_a_series_of_cards_has_one_page(cards: Any) -> None:
    page = cards[0]["oh-hell/clubs.md"]

    assert page.startswith("# … of Clubs\n")
    assert "| 2 of Clubs | clubs | 2 |" in page
    assert "editions/oh-hell.md" in page
    assert "editions/oh-hell-partners.md" in page


def test_the_whole_language_is_one_page_of_examples_that_are_tested(hooks: Any) -> None:
    page = hooks.whole_language()

    assert len(page.encode("utf-8")) < 30_000
    assert "scenario " in page
    assert "game high-card" in page
    assert "extends: classic" in page


def test_links_to_pages_of_editions_stay(hooks: Any) -> None:
    text = "[a](classic.md), [b](nowhere.md)"

    assert hooks.for_site(text, DOCS / hooks.EDITIONS) == "[a](classic.md), b"


def test_pictures_that_are_kept_are_small() -> None:
    assert sum(path.stat().st_size for path in DOCS.glob("*.png")) < 200_000


def test_pages_can_be_edited_where_it_is_said_in_what_repository(hooks: Any) -> None:
    urls = {"Source": "https://e.org/r", "Documentation": "https://d.org/"}

    assert hooks.located({}, {"project": {}}) == {}
    assert hooks.located({}, {"project": {"urls": urls}}) == {
        "repo_url": "https://e.org/r",
        "edit_uri": "edit/main/docs/",
        "site_url": "https://d.org/",
    }


def test_all_pages_in_the_navigation_are_there() -> None:
    named = re.findall(r"[\w/-]+\.md", CONFIG.read_text("utf-8").partition("\nnav:")[2])
    editions = {f"editions/{path.stem}.md" for path in (ROOT / "editions").glob("*.yaml")}
    made = {"cards/README.md", "editions/README.md", *editions}

    assert [name for name in named if name not in made and not (DOCS / name).is_file()] == []
    assert made - set(named) == set()
    assert {f"language/{path.name}" for path in LANGUAGE.glob("*.md")} - set(named) == set()
    assert {path.name for path in DOCS.glob("*.md")} - set(named) == set()


@pytest.mark.rotating
def test_what_the_api_page_names_is_there_and_its_example_runs() -> None:
    page = (DOCS / "api.md").read_text("utf-8")
    named = re.findall(r"(?m)^::: rulewright\.(\w+)$", page)
    (example,) = re.findall(r"(?m)^    import rulewright\n(?:(?:    .*)?\n)+", page)
    exec(textwrap.dedent(example), {})

    assert sorted(named) == sorted(rulewright.__all__)


def test_rules_show_what_is_public_and_nothing_else() -> None:
    rules = rulewright.load("classic")

    shown = [name for name in dir(rules) if not name.startswith("_")]

    assert shown == [
        "about",
        "batch",
        "card",
        "cards",
        "castable",
        "clauses",
        "game_from_json",
        "id",
        "language",
        "load",
        "name",
        "new_game",
        "options",
        "players",
        "playouts",
        "totals",
        "with_cast",
    ]


def test_decisions_are_listed_with_titles_and_statuses() -> None:
    head = re.compile(
        r"# (\d{4}): (.*)\n\n\*\*Date:\*\* 20\d\d-\d\d-\d\d.* \*\*Status:\*\* "
        r"(accepted|proposed|superseded by \[\d{4}\])"
    )
    index = (DOCS / "decisions" / "README.md").read_text("utf-8")
    rows = re.findall(r"\| \[(\d+)\]\((.*)\) \| (.*) \| (.*) \|", index)
    expected = []
    for page in sorted((DOCS / "decisions").glob("0*.md")):
        match = head.match(page.read_text("utf-8"))
        assert match, page.name
        number, title, status = match.groups()
        expected.append((number, page.name, title, re.sub(r"[\[\]]", "", status)))

    assert rows == expected


@pytest.mark.skipif(
    find_spec("mkdocs") is None, reason='the site is built by mkdocs: pip install -e ".[docs]"'
)
def test_it_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "--config-file",
        CONFIG,
        "--site-dir",
        tmp_path,
    ]
    environment = {**os.environ, "PLAYGROUND": "off"}  # `test_in_browser.py` builds that
    subprocess.run(list(map(str, command)), check=True, timeout=200, env=environment)

    assert (tmp_path / "tutorial.html").is_file()
    assert 'href="classic.html"' in (tmp_path / "editions" / "index.html").read_text("utf-8")
    assert "across" in (tmp_path / "language" / "index.html").read_text("utf-8")


@pytest.mark.long
@pytest.mark.skipif(
    shutil.which("mike") is None, reason='mike is not installed: pip install -e ".[docs]"'
)
def test_a_version_of_it_is_put_on_a_branch_by_one_command(tmp_path: Path) -> None:
    clone, environment = tmp_path / "clone", {**os.environ, "PLAYGROUND": "off"}

    def run(*command: str) -> str:
        done = subprocess.run(
            command, cwd=clone, env=environment, check=True, timeout=400, stdout=subprocess.PIPE
        )
        return done.stdout.decode()

    clone.mkdir()
    run("git", "clone", "--quiet", str(ROOT), ".")
    run("git", "config", "user.name", "nobody")
    run("git", "config", "user.email", "nobody@example.org")
    deploy = ("mike", "deploy", "--config-file", ".ci/mkdocs.yml", "--branch", "tried")
    run(*deploy, "--update-aliases", "0.1", "latest")
    put = run("git", "ls-tree", "--name-only", "tried").split()

    assert {"0.1", "latest", "versions.json"} <= set(put)
    assert "tutorial.html" in run("git", "ls-tree", "--name-only", "tried:0.1").split()
