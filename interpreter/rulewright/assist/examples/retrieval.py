"""Retrieval of worked examples for a sentence in free English.

Documents are ranked by BM25, rewritten in the names of the game and type-checked there. The meaning gate refuses
those that say something else than the sentence. An example is never presented as the solution.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final

from rulewright.assist.examples.documents import (
    SETTING,
    DocumentIndex,
    ExampleDocument,
    documents_of_game,
    documents_of_table,
)
from rulewright.assist.examples.frame_names import NO_COLOURS
from rulewright.assist.examples.name_index import NameIndex
from rulewright.assist.examples.ranking import RankedText
from rulewright.assist.examples.scaffold import Scaffold
from rulewright.assist.examples.substitution import NameSubstitution
from rulewright.assist.meaning_gate import example_keeps_meaning, is_binding
from rulewright.base.records import Record
from rulewright.language.program.context import Context
from rulewright.language.program.from_syntax import NewContext
from rulewright.language.program.program import Program
from rulewright.language.syntax import tree

ALREADY_VALID: Final = "as it stands"
"""The phrase of an example that is the sentence itself, already valid."""
_LOOKED_AT: Final = 16
"""Most documents that are tried for a sentence or a part of it."""
_LEAST: Final = 0.18
"""The least fit of an example."""
_LEAST_OF_CARDS: Final = 0.3
"""The least fit of a rule of a card, which contains much unrelated text."""
_MOST_PARTS: Final = 4
"""Most parts of a sentence that get examples of their own."""
_CUT: Final = re.compile(
    r"[,;:.] (?:and |then |but )?|,? (?=(?:if|when|whenever|unless|until|while|for each|instead of) )"
    r"|,? (?:and then|then|and|but) "
)
_SEAT: Final = re.compile(
    r"(?:^|player |and )[B-H](?:'s)? |(?:^|player )A's "
    r"|(?:^|player )A (?=[a-z]+s\b|may\b|must\b|can|and [B-H])|^scenario\b|^nobody decides"
)
"""Matches sentences about seats, but not `A player …`."""
_STATEMENTS: Final = frozenset({"deed", "heads", "until", "condition", "sum", "list"})
_NEEDS: Final = re.compile(r"\bthe victim\b")
_CHOICE: Final = "choose a victim from other players"
_AS_WRITTEN: Final = ("rule", "deed", "condition")


class RetrievedExample(Record):
    """Lines of the rule language that resemble a sentence."""

    lines: tuple[str, ...]
    phrase: str
    """The English phrase that the lines express."""
    page: str
    context: str
    card: str = ""
    remark: str = ""
    extra: tuple[str, ...] = ()
    """Declarations that the lines need."""
    fit: float = 1.0
    """Fit with the sentence or its part, from 0 to 1."""
    phrases: tuple[str, ...] = ()
    """All English phrases that the lines express."""
    is_as_written: bool = False
    """Whether the example is the sentence itself, which is already valid."""


class Retriever:
    """A search for examples in one game."""

    def __init__(
        self,
        program: Program,
        trees: Sequence[tree.Node],
        new_context: NewContext,
        colours: Mapping[str, str] = NO_COLOURS,
    ) -> None:
        self.names = NameIndex(program, colours)
        self.scaffold = Scaffold(program, trees, new_context)
        self._program = program
        self._substitution = NameSubstitution(self.names)
        self._index = DocumentIndex.of((*documents_of_table(), *documents_of_game(self.names)))

    @classmethod
    def for_program(cls, program: Program, colours: Mapping[str, str] = NO_COLOURS) -> Retriever:
        """Return the retriever for a whole program, with the card styles of its labels."""
        return cls(
            program,
            (),
            lambda complaints: Context(program, complaints).copied(complaints, None),
            colours,
        )

    def nearest(
        self, sentence: str, most: int, in_scenario: bool | None = None, besides: str = ""
    ) -> list[RetrievedExample]:
        """Return at most `most` examples, the nearest first.

        `in_scenario` says whether the sentence belongs to a scenario; None lets its words decide. `besides` names
        a file whose cards are skipped because the user is writing it.
        """
        sentence = sentence.strip().rstrip(".!; ")
        if in_scenario is None:
            in_scenario = _SEAT.search(sentence) is not None
        if not in_scenario and (same := self._match_as_written(sentence)) is not None:
            return [same]
        whole = self._search(sentence, sentence, in_scenario, besides, most)
        parts = [part for part in _CUT.split(sentence) if len(part.split()) > 1]
        each = [
            self._search(part, sentence, in_scenario, besides, 1) for part in parts[:_MOST_PARTS]
        ]
        ahead = sorted(chain(*each), key=lambda example: -example.fit) if len(parts) > 1 else []
        return _distinct_examples([*whole[:1], *ahead, *whole[1:]], most)

    def documents(
        self, sentence: str, most: int, in_scenario: bool = False
    ) -> list[ExampleDocument]:
        """Return the documents nearest to `sentence`, without checking that they are valid in the game."""
        query = self.names.query_words(sentence)
        return [document for document, _ in self._index.nearest(query, most, in_scenario)]

    def _match_as_written(self, sentence: str) -> RetrievedExample | None:
        """Return the sentence itself as an example, if it already is a valid line of the game."""
        for context in _AS_WRITTEN:
            if self.scaffold.type_checks((sentence,), context):
                page = "docs/language/README.md"
                return RetrievedExample(
                    (sentence,), ALREADY_VALID, page, context, is_as_written=True
                )
        return None

    def _search(
        self, part: str, sentence: str, in_scenario: bool, besides: str, most: int
    ) -> list[RetrievedExample]:
        """Return the examples nearest to `part`, which is `sentence` or a part of it."""
        examples: list[RetrievedExample] = []
        links = self.names.links(part)
        ranked = self._index.nearest(self.names.query_words(part), _LOOKED_AT, in_scenario)
        for document, near in ranked:
            if near.fit < (_LEAST_OF_CARDS if document.card else _LEAST):
                continue
            if document.card and self._is_card_in_file(document.card, besides):
                continue
            written = self._substitution.rewrite(document, part, links)
            example = _to_example(document, near, written.lines, written.extra, written.phrase)
            keeps = _keeps_meaning(part, sentence, document, example)
            if keeps and self._is_valid(document, example):
                examples.append(example)
            if len(examples) == most:
                break
        return examples

    def _is_card_in_file(self, card: str, file: str) -> bool:
        """Return whether a card is declared in the file called `file`."""
        return self._program.cards[card].at.source.name == file

    def _is_valid(self, document: ExampleDocument, example: RetrievedExample) -> bool:
        """Return whether the example is valid in the game; cards and settings of editions always are."""
        if document.card or document.context == SETTING:
            return True
        chosen = victim_choice(example.lines, example.context)
        return self.scaffold.type_checks(example.lines, example.context, example.extra, chosen)


def _keeps_meaning(
    part: str, sentence: str, document: ExampleDocument, example: RetrievedExample
) -> bool:
    """Return whether an example, or a phrase for it, keeps the meaning of a part of a sentence.

    If another part negates, limits or binds something, the example must also keep the meaning of the whole
    sentence.
    """
    phrases = () if document.card else document.phrases
    sentences = (part, sentence) if is_binding(sentence.replace(part, "")) else (part,)
    return all(example_keeps_meaning(each, example.lines, phrases) for each in sentences)


def victim_choice(lines: Sequence[str], context: str) -> tuple[str, ...]:
    """Return the line that chooses the victim, if `lines` refer to a victim and do not choose one."""
    text = " ".join(lines)
    is_chosen = "choose a victim " in text or context not in _STATEMENTS
    return () if is_chosen or not _NEEDS.search(text) else (_CHOICE,)


def _to_example(
    document: ExampleDocument,
    near: RankedText,
    lines: tuple[str, ...],
    extra: tuple[str, ...],
    phrase: str,
) -> RetrievedExample:
    """Return a rewritten document as an example."""
    if document.context == "deed":
        lines = (*victim_choice(lines, document.context), *lines)
    return RetrievedExample(
        lines,
        phrase,
        document.page,
        "rule" if document.card else document.context,
        document.card,
        document.remark,
        extra,
        near.fit,
        document.phrases,
    )


def _distinct_examples(examples: Sequence[RetrievedExample], most: int) -> list[RetrievedExample]:
    """Return the first `most` examples that differ in lines and in cards."""
    distinct: list[RetrievedExample] = []
    for each in examples:
        if len(distinct) < most and not any(_is_same_example(each, one) for one in distinct):
            distinct.append(each)
    return distinct


def _is_same_example(one: RetrievedExample, other: RetrievedExample) -> bool:
    """Return whether two examples have the same lines or come from the same card."""
    return one.lines == other.lines or (bool(one.card) and one.card == other.card)
