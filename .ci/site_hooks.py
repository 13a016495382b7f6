"""What the site of documents shows otherwise than the files do, and a page for each shipped edition."""

from __future__ import annotations

import html
import json
import logging
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / ".ci"))
from lessons import Lesson, lessons, read  # noqa: E402 - it lies beside this file

from rulewright.checks.complaint_book import all_codes  # noqa: E402
from rulewright.checks.docs_pages import complaint_pages  # noqa: E402

DOCS = ROOT / "docs"

LOG = logging.getLogger("mkdocs.hooks.playground")

FENCE = re.compile(r"(?m)^(```\w+)[ ][^\n]*$")
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s#]+)((?:#[^)\s]*)?)\)")
EDITIONS = "editions"
"""The folder of their pages, which are made when the site is built."""
COMPLAINTS = "complaints"
"""The folder of theirs, which are made too."""
CODE = re.compile(r"(?m)^\| ([EY]\d{4}) \|")
RANKS = {
    "language": 4,
    "tour": 3,
    "conformance": 0.2,
    "decisions": 0.2,
    "complaints": 0.7,
    "editions": 0.5,
}
"""What is found first by a search: the language before what is measured, and why things are as they are."""
LATER = (
    "architecture",
    "compared",
    "complaints-measured",
    "dealing",
    "knowing-measured",
    "moments",
    "performance",
)
LEFT_OUT = ("ledger", "examples", "editor/vscode", "playground")
"""Folders of docs/ that are no pages."""


def on_files(files: Any, config: Any) -> Any:
    """Add the pages of editions and of complaints."""
    from mkdocs.structure.files import File

    for name, text in edition_pages().items():
        files.append(File.generated(config, f"{EDITIONS}/{name}", content=text))
    for name, text in complaint_pages().items():
        files.append(File.generated(config, f"{COMPLAINTS}/{name}", content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """The text of a page as the site shows it."""
    path = DOCS / page.file.src_uri
    rank = RANKS.get(path.parent.name, 0.2 if path.stem in LATER else 1)
    page.meta.setdefault("search", {"boost": rank})
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
        return found.group() if is_page(place) else words

    return LINK.sub(link, FENCE.sub(r"\1", markdown))


def is_page(place: Path) -> bool:
    """Whether a file is one of the site's."""
    if place.parent == DOCS / COMPLAINTS:
        return place.stem in all_codes()
    if place.parent == DOCS / EDITIONS:
        return place.stem == "README" or (ROOT / "editions" / f"{place.stem}.yaml").is_file()
    if not place.is_relative_to(DOCS) or not place.is_file():
        return False
    return not place.relative_to(DOCS).as_posix().startswith(LEFT_OUT)


def on_post_build(config: Any) -> None:
    """Build the playground into the site, and write what is for programs that read."""
    site = Path(config.site_dir)
    (site / "llms.txt").write_text(LLMS, encoding="utf-8")
    (site / "language.md").write_text(whole_language(), encoding="utf-8")
    build_playground(site / "playground")


# ------------------------------------------------------------------ for programs that read

LLMS = """\
# Rulewright

> A small language for the rules of turn-based card games, and an interpreter that plays what is written in it.

- [The whole language on one page](language.md): how cards, scenarios and editions are written, with examples
- [The language, page by page](language/index.html), with an index of its words
- [How do I say ...?](how-to-say.html): what players say, and the sentence that says it here
- [Complaints](complaints.html): every code, with an example and what to write instead
- [Moments](moments.html): what rules of Citadels can hook into

Check what you write with `rulewright check .` and `rulewright test .`; help lines say what was meant.
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
  for (const link of document.querySelectorAll("article li a"))
    if (passed.some((name) => link.getAttribute("href") === `${name}.html`)) link.after(" ✓");
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


# ------------------------------------------------------------------ editions


def edition_pages() -> dict[str, str]:
    """A page for each shipped edition, by the name of its file, and README.md, which leads to them."""
    from rulewright import load

    shipped = {path.stem: load(path.stem) for path in sorted((ROOT / "editions").glob("*.yaml"))}
    pages = {f"{name}.md": edition_page(rules) for name, rules in shipped.items()}
    rows = "\n".join(
        f"| [{rules.name}]({name}.md) | `{name}` | {_players(rules)} | {rules.about} |"
        for name, rules in shipped.items()
    )
    head = "| edition | played by | players | about |\n|---|---|---|---|"
    return {
        "README.md": f"# Editions\n\n`rulewright play ID` plays one.\n\n{head}\n{rows}\n",
        **pages,
    }


def edition_page(rules: Any) -> str:
    """What an edition is, its cards, and what rules of one's own can hook into, in Markdown."""
    from rulewright.front.pages.moments_page import moments_page

    moments = moments_page(rules, ROOT, "../../").replace("](language/", "](../language/")
    _, found, hooks = moments.partition("\n## ")
    parts = [
        f"# {rules.name}\n\n{rules.about}",
        f"`rulewright play {rules.id}`, {_players(rules)} players.{_conformance(rules.id)}",
        *_options(rules.options),
        *_cards(rules),
        "What rules of your own can hook into stands below; "
        "[the language](../language/README.md) says how.",
    ]
    return "\n\n".join(parts) + f"\n{found}{hooks}"


def _players(rules: Any) -> str:
    low, high = rules.players
    return f"{low}" if low == high else f"{low} to {high}"


def _conformance(name: str) -> str:
    if not (DOCS / "conformance" / f"{name}.md").is_file():
        return ""
    return f" How well it follows its rulebook: [conformance](../conformance/{name}.md)."


def _options(options: dict[str, str]) -> Iterator[str]:
    if options:
        yield "## Options"
        yield "\n".join(f"- `{name}`: {about}" for name, about in options.items())


def _cards(rules: Any) -> Iterator[str]:
    """The cards that it is played with, a table for each kind."""
    players = sum(rules.players) // 2
    world = rules.world(players)
    for kind in world.program.kinds:
        cards = list(dict.fromkeys(piece.card for piece in world.of_kind(kind)))
        fields = [*world.program.kinds[kind].fields]
        if cards:
            yield f"## Cards: {kind}\n\nWith {players} players, without options."
            yield "\n".join(_table(rules, world, cards, fields))


def _table(rules: Any, world: Any, cards: list[str], fields: list[str]) -> Iterator[str]:
    heads = ["card", *fields, "copies", "what it does"]
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for card in cards:
        told = rules.card(card)
        values = [_cell(world.field_of(card, name)) for name in fields]
        copies = str(len(world.of_card(card)))
        yield f"| {' | '.join([told.shown, *values, copies, told.text])} |"


def _cell(value: object) -> str:
    if value is None:
        return "–"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
