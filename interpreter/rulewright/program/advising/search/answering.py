"""The forms that are nearest to what somebody said, in the words of a game and known to be right there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice
from typing import Final

from rulewright.program.advising.meaning import keeps_meaning
from rulewright.program.advising.search.by_hand import for_everybody, is_speechless
from rulewright.program.advising.search.clauses import Piece, pieces, scored
from rulewright.program.advising.search.composing import CAN, Composer
from rulewright.program.advising.search.covering import covered
from rulewright.program.advising.search.documents import Saying, Shelf, offered, wished
from rulewright.program.advising.search.examples import Examples, Forms
from rulewright.program.advising.search.filling import Filler
from rulewright.program.advising.search.joining import Found, together
from rulewright.program.advising.search.little_game import FRAME_NAMES, NO_LOOKS
from rulewright.program.advising.search.naming import Names
from rulewright.program.advising.search.question import Question, question, units_in
from rulewright.program.advising.search.ranking import Near
from rulewright.program.advising.search.scaffold import SETTING, Begun, Scaffold
from rulewright.program.advising.search.shaping import DOER, Shaper
from rulewright.program.advising.search.whom import as_me, as_mine
from rulewright.program.context import Context
from rulewright.program.english import plural
from rulewright.program.program import Program
from rulewright.records import evolve
from rulewright.syntax import tree
from rulewright.syntax.lexer import STEP

_LOOKED_AT: Final = 10
"""So many documents are tried for a part."""
_OF_A_PART: Final = 2
_OF_THE_WHOLE: Final = 3
_OF_FORMS: Final = 3
_NEAR: Final = 0.22
"""What fits less is not what was meant."""
_HALF: Final = 0.5
_MUCH: Final = 3
"""What leaves out so much of a part, or says so much besides, is no help for it."""
_LIKE_IT: Final = 0.25
_MUCH_LIKE_IT: Final = 0.4
"""What is so much like a sentence of several clauses is told beside what says them, or before."""
_FITS: Final = 9
"""What a good fit weighs against a word that is left out."""
_CARD: Final = 0.3
"""A card is an example of what was asked if it fits so well: it says much besides."""
_ROLES: Final[dict[str, frozenset[str]]] = {
    "hook": frozenset({"hook"}),
    "condition": frozenset({"condition"}),
    "deed": frozenset({"deed", "rule", "setting"}),
    "rule": frozenset({"rule", "setting"}),
    "until": frozenset({"deed"}),
    "rounds": frozenset({"condition"}),
}
_WHOLE: Final = frozenset({"rule", "card", "setting", "deed", "top", "condition", "list"})
_SCENARIO: Final = frozenset({"scenario"})
_SEAT: Final = re.compile(
    r"(?:^|player |and )[B-H](?:'s)? |(?:^|player )A's "
    r"|(?:^|player )A (?=[a-z]+s\b|may\b|must\b|can|and [B-H])|^scenario\b|^nobody decides"
)
"""A sentence about seats; `A player …` is none."""
IN_DEEDS: Final = frozenset({"deed", "heads", "until", "condition", "sum", "list"})
_CHOSEN: Final = {
    "the victim": "choose a victim from other players",
    "the target": "choose a target from {kinds} in my {row}",
}
"""Whom and what the wishes speak of in deeds."""
_NEEDS: Final = re.compile(r"\b(the victim|the target)\b")
_WHO: Final = f"`called {DOER.split()[1]}` behind a player in the head of the rule names who it is"
_LEFT: Final = re.compile(r"\b(?:may|can)\b(?! not)")
"""What may be left undone is said so."""
_ENDS: Final = re.compile(r"until (?:the (?:round|turn) ends|my next turn)$")
_AS_IT_IS: Final = Near(0, 1.0, 1.0)
_LITERAL: Final = ("hook", "condition", "until")
_SAID: Final = ("rule", "deed", "condition")
_DENIED: Final = re.compile(
    r"\b(?:no|not|never|nobody|nothing|cannot|without|instead|unless)\b|n't\b", re.I
)
"""What leaves this out may say the contrary."""


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
        self.names = Names(program, looks)
        self._filler, self._shaper = Filler(self.names), Shaper(self.names)
        self._composer = Composer(self.names, self._shaper)
        self._shelf = Shelf.of(chain(wished(), offered(self.names)))
        self.examples = Examples(program, self._shelf)
        self._told_of = Forms(self._shelf.sayings)
        self.scaffold = Scaffold(program, trees, begun)

    @classmethod
    def over(cls, program: Program, looks: Mapping[str, str] = NO_LOOKS) -> Searcher:
        """What looks for sentences of a program that is known whole, with the colours of its labels."""
        return cls(program, (), lambda found: Context(program, found).copied(found, None), looks)

    def found(self, sentence: str, most: int, in_scenario: bool | None = None) -> list[Found]:
        """Return what says a sentence, else what is nearest to each of its parts, with what is left out.

        What would change the meaning is marked as being only like it.
        """
        return [
            each
            if each.near or keeps_meaning(each.part or sentence, "\n".join(each.lines))
            else evolve(each, near=True)
            for each in self._found(sentence, most, in_scenario)
        ]

    def _found(self, sentence: str, most: int, in_scenario: bool | None) -> list[Found]:
        if in_scenario is None:
            in_scenario = self.is_about_seats(sentence)
        said = self.in_words(sentence)
        if in_scenario:
            return distinct(self._near(question(said, "scenario", self.names), _SCENARIO), most)
        if (same := self._as_it_stands(said)) is not None:
            return [same]
        said = scored(said)
        parts = list(self._unsplit(pieces(said)))
        if (composed := self._composed(said, "rule")) is not None:
            return [composed]
        exact = [self._exactly(part) for part in parts]
        if all(exact) and (one := self._joined(parts, exact)) is not None:
            return [one]
        is_head = len(parts) == 1 and parts[0].role == "hook"
        whole = self._near(
            question(said, "rule", self.names), _WHOLE | _ROLES["hook"] if is_head else _WHOLE
        )
        if CAN.search(said):
            whole = [each for each in whole if each.context != "condition"]
        sure = [each for each in whole if each.is_whole and not each.is_card]
        if sure and not (sure[0].context == "deed" and _LEFT.search(said)):
            return distinct(sure, 1)
        answers = [each or self._of_a_part(part) for part, each in zip(parts, exact, strict=True)]
        if (one := self._joined(parts, answers)) is not None:
            return [one]
        like = (each for each in whole if each.share >= _MUCH_LIKE_IT)
        best = max(like, key=lambda each: each.fit, default=None)
        if len(parts) == 1:
            told = list(filter(_is_help, whole))[:_OF_THE_WHOLE] or whole[:1]
        else:
            told = self._parts(parts, answers)
            if best is not None and best.fit >= _LIKE_IT:
                told.insert(0 if best.fit >= _MUCH_LIKE_IT else 1, best)
        unsaid = tuple(part.text for part, found in zip(parts, answers, strict=True) if not found)
        if told and unsaid and len(parts) > 1:
            left = tuple(dict.fromkeys((*told[-1].missing, *unsaid)))
            told[-1] = evolve(told[-1], missing=left)
        missing = dict.fromkeys(word for each in told for word in each.missing)
        return distinct([*told, *self._forms(said, missing or [said] * (not told))], most)

    def _forms(self, said: str, missing: Iterable[str]) -> list[Found]:
        """For words that nothing explains what says them: of each the form that is nearest to the sentence."""
        made: list[tuple[float, Found]] = []
        asked = question(said, "rule", self.names).asked
        for words, numbers in self._told_of.needed(said, missing):
            for saying, near in self._shelf.nearest_of(asked, _OF_FORMS, numbers):
                found = self._made(saying, question(words, saying.role, self.names), _AS_IT_IS)
                if found is not None and self._is_right(found):
                    told = evolve(found, part=words, missing=(), besides=(), near=False)
                    made.append((near.fit, told))
                    break
        return [found for _, found in sorted(made, key=lambda each: -each[0])[:_OF_FORMS]]

    def documents(self, sentence: str, most: int, in_scenario: bool = False) -> list[Saying]:
        """The documents nearest to a sentence, whether they are right in the game or not."""
        roles = _SCENARIO if in_scenario else _WHOLE | _ROLES["hook"]
        found = self._shelf.nearest(self.asked(sentence).asked, 2 * most, roles)
        made: dict[tuple[str, ...], Saying] = {}
        for saying, _ in found:
            made.setdefault(saying.lines, saying)
        return list(made.values())[:most]

    def asked(self, sentence: str) -> Question:
        """A whole sentence, made ready."""
        return question(self.in_words(sentence), "rule", self.names)

    def in_words(self, sentence: str) -> str:
        """A sentence as it would be written here: without its end, and of whoever reads it."""
        said = self.names.held(self.names.short(as_me(sentence.strip().rstrip(".!; "))))
        first = said.split(" ", 1)[0]
        named = first in self.program.cards or first.removesuffix("s") in self.program.cards
        said = said if named or not first[1:].islower() else said[0].lower() + said[1:]
        return as_mine(said, lambda name: bool(self.names.links(name)))

    def is_about_seats(self, sentence: str) -> bool:
        """Whether a sentence is one of a scenario."""
        return _SEAT.search(sentence) is not None

    def _as_it_stands(self, said: str) -> Found | None:
        """A sentence that is one of the language."""
        for context in _SAID:
            if self.scaffold.reads((said,), context):
                card = self.examples.done_by((said,))
                return Found((said,), said, "docs/language/README.md", context, card)
        return None

    def _composed(self, said: str, role: str, is_part: bool = False) -> Found | None:
        """What a clause says by its parts, if each of its words is one of them."""
        for lines, context in self._composer.said(said, role):
            asked = question(said, role, self.names)
            page = "docs/how-to-say.md"
            extra = tuple(line[1:].replace(">", " " * STEP) for line in lines if line[0] == "+")
            lines = tuple(line for line in lines if line[0] != "+")
            saying = Saying("", lines, context, context, page, extra=extra, borrowed=True)
            if not is_part and DOER in " ".join(lines):
                continue  # nothing says who it is
            made = self._filler.filled(saying, asked)
            extra = (*made.extra, *self._shaper.declared(made.lines))
            done = (*self.chosen(made.lines), *made.lines) if context == "deed" else made.lines
            remark = _WHO if any(DOER in line for line in done) else ""
            found = Found(done, said, page, context, "", remark, extra)
            if self._is_right(found) or (is_part and self._is_right(found, self._spoken_of())):
                return evolve(found, card=self.examples.done_by(made.lines))
        return None

    def _unsplit(self, parts: Iterable[Piece]) -> Iterator[Piece]:
        """Parts, those that are one deed put together again."""
        for whole, group in groupby(parts, key=lambda part: part.whole or part.text):
            split = list(group)
            is_one = len(split) > 1 and self._composed(whole, "deed", is_part=True)
            yield from [evolve(split[0], text=whole, either=False)] if is_one else split

    def _spoken_of(self) -> tuple[str, ...]:
        """The choice of a card of which another part may speak."""
        kind, hand = self.names.usual_kind, self.names.usual.get(FRAME_NAMES.hand)
        return (f"choose a {kind} from {plural(kind)} in my {hand}",) if kind and hand else ()

    def _exactly(self, part: Piece) -> list[Found]:
        """What says a part word for word, if anything does."""
        page = "docs/language/README.md"
        is_so = part.role == "until" and _ENDS.match(part.text)
        if is_so or (part.role in _LITERAL and self.scaffold.reads((part.text,), part.role)):
            return [Found((part.text,), part.text, page, part.role, part=part.text)]
        composed = self._composed(part.text, part.role, is_part=True)
        if composed is not None and composed.extra and part.role == "condition":
            near = self._near(question(part.text, part.role, self.names), _ROLES[part.role])
            composed = next((each for each in near if each.is_whole and not each.extra), composed)
        return [evolve(composed, part=part.text)] if composed is not None else []

    def _of_a_part(self, part: Piece) -> list[Found]:
        """What says a part, the nearest first."""
        asked = question(part.text, part.role, self.names)
        instead = part.text.lower().startswith("instead of ")
        roles = _ROLES["rule"] | _ROLES["hook"] if instead else _ROLES[part.role]
        found = self._near(asked, roles)
        if part.role == "condition" and not any(each.is_whole for each in found):
            heard = question(f"when {part.text}", "hook", self.names)
            found += [each for each in self._near(heard, _ROLES["hook"]) if each.is_whole]
        whole = [each for each in found if each.is_whole]
        if part.role == "deed":  # what is done is said by what does it, if anything does
            whole.sort(key=lambda each: each.context not in IN_DEEDS)
            whole = [each for each in whole if instead or " would " not in each.lines[0]]
        best = whole[:1] or filter(_is_help, found)
        return [evolve(each, part=part.text) for each in islice(best, _OF_A_PART)]

    def _joined(self, parts: Sequence[Piece], answers: Sequence[list[Found]]) -> Found | None:
        """One sentence of what says each part, if all is said and it is right."""
        if not all(found and found[0].is_whole for found in answers):
            return None
        firsts = [found[0] for found in answers]
        roles = [
            evolve(part, role="hook", denied=False) if found.context == "hook" else part
            for part, found in zip(parts, firsts, strict=True)
        ]
        made = together(roles, firsts) if roles else None
        if made is None or (DOER in " ".join(made.lines) and "called doer" not in made.lines[0]):
            return None
        right = self.scaffold.reads(made.lines, made.context, made.extra)
        return evolve(made, remark="", card=self.examples.done_by(made.lines)) if right else None

    def _parts(self, parts: Sequence[Piece], answers: Sequence[list[Found]]) -> list[Found]:
        """What says as much of a sentence as can be put together, and what is nearest to the rest of it."""
        each = list(zip(parts, answers, strict=True))
        sure = [(part, found) for part, found in each if found and found[0].is_whole]
        one = self._joined([part for part, _ in sure], [found for _, found in sure])
        if len(sure) < _OF_A_PART or one is None:
            return [found[0] for _, found in each if found]
        said = " … ".join(part.text for part, _ in sure)
        rest = [(part, found) for part, found in each if (part, found) not in sure]
        missing = tuple(part.text for part, _ in rest)
        partly = evolve(one, part=said, missing=missing)
        return [partly, *(found[0] for _, found in rest if found)]

    # ------------------------------------------------------------------ documents

    def _near(self, asked: Question, roles: frozenset[str]) -> list[Found]:
        """The nearest documents as somebody would write them here, those that leave out least first."""
        made: list[Found] = []
        for saying, near in self._shelf.nearest(asked.asked, _LOOKED_AT, roles):
            if near.fit < (_CARD if saying.card else _NEAR):
                continue
            if (found := self._made(saying, asked, near)) is not None:
                made.append(found)
        made.sort(key=_order)
        return list(islice(filter(self._is_right, made), _OF_THE_WHOLE + 1))

    def _is_right(self, found: Found, before: Sequence[str] = ()) -> bool:
        """Whether it can be read in this game; cards and what an edition chooses are as they stand."""
        if found.is_card:
            return True
        lines = [line.replace(DOER, "my left") for line in found.lines]
        chosen = (*before, *(self.chosen(lines) if found.context in IN_DEEDS else ()))
        return self.scaffold.reads(lines, found.context, found.extra, chosen)

    def _made(self, saying: Saying, asked: Question, near: Near) -> Found | None:
        """What somebody would write here for a saying; None if that makes no sense here."""
        if saying.card:
            if self.program.cards[saying.card].at.source.name == self.besides:
                return None
            return self._told(saying, asked, near, saying.lines, (), saying.phrases)
        filled = self._filler.filled(saying, asked)
        lines: tuple[str, ...] | None = filled.lines
        is_head = saying.role == "hook" or bool(saying.about and saying.context == "rule")
        if is_head and saying.about:
            lines = self._shaper.about(filled.lines, asked)
        elif saying.context == "deed":
            lines = self._shaper.done_by(filled.lines, asked, filled.phrases)
        if lines is None:
            return None
        if saying.context == "condition" and asked.subject is not None and not asked.subject.many:
            lines = self._shaper.held_of(lines, asked.subject, filled.phrases)
        if saying.context == "rule" and is_speechless(self.program):
            lines = for_everybody(lines)
        extra = (*filled.extra, *self._shaper.declared(lines))
        said = (*self.chosen(lines), *lines) if saying.context == "deed" else lines
        found = self._told(saying, asked, near, said, extra, filled.phrases)
        return evolve(found, asked=filled.says, stand_ins=filled.stand_ins)

    def _told(
        self,
        saying: Saying,
        asked: Question,
        near: Near,
        lines: tuple[str, ...],
        extra: tuple[str, ...],
        phrases: Sequence[str],
    ) -> Found:
        shaped = bool(saying.about) or saying.context in ("deed", "condition")
        how = covered(asked, phrases, lines, shaped)
        mixed = self._mixed_up(asked, lines)
        is_card = bool(saying.card)
        return Found(
            lines,
            saying.asked,
            saying.page,
            saying.context,
            saying.card or self.examples.done_by(lines),
            saying.remark or (_WHO if any(DOER in line for line in lines) else ""),
            extra,
            share=how.share,
            fit=near.fit + 0.05 * bool(saying.numbered and not saying.borrowed),
            is_card=is_card,
            near=is_card or bool(how.missing or mixed or how.besides),
            missing=how.missing + mixed,
            besides=() if is_card else how.besides,
        )

    def _mixed_up(self, asked: Question, lines: Sequence[str]) -> tuple[str, ...]:
        """Numbers that were asked for of something else than that of which the lines have so many."""
        here = units_in(" ".join(lines), self.names)
        numbers = {number for number, _ in asked.units - here}
        return tuple(sorted(number for number, _ in here - asked.units if number in numbers))

    def chosen(self, lines: Sequence[str]) -> tuple[str, ...]:
        """The choice of whom and what lines speak of."""
        needed = dict.fromkeys(_NEEDS.findall(" ".join(lines)))
        text = " ".join(lines)
        asked = (each for each in needed if f"choose a {each.split()[1]} " not in text)
        return tuple(_CHOSEN[each] for each in asked if "{" not in _CHOSEN[each])


def _is_help(found: Found) -> bool:
    return found.share > _HALF and len(found.besides) < _MUCH


def _order(found: Found) -> tuple[float, float]:
    denied = any(_DENIED.search(each) for each in (*found.missing, *found.besides))
    strange = 0.7 * min(len(found.besides), 3) + 0.5 * len(found.stand_ins)
    strange -= 2 * (found.context == SETTING)
    return (len(found.missing) + strange + 5 * denied - _FITS * found.fit, -found.fit)


def distinct(found: Sequence[Found], most: int) -> list[Found]:
    """The first of them, no two with the same lines or of the same card."""
    made: list[Found] = []
    for each in found:
        known = any(
            each.lines == one.lines or (each.is_card and each.card == one.card) for one in made
        )
        if not known and len(made) < most:
            made.append(each)
    return made
