"""The sentences that are nearest to what somebody wrote, in the words of a game and known to be right there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import Final

from rulewright.program.advising.search.accounting import account
from rulewright.program.advising.search.borrowing import Borrower
from rulewright.program.advising.search.choosing import (
    VERY_SURE,
    Answered,
    chosen,
    distinct,
    is_like,
    is_sure,
)
from rulewright.program.advising.search.examples import Examples
from rulewright.program.advising.search.joining import SURE, Found, together
from rulewright.program.advising.search.little_game import NO_LOOKS, with_numbers
from rulewright.program.advising.search.pieces import Piece, pieces
from rulewright.program.advising.search.plain import Reader
from rulewright.program.advising.search.plain_deeds import for_everybody, is_speechless
from rulewright.program.advising.search.sayings import Saying, Shelf, offered, wished
from rulewright.program.advising.search.scaffold import Begun, Scaffold
from rulewright.program.context import Context
from rulewright.program.program import Program
from rulewright.records import evolve
from rulewright.syntax import tree

_OF_A_PIECE: Final = 4
_MOST_LOOKED_AT: Final = 20
_SURE_OF_CARD: Final = 0.42
"""A card is an example of what was asked if it answers so much of it: it says much besides."""
_AS_A_CARD: Final = 0.58
"""A card is told for a part that nothing says if it fits so well."""
_NEAR: Final = 0.33
"""What fits less is not what was meant."""
_OF_THE_WHOLE: Final = 8
_ROLES: Final[dict[str, frozenset[str]]] = {
    "hook": frozenset({"hook", "card"}),
    "condition": frozenset({"condition"}),
    "deed": frozenset({"deed", "rule", "card"}),
    "rule": frozenset({"rule"}),
    "until": frozenset({"until"}),
}
_RULES: Final = frozenset({"hook", "condition", "deed", "rule", "card", "top"})
_SCENARIO: Final = frozenset({"scenario"})
_ASKS: Final = re.compile(
    r"(?:if|when\w*|once|at|after|before|each|every|for|unless|while|until)\b", re.I
)
"""What begins so before a colon is more than a title."""
_BACK: Final = re.compile(r"\b(?:that|this|the same) player\b|\b(?:he|she|they|them|him)\b", re.I)
_SECTIONS: Final = ("given", "when", "then")
_SEAT: Final = re.compile(
    r"(?:^|player |and )[B-H](?:'s)? |(?:^|player )A's "
    r"|(?:^|player )A (?=[a-z]+s\b|may\b|must\b|can|and [B-H])|^scenario\b|^nobody decides"
)
"""A sentence about seats; `A player …` is none."""
_IN_TIME: Final = "it is asked when what stands above it happens, as `at the end of my turn`"
_PAGES: Final = {
    "deed": "docs/language/deeds.md",
    "condition": "docs/language/expressions.md",
    "rule": "docs/language/rules.md",
    "hook": "docs/language/rules.md",
}
"""Where sentences are told of that are put together of phrases."""
IN_DEEDS: Final = frozenset({"deed", "heads", "until", "condition", "sum", "list"})
_CHOSEN: Final = {
    "the victim": "choose a victim from other players",
    "the target": "choose a target from cards in my row",
}
"""Whom and what the wishes speak of in deeds."""
_NEEDS: Final = re.compile(r"\b(the victim|the target)\b")


class Searcher:
    """Looks for sentences of one game."""

    def __init__(
        self,
        program: Program,
        trees: Sequence[tree.Node],
        begun: Begun,
        looks: Mapping[str, str] = NO_LOOKS,
    ) -> None:
        self.program, self.besides = program, ""
        self.certain: Callable[[str, str], Found | None] = lambda text, place: None
        """What certainly says a part of a sentence, where it is known."""
        self._borrower = Borrower(program, looks)
        self._shelf = Shelf.of(chain(wished(), offered(program)), self._borrower.alike())
        self.examples = Examples(program, self._shelf)
        self.scaffold = Scaffold(program, trees, begun)

    def _is_of(self, card: str, file: str) -> bool:
        return self.program.cards[card].at.source.name == file

    @classmethod
    def over(cls, program: Program, looks: Mapping[str, str] = NO_LOOKS) -> Searcher:
        """What looks for sentences of a program that is known whole, with the colours of its labels."""
        return cls(program, (), lambda found: Context(program, found).copied(found, None), looks)

    def found(self, sentence: str, most: int, in_scenario: bool | None = None) -> list[Found]:
        """What says a sentence and is right in the game; else what says its parts, and what is like it."""
        if in_scenario is None:
            in_scenario = self.is_about_seats(sentence)
        if in_scenario:
            sure = (self.certain(sentence, section) for section in _SECTIONS)
            if (said := next(filter(None, sure), None)) is not None:
                return [said]
            near = [self._told(sentence, each) for each in self._near(sentence, _SCENARIO)]
            return distinct(
                [evolve(each, near=not each.is_whole) for each in near if is_like(each)], most
            )
        if listed := self._listed(sentence):
            return listed[:most]
        if (said := self._read(sentence)) is not None:
            return [said]
        before, colon, behind = sentence.partition(": ")
        if colon and not _ASKS.match(before) and (said := self._read(behind)) is not None:
            return [evolve(said, part=behind, missing=(before,))]
        parts = pieces(sentence)
        answers = [self._of_a_part(part) for part in parts] if len(parts) > 1 else []
        told = self._of_the_whole(sentence, answers)
        unsaid = [part for part, found in answers if not found]
        return chosen(
            told, answers, [card for part in unsaid for card in self._as_cards_do(part)], most
        )

    def _as_cards_do(self, part: Piece) -> Iterator[Found]:
        """The card that does what is most like a part of a sentence."""
        for each in self._near(part.text, _ROLES["hook"], _AS_A_CARD):
            if each.is_card:
                yield evolve(self._told(part.text, each), part=part.text, near=True)
                return

    def _of_the_whole(self, sentence: str, answers: Sequence[Answered]) -> list[Found]:
        """What may say all of a sentence, with what it leaves out of it."""
        made = self._together([part for part, _ in answers], [found for _, found in answers])
        sure = [each for each in (self.certain(sentence, ""), made) if each is not None]
        near = islice(self._near(sentence, _RULES), _OF_THE_WHOLE)
        told = [self._told(sentence, each) for each in (*sure, *near)]
        return [each for each in told if each.is_whole or made is None or each.lines != made.lines]

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self.program, self._borrower.usual_kind)

    def _listed(self, sentence: str) -> list[Found]:
        """What wishes say that are put just so; those with the same numbers first."""
        ours = [each for each in self._shelf.asked(sentence) if each.borrowed]
        ours.sort(key=lambda each: each.asked != sentence)
        made = (self._made(each, sentence) for each in ours if each.role != "scenario")
        told = (self._told(sentence, each) for each in made if each is not None)
        return [each for each in told if each.asked == sentence or not each.missing]

    def _read(self, sentence: str, role: str = "") -> Found | None:
        """A sentence or a part of it of which every phrase is known, where what it says is right."""
        said = self._reader.part(sentence, role) if role else self._reader.read(sentence)
        if said is None or not self.scaffold.reads(said.lines, said.context, said.extra):
            return None
        lines, card = said.lines, self.examples.done_by(said.lines)
        if said.context == "rule" and is_speechless(self.program):
            lines = for_everybody(lines)
        remark = (
            _IN_TIME if not role and said.context == "deed" and lines[0].startswith("if ") else ""
        )
        page = _PAGES[said.context]
        return Found(lines, sentence, page, said.context, card, remark, said.extra)

    def _told(self, sentence: str, found: Found, part: bool = False) -> Found:
        """What was found with what it leaves out of a sentence and says besides."""
        lines, same = (*found.lines, *found.extra, found.remark), self._shelf.ranking.same
        example, *others = found.phrases or ("",)
        ways = (
            account(sentence, lines, f"{example}; {each}", same, self._exact)
            for each in others or [""]
        )
        made = max(ways, key=lambda each: each.share)
        excused = not part and found.phrases and found.fit >= VERY_SURE
        besides = made.but_for_deeds() if excused else made.besides
        return evolve(found, missing=made.missing, besides=besides, share=made.share)

    @cached_property
    def _exact(self) -> frozenset[str]:
        """Words of which none stands for another: labels, and names of cards."""
        labels = (item for each in self.program.labels.values() for item in each.items)
        return frozenset((*labels, *self.program.cards))

    def in_words(self, sentence: str) -> str:
        """A sentence as it would be written here: without its end, its colours as the game calls them."""
        said = self._borrower.coloured(sentence.strip().rstrip(".!; "))
        first = said.split(" ", 1)[0]
        small = first[1:].islower() and first not in self.program.cards
        return said[0].lower() + said[1:] if small else said

    def is_about_seats(self, sentence: str) -> bool:
        """Whether a sentence is one of a scenario."""
        return _SEAT.search(sentence) is not None

    def _of_a_part(self, part: Piece) -> Answered:
        """A part with what says it; an `if` may tell of what happens.

        What points back to another part says nothing alone.
        """
        if _BACK.search(part.text):
            return part, []
        found = self._sure(part)
        if part.role == "condition" and not found:
            heard = evolve(part, text=f"when {part.text}", role="hook", denied=False)
            if as_hook := self._sure(heard):
                return heard, as_hook
        return part, found

    def _sure(self, part: Piece) -> list[Found]:
        """What says a part and nothing else: what certainly does, and what is near."""
        if (read := self._read(part.text, part.role)) is not None:
            return [read]
        said = self.certain(part.text, part.role)
        near = islice(self._near(part.text, _ROLES[part.role], SURE), _OF_A_PIECE)
        found = (*([said] if said is not None else []), *near)
        told = (self._told(part.text, each, part=True) for each in found if not each.is_card)
        return [each for each in told if is_sure(each)]

    def _near(self, text: str, roles: frozenset[str], least: float = _NEAR) -> Iterator[Found]:
        """The nearest to a text, as far as they are right in the game."""
        asked = self._borrower.of_kinds(text) if roles is _ROLES["hook"] else text
        for saying, near in self._shelf.nearest(asked, _MOST_LOOKED_AT, roles):
            if near.fit < least:
                continue
            if saying.card and (
                near.share < _SURE_OF_CARD or self._is_of(saying.card, self.besides)
            ):
                continue
            made = self._made(saying, text)
            if made is not None:
                yield evolve(made, share=near.share, fit=near.fit)

    def _made(self, saying: Saying, text: str) -> Found | None:
        """What somebody would write here for a saying; None if that makes no sense here."""
        if not saying.borrowed:
            if saying.card:
                return self._as_found(saying, saying.lines, ())
            lines = self._borrower.of_a_card(with_numbers(saying.lines, "1", text), text)
            reads = self.scaffold.reads(lines, saying.context)
            return self._as_found(saying, lines, ()) if reads else None
        lines = self._borrower.told(saying.lines, text, saying.asked)
        extra = (
            *self._borrower.told(saying.extra, text, ""),
            *self._borrower.declared(saying.lines, text),
        )
        chosen = self._chosen(lines) if saying.context in IN_DEEDS else ()
        if saying.context == "rule" and is_speechless(self.program):
            lines = for_everybody(lines)
        if not self.scaffold.reads(lines, saying.context, extra, chosen):
            return None
        said = (*chosen, *lines) if saying.context == "deed" else lines
        return self._as_found(saying, said, extra)

    def _chosen(self, lines: tuple[str, ...]) -> tuple[str, ...]:
        """The choice of whom and what lines speak of."""
        needed = dict.fromkeys(_NEEDS.findall(" ".join(lines)))
        told = self._borrower.told((_CHOSEN[each] for each in needed), " ".join(lines), "")
        return tuple(told)

    def _as_found(self, saying: Saying, lines: tuple[str, ...], extra: tuple[str, ...]) -> Found:
        card = saying.card or self.examples.done_by(lines)
        return Found(
            lines,
            saying.asked,
            saying.page,
            saying.context,
            card,
            saying.remark,
            extra,
            is_card=bool(saying.card),
            phrases=saying.phrases,
        )

    def _together(self, parts: Sequence[Piece], near: Sequence[list[Found]]) -> Found | None:
        """One sentence of the nearest for each part, if it is right."""
        made = together(parts, near)
        right = made is not None and self.scaffold.reads(made.lines, made.context, made.extra)
        return made if right else None
