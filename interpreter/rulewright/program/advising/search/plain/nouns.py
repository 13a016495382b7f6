"""The nouns of a game as people use them: what is counted, which cards, whose place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from rulewright.program.advising.game_words import words_alike
from rulewright.program.advising.search.one_form import stem
from rulewright.program.english import base_form, plural
from rulewright.program.program import Program
from rulewright.program.types import NUMBER, PLAYER
from rulewright.records import Draft, field
from rulewright.syntax.known_mistakes.mistaken_words import DIGITS

NUMBERS: Final = {
    **dict.fromkeys(("a", "an", "another"), "1"),
    **{word: digits for word, digits in DIGITS.items() if word != "zero"},
}
_COUNTED: Final = ("{0} pieces?", "pieces? of {0}", "{0} coins?", "coins?", "money")
"""How people call the first number that players have."""
_LAY: Final = "lay"
_PLACES: Final = ("hand", "row", "deck", "heap")


class Nouns(Draft):
    """What a game has names for, as patterns of what people call it."""

    amounts: dict[str, str] = field(factory=dict)
    """Of each pattern the number that players have."""
    cards: dict[str, str] = field(factory=dict)
    """Of each pattern the kind of card."""
    places: dict[str, str] = field(factory=dict)
    """Of each pattern the place that players have."""
    piles: dict[str, str] = field(factory=dict)
    """Of each pattern the place that there is once."""
    labels: dict[str, str] = field(factory=dict)
    """Of each label the field of cards that has it."""
    leads: dict[str, str] = field(factory=dict)
    """Of each pattern the one player who is it."""
    events: dict[str, str] = field(factory=dict)
    """Of each verb that is done with a card, in one form, its base."""
    numbers: dict[str, str] = field(factory=dict)
    """Of each pattern the number printed on cards."""
    turns: dict[str, str] = field(factory=dict)
    """Of a verb in one form the number that counts it in a turn."""
    limits: dict[str, str] = field(factory=dict)
    """Of each pattern the value of players."""
    rows: dict[str, str] = field(factory=dict)
    """Of each kind the place of players where everyone sees such cards."""
    laying: frozenset[str] = frozenset()
    """Verbs by which a card comes to lie where it counts."""
    kind: str = "card"
    """The kind that is drawn."""

    @property
    def undoing(self) -> frozenset[str]:
        """Verbs that take cards away."""
        return frozenset(self.events.values()) - self.laying

    def holes(self) -> dict[str, str]:
        """What stands for the nouns in patterns."""
        return {
            "numerals": any_of(NUMBERS),
            "amounts": any_of(self.amounts),
            "cards": any_of(self.cards),
            "places": any_of(self.places),
            "piles": any_of(self.piles),
            "labels": any_of(self.labels),
            "leads": any_of(self.leads),
            "fields": any_of(self.numbers),
            "undoing": any_of(self.undoing),
            "limits": any_of(self.limits),
        }

    def number(self, said: str) -> str:
        """A number as it is written."""
        return NUMBERS.get(said.lower(), said)

    def named(self, said: str, among: Mapping[str, str]) -> str | None:
        """What the game calls something."""
        return next((name for pattern, name in among.items() if re.fullmatch(pattern, said)), None)


def any_of(patterns: Iterable[str]) -> str:
    """A pattern of one of some, the longest first; of none, one that nothing fits."""
    return "|".join(sorted(patterns, key=len, reverse=True)) or r"(?!)"


def nouns_of(program: Program, kind: str | None) -> Nouns:
    """The nouns of a program in which cards of a kind are drawn."""
    made = Nouns(kind=kind or "card")
    _add_variables(made, program)
    for each in program.kinds:
        made.cards[f"{plural(each)}|{each}"] = each
    made.cards.setdefault("cards?", made.kind)
    _add_places(made, program)
    _add_fields(made, program)
    _add_events(made, program)
    for value in program.values.values():
        if [each.type for each in value.parameters] == [PLAYER]:
            made.limits[value.name.replace("-", "[ -]")] = value.name
    return made


def _add_variables(made: Nouns, program: Program) -> None:
    for name, each in program.variables.items():
        if each.owner == PLAYER.name and each.type == NUMBER and not each.is_mark:
            if each.until_phase:
                made.turns[stem(name)] = name
            else:
                made.amounts |= dict.fromkeys(_called(name), name)
        elif each.owner is None and each.type == PLAYER:
            made.leads |= dict.fromkeys((name, *_leading(name)), name)
    first = next(iter(made.amounts.values()), None)
    if first is not None:
        made.amounts |= dict.fromkeys((word.format(first) for word in _COUNTED), first)


def _add_places(made: Nouns, program: Program) -> None:
    for zone in program.zones.values():
        if zone.owner not in (None, PLAYER.name):
            continue
        own = made.places if zone.owner else made.piles
        own |= dict.fromkeys(_called(zone.name), zone.name)
        seen = zone.sight.who == "everyone"
        if zone.owner and seen:
            made.rows.setdefault(zone.kind, zone.name)
        sort = _PLACES[(zone.owner is None) * 2 + seen]
        if zone.kind == made.kind and sort != "hand":
            for word in _same(sort):
                own.setdefault(word.replace("-", "[ -]"), zone.name)


def _add_events(made: Nouns, program: Program) -> None:
    for event in program.events.values():
        sorts = [each.type.name for each in event.parameters]
        if len(sorts) == 2 and sorts[0] == PLAYER.name and sorts[1] in program.kinds:
            made.events[stem(event.verb)] = base_form(event.verb)
    laying = [verb for verb in made.events.values() if verb in _same(_LAY)]
    made.laying = frozenset(laying[:1])
    for verb in made.laying:
        for word in sorted(_same(_LAY)):
            made.events.setdefault(stem(word), verb)
        made.cards[f"{verb}ings?"] = made.kind


def _add_fields(made: Nouns, program: Program) -> None:
    for kind in sorted(program.kinds.values(), key=lambda kind: kind.name != made.kind):
        for each in kind.fields.values():
            if each.type.name in program.labels:
                for item in program.labels[each.type.name].items:
                    made.labels.setdefault(item, each.name)
                made.numbers.setdefault(
                    f"{plural(each.name)}|{each.name}|colors?|suits?", each.name
                )
    for each in program.kinds[made.kind].fields.values() if made.kind in program.kinds else ():
        if each.type.name == NUMBER.name:
            made.numbers[f"{plural(each.name)}|{each.name}"] = each.name


def _same(word: str) -> set[str]:
    return {each for group in words_alike() if word in group for each in group if "{" not in each}


def _called(name: str) -> list[str]:
    """How people call something, its own name first."""
    base = base_form(name)
    others = sorted(word for word in _same(name) | _same(base) if word not in _PLACES)
    return [f"{plural(base)}|{base}|{name}", *(word.replace("-", "[ -]") for word in others)]


def _leading(name: str) -> tuple[str, ...]:
    return (rf"{name} (?:holder|owner|bearer)", rf"(?:holder|owner) of the {name}")
