"""Kinds of mistakes that were thought of last: nothing was changed after what they showed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tools.corpus.material import Edit, Material
from tools.corpus.mutants import sort

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@sort("whose with `of`", "last")
def genitive(one: Material, lot: Random) -> Iterator[Edit]:
    """`the gold of the victim`."""
    for found in re.finditer(r"(?m)^ +[^\"#\n]*?\b(the ([a-z-]+)'s ([a-z-]+))(?![\w-])", one.text):
        if found[2] not in ("turn", "round"):
            yield Edit(found.start(1), found.end(1), f"the {found[3]} of the {found[2]}", found[1])


@sort("a question's order", "last")
def question(one: Material, lot: Random) -> Iterator[Edit]:
    """`if is the victim murdered`."""
    for found in re.finditer(
        r"(?m)^ +if ((?:the|my) [a-z' -]+?) is (?!not|at|more|less)", one.text
    ):
        right = f"{found[1]} is "
        yield Edit(found.start(1), found.end(), f"is {found[1]} ", right)


@sort("a name cut short", "last")
def cut_short(one: Material, lot: Random) -> Iterator[Edit]:
    """`choose a dist from …`."""
    for word in one.words:
        given = one.is_declared(word) or one.is_introduced(word)
        if word.type == "NAME" and len(word.text) > 7 and "-" not in word.text and not given:
            yield Edit(word.start, word.end, word.text[:4], word.text)


@sort("a number as a word", "last")
def number(one: Material, lot: Random) -> Iterator[Edit]:
    """`gain three gold`."""
    for word in one.words:
        if word.type == "NUMBER" and len(word.text) == 1 and one.before(word).startswith("  "):
            yield Edit(word.start, word.end, _NUMBERS[int(word.text)], word.text)


@sort("a head in another order", "last")
def head(one: Material, lot: Random) -> Iterator[Edit]:
    """`at main power income`."""
    for found in re.finditer(r"(?m)^    (power .*) (at [a-z-]+)", one.text):
        text = f"{found[2]} {found[1]}"
        yield Edit(found.start(1), found.end(), text, f"{found[1]} {found[2]}")


@sort("YAML: a key as an entry", "last", yaml=True)
def entry(one: Material, lot: Random) -> Iterator[Edit]:
    """`- players: 2-7`."""
    for found in re.finditer(r"(?m)^([a-z-]+:)(?= )", one.text):
        yield Edit(found.start(), found.end(), f"- {found[1]}")


@sort("YAML: a comma at the end", "last", yaml=True)
def comma(one: Material, lot: Random) -> Iterator[Edit]:
    """`players: 2-7,`."""
    for found in re.finditer(r"(?m)^ *[a-z-]+: (?:\d[\d-]*|[a-z-]+)$", one.text):
        yield Edit(found.end(), found.end(), ",", None, -3, 4)
