"""Substitution of names: rewrites a worked example of the sample game in the names of another game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rulewright.assist.examples.documents import ExampleDocument
from rulewright.assist.examples.frame_names import SAMPLE_NAMES, sample_marks
from rulewright.assist.examples.name_index import NameIndex, NameLink
from rulewright.assist.stemming import EXACT_SYNONYMS, stem, synonyms
from rulewright.base.records import Record
from rulewright.language.program.program import Event
from rulewright.language.program.types import NUMBER, PLAYER
from rulewright.language.text.words.english import base_form, plural

_NAME: Final = re.compile(r"(?<![\w-])[A-Za-z][\w]*(?:-[\w]+)*(?![\w-])")
_SEAT: Final = re.compile(r"(?<![\w'-])[B-H](?![\w-])")
_PLAY: Final = re.compile(r" *play ([\w-]+) for [\w' -]+$")
_QUOTED: Final = re.compile(r'("[^"]*")')
_OWNER: Final = (
    r"(?:my|its|a player's|the [\w-]+'s(?: (?:left|right|owner)'s)?|my (?:left|right)'s|[A-H]'s)"
)
_TAKES: Final = "takes"


class SubstitutedExample(Record):
    """Lines and declarations in the names of a game, with the phrase that they express."""

    lines: tuple[str, ...]
    extra: tuple[str, ...]
    phrase: str


class NameSubstitution:
    """A rewriter of example documents from sample names to a game's names, preferring those in a sentence."""

    def __init__(self, names: NameIndex) -> None:
        self._names, self._program = names, names.program

    def rewrite(
        self, document: ExampleDocument, sentence: str, links: Sequence[NameLink]
    ) -> SubstitutedExample:
        """Return `document` with its names replaced by those of the game; `links` are the names in `sentence`."""
        if document.card:
            return SubstitutedExample(document.lines, (), document.phrases[0])
        phrase = document.phrases[0]
        lines = (*document.lines, *document.extra, *self._mark_declarations(document))
        if document.is_sample:
            changed = self._replace_sample_names(document, sentence, links)
        else:
            changed = self._replace_same_sort(phrase, links)
        written = [self._replace_names(line, changed) for line in lines]
        # In English, `costs` is a verb: `a card that costs 3`.
        spoken = {name: each for name, each in changed.items() if name != SAMPLE_NAMES.cost}
        phrase = self._replace_names(phrase, spoken)
        count = len(document.lines)
        return SubstitutedExample(
            tuple(map(self._make_agree, written[:count])),
            tuple(map(self._make_agree, written[count:])),
            phrase,
        )

    def _mark_declarations(self, document: ExampleDocument) -> Iterator[str]:
        """Yield the declarations of sample-game marks that `document` uses and the game lacks."""
        if document.is_sample:
            known = {stem(name) for name in self._program.variables}
            words = set(_NAME.findall(" ".join(document.lines)))
            for mark, line in sample_marks().items():
                if mark in words and stem(mark) not in known:
                    yield line

    def _replace_same_sort(self, phrase: str, links: Sequence[NameLink]) -> dict[str, str]:
        """Return replacements for labels and cards in `phrase`, taken from the sentence if the sorts match."""
        unused_links = [link for link in links if link.sort in ("label", "card")]
        changed: dict[str, str] = {}
        for slot in self._names.links(phrase):
            for link in unused_links:
                if link.sort == slot.sort and self._sort_of(link) == self._sort_of(slot):
                    changed[slot.name] = link.name
                    unused_links.remove(link)
                    break
        return changed

    def _sort_of(self, link: NameLink) -> str:
        """Return the name of the labels that contain a label, or the kind of a card."""
        if link.sort == "card":
            return self._program.cards[link.name].kind
        labels = self._program.labels.items()
        return next((name for name, each in labels if link.name in each.items), "")

    # ------------------------------------------------------------------ which name for which

    def _replace_sample_names(
        self, document: ExampleDocument, sentence: str, links: Sequence[NameLink]
    ) -> dict[str, str]:
        """Return the game's name for each name of the sample game, preferring names in the sentence."""
        exact_links = [link for link in links if link.is_exact]
        kind = self._mentioned_kind(exact_links) or self._names.usual_kind
        changed: dict[str, str] = {}
        if kind is not None:
            changed |= {
                SAMPLE_NAMES.kind: kind,
                plural(SAMPLE_NAMES.kind): self._program.plural(kind),
            }
        text = " ".join((*document.lines, *document.extra))
        changed |= dict(self._number_replacements(links))
        changed |= dict(self._verb_replacements(text, exact_links, kind))
        changed |= dict(self._field_replacements(exact_links, kind))
        changed |= dict(self._card_replacements(exact_links, kind))
        changed |= dict(self._moment_replacements())
        changed |= self._zone_replacements(text, exact_links, kind)
        if seats := _SEAT.findall(sentence):
            changed["A"] = seats[0]
        return changed

    def _mentioned_kind(self, links: Iterable[NameLink]) -> str | None:
        """Return the kind of card that the links mention; None without one."""
        kinds: list[str] = []
        for link in links:
            match link.sort:
                case "kind":
                    kinds.insert(0, link.name)
                case "zone":
                    kinds.append(self._program.zones[link.name].kind)
                case "card":
                    kinds.append(self._program.cards[link.name].kind)
                case _:
                    pass
        return next(iter(kinds), None)

    def _zone_replacements(
        self, text: str, links: Iterable[NameLink], kind: str | None
    ) -> dict[str, str]:
        """Return zones of the game for the zones of the sample game that `text` mentions.

        A zone in the sentence serves only for the one with its role; the usual zones serve for the rest.
        """
        frames = [
            name
            for name in (SAMPLE_NAMES.hand, SAMPLE_NAMES.row, SAMPLE_NAMES.heap, SAMPLE_NAMES.deck)
            if re.search(rf"\b{name}\b", text)
        ]
        changed: dict[str, str] = {}
        for name in (link.name for link in links if link.sort == "zone"):
            like = self._names.role_of(self._program.zones[name])
            if like in frames:
                changed.setdefault(like, name)
        for frame in frames:
            usual = self._names.usual_zone(frame, kind)
            if usual is not None:
                changed.setdefault(frame, usual)
        return changed

    def _number_replacements(self, links: Iterable[NameLink]) -> Iterator[tuple[str, str]]:
        """Yield the game's usual number, and its pointer, for those of the sample game."""
        usual = self._names.usual
        amount = usual.get(SAMPLE_NAMES.amount)
        if amount is not None:
            yield SAMPLE_NAMES.amount, amount
            yield base_form(SAMPLE_NAMES.amount), amount
        exact_first = sorted(links, key=lambda link: not link.is_exact)
        pointers = [link.name for link in exact_first if link.sort == "pointer"]
        lead = next(iter(pointers), usual.get(SAMPLE_NAMES.lead))
        if lead is not None:
            yield SAMPLE_NAMES.lead, lead

    def _verb_replacements(
        self, text: str, links: Iterable[NameLink], kind: str | None
    ) -> Iterator[tuple[str, str]]:
        """Yield verbs of the game for those verbs of the sample game that act on one card."""
        events = [each for each in self._program.events.values() if _is_about(each, kind)]
        mentioned = [link.name for link in links if link.sort == "event"]
        for frame in (SAMPLE_NAMES.verb, SAMPLE_NAMES.undone):
            if not re.search(rf"\b{frame}s?\b", text):
                continue
            same = synonyms(*EXACT_SYNONYMS)[stem(frame)] | synonyms("near.words").get(
                stem(frame), frozenset()
            )
            candidates = [each for each in events if stem(base_form(each.verb)) in same]
            candidates.sort(
                key=lambda each: (
                    each.name not in mentioned,
                    stem(base_form(each.verb)) != stem(frame),
                )
            )
            for event in candidates[:1]:
                yield frame, base_form(event.verb)
                yield plural(frame), event.verb

    def _field_replacements(
        self, links: Sequence[NameLink], kind: str | None
    ) -> Iterator[tuple[str, str]]:
        """Yield the game's fields and labels of cards for those of the sample game."""
        known = self._program.kinds.get(kind or "")  # None if its declaration is faulty
        fields = list(known.fields.values()) if known is not None else []
        spoken = [link.name for link in links if link.sort == "field"]
        numbers = [each.name for each in fields if each.type.name == NUMBER.name]
        numbers.sort(key=lambda name: name not in spoken)
        for name in SAMPLE_NAMES.numbers if numbers else ():
            yield name, numbers[0]
            yield plural(name), plural(numbers[0])
        prices = [
            value.name
            for value in self._program.values.values()
            if [each.type.name for each in value.parameters] == [kind, PLAYER.name]
            and value.type == NUMBER
        ]
        same = synonyms(*EXACT_SYNONYMS)[stem(SAMPLE_NAMES.cost)] | {stem(SAMPLE_NAMES.cost)}
        prices = [name for name in prices if stem(name) in same]
        if prices:
            yield SAMPLE_NAMES.cost, prices[0]
        labels = [each for each in fields if each.type.name in self._program.labels]
        mentioned = [link.name for link in links if link.sort == "label"]
        labels.sort(
            key=lambda each: not set(mentioned) & set(self._words_of_labels(each.type.name))
        )
        if labels:
            yield SAMPLE_NAMES.labels, labels[0].name
            yield plural(SAMPLE_NAMES.labels), self._program.plural(labels[0].type.name)
            items = sorted(
                self._words_of_labels(labels[0].type.name), key=lambda item: item not in mentioned
            )
            yield from zip(SAMPLE_NAMES.words, items, strict=False)

    def _card_replacements(
        self, links: Sequence[NameLink], kind: str | None
    ) -> Iterator[tuple[str, str]]:
        """Yield the game's cards for those of the sample game, those of the sentence first."""
        cards = self._program.cards
        mentioned = [link.name for link in links if link.sort == "card"]
        others = [
            name for name, card in cards.items() if card.kind == kind and name not in mentioned
        ]
        yield from zip(SAMPLE_NAMES.cards, [*mentioned, *others], strict=False)

    def _moment_replacements(self) -> Iterator[tuple[str, str]]:
        """Yield the game's moments, and the thing that a player takes to lead."""
        moments = list(self._program.moments)
        yield from zip(SAMPLE_NAMES.moments, moments[:1] + moments[-1:], strict=False)
        for event in self._program.events.values():
            if [each.type for each in event.parameters] == [PLAYER] and event.verb == _TAKES:
                yield SAMPLE_NAMES.lead_taken, str(event.fixed)

    # ------------------------------------------------------------------ lines

    def _replace_names(self, line: str, changed: dict[str, str]) -> str:
        """Return `line` with names replaced outside quotes, and its owners, units and cards adjusted."""
        parts = _QUOTED.split(line)
        for at in range(0, len(parts), 2):
            part = _NAME.sub(lambda word: changed.get(word[0], word[0]), parts[at])
            parts[at] = self._fix_owners(self._fix_units(part, changed), changed)
        return self._add_card("".join(parts))

    def _fix_owners(self, text: str, changed: dict[str, str]) -> str:
        """Return `text` with owners inserted for zones and variables of players, and removed for shared ones."""
        for name in set(changed.values()):
            zone, variable = self._program.zones.get(name), self._program.variables.get(name)
            owned = zone or variable
            if owned is None or owned.owner not in (None, PLAYER.name):
                continue
            if owned.owner is None:
                text = re.sub(rf"\b{_OWNER} {name}\b", f"the {name}", text)
            elif zone is not None:
                text = re.sub(rf"\bthe {name}\b(?! (?:be|is)\b)", f"my {name}", text)
            if owned.each and not re.search(rf"\b{name} for\b", text):
                items = self._words_of_labels(owned.each)
                which = next((each for each in changed.values() if each in items), items[0])
                text = re.sub(rf"((?:the|{_OWNER}) {name})\b", rf"\1 for {which}", text)
        return text

    def _words_of_labels(self, labels: str) -> tuple[str, ...]:
        """Return the words of a list of labels."""
        return self._program.labels[labels].items

    def _make_agree(self, line: str) -> str:
        """Return `line` with units that agree in number with their count: `1 card`, `2 cards`."""
        events = self._program.events.values()
        units = {each.unit for event in events for each in event.parameters if each.unit}
        units |= {self._names.usual.get(SAMPLE_NAMES.amount, "")}
        for unit in sorted(units - {""}):
            line = re.sub(rf"(?<![+*-] )\b1 {unit}\b", f"1 {base_form(unit)}", line)
            line = re.sub(rf"\b(?!1 )(\d+) {base_form(unit)}\b", rf"\1 {unit}", line)
        return line

    def _add_card(self, line: str) -> str:
        """Return `line` with `as this` added if it plays a phase that takes a card: `play turn for me as this`."""
        match = _PLAY.match(line)
        phase = self._program.phases.get(match[1]) if match is not None else None
        return f"{line} as this" if phase is not None and len(phase.parameters) > 1 else line

    def _fix_units(self, text: str, changed: dict[str, str]) -> str:
        """Return `text` with `cards` as the unit of events that count cards: `draw 2 cards`."""
        kinds = {changed.get(SAMPLE_NAMES.kind), changed.get(plural(SAMPLE_NAMES.kind))} - {None}
        for event in self._program.events.values() if kinds else ():
            units = [each.unit for each in event.parameters[1:] if each.unit]
            if units and base_form(units[0]) == SAMPLE_NAMES.kind:
                verbs = rf"{re.escape(base_form(event.verb))}|{re.escape(event.verb)}"
                verb_and_count = rf"\b({verbs}) ((?:some|all|the count|\d+|\(.*\)))"
                pattern = rf"{verb_and_count} (?:{'|'.join(map(re.escape, sorted(filter(None, kinds))))})\b"
                text = re.sub(pattern, rf"\1 \2 {units[0]}", text)
                text = re.sub(rf"\b1 {units[0]}\b", f"1 {base_form(units[0])}", text)
        return text


def _is_about(event: Event, kind: str | None) -> bool:
    """Return whether `event` is done by a player to one card of a kind, and to nothing else."""
    sorts = [each.type.name for each in event.parameters]
    return sorts == [PLAYER.name, kind] and event.fixed is None
