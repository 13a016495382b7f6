"""Presentation of a game to people: its introduction, and which values of the table are shown when."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from rulewright.base.records import Record, field
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.yaml.spanned import text_in
from rulewright.language.text import split_braces
from rulewright.runtime.ir.module import Module, VariableEntry
from rulewright.runtime.ir.nodes.ir_types import NO_NUMBER, Kind

if TYPE_CHECKING:
    from rulewright.language.link.world import World

_WORD: Final = re.compile(r"[^\W\d_]{3,}")
LEAST_STEM: Final = 4
LONGEST_ENDING: Final = 3


class Introduction(Record):
    """The introduction of a game, shown before it begins and before the first decision of each kind."""

    aim: str = ""
    end: str = ""
    round: str = ""
    first: Mapping[str, str] = field(factory=dict)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines about the game as a whole."""
        return tuple(line for line in (self.aim, self.end, self.round) if line)


class DisplayRules(Record):
    """Display rules: `order` are the names that come first; `show` says when each variable is shown.

    `cards` are the short and long forms of cards, by kind.
    """

    order: tuple[str, ...] = ()
    show: Mapping[str, str] = field(factory=dict)
    cards: Mapping[str, Mapping[str, str]] = field(factory=dict)

    def in_order(self, names: Iterable[str]) -> list[str]:
        """Return names of variables and places in display order; one for a label follows its base name."""
        last = len(self.order)
        rank = {name: number for number, name in enumerate(self.order)}
        return sorted(names, key=lambda name: rank.get(name.rpartition(" ")[2], last))

    def when(self, name: str) -> str:
        """Return when a variable or place is shown; `always` unless a rule says differently."""
        return self.show.get(name.rpartition(" ")[2], "always")

    def shows(self, name: str, value: object) -> bool:
        """Return whether a value is shown now; nothing, nobody and absent marks never are."""
        if value is None or value is False:
            return False
        when = self.when(name)
        return when == "always" or (when == "unless-zero" and value != 0)


def introduction_of(edition: Edition, language: str, world: World) -> Introduction:
    """Return the introduction of an edition, with the numbers of a world filled in."""
    told = edition.guide
    parts = {
        part: _with_numbers(text_in(text, language), world) for part, text in told.parts.items()
    }
    first = {
        kind: _with_numbers(text_in(said.text, language), world)
        for kind, said in told.first.items()
    }
    return Introduction(parts.get("aim", ""), parts.get("end", ""), parts.get("round", ""), first)


def _with_numbers(text: str, world: World) -> str:
    """Return a text with numbers of the world in place of names in braces."""
    return fill_numbers(text, partial(number_in, world))


def fill_numbers(text: str, number: Callable[[str], str]) -> str:
    """Return a text of a guide with `number` of each name in braces."""
    return "".join(number(piece) if braced else piece for piece, braced in split_braces(text))


def number_in(world: World, name: str) -> str:
    """Return a setting or cell of the world as text; for any other name the number of players."""
    if name in world.settings:
        return str(world.settings[name])
    if name in world.cells:
        return str(world.cells[name].get((world.players, None), "?"))
    return str(world.players)


def display_rules_of(
    edition: Edition, language: str, module: Module, texts: Iterable[str]
) -> DisplayRules:
    """Return the display rules for a module; `texts` are card texts in addition to the module's messages."""
    layout, said = edition.layout, _words_in(module, texts)
    show = {name: _usual(variable, said) for name, variable in module.variables.items()}
    show |= {name: when for name, (_, when) in layout.show.items()}
    cards = {
        kind: {form: text_in(said, language) for form, said in written.forms.items()}
        for kind, written in layout.cards.items()
    }
    return DisplayRules(tuple(name.value for name in layout.order), show, cards)


def _usual(variable: VariableEntry, words: frozenset[str]) -> str:
    """Return when a variable is shown by default: `always`, `unless-zero` or `never`.

    A mark or pointer that no text mentions is internal to the rules. If a number can also be empty, its zero was
    set on purpose and is shown.
    """
    if variable.type.kind in (Kind.TRUTH, Kind.PLAYER, Kind.PIECE, Kind.DESIGN):
        spoken = all(_is_mentioned(word, words) for word in variable.name.split("-"))
        return "always" if spoken else "never"
    goes_back = variable.passing or variable.while_in
    return "unless-zero" if goes_back and variable.start != NO_NUMBER else "always"


def _is_mentioned(word: str, words: frozenset[str]) -> bool:
    """Return whether `words` contains the word, perhaps with another ending."""
    stem = word[: max(LEAST_STEM, len(word) - LONGEST_ENDING)]
    return any(each.startswith(stem) or word.startswith(each) for each in words)


def _words_in(module: Module, texts: Iterable[str]) -> frozenset[str]:
    """Return all words a game says to its players, in the language of the rules."""
    texts_of_game = [telling.text for telling in module.tellings]
    for decision in module.decisions:
        texts_of_game += [decision.question, *(label.text for label in decision.options)]
    plain = (
        piece
        for text in (*texts_of_game, *texts)
        for piece, is_value in split_braces(text)
        if not is_value
    )
    return frozenset(word.lower() for piece in plain for word in _WORD.findall(piece))
