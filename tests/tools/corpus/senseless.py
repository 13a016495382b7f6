"""Rules that can be read and mean nothing: what never holds, always holds, or does nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tools.corpus.material import Edit, Material
from tools.corpus.mutants import sort


def _before_bodies(one: Material, *lines: str) -> Iterator[Edit]:
    """Statements put before the first deed of an event."""
    for line, inside in one.blocks("event"):
        body = [
            x
            for x in inside
            if x.first not in ("cite", "reading", "text", "only", "first", "borrowed")
        ]
        if line.depth == 0 and body and body[0].depth == 4 and "a player" in line.text:
            text = "".join(f"    {each}\n" for each in lines)
            yield Edit(body[0].start, body[0].start, text, None, 4, len(text) - 5)


@sort("never holds", "senseless")
def never(one: Material, lot: Random) -> Iterator[Edit]:
    """`if my gold is less than 0`."""
    tests = ("3 is more than 5", "my gold is less than 0", "I am another player", "me is nobody",
             "the number of players is 13", "my gold is 1 and my gold is 2", "the number of districts in my hand is -1")  # fmt: skip  # noqa: E501
    if "citadels" in str(one.path):
        yield from _before_bodies(one, f"if {lot.choice(tests)}", "    gain 1 gold")


@sort("always holds", "senseless")
def always(one: Material, lot: Random) -> Iterator[Edit]:
    """`if my gold is at least 0`."""
    tests = ("3 is 3", "my gold is at least 0", "I am me", "me is not nobody", "yes",
             "the number of players is at least 1", "the number of districts in my hand is at least 0")  # fmt: skip
    if "citadels" in str(one.path):
        yield from _before_bodies(one, f"if {lot.choice(tests)}", "    gain 1 gold")


@sort("a comparison turned round", "senseless")
def turned(one: Material, lot: Random) -> Iterator[Edit]:
    """`is at least 1` has become `is less than 0`."""
    for found in re.finditer(r"is (at least 1|not nobody|not nothing)$", one.text, re.MULTILINE):
        line = one.text[one.text.rfind("\n", 0, found.start()) + 1 : found.start()]
        if "gold" in line or "number of" in line:
            yield Edit(found.start(1), found.end(1), "less than 0")


@sort("an empty choice", "senseless")
def empty(one: Material, lot: Random) -> Iterator[Edit]:
    """`choose a card from districts where its cost is less than 0 …`."""
    for found in re.finditer(
        r"^ +choose an? [a-z-]+ from (other players|players|districts in my hand)( where.*)?$",
        one.text,
        re.MULTILINE,
    ):
        end = found.end()
        more = (
            " and it is me and it is not me"
            if found.group(2)
            else " where it is me and it is not me"
        )
        if "districts" in found.group(1):
            more = (
                " and its cost is 2 and its cost is 3"
                if found.group(2)
                else " where its cost is 2 and its cost is 3"
            )
        elif found.group(1) == "other players":
            more = " and it is me" if found.group(2) else " where it is me"
        yield Edit(end, end, more)


@sort("an amount of nothing or less", "senseless")
def amount(one: Material, lot: Random) -> Iterator[Edit]:
    """`gain 0 gold`."""
    for found in re.finditer(
        r"^ +(?:gain|pay|.* gives) (\d+) (?:gold|cards)", one.text, re.MULTILINE
    ):
        yield Edit(found.start(1), found.end(1), lot.choice(["0", "-1"]))
    for found in re.finditer(r" (1) to (\d+|[a-z' -]+)$", one.text, re.MULTILINE):
        yield Edit(found.start(1), found.end(2), "5 to 1")


@sort("a rule that does nothing", "senseless")
def nothing(one: Material, lot: Random) -> Iterator[Edit]:
    """`set my gold to my gold`, `set my gold to my gold + 0`, what is done twice."""
    if "citadels" in str(one.path):
        done = ("set my gold to my gold", "set my gold to my gold + 0", "set the crown to the crown",
                "move all districts in my hand to my hand")  # fmt: skip
        yield from _before_bodies(one, lot.choice(done))


@sort("a power nobody can use", "senseless")
def power(one: Material, lot: Random) -> Iterator[Edit]:
    """`power … at main, if my gold is less than 0`."""
    for found in re.finditer(r"^    power .* at (main|closing)$", one.text, re.MULTILINE):
        text = lot.choice([", if my gold is less than 0", ", if I am nobody", ", if no",
                           ", for each victim from other players where it is me"])  # fmt: skip
        yield Edit(found.end(), found.end(), text)


@sort("a rule that comes too late", "senseless")
def late(one: Material, lot: Random) -> Iterator[Edit]:
    """What stands behind the only thing that could be done, or hears what nobody does."""
    if one.path.parent.name in ("characters", "districts"):
        for line in one.lines:
            if line.depth == 0 and re.match(r"(character|district) [A-Z]", line.text):
                end = (one.block(line) or (line,))[-1].end
                text = lot.choice([
                    "\n\n    after I wave\n        gain 1 gold\n\nevent a player waves\n    reading \"x\"\n",
                    "\n\n    when I would wave, if my gold is 3\n        gain 1 gold\n\nevent a player waves\n    reading \"x\"\n",  # noqa: E501
                ])  # fmt: skip
                yield Edit(end, end, text, None, 2, len(text) - 3)


@sort("less than nothing", "senseless")
def below(one: Material, lot: Random) -> Iterator[Edit]:
    """`gain (1 - 3) gold`, `set my gold to -2`."""
    done = ("gain (1 - 3) gold", "set my gold to -2", "set my builds to -1", "set my gold to 2 - 5")
    if "citadels" in str(one.path):
        yield from _before_bodies(one, lot.choice(done))


@sort("a power that asks too much", "senseless")
def asks_too_much(one: Material, lot: Random) -> Iterator[Edit]:
    """`pay (my gold + 1) gold`, `if the number of players is more than 20`."""
    for found in re.finditer(r"^    power .* at (?:main|closing)$", one.text, re.MULTILINE):
        text = lot.choice([
            "\n        pay (my gold + 1) gold",
            ", if the number of players is more than 20",
            ", if my gold is more than my gold + 2",
            ", if the number of other players is 12",
        ])  # fmt: skip
        yield Edit(found.end(), found.end(), text)
