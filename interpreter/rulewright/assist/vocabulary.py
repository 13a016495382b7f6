"""The vocabulary at a line: names of the game, names in scope, and their synonyms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Final

from rulewright.assist.example_table import folder
from rulewright.base.records import Record
from rulewright.language.program.program import Program
from rulewright.language.program.types import NUMBER, PLAYER
from rulewright.language.syntax import language_keywords
from rulewright.language.text import read_auxiliary
from rulewright.language.text.words.english import base_form, plural

WORDS: Final = "samples.words"
"""File name of the phrases beside the rules of a game."""
LARGEST: Final = 100_000
"""Largest size of such a file, in bytes."""
_INTRODUCED: Final = re.compile(
    r"\bcalled ([a-z][a-z0-9-]*)|\b(?:choose|chooses) an? ([a-z][a-z0-9-]*)|\bfor each ([a-z][a-z0-9-]*)"
    r"|\blet the ([a-z][a-z0-9-]*) be\b|\ban(?:other)? (player)\b|\ban? ([a-z][a-z0-9-]*)"
)
_RELATION: Final = re.compile(r"-(?:to|from|with|as|into|under|on|by|against|for)$")
"""Matches the preposition that ends the name of a relation between two things: `follows-for`."""


@cache
def synonym_groups() -> tuple[tuple[str, ...], ...]:
    """Return groups of words that people use for the same thing."""
    file = folder() / "alike.words"
    lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(tuple(line.split()) for line in lines if line and not line.startswith("#"))


@lru_cache(maxsize=1000)
def _groups_with(word: str) -> tuple[tuple[str, ...], ...]:
    """Return the groups that contain `word` or its base form."""
    return tuple(group for group in synonym_groups() if word in group or base_form(word) in group)


class Vocabulary(Record):
    """The names of a game, and those introduced above a line."""

    kinds: tuple[str, ...]
    amounts: tuple[str, ...]
    """Numbers that every player has, and that last."""
    events: tuple[str, ...]
    names: frozenset[str]
    introduced: tuple[str, ...]
    marks: frozenset[str]
    owned: frozenset[str]
    """Numbers and zones that every player has."""
    phrases: Mapping[str, tuple[str, ...]]
    """Names of the game by the other words for them."""

    @property
    def nameable(self) -> frozenset[str]:
        """Names of things that can get a name of their own: `a player called victim`, `some chips called stake`."""
        return frozenset({PLAYER.name, *self.kinds, *self.amounts})

    def synonyms(self, word: str) -> Iterator[str]:
        """Yield synonyms of `word` that the game or the language knows."""
        yield from (name for name in self.phrases.get(word, ()) if word not in self.names)
        for group in _groups_with(word):
            for variant, bent in ((word, str), (base_form(word), plural)):
                if variant in group and (bent is str or variant != word):
                    several = (name for each in group for name in self._names_meant_by(each))
                    forms = (bent(each) for each in several if bent(each) != word)
                    yield from (form for form in forms if self._is_known(form))

    def _names_meant_by(self, word: str) -> tuple[str, ...]:
        """Return the names that a word of a group represents."""
        match word:
            case "{kind}":
                return self.kinds
            case "{amount}":
                return self.amounts
            case _:
                return (word,)

    def _is_known(self, word: str) -> bool:
        """Return whether a word is a name of the game or a keyword of the language."""
        return word in self.names or word in language_keywords()


def introduced_in(text: str) -> list[str]:
    """Return the names that `text` introduces."""
    return [next(filter(None, match.groups())) for match in _INTRODUCED.finditer(text)]


def vocabulary_at(program: Program, above: str) -> Vocabulary:
    """Return the names of a game and those introduced in the lines `above`, the nearest first."""
    verbs = [event.verb for event in program.events.values()]
    introduced = introduced_in(above)
    names = {name for _, table in program.tables_by_sort() for name in table}
    names |= {form for verb in verbs for form in (verb, base_form(verb))}
    names |= {program.plural(kind) for kind in program.kinds}
    names |= {_RELATION.sub("", fact) for fact in program.facts}
    names |= {word for setting in program.settings.values() for word in setting.words}
    names |= {field.name for kind in program.kinds.values() for field in kind.fields.values()}
    names |= {word for labels in program.labels.values() for word in labels.items}
    return Vocabulary(
        tuple(program.kinds),
        _player_numbers(program),
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
        _phrases_of_game(program),
    )


def _phrases_of_game(program: Program) -> Mapping[str, tuple[str, ...]]:
    """Return the names of a game by the words that files next to its rules list for them."""
    tables = (program.labels, program.kinds, program.variables)
    files = {each.at.source.name for table in tables for each in table.values()}
    return _phrases_in(frozenset(Path(file).parent for file in files))


def phrases_beside(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield each name of the game in `folder` with the phrases that its word file lists.

    Strangers may write such files: one that is unreadable, too large or links elsewhere yields nothing.
    """
    try:
        text = read_auxiliary(folder / WORDS, WORDS, LARGEST).decode("utf-8")
    except (OSError, ValueError):
        return
    for line in text.splitlines():
        name, equals, phrases = line.partition(" = ")
        if equals and ": " not in name and line[0] not in "# ":
            yield name, phrases.split(" | ")


@lru_cache(maxsize=16)
def _phrases_in(folders: frozenset[Path]) -> Mapping[str, tuple[str, ...]]:
    """Return the names by each phrase in the word files of these folders."""
    names: dict[str, tuple[str, ...]] = {}
    for name, phrases in chain.from_iterable(map(phrases_beside, sorted(folders))):
        for phrase in phrases:
            names[phrase] = (*names.get(phrase, ()), name)
    return names


def _player_numbers(program: Program) -> tuple[str, ...]:
    """Return the lasting numbers that every player has."""
    return tuple(
        name
        for name, each in program.variables.items()
        if each.owner == PLAYER.name
        and each.type == NUMBER
        and not (each.is_mark or each.until_phase)
    )
