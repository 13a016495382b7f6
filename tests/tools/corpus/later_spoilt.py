"""Kinds of mistakes that came later still."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tools.corpus.material import Edit, Material
from tools.corpus.mutants import sort


@sort("two lines in one", "further")
def one_line(one: Material, lot: Random) -> Iterator[Edit]:
    """`gain 1 gold draw 1 card`."""
    for line, below in zip(one.lines, one.lines[1:], strict=False):
        plain = "#" not in one.text[line.start : below.end] and not line.text.endswith(",")
        if line.depth and line.depth == below.depth and plain and below.first not in ("and", "or"):
            rest = below.text.strip()
            yield Edit(line.end, below.end, f" {rest}", None, 1, len(rest))


@sort("a remark without its sign", "further")
def remark(one: Material, lot: Random) -> Iterator[Edit]:
    """`so it is printed` on a line of its own."""
    for found in re.finditer(r"(?m)^ *(# )[A-Z].*$", one.text):
        size = found.end() - found.end(1)
        yield Edit(found.start(1), found.end(), one.text[found.end(1) : found.end()], "#", 0, size)


@sort("a condition first", "further")
def condition_first(one: Material, lot: Random) -> Iterator[Edit]:
    """`if crown-heir, after I unmask this`."""
    for line in one.lines:
        found = re.fullmatch(r"( +)((?:after|before|when|power) [^,]+), (if [^,\"]+)", line.text)
        if found is not None:
            indent, said, asked = found.groups()
            text = f"{asked}, {said}"
            start = line.start + len(indent)
            yield Edit(start, line.end, text, f"{said}, {asked}", 0, len(text))


@sort("a verb in its other form", "further")
def other_form(one: Material, lot: Random) -> Iterator[Edit]:
    """`gains 1 gold`, `the victim give`."""
    for line in one.lines:
        if re.fullmatch(r" +(gain|pay|draw|discard|destroy|build|take|lay) .*", line.text):
            word = line.words[0]
            yield Edit(word.start, word.end, f"{word.text}s", word.text)


@sort("a name that was changed in one place", "further")
def half_renamed(one: Material, lot: Random) -> Iterator[Edit]:
    """`choose a rival from …`, and the block speaks of the victim."""
    for word in one.words:
        if word.type == "NAME" and one.is_introduced(word) and "for" not in one.before(word):
            below = one.text[word.end :][:300]
            if f"the {word.text}" in below:
                yield Edit(word.start, word.end, "newcomer", word.text)


@sort("a block that is not indented", "further")
def flat(one: Material, lot: Random) -> Iterator[Edit]:
    """What stands under `if …` begins where it begins."""
    for line, inside in one.blocks("if", "for", "otherwise"):
        if len(inside) == 1 and not line.text.endswith(","):
            text = " " * line.depth + inside[0].text.strip()
            begin = line.start + line.depth
            whole = one.text[begin : line.end + 1] + text
            yield Edit(begin, inside[0].end, whole, None, 0, len(whole))


@sort("YAML: a list without brackets", "further", yaml=True)
def no_brackets(one: Material, lot: Random) -> Iterator[Edit]:
    """`character: Assassin, Thief`."""
    for found in re.finditer(r"(?m)^ +[a-z/]+: (\[[A-Z][^\]\n]*, [^\]\n]*\])$", one.text):
        yield Edit(found.start(1), found.end(1), found[1][1:-1])


@sort("YAML: another sign for the colon", "further", yaml=True)
def other_sign(one: Material, lot: Random) -> Iterator[Edit]:
    """`players = 2-7`."""
    for found in re.finditer(r"(?m)^( *[a-z-]+)(: )[^\n]+$", one.text):
        text = lot.choice([" = ", " - ", " "])
        yield Edit(found.start(2), found.end(2), text, None, -len(found[1].strip()), len(text))
