"""Changes that change nothing: what is said about them is said wrongly."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from random import Random

from tools.corpus.material import Edit, Material
from tools.corpus.mutants import sort

_STRING = re.compile(r'"[^"\n]*"')


@sort("blanks and empty lines", "harmless")
def blanks(one: Material, lot: Random) -> Iterator[Edit]:
    """Two blanks for one, blanks at the end, empty lines."""
    for word in one.words:
        if one.before(word).strip() and one.text[word.start - 1] == " ":
            yield Edit(word.start, word.start, " " * lot.randint(1, 4))
    for line in one.lines:
        yield Edit(line.end, line.end, lot.choice(["   ", "\n", "\n\n   \n", "\r"]))


@sort("remarks", "harmless")
def remarks(one: Material, lot: Random) -> Iterator[Edit]:
    """Remarks between lines and behind them, at any depth."""
    for line in one.lines:
        yield Edit(
            line.end,
            line.end,
            lot.choice(["  # so", "\n# if x is {", f"\n{' ' * lot.randint(0, 9)}# so"]),
        )


@sort("order of declarations", "harmless")
def order(one: Material, lot: Random) -> Iterator[Edit]:
    """Two events exchanged."""
    heads = [
        line
        for line in one.lines
        if line.depth == 0 and line.first in ("event", "value", "fact", "phase")
    ]
    for first, second in itertools.pairwise(heads):
        end = (one.block(second) or (second,))[-1].end
        first_end = (one.block(first) or (first,))[-1].end
        if not one.text[first_end : second.start].strip():
            text = one.text[second.start : end] + "\n" + one.text[first.start : first_end]
            yield Edit(first.start, end, text)


@sort("a local renamed", "harmless")
def renamed(one: Material, lot: Random) -> Iterator[Edit]:
    """Everything that speaks of it is renamed too."""
    for line in one.lines:
        found = re.match(r" +(?:choose an? ([a-z-]+) from|let the ([a-z-]+) be) ", line.text)
        if found is None:
            continue
        name = next(filter(None, found.groups()))
        rest = [other for other in one.lines if other.start >= line.start]
        block = []
        for other in rest:
            if other.depth < line.depth:
                break
            block.append(other)
        end = block[-1].end
        text = one.text[line.start : end]
        if "{" in text or ("chance" not in line.text and "let" not in line.text):
            continue  # texts name it, and the words of other languages are found by texts
        if re.search(
            rf"\b(a|as|for|of|my|each) {name}|'s {name}|{name}s\b|-{name}|{name}-",
            text[found.end() :],
        ):
            continue
        if re.search(rf"from .*\b{name}", line.text) or name in (
            "player",
            "district",
            "character",
            "card",
            "colour",
        ):
            continue
        yield Edit(line.start, end, re.sub(rf"\b(?<!-){name}\b(?!-)", "fellow-x", text))


@sort("a line split", "harmless")
def split(one: Material, lot: Random) -> Iterator[Edit]:
    """Behind a comma, or before `and`, `or` and `where`."""
    for word in one.words:
        line = one.before(word)
        if '"' in one.after(word) or not line.strip() or re.match(r"\s*(cite|labels|colour)", line):
            continue
        if word.text in ("and", "or", "where") and not _is_of_type(line):
            yield Edit(
                word.start - 1, word.start, "\n" + " " * (len(line) - len(line.lstrip()) + 8)
            )


def _is_of_type(line: str) -> bool:
    return bool(re.match(r"\s*(setting|[a-z-]+:|there is|each)", line))


@sort("lines joined", "harmless")
def joined(one: Material, lot: Random) -> Iterator[Edit]:
    """What went on in the next line stands on one."""
    for line, below in zip(one.lines, one.lines[1:], strict=False):
        if (
            (line.text.endswith(",") or below.first in ("and", "or", "where"))
            and below.depth > line.depth
            and "#" not in one.text[line.end : below.start]
        ):
            yield Edit(line.end, below.start + below.depth, " ")


@sort("YAML: blanks and remarks", "harmless", yaml=True)
def yaml_blanks(one: Material, lot: Random) -> Iterator[Edit]:
    """Remarks, empty lines, blanks at the end."""
    for line in one.lines:
        if not re.search(r">-?$|[|]$", line.text) and ("reading" not in line.text):
            yield Edit(line.end, line.end, lot.choice(["  # so", "\n\n", "   "]))


@sort("YAML: order of keys", "harmless", yaml=True)
def yaml_order(one: Material, lot: Random) -> Iterator[Edit]:
    """Two keys exchanged with all that is in them."""
    heads = list(re.finditer(r"(?m)^[a-z-]+:.*\n(?:(?: +.*| *#.*|)\n)*", one.text))
    for first, second in itertools.pairwise(heads):
        yield Edit(first.start(), second.end(), second.group() + first.group())
