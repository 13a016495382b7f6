"""`rulewright new`: creates files from the library's templates."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from rulewright.base.library import find_library
from rulewright.base.records import Record
from rulewright.cli.common.configuration import choose_edition
from rulewright.cli.common.exits import NotPossible
from rulewright.language.edition.loading.versions import LANGUAGE_VERSION
from rulewright.language.syntax.parsing.grammar import expand_letters
from rulewright.language.text import one_of

ENDING: Final = ".start"
_FILE: Final = re.compile(r"(?m)^--- (.+)\n")
_NAME: Final = re.compile(
    expand_letters(r"\p{capital}\p{rest}(?: \p{capital}\p{rest}|-(?:\p{capital}|[0-9])\p{rest})*")
)


class FileTemplate(Record):
    """A template: a line of description, and the texts of its files by name."""

    about: str
    files: dict[str, str]


@click.command()
@click.argument("kind", required=False)
@click.argument("name", required=False)
@click.option("--edition", metavar="EDITION", help="The edition to extend.")
def new(kind: str | None, name: str | None, edition: str | None) -> None:
    """Create a card, an edition or a game from a template.

    For example, `rulewright new character "Court Piper"` writes a card, with a scenario that passes, into the
    current folder. Existing files are never overwritten. Without KIND, the templates are listed.
    """
    starts = dict(_templates())
    if kind is None:
        click.echo("\n".join(f"{each:<10} {start.about}" for each, start in starts.items()))
        return
    if kind not in starts:
        raise NotPossible(f"there is no template `{kind}`; choose {one_of(list(starts))}")
    if name is None or not _NAME.fullmatch(name):
        capital = name.title() if name and _NAME.fullmatch(name.title()) else "Court Piper"
        hint = f"a name is written with capital letters, such as `{capital}`"
        raise NotPossible(hint if name else f"give it a name: {hint}")
    written = _write(starts[kind], name, edition or choose_edition(None).name)
    click.echo("\n".join(f"written: {path}" for path in written))
    click.echo(f"try: rulewright check {written[0]}; rulewright test {written[0]}")


def _templates() -> Iterator[tuple[str, FileTemplate]]:
    """Yield all templates with their names, those of games first."""
    library = find_library()
    for folder in ("rules", "grammar"):
        for path in sorted(library.folder(folder).rglob(f"*{ENDING}")):
            about, *files = _FILE.split(path.read_text(encoding="utf-8"))
            texts = dict(zip(files[::2], files[1::2], strict=True))
            yield path.stem, FileTemplate(about.strip(), texts)


def _write(start: FileTemplate, name: str, edition: str) -> list[Path]:
    """Write all files of a template, or none. Raises NotPossible if one exists or cannot be written."""
    values = {
        "<name>": name,
        "<id>": name.lower().replace(" ", "-"),
        "<edition>": edition,
        "<version>": str(LANGUAGE_VERSION),
    }
    texts = {
        Path(_replace_placeholders(file, values)): _replace_placeholders(text, values)
        for file, text in start.files.items()
    }
    there = [str(path) for path in texts if os.path.lexists(path)]
    if there:
        raise NotPossible(f"nothing was written, because this exists already: {', '.join(there)}")
    begun: list[Path] = []
    try:
        for path, text in texts.items():
            with path.open("x", encoding="utf-8") as file:
                begun.append(path)
                file.write(text)
    except OSError as error:
        for path in begun:
            path.unlink(missing_ok=True)
        names = ", ".join(map(str, texts))
        raise NotPossible(f"nothing was written: {names}: {error.strerror}") from None
    return list(texts)


def _replace_placeholders(text: str, values: dict[str, str]) -> str:
    """Replace placeholders such as `<name>` in a template."""
    return re.sub("<[a-z]+>", lambda match: values[match[0]], text)
