"""Mistakes in editions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tools.corpus.material import Edit, Material
from tools.corpus.mutants import sort
from tools.corpus.names_spoilt import misspelt

_KEY = re.compile(r"(?m)^( *)([a-z][a-z/-]*):(?= |$)")


def _keys(one: Material, depth: int | None = None) -> Iterator[re.Match[str]]:
    for found in _KEY.finditer(one.text):
        if depth is None or len(found.group(1)) == depth:
            yield found


@sort("YAML: a key misspelt", yaml=True)
def key(one: Material, lot: Random) -> Iterator[Edit]:
    """`optoins:`."""
    for found in _keys(one):
        own = len(found.group(1)) == 2 and _under(one, found.start()) in (
            "options",
            "readings",
            "documents",
        )
        if len(found.group(2)) > 3 and not own and (text := misspelt(found.group(2), lot)):
            yield Edit(found.start(2), found.end(2), text, found.group(2))


def _under(one: Material, at: int) -> str:
    heads = [found for found in _keys(one, 0) if found.start() < at]
    return heads[-1].group(2) if heads else ""


@sort("YAML: a setting misspelt", yaml=True)
def setting(one: Material, lot: Random) -> Iterator[Edit]:
    """`crown-tmie: in-the-turn`."""
    for found in re.finditer(
        r"(?:^  |settings: \{)([a-z]+-[a-z-]+): [a-z0-9]", one.text, re.MULTILINE
    ):
        inside = one.text[found.start()] == "s" or _under(one, found.start()) == "settings"
        if inside and (text := misspelt(found.group(1), lot)):
            yield Edit(found.start(1), found.end(1), text, found.group(1))


@sort("YAML: a value misspelt", yaml=True)
def value(one: Material, lot: Random) -> Iterator[Edit]:
    """`crown-time: in-thhe-turn`."""
    for found in re.finditer(
        r"(?:^  |settings: \{)[a-z]+-[a-z-]+: ([a-z]+[a-z-]+)", one.text, re.MULTILINE
    ):
        inside = one.text[found.start()] == "s" or _under(one, found.start()) == "settings"
        if (
            inside
            and found.group(1) not in ("yes", "no", "none")
            and (text := misspelt(found.group(1), lot))
        ):
            yield Edit(found.start(1), found.end(1), text, found.group(1))


@sort("YAML: a card misspelt", yaml=True)
def card(one: Material, lot: Random) -> Iterator[Edit]:
    """`[Artsit]`."""
    for found in re.finditer(r"(?<=[\[, ])([A-Z][a-z]{3,}(?: [A-Z][a-z]+)*)(?=[\],:}])", one.text):
        line = one.text[one.text.rfind("\n", 0, found.start()) + 1 : found.start()]
        if (
            re.match(r" *(en|fr|name|reading|about|note|title|knizia|[a-z-]+: \{title)", line)
            or '"' in line
            or "#" in line
        ):
            continue
        told = _under(one, found.start()) in ("readings", "about", "name", "documents", "names")
        if not told and (text := misspelt(found.group(1), lot)):
            yield Edit(found.start(1), found.end(1), text, found.group(1))


@sort("YAML: an unknown key", yaml=True)
def unknown(one: Material, lot: Random) -> Iterator[Edit]:
    """`flavour: spicy`."""
    for found in _keys(one, 0):
        text = f"{lot.choice(['flavour', 'weather', 'umbrella'])}: spicy\n"
        yield Edit(found.start(), found.start(), text, None, 0, len(text) - 1)


@sort("YAML: a key given twice", yaml=True)
def twice(one: Material, lot: Random) -> Iterator[Edit]:
    """`players:` stands there twice."""
    for found in re.finditer(r"(?m)^( *)([a-z][a-z-]*): (?!>|$)([^\n{\[]+)\n", one.text):
        text = f"{found.group()}"
        yield Edit(found.end(), found.end(), text, None, len(found.group(1)), len(found.group(2)))


@sort("YAML: a wrong type", yaml=True)
def wrong_type(one: Material, lot: Random) -> Iterator[Edit]:
    """`players: [many]`."""
    for name, text in (("players", "[many]"), ("cast", "seven"), ("rules", "3"), ("settings", "3"), ("about", "[1, 2]"),  # noqa: E501
                       ("options", "- 3"), ("by-players", "7")):  # fmt: skip
        for found in re.finditer(rf"(?m)^{name}:(.*(?:\n(?:  .*| *#.*))*)$", one.text):
            yield Edit(found.start(1), found.end(1), f" {text}", None, 1, len(text))
    for found in re.finditer(r"(?m)^    [A-Z][A-Za-z ]+: (\d+)$", one.text):
        yield Edit(found.start(1), found.end(1), "many")


@sort("YAML: a broken list", yaml=True)
def broken(one: Material, lot: Random) -> Iterator[Edit]:
    """`cast: [King, Thief`."""
    for found in re.finditer(r"[\[{][^\[\]{}\n]*([\]}])$", one.text, re.MULTILINE):
        end = found.end()
        yield Edit(found.start(), end, one.text[found.start() : end - 1])
        yield Edit(found.start(), end, one.text[found.start() + 1 : end])


@sort("YAML: a colon left out", yaml=True)
def colon(one: Material, lot: Random) -> Iterator[Edit]:
    """`players 2-7`."""
    for found in _keys(one):
        end = one.text.find("\n", found.end())
        text = one.text[found.start(2) : found.end(2)] + one.text[found.end() : end]
        yield Edit(found.start(2), end, text)


@sort("YAML: indentation", yaml=True)
def indentation(one: Material, lot: Random) -> Iterator[Edit]:
    """A line one blank deeper, or with a tab."""
    for found in _keys(one):
        if found.group(1):
            end = one.text.find("\n", found.end())
            text = lot.choice([found.group(1) + " ", "\t"]) + one.text[found.end(1) : end]
            yield Edit(found.start(), end, text)


@sort("YAML: a number out of range", yaml=True)
def out_of_range(one: Material, lot: Random) -> Iterator[Edit]:
    """`players: 9-2`, `Manor: -1`."""
    for found in re.finditer(r"(?m)^players: (\d.*)$", one.text):
        for text in ("9-2", "0", "2-99"):
            yield Edit(found.start(1), found.end(1), text)
    for found in re.finditer(r"(?m)^    [A-Z][A-Za-z ]+: (\d+)$", one.text):
        yield Edit(found.start(1), found.end(1), lot.choice(["-1", "99999999999"]))
    for found in re.finditer(r"\{(\d(?:-\d)?): \d+\}", one.text):
        yield Edit(found.start(1), found.end(1), "9-2")


@sort("YAML: a rank twice", yaml=True)
def rank_twice(one: Material, lot: Random) -> Iterator[Edit]:
    """A second character of a rank in the cast."""
    for found in re.finditer(r"character: (?:\{add: )?\[()([A-Z][A-Za-z ]+),", one.text):
        first = found.group(2)
        other = {"Assassin": "Witch", "Witch": "Assassin", "Artist": "Tax Collector"}.get(first)
        if other:
            both = f"{other}, {first}"
            yield Edit(found.start(2), found.end(2), both, None, 0, len(both))


@sort("YAML: a circle", yaml=True)
def circle(one: Material, lot: Random) -> Iterator[Edit]:
    """An edition that extends itself."""
    for found in re.finditer(r"(?m)^edition: ([a-z-]+)\n(?:extends: ([a-z-]+))?", one.text):
        if found.group(2):
            yield Edit(found.start(2), found.end(2), found.group(1))
        else:
            text = f"extends: {found.group(1)}\n"
            yield Edit(found.end(), found.end(), text, None, 9, len(found.group(1)))


@sort("YAML: a base misspelt", yaml=True)
def base(one: Material, lot: Random) -> Iterator[Edit]:
    """`extends: clasic`."""
    for found in re.finditer(r"(?m)^extends: ([a-z-]+)$", one.text):
        if text := misspelt(found.group(1), lot):
            yield Edit(found.start(1), found.end(1), text, found.group(1))


@sort("YAML: a needed key left out", yaml=True)
def needed(one: Material, lot: Random) -> Iterator[Edit]:
    """An edition without its name."""
    keys = "edition|extends" if "extends:" in one.text else "edition|rules|players"
    for found in re.finditer(rf"(?m)^(?:{keys}): .*\n", one.text):
        yield Edit(found.start(), found.end(), "", None, -found.start(), found.start())
