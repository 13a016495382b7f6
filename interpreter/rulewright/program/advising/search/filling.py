"""A saying in the names of a game: what somebody has asked fills what is open in it, as far as the sort fits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rulewright.program.advising.game_words import words_alike
from rulewright.program.advising.search.by_hand import by_hand
from rulewright.program.advising.search.documents import Saying
from rulewright.program.advising.search.little_game import FRAME_NAMES, frame_marks, with_numbers
from rulewright.program.advising.search.naming import Link, Names
from rulewright.program.advising.search.one_form import SAME, groups, stem, terms
from rulewright.program.advising.search.question import Question
from rulewright.program.english import base_form, plural
from rulewright.program.program import Event, Program
from rulewright.program.types import NUMBER, PLAYER
from rulewright.records import Record

_NAME: Final = re.compile(r"(?<![\w-])[A-Za-z][\w]*(?:-[\w]+)*(?![\w-])")
_SEAT: Final = re.compile(r"(?<![\w'-])[B-H](?![\w-])")
_PLAY: Final = re.compile(r" *play ([\w-]+) for [\w' -]+$")
_QUOTED: Final = re.compile(r'("[^"]*")')
_OWNER: Final = (
    r"(?:my|its|a player's|the [\w-]+'s(?: (?:left|right|owner)'s)?|my (?:left|right)'s|[A-H]'s)"
)
_HEARD: Final = re.compile(r"(?:after|before|when) |.* cannot ")
_TAKES: Final = "takes"


class Filled(Record):
    """Lines in the names of a game, what has to be declared for them, and names that only stand in for others."""

    lines: tuple[str, ...]
    extra: tuple[str, ...]
    phrases: tuple[str, ...]
    """What people say who mean all of it, in the names of the game."""
    says: str
    """What they say in the words of people, in the names of the game."""
    stand_ins: tuple[str, ...] = ()


class Filler:
    """Puts sentences of the little game into the words of a program."""

    def __init__(self, names: Names) -> None:
        self.names = names

    @property
    def program(self) -> Program:
        """The game whose names they are."""
        return self.names.program

    def filled(self, saying: Saying, asked: Question) -> Filled:
        """A saying as somebody has asked for it."""
        if not saying.borrowed:
            return self._own(saying, asked)
        made, stand_ins = self._chosen(saying, asked)
        verbs = {FRAME_NAMES.verb, FRAME_NAMES.undone} & made.keys()
        done = list(by_hand(saying.lines, self.program, verbs, self._has_own(FRAME_NAMES.heap)))
        made |= self._places(" ".join((*done, *saying.extra)), asked, made.get(FRAME_NAMES.kind))
        lines = tuple(self._renamed(line, made) for line in done)
        declared = (*saying.extra, *self._declared(saying.lines))
        extra = tuple(self._renamed(line, made) for line in declared)
        theirs = asked.numbers_for(saying.lines)
        numbered = tuple(
            self._in_number(line, made)
            for line in with_numbers((*lines, *extra), saying.asked, *theirs)
        )
        said = self._renamed(with_numbers([saying.asked], saying.asked, *theirs)[0], made)
        lines = numbered[: len(lines)]
        bent = made | {f"{frame}ed": made[frame] for frame in verbs}
        used = {word for line in lines for word in _NAME.findall(line)}
        return Filled(
            tuple(lines),
            tuple(numbered[len(lines) :]),
            tuple(
                _NAME.sub(lambda word: bent.get(word[0], word[0]), each) for each in saying.phrases
            ),
            said,
            tuple(name for name in stand_ins if name in used),
        )

    def _own(self, saying: Saying, asked: Question) -> Filled:
        """A saying in names of the game, with the numbers, labels and cards that were asked for."""
        given = asked.numbers_for(saying.lines)
        example = saying.numbered or " ".join(saying.lines)
        lines = with_numbers(saying.lines, example, *given)
        said = with_numbers([saying.asked], example, *given)[0]
        changed, stand_ins = self._exchanged(saying, asked)

        names = "|".join(map(re.escape, changed)) or "(?!)"

        def put(each: str) -> str:
            return re.sub(rf"\b(?:{names})\b", lambda word: changed[word[0]], each)

        return Filled(
            tuple(map(put, lines)),
            tuple(map(put, saying.extra)),
            tuple(map(put, saying.phrases)),
            put(said),
            stand_ins,
        )

    def _exchanged(self, saying: Saying, asked: Question) -> tuple[dict[str, str], tuple[str, ...]]:
        """For labels and cards of a saying those of the same sort that were asked for, and which were not."""
        text = " ".join(saying.phrases)
        own = [slot.name for slot in saying.slots]
        left = [link for link in asked.links if link.given and link.sort in ("label", "card")]
        left.sort(key=lambda link: link.name in text and link.name not in own)
        changed: dict[str, str] = {}
        stand_ins: list[str] = []
        for slot in saying.slots:
            same = [link for link in left if self._sort(link) == self._sort(slot)]
            if same:
                changed[slot.name] = same[0].name
                left.remove(same[0])
            else:
                stand_ins.append(slot.name)
        return changed, tuple(stand_ins)

    def _sort(self, link: Link) -> str:
        """Of which labels, or of which kind, something is."""
        if link.sort == "card":
            return self.program.cards[link.name].kind
        return next(n for n, each in self.program.labels.items() if link.name in each.items)

    def _has_own(self, frame: str) -> bool:
        """Whether each player has a place that serves as one of the little game."""
        zone = self.program.zones.get(self.names.usual.get(frame, ""))
        return zone is not None and zone.owner == PLAYER.name

    # ------------------------------------------------------------------ which name for which

    def _chosen(self, saying: Saying, asked: Question) -> tuple[dict[str, str], list[str]]:
        """For each name of the little game that of this one, and which of them nobody has asked for."""
        said = [link for link in asked.links if link.given]
        kind = self._kind(said) or self.names.usual_kind
        made: dict[str, str] = {}
        stand_ins: list[str] = []
        if kind is not None:
            made |= {FRAME_NAMES.kind: kind, plural(FRAME_NAMES.kind): plural(kind)}
        made |= dict(self._amounts(saying, asked.links))
        made |= dict(self._verbs(saying, said, kind))
        for name, other, is_said in (*self._fields(said, kind), *self._cards(said, kind)):
            made[name] = other
            if not is_said:
                stand_ins.append(other)
        made |= dict(self._rest())
        if seats := _SEAT.findall(asked.text):
            made["A"] = seats[0]
        return made, stand_ins

    def _kind(self, said: Iterable[Link]) -> str | None:
        """The kind of card that is spoken of."""
        kinds: list[str] = []
        for link in said:
            match link.sort:
                case "kind":
                    kinds.insert(0, link.name)
                case "zone":
                    kinds.append(self.program.zones[link.name].kind)
                case "card":
                    kinds.append(self.program.cards[link.name].kind)
                case _:
                    pass
        return next(iter(kinds), None)

    def _places(self, text: str, asked: Question, kind: str | None) -> dict[str, str]:
        """The places: what is asked for serves first as what it is like, then as the next that is open."""
        said = [link for link in asked.links if link.given]
        frames = [
            name
            for name in (FRAME_NAMES.hand, FRAME_NAMES.row, FRAME_NAMES.heap, FRAME_NAMES.deck)
            if re.search(rf"\b{name}\b", text)
        ]
        made: dict[str, str] = {}
        left = [link.name for link in said if link.sort == "zone"]
        for name in list(left):
            like = self.names.part_of(self.program.zones[name])
            if like in frames and like not in made:
                made[like] = name
                left.remove(name)
        for frame in frames:
            if frame not in made:
                usual = self.names.usual_zone(frame, kind)
                if left and usual not in made.values():
                    made[frame] = left.pop(0)
                elif usual is not None:
                    made[frame] = usual
        return made

    def _amounts(self, saying: Saying, said: Iterable[Link]) -> Iterator[tuple[str, str]]:
        said = list(said) if saying.asked else []  # what is put together says it by its name
        done = {link.start for link in said if link.sort == "event"}  # `pay` is no `paid`
        own = set(terms(saying.asked)) - set(terms(FRAME_NAMES.amount))
        links = sorted(
            (link for link in said if not own & set(terms(link.name))),
            key=lambda link: (not link.given, link.start in done),
        )
        amounts = [link.name for link in links if link.sort in ("amount", "score")]
        pointers = [link.name for link in links if link.sort == "pointer"]
        scores = [link.name for link in links if link.sort == "score"]
        usual = self.names.usual
        amount = next(iter(amounts), usual.get(FRAME_NAMES.amount))
        if amount is not None:
            yield FRAME_NAMES.amount, amount
            yield base_form(FRAME_NAMES.amount), amount
        lead = next(iter(pointers), usual.get(FRAME_NAMES.lead))
        if lead is not None:
            yield FRAME_NAMES.lead, lead
        for frame in FRAME_NAMES.values if scores else ():
            yield frame, scores[0]

    def _verbs(
        self, saying: Saying, said: Iterable[Link], kind: str | None
    ) -> Iterator[tuple[str, str]]:
        """What the game calls the laying of cards, and their discarding, or what else somebody does with them."""
        events = [each for each in self.program.events.values() if _is_about(each, kind)]
        named = [link.name for link in said if link.sort == "event"]
        near = [each for name in named for each in events if each.name == name and saying.asked]
        text = " ".join(saying.lines)
        for frame in (FRAME_NAMES.verb, FRAME_NAMES.undone):
            if not re.search(rf"\b{frame}s?\b", text):
                continue
            same = groups(*SAME)[stem(frame)] | groups("near.words").get(stem(frame), frozenset())
            alike = [each for each in events if stem(base_form(each.verb)) in same]
            alike.sort(key=lambda each: base_form(each.verb) != frame)
            is_heard = _HEARD.match(saying.lines[0]) is not None
            asked = [
                each for each in near if is_heard or each in alike or self._is_called(each, same)
            ]
            asked.sort(key=lambda each: base_form(each.verb) != frame)
            if asked:
                near.remove(asked[0])
            for event in [*asked, *alike][:1]:
                yield frame, base_form(event.verb)
                yield plural(frame), event.verb

    def _is_called(self, event: Event, words: frozenset[str]) -> bool:
        """Whether what people call an event first is one of some words."""
        return any(
            stem(word) in words
            for each in self.names.called(event.name)[:1]
            for word in each.split()
        )

    def _fields(self, said: Sequence[Link], kind: str | None) -> Iterator[tuple[str, str, bool]]:
        known = self.program.kinds.get(kind or "")  # none where its declaration cannot be read
        fields = list(known.fields.values()) if known is not None else []
        spoken = [link.name for link in said if link.sort == "field"]
        numbers = [each.name for each in fields if each.type.name == NUMBER.name]
        numbers.sort(key=lambda name: name not in spoken)
        for name in FRAME_NAMES.numbers if numbers else ():
            yield name, numbers[0], True
            yield plural(name), plural(numbers[0]), True
        prices = [
            value.name
            for value in self.program.values.values()
            if [each.type.name for each in value.parameters] == [kind, PLAYER.name]
            and value.type == NUMBER
        ]
        same = {word for group in words_alike() if FRAME_NAMES.cost in group for word in group}
        prices.sort(key=lambda name: (name not in spoken, name not in same))
        if prices:
            yield FRAME_NAMES.cost, prices[0], True
        labels = [each for each in fields if each.type.name in self.program.labels]
        asked = [link.name for link in said if link.sort == "label"]
        items = [self.program.labels[each.type.name].items for each in labels]
        at = next((n for n, each in enumerate(items) if set(each) & set(asked)), 0)
        if labels:
            yield FRAME_NAMES.labels, labels[at].name, True
            yield plural(FRAME_NAMES.labels), plural(labels[at].type.name), True
            words = sorted(items[at], key=lambda item: item not in asked)
            for name, item in zip(FRAME_NAMES.words, words, strict=False):
                yield name, item, item in asked

    def _cards(self, said: Sequence[Link], kind: str | None) -> Iterator[tuple[str, str, bool]]:
        cards = self.program.cards
        named = [link.name for link in said if link.sort == "card"]
        others = [name for name, card in cards.items() if card.kind == kind and name not in named]
        for name, other in zip(FRAME_NAMES.cards, [*named, *others], strict=False):
            yield name, other, other in named

    def _rest(self) -> Iterator[tuple[str, str]]:
        moments = list(self.program.moments)
        yield from zip(FRAME_NAMES.moments, moments[:1] + moments[-1:], strict=False)
        for event in self.program.events.values():
            if [each.type for each in event.parameters] == [PLAYER] and event.verb == _TAKES:
                yield FRAME_NAMES.lead_taken, str(event.fixed)

    # ------------------------------------------------------------------ lines

    def _renamed(self, line: str, names: dict[str, str]) -> str:
        parts = _QUOTED.split(line)
        for at in range(0, len(parts), 2):
            part = _NAME.sub(lambda word: names.get(word[0], word[0]), parts[at])
            parts[at] = self._owned(self._counted(part, names), names)
        return self._played("".join(parts))

    def _owned(self, text: str, names: dict[str, str]) -> str:
        """A text in which what everybody has is somebody's, and what there is once is nobody's."""
        for name in set(names.values()):
            zone, variable = self.program.zones.get(name), self.program.variables.get(name)
            owned = zone or variable
            if owned is None or owned.owner not in (None, PLAYER.name):
                continue
            if owned.owner is None:
                text = re.sub(rf"\b{_OWNER} {name}\b", f"the {name}", text)
            elif zone is not None:
                text = re.sub(rf"\bthe {name}\b(?! (?:be|is)\b)", f"my {name}", text)
            if owned.each and not re.search(rf"\b{name} for\b", text):
                which = next((n for n in names.values() if n in self._items(owned.each)), None)
                which = which or self._items(owned.each)[0]
                text = re.sub(rf"((?:the|{_OWNER}) {name})\b", rf"\1 for {which}", text)
        return text

    def _items(self, labels: str) -> tuple[str, ...]:
        return self.program.labels[labels].items

    def _in_number(self, line: str, names: dict[str, str]) -> str:
        """A line in which one is one, and more are several."""
        events = self.program.events.values()
        units = {each.unit for event in events for each in event.parameters if each.unit}
        for unit in sorted(units | {names.get(FRAME_NAMES.amount, "")} - {""}):
            line = re.sub(rf"(?<![+*-] )\b1 {unit}\b", f"1 {base_form(unit)}", line)
            line = re.sub(rf"\b(?!1 )(\d+) {base_form(unit)}\b", rf"\1 {unit}", line)
        return line

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

    def _declared(self, lines: Iterable[str]) -> Iterator[str]:
        """What has to be declared for the marks of the little game that some lines speak of."""
        known = {stem(name) for name in self.program.variables}
        said = {word for line in lines for word in _NAME.findall(line)}
        for mark, line in frame_marks().items():
            if mark in said and stem(mark) not in known:
                yield line


def _is_about(event: Event, kind: str | None) -> bool:
    """Whether a player does it with a card of a kind, and nothing else."""
    sorts = [each.type.name for each in event.parameters]
    return sorts == [PLAYER.name, kind] and event.fixed is None
