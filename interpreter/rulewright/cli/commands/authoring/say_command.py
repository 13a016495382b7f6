"""`rulewright say`: examples in the rule language that are nearest to an English sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.assist.declared_samples import HERE, SAMPLE
from rulewright.base.library import portable_place
from rulewright.cli.common.configuration import choose_edition
from rulewright.cli.common.json_line import add_to_json_line
from rulewright.language.text.complaints.printing import clean

if TYPE_CHECKING:
    from rulewright.assist.retrieval import RetrievedExample

MOST = 5
LONGEST = 500
"""Longest sentence in characters; the search takes longer for long ones."""
_CHAPTERS = (
    "docs/how-to-say.md lists all examples, docs/language/README.md every word of the language,"
    " docs/language/recipes.md larger rules"
)
_PLACES = {
    "rule": "on a card",
    "hook": "on a card, as the head of a rule",
    **dict.fromkeys(("deed", "heads", "until"), "below the head of a rule or a power"),
    "condition": "after `if`",
    "sum": "where a number is expected",
    "list": "where a list is expected",
    "setting": "in the file of an edition",
    "given": "under `given` in a scenario",
    "when": "under `when` in a scenario",
    "then": "under `then` in a scenario",
}


@click.command()
@click.argument("sentence")
@click.argument("edition", required=False)
@click.option(
    "--most", type=click.IntRange(1, 50), default=MOST, help="Number of examples (default: 5)."
)
def say(sentence: str, edition: str | None, most: int) -> None:
    """Print the examples nearest to SENTENCE in the rule language.

    The examples use the names of EDITION; some come from its cards and from other games. They are not
    translations: read what each one means, and change it to what you mean. Try: rulewright say "I am the
    richest".
    """
    from rulewright.base.library import find_library
    from rulewright.language.edition.loading.load import load_edition
    from rulewright.testing.checks.nearest_sentences import ExampleSearch

    if len(sentence) > LONGEST:
        raise click.BadParameter(f"a sentence has {LONGEST} letters at most")
    chosen = choose_edition(edition)
    loaded = load_edition(chosen.name, find_library().root)
    found = ExampleSearch(loaded).nearest(sentence, most)
    data = {"sentence": sentence, "edition": loaded.id.value, "found": list(map(_data, found))}
    add_to_json_line(data)
    if not found:
        click.echo(f"no example is near it; {_CHAPTERS}")
    for number, each in enumerate(found, 1):
        click.echo(clean("\n".join(_example_lines(number, each))))


def _example_lines(number: int, found: RetrievedExample) -> Iterator[str]:
    yield f"{number}  {_head(found)}:"
    yield from (f"   {line}" for line in found.lines)
    about = [_PLACES.get(found.context, "at the beginning of a line")]
    about += [f"as {found.card} does"] if found.card and found.context != SAMPLE else []
    yield f"   ({', '.join(about)}; {_page(found)})"
    yield from (f"   declare: {line}" for line in found.extra)
    if found.remark:
        yield f"   {found.remark}"


def _head(found: RetrievedExample) -> str:
    """Return the heading of an example, which says what the example expresses."""
    if found.is_as_written:
        return "the sentence is valid as it is"
    if found.context == HERE:
        return f'to be changed: "{found.says}" is written here as'
    if found.context == SAMPLE:
        return f'for example, "{found.says}" in the game {found.card}'
    return f'for example, "{found.says}"'


def _data(found: RetrievedExample) -> dict[str, Any]:
    return {
        "lines": list(found.lines),
        "place": found.context,
        "says": found.says,
        "documented": _page(found),
        "card": found.card or None,
        "declare": list(found.extra),
        "remark": found.remark or None,
        "example": not found.is_as_written,
    }


def _page(found: RetrievedExample) -> str:
    """Return where an example is documented: a page, or a line of the rules."""
    if found.page.startswith("docs/"):
        return found.page
    return portable_place(found.page, None, str(Path.cwd()))
