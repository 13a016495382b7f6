"""The names of a game in place of those of the little game in which the wishes are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rulewright.program.advising.game_words import words_alike
from rulewright.program.advising.search.little_game import (
    FRAME_NAMES,
    NO_LOOKS,
    colours_of,
    frame_marks,
    with_numbers,
)
from rulewright.program.advising.search.one_form import stem, terms
from rulewright.program.advising.search.plain_deeds import by_hand
from rulewright.program.english import base_form, plural
from rulewright.program.program import Event, Program, Zone
from rulewright.program.types import NUMBER, PLAYER

_NAME: Final = re.compile(r"(?<![\w-])[A-Za-z][\w]*(?:-[\w]+)*(?![\w-])")
_PROPER: Final = re.compile(r"[A-Z][\w']*(?:[ -][A-Z][\w']*)*")
_SEAT: Final = re.compile(r"(?<![\w'-])[B-H](?![\w-])")


_PLAY: Final = re.compile(r" *play ([\w-]+) for [\w' -]+$")
_TAKES: Final = "takes"


class Borrower:
    """Puts sentences of the little game into the words of a program, as somebody has asked."""

    def __init__(self, program: Program, looks: Mapping[str, str] = NO_LOOKS) -> None:
        self.program = program
        self._colours = {label: colours_of(look) for label, look in looks.items()}
        """Of labels the words for the colours in which they are shown."""

    def told(self, lines: Iterable[str], asked: str, example: str) -> tuple[str, ...]:
        """Lines in the names of the game and with the numbers of what was asked."""
        lines = tuple(lines)
        names = self._names(asked, any(FRAME_NAMES.undone in line for line in lines))
        done = by_hand(lines, self.program, {FRAME_NAMES.verb, FRAME_NAMES.undone} & names.keys())
        return with_numbers([self._renamed(line, names) for line in done], example, asked)

    def coloured(self, text: str) -> str:
        """A text in which labels stand for the colours in which they are shown."""
        known = {item for labels in self.program.labels.values() for item in labels.items}
        named = {colour: label for label, colours in self._colours.items() for colour in colours}
        return _NAME.sub(
            lambda word: word[0] if word[0] in known else named.get(stem(word[0].lower()), word[0]),
            text,
        )

    def of_kinds(self, text: str) -> str:
        """A text in which what a card is stands for its name: sentences are about any card."""
        cards = self.program.cards
        return _PROPER.sub(lambda name: cards[name[0]].kind if name[0] in cards else name[0], text)

    def of_a_card(self, lines: tuple[str, ...], asked: str) -> tuple[str, ...]:
        """Lines about any card of a kind as lines about the one that is asked for by its name."""
        for name in _PROPER.findall(asked):
            if (card := self.program.cards.get(name)) is not None:
                return tuple(re.sub(rf"\ba {card.kind}\b", name, line) for line in lines)
        return lines

    def declared(self, lines: Iterable[str], asked: str) -> tuple[str, ...]:
        """What has to be declared for the marks of the little game that some lines speak of."""
        known = {stem(name) for name in self.program.variables}
        said = {word for line in lines for word in _NAME.findall(line)}
        names = self._names(asked)
        wanted = (line for mark, line in frame_marks().items() if mark in said)
        found = [line for line in wanted if stem(line.split()[4].strip(",")) not in known]
        return tuple(self._renamed(line, names) for line in found)

    def alike(self) -> dict[str, frozenset[str]]:
        """For words of the game those that the little game has in their place."""
        program, frame = self.program, FRAME_NAMES
        made = {stem(kind): {stem(frame.kind)} for kind in program.kinds}
        for zone in program.zones.values():
            public = zone.sight.who == "everyone"
            mine = frame.row if public else frame.hand
            place = mine if zone.owner else frame.heap if public else frame.deck
            made[stem(zone.name)] = {stem(place)}
        for name, each in program.variables.items():
            if each.type == NUMBER and each.owner == PLAYER.name and not each.is_mark:
                made[stem(name)] = {stem(frame.amount)}
            elif each.type == PLAYER:
                made[stem(name)] = {stem(frame.lead)}
        printed = {
            each.type.name for kind in program.kinds.values() for each in kind.fields.values()
        }
        for item in (
            item for name in printed & program.labels.keys() for item in program.labels[name].items
        ):
            for word in (stem(item), *self._colours.get(item, ())):
                made.setdefault(word, {stem(frame.words[0])})
        for event in program.events.values():
            if any(_is_about(event, kind) for kind in program.kinds):
                made.setdefault(stem(event.verb), {stem(frame.verb), stem(frame.undone)})
        return {word: frozenset(others - {word}) for word, others in made.items()}

    def _renamed(self, line: str, names: dict[str, str]) -> str:
        parts = re.split(r'("[^"]*")', line)
        renamed = (_NAME.sub(lambda word: names.get(word[0], word[0]), part) for part in parts[::2])
        parts[::2] = [self._counted(part, names) for part in renamed]
        return self._played("".join(parts))

    def _played(self, line: str) -> str:
        """A line in which a phase that is played as a card is played so: `play turn for me as this`."""
        found = _PLAY.match(line)
        phase = self.program.phases.get(found[1]) if found is not None else None
        return f"{line} as this" if phase is not None and len(phase.parameters) > 1 else line

    def _counted(self, text: str, names: dict[str, str]) -> str:
        """A text in which what a game counts in cards is counted so: `draw 2 cards`."""
        kinds = {names.get(FRAME_NAMES.kind), names.get(plural(FRAME_NAMES.kind))} - {None}
        for event in self.program.events.values() if kinds else ():
            units = [each.unit for each in event.parameters[1:] if each.unit]
            if units and base_form(units[0]) == FRAME_NAMES.kind:
                verbs = rf"{re.escape(base_form(event.verb))}|{re.escape(event.verb)}"
                said = rf"\b({verbs}) ((?:some|all|the count|\d+|\(.*\)))"
                pattern = rf"{said} (?:{'|'.join(map(re.escape, sorted(filter(None, kinds))))})\b"
                text = re.sub(pattern, rf"\1 \2 {units[0]}", text)
                text = re.sub(rf"\b1 {units[0]}\b", f"1 {base_form(units[0])}", text)
        return text

    # ------------------------------------------------------------------ which name for which

    def _names(self, asked: str, undone: bool = False) -> dict[str, str]:
        said = frozenset(terms(asked))
        made: dict[str, str] = {}
        kind = self._kind(said)
        if kind is not None:
            made |= {"card": kind, "cards": plural(kind)}
        made |= dict(self._places(kind))
        made |= dict(self._amounts(said))
        if kind is not None:
            made |= dict(self._fields(kind, said))
        made |= dict(self._values(kind, said))
        made |= dict(self._cards(kind, asked))
        made |= dict(self._verbs(kind, said, undone))
        made |= dict(self._rest())
        seats = _SEAT.findall(asked)
        return {**made, "A": seats[0]} if seats else made

    @property
    def usual_kind(self) -> str | None:
        """The kind of card that lies face down in a pile."""
        return self._kind(frozenset())

    def _kind(self, said: frozenset[str]) -> str | None:
        """The kind of card that is spoken of, or the one that lies face down in a pile."""
        kinds = self.program.kinds
        spoken = [kind for kind in kinds if stem(kind) in said]
        drawn = [zone.kind for zone in self.program.zones.values() if zone.sight.who == "nobody"]
        held = [
            zone.kind for zone in self.program.zones.values() if zone.ordered and zone.owner is None
        ]
        return next(iter([*spoken, *held, *drawn, *kinds]), None)

    def _zones(self, kind: str | None, owned: bool, sights: tuple[str, ...]) -> Iterator[Zone]:
        for zone in self.program.zones.values():
            mine = zone.owner == PLAYER.name
            here = mine == owned and (owned or zone.owner is None)
            if zone.kind == kind and here and zone.sight.who in sights:
                yield zone

    def _places(self, kind: str | None) -> Iterator[tuple[str, str]]:
        sorts = (
            (FRAME_NAMES.hand, True, ("owner", "its owner")),
            (FRAME_NAMES.row, True, ("everyone",)),
            (FRAME_NAMES.deck, False, ("nobody",)),
            (FRAME_NAMES.heap, False, ("everyone",)),
        )
        for name, owned, sights in sorts:
            found = [zone.name for zone in self._zones(kind, owned, sights)]
            if found and name not in found:
                yield name, found[0]

    def _amounts(self, said: frozenset[str]) -> Iterator[tuple[str, str]]:
        amounts = [
            name
            for name, each in self.program.variables.items()
            if each.owner == PLAYER.name
            and each.type == NUMBER
            and not (each.is_mark or each.until_phase)
        ]
        amounts.sort(key=lambda name: stem(name) not in said)
        if amounts and FRAME_NAMES.amount not in amounts:
            yield FRAME_NAMES.amount, amounts[0]
            yield base_form(FRAME_NAMES.amount), amounts[0]
        leads = [
            name
            for name, each in self.program.variables.items()
            if each.owner is None and each.type == PLAYER
        ]
        if leads and FRAME_NAMES.lead not in leads:
            yield FRAME_NAMES.lead, leads[0]

    def _fields(self, kind: str, said: frozenset[str]) -> Iterator[tuple[str, str]]:
        known = self.program.kinds.get(kind)  # none where its declaration cannot be read
        fields = list(known.fields.values()) if known is not None else []
        labels = [each for each in fields if each.type.name in self.program.labels]
        numbers = [each.name for each in fields if each.type.name == NUMBER.name]
        numbers.sort(key=lambda name: stem(name) not in said)
        for name in FRAME_NAMES.numbers:
            if numbers and name not in numbers:
                yield name, numbers[0]
                yield plural(name), plural(numbers[0])
        if labels and FRAME_NAMES.labels not in [each.name for each in labels]:
            yield FRAME_NAMES.labels, labels[0].name
            yield plural(FRAME_NAMES.labels), plural(labels[0].name)
        if labels:
            items = list(self.program.labels[labels[0].type.name].items)
            items.sort(key=lambda item: said.isdisjoint({stem(item), *self._colours.get(item, ())}))
            yield from zip(FRAME_NAMES.words, items, strict=False)

    def _values(self, kind: str | None, said: frozenset[str]) -> Iterator[tuple[str, str]]:
        mine, prices = list[str](), list[str]()
        for value in self.program.values.values():
            sorts = [each.type.name for each in value.parameters]
            if sorts == [PLAYER.name] and value.type == NUMBER:
                mine.append(value.name)
            elif sorts == [kind, PLAYER.name] and value.type == NUMBER:
                prices.append(value.name)
        near = [name for name in mine if said & set(terms(name))]
        for name in FRAME_NAMES.values:
            if name not in mine and near:
                yield name, near[0]
        if prices and FRAME_NAMES.cost not in prices:
            same = {word for group in words_alike() if FRAME_NAMES.cost in group for word in group}
            prices.sort(key=lambda name: (not said & set(terms(name)) - same, name not in same))
            yield FRAME_NAMES.cost, prices[0]

    def _cards(self, kind: str | None, asked: str) -> Iterator[tuple[str, str]]:
        cards = self.program.cards
        named = [found for found in _PROPER.findall(asked) if found in cards]
        others = [name for name, card in cards.items() if card.kind == kind and name not in named]
        for name, other in zip(FRAME_NAMES.cards, [*named, *others], strict=False):
            if name not in cards:
                yield name, other

    def _verbs(
        self, kind: str | None, said: frozenset[str], undone: bool
    ) -> Iterator[tuple[str, str]]:
        """What the game calls the laying of cards, and their discarding, or what else somebody does with them."""
        events = [event for event in self.program.events.values() if _is_about(event, kind)]
        events.sort(key=lambda event: not event.has_first)  # what is paid for is done by players
        verbs = [base_form(event.verb) for event in events]
        near = [verb for verb in verbs if stem(verb) in said]
        same = {word for group in words_alike() if FRAME_NAMES.verb in group for word in group}
        usual = [verb for verb in verbs if verb in same]
        others = [verb for verb in near if verb not in same]
        laid = [verb for verb in near if verb in same]
        laid = laid or (others if not undone else []) or usual
        if FRAME_NAMES.verb not in laid and laid:
            yield FRAME_NAMES.verb, laid[0]
            yield plural(FRAME_NAMES.verb), plural(laid[0])
        if others:
            yield FRAME_NAMES.undone, others[0]
            yield plural(FRAME_NAMES.undone), plural(others[0])

    def _rest(self) -> Iterator[tuple[str, str]]:
        moments = list(self.program.moments)
        for name, other in zip(FRAME_NAMES.moments, moments[:1] + moments[-1:], strict=False):
            if name not in moments:
                yield name, other
        for event in self.program.events.values():
            if [each.type for each in event.parameters] == [PLAYER] and event.verb == _TAKES:
                yield FRAME_NAMES.lead_taken, str(event.fixed)


def _is_about(event: Event, kind: str | None) -> bool:
    """Whether a player does it with a card of a kind, and nothing else."""
    sorts = [each.type.name for each in event.parameters]
    return sorts == [PLAYER.name, kind] and event.fixed is None
