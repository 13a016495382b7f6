"""`rulewright say`: examples in the rule language that are nearest to an English sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.assist.examples.declared_samples import HERE, SAMPLE
from rulewright.base.library import portable_place
from rulewright.cli.common.configuration import choose_edition
from rulewright.cli.common.json_line import add_to_json_line
from rulewright.language.text.complaints.printing import escape_text

if TYPE_CHECKING:
    from rulewright.assist.examples.retrieval import RetrievedExample

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
@click.option("--edition", "edition_option", metavar="EDITION", help="Another way to give EDITION.")
@click.option(
    "--most", type=click.IntRange(1, 50), default=MOST, help="Number of examples (default: 5)."
)
def say(sentence: str, edition: str | None, edition_option: str | None, most: int) -> None:
    """Print examples of the rule language that are nearest to SENTENCE.

    The examples use the names of EDITION; some come from its cards and from other games. They are not
    translations: read what each one means, and change it to what you mean. Try: rulewright say "I am the
    richest".
    """
    from rulewright.base.library import find_library
    from rulewright.cli.checking.example_search import ExampleSearch
    from rulewright.language.edition.loading.load import load_edition

    if len(sentence) > LONGEST:
        raise click.BadParameter(f"a sentence can have at most {LONGEST} characters")
    chosen = choose_edition(edition, edition_option)
    loaded = load_edition(chosen.name, find_library().root)
    examples = ExampleSearch(loaded).nearest(sentence, most)
    data = {"sentence": sentence, "edition": loaded.id.value, "found": list(map(_data, examples))}
    add_to_json_line(data)
    if not examples:
        click.echo(f"no example is similar; {_CHAPTERS}")
    for number, each in enumerate(examples, 1):
        click.echo(escape_text("\n".join(_example_lines(number, each))))


def _example_lines(number: int, example: RetrievedExample) -> Iterator[str]:
    """Yield the lines about an example: its rules, where they can be used, and what they need."""
    yield f"{number}  {_heading_of_example(example)}:"
    yield from (f"   {line}" for line in example.lines)
    about = [_PLACES.get(example.context, "at the beginning of a line")]
    about += [f"as {example.card} does"] if example.card and example.context != SAMPLE else []
    yield f"   ({', '.join(about)}; {_place_documented(example)})"
    yield from (f"   declare: {line}" for line in example.extra)
    if example.remark:
        yield f"   {example.remark}"


def _heading_of_example(example: RetrievedExample) -> str:
    """Return the heading of an example, which says what the example expresses."""
    if example.is_as_written:
        return "the sentence is valid as it is"
    if example.context == HERE:
        return f'to be changed: "{example.phrase}" is written here as'
    if example.context == SAMPLE:
        return f'for example, "{example.phrase}" in the game {example.card}'
    return f'for example, "{example.phrase}"'


def _data(example: RetrievedExample) -> dict[str, Any]:
    """Return the JSON data about an example."""
    return {
        "lines": list(example.lines),
        "place": example.context,
        "says": example.phrase,
        "documented": _place_documented(example),
        "card": example.card or None,
        "declare": list(example.extra),
        "remark": example.remark or None,
        "example": not example.is_as_written,
    }


def _place_documented(example: RetrievedExample) -> str:
    """Return where an example is documented: a page, or a line of the rules."""
    if example.page.startswith("docs/"):
        return example.page
    return portable_place(example.page, None, str(Path.cwd()))
