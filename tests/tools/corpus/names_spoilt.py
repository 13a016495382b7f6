"""Names that are misspelt, unknown, or spoken too early."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from rulewright.language.syntax.parsing.lexer import Token
from rulewright.language.syntax.parsing.parser import grammar
from tools.corpus.material import Edit, Line, Material, declared_names
from tools.corpus.mutants import sort


def misspelt(word: str, lot: Random) -> str | None:
    """A word with one slip of the finger; None if that makes another word."""
    at = lot.randrange(1, max(len(word) - 1, 2))
    ways = [word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:]]
    if at + 1 < len(word):
        ways.append(word[:at] + word[at + 1] + word[at] + word[at + 2 :])
    ways.append(word[:at] + lot.choice("aeiorst") + word[at + 1 :])
    made = lot.choice(ways)
    known = made in declared_names() or made == word or made.endswith("-") or "--" in made
    return None if known or made[:-1] == word or word[:-1] == made else made


def _names(one: Material, kind: str = "NAME", least: int = 4) -> Iterator[Token]:
    return (word for word in one.words if word.type == kind and len(word.text) >= least)


def _misspelt_at(word: Token, lot: Random) -> Iterator[Edit]:
    if (text := misspelt(word.text, lot)) is not None:
        yield Edit(word.start, word.end, text, word.text)


@sort("a name misspelt where it is used")
def used(one: Material, lot: Random) -> Iterator[Edit]:
    """`the districct`."""
    for word in _names(one):
        line = one.before(word)
        if (
            not one.is_declared(word)
            and not one.is_introduced(word)
            and not re.match(r"\s*(cite|list|labels)", line)
        ):
            yield from _misspelt_at(word, lot)


@sort("a name misspelt where it is declared")
def declared(one: Material, lot: Random) -> Iterator[Edit]:
    """`event a player buids`; it is used in other places."""
    for word in _names(one):
        if one.is_declared(word) and _is_used(word.text, word, one):
            yield from _misspelt_at(word, lot)


def _is_used(name: str, here: Token, one: Material) -> bool:
    stem = re.sub(r"(?<=..)e?s\b", "", name)
    return len(re.findall(rf"\b{re.escape(stem)}", one.text)) > 1


@sort("a name misspelt where it is introduced")
def introduced(one: Material, lot: Random) -> Iterator[Edit]:
    """`choose a victm from …`; the block speaks of the victim."""
    for word in _names(one):
        if one.is_introduced(word) and f"the {word.text}" in one.text[word.end :][:300]:
            yield from _misspelt_at(word, lot)


@sort("a card's name misspelt")
def card_used(one: Material, lot: Random) -> Iterator[Edit]:
    """`the Witcch`."""
    for word in _names(one, "PROPER"):
        if one.before(word).startswith(" ") and not re.match(r"\s+$", one.before(word)):
            yield from _misspelt_at(word, lot)


@sort("a word of the language misspelt")
def keyword(one: Material, lot: Random) -> Iterator[Edit]:
    """`chosoe a card`."""
    for word in one.words:
        if word.type not in ("NAME", "PROPER") and word.text.isalpha() and len(word.text) > 2:
            yield from _misspelt_at(word, lot)


@sort("an unknown name")
def unknown(one: Material, lot: Random) -> Iterator[Edit]:
    """A name that nothing in the game is called."""
    for word in _names(one):
        before = one.before(word)
        given = one.is_declared(word) or re.match(
            r"\s*((for each|called|let) the $|let |value )", before
        )
        if re.search(r"\b(the|my|'s) $", before) and not given:
            yield Edit(word.start, word.end, lot.choice(["zebra", "umbrella-stand", "quux"]))


@sort("a name used too early")
def early(one: Material, lot: Random) -> Iterator[Edit]:
    """`the victim` stands one line above `choose a victim`."""
    for line, below in zip(one.lines, one.lines[1:], strict=False):
        name = _given(line)
        if name is None or below.depth != line.depth or one.block(below):
            continue
        use = re.search(rf"\bthe {name}\b", below.text)
        if use is not None:
            text = f"{below.text}\n{line.text}"
            yield Edit(line.start, below.end, text, at=use.start(), size=use.end() - use.start())


def _given(line: Line) -> str | None:
    found = re.match(r" +(?:choose an? ([a-z-]+) from|let the ([a-z-]+) be)", line.text)
    return next(filter(None, found.groups()), None) if found else None


@sort("capital or small letter")
def letter(one: Material, lot: Random) -> Iterator[Edit]:
    """`The victim`, `tavern`."""
    for word in one.words:
        if word.type == "PROPER" and one.before(word).strip():
            changed = word.text.lower()
        elif word.type in ("NAME", *grammar().lexer.keywords.values()) and word.text.islower():
            changed = word.text.capitalize()
        else:
            continue
        if changed != word.text:
            yield Edit(word.start, word.end, changed, word.text)
