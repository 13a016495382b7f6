"""Entity linking: which names of a game the words of an English sentence refer to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final, Literal, TypeAlias

from rulewright.assist.examples.frame_names import SAMPLE_NAMES, colours_of
from rulewright.assist.stemming import EXACT_SYNONYMS, stem, synonyms, terms
from rulewright.assist.vocabulary import WORDS, phrases_beside, synonym_groups
from rulewright.base.records import Record
from rulewright.language.program.program import Program, Variable, Zone
from rulewright.language.program.types import NUMBER, PLAYER
from rulewright.language.text.words.english import base_form

Sort: TypeAlias = Literal[
    "amount", "score", "zone", "kind", "labels", "label", "field", "card", "event", "fact", "mark",
    "pointer", "phase", "setting",
]  # fmt: skip
_PLACES: Final = (SAMPLE_NAMES.hand, SAMPLE_NAMES.row, SAMPLE_NAMES.deck, SAMPLE_NAMES.heap)
_SAMPLE_SORTS: Final[dict[str, str]] = {
    SAMPLE_NAMES.amount: "amount",
    SAMPLE_NAMES.hand: "zone",
    SAMPLE_NAMES.row: "zone",
    SAMPLE_NAMES.deck: "zone",
    SAMPLE_NAMES.heap: "zone",
    SAMPLE_NAMES.kind: "kind",
    SAMPLE_NAMES.lead: "pointer",
}
_SAMPLE_NAME_OF: Final[dict[str, str]] = {
    "amount": SAMPLE_NAMES.amount,
    "score": SAMPLE_NAMES.amount,
    "kind": SAMPLE_NAMES.kind,
    "labels": SAMPLE_NAMES.labels,
    "label": SAMPLE_NAMES.words[0],
    "field": SAMPLE_NAMES.numbers[0],
    "card": "duke",
    "pointer": SAMPLE_NAMES.lead,
    "mark": "tired",
    "fact": "rich",
}
"""Word of the sample game for a name of each sort."""


class NameLink(Record):
    """A range of words of a text, from `start` to before `end`, that refers to a name."""

    start: int
    end: int
    sort: Sort
    name: str
    word: str
    """How rules refer to the name."""
    is_exact: bool = True
    """Whether the text means the name itself, not only something of its sort."""


class NameIndex:
    """The names of a game, indexed by the words that people use for them."""

    def __init__(self, program: Program, colours: Mapping[str, str]) -> None:
        self.program = program
        self._colours = {label: colours_of(style) for label, style in colours.items()}
        self._known: dict[str, list[tuple[tuple[str, ...], Sort, str, bool]]] = defaultdict(list)
        for words, sort, name, is_exact in (
            *self._declared_names(),
            *self._phrased_names(),
            *self._usual_names(),
        ):
            phrase = terms(words.replace("-", " "))
            if phrase and (phrase, sort, name, is_exact) not in self._known[phrase[0]]:
                self._known[phrase[0]].append((phrase, sort, name, is_exact))

    def links(self, text: str) -> list[NameLink]:
        """Return the names that words of `text` refer to, the longest match at each place; several if ambiguous."""
        words = terms(text)
        written = text.replace("-", " ")
        links: list[NameLink] = []
        at = 0
        while at < len(words):
            here = [
                NameLink(
                    at, at + len(phrase), sort, name, self._word_in_rules(sort, name), is_exact
                )
                for phrase, sort, name, is_exact in self._known.get(words[at], ())
                if words[at : at + len(phrase)] == phrase
                and (sort != "card" or self._mentions_card(name, written))
            ]
            longest = max((each.end for each in here), default=at + 1)
            best = [each for each in here if each.end == longest]
            surely = [each for each in best if each.is_exact]
            links += surely or best
            at = longest
        return links

    def _mentions_card(self, card: str, text: str) -> bool:
        """Return whether `text` names a card; a card called like a common word needs its capital letters."""
        if card.split()[0] in text:
            return True
        return " " in card or (
            stem(card.lower()) not in synonyms() and card.lower() in text.lower()
        )

    def _word_in_rules(self, sort: Sort, name: str) -> str:
        """Return how rules refer to a name: an event by the base form of its verb."""
        return base_form(self.program.events[name].verb) if sort == "event" else name

    def query_words(self, text: str) -> list[frozenset[str]]:
        """Return the words of `text`, each with the words of the sample game that correspond to it."""
        words = [{word} for word in terms(text)]
        for link in self.links(text):
            words[link.start] |= self.sample_words(link)
            for at in range(link.start + 1, link.end):
                words[at] |= words[link.start]
        return [frozenset(each) for each in words]

    def sample_words(self, link: NameLink) -> set[str]:
        """Return the words of the sample game that correspond to a linked name."""
        if link.sort == "zone":
            return set(terms(self.role_of(self.program.zones[link.name])))
        if link.sort == "event":
            verb = stem(base_form(self.program.events[link.name].verb))
            frames = (SAMPLE_NAMES.verb, SAMPLE_NAMES.undone)
            return {
                stem(frame) for frame in frames if verb in synonyms(*EXACT_SYNONYMS)[stem(frame)]
            }
        return set(terms(_SAMPLE_NAME_OF[link.sort])) if link.sort in _SAMPLE_NAME_OF else set()

    def role_of(self, zone: Zone) -> str:
        """Return the zone of the sample game that has the same role as `zone`."""
        for frame, name in self._zones_by_sample_name.items():
            if name == zone.name:
                return frame
        if zone.sight.who == "everyone":
            return SAMPLE_NAMES.row if zone.owner == PLAYER.name else SAMPLE_NAMES.heap
        if zone.sight.who == "nobody":
            return SAMPLE_NAMES.deck
        return SAMPLE_NAMES.hand if zone.owner == PLAYER.name else SAMPLE_NAMES.deck

    # ------------------------------------------------------------------ which words

    def _declared_names(self) -> Iterator[tuple[str, Sort, str, bool]]:
        """Yield every name that the game declares, by its own words."""
        program = self.program
        for name, variable in program.variables.items():
            yield name, _sort_of_variable(variable), name, True
        for name, value in program.values.items():
            if value.type == NUMBER and " " not in name:
                yield name, "score", name, True
        sorts: Sequence[tuple[Sort, Iterable[str]]] = (
            ("zone", program.zones),
            ("kind", program.kinds),
            ("labels", program.labels),
            ("card", program.cards),
            ("phase", program.phases),
            ("setting", program.settings),
            ("fact", program.facts),
        )
        for sort, names in sorts:
            yield from ((name, sort, name, True) for name in names)
        for kind in program.kinds.values():
            yield from ((each.name, "field", each.name, True) for each in kind.fields.values())
        for labels in program.labels.values():
            for item in labels.items:
                yield item, "label", item, True
                yield from ((colour, "label", item, True) for colour in self._colours.get(item, ()))
        for name, event in program.events.items():
            yield f"{event.verb} {event.fixed or ''}", "event", name, True

    def phrases_for(self, name: str) -> tuple[str, ...]:
        """Return the phrases that people use for a declared name."""
        return self._phrases_by_name.get(name, ())

    @cached_property
    def _phrases_by_name(self) -> dict[str, tuple[str, ...]]:
        """Phrases of the game's word files by the declared name that each is another word for."""
        phrases: dict[str, tuple[str, ...]] = defaultdict(tuple)
        for phrase, _, name, _ in self._phrased_names():
            phrases[name] = (*phrases[name], phrase)
        return phrases

    def _phrased_names(self) -> Iterator[tuple[str, Sort, str, bool]]:
        """Yield the names by the phrases that files in the game's folders list for them."""
        sorts: dict[str, list[tuple[Sort, str]]] = defaultdict(list)
        for words, sort, name, _ in self._declared_names():
            sorts[words.strip()].append((sort, name))
        for folder in self.folders:
            for name, phrases in phrases_beside(folder):
                for phrase in phrases:
                    yield from ((phrase, sort, own, True) for sort, own in sorts[name])

    @cached_property
    def folders(self) -> tuple[Path, ...]:
        """Folders of the game's rules that contain a file of phrases."""
        files = {
            each.at.source.name
            for _, table in self.program.tables_by_sort()
            for each in table.values()
        }
        folders = dict.fromkeys(Path(file).parent for file in sorted(files))
        return tuple(each.resolve() for each in folders if (each / WORDS).is_file())

    def _usual_names(self) -> Iterator[tuple[str, Sort, str, bool]]:
        """Yield the usual names of the game by words that are common to all games."""
        for frame, name in self.usual.items():
            if frame in _SAMPLE_SORTS:
                sort: Sort = _SAMPLE_SORTS[frame]  # type: ignore[assignment]
                for group in synonym_groups():
                    if frame in group:
                        yield from ((word, sort, name, False) for word in group if word[0] != "{")

    # ------------------------------------------------------------------ what is usual

    @cached_property
    def usual(self) -> dict[str, str]:
        """Default name of the game for each name of the sample game, used where a sentence names none."""
        usual: dict[str, str] = {}
        kind = self.usual_kind
        if kind is not None:
            usual[SAMPLE_NAMES.kind] = kind
        for frame in _PLACES:
            if (place := self.usual_zone(frame, kind)) is not None:
                usual[frame] = place
        for name, each in self.program.variables.items():
            if each.type == NUMBER and not each.is_mark and each.owner in (PLAYER.name, None):
                if not each.until_phase and not each.each and each.owner is not None:
                    usual.setdefault(SAMPLE_NAMES.amount, name)
            elif each.owner is None and each.type == PLAYER:
                usual.setdefault(SAMPLE_NAMES.lead, name)
        return usual

    @cached_property
    def _zones_by_sample_name(self) -> dict[str, str]:
        """Zones of the game whose name or phrase is that of a zone of the sample game."""
        zones: dict[str, str] = {}
        for frame in _PLACES:
            same = {
                word.replace("-", " ")
                for group in synonym_groups()
                if frame in group
                for word in group
            }
            candidates = [name for name in self.program.zones if name == frame]
            candidates += [
                name for name in self.program.zones if same & set(self.phrases_for(name)[:1])
            ]
            if candidates:
                zones[frame] = candidates[0]
        return zones

    @cached_property
    def usual_kind(self) -> str | None:
        """The kind of card in an ordered or hidden pile; else the first kind."""
        zones = self.program.zones.values()
        piles = [each.kind for each in zones if each.ordered and each.owner is None]
        hidden = [each.kind for each in zones if each.sight.who == "nobody"]
        return next(iter([*piles, *hidden, *self.program.kinds]), None)

    def usual_zone(self, frame: str, kind: str | None) -> str | None:
        """Return the zone for cards of `kind` that has the role of `frame`, a zone of the sample game."""
        fitting = [each for each in self.program.zones.values() if kind in (None, each.kind)]
        by_name = [
            each.name for each in fitting if self._zones_by_sample_name.get(frame) == each.name
        ]
        return next(
            iter([*by_name, *(each.name for each in fitting if self.role_of(each) == frame)]), None
        )


def _sort_of_variable(variable: Variable) -> Sort:
    """Return whether a variable is a mark, a pointer or an amount."""
    if variable.is_mark:
        return "mark"
    return "pointer" if variable.type == PLAYER else "amount"
