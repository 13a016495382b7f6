"""What the site of documents shows otherwise than the files do, and the pages that are made when it is built."""

from __future__ import annotations

import html
import json
import logging
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / ".ci"), str(ROOT / "tests" / "docs")]
from complaint_pages import complaint_pages  # noqa: E402
from lessons import Lesson, lessons, read  # noqa: E402 - it lies beside this file
from site_cards import CARDS, card_pages, players_words  # noqa: E402
from site_editions import EDITIONS, Edition, edition_pages  # noqa: E402

from rulewright.cli.highlighting import RulesLexer  # noqa: E402
from rulewright.testing.complaint_book import all_codes  # noqa: E402

DOCS = ROOT / "docs"

LOG = logging.getLogger("mkdocs.hooks.playground")

FENCE = re.compile(r"(?m)^(```\w+)[ ][^\n]*$")
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s#]+)((?:#[^)\s]*)?)\)")
COMPLAINTS = "complaints"
"""The folder of their pages, which are made when the site is built."""
CODE = re.compile(r"(?m)^\| ([EY]\d{4}) \|")
RANKS = {
    "language": 6,
    "tour": 3,
    "how-to": 3,
    "conformance": 0.002,
    "decisions": 0.002,
    COMPLAINTS: 0.005,
    EDITIONS: 0.05,
    CARDS: 0.05,
}
AT_LAST = 0.02
"""What is found first by a search: the language before what is measured, and why things are as they are.

A word in a heading counts a thousand times as much as one in a text, so the numbers lie that far apart.
"""
STYLE = ROOT / ".ci" / "site.css"
PLAYGROUND = "playground/index.html"
FILE_NAME = re.compile(r"`?[\w./-]+\.md`?")
LATER = (
    "api",
    "architecture",
    "balance",
    "batches",
    "compared",
    "complaints-measured",
    "dealing",
    "embedding",
    "first-games",
    "knowing-measured",
    "measurements",
    "moments",
    "native-in-node",
    "performance",
    "played",
    "players",
    "security",
    "speeds",
    "table",
    "what-a-seat-sees",
)
LEFT_OUT = ("ledger", "examples", "editor/vscode", "playground")
"""Folders of docs/ that are no pages."""


def on_config(config: Any) -> Any:
    """Say where the site and its sources are, if pyproject.toml does: then pages have a link to edit them."""
    if (
        "MIKE_DOCS_VERSION" in os.environ
    ):  # one of several versions: pages lead from one to the other
        config["extra"]["version"] = {"provider": "mike", "default": "latest"}
    return located(config, tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8")))


def located(config: Any, project: Any) -> Any:
    """The configuration with the addresses of a project: `Source` and `Documentation` of its `urls`."""
    urls = project["project"].get("urls", {})
    if source := urls.get("Source"):
        config["repo_url"], config["edit_uri"] = source, "edit/main/docs/"
    if home := urls.get("Documentation"):
        config["site_url"] = home
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are made."""
    from mkdocs.structure.files import File

    for name, text in made_pages().items():
        files.append(File.generated(config, name, content=text))
    files.append(File.generated(config, "site.css", content=STYLE.read_text("utf-8")))
    return files


def made_pages() -> dict[str, str]:
    """The pages of editions, cards and complaints, by their paths."""
    editions = [Edition(path.stem) for path in sorted((ROOT / "editions").glob("*.yaml"))]
    cards, places = card_pages(editions)
    RulesLexer.places = frozenset(zone for each in editions for zone in each.whole.program.zones)
    found = {
        EDITIONS: edition_pages(editions, places),
        CARDS: cards,
        COMPLAINTS: complaint_pages(),
    }
    return {
        f"{folder}/{name}": text for folder, pages in found.items() for name, text in pages.items()
    }


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """The text of a page as the site shows it."""
    path = DOCS / page.file.src_uri
    rank = RANKS.get(page.file.src_uri.partition("/")[0], AT_LAST if path.stem in LATER else 1)
    if page.file.src_uri.startswith(f"{CARDS}/citadels/"):
        rank *= 4  # the first library: its Thief before other games' thieves
    page.meta.setdefault("search", {"boost": rank})
    if path.is_relative_to(DOCS / CARDS):
        page.meta["tags"] = players_words().get(path.relative_to(DOCS / CARDS).as_posix(), [])
    if path.stem == COMPLAINTS:
        markdown = CODE.sub(rf"| [\1]({COMPLAINTS}/\1.md) |", markdown)
    if path.parent.name == "tour":
        return tour_page(path)
    return for_site(markdown, path.parent)


def for_site(markdown: str, folder: Path) -> str:
    """A page whose links lead to pages only, and whose examples say nothing but their language."""

    def link(found: re.Match[str]) -> str:
        words, target, heading = found.groups()
        if "://" in target:
            return found.group()
        place = (folder / target).resolve()
        if is_page(place / "README.md"):
            return f"[{words}]({target.rstrip('/')}/README.md{heading})"
        if FILE_NAME.fullmatch(words) and place.is_file() and is_page(place):
            words = (
                place.read_text("utf-8").partition("\n")[0].lstrip("# ")
            )  # nobody knows files here
        return f"[{words}]({target}{heading})" if is_page(place) else words

    return LINK.sub(link, FENCE.sub(r"\1", markdown))


def is_page(place: Path) -> bool:
    """Whether a file is one of the site's."""
    if place == DOCS / PLAYGROUND:
        return True
    if place.parent == DOCS / COMPLAINTS:
        return place.stem in all_codes()
    if place.parent == DOCS / EDITIONS:
        return place.stem == "README" or (ROOT / "editions" / f"{place.stem}.yaml").is_file()
    if place.is_relative_to(DOCS / CARDS):
        return place.parent.suffix != ".md"  # only pages that are made lead there
    if not place.is_relative_to(DOCS) or not place.is_file():
        return False
    return not place.relative_to(DOCS).as_posix().startswith(LEFT_OUT)


def on_post_page(output: str, page: Any, config: Any) -> str:
    """A page whose search has a name, for who hears pages; the theme gives it none."""
    return output.replace('<div class="md-search" ', '<div class="md-search" aria-label="Search" ')


def on_post_build(config: Any) -> None:
    """Build the playground into the site, and write what is for programs that read."""
    site = Path(config.site_dir)
    (site / "llms.txt").write_text(LLMS, encoding="utf-8")
    (site / "language.md").write_text(whole_language(), encoding="utf-8")
    (site / "for-models.md").write_text(
        (DOCS / "for-models.md").read_text("utf-8"), encoding="utf-8"
    )
    build_playground(site / "playground")


# ------------------------------------------------------------------ for programs that read

LLMS = """\
# Rulewright

> A small language for the rules of turn-based card games; its interpreter plays, checks and simulates them.

- [A guide to writing cards](for-models.md): read this first; every example is tested
- [The whole language on one page](language.md): how cards, scenarios and editions are written, with examples
- [The language](language/index.html), page by page, with an index of its words
- [How do I say ...?](how-to-say.html): players' words, and the sentences of the language
- [Complaints](complaints.html): every code, with a wrong and a correct example
- [Moments](moments.html): everything in Citadels that a rule can react to

Check your files with `rulewright check .` and `rulewright test .`; help lines suggest corrections.
"""
ON_ONE_PAGE = (
    "cheat-sheet",
    "language/whole-game",
    "language/scenarios",
    "language/editions",
    "language/decisions",
)


def whole_language() -> str:
    """Pages whose examples are tested, one below the other: less than 30,000 bytes."""
    texts = (for_site((DOCS / f"{name}.md").read_text("utf-8"), DOCS) for name in ON_ONE_PAGE)
    return "\n".join(LINK.sub(r"\1", text) for text in texts)


# ------------------------------------------------------------------ the tour


def tour_page(path: Path) -> str:
    """A lesson with the playground below its text, or the list of all lessons."""
    if not path.name[0].isdigit():
        rows = "\n".join(f"1. [{each.title}]({each.name}.md)" for each in lessons(path.parent))
        return f"{path.read_text('utf-8')}\n{rows}\n{_SHOWN_PASSED}"
    lesson = read(path)
    return f"{lesson.text}\n\n{lesson_place(lesson)}"


def lesson_place(lesson: Lesson) -> str:
    """The playground with the files of a lesson."""
    data = {"name": lesson.name, "start": lesson.start, "solution": lesson.solution}
    told = html.escape(json.dumps(data, ensure_ascii=False))
    place = f'<div id="playground" data-site="../" data-lesson="{told}"></div>'
    return f"{place}\n\n{_SCRIPTS}"


_SCRIPTS = """\
<link rel="stylesheet" href="../playground/style.css">
<script type="module" src="../playground/main.js"></script>
"""
_SHOWN_PASSED = """
<script>
  const passed = JSON.parse(localStorage.getItem("rulewright:passed") ?? "[]");
  for (const link of document.querySelectorAll("article li a, .md-sidebar--primary a"))
    link.toggleAttribute("data-passed", passed.some((name) => link.pathname.endsWith(`/${name}.html`)));
</script>
"""


# ------------------------------------------------------------------ playground


def build_playground(target: Path) -> None:
    """Build it with node, where there is one; its packages come from npm, as package-lock.json names them."""
    if os.environ.get("PLAYGROUND") == "off":
        return
    folder = DOCS / "playground"
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        LOG.info("the playground is left out: it is built by node and npm (Debian: nodejs, npm)")
        return
    if not (folder / "node_modules" / "pyodide").is_dir():
        subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=folder, check=True)
    subprocess.run([node, "build.mjs", str(target), sys.executable], cwd=folder, check=True)
