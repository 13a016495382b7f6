"""Kinds of mistakes that came later: none of the checker's help was written with these at hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tools.corpus.material import Edit, Line, Material
from tools.corpus.mutants import sort

_CONFUSED = {
    "than": "then", "there": "their", "at least": "atleast", "at most": "atmost", "its": "it's", "of": "off",
    "to": "too", "is": "iss", "each": "every", "is not": "isn't", "cannot": "can't", "to me": "tome",
}  # fmt: skip
_NO_NAMES = (
    "number",
    "top",
    "choose",
    "until",
    "other",
    "move",
    "more",
    "first",
    "game",
    "total",
    "play",
)


@sort("marks of a merge", "further")
def merge(one: Material, lot: Random) -> Iterator[Edit]:
    """Both sides of a line that two authors changed, as git leaves them."""
    for line in one.lines:
        other = re.sub(r"\d+", "9", line.text)
        if other != line.text and one.text[line.end : line.end + 1] == "\n":
            start, middle, end = "<<<<<<< HEAD", "=======", ">>>>>>> feature"
            text = "\n".join([start, line.text, middle, other, end])
            yield Edit(line.start, line.end, text)


@sort("a line twice", "further")
def line_twice(one: Material, lot: Random) -> Iterator[Edit]:
    """A text, a field, a name or a choice that stands there a second time, below itself."""
    for line in one.lines:
        once = re.match(r" +(?:text|rank|colour|let the|choose an?|bonus|first|only) ", line.text)
        if once and not one.block(line) and not line.text.endswith(","):
            text = f"{line.text}\n{line.text}"
            yield Edit(line.start, line.end, text, None, 0, len(text))


@sort("arguments exchanged", "further")
def arguments(one: Material, lot: Random) -> Iterator[Edit]:
    """`move to my hand the card`, `the victim gives me 1 gold`."""
    for line in one.lines:
        found = re.fullmatch(r"( +(?:.* gives|move|give|show)) (.*) (?:to) (.*)", line.text)
        if found is not None and "," not in line.text:
            verb, what, whom = found.groups()
            said = f"{verb} {whom} {what}" if "give" in verb else f"{verb} to {whom} {what}"
            at = len(verb) + 1
            yield Edit(line.start, line.end, said, line.text.strip(), at, len(said) - at)


@sort("a word that sounds alike", "further")
def alike(one: Material, lot: Random) -> Iterator[Edit]:
    """`more then 3`, `atleast 2`."""
    for right, wrong in _CONFUSED.items():
        for found in re.finditer(rf'(?m)^ +[^"#\n]*(?<![\w-])({right})(?![\w-])', one.text):
            yield Edit(found.start(1), found.end(1), wrong, right)


@sort("a name with a blank", "further")
def blank(one: Material, lot: Random) -> Iterator[Edit]:
    """`choose a chosen victim`, `the build limit`."""
    for word in one.words:
        if word.type == "NAME" and "-" in word.text:
            yield Edit(word.start, word.end, word.text.replace("-", " ", 1), word.text)


@sort("a new name with a blank", "further")
def new_blank(one: Material, lot: Random) -> Iterator[Edit]:
    """`choose a first card`, and the block speaks of the first card."""
    for word in one.words:
        if word.type != "NAME" or not one.is_introduced(word):
            continue
        line = next(each for each in one.lines if each.start <= word.start < each.end)
        end = _end_of_block(one, line)
        block = one.text[word.end : end]
        if f"the {word.text}" in block and "{" not in block:
            name = f"{lot.choice(['chosen', 'poor', 'second'])} {word.text}"
            text = name + re.sub(rf"\bthe {word.text}\b(?!-)", f"the {name}", block)
            yield Edit(word.start, end, text, None, 0, len(name))


def _end_of_block(one: Material, line: Line) -> int:
    if inside := one.block(line):
        return inside[-1].end
    end = line.end
    for other in one.lines:
        if other.start > line.start:
            if other.depth < line.depth:
                break
            end = other.end
    return end


@sort("a card written small", "further")
def small_card(one: Material, lot: Random) -> Iterator[Edit]:
    """`district temple`."""
    for line in one.lines:
        found = re.fullmatch(
            r"(?:character|district|artefact|hand|card) ([A-Z][\w' -]*)", line.text
        )
        if found is not None:
            start = line.start + found.start(1)
            yield Edit(start, line.end, found[1].lower(), line.text)


@sort("a line broken", "further")
def line_broken(one: Material, lot: Random) -> Iterator[Edit]:
    """The line goes on in the next one, without a sign of that."""
    for line in one.lines:
        words = [w for w in line.words[1:-1] if w.text not in ("and", "or", "where", ",", "'s")]
        if line.depth and len(words) > 3 and not line.text.endswith(","):
            word = words[lot.randrange(1, len(words))]
            if one.text[word.start - 1] == " " and one.text[word.start - 2] != ",":
                start, end = word.start - 1, line.end
                text = "\n" + " " * line.depth + one.text[word.start : end]
                begin = line.start - start
                yield Edit(start, end, text, None, begin, len(text) - begin)


@sort("a block indented too much", "further")
def block_deeper(one: Material, lot: Random) -> Iterator[Edit]:
    """A line with its block, four blanks deeper than the line above it."""
    for above, line in zip(one.lines, one.lines[1:], strict=False):
        goes_on = above.text.endswith(",") or line.first in ("and", "or", "where")
        if line.depth and above.depth == line.depth and not goes_on and (inside := one.block(line)):
            end = inside[-1].end
            text = re.sub(r"(?m)^(?=.)", "    ", one.text[line.start : end])
            yield Edit(line.start, end, text, None, 4, len(line.text))


@sort("a row lost", "further")
def row(one: Material, lot: Random) -> Iterator[Edit]:
    """A table without one of its rows."""
    for line, inside in one.blocks("table"):
        rows = [row for row in inside if row.first not in ("cite", "reading", "printed")]
        for each in rows[1:]:
            start, end = line.start, each.end + 1
            yield Edit(start, end, one.text[start : each.start], None, 0, len(line.text))


@sort("a remark of another language", "further")
def remark(one: Material, lot: Random) -> Iterator[Edit]:
    """`// so`, `-- so`, `% so`."""
    for line in one.lines:
        text = lot.choice(
            ["// as printed", "-- as printed", "% as printed", "/* as printed */", "; as printed"]
        )
        if not line.text.endswith(","):
            yield Edit(
                line.end, line.end, f"  {text}", None if text[0] == ";" else "#", 2, len(text)
            )


@sort("a mistake under a head of two lines", "further")
def under_long_head(one: Material, lot: Random) -> Iterator[Edit]:
    """A word left out in the first line under `power …,` and what goes on from it."""
    for line in one.lines:
        if not (line.text.endswith(",") and line.depth):
            continue
        inside = [each for each in one.block(line) if each.depth == line.depth + 4]
        for each in inside[:2]:
            for word in each.words[1:]:
                if word.text in ("the", "from", "each", "to", "a", "is"):
                    yield Edit(word.start, word.end + 1, "", word.text)


@sort("a word of the language as a name", "further")
def reserved(one: Material, lot: Random) -> Iterator[Edit]:
    """A name of a block is called `number`, wherever it is spoken of."""
    for word in one.words:
        if word.type != "NAME" or not one.is_introduced(word) or "let" in one.before(word):
            continue
        line = next(each for each in one.lines if each.start <= word.start < each.end)
        end = _end_of_block(one, line)
        block = one.text[word.end : end]
        if f"the {word.text}" in block and "{" not in block:
            name = lot.choice(_NO_NAMES)
            text = name + re.sub(rf"\bthe {word.text}\b(?!-)", f"the {name}", block)
            yield Edit(word.start, end, text, None, 0, len(name))


@sort("a typographic sign", "further")
def typographic(one: Material, lot: Random) -> Iterator[Edit]:
    """“…”, ’s, an endless blank, a long dash."""
    for word in one.words:
        if word.type == "STRING":
            text = f"“{word.text[1:-1]}”"
            yield Edit(word.start, word.end, text)
        elif word.text == "'s":
            yield Edit(word.start, word.end, "’s", "'")
        elif word.text == "-":
            yield Edit(word.start, word.end, "–", "-")


@sort("an apostrophe left out", "further")
def apostrophe(one: Material, lot: Random) -> Iterator[Edit]:
    """`the victims gold`."""
    for word in one.words:
        if word.text == "'s" and not one.before(word).endswith('"'):
            start = max(one.text.rfind(sign, 0, word.start) for sign in " (") + 1
            whole = one.text[start : word.end]
            yield Edit(start, word.end, whole.replace("'", ""), whole)


@sort("a blank left out", "further")
def no_blank(one: Material, lot: Random) -> Iterator[Edit]:
    """`gain 2gold`, `thevictim`."""
    for word, after in zip(one.words, one.words[1:], strict=False):
        plain = word.text.isalnum() and after.text.isalnum()
        if plain and one.text[word.end : after.start] == " " and one.before(word).strip():
            whole = one.text[word.start : after.end]
            yield Edit(word.start, after.end, whole.replace(" ", ""), whole)


@sort("several for one", "further")
def plural(one: Material, lot: Random) -> Iterator[Edit]:
    """`choose a districts from`, `the victims`."""
    for word in one.words:
        if (
            word.type == "NAME"
            and not word.text.endswith("s")
            and one.before(word).endswith("the ")
        ) and not one.text[word.end :].startswith("'s"):
            yield Edit(word.start, word.end, f"{word.text}s", word.text)
