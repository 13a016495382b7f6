"""Patterns of natural sentences with holes, and what is put in their place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Final

from rulewright.program.english import base_form, plural
from rulewright.records import Draft
from rulewright.syntax.grammar import with_letters
from rulewright.syntax.known_mistakes.mistaken_words import DIGITS

Lines = tuple[tuple[int, str], ...]
"""Lines of text, each with how deep it stands under the first."""

_ARTICLES: Final = (
    r"(?!(?:the|my|its|a|an|this|all|every|each|any|no|another|other|of|if|when|is|to)\b)"
)


def _holes(small: str, capital: str) -> dict[str, str]:
    """What may stand in a hole, by its letter, where names begin with such letters."""
    name = small + r"[^\W_]*(?:-[^\W_]+)*"
    proper = (
        capital + r"[^\W_]*(?:'(?!s\b)[^\W_]*)?(?:[ -](?:(?:of|the) )*" + capital + r"[^\W_]*)*"
    )
    owned = rf"(?:'s {name})*"
    return {
        "n": rf"(?:\d+|{'|'.join(DIGITS)})",
        "x": _ARTICLES + name,
        "v": _ARTICLES + name,
        "t": rf"(?:(?:the|my|its) {name}{owned}|{proper}{owned}|me|(?:this|it){owned})",
        "w": rf"(?:I|me|you|it|[A-H](?![A-Za-z])|(?:the|my) {name}{owned})",
        "c": proper,
        "p": r"(?:to|from|with|for|against|by|on|as|into)",
        "b": r"(?:at least|at most|more than|less than)",
        "d": r"(?:left|right)",
        "e": r"(?:start|end)",
        "h": r"(?:after|before)",
        "g": r"(?:more|less)",
        "k": r"(?:and|or)",
        "s": r'"[^"]*"',
        "q": r".+?",
        "r": r".+",
    }


_HOLES: Final = {
    True: _holes("[a-z]", "[A-Z]"),
    False: _holes(with_letters(r"\p{small}"), with_letters(r"\p{capital}")),
}
"""A number, name, verb or thing, who, a card, one word, a text, all. Where a text has English letters only, the
same is found by patterns that are made in a tenth of the time: most are.
"""
_HOLE: Final = re.compile(r"\{([nxvtwcpbdehgksqr])(\d?)(?::(\w+))?\}")
_SELF: Final = frozenset({"I", "me", "you"})


_NEXT_DEED: Final = re.compile(r"[,;.] (?:and )?then | and (?:then )?I |; ")
_WORDS: Final = re.compile(r"[A-Za-z][a-z-]*")
_INSIDE: Final = r"(?:\\.|[^()\\]|\((?:\\.|[^()\\]|\((?:\\.|[^()\\])*\))*\))*"
_PARTS: Final = re.compile(
    rf"(\({_INSIDE}\))([?*])?|\{{[^}}]*\}}\??|\[([^]]*)\]([?*])?"
    r"|(?<![}a-z\\])(?<!(?<! \))\?)([A-Za-z][a-z?-]*)(?![a-z?*{([-])"
    r"|(?:\\([^\w\s])|([^\w\s?*+{}()\[\]\\.^$|]))(?![?*{])|\\."
)
"""What a pattern is made of: groups that may be optional, holes, signs, and words.

What follows an optional group is a word of its own only where that ends with a blank: `(?:the )?first`.
"""


_FIRST: Final = re.compile(
    r"([A-Za-z][a-z?-]*)(?![a-z?*{(\[-])|\\?([^\w\s?*+{}()\[\]\\.^$|])(?![?*{])"
)
"""A word at the beginning of a part, or a sign."""
_LETTER: Final = re.compile(r"([A-Za-z-])(\??)")
_BEGINS: Final = re.compile(
    r"\^(?:\((?:\?:)?([A-Za-z][A-Za-z |-]*)\)|([A-Za-z][a-z-]*)|\(*\{([tw])\})(?=[ ,$]|$)"
)
"""A pattern that begins with one of some words, or with whom or what it is about."""
_PIECES: Final = re.compile(r"[A-Za-z][a-z-]*|\d|[^\W\d_]|[^\w\s]")
"""Words, numbers and signs, as far as patterns need them."""
_SIGN: Final = re.compile(r"[^\w\s]")
_A_NUMBER, _A_CARD, _A_TEXT = "#", "A", '"'
"""Stand among the words of a text for a number, a capital letter and a quote."""
_NEEDED: Final = {
    "n": frozenset({_A_NUMBER}),
    "c": frozenset({_A_CARD}),
    "s": frozenset({_A_TEXT}),
    "p": frozenset({"to", "from", "with", "for", "against", "by", "on", "as", "into"}),
    "b": frozenset({"at", "more", "less"}),
    "d": frozenset({"left", "right"}),
    "e": frozenset({"start", "end"}),
    "h": frozenset({"after", "before"}),
    "g": frozenset({"more", "less"}),
    "k": frozenset({"and", "or"}),
    "w": frozenset({"I", "me", "you", "it", "the", "my", _A_CARD}),
    "t": frozenset({"the", "my", "its", "me", "this", "it", _A_CARD}),
}
"""Of which words a text must have one where a hole is to be filled."""


class Rewriting(Draft):
    """A pattern, and the lines that take the place of what it finds.

    One that is made soon is always right; a late one is tried when no other helps. Most patterns are never looked
    for, because a word that they need is not there.
    """

    said: str
    template: Lines
    sort: str
    needs: tuple[frozenset[str], ...]
    begins: frozenset[str] = frozenset()
    """The words with which a text has to begin, if it has to begin so."""

    def search(self, text: str) -> re.Match[str] | None:
        """Where the pattern is in a text, if it is."""
        return self._pattern(text).search(text) if self._may_fit(text) else None

    def _pattern(self, text: str) -> re.Pattern[str]:
        """The pattern, ready to look for in a text."""
        return self._english if text.isascii() else self._any

    @cached_property
    def _english(self) -> re.Pattern[str]:
        return self._made(_HOLES[True])

    @cached_property
    def _any(self) -> re.Pattern[str]:
        return self._made(_HOLES[False])

    def _made(self, holes: Mapping[str, str]) -> re.Pattern[str]:
        begin = "" if self.said.startswith(("^", ",")) else r"(?<![\w'-])"
        end = "" if self.said.endswith(("$", ",")) else r"(?![\w'-])"
        inside = _HOLE.sub(lambda hole: f"(?P<{hole[1]}{hole[2]}>{holes[hole[1]]})", self.said)
        return re.compile(begin + inside + end)

    def applied(self, text: str) -> Iterable[Lines]:
        """The lines that a text becomes by one use of the pattern, for each place where it fits."""
        return self._each_place(text) if self._may_fit(text) else ()

    def _each_place(self, text: str) -> Iterator[Lines]:
        for found in self._pattern(text).finditer(text):
            if self._spoils(text, found):
                continue
            head, tail = text[: found.start()], text[found.end() :]
            made = [(deep, filled(part, found)) for deep, part in self.template]
            made[0] = (0, head + made[0][1])
            made[-1] = (made[-1][0], made[-1][1] + tail)
            clean = [(deep, _tidied(said)) for deep, said in made]
            yield tuple(line for line in clean if line[1])

    def _spoils(self, text: str, found: re.Match[str]) -> bool:
        """Whether what was found is not meant: it is a text for players, or what is done next, and not for each."""
        if self.sort == "soon" and text.count('"', 0, found.start()) % 2:
            return True
        each = self.template[0][1].startswith("for each ")
        return each and _NEXT_DEED.search(found.group()) is not None

    def _may_fit(self, text: str) -> bool:
        """Whether the words that the pattern needs are there, one after the other.

        Most patterns are told apart from a text by this, and never made ready to look for.
        """
        if self.begins and self.begins.isdisjoint(words_of(first_of(text))):
            return False
        said = words_of(text)
        for needed in self.needs:
            if needed.isdisjoint(said):
                return False
        following = iter(words_in_order(text))
        for needed in self.needs:
            for words in following:
                if not needed.isdisjoint(words):
                    break
            else:
                return False
        return True


def _tidied(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().replace("where it's ", "where its ")


@lru_cache(maxsize=1000)
def words_of(text: str) -> frozenset[str]:
    """The words of a text, and signs for what else holes are filled with."""
    words = {*_WORDS.findall(text), *_SIGN.findall(text)}
    if not words.isdisjoint(DIGITS) or any(each.isdigit() for each in text):
        words.add(_A_NUMBER)
    if any(each.isupper() for each in text):
        words.add(_A_CARD)
    return frozenset(words)


@lru_cache(maxsize=1000)
def words_in_order(text: str) -> tuple[frozenset[str], ...]:
    """The words of a text one after the other, each with the signs for what else it can fill."""
    return tuple(words_of(found.group()) | {found.group()} for found in _PIECES.finditer(text))


@lru_cache(maxsize=1000)
def first_of(text: str) -> str:
    """The word with which a text begins, if it begins with one."""
    found = _WORDS.match(text)
    return found[0] if found is not None else ""


def rewriting(said: str, sort: str) -> Rewriting:
    """A rewriting as the table writes it: `^(draw|take) an? {x}$ -> draw 1 {x}`."""
    pattern, _, template = said.partition(" ->")
    pattern, template = pattern.strip(), template.strip()
    needs = tuple(dict.fromkeys(_needs(pattern)))
    return Rewriting(pattern, tuple(_template_lines(template)), sort, needs, _begins(pattern))


def _begins(pattern: str) -> frozenset[str]:
    """The words with which a text has to begin, none if that is open."""
    found = _BEGINS.match(pattern)
    if found is None:
        return frozenset()
    if found[3]:
        return _NEEDED[found[3]]
    words = [_WORDS.match(each) for each in (found[1] or found[2]).split("|")]
    return frozenset(word[0] for word in words if word) if all(words) else frozenset()


def _needs(pattern: str) -> Iterator[frozenset[str]]:
    """Of which words or signs a text must have one, for each part of a pattern that cannot be left out."""
    for part in _PARTS.finditer(pattern):
        group, optional, signs, may_go, word, escaped, bare = part.groups()
        sign = escaped or bare
        if word is not None:
            yield _spellings(word)
        elif sign or (signs and not may_go and not _WORDS.search(signs)):
            yield frozenset(sign or signs)
        elif group is not None and not optional and not group.startswith(("(?!", "(?<", "(?=")):
            if needed := _firsts_of(group):
                yield needed
        elif part[0].startswith("{") and not part[0].endswith("?") and part[0][1] in _NEEDED:
            yield _NEEDED[part[0][1]]


def _firsts_of(group: str) -> frozenset[str]:
    """With which words a group may begin; none if that is open."""
    found, depth = [""], 0
    for sign in group.removeprefix("(?:").removeprefix("(").removesuffix(")"):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == "|" and not depth:
            found.append("")
        else:
            found[-1] += sign
    firsts = [_firsts(each) for each in found]
    return frozenset().union(*firsts) if all(firsts) else frozenset()


def _firsts(said: str) -> frozenset[str]:
    """With which words, or with which sign, a part of a pattern begins; none if that is open."""
    inner = _PARTS.match(said)
    if inner is not None and inner[1] and inner[1].startswith("(?:"):
        return frozenset() if inner[2] else _firsts_of(inner[1])
    found = _FIRST.match(said)
    if found is None:
        return frozenset()
    return frozenset(found[2]) if found[2] else _spellings(found[1])


def _spellings(word: str) -> frozenset[str]:
    """A word with and without its letters that may be missing: `cards?`."""
    found = [""]
    for letter, may_go in _LETTER.findall(word):
        found = [each + letter for each in found] + (found if may_go else [])
    return frozenset(found)


def _template_lines(template: str) -> Iterator[tuple[int, str]]:
    """`a /> b / c </ d`: a line, one below and deeper, one beside that, one beside the first."""
    depth = 0
    for part in re.split(r"\s+(?=</ |/>? )", template):
        sign, _, text = part.partition(" ")
        depth += {"/>": 1, "</": -1}.get(sign, 0)
        yield depth, text if sign in ("/>", "</", "/") else part


def filled(template: str, found: re.Match[str]) -> str:
    """A template with what a pattern found in its holes."""

    def fill(hole: re.Match[str]) -> str:
        said = found.group(hole[1] + hole[2]) or ""
        return _bent(DIGITS.get(said, said) if hole[1] == "n" else said, hole[3] or "")

    return _HOLE.sub(fill, template)


def _bent(said: str, form: str) -> str:
    """A word in another form: one or several of it, a verb after I or after others, who as whose or whom."""
    match form:
        case "many" | "third":
            return plural(base_form(said))
        case "one" | "base":
            return base_form(said)
        case "whose":
            return "my" if said in _SELF else "its" if said == "it" else f"{said}'s"
        case "me":
            return "me" if said in _SELF else said
        case "doer":
            return "" if said in _SELF else said
        case "unit":
            return f"{{unit:{said}}}"
        case "event" | "does":
            # A verb of the game that begins alike: `laid` for `lays`.
            return f"{{{'event' if form == 'event' else 'base'}:{said}}}"
        case _:
            return said
