"""Indentation, blocks, and what is opened without being closed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tools.corpus.material import Edit, Material
from tools.corpus.mutants import sort


@sort("indented more")
def deeper(one: Material, lot: Random) -> Iterator[Edit]:
    """A line four blanks deeper than the one above it."""
    for above, line in zip(one.lines, one.lines[1:], strict=False):
        goes_on = above.text.endswith(",") or line.first in ("and", "or", "where")
        if line.depth and above.depth >= line.depth and not goes_on and not one.block(line):
            yield Edit(line.start, line.end, f"    {line.text}", None, 4, len(line.text))


@sort("indented less")
def higher(one: Material, lot: Random) -> Iterator[Edit]:
    """A line that stands between two depths."""
    for above, line, below in zip(one.lines, one.lines[1:], one.lines[2:], strict=False):
        goes_on = above.text.endswith(",") or line.first in ("and", "or", "where")
        alone = above.depth < line.depth and below.depth < line.depth
        if line.depth >= 4 and not goes_on and not alone:
            text = line.text[2:]
            yield Edit(line.start, line.end, text, None, 0, len(text))


@sort("a tab")
def tab(one: Material, lot: Random) -> Iterator[Edit]:
    """A line that begins with a tab."""
    for line in one.lines:
        if line.depth >= 4:
            yield Edit(line.start, line.start + 4, "\t")


@sort("a body left out")
def body(one: Material, lot: Random) -> Iterator[Edit]:
    """`if …` with nothing below."""
    for line, inside in one.blocks(
        "if", "for", "otherwise", "after", "before", "phase", "choose", "flow", "repeat"
    ):
        if any(inner.text.endswith(",") for inner in (line, *inside)):
            continue
        yield Edit(line.start, inside[-1].end, line.text, None, 0, len(line.text))


@sort("a quote left out")
def quote(one: Material, lot: Random) -> Iterator[Edit]:
    """`tell "gone`."""
    for word in one.words:
        if word.type == "STRING":
            start = word.start
            line_end = start + len(word.text + one.after(word))
            text = one.text[start : word.end - 1] + one.text[word.end : line_end]
            yield Edit(start, line_end, text)


@sort("a brace left out")
def brace(one: Material, lot: Random) -> Iterator[Edit]:
    """`tell "{me takes"`."""
    for word in one.words:
        if word.type == "STRING":
            for found in re.finditer(r"\{[^}]*\}", word.text):
                start, end = word.start + found.start(), word.start + found.end()
                cut = lot.choice([one.text[start : end - 1], one.text[start + 1 : end]])
                yield Edit(start, end, cut)


@sort("a parenthesis left out")
def parenthesis(one: Material, lot: Random) -> Iterator[Edit]:
    """`gain (the number of …`."""
    for word in one.words:
        if word.text == "(":
            close = one.after(word).find(")")
            if close >= 0:
                end = word.end + close
                text = one.text[word.start : end] + one.after(word)[close + 1 :]
                yield Edit(word.start, end + 1, text[: end - word.start], ")")


@sort("a colon at the end")
def colon(one: Material, lot: Random) -> Iterator[Edit]:
    """`if …:`."""
    for line, _ in one.blocks():
        last = line.words[-1]
        yield Edit(last.end, last.end, ":")


@sort("a stray sign")
def sign(one: Material, lot: Random) -> Iterator[Edit]:
    """`gain 3 gold;`."""
    for line in one.lines:
        last = line.words[-1]
        if last.text != ",":
            yield Edit(last.end, last.end, lot.choice([";", ".", "!", "?"]))
