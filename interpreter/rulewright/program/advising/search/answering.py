"""The sentences that are nearest to what somebody wrote, in the words of a game and known to be right there."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice, zip_longest
from typing import Final

from rulewright.program.advising.search.borrowing import Borrower
from rulewright.program.advising.search.joining import SURE, Found, together
from rulewright.program.advising.search.little_game import NO_LOOKS, with_numbers
from rulewright.program.advising.search.pieces import Piece, pieces
from rulewright.program.advising.search.plain_deeds import for_everybody, is_speechless
from rulewright.program.advising.search.sayings import Saying, Shelf, offered, wished
from rulewright.program.advising.search.scaffold import Begun, Scaffold
from rulewright.program.context import Context
from rulewright.program.program import Program
from rulewright.records import evolve
from rulewright.syntax import known_words, tree

_WORD: Final = re.compile(r"'s\b|[A-Za-z][\w-]*|\d+|\S")
_OF_A_PIECE: Final = 4
_MOST_LOOKED_AT: Final = 20
_SURE_OF_CARD: Final = 0.42
"""A card is an example of what was asked if it answers so much of it: it says much besides."""
_CERTAIN: Final = 0.75
"""A part that is answered so well is told before sentences for the whole that may not be meant."""
_NEAR: Final = 0.33
"""What fits less is not what was meant."""
_WHOLE: Final = 0.8
"""What is put together comes before one sentence for all that fits so much better."""
_ROLES: Final[dict[str, frozenset[str]]] = {
    "hook": frozenset({"hook", "card"}),
    "condition": frozenset({"condition"}),
    "deed": frozenset({"deed", "rule", "card"}),
    "rule": frozenset({"rule"}),
    "until": frozenset({"until"}),
}
_RULES: Final = frozenset({"hook", "condition", "deed", "rule", "card", "top"})
_SCENARIO: Final = frozenset({"scenario"})
_SEAT: Final = re.compile(
    r"(?:^|player |and )[B-H](?:'s)? |(?:^|player )A's "
    r"|(?:^|player )A (?=[a-z]+s\b|may\b|must\b|can|and [B-H])|^scenario\b|^nobody decides"
)
"""A sentence about seats; `A player …` is none."""
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
        self.scaffold = Scaffold(program, trees, begun)

    def _is_of(self, card: str, file: str) -> bool:
        return self.program.cards[card].at.source.name == file

    @classmethod
    def over(cls, program: Program, looks: Mapping[str, str] = NO_LOOKS) -> Searcher:
        """What looks for sentences of a program that is known whole, with the colours of its labels."""
        return cls(program, (), lambda found: Context(program, found).copied(found, None), looks)

    def found(self, sentence: str, most: int, in_scenario: bool | None = None) -> list[Found]:
        """The nearest sentences that are right in the game, the nearest first."""
        if in_scenario is None:
            in_scenario = self.is_about_seats(sentence)
        made: list[Found] = []
        cards: set[str] = set()
        for each in self._candidates(sentence, in_scenario):
            if each is None or any(each.lines == one.lines for one in made):
                continue
            if not (each.is_card and each.card in cards):
                made.append(each)
                cards |= {each.card} if each.is_card else set()
            if len(made) == most:
                break
        return made

    def in_words(self, sentence: str) -> str:
        """A sentence as it would be written here: without its end, its colours as the game calls them."""
        said = self._borrower.coloured(sentence.strip().rstrip(".!; "))
        first = said.split(" ", 1)[0]
        small = first[1:].islower() and first not in self.program.cards
        return said[0].lower() + said[1:] if small else said

    def is_about_seats(self, sentence: str) -> bool:
        """Whether a sentence is one of a scenario."""
        return _SEAT.search(sentence) is not None

    def _candidates(self, sentence: str, in_scenario: bool) -> Iterator[Found | None]:
        """The whole put together of its parts, the nearest to the whole, those to its parts, in turn."""
        if in_scenario:
            yield from self._near(sentence, _SCENARIO)
            return
        parts = pieces(sentence)
        whole = iter(self._near(sentence, _RULES))
        if len(parts) < 2:
            yield from whole
            return
        both = [self._of_a_part(part) for part in parts]
        near = [found for _, found in both]
        together = self._together([part for part, _ in both], near)
        first = list(islice(whole, _OF_A_PIECE))
        best = max((each.fit for each in first), default=0.0)
        if together is not None and together.fit >= best * _WHOLE:
            yield together
        yield from (each for each in first if each.fit >= SURE)
        yield together
        yield from (found[0] for found in near if found and found[0].fit >= _CERTAIN)
        yield from first
        yield from chain.from_iterable(zip_longest(*near))

    def _of_a_part(self, part: Piece) -> tuple[Piece, list[Found]]:
        """A part with what may say it, the surest first; an `if` may tell of what happens."""
        found = self._sure(part)
        if part.role == "condition" and all(each.fit < SURE for each in found):
            heard = evolve(part, text=f"when {part.text}", role="hook", denied=False)
            as_hook = self._sure(heard)
            if any(each.fit >= SURE for each in as_hook):
                return heard, as_hook
        return part, found

    def _sure(self, part: Piece) -> list[Found]:
        """What may say a part: what certainly does, and what is near."""
        said = self.certain(part.text, part.role)
        found = islice(self._near(part.text, _ROLES[part.role], SURE), _OF_A_PIECE)
        return [*([said] if said is not None else []), *found]

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
        card = saying.card or self.done_by(lines)
        return Found(
            lines,
            saying.asked,
            saying.page,
            saying.context,
            card,
            saying.remark,
            extra,
            is_card=bool(saying.card),
        )

    def _together(self, parts: Sequence[Piece], near: Sequence[list[Found]]) -> Found | None:
        """One sentence of the nearest for each part, if it is right."""
        made = together(parts, near)
        right = made is not None and self.scaffold.reads(made.lines, made.context, made.extra)
        return made if right else None

    # ------------------------------------------------------------------ which card does it

    def done_by(self, lines: Sequence[str]) -> str:
        """A card whose rules have lines of the same form, if there is one."""
        wanted = [self._form(line) for line in lines]
        cards = [self._with_form.get(form, frozenset()) for form in wanted]
        both = frozenset.intersection(*cards) if cards else frozenset()
        return min(both, default="")

    @cached_property
    def _with_form(self) -> dict[str, frozenset[str]]:
        made: dict[str, set[str]] = defaultdict(set)
        for saying in self._shelf.sayings:
            if saying.card:
                for line in saying.lines:
                    made[self._form(line)].add(saying.card)
        return {form: frozenset(cards) for form, cards in made.items()}

    @cached_property
    def _verbs(self) -> frozenset[str]:
        from rulewright.program.english import forms

        return frozenset(
            form for event in self.program.events.values() for form in forms(event.verb)
        )

    def _form(self, line: str) -> str:
        known = known_words()
        return " ".join(
            word
            if word in known or not word[0].isalnum() or word in self._verbs
            else "#"
            if word.isdigit()
            else "_"
            for word in _WORD.findall(line)
        )
