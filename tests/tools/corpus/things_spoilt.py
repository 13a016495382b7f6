"""Types that do not fit, and declarations, fields and cells that are missing, doubled or useless."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tools.corpus.material import Edit, Material
from tools.corpus.mutants import sort


def _found(one: Material, pattern: str, text: str, right: str | None = None) -> Iterator[Edit]:
    """Put something in the place of the first group of a pattern, wherever that fits."""
    for found in re.finditer(pattern, one.text, re.MULTILINE):
        yield Edit(found.start(1), found.end(1), text, right)


@sort("a thing for a number")
def thing(one: Material, lot: Random) -> Iterator[Edit]:
    """`is at least me`."""
    yield from _found(one, r"^ .* is (?:at least|at most|more than|less than) (\d+)$", "me")
    yield from _found(one, r"^ +set .* to .* [+-] (\d+)$", "the deck")


@sort("a number for a thing")
def number(one: Material, lot: Random) -> Iterator[Edit]:
    """`move 3 to my hand`."""
    yield from _found(one, r"^ +move (the [a-z]+) to ", "3")
    yield from _found(
        one, r"^ +set the (?:crown|drafter|mover|starter) to ([a-z]+(?: [a-z]+)?)$", "3"
    )
    yield from _found(one, r" to (me|my hand)$", "7")


@sort("a condition for a number")
def condition(one: Material, lot: Random) -> Iterator[Edit]:
    """`my build-limit is yes`."""
    yield from _found(one, r"^ +my [a-z-]+ is (\d+)(?: more)?$", "yes")
    yield from _found(one, r"^ +gain (\d+) gold$", "yes")


@sort("a declaration given twice")
def twice(one: Material, lot: Random) -> Iterator[Edit]:
    """The same event again, below the first."""
    for line in one.lines:
        if line.depth == 0 and line.first in (
            "event",
            "value",
            "fact",
            "setting",
            "phase",
            "moment",
            "labels",
        ):
            inside = one.block(line)
            end = (inside or (line,))[-1].end
            whole = one.text[line.start : end]
            yield Edit(end, end, f"\n\n{whole}", None, 2, len(line.text))


@sort("a cell left out")
def cell(one: Material, lot: Random) -> Iterator[Edit]:
    """A row of a table or list with less than its heading."""
    for _line, inside in one.blocks("table", "list"):
        rows = [row for row in inside if row.first not in ("cite", "reading", "printed")]
        for row in rows[1:]:
            last = row.words[-1]
            text = row.text[: last.start - row.start].rstrip()
            yield Edit(row.start, row.end, text, None, row.depth, len(text) - row.depth)


@sort("a field left out")
def card_field(one: Material, lot: Random) -> Iterator[Edit]:
    """A district without a cost."""
    yield from _head(one, r"^district [A-Z].*\n +colour [a-z]+(, cost \d+)$")
    yield from _head(one, r"^character [A-Z].*(\n +rank \d+)$")


def _head(one: Material, pattern: str) -> Iterator[Edit]:
    for found in re.finditer(pattern, one.text, re.MULTILINE):
        whole = found.group()
        cut = found.start(1) - found.start()
        yield Edit(found.start(), found.end(), whole[:cut], None, 0, cut)


@sort("a source left out")
def source(one: Material, lot: Random) -> Iterator[Edit]:
    """A card without a note that says where it comes from."""
    for line in one.lines:
        if re.match(r"[a-z-]+ [A-Z]", line.text):
            notes = [
                x
                for x in one.block(line)
                if x.depth == 4 and x.first in ("cite", "reading", "printed")
            ]
            if len(notes) == 1:
                note = notes[0]
                text = one.text[line.start : note.start] + one.text[note.end + 1 :][:1]
                yield Edit(line.start, note.end + 2, text, None, 0, len(line.text))


@sort("an unknown field")
def unknown_field(one: Material, lot: Random) -> Iterator[Edit]:
    """`colour special, prize 3`."""
    yield from _found(one, r"^ +(?:colour [a-z]+, )?(cost|rank|colour) [a-z0-9]+$", "weight")


@sort("a label misspelt")
def label(one: Material, lot: Random) -> Iterator[Edit]:
    """`colour speical`."""
    for found in re.finditer(r"^ +colour ([a-z]+)", one.text, re.MULTILINE):
        word = found.group(1)
        at = lot.randrange(1, len(word) - 1)
        spoilt = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        if spoilt != word:
            yield Edit(found.start(1), found.end(1), spoilt, word)


@sort("something that nobody uses")
def unused(one: Material, lot: Random) -> Iterator[Edit]:
    """A value, an event or a name that nothing speaks of."""
    for line in one.lines:
        if line.depth == 0 and line.first in ("event", "phase"):
            text = lot.choice([
                "value a player's idleness is 3\n\n", "setting idle-hours: number = 3\n\n",
                "fact a player is idle, if the player's gold is 0\n\n", "labels pastime: chess, reeding\n\n",
                "there is an attic of districts, seen by nobody\n\n",
            ])  # fmt: skip
            yield Edit(line.start, line.start, text, None, 0, len(text) - 2)
    for _, inside in one.blocks("event", "phase"):
        body = [x for x in inside if x.first not in ("cite", "reading", "text", "only")]
        if body and body[0].depth == 4:
            text = "    let the spare be 3\n"
            yield Edit(body[0].start, body[0].start, text, None, 4, 18)


@sort("a circle")
def circle(one: Material, lot: Random) -> Iterator[Edit]:
    """A value that is worked out from itself, a phase that plays itself."""
    for found in re.finditer(r"^value an? ([a-z]+)'s ([a-z-]+) is (.+)$", one.text, re.MULTILINE):
        owner, name, what = found.groups()
        text = f"the {owner}'s {name} + {what}"
        yield Edit(found.start(3), found.end(3), text, None, 0, len(text) - len(what) - 3)
    for found in re.finditer(
        r"^phase ([a-z-]+)\n(    (?:cite|reading) .*\n)*", one.text, re.MULTILINE
    ):
        text = f"    play {found.group(1)}\n"
        yield Edit(found.end(), found.end(), text, None, 4, len(text) - 5)


@sort("a rank that no card can have")
def rank(one: Material, lot: Random) -> Iterator[Edit]:
    """`rank 99`."""
    if one.path.parent.name == "characters":
        yield from _found(one, r"^    rank (\d+)$", "99")
