"""An edition loaded, as programs and people meet it: what it is called, what it offers, what its cards say."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

from rulewright.edition.spanned import said_in
from rulewright.game.compiled_game import CompiledGame
from rulewright.ir.ir_types import MOST_STEPS
from rulewright.library import told_place
from rulewright.records import evolve
from rulewright.session import save_complaints
from rulewright.session.backend import EngineName
from rulewright.session.explaining import CardHelp, Explainer, PowerHelp
from rulewright.session.rulebook import Rulebook, load_rulebook
from rulewright.text import RulesError

if TYPE_CHECKING:
    from rulewright.coverage import Clause
    from rulewright.coverage.tally import Tally
    from rulewright.edition.vocabulary import Words
    from rulewright.engines.python.python_engine import PythonEngine
    from rulewright.ir.module import Module
    from rulewright.link.world import World
    from rulewright.program.program import Program
    from rulewright.session.presenting import Guide, Showing
    from rulewright.session.seat.frame import Frame
    from rulewright.session.tracing import Tracer
    from rulewright.session.why_not import Conditions


class EditionFacts:
    """What an edition is called and offers, in the words of a language."""

    def __init__(self, rulebook: Rulebook, words: Words | None) -> None:
        self._book, self._words = rulebook, words

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
        return self._words.language if self._words is not None else "en"

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
        from rulewright.link.rule_files import card_names

        program = self._book.program
        found = (*program.cards, *program.series, *card_names(self._book.edition))
        return tuple(dict.fromkeys(found))

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the rules: what can come to pass in them, or not, one by one."""
        return self._book.clauses


class LoadedRules(EditionFacts):
    """An edition with its rules and words. `cast` are cards that are in its games besides those of the edition."""

    def __init__(
        self,
        rulebook: Rulebook,
        source: str,
        words: Words | None = None,
        cast: tuple[str, ...] = (),
    ) -> None:
        super().__init__(rulebook, words)
        self.source, self.cast = source, cast
        self._told: dict[int, CompiledGame] = {}
        self.layouts: dict[int, dict[str, Any]] = {}
        """What seats see, by the identity of games; they are kept as long as this lives."""
        self._with_cast: dict[tuple[str, ...], Self] = {}
        self.most_steps = MOST_STEPS
        """So many steps a decision may take where games are played for others, who wait meanwhile."""

    @classmethod
    def load(cls, name_or_path: str | Path, lang: str | None = None) -> Self:
        """The rules of an edition, by its id or the path of its file, told in a language.

        By default that is the edition's own. Raises RulesError with every complaint about the edition and its
        rule files, or about its words in this language.
        """
        source = str(name_or_path)
        book = load_rulebook(name_or_path)
        language = lang or book.edition.language
        return cls(book, source, _words_in(book, language))

    def with_cast(self, cast: Sequence[str]) -> Self:
        """These rules for games in which these cards are besides those of the edition, and no others.

        They may be named as the rules name them, or as this edition and language do. Where only one card of a sort
        can be in a game (a rank), it takes the place of that of the edition. Raises RulesError if their rules
        are wrong.
        """
        cards = tuple(dict.fromkeys(map(self.card_called, cast)))
        if cards == self.cast:
            return self
        if cards not in self._with_cast:
            book = self._book.with_cards(cards)
            self._with_cast[cards] = type(self)(book, self.source, self._words, cards)
            self._with_cast[cards].most_steps = self.most_steps
        return self._with_cast[cards]

    def with_always(self) -> Self:
        """These rules for games that stop where they break what the rules say that always holds."""
        book = self._book.with_always()
        return self if book is self._book else type(self)(book, self.source, self._words, self.cast)

    @property
    def files(self) -> tuple[Path, ...]:
        """The edition's file, and those that it extends, the nearest first."""
        return self._book.edition.files

    @property
    def game(self) -> str:
        """The game that the rules are of."""
        return self._book.program.game

    @property
    def digest(self) -> str:
        """A hash of all that the rules say, wherever they lie; saves carry it."""
        return self._book.digest.content

    def check_digest(self, digest: str) -> None:
        """Raises RulesError if a save was made with other rules."""
        if digest != self.digest:
            raise RulesError([save_complaints.other_rules()])

    @property
    def words(self) -> Words:
        """What things are called in the language."""
        from rulewright.edition.vocabulary import Words

        return self._words or Words()

    @property
    def documents(self) -> dict[str, str]:
        """The sources that the rules cite: id -> title."""
        return {
            name: document.title.value for name, document in self._book.edition.documents.items()
        }

    @property
    def one_per(self) -> dict[str, str]:
        """The field of which a game has each value once, by the kind of card: of two cards one takes the place."""
        return {kind: one.field.value for kind, one in self._book.edition.one_per.items()}

    @property
    def looks(self) -> dict[str, str]:
        """The colours that the edition gives to labels: label -> colour."""
        return {name: look.colour.value for name, look in self._book.edition.looks.items()}

    def guide(self, players: int, options: Sequence[str] = ()) -> Guide:
        """What a person is told of a game for so many players. Raises RulesError."""
        from rulewright.session.presenting import guide_of

        world = self._book.world(players, options, self.cast)
        return guide_of(self._book.edition, self.language, world)

    def showing(self, players: int, options: Sequence[str] = ()) -> Showing:
        """What of the table of a game for so many players is shown, and how. Raises RulesError."""
        from rulewright.session.presenting import showing_of

        module = self._book.compiled(players, options, self.cast).module
        cards = self._book.program.cards
        texts = (cards[name].notes.text for name in module.designs if name in cards)
        return showing_of(self._book.edition, self.language, module, texts)

    @property
    def playout_options(self) -> tuple[str, ...]:
        """The options that random playouts use unless told otherwise."""
        playouts = self._book.edition.playouts
        return tuple(option.value for option in playouts.options) if playouts else ()

    @property
    def playout_note(self) -> str:
        """Why random playouts use those options."""
        playouts = self._book.edition.playouts
        return playouts.note.value if playouts and playouts.note else ""

    def compiled(
        self, players: int, options: Sequence[str] = (), engine: EngineName = "python"
    ) -> CompiledGame:
        """The game for so many players; made or fetched from the cache. Raises RulesError.

        Where there is no native engine, or none that can play it, the Python engine plays the same game.
        """
        try:
            compiled = self._book.compiled(players, options, self.cast)
            if self.most_steps < MOST_STEPS:
                cast("PythonEngine", compiled.engine).bound(self.most_steps)
            if engine == "native":
                compiled = self._book.native(players, options, self.cast) or compiled
        except RulesError as error:
            raise self._refused(error) from None
        if self._words is None:
            return compiled
        from rulewright.session.wording import in_words

        if id(compiled) not in self._told:  # the rulebook keeps its games as long as this lives
            self._told[id(compiled)] = in_words(compiled, self._words)
        return self._told[id(compiled)]

    def module(self, players: int, options: Sequence[str] = ()) -> Module:
        """What is made of the rules for so many players, in the intermediate form. Raises RulesError."""
        return self._book.module(players, options, self.cast)

    def frame(self, players: int, options: Sequence[str] = ()) -> Frame:
        """What the code of games for so many players says of their frame. Raises RulesError."""
        return self._book.frame(players, options, self.cast)

    def batch_code(self, players: int, options: Sequence[str] = ()) -> Any:
        """The native code that advances many games at once; None where there is none. Raises RulesError."""
        return self._book.batch_code(players, options, self.cast)

    def conditions(self, players: int, options: Sequence[str] = ()) -> Conditions:
        """What tells why something cannot be chosen, in games for so many players. Raises RulesError."""
        conditions = self._book.conditions(players, options, self.cast)
        if self.most_steps < MOST_STEPS:
            conditions.engine.bound(self.most_steps)
        return conditions

    def tracer(self, players: int, options: Sequence[str] = ()) -> Tracer:
        """What plays games for so many players once more, and tells what began and ended. Raises RulesError."""
        tracer = self._book.tracer(players, options, self.cast)
        if self.most_steps < MOST_STEPS:
            cast("PythonEngine", tracer.game.engine).bound(self.most_steps)
        return tracer

    @property
    def program(self) -> Program:
        """What the rules say, before an edition sets anything."""
        return self._book.program

    def world(self, players: int, options: Sequence[str] = ()) -> World:
        """What a game for so many players is played with: cards, settings, cells. Raises RulesError."""
        return self._book.world(players, options, self.cast)

    def _refused(self, error: RulesError) -> RulesError:
        """The same, with what rules say when they refuse a game said in the language."""
        texts = self.words.texts
        return RulesError(
            evolve(complaint, message=texts.get(complaint.message, complaint.message))
            for complaint in error.complaints
        )

    @property
    def lasting(self) -> frozenset[str]:
        """The numbers that nothing ever sets back: what people count, and no book-keeping."""
        return frozenset(
            track.name
            for track in self._book.program.variables.values()
            if track.type.name == "number" and not (track.until_phase or track.while_in)
        )

    @property
    def rule_paths(self) -> tuple[Path, ...]:
        """The files and folders with the rules."""
        return self._book.edition.places

    def counting(self, players: int, options: Sequence[str] = ()) -> tuple[CompiledGame, Tally]:
        """A game that counts which clauses come to pass, and what it counts into. Raises RulesError."""
        return self._book.counting(players, options, self.cast)

    # ------------------------------------------------------------------ cards

    def card(self, name: str) -> CardHelp:
        """A card explained. Raises KeyError for a name that is none."""
        return self.explainer.card(name)

    def powers(self, name: str) -> tuple[PowerHelp, ...]:
        """The powers that options call so, explained; several cards may have one each."""
        return self.explainer.powers(name)

    def told_place(self, place: str) -> str:
        """A place in the rules as a game tells it, wherever their files lie on this machine."""
        return told_place(place, self._book.edition.files[0].parent, self._book.program.here)

    def card_name(self, name: str) -> str:
        """What a card is called: by the edition, else in the language, else by the rules."""
        return self.explainer.card_name(name)

    def card_called(self, shown: str) -> str:
        """The name that the rules have for a card that is called so here; the same name if no card is."""
        return self.explainer.card_called(shown)

    @property
    def explainer(self) -> Explainer:
        """What tells what the rules say, in the words of this edition and language."""
        return Explainer(self._book, self.words, self.language)


def _words_in(book: Rulebook, language: str) -> Words | None:
    """What things are called; None where they are called as the rules call them."""
    from rulewright.edition.vocabulary import ENGLISH, load_words

    words = load_words(book.edition, language)
    return None if words.language == ENGLISH and not words.is_said else words
