"""An edition ready to play, as programs and people meet it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.game.core import Core
from rulewright.game.words import seat_letters
from rulewright.rulebook import Machine, Rulebook, load_rulebook
from rulewright.text import Complaint, RulesError
from rulewright.view.game import Game

if TYPE_CHECKING:
    from rulewright.rulebook.clauses import Clause
    from rulewright.rulebook.counting import Tally


@frozen
class CardHelp:
    """A card explained: its fields, the lines of its rule, where they stand and where they come from."""

    name: str
    shown: str
    kind: str
    fields: dict[str, object]
    lines: tuple[str, ...]
    place: str
    cites: tuple[str, ...]
    text: str = ""


class Rules:
    """What `rulewright.load` gives: an edition from which games are made."""

    def __init__(self, rulebook: Rulebook, source: str) -> None:
        self._book = rulebook
        self.source = source

    @classmethod
    def load(cls, name_or_path: str | Path) -> Rules:
        """The rules of an edition, by its id or the path of its file.

        Raises RulesError with every complaint about the edition and its rule files.
        """
        source = str(name_or_path)
        return cls(load_rulebook(name_or_path), source)

    @property
    def id(self) -> str:
        """The edition's id."""
        return self._book.edition.id.value

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
            message = "this saved game was made with other rules than those of today"
            help_ = (
                "replay its decisions under the rules of today, or use the rules it was made with"
            )
            raise RulesError([Complaint("E0802", message, None, (), help_)])

    @property
    def name(self) -> str:
        """The edition's name in its language."""
        return _text(self._book.edition.name, self._book.edition.language) or self.id

    @property
    def about(self) -> str:
        """What the edition is, in a sentence."""
        return _text(self._book.edition.about, self._book.edition.language)

    @property
    def players(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""
        numbers = self._book.edition.players.value
        return numbers.low, numbers.high

    @property
    def options(self) -> dict[str, str]:
        """What a group may choose: id -> what it does."""
        language = self._book.edition.language
        return {name: _text(o.about, language) for name, o in self._book.edition.options.items()}

    @property
    def documents(self) -> dict[str, str]:
        """The sources that the rules cite: id -> title."""
        return {
            name: document.title.value for name, document in self._book.edition.documents.items()
        }

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

    def machine(self, players: int, options: Sequence[str] = ()) -> Machine:
        """The machine for so many players; made or fetched from the cache. Raises RulesError."""
        return self._book.machine(players, tuple(options))

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the rules: what can come to pass in them, or not, one by one."""
        return self._book.clauses

    @property
    def rule_paths(self) -> tuple[Path, ...]:
        """The files and folders with the rules."""
        return self._book.edition.rule_paths

    def counting(self, players: int, options: Sequence[str] = ()) -> tuple[Machine, Tally]:
        """A machine that counts which clauses come to pass, and what it counts into. Raises RulesError."""
        return self._book.counting(players, tuple(options))

    def new_game(
        self, players: int, seed: int = 0, options: Sequence[str] = (), told: bool = True
    ) -> Game:
        """A new game, played up to its first decision.

        `options` are ids of `self.options`; without `told` no story is kept. Raises RulesError if the edition is
        not for so many players, or for an option that it does not have.
        """
        machine = self.machine(players, options)
        core = Core.start(machine, seed, told)
        return Game(self, core, seed, tuple(options), seat_letters(players))

    # ------------------------------------------------------------------ cards

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of all cards that this edition's rules know."""
        return tuple(self._book.program.cards)

    def card(self, name: str) -> CardHelp:
        """A card explained. Raises KeyError for a name that is none."""
        card = self._book.program.cards[name]
        shown = self._called(name)
        source = card.at.source
        lines = _block(source.text.split("\n"), card.at.line)
        from rulewright.rulebook.lowering import cites_of

        cites = cites_of(card.notes)
        text = card.notes.text
        return CardHelp(name, shown, card.kind, dict(card.values), lines, str(card.at), cites, text)

    def _called(self, name: str) -> str:
        """What the edition calls a card, in its language."""
        names, language = self._book.edition.base.names, self._book.edition.language
        if name in names:
            return _text(names[name].text, language)
        for series in self._book.program.series.values():
            if name in series.cards and series.name in names:
                number = name.removeprefix(f"{series.name}-")
                return f"{_text(names[series.name].text, language)} {number}"
        return name


def _block(lines: list[str], first: int) -> tuple[str, ...]:
    """The line of this number and the deeper ones under it."""
    found = [lines[first - 1]]
    depth = len(found[0]) - len(found[0].lstrip())
    for line in lines[first:]:
        if line.strip() and len(line) - len(line.lstrip()) <= depth:
            break
        found.append(line)
    while found and not found[-1].strip():
        found.pop()
    return tuple(found)


def _text(text: object, language: str) -> str:
    if not isinstance(text, dict) or not text:
        return ""
    found = text.get(language) or text.get("en") or next(iter(text.values()))
    return str(found.value)
