"""What can be said, each with what people would write for it: wishes, and what the rules of a game offer."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from itertools import takewhile
from typing import Final

from rulewright.program.advising.search.pieces import Role
from rulewright.program.advising.search.ranking import Near, Ranking, Weighted
from rulewright.program.advising.wish_table import Wish, wishes
from rulewright.program.english import base_form
from rulewright.program.program import Card, Declared, Event, Fact, Program, Value
from rulewright.program.types import NUMBER, PLAYER
from rulewright.records import Draft, Record, field
from rulewright.syntax.recovery import declaration_starts
from rulewright.text import is_for_people

_ROLES: Final[dict[str, Role]] = {
    **dict.fromkeys(("deed", "later", "turn", "heads", "until", "setup"), "deed"),
    **dict.fromkeys(("condition", "sum", "list"), "condition"),
    **dict.fromkeys(("rule", "card"), "rule"),
    "hook": "hook",
}
_SCENARIO: Final = ("place", "given", "when", "then")
_NOTE: Final = re.compile(r" *(?:text|cite|printed|reading|told|#)\b")
_STANCE: Final = re.compile(r"while [a-z-]+\n")
_QUOTED: Final = re.compile(r'"([^"]*)"')
_FIELDS: Final = re.compile(r"[a-z-]+ [^,\n]+(?:, [a-z-]+ [^,\n]+)*\n?$")
_CLAUSE: Final = re.compile(r"[.,;:] ?")
_SHORT: Final = 9
"""A remark of so few words is what people say."""
_PATTERN: Final = re.compile(r"\{[^}]*\}|\\.|[^A-Za-z' -]")


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
    """What people say who mean it."""
    texts: Weighted = field(factory=tuple, eq=False, repr=False)
    """By what it is found."""


class Shelf(Draft):
    """Sayings that can be asked for."""

    sayings: tuple[Saying, ...]
    ranking: Ranking

    @classmethod
    def of(cls, sayings: Iterable[Saying], alike: Mapping[str, frozenset[str]]) -> Shelf:
        """Sayings, in their order, that are asked for in words like these."""
        known = tuple(sayings)
        texts = tuple(tuple(each.texts) for each in known)
        return cls(known, _ranked(texts, tuple(sorted(alike.items()))))

    @cached_property
    def _by_words(self) -> dict[tuple[str, ...], list[Saying]]:
        made: dict[tuple[str, ...], list[Saying]] = defaultdict(list)
        for each in self.sayings:
            made[self.ranking.words(each.asked)].append(each)
        return made

    def asked(self, text: str) -> list[Saying]:
        """Those that people ask for in just these words."""
        return self._by_words.get(self.ranking.words(text), [])

    def nearest(
        self, text: str, most: int, roles: frozenset[str] | None = None
    ) -> Iterator[tuple[Saying, Near]]:
        """The nearest of some roles, or of all, the nearest first, each with how near it is."""
        among = None
        if roles is not None:
            among = {at for at, each in enumerate(self.sayings) if each.role in roles}
        for near in self.ranking.nearest(text, most, among):
            yield self.sayings[near.number], near


@lru_cache(maxsize=2)
def _ranked(texts: tuple[Weighted, ...], alike: tuple[tuple[str, frozenset[str]], ...]) -> Ranking:
    """In an editor one game has the same sayings for many keys."""
    return Ranking(texts, dict(alike))


# ------------------------------------------------------------------ wishes


@cache
def wished() -> tuple[Saying, ...]:
    """Every row of the table of wishes."""
    return tuple(map(_wished, wishes()))


def _wished(wish: Wish) -> Saying:
    patterns = " ".join(_PATTERN.sub(" ", way.said) for way in wish.rewritings)
    role = "scenario" if wish.context in _SCENARIO else _ROLES.get(wish.context, "top")
    return Saying(
        wish.example,
        tuple(wish.answer),
        role,
        wish.context,
        f"docs/how-to-say.md#{_anchor(wish.chapter)}",
        remark=wish.remark,
        extra=tuple(wish.extra),
        borrowed=True,
        phrases=(wish.example, *(phrase for also in wish.also for phrase in also.split(","))),
        texts=(
            (1.0, wish.example),
            *((0.8, phrase) for also in wish.also for phrase in also.split(",")),
            (0.5, patterns),
            (0.4, " ".join(wish.answer)),
            (0.3, wish.remark),
        ),
    )


def _anchor(title: str) -> str:
    """How a title of a page is pointed to."""
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


# ------------------------------------------------------------------ what a game offers


def offered(program: Program) -> Iterator[Saying]:
    """What the rules of a game offer to be said."""
    for event in program.events.values():
        yield from _of_event(event)
    for value in program.values.values():
        yield from _of_value(value)
    for fact in program.facts.values():
        yield from _of_fact(fact, program)
    for variable in program.variables.values():
        if variable.is_mark and variable.owner is not None:
            said = f"{variable.owner} is {variable.name}"
            deed = f"the {variable.owner} becomes {variable.name}"
            yield _own(variable, said, "condition", f"the {said}")
            yield _own(variable, f"{said}: {deed}", "deed", deed)
    for card in program.cards.values():
        if card.name not in program.unread and card.notes.text:
            yield from of_card(card)


def _of_event(event: Event) -> Iterator[Saying]:
    rest = [_fixed(event)] if event.fixed else []
    for each in event.parameters[1:]:
        some = f"some {each.unit}" if each.unit else f"a {each.type.name}"
        rest += [each.preposition, some] if each.preposition else [some]
    who = event.parameters[0].type.name if event.parameters else PLAYER.name
    said = " ".join([event.verb, *rest])
    done = " ".join([base_form(event.verb), *rest])
    other = f"another {who}" if who == PLAYER.name else f"a {who}"
    would = f"when {other} would {done}"
    yield _own(event, f"when a {who} {said}", "hook", f"after a {who} {said}")
    if who == PLAYER.name and all(each.unit for each in event.parameters[1:]):
        deed = done.replace("some ", "1 ")
        yield _own(event, deed, "deed", deed)
    yield _own(event, f"{would} instead", "rule", would, "    do nothing")
    yield _own(event, f"{other} cannot {done}, forbidden", "rule", f"{other} cannot {done}")


def _fixed(event: Event) -> str:
    """What an event is always done with, as it is declared."""
    text = event.at.source.text
    head = text[text.rfind("\n", 0, event.at.start) + 1 : text.find("\n", event.at.start)]
    return f"the {event.fixed}" if f" the {event.fixed}" in head else str(event.fixed)


def _about(declared: Declared) -> list[str]:
    """What stands about a declaration in remarks above it, and in its notes: sentences."""
    before = declared.at.source.text[: declared.at.start].rstrip(" ").split("\n")[:-1]
    remarks = takewhile(lambda line: line.startswith("#"), reversed(before))
    above = [line.lstrip("# ") for line in remarks if is_for_people(line)]
    said = " ".join([declared.notes.text, *reversed(above)])
    return [each for each in said.split(". ") if each]


def _of_value(value: Value) -> Iterator[Saying]:
    if value.type != NUMBER or " " in value.name:
        return
    name = value.name
    match [each.type.name for each in value.parameters]:
        case []:
            yield _own(value, f"the {name}", "rule", f"the {name} is 1 more")
        case [PLAYER.name]:
            yield _own(value, f"my {name}", "rule", f"my {name} is 1 more")
        case [kind]:
            yield _own(value, f"{kind} {name}", "rule", f"a {kind}'s {name} is 1 more")
        case [kind, PLAYER.name]:
            said = f"a {kind}'s {name} for me is 1 less"
            yield _own(value, f"{kind} {name} for me", "rule", said)
        case _:
            return


def _of_fact(fact: Fact, program: Program) -> Iterator[Saying]:
    sorts = [each.type.name for each in fact.parameters]
    if len(sorts) != 2 or fact.adjective:
        return
    one, other = sorts
    if one in program.kinds and other in program.labels:
        item = program.labels[other].items[0]
        said = f"this {fact.name} a {other}, if the {other} is {item}"
        yield _own(fact, f"this {one} {fact.name} a {other}", "rule", said)
    elif one == PLAYER.name and other in program.kinds:
        yield _own(
            fact,
            f"I {base_form(fact.name)} a {other}",
            "rule",
            f"I {base_form(fact.name)} a {other}",
        )


def _own(declared: Declared, asked: str, role: Role, *lines: str) -> Saying:
    """What a declaration offers, found by its words and, less, by what is told of it."""
    told = _about(declared)
    about = ((0.8 if len(each.split()) <= _SHORT else 0.4, each) for each in told)
    texts = ((1.0, asked), *about, (0.3, " ".join(lines)))
    phrases = (asked, *told)
    return Saying(asked, lines, role, role, str(declared.at), phrases=phrases, texts=texts)


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
                *((1.0, clause) for clause in _CLAUSE.split(about)),
                (0.7, " ".join(_QUOTED.findall(part))),
                (0.35, " ".join(lines)),
                (0.3, card.name),
            ),
        )
