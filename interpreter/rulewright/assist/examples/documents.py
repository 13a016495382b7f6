"""Documents for retrieval: worked examples, the declarations of a game, and the rules of its cards."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from rulewright.assist.example_table import WorkedExample, examples_beside, worked_examples
from rulewright.assist.examples.frame_names import SAMPLE_NAMES
from rulewright.assist.examples.name_index import NameIndex
from rulewright.assist.examples.ranking import Query, RankedText, Ranking, WeightedWords
from rulewright.assist.stemming import terms
from rulewright.base.cache import load_cached, store_cached
from rulewright.base.records import Draft, Record, field
from rulewright.language.program.program import Card, Declared, Event, Parameter, Setting, Value
from rulewright.language.program.types import NUMBER, PLAYER
from rulewright.language.syntax.recovery.recovery import declaration_starts
from rulewright.language.text.words.english import base_form, plural

SCENARIO_CONTEXTS: Final = frozenset({"place", "given", "when", "then"})
SETTING: Final = "setting"
"""The context of choices that belong into the file of an edition."""
_PAGE: Final = "docs/how-to-say.md"
_NOTE: Final = re.compile(r" *(?:text|cite|printed|reading|told|#)\b")
_QUOTED: Final = re.compile(r'"([^"]*)"')
_FIELDS: Final = re.compile(r"[a-z-]+ [^,\n]+(?:, [a-z-]+ [^,\n]+)*\n?$")
_CLAUSE: Final = re.compile(r"[.,;:] ?")
_PHRASE, _TEXT, _LINES = 1.0, 0.6, 0.3
"""Weights of words: in a phrase, in a printed or quoted text, in the lines themselves."""


class ExampleDocument(Record):
    """A document of the retrieval index: lines of the rule language, with English phrases for them."""

    phrases: tuple[str, ...]
    lines: tuple[str, ...]
    context: str
    page: str
    """The documentation page or the place in the rules that contains the lines."""
    card: str = ""
    """Name of the card with these lines; empty for other documents."""
    remark: str = ""
    extra: tuple[str, ...] = ()
    """Declarations that the lines need."""
    is_sample: bool = False
    """Whether the names are those of the sample game."""
    texts: tuple[tuple[float, tuple[str, ...]], ...] = field(factory=tuple, eq=False, repr=False)
    """Stemmed words with their weights."""

    @property
    def is_of_scenarios(self) -> bool:
        """Whether the lines belong into a scenario."""
        return self.context in SCENARIO_CONTEXTS


class DocumentIndex(Draft):
    """An index of documents with its ranking."""

    documents: tuple[ExampleDocument, ...]
    ranking: Ranking

    @classmethod
    def of(cls, documents: Iterable[ExampleDocument]) -> DocumentIndex:
        """Return the index of `documents`."""
        known = tuple(documents)
        return cls(known, _rank_texts(tuple(each.texts for each in known)))

    def nearest(
        self, query: Query, most: int, in_scenario: bool
    ) -> Iterator[tuple[ExampleDocument, RankedText]]:
        """Yield at most `most` documents for scenarios or for rules, the nearest first."""
        among: Collection[int] = frozenset(
            at for at, each in enumerate(self.documents) if each.is_of_scenarios == in_scenario
        )
        for near in self.ranking.nearest(query, most, among):
            yield self.documents[near.number], near


@lru_cache(maxsize=2)
def _rank_texts(texts: tuple[WeightedWords, ...]) -> Ranking:
    """Return the ranking of `texts`, cached because an editor asks for the same game at every key press."""
    return Ranking(texts)


# ------------------------------------------------------------------ worked examples


@cache
def documents_of_table() -> tuple[ExampleDocument, ...]:
    """Return one document for each row of the table of worked examples, cached across runs."""
    documents: tuple[ExampleDocument, ...] | None = load_cached("documents of worked examples")
    if documents is None:
        documents = tuple(_row_document(row, is_sample=True) for row in worked_examples())
        store_cached("documents of worked examples", documents)
    return documents


def _row_document(row: WorkedExample, is_sample: bool) -> ExampleDocument:
    """Return the document of a row in the table of worked examples."""
    return ExampleDocument(
        row.phrases,
        tuple(row.lines),
        row.context,
        f"{_PAGE}#{_anchor_of_heading(row.topic)}" if is_sample else _PAGE,
        remark=row.remark,
        extra=tuple(row.extra),
        is_sample=is_sample,
        texts=(
            *((_PHRASE, terms(phrase)) for phrase in row.phrases),
            (_LINES, terms(" ".join(row.lines))),
        ),
    )


def _anchor_of_heading(title: str) -> str:
    """Return the Markdown anchor of a heading in the documentation."""
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


# ------------------------------------------------------------------ what a game offers


def documents_of_game(names: NameIndex) -> Iterator[ExampleDocument]:
    """Yield the documents of a game: its own table, its declarations, and the rules of its cards."""
    program = names.program
    for folder in names.folders:
        yield from (_row_document(row, is_sample=False) for row in examples_beside(Path(folder)))
    for event in program.events.values():
        yield from _event_documents(event, names)
    for value in program.values.values():
        yield from _value_documents(value, names)
    for name, setting in program.settings.items():
        lines = ("settings:", f"    {name}: {_non_default_choice(setting)}")
        yield _declared_document(setting, SETTING, lines, names.phrases_for(name) or (name,))
    for variable in program.variables.values():
        if variable.is_mark and variable.owner is not None:
            name, owner = variable.name, variable.owner
            statement = f"the {'victim' if owner == PLAYER.name else owner} becomes {name}"
            phrases = names.phrases_for(name) or (f"{owner} is {name}",)
            yield _declared_document(variable, "condition", (f"the {owner} is {name}",), phrases)
            yield _declared_document(variable, "deed", (statement,), phrases)
    for card in program.cards.values():
        if card.name not in program.unread and card.notes.text:
            yield from card_rule_documents(card)


def _non_default_choice(setting: Setting) -> str:
    """Return a choice that differs from the default of `setting`."""
    if isinstance(setting.default, bool):
        return "no" if setting.default else "yes"
    others = [word for word in setting.words if word != setting.default]
    return "   # or ".join(others) if others else str(setting.default)


def _event_documents(event: Event, names: NameIndex) -> Iterator[ExampleDocument]:
    """Yield documents for a hook on `event`, a replacement, a restriction, and a statement that causes it."""
    if not event.parameters or event.parameters[0].type != PLAYER:
        return
    program = names.program
    things = [f"the {event.fixed}" if _has_article(event) else event.fixed] if event.fixed else []
    objects, chosen = [*things], list[str]()
    for each in event.parameters[1:]:
        words = f"some {each.unit}" if each.unit else f"a {each.type.name}"
        things += [each.preposition, words] if each.preposition else [words]
        noun, needed = _object_of(each, names)
        objects += [each.preposition, noun] if each.preposition else [noun]
        chosen += needed
    verb = base_form(event.verb)
    what = " ".join([verb, *things])
    phrases = names.phrases_for(event.name) or (what,)
    for context, lines, templates in (
        ("hook", (f"after a player {' '.join([event.verb, *things])}",), "when {}"),
        ("rule", (f"when a player would {what}", "    do nothing"), "would {} instead"),
        ("rule", (f"a player cannot {what}",), "nobody cannot {}, forbidden"),
    ):
        yield _declared_document(event, context, lines, list(map(templates.format, phrases)))
    known = {*program.kinds, *program.labels, NUMBER.name}
    if all(
        each.type == PLAYER or each.unit or each.type.name in known for each in event.parameters
    ):
        yield _declared_document(event, "deed", (*chosen, " ".join([verb, *objects])), phrases)


def _object_of(thing: Parameter, names: NameIndex) -> tuple[str, tuple[str, ...]]:
    """Return the object of a statement that causes an event, and the lines that choose this object."""
    sort = thing.type.name
    if thing.unit or sort == NUMBER.name:
        return (f"1 {base_form(thing.unit)}" if thing.unit else "1"), ()
    if sort == PLAYER.name:
        return "the victim", ()
    where = plural(sort)
    if sort in names.program.kinds:
        place = names.usual_zone(SAMPLE_NAMES.hand, sort) or names.usual_zone(
            SAMPLE_NAMES.heap, sort
        )
        zone = names.program.zones.get(place or "")
        if zone is not None and not zone.each:
            where = f"{where} in {'the' if zone.owner is None else 'my'} {place}"
    return f"the {sort}", (f"choose a {sort} from {where}",)


def _has_article(event: Event) -> bool:
    """Return whether the fixed object of `event` is declared with `the`."""
    text = event.at.source.text
    head = text[text.rfind("\n", 0, event.at.start) + 1 : text.find("\n", event.at.start)]
    return f" the {event.fixed}" in head


def _value_documents(value: Value, names: NameIndex) -> Iterator[ExampleDocument]:
    """Yield documents for rules that state, raise or lower a number."""
    if value.type != NUMBER or " " in value.name:
        return
    name, sorts = value.name, [each.type.name for each in value.parameters]
    is_mine = sorts[-1:] == [PLAYER.name]
    if len(sorts) > 1 + is_mine:
        return
    noun = f"{'my' if is_mine else 'the'} {name}"
    if len(sorts) > is_mine:
        noun = f"a {sorts[0]}'s {name}{' for me' * is_mine}"
    phrases = names.phrases_for(name) or (noun,)
    for ending, hints in (
        (" more", "extra bonus add increase"),
        (" less", "lose reduce minus cheaper"),
        ("", ""),
    ):
        phrases_with_ending = [f"{each}{ending}" for each in phrases]
        yield _declared_document(
            value, "rule", (f"{noun} is 1{ending}",), phrases_with_ending, hints
        )


def _declared_document(
    declared: Declared,
    context: str,
    lines: tuple[str, ...],
    phrases: Sequence[str],
    hints: str = "",
) -> ExampleDocument:
    """Return the document of a declaration; searches match its phrases, its notes and its lines."""
    return ExampleDocument(
        tuple(phrases),
        lines,
        context,
        str(declared.at),
        texts=(
            *((_PHRASE, terms(each)) for each in phrases),
            (_TEXT, terms(f"{declared.notes.text} {hints}")),
            (_LINES, terms(" ".join(lines))),
        ),
    )


def card_rule_documents(card: Card) -> Iterator[ExampleDocument]:
    """Yield a document for each rule of `card`; searches match the text printed on the card."""
    text = card.at.source.text
    starts = [start for start in declaration_starts(text) if start > card.at.start]
    declaration = text[card.at.start : min(starts, default=len(text))].rstrip()
    begins = [match.start() for match in re.finditer(r"(?m)^    (?=[^ \n])", declaration)]
    about = card.notes.text
    for begin, end in pairwise([*begins, len(declaration)]):
        part = declaration[begin:end]
        inside = (line[4:] for line in part.split("\n") if line.startswith("    "))
        lines = [line for line in inside if line.strip() and not line.lstrip().startswith("#")]
        if _NOTE.match(part) or _FIELDS.fullmatch(part.strip()) or not lines:
            continue
        yield ExampleDocument(
            (about or card.name,),
            tuple(lines),
            "card",
            str(card.at),
            card=card.name,
            texts=(
                *((_PHRASE, terms(clause)) for clause in _CLAUSE.split(about)),
                (_TEXT, terms(" ".join(_QUOTED.findall(part)))),
                (_LINES, terms(f"{card.name} {' '.join(lines)}")),
            ),
        )
