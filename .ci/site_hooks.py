"""What the site of documents shows otherwise than the files do, and a page of all words of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"

FENCE = re.compile(r"(?m)^(```\w+)[ ][^\n]*$")
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s#]+)((?:#[^)\s]*)?)\)")
EXAMPLE = re.compile(r"(?ms)^```rules(?![^\n]*(?:wrong|odd))[^\n]*\n(.*?)^```")
INLINE = re.compile(r"(?<!`)`([a-z][^`\n]* [^`\n]*)`(?!`)")
LEFT_OUT = ("ledger", "examples", "editor/vscode")
"""Folders of docs/ that are no pages."""
MOST = 3
"""So many examples of a word are shown."""
LONGEST = 90


def on_files(files: Any, config: Any) -> Any:
    """Add the page of all words of the language."""
    from mkdocs.structure.files import File

    files.append(File.generated(config, "reference.md", content=reference_page()))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """The text of a page as the site shows it."""
    return for_site(markdown, (DOCS / page.file.src_uri).parent)


def for_site(markdown: str, folder: Path) -> str:
    """A page whose links lead to pages only, and whose examples say nothing but their language."""

    def link(found: re.Match[str]) -> str:
        words, target, heading = found.groups()
        if "://" in target:
            return found.group()
        place = (folder / target).resolve()
        first = next(filter(is_page, sorted(place.glob("*.md"))), None)
        if first is not None:
            return f"[{words}]({target.rstrip('/')}/{first.name}{heading})"
        return found.group() if is_page(place) else words

    return LINK.sub(link, FENCE.sub(r"\1", markdown))


def is_page(place: Path) -> bool:
    """Whether a file is one of the site's."""
    if not place.is_relative_to(DOCS) or not place.is_file():
        return False
    return not place.relative_to(DOCS).as_posix().startswith(LEFT_OUT)


# ------------------------------------------------------------------ all words


def reference_page() -> str:
    """Every word of the language, with sentences of shipped rules in which it stands."""
    found = examples()
    index = " · ".join(f"[{word}](#{word.lower()})" for word in sorted(found, key=str.lower))
    parts = [
        "# The language by its words\n",
        "Every word that means something by itself, with sentences in which it stands in shipped rules."
        " [The language](language.md) says what they mean.\n",
        f"{index}\n",
    ]
    for word in sorted(found, key=str.lower):
        lines = "\n".join(f"{text}  # {file}" for text, file in found[word])
        parts.append(f"## {word}\n\n```rules\n{lines}\n```\n")
    return "\n".join(parts)


@cache
def examples() -> dict[str, list[tuple[str, str]]]:
    """For each word some short lines that hold it, each of another file."""
    from rulewright.syntax import known_words

    found: dict[str, list[tuple[int, str, str]]] = {}
    for line, file, words in _lines():
        for word in words:
            found.setdefault(word, []).append((len(line), line, file))
    made: dict[str, list[tuple[str, str]]] = {}
    for word in known_words():
        if word[0].isalpha() and word in found:
            made[word] = _different(sorted(found[word]))
    return made


def _different(lines: list[tuple[int, str, str]]) -> list[tuple[str, str]]:
    chosen: dict[str, str] = {}
    for _, line, file in lines:
        if line not in chosen and file not in chosen.values() and len(chosen) < MOST:
            chosen[line] = file
    return list(chosen.items())


def _lines() -> Iterator[tuple[str, str, set[str]]]:
    """The lines of shipped rules, and of examples, with the words of the language in them."""
    from rulewright.syntax import sorted_words
    from rulewright.text import Source

    files = [*(ROOT / "rules").rglob("*.rules"), *(ROOT / "tests" / "language").rglob("*.rules")]
    texts = [(path.name, path.read_text(encoding="utf-8")) for path in sorted(files)]
    page = (DOCS / "language.md").read_text(encoding="utf-8")
    texts += [("language.md", found[1]) for found in EXAMPLE.finditer(page)]
    texts += [("language.md", found[1]) for found in INLINE.finditer(page)]
    for name, text in texts:
        source = Source(name, text)
        by_line: dict[int, set[str]] = {}
        for word in sorted_words(source):
            if word.sort == "keyword":
                by_line.setdefault(word.span.line, set()).add(word.span.text)
        for number, words in by_line.items():
            line = source.line(number).split("  #")[0].strip()
            if len(line) <= LONGEST:
                yield line, name, words
