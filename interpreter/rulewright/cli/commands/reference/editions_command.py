"""`rulewright editions`: lists the shipped editions."""

from __future__ import annotations

import json
import shutil
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click

from rulewright.base.library import find_library
from rulewright.cli.common.configuration import choose_edition
from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.json_line import add_to_json_line
from rulewright.cli.common.loading import GameOptions, takes
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.loading.find import list_editions
from rulewright.language.edition.loading.load import load_edition
from rulewright.language.edition.translations.program_text import say, set_language
from rulewright.language.edition.yaml.spanned import text_in
from rulewright.language.text import Complaints, RulesError

WIDEST: Final = 100


@click.command()
@takes("lang")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of edition files instead.")
def editions(game_options: GameOptions, schema: bool) -> None:
    """List the shipped editions with their players and options.

    An edition is listed below the one that it extends, from which it inherits options.
    """
    if schema:
        click.echo(schema_text(), nl=False)
        return
    says = Complaints()
    try:
        # The list is in one language, even if editions have different ones.
        language = game_options.language or "en"
    except NotPossible:
        language = "en"  # an error in the configuration is reported after the list
    set_language(language)
    shipped = [_data(edition, language) for edition in _shipped(says)]
    add_to_json_line({"editions": shipped})
    click.echo("\n\n".join(_edition_texts(shipped)))
    chosen = choose_edition(None)
    default = say(
        "Default edition: {name} (set {where}).",
        name=chosen.name, where=chosen.named,
    )  # fmt: skip
    click.echo(f"\n{default}")
    says.raise_if_errors()


def schema_text() -> str:
    """Return the JSON Schema of edition files as text."""
    from rulewright.language.edition.json_schema import edition_schema

    return json.dumps(edition_schema(), indent=2, ensure_ascii=False) + "\n"


def _shipped(complaints: Complaints) -> list[Edition]:
    """Return the shipped editions that can be read; complaints about others are added to `complaints`."""
    root = find_library().root
    editions = []
    for path in list_editions(root):
        try:
            editions.append(load_edition(Path(path), root))
        except RulesError as error:
            complaints.extend(error.complaints)
    return editions


def _data(edition: Edition, language: str) -> dict[str, Any]:
    """Return the JSON data about an edition, with texts in `language`."""
    players = edition.players.value
    return {
        "id": edition.id.value,
        "extends": edition.files[1].stem if len(edition.files) > 1 else None,
        "name": text_in(edition.name, language),
        "players": [players.low, players.high],
        "about": text_in(edition.about, language),
        "options": {
            name: text_in(choice.about, language) for name, choice in edition.options.items()
        },
    }


def _edition_texts(editions: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the editions as text, each followed by those that extend it."""
    by_id = {data["id"]: data for data in editions}

    def edition_and_extensions(data: dict[str, Any], depth: int) -> Iterator[str]:
        """Yield an edition as text, then the editions that extend it, indented by `depth`."""
        base = by_id.get(data["extends"])
        yield textwrap.indent(_edition_text(data, base, depth), "  " * depth)
        for other in editions:
            if other["extends"] == data["id"]:
                yield from edition_and_extensions(other, depth + 1)

    for data in editions:
        if data["extends"] not in by_id:
            yield from edition_and_extensions(data, 0)


def _edition_text(data: dict[str, Any], base: dict[str, Any] | None, depth: int) -> str:
    """Return an edition as text, with the options that its base does not have or describes differently."""
    low, high = data["players"]
    players = f"{low}" if low == high else f"{low}-{high}"
    head = say("{id}: {name}, {players} players", id=data["id"], name=data["name"], players=players)
    lines = [head, *_wrapped(data["about"], 4, 4, depth)]
    inherited: dict[str, str] = base["options"] if base is not None else {}
    for name, about in data["options"].items():
        if inherited.get(name) != about:
            text = f"--option {name}: {about}" if about else f"--option {name}"
            lines += _wrapped(text, 4, 8, depth)
    if base is not None:
        lines += _wrapped(_inherited_text(base, data["options"]), 4, 8, depth)
    return "\n".join(lines)


def _inherited_text(base: dict[str, Any], options: dict[str, str]) -> str:
    """Return a phrase for the options inherited from the base: all, all except some, or only some."""
    inherited = [name for name, about in base["options"].items() if options.get(name) == about]
    dropped = [name for name in base["options"] if name not in options]
    if not inherited:
        return ""
    if not dropped:
        return say("with the options of {id}", id=base["id"])
    if len(dropped) <= len(inherited):
        return say(
            "with the options of {id} except {names}", id=base["id"], names=", ".join(dropped)
        )
    return say("with {names} of {id}", names=", ".join(inherited), id=base["id"])


def _wrapped(text: str, first: int, further: int, depth: int) -> list[str]:
    """Wrap a text to the width of the terminal, with indents for the first and further lines."""
    width = min(shutil.get_terminal_size().columns, WIDEST) - 2 * depth
    return textwrap.wrap(
        text,
        max(width, 40),
        initial_indent=" " * first,
        subsequent_indent=" " * further,
        break_long_words=False,
        break_on_hyphens=False,
    )
