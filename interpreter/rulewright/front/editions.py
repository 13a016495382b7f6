"""`rulewright editions`: what can be played without writing anything."""

from __future__ import annotations

import json
import shutil
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from rulewright.front.configuration import choose_edition

if TYPE_CHECKING:
    from rulewright.edition import Edition, Text
    from rulewright.text import Complaints

WIDEST: Final = 100


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead.")
def editions(as_json: bool) -> None:
    """List the shipped editions: id, name, number of players, options."""
    from rulewright.text import Complaints

    says = Complaints()
    told = [_data(edition) for edition in _shipped(says)]
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        click.echo("\n\n".join(_shown(data) for data in told))
        chosen = choose_edition(None)
        click.echo(f"\nPlayed when you name none: {chosen.name} (named {chosen.named}).")
    says.raise_if_errors()


def _shipped(says: Complaints) -> list[Edition]:
    """The shipped editions that can be read; complaints of the others go to `says`."""
    from rulewright.edition import list_editions, load_edition
    from rulewright.library import find_library
    from rulewright.text import RulesError

    root = find_library().root
    found = []
    for path in list_editions(root):
        try:
            found.append(load_edition(Path(path), root))
        except RulesError as error:
            says.extend(error.complaints)
    return found


def _data(edition: Edition) -> dict[str, Any]:
    players = edition.players.value
    return {
        "id": edition.id.value,
        "name": _words(edition.name, edition.language),
        "players": [players.low, players.high],
        "about": _words(edition.about, edition.language),
        "options": {
            name: _words(choice.about, edition.language) for name, choice in edition.options.items()
        },
    }


def _words(text: Text, language: str) -> str:
    """`text` in the language of the edition, else in English, else in any."""
    for code in (language, "en", *text):
        if code in text:
            return text[code].value
    return ""


def _shown(data: dict[str, Any]) -> str:
    low, high = data["players"]
    players = f"{low}" if low == high else f"{low}-{high}"
    lines = [f"{data['id']}: {data['name']}, {players} players", *_wrapped(data["about"], 4, 4)]
    for name, about in data["options"].items():
        lines += _wrapped(f"--option {name}: {about}" if about else f"--option {name}", 4, 8)
    return "\n".join(lines)


def _wrapped(text: str, first: int, further: int) -> list[str]:
    width = min(shutil.get_terminal_size().columns, WIDEST)
    return textwrap.wrap(
        text,
        max(width, 40),
        initial_indent=" " * first,
        subsequent_indent=" " * further,
        break_long_words=False,
        break_on_hyphens=False,
    )
