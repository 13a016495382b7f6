"""A clause said by what its parts say: how many of what, which cards, who, and what is done with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Final

from rulewright.program.advising.search.clause_grammar import (
    Clause,
    Meant,
    Reading,
    Terminal,
    clause,
)
from rulewright.program.advising.search.little_game import FRAME_NAMES
from rulewright.program.advising.search.naming import Link, Names, Sort
from rulewright.program.advising.search.one_form import NUMBERS, groups, stem, terms
from rulewright.program.advising.search.shaping import Shaper
from rulewright.program.advising.search.whom import (
    ANY,
    AT_FIRST,
    HE,
    HOLDER,
    VICTIM,
    Person,
    persons,
)
from rulewright.program.declarations import Field
from rulewright.program.english import base_form, plural
from rulewright.program.types import NUMBER, PLAYER

_OWNER: Final = re.compile(r"'s\b|(?<=s)'(?= )")
_HIS: Final = re.compile(r"\b(?:his|her|their|its) (?:own )?")
_MY: Final = re.compile(r"\bmy\b(?! (?:left|right)\b)")
_HIS_SIDE: Final = re.compile(r"\b(?:his|her|their|its) (?:own )?(?:left|right)\b")
_SIDE: Final = re.compile(r"\bmy (left|right)\b")
_I: Final = re.compile(r"^I (?:(may|can|must|have to) )?")
_FREE: Final = re.compile(r"(?!the |my |for |let |set |if |chance |move |show )[a-z]")
"""What one may do, in one line."""
_MODAL: Final = re.compile(r"(may|can|must|has to|have to) ")
_LED: Final = re.compile(r"(?:if|when|whenever|unless) ")
"""Of whoever is spoken of behind it nothing is done."""
CAN: Final = re.compile(r"\b(?:may|can|cannot|must)\b")
"""What nobody says of what only holds."""
_DOING: Final = re.compile(r"[a-z]+ing\b")
_WHEN: Final = re.compile(r"(?:when|whenever|after|before|as soon as|once(?! per)) ", re.I)
_ONE: Final = frozenset(map(stem, ("a", "an", "another")))
_BUILDING: Final = FRAME_NAMES.verb
_LONG: Final = 5
"""Names have so many words at most."""


class Composer:
    """Puts clauses together in the words of the little game, and in names that only this one has."""

    def __init__(self, names: Names, shaper: Shaper) -> None:
        self.names, self.program, self._shaper = names, names.program, shaper
        self._terminals: dict[str, Terminal] = {
            "NUM": self._number,
            "CHIPS": lambda said, at: self._named(said, at, "amount"),
            "CARD": lambda said, at: self._kind(said, at, is_card=True),
            "KIND": lambda said, at: self._kind(said, at, is_card=False),
            "PLACE": lambda said, at: self._zone(said, at, PLAYER.name),
            "PILE": lambda said, at: self._zone(said, at, None),
            "OPEN": lambda said, at: self._zone(said, at, None, who="everyone"),
            "SUIT": self._label,
            "NAME": lambda said, at: self._named(said, at, "card"),
            "RANK": self._field,
            "LEAD": lambda said, at: self._named(said, at, "pointer"),
            "SCORE": lambda said, at: self._named(said, at, "score"),
            "SORTS": self._labels,
            "SORT": self._labels,
            "BUILD": lambda said, at: self._verb(said, at, is_building=True),
            "RUIN": lambda said, at: self._verb(said, at, is_building=False),
            "WHO": self._who,
            "WHOSE": lambda said, at: self._owners(said, self._who(said, at)),
            "ALL": self._all,
            "ALLS": lambda said, at: self._owners(said, self._all(said, at)),
            "MARKED": self._marked,
            "TRAIT": lambda said, at: [
                (end, link.name) for end, link in self._links(said, at, "labels")
            ],
        }

    def said(self, text: str, role: str) -> Iterator[tuple[tuple[str, ...], str]]:
        """What a clause may mean, each with the context in which it stands."""
        for lines, context in self._said(_OWNER.sub(" 's", text), role):
            yield tuple(re.sub(r"\bmine\b", "my", line) for line in lines), context

    def _said(self, text: str, role: str) -> Iterator[tuple[tuple[str, ...], str]]:
        if role in ("condition", "rounds"):
            yield from ((lines, "condition") for lines in self._holds(text))
        elif role == "hook":
            yield from ((lines, role) for lines in self._happens(text))
        elif role in ("deed", "rule"):
            if role == "rule":
                yield from ((lines, "rule") for lines in self._meant("RULE", text))
            yield from ((lines, "deed") for lines in self._done(text))
            if role == "deed":
                yield from ((lines, "rule") for lines in self._meant("RULE", text))
            if role == "rule" and not CAN.search(text):
                yield from ((lines, "condition") for lines in self._holds(text))

    def _meant(self, symbol: str, text: str) -> Iterator[tuple[str, ...]]:
        heard = {"HEARD": ("DOES", self._heard), "HEARDOF": ("ISDONE", self._heard)}
        return Reading(clause(text), self._terminals, heard).meant(symbol)

    def _heard(self, done: str) -> str:
        """What hears that anybody does something."""
        return self._head(ANY, done.removesuffix(" mine"), "")

    # ------------------------------------------------------------------ who

    def _done(self, text: str) -> Iterator[tuple[str, ...]]:
        """Deeds, done by whom they are said of."""
        who = None if _LED.match(text) else _subject(text)
        if who is None and (found := self._named_one.match(text)):
            yield from self._by(_HIS.sub("my ", text[found.end() :]), f"{found[1]}'s owner")
        if who is None:
            begin = _I.match(text)
            for lines in self._meant("SAY", text[begin.end() if begin else 0 :]):
                if begin is None or begin[1] not in ("may", "can"):
                    yield lines
                elif _FREE.match(lines[0]):
                    yield (f"I may {lines[0]}", *(f"    {line}" for line in lines[1:]))
            return
        said = self._shaper.said_of(who)
        if said is None:
            return
        yield from self._meant("ALLDO", text)
        rest = _HIS.sub("my ", _MY.sub("mine", text[who.end :].strip()))
        is_his = _HIS_SIDE.search(text) is not None
        is_several = who.many or who.said == ANY
        name = "the player" if is_several else said
        listed = "players" if who.said == ANY else said
        for lines in chain(self._by(rest, name), self._grouped(rest, name) if is_several else ()):
            if is_his:
                lines = tuple(_SIDE.sub(rf"{name}'s \1", line) for line in lines)
            which = ""
            if lines[0].startswith("where "):
                which, lines = f" {lines[0]}", lines[1:]
            elif not who.many and is_several:
                continue
            deeper = (line if line[0] == "+" else f"    {line}" for line in lines)
            yield (f"for each player in {listed}{which}", *deeper) if is_several else lines

    @cached_property
    def _named_one(self) -> re.Pattern[str]:
        """Cards that nobody has in hand stand for who has them."""
        cards = self.program.cards.items()
        names = [re.escape(name) for name, each in cards if each.kind != self.names.usual_kind]
        return re.compile(rf"(?:the )?({'|'.join(names) or '(?!)'}) ")

    def _grouped(self, rest: str, name: str) -> Iterator[tuple[str, ...]]:
        """What those do of whom something holds, below what that is."""
        for lines in self._meant("GROUP", rest):
            at = next(at for at, line in enumerate(lines) if line.startswith("where "))
            yield (lines[at], *self._shaper.by(lines[at + 1 :], name), *lines[:at])

    def _by(self, rest: str, name: str) -> Iterator[tuple[str, ...]]:
        """What somebody does, or may do."""
        modal = _MODAL.match(rest)
        rest = rest[modal.end() :] if modal is not None else rest
        for lines in self._meant("THEIRS", rest):
            yield self._shaper.by(lines, name)
        for lines in self._meant("SAY", rest):
            if VICTIM in " ".join(lines):
                continue
            if modal is not None and modal[1] in ("may", "can"):
                if not _FREE.match(lines[0]):
                    continue
                lines = (f"I may {lines[0]}", *(f"    {line}" for line in lines[1:]))
            yield self._shaper.by(lines, name)

    def _holds(self, text: str) -> Iterator[tuple[str, ...]]:
        """Conditions, of whom they are asked."""
        who = _subject(text)
        if who is not None and not who.many and who.said in (HE, HOLDER, "my left", "my right"):
            name = self._shaper.said_of(who)
            for lines in self._meant("HAS", _HIS.sub("my ", text[who.end :].strip())):
                yield self._shaper.as_of(lines, name or VICTIM)
        elif who is None and (found := self._named_one.match(text)):
            for lines in self._meant("HAS", text[found.end() :]):
                yield self._shaper.as_of(lines, f"{found[1]}'s owner")
        yield from self._meant("COND", text)

    def _happens(self, text: str) -> Iterator[tuple[str, ...]]:
        """Heads, by who does it; what is done with a card of mine takes it away, so it is heard before."""
        when = _WHEN.match(text)
        said = text[when.end() :] if when is not None else ""
        for each in filter(None, (said, text)):
            yield from self._meant("MOMENT", each)
        for (done,) in self._meant("ISDONE", said):
            yield (self._head("a player", done, text),)
        who = _subject(said)
        name = "I" if said.startswith("I ") else self._shaper.doer(who) if who is not None else ""
        rest = said[2 if name == "I" else who.end if who is not None else 0 :]
        if not name and _DOING.match(said):
            name, rest = "I", said
        for (done,) in self._meant("DOES", rest) if name else ():
            yield (self._head(name, done, text),)

    def _head(self, who: str, done: str, text: str) -> str:
        verb, _, rest = done.partition(" ")
        bent = verb if who == "I" else next(
            (each.verb for each in self.program.events.values() if base_form(each.verb) == verb),
            plural(verb),
        )  # fmt: skip
        what, _, where = rest.partition(" where ")
        is_mine = rest.endswith(" mine")
        asked = where.removesuffix(" mine").replace("its ", "the card's ")
        what = what.removesuffix(" mine")
        asked = " and ".join(filter(None, (asked, "the card's owner is me" if is_mine else "")))
        is_before = is_mine or what == "this" or text.lower().startswith("before")
        when = "before" if is_before else "after"
        return f"{when} {who} {bent} {what}{', if ' if asked else ''}{asked}"

    # ------------------------------------------------------------------ names

    def _links(self, said: Clause, at: int, *sorts: Sort) -> Iterator[tuple[int, Link]]:
        """What words from one on stand for."""
        for end in range(min(at + _LONG, len(said.words)), at, -1):
            part = said.text[said.starts[at] : said.ends[end - 1]]
            count = len(terms(part))
            if not count or not terms(part.split()[0]) or not terms(part.split()[-1]):
                continue
            links = self.names.links(part)
            for link in links:
                if link.start == 0 and link.end == count and link.sort in sorts:
                    yield end, link

    def _named(self, said: Clause, at: int, sort: Sort) -> list[Meant]:
        frame = {"amount": FRAME_NAMES.amount, "pointer": FRAME_NAMES.lead}.get(sort, "")
        usual = self.names.usual.get(frame)
        return [
            (end, frame if link.name == usual else link.name)
            for end, link in self._links(said, at, sort)
        ]

    def _marked(self, said: Clause, at: int) -> list[Meant]:
        """Whoever, or whatever, has a mark."""
        owners = {name: each.owner for name, each in self.program.variables.items() if each.owner}
        return [
            (end, f"{owners[link.name]} in {plural(owners[link.name])} where it is {link.name}")
            for end, link in self._links(said, at, "mark")
            if link.name in owners
        ]

    def _number(self, said: Clause, at: int) -> list[Meant]:
        if at >= len(said.words):
            return []
        word = said.text[said.starts[at] : said.ends[at]].lower()
        if word in NUMBERS or said.words[at].isdigit():
            return [(at + 1, said.words[at])]
        return [(at + 1, "1")] if said.words[at] in _ONE else []

    def _kind(self, said: Clause, at: int, *, is_card: bool) -> list[Meant]:
        """The kind of card that lies in hands; by the word for it, or as cards."""
        card = stem(FRAME_NAMES.kind)
        usual = self.names.usual_kind
        made = [
            end
            for end, link in self._links(said, at, "kind")
            if link.name == usual
            and (card in said.words[at:end]) is (is_card and usual != FRAME_NAMES.kind)
        ]
        if is_card and not made and said.words[at : at + 1] == (card,):
            made = [at + 1]
        return [(end, FRAME_NAMES.kind) for end in made]

    def _zone(self, said: Clause, at: int, owner: str | None, who: str = "") -> list[Meant]:
        made: list[Meant] = []
        for end, link in self._links(said, at, "zone"):
            zone = self.program.zones[link.name]
            is_seen = who in ("", zone.sight.who)
            is_usual = zone.kind == self.names.usual_kind
            if is_seen and zone.owner == owner and (owner is None or is_usual):
                frame = self.names.part_of(zone)
                usual = self.names.usual_zone(frame, zone.kind)
                usual = usual if is_usual else zone.name  # another kind has a `pile`, too
                made.append((end, frame if usual == zone.name else zone.name))
        return made

    @cached_property
    def _fields(self) -> tuple[Field, ...]:
        """What is printed on the cards that one has in mind."""
        kind = self.program.kinds.get(self.names.usual_kind or "")
        return tuple(kind.fields.values()) if kind is not None else ()

    def _label(self, said: Clause, at: int) -> list[Meant]:
        items = {name: each.items for name, each in self.program.labels.items()}
        return [
            (end, f"its {field.name} is {link.name}")
            for end, link in self._links(said, at, "label")
            for field in self._fields
            if link.name in items.get(field.type.name, ())
        ]

    def _labels(self, said: Clause, at: int) -> list[Meant]:
        return [(end, plural(link.name)) for end, link in self._links(said, at, "labels", "field")
                if link.name in self.program.labels]  # fmt: skip

    def _field(self, said: Clause, at: int) -> list[Meant]:
        numbers = [each.name for each in self._fields if each.type.name == NUMBER.name]
        return [
            (end, FRAME_NAMES.numbers[0] if link.name == numbers[0] else link.name)
            for end, link in self._links(said, at, "field")
            if link.name in numbers
        ]

    def _verb(self, said: Clause, at: int, *, is_building: bool) -> list[Meant]:
        """What players do with a card."""
        made: list[Meant] = []
        building = groups("alike.words")[stem(_BUILDING)]
        for end, link in self._links(said, at, "event"):
            event = self.program.events[link.name]
            sorts = [each.type.name for each in event.parameters]
            verb = base_form(event.verb)
            is_of_cards = sorts == [PLAYER.name, self.names.usual_kind] and event.fixed is None
            is_so = (stem(verb) in building) is is_building and verb != FRAME_NAMES.undone
            if is_of_cards and is_so:
                made.append((end, verb))
        return made

    # ------------------------------------------------------------------ players

    def _person(self, said: Clause, at: int) -> Iterator[tuple[int, Person]]:
        if at >= len(said.words):
            return
        first = AT_FIRST.match(said.text)
        begin = first.end() if first is not None else 0
        for each in persons(said.text):
            if (each.start or begin) == said.starts[at] or (not each.start and not at):
                yield sum(1 for end in said.ends if end <= each.end), each

    def _who(self, said: Clause, at: int) -> list[Meant]:
        return [
            (end, self._shaper.said_of(who) or VICTIM)
            for end, who in self._person(said, at)
            if not who.many
        ]

    def _owners(self, said: Clause, whose: Sequence[Meant]) -> list[Meant]:
        return [(end + 1, who) for end, who in whose if said.words[end : end + 1] == ("'s",)]

    def _all(self, said: Clause, at: int) -> list[Meant]:
        made = ((end, self._shaper.said_of(who)) for end, who in self._person(said, at) if who.many)
        return [(end, listed) for end, listed in made if listed]


def _subject(text: str) -> Person | None:
    return next((each for each in persons(text) if each.is_subject), None)
