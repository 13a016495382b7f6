"""Facts about an edition: its name, players, options and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from rulewright.language.edition.yaml.spanned import text_in

if TYPE_CHECKING:
    from rulewright.language.edition.edition import Edition
    from rulewright.language.edition.translations.vocabulary import Words
    from rulewright.language.program.program import Program
    from rulewright.runtime.coverage import Clause


class EditionBook(Protocol):
    """An edition with its program and the words of its language, if that is not the rules' own."""

    edition: Edition
    translation: Words | None

    @property
    def program(self) -> Program:
        """The checked program of the rule files."""


class EditionFacts:
    """The name, players, options and cards of an edition, in the words of a language."""

    @property
    def _book(self) -> EditionBook:
        """The edition and its program, provided by subclasses."""
        raise NotImplementedError

    @property
    def id(self) -> str:
        """The edition's id."""
        return self._book.edition.id.value

    @property
    def name(self) -> str:
        """The edition's name."""
        return text_in(self._book.edition.name, self.language) or self.id

    @property
    def about(self) -> str:
        """The edition's description, one sentence."""
        return text_in(self._book.edition.about, self.language)

    @property
    def language(self) -> str:
        """The language of stories and prompts; untranslated texts appear in English."""
        translation = self._book.translation
        return "en" if translation is None else translation.language

    @property
    def players(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""
        numbers = self._book.edition.players.value
        return numbers.low, numbers.high

    @property
    def options(self) -> dict[str, str]:
        """The options a group may choose: id -> description."""
        options = self._book.edition.options
        return {name: text_in(option.about, self.language) for name, option in options.items()}

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of all cards that this edition's rules know."""
        return tuple(self._book.program.cards)

    @property
    def castable(self) -> tuple[str, ...]:
        """The names of all cards that can be requested; files of cards outside the cast are read on demand."""
        from rulewright.language.link.rule_files import card_names_of_files

        program = self._book.program
        names = (*program.cards, *program.series, *card_names_of_files(self._book.edition))
        return tuple(dict.fromkeys(names))

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the rule files, used by this edition or not: the units of rule coverage."""
        from rulewright.runtime.coverage.clauses_of_program import clauses_of

        return clauses_of(self._book.program)
