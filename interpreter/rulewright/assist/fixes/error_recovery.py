"""Error repair for one line: insert, remove or replace a few words until the line parses.

The parser reads the line up to the word where it fails. Every edit of the words read until there gives a
candidate; a beam search edits the candidates that parse farthest once more. So repairs of several words cost
about as much as those of one (Burke and Fisher, *A practical method for LR and LL syntactic error diagnosis and
recovery*, 1987).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from rulewright.assist.fixes.line_edits import (
    BEFORE_KNOWN,
    JOINTS,
    EditedLine,
    WordEdit,
    as_words,
    longest_replaced,
    replacements,
)
from rulewright.assist.logical_lines import LogicalLine
from rulewright.assist.stemming import stem
from rulewright.assist.vocabulary import Vocabulary
from rulewright.base.records import Record, evolve
from rulewright.language.syntax.parsing.lexer import INDENT, NEWLINE, Token
from rulewright.language.syntax.parsing.lookahead import tokens_after
from rulewright.language.syntax.parsing.parser import Grammar, grammar
from rulewright.language.text import Fix
from rulewright.language.text.words.english import base_form

MOST_CHANGES: Final = 3
BEAM_WIDTH: Final = 24
"""Beam width: candidates edited further in each round, those that parse farthest."""
MOST_COMPLETE: Final = 6
"""Candidates per round that parse to their end and are edited further all the same, since they may mean nothing."""
MOST_MOVED: Final = 5
"""Most words that are moved to another place."""
NEAR: Final = 5
"""A further edit is made at most this many words before the one where parsing fails."""
MOST_TRIED: Final = 12
"""Most candidates per number of edits that are tried."""
LONGEST: Final = 60
"""A line with more words gets at most one edit."""

_WINNING: Final = frozenset(("win", "wins", "end", "ends"))
"""Verbs about the game itself, which need no name."""
_BEFORE_NAMES: Final = frozenset(("a", "'s"))
_BEFORE_CONDITIONS: Final = ("if", "where", "and", "or", "not", "(", ",")
_MAY_GO: Final = frozenset((",", ":", ")", "(", "a", "an", "the", "to", "of"))
"""Words that can be removed without changing the meaning."""
_OTHER_FORM, _PUT_IN, _OTHER, _OTHER_NAME, _LEFT_OUT, _FAR = 5, 10, 9, 14, 15, 3
"""Costs of an edit: another form, an insertion, a replacement, another name of the game, a removal; and the
surcharge for an edit before the failing words."""
_SURELY: Final = (_PUT_IN, _PUT_IN + 1)
"""Costs of inserting the words that people most often omit."""
MOST_COST: Final = 46


class _PartialParse(Record):
    """A line with some edits, parsed up to a word: the index of the next word, and the parser's stack of states."""

    at: int
    stack: tuple[int, ...]
    changes: tuple[WordEdit, ...] = ()
    cost: int = 0


def repair_line(line: LogicalLine, above: str, words: Vocabulary) -> Iterator[Fix]:
    """Yield fixes after which `line` parses below the lines `above` it, the likeliest first."""
    reading = _LineRepair.of(line, above, words)
    if reading is not None:
        yield from (reading.writing.to_fix(parse.changes) for parse in reading.candidates())


def insert_missing_words(line: LogicalLine, above: str, words: Vocabulary) -> Iterator[Fix]:
    """Yield fixes that only insert a small word, after which the whole line parses."""
    reading = _LineRepair.of(line, above, words)
    for parse in reading.candidates(1) if reading is not None else ():
        put_in = all(each.begin == each.end and each.cost in _SURELY for each in parse.changes)
        if reading is not None and put_in:
            yield reading.writing.to_fix(parse.changes)


class _LineRepair:
    """A search for edits of one line that make it parse."""

    def __init__(
        self,
        line: LogicalLine,
        begins: int,
        tokens: list[Token],
        stack: list[int],
        words: Vocabulary,
    ) -> None:
        self.words = words
        self.grammar: Grammar = grammar()
        self.first = tuple(stack)
        self.has_block = line.with_block != line.span
        self.writing = EditedLine(line.span, begins, tokens)
        self.read = self.writing.words
        self.failed = 0

    @classmethod
    def of(cls, line: LogicalLine, above: str, words: Vocabulary) -> _LineRepair | None:
        """Return the search for `line` below the lines `above` it; None if those do not parse."""
        below = tokens_after(above, line.span.text)
        return None if below is None else cls(line, len(above), below[1], below[0], words)

    def candidates(self, most: int = MOST_CHANGES) -> Iterator[_PartialParse]:
        """Yield edited lines that parse to their end, those with fewer edits first."""
        waiting = [_PartialParse(0, self.first)]
        self.failed = self._parse_on(waiting[0])[-1].at
        for number in range(most if len(self.read) <= LONGEST else 1):
            ends: dict[str, _PartialParse] = {}
            farther: dict[tuple[int, ...], _PartialParse] = {}
            for parse in sorted(self._edit_each(waiting, number > 0), key=lambda parse: parse.cost):
                last = self._parse_on(parse)[-1]
                if self._can_end(last):
                    ends.setdefault(self.writing.text_after(parse.changes), parse)
                elif last.at >= self.failed - 1:
                    farther.setdefault((-last.at, *last.stack), parse)
            yield from islice(ends.values(), MOST_TRIED)
            if not number and most > 1:
                yield from self._parenthesize()
                yield from self._move_failing_words()
            best = sorted(farther, key=lambda key: (key[0], farther[key].cost))
            waiting = [farther[key] for key in best[:BEAM_WIDTH]]
            waiting += islice(ends.values(), MOST_COMPLETE)

    def _move_failing_words(self) -> Iterator[_PartialParse]:
        """Yield edits that move the failing words to another place in the line: `if is the victim tired`."""
        for begin in (self.failed, self.failed - 1):
            if self.read[begin : begin + 1] == as_words("is") and not self._may_begin(begin):
                continue
            for end in range(max(begin, 0) + 1, min(begin + MOST_MOVED, len(self.read)) + 1):
                without = WordEdit(max(begin, 0), end, (), 0)
                inserted = tuple(self.read[without.begin : end])
                for place in (*range(without.begin), *range(end + 1, len(self.read) + 1)):
                    changes = sorted(
                        (without, WordEdit(place, place, inserted, 0)),
                        key=lambda change: change.begin,
                    )
                    yield from self._parse_with(changes)

    def _may_begin(self, at: int) -> bool:
        """Return whether a condition may begin at word `at`."""
        return at == 0 or self.read[at - 1].text in _BEFORE_CONDITIONS

    def _parenthesize(self) -> Iterator[_PartialParse]:
        """Yield edits that put a list with `where` into parentheses.

        An example is `the number of cards where its cost is 1 is 3`.
        """
        for begin in range(self.failed - 1, -1, -1):
            if self.read[begin].text == "the":
                changes = [
                    WordEdit(begin, begin, as_words("(")),
                    WordEdit(self.failed, self.failed, as_words(")")),
                ]
                yield from self._parse_with(changes)

    def _parse_with(self, changes: Iterable[WordEdit]) -> Iterator[_PartialParse]:
        """Yield the line with `changes`, if it then parses to its end."""
        parse = _PartialParse(0, self.first)
        for change in changes:
            parse = self._advance(parse, change)
        if self._can_end(self._parse_on(parse)[-1]):
            yield parse

    # ---------------------------------------------------------------- reading

    def _advance(self, parse: _PartialParse, change: WordEdit) -> _PartialParse:
        """Return `parse` after the words before `change` and its edit; with an empty stack if it fails to parse."""
        stack = list(parse.stack)
        words = (*self.read[parse.at : change.begin], *change.inserted)
        if not parse.stack or not all(self.grammar.accepts(stack, word.kind) for word in words):
            return evolve(parse, stack=())
        return _PartialParse(change.end, tuple(stack), (*parse.changes, change))

    def _parse_on(self, parse: _PartialParse) -> list[_PartialParse]:
        """Return the states of `parse` before each further word, as far as the line parses."""
        stack, trail = list(parse.stack), [parse]
        for at in range(parse.at, len(self.read)) if stack else ():
            if not self.grammar.accepts(stack, self.read[at].kind):
                break
            trail.append(evolve(parse, at=at + 1, stack=tuple(stack)))
        return trail

    def _can_end(self, parse: _PartialParse) -> bool:
        """Return whether the line may end here, and its block may follow."""
        stack = list(parse.stack)
        if not stack or parse.at < len(self.read) or not self.grammar.accepts(stack, NEWLINE):
            return False
        row = [kind for kind in self.grammar.choices(stack) if kind == INDENT]
        return bool(row) if self.has_block else True

    # ---------------------------------------------------------------- changing

    def _edit_each(self, parses: Iterable[_PartialParse], further: bool) -> Iterator[_PartialParse]:
        """Yield each of `parses` with one more edit."""
        return (changed for parse in parses for changed in self._edit_once(parse, further))

    def _edit_once(self, parse: _PartialParse, further: bool) -> Iterator[_PartialParse]:
        """Yield `parse` with one more edit, at any word that the parser reaches."""
        trail = self._parse_on(parse)
        reached = trail[-1].at
        ends = further and self._can_end(trail[-1])
        for here in trail:
            if further and not ends and here.at < reached - NEAR:
                continue
            for change in self._edits_at(here.at):
                cost = parse.cost + change.cost + (_FAR if here.at < reached - 1 else 0)
                if cost > MOST_COST:
                    continue
                stack = list(here.stack)
                if all(self.grammar.accepts(stack, word.kind) for word in change.inserted):
                    yield _PartialParse(change.end, tuple(stack), (*parse.changes, change), cost)

    def _edits_at(self, at: int) -> Iterator[WordEdit]:
        """Yield the edits at word `at`: insertions, removals and replacements of the next words."""
        following = self.read[at] if at < len(self.read) else None
        for number, joint in enumerate((*JOINTS, *BEFORE_KNOWN)):
            if self._may_be_missing(joint, at):
                late = number // 4 if number < len(JOINTS) else 1
                yield WordEdit(at, at, as_words(joint), _PUT_IN + late)
        yield from self._repeat_subject(at)
        if following is None:
            return
        yield from self._swap_owner(at)
        if following.text in _MAY_GO:
            yield WordEdit(at, at + 1, (), _LEFT_OUT)
        for size in range(1, min(longest_replaced(), len(self.read) - at) + 1):
            words = " ".join(word.text for word in self.read[at : at + size])
            for inserted in replacements().get(words, ()):
                cost = _OTHER + (_FAR if words in JOINTS or following.kind != "NAME" else 0)
                yield WordEdit(at, at + size, inserted, cost - size)
        if following.kind == "NAME":
            yield from self._name_edits(at, following.text)

    def _name_edits(self, at: int, name: str) -> Iterator[WordEdit]:
        """Yield edits that replace a name by another form of it or by a synonym."""
        known = name in self.words.names
        for form in sorted(self.words.names | _WINNING) if not known else ():
            if stem(form) == stem(name):
                yield WordEdit(at, at + 1, as_words(form), _OTHER_FORM)
        if name in self.words.events and base_form(name) != name:
            yield WordEdit(at, at + 1, as_words(f"would {base_form(name)}"), _OTHER_NAME)
        for word in self.words.synonyms(name):
            yield WordEdit(at, at + 1, as_words(word), _OTHER_NAME if known else _OTHER)

    def _may_be_missing(self, joint: str, at: int) -> bool:
        """Return whether the word `joint` could be missing before word `at`."""
        following = self.read[at].kind if at < len(self.read) else ""
        if joint in _BEFORE_NAMES and following != "NAME":
            return False
        if joint == "it":
            return following == "IS"
        if joint == "'s" and self.read[at].text in self.words.marks:
            return False  # `the target tired`
        if joint == "my":
            return following == "NAME" and self.read[at].text in self.words.owned
        if joint == "called":  # `a card gift`
            return at > 0 and following == "NAME" and self.read[at - 1].text in self.words.nameable
        return not (joint in (":", "=") and at > 2)

    def _swap_owner(self, at: int) -> Iterator[WordEdit]:
        """Yield the edit that puts the owner first: `the partner's hand` for `the hand of the partner`."""
        texts = [word.text for word in self.read[at : at + 5]]
        if texts[:1] != ["the"] or texts[2:3] != ["of"] or self.read[at + 1].kind != "NAME":
            return
        size = 2 if texts[3:4] == ["the"] else 1
        owner = self.read[at + 3 : at + 3 + size]
        if len(owner) == size and owner[-1].kind != "OF":
            inserted = (*owner, *as_words("x's")[1:], self.read[at + 1])
            yield WordEdit(at, at + 3 + size, inserted, _OTHER)

    def _repeat_subject(self, at: int) -> Iterator[WordEdit]:
        """Yield the edit that repeats the subject: `if the victim is rich and [the victim] is not tired`."""
        texts = [word.text for word in self.read]
        if at < 1 or texts[at - 1] not in ("and", "or", "not") or texts[at : at + 1] != ["is"]:
            return
        if "is" in texts[: at - 1]:
            last = at - 2 - texts[: at - 1][::-1].index("is")
            begins = [n for n in range(last) if texts[n] in _BEFORE_CONDITIONS]
            subject = self.read[begins[-1] + 1 if begins else 0 : last]
            yield WordEdit(at, at, tuple(subject), _PUT_IN)
