"""What can be said, each with what people would say for it: wishes, and what the rules of a game offer."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from rulewright.cache import keep, kept
from rulewright.program.advising.search.clauses import Role
from rulewright.program.advising.search.little_game import FRAME_NAMES
from rulewright.program.advising.search.naming import Link, Names
from rulewright.program.advising.search.one_form import terms
from rulewright.program.advising.search.ranking import Asked, Near, Ranking, Weighted
from rulewright.program.advising.search.whom import ANY, worded
from rulewright.program.advising.wish_table import Wish, wishes, wishes_beside
from rulewright.program.english import base_form, plural
from rulewright.program.program import Card, Declared, Event, Parameter, Setting, Value
from rulewright.program.types import NUMBER, PLAYER
from rulewright.records import Draft, Record, field
from rulewright.syntax.recovery import declaration_starts

_ROLES: Final[dict[str, str]] = {
    **dict.fromkeys(("deed", "later", "turn", "heads", "until", "setup"), "deed"),
    "condition": "condition",
    **dict.fromkeys(("sum", "list"), "list"),
    **dict.fromkeys(("rule", "card"), "rule"),
    "hook": "hook",
}
_SCENARIO: Final = ("place", "given", "when", "then")
_NOTE: Final = re.compile(r" *(?:text|cite|printed|reading|told|#)\b")
_QUOTED: Final = re.compile(r'"([^"]*)"')
_FIELDS: Final = re.compile(r"[a-z-]+ [^,\n]+(?:, [a-z-]+ [^,\n]+)*\n?$")
_CLAUSE: Final = re.compile(r"[.,;:] ?")


class Saying(Record):
    """Lines that say something, and what they say in the words of people."""

    asked: str
    lines: tuple[str, ...]
    role: Role | str
    context: str
    page: str
    """Where it is told of."""
    card: str = ""
    """The card on which it stands."""
    remark: str = ""
    extra: tuple[str, ...] = ()
    borrowed: bool = False
    """Whether its names are those of the little game in which the wishes are written."""
    phrases: tuple[str, ...] = ()
    """What people say who mean all of it."""
    words: tuple[str, ...] = ()
    """Words for which it is told where nothing else says them."""
    slots: tuple[Link, ...] = ()
    """Names of the game in the lines in whose place others of their sort may be asked for."""
    numbered: str = ""
    """Where its numbers stand in their order; in the lines, if that is left open."""
    about: str = ""
    """The event whose doer is left open."""
    texts: tuple[tuple[float, tuple[str, ...]], ...] = field(factory=tuple, eq=False, repr=False)
    """By which words it is found."""


class Shelf(Draft):
    """Sayings that can be asked for."""

    sayings: tuple[Saying, ...]
    ranking: Ranking

    @classmethod
    def of(cls, sayings: Iterable[Saying]) -> Shelf:
        """Sayings, in their order."""
        known = tuple(sayings)
        return cls(known, _ranked(tuple(each.texts for each in known)))

    def nearest(
        self, asked: Asked, most: int, roles: frozenset[str]
    ) -> Iterator[tuple[Saying, Near]]:
        """The nearest of some roles, the nearest first, each with how near it is."""
        among = frozenset(at for at, each in enumerate(self.sayings) if each.role in roles)
        return self.nearest_of(asked, most, among)

    def nearest_of(
        self, asked: Asked, most: int, among: Collection[int]
    ) -> Iterator[tuple[Saying, Near]]:
        """The nearest of some, by their numbers."""
        for near in self.ranking.nearest(asked, most, among):
            yield self.sayings[near.number], near


@lru_cache(maxsize=2)
def _ranked(texts: tuple[Weighted, ...]) -> Ranking:
    """In an editor one game has the same sayings for many keys."""
    return Ranking(texts)


# ------------------------------------------------------------------ wishes


@cache
def wished() -> tuple[Saying, ...]:
    """Every row of the table of wishes; they are kept from one run to the next."""
    found: tuple[Saying, ...] | None = kept("wishes that are looked for")
    if found is None:
        found = tuple(map(_wished, wishes()))
        keep("wishes that are looked for", found)
    return found


def _wished(wish: Wish, names: Names | None = None) -> Saying:
    """A row; one of a game's own has names of the game, in whose place others of the sort may be asked for."""
    role = "scenario" if wish.context in _SCENARIO else _ROLES.get(wish.context, "top")
    phrases = (wish.example, *wish.ways)
    if names is not None:
        phrases = tuple(map(names.held, phrases))
    hints = [phrase for also in wish.also for phrase in also.split(", ")]
    slots = names.slots(wish.example, wish.answer) if names is not None else ()

    def words(phrase: str) -> tuple[str, ...]:
        for link in slots:
            phrase = (
                re.sub(rf"\b{link.name}\b", " ".join(names.little(link)), phrase) if names else ""
            )
        return worded(phrase)

    return Saying(
        wish.example,
        tuple(wish.answer),
        role,
        wish.context,
        f"docs/how-to-say.md#{_anchor(wish.chapter)}",
        remark=wish.remark,
        extra=tuple(wish.extra),
        borrowed=names is None,
        slots=slots,
        numbered=wish.example,
        about=ANY if names is not None and role == "hook" and ANY in wish.answer[0] else "",
        phrases=phrases,
        words=tuple(wish.words),
        texts=(
            *((1.0, words(phrase)) for phrase in phrases),
            *((0.7, words(phrase)) for phrase in hints),
            (0.3, terms(" ".join(wish.answer))),
        ),
    )


def _anchor(title: str) -> str:
    """How a title of a page is pointed to."""
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


# ------------------------------------------------------------------ what a game offers


def offered(names: Names) -> Iterator[Saying]:
    """What the rules of a game offer to be said."""
    program = names.program
    for folder in names.folders:
        yield from (_wished(wish, names) for wish in wishes_beside(folder))
    for event in program.events.values():
        yield from _of_event(event, names)
    for value in program.values.values():
        yield from _of_value(value, names)
    for name, setting in program.settings.items():
        lines = ("settings:", f"    {name}: {_other_choice(setting)}")
        yield _own(setting, "setting", lines, names.called(name) or (name,))
    for variable in program.variables.values():
        if variable.is_mark and variable.owner is not None:
            name, owner = variable.name, variable.owner
            deed = f"the {'victim' if owner == PLAYER.name else owner} becomes {name}"
            phrases = names.called(name) or (f"{owner} is {name}",)
            yield _own(variable, "condition", (f"the {owner} is {name}",), phrases)
            yield _own(variable, "deed", (deed,), phrases)
    for card in program.cards.values():
        if card.name not in program.unread and card.notes.text:
            yield from of_card(card)


def _other_choice(setting: Setting) -> str:
    """What may be chosen in place of what is usual."""
    if isinstance(setting.default, bool):
        return "no" if setting.default else "yes"
    others = [word for word in setting.words if word != setting.default]
    return "   # or ".join(others) if others else str(setting.default)


def _of_event(event: Event, names: Names) -> Iterator[Saying]:
    """What can be said of what players do: that it has happened, would happen, cannot, and is done."""
    program = names.program
    things = [f"the {event.fixed}" if _is_pointed_to(event) else event.fixed] if event.fixed else []
    done, chosen = [*things], list[str]()
    for each in event.parameters[1:]:
        said = f"some {each.unit}" if each.unit else f"a {each.type.name}"
        things += [each.preposition, said] if each.preposition else [said]
        made, needed = _done_to(each, names)
        done += [each.preposition, made] if each.preposition else [made]
        chosen += needed
    if not event.parameters or event.parameters[0].type != PLAYER:
        return
    verb = base_form(event.verb)
    phrases = names.called(event.name) or (" ".join([verb, *things]),)
    what = " ".join([verb, *things])
    for role, lines, asked in (
        ("hook", (f"after a player {' '.join([event.verb, *things])}",), "when {}"),
        ("rule", (f"when a player would {what}", "    do nothing"), "would {} instead"),
        ("rule", (f"a player cannot {what}",), "nobody cannot {}, forbidden"),
    ):
        yield _own(event, role, lines, list(map(asked.format, phrases)), event.name)
    if all(
        each.type == PLAYER
        or each.unit
        or each.type.name in {*program.kinds, *program.labels, NUMBER.name}
        for each in event.parameters
    ):
        yield _own(event, "deed", (*chosen, " ".join([verb, *done])), phrases)


def _done_to(thing: Parameter, names: Names) -> tuple[str, tuple[str, ...]]:
    """What an event is done with in a deed, and how that is chosen."""
    sort = thing.type.name
    if thing.unit or sort == NUMBER.name:
        return (f"1 {base_form(thing.unit)}" if thing.unit else "1"), ()
    if sort == PLAYER.name:
        return "the victim", ()
    if sort in names.program.kinds:
        place = names.usual_zone(FRAME_NAMES.hand, sort) or names.usual_zone(FRAME_NAMES.heap, sort)
        zone = names.program.zones.get(place or "")
        whose = "the" if zone is None or zone.owner is None else "my"
        where = (
            f"{plural(sort)} in {whose} {place}"
            if zone is not None and not zone.each
            else plural(sort)
        )
        return f"the {sort}", (f"choose a {sort} from {where}",)
    return f"the {sort}", (f"choose a {sort} from {plural(sort)}",)


def _is_pointed_to(event: Event) -> bool:
    """Whether what an event is always done with is declared with a `the`."""
    text = event.at.source.text
    head = text[text.rfind("\n", 0, event.at.start) + 1 : text.find("\n", event.at.start)]
    return f" the {event.fixed}" in head


def _of_value(value: Value, names: Names) -> Iterator[Saying]:
    if value.type != NUMBER or " " in value.name:
        return
    name, sorts = value.name, [each.type.name for each in value.parameters]
    is_mine = sorts[-1:] == [PLAYER.name]
    if len(sorts) > 1 + is_mine:
        return
    said = f"{'my' if is_mine else 'the'} {name}"
    if len(sorts) > is_mine:
        said = f"a {sorts[0]}'s {name}{' for me' * is_mine}"
    phrases = names.called(name) or (said,)
    for ending, cue in (
        (" more", "extra bonus add increase"),
        (" less", "lose reduce minus cheaper"),
        ("", ""),
    ):
        asked = [f"{each}{ending}" for each in phrases]
        yield _own(value, "rule", (f"{said} is 1{ending}",), asked, hints=cue)


def _own(
    declared: Declared,
    role: Role | str,
    lines: tuple[str, ...],
    phrases: Sequence[str],
    about: str = "",
    hints: str = "",
) -> Saying:
    """What a declaration offers, found by how people call it."""
    told = declared.notes.text
    return Saying(
        phrases[0],
        lines,
        role,
        role,
        str(declared.at),
        phrases=tuple(phrases),
        about=about,
        texts=(
            *((1.0, worded(each)) for each in phrases),
            (0.5, terms(told)),
            (0.7, terms(hints)),
            (0.3, terms(" ".join(lines))),
        ),
    )


def of_card(card: Card) -> Iterator[Saying]:
    """Each rule of a card, by what is printed on the card."""
    text = card.at.source.text
    starts = [start for start in declaration_starts(text) if start > card.at.start]
    said = text[card.at.start : min(starts, default=len(text))].rstrip()
    begins = [found.start() for found in re.finditer(r"(?m)^    (?=[^ \n])", said)]
    for begin, end in zip(begins, [*begins, len(said)][1:], strict=True):
        part = said[begin:end]
        if _NOTE.match(part):
            continue
        inside = (line[4:] for line in part.split("\n") if line.startswith("    "))
        lines = [line for line in inside if line.strip() and not line.lstrip().startswith("#")]
        if _FIELDS.fullmatch(part.strip()) or not lines:
            continue
        about = card.notes.text
        yield Saying(
            about or card.name,
            tuple(lines),
            "card",
            "rule",
            str(card.at),
            card=card.name,
            texts=(
                *((1.0, worded(clause)) for clause in _CLAUSE.split(about)),
                (0.7, terms(" ".join(_QUOTED.findall(part)))),
                (0.35, terms(" ".join(lines))),
                (0.3, terms(card.name)),
            ),
        )
