"""`rulewright say`: the sentences of the language that are nearest to what somebody has in mind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.front.common.configuration import choose_edition
from rulewright.front.common.json_line import tell
from rulewright.library import told_place
from rulewright.program.advising.search import HERE, SAMPLE
from rulewright.text.show import clean

if TYPE_CHECKING:
    from rulewright.program.advising.search import Found

MOST = 5
LONGEST = 500
"""In letters; what a longer sentence is like takes long to find out."""
_CHAPTERS = (
    "docs/how-to-say.md lists what there is, docs/language/README.md every word of the language,"
    " docs/language/recipes.md what larger rules are made of"
)
_PLACES = {
    "rule": "on a card",
    "hook": "on a card, as the head of a rule",
    **dict.fromkeys(("deed", "heads", "until"), "below the head of a rule or a power"),
    "condition": "behind `if`",
    "sum": "where a number is wanted",
    "list": "where a list is wanted",
    "setting": "in the file of an edition",
    "given": "under `given` in a scenario",
    "when": "under `when` in a scenario",
    "then": "under `then` in a scenario",
}


@click.command()
@click.argument("sentence")
@click.argument("edition", required=False)
@click.option("--most", type=click.IntRange(1, 50), default=MOST, help="How many; 5.")
def say(sentence: str, edition: str | None, most: int) -> None:
    """Print how SENTENCE may be said in the rules of EDITION, and which card does it.

    What says all of it stands alone, in the names of the edition, and can be read there. Otherwise
    what says a part stands with the part, what is only like it with what it leaves out, and
    another game's rules where they do it. Try: rulewright say "I am the richest".
    """
    from rulewright.checks.nearest_sentences import Sentences
    from rulewright.edition.load import load_edition
    from rulewright.library import find_library

    if len(sentence) > LONGEST:
        raise click.BadParameter(f"a sentence has {LONGEST} letters at most")
    chosen = choose_edition(edition)
    loaded = load_edition(chosen.name, find_library().root)
    found = Sentences(loaded).nearest(sentence, most)
    data = {"sentence": sentence, "edition": loaded.id.value, "found": list(map(_data, found))}
    tell(data)
    if not found:
        click.echo(f"nothing is near it; {_CHAPTERS}")
    for number, each in enumerate(found, 1):
        click.echo(clean("\n".join(_told(number, each))))


def _told(number: int, found: Found) -> Iterator[str]:
    head = _head(found)
    yield f"{number}  {head or found.lines[0]}"
    yield from (f"   {line}" for line in (found.lines if head else found.lines[1:]))
    about = [_PLACES.get(found.context, "at the beginning of a line")]
    about += [f"as {found.card} does"] if found.card and found.context != SAMPLE else []
    yield f"   ({', '.join(about)}; {_page(found)})"
    yield from (f"   declare: {line}" for line in found.extra)
    if found.remark:
        yield f"   {found.remark}"
    if found.stand_ins:
        yield f"   an example, put your own: {', '.join(found.stand_ins)}"
    if found.missing:
        yield f"   nothing here says: {', '.join(map(repr, found.missing))}"


def _head(found: Found) -> str:
    """What stands above lines that are not an answer to all that was asked: what it is, and what they say."""
    says = f', which says "{found.asked}"' if found.near and found.asked != found.part else ""
    if found.context == HERE:
        return f'what to change: "{found.asked}" is said so here:'
    if found.context == SAMPLE:
        return f"the game {found.card} has it so{says}:"
    about = f"for '{found.part}'" if found.part else ""
    if found.near:
        return f"{about}{', ' if about else ''}nearest is{says.removeprefix(', which says')}:"
    return f"{about}:" if about else ""


def _data(found: Found) -> dict[str, Any]:
    return {
        "lines": list(found.lines),
        "place": found.context,
        "says": found.asked,
        "documented": _page(found),
        "card": found.card or None,
        "declare": list(found.extra),
        "remark": found.remark or None,
        "part": found.part or None,
        "missing": list(found.missing),
        "besides": list(found.besides),
        "near": found.near,
    }


def _page(found: Found) -> str:
    """Where it is told of: a page, or a line of the rules."""
    if found.page.startswith("docs/"):
        return found.page
    return told_place(found.page, None, str(Path.cwd()))
