"""Facts about an edition that programs and people ask for: its name, players, options, cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from rulewright.language.edition.yaml.spanned import said_in

if TYPE_CHECKING:
    from rulewright.language.edition.edition import Edition
    from rulewright.language.edition.translations.vocabulary import Words
    from rulewright.language.program.program import Program
    from rulewright.runtime.coverage import Clause


class Book(Protocol):
    """An edition with its program, and what things are called, if that is not what the rules call them."""

    edition: Edition
    said: Words | None

    @property
    def program(self) -> Program:
        """The checked program of the rule files."""


class EditionFacts:
    """What an edition is called and offers, in the words of a language."""

    @property
    def _book(self) -> Book:
        raise NotImplementedError

    @property
    def id(self) -> str:
        """The edition's id."""
        return self._book.edition.id.value

    @property
    def name(self) -> str:
        """The edition's name."""
        return said_in(self._book.edition.name, self.language) or self.id

    @property
    def about(self) -> str:
        """What the edition is, in a sentence."""
        return said_in(self._book.edition.about, self.language)

    @property
    def language(self) -> str:
        """The language in which games are told; what nobody has said in it is told in English."""
        said = self._book.said
        return "en" if said is None else said.language

    @property
    def players(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""
        numbers = self._book.edition.players.value
        return numbers.low, numbers.high

    @property
    def options(self) -> dict[str, str]:
        """What a group may choose: id -> what it does."""
        options = self._book.edition.options
        return {name: said_in(option.about, self.language) for name, option in options.items()}

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of all cards that this edition's rules know."""
        return tuple(self._book.program.cards)

    @property
    def castable(self) -> tuple[str, ...]:
        """The names of all cards that may be asked for; what is not in the cast of the edition is read for it."""
        from rulewright.language.link.rule_files import card_names

        program = self._book.program
        found = (*program.cards, *program.series, *card_names(self._book.edition))
        return tuple(dict.fromkeys(found))

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the rule files, used by this edition or not: what can come to pass, one by one."""
        from rulewright.runtime.coverage.clauses_of_program import clauses_of

        return clauses_of(self._book.program)
