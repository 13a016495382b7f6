"""The words of a game, as far as they can stand in the place of those that somebody used."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, islice, takewhile
from pathlib import Path
from typing import Final

from rulewright.library import find_library
from rulewright.program.advising.patterns import Lines
from rulewright.program.english import base_form, plural
from rulewright.program.program import Program
from rulewright.program.types import NUMBER, PLAYER
from rulewright.records import Record
from rulewright.syntax import known_words
from rulewright.text import read_beside

WORDS: Final = "samples.words"
"""Beside the rules of a game: what people call its things."""
LARGEST: Final = 100_000
"""Such a file has so many bytes at most."""
_BLANK: Final = re.compile(r"\{(amount|place|held|zone|field|who|event|base|unit)(?::([\w-]+))?\}")
_INTRODUCED: Final = re.compile(
    r"\bcalled ([a-z][a-z0-9-]*)|\b(?:choose|chooses) an? ([a-z][a-z0-9-]*)|\bfor each ([a-z][a-z0-9-]*)"
    r"|\blet the ([a-z][a-z0-9-]*) be\b|\ban(?:other)? (player)\b|\ban? ([a-z][a-z0-9-]*)"
)
_WORD: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_TWO_WORDS: Final = re.compile(rf"(?<![\w-])(?=({_WORD.pattern} {_WORD.pattern})(?![\w-]))")
_PIECE: Final = re.compile(r"`[^`]*`")
_DECLARED: Final = re.compile(
    r"(?m)^(?:labels|kind|phase|moment|setting|table|event a player|value a player's|a player may be"
    r"|there is an?|each \w+ has(?: an?)?) ([a-z][a-z0-9-]*)"
)
_RELATION: Final = re.compile(r"-(?:to|from|with|as|into|under|on|by|against|for)$")
"""What the name of a fact ends in that is said of two: `follows-for`."""
SHORTEST: Final = 2
"""So many letters a verb has in common with another form of it."""
MOST_NAMES: Final = 4
"""So many names are tried in one place."""


@cache
def words_alike() -> tuple[tuple[str, ...], ...]:
    """Groups of words that people use for the same thing."""
    file = find_library().folder("grammar") / "wishes" / "alike.words"
    lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(tuple(line.split()) for line in lines if line and not line.startswith("#"))


@lru_cache(maxsize=1000)
def _groups_with(word: str) -> tuple[tuple[str, ...], ...]:
    """The groups in which a word is, as it stands or in its base form."""
    return tuple(group for group in words_alike() if word in group or base_form(word) in group)


@cache
def _example_words() -> frozenset[str]:
    """The words of the little game in which the wishes are written that are none of the language."""
    file = find_library().folder("grammar") / "wishes" / "frame.rules"
    names = set(_DECLARED.findall(file.read_text(encoding="utf-8")))
    found = {form for name in names for form in (name, plural(name))}
    return frozenset(found - {PLAYER.name, plural(PLAYER.name)} - set(known_words()))


class Vocabulary(Record):
    """What a game has names for, and what was introduced above a line."""

    kinds: tuple[str, ...]
    amounts: tuple[str, ...]
    """Numbers that every player has, and that last."""
    zones: tuple[str, ...]
    places: tuple[tuple[str, str], ...]
    """Those that every player has, each with the kind of its cards, first those that everyone sees."""
    held: tuple[tuple[str, str], ...]
    """Those among them that not everyone sees."""
    fields: tuple[tuple[str, str, frozenset[str]], ...]
    """The fields that are labels, each with its kind of card and its words."""
    events: tuple[str, ...]
    names: frozenset[str]
    introduced: tuple[str, ...]
    marks: frozenset[str]
    owned: frozenset[str]
    """What every player has: numbers and places."""
    called_so: Mapping[str, tuple[str, ...]]
    """Names by other words that people have for them."""

    @property
    def called(self) -> frozenset[str]:
        """What is spoken of by a name of its own: `a player called victim`, `some chips called stake`."""
        return frozenset({PLAYER.name, *self.kinds, *self.amounts})

    def filled(self, lines: Lines) -> Iterator[Lines]:
        """Lines with words of the game in the places that are left open for them."""
        text = "\n".join(part for _, part in lines)
        if "{kind" in text:
            for kind in self.kinds:
                yield from self.filled(_with_kind(lines, kind))
            return
        blank = _BLANK.search(text)
        if blank is None:
            yield lines
            return
        words = self._words(blank[1], blank[2] or "", text)
        if blank[1] == "zone":
            words = (word for word in words if f"the {word}" not in text)
        for word in islice(words, MOST_NAMES):
            made = tuple((deep, part.replace(blank[0], word)) for deep, part in lines)
            yield from self.filled(made)

    def without_examples(self, text: str) -> str:
        """Help without words that only the game of the examples has, where it says what to write."""
        strange = _example_words() - self.names

        def said(piece: re.Match[str]) -> str:
            return _WORD.sub(
                lambda word: "…" if word.group() in strange else word.group(), piece[0]
            )

        return _PIECE.sub(said, text)

    def _words(self, sort: str, beginning: str, text: str) -> Iterator[str]:
        match sort:
            case "amount":
                yield from self.amounts
            case "zone":
                yield from self.zones
            case "place":
                yield from self._of_the_kind(self.places, text)
            case "held":
                yield from self._of_the_kind(self.held, text)
            case "field":
                said = set(_WORD.findall(text))
                fields = [(name, kind) for name, kind, labels in self.fields if labels & said]
                yield from self._of_the_kind(fields, text)
            case "unit":
                several = plural(beginning)
                known = several not in self.names and beginning in self.names
                yield beginning if known else several
            case "who":
                yield from self.introduced
            case _:
                shared = {verb: _shared(verb, beginning) for verb in self.events}
                longest = max(shared.values(), default=0)
                fitting = [verb for verb, long in shared.items() if long == longest >= SHORTEST]
                yield from fitting if sort == "event" else map(base_form, fitting)

    def _of_the_kind(self, named: Sequence[tuple[str, str]], text: str) -> Iterator[str]:
        """Names that have to do with a kind of card that is spoken of, or all if none is."""
        said = set(_WORD.findall(text))
        spoken = {kind for kind in self.kinds if kind in said or plural(kind) in said}
        yield from dict.fromkeys(name for name, kind in named if not spoken or kind in spoken)

    def exchanged(self, text: str) -> Iterator[tuple[bool, str]]:
        """The text with another word for one in it, that means the same and that the game has.

        Each with whether the game has the word that was there, too.
        """
        for found in _TWO_WORDS.finditer(text):
            for name in self.called_so.get(found[1], ()):
                yield False, text[: found.start()] + name + text[found.end(1) :]
        for found in _WORD.finditer(text):
            known = self._has(found.group())
            if (joined := self._joined(text, found)) is not None:
                yield False, joined
            if found.group() in self.kinds:
                continue  # who speaks of such cards means no others
            for word in self.alike(found.group()):
                yield known, text[: found.start()] + word + text[found.end() :]

    def _joined(self, text: str, found: re.Match[str]) -> str | None:
        """The text with a hyphen behind a word, if the game has a name of it and the next."""
        after = _WORD.match(text, found.end() + 1)
        if after is None or f"{found.group()}-{after.group()}" not in self.names:
            return None
        return f"{text[: found.end()]}-{text[after.start() :]}"

    def alike(self, word: str) -> Iterator[str]:
        """Other words that mean the same, and that the game or the language has."""
        yield from (name for name in self.called_so.get(word, ()) if word not in self.names)
        for group in _groups_with(word):
            for said, bent in ((word, str), (base_form(word), plural)):
                if said in group and (bent is str or said != word):
                    several = (name for each in group for name in self._named(each))
                    forms = (bent(each) for each in several if bent(each) != word)
                    yield from (form for form in forms if self._has(form))

    def _named(self, word: str) -> tuple[str, ...]:
        """The names that a word of a group stands for."""
        match word:
            case "{kind}":
                return self.kinds
            case "{amount}":
                return self.amounts
            case _:
                return (word,)

    def _has(self, word: str) -> bool:
        return word in self.names or word in known_words()


def _with_kind(lines: Lines, kind: str) -> Lines:
    """Lines about cards of one kind."""
    several = plural(kind)
    return tuple(
        (deep, part.replace("{kinds}", several).replace("{kind}", kind)) for deep, part in lines
    )


def _shared(one: str, other: str) -> int:
    """With how many letters two words begin alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def introduced_in(text: str) -> list[str]:
    """The names that a text introduces."""
    return [next(filter(None, found.groups())) for found in _INTRODUCED.finditer(text)]


def vocabulary(program: Program, above: str) -> Vocabulary:
    """The words of a game, and those that the lines above introduce, the nearest first."""
    verbs = [event.verb for event in program.events.values()]
    introduced = introduced_in(above)
    names = {name for _, table in program.tables_by_sort() for name in table}
    names |= {form for verb in verbs for form in (verb, base_form(verb))}
    names |= {plural(kind) for kind in program.kinds}
    names |= {_RELATION.sub("", fact) for fact in program.facts}
    names |= {word for setting in program.settings.values() for word in setting.words}
    labels = {name: frozenset(each.items) for name, each in program.labels.items()}
    fields = [
        (field, kind) for kind, each in program.kinds.items() for field in each.fields.values()
    ]
    labelled = tuple(
        (field.name, kind, labels[field.type.name])
        for field, kind in fields
        if field.type.name in labels
    )
    names |= {
        *(field.name for field, _ in fields),
        *(word for each in labels.values() for word in each),
    }
    held: list[tuple[str, str]] = []
    laid: list[tuple[str, str]] = []
    for name, zone in program.zones.items():
        if zone.owner == PLAYER.name:
            (laid if zone.sight.who == "everyone" else held).append((name, zone.kind))
    return Vocabulary(
        tuple(program.kinds),
        _amounts(program),
        tuple(name for name, zone in program.zones.items() if zone.owner is None),
        (*laid, *held),
        tuple(held),
        labelled,
        tuple(verbs),
        frozenset(names | set(introduced)),
        tuple(dict.fromkeys(reversed(introduced))),
        frozenset(name for name, each in program.variables.items() if each.is_mark),
        frozenset(
            name
            for table in (program.variables, program.zones)
            for name, each in table.items()
            if each.owner == PLAYER.name
        ),
        _called_so(program),
    )


def _called_so(program: Program) -> Mapping[str, tuple[str, ...]]:
    """The names of a game by single words that people have for them, as is said beside its rules."""
    tables = (program.labels, program.kinds, program.variables)
    files = {each.at.source.name for table in tables for each in table.values()}
    return _called_in(frozenset(Path(file).parent for file in files))


def phrases_beside(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """The names of a game that is in a folder, each with what people call it, as is said beside its rules.

    Strangers write such files, too: of one that cannot be read, is too large or leads elsewhere nothing is known.
    """
    try:
        said = read_beside(folder / WORDS, WORDS, LARGEST).decode("utf-8")
    except (OSError, ValueError):
        return
    for line in said.splitlines():
        name, equals, phrases = line.partition(" = ")
        if equals and ": " not in name and line[0] not in "# ":
            yield name, phrases.split(" | ")


@lru_cache(maxsize=16)
def _called_in(folders: frozenset[Path]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, phrases in chain.from_iterable(map(phrases_beside, sorted(folders))):
        for phrase in phrases:
            found[phrase] = (*found.get(phrase, ()), name)
    return found


def _amounts(program: Program) -> tuple[str, ...]:
    """What every player has so many of, and keeps."""
    return tuple(
        name
        for name, each in program.variables.items()
        if each.owner == PLAYER.name
        and each.type == NUMBER
        and not (each.is_mark or each.until_phase)
    )
