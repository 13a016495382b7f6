"""Checked statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.base.records import KeywordRecord, field
from rulewright.language.program.typed.typed_expressions import Design, Expr, Var
from rulewright.language.program.typed.typed_lists import ZoneOf
from rulewright.language.text import Span

if TYPE_CHECKING:
    from rulewright.language.syntax.tree import Rearranging


class Stmt(KeywordRecord):
    """A statement. `at` is where it stands and does not count in comparisons."""

    at: Span = field(eq=False, repr=False)


Block = tuple[Stmt, ...]


class Do(Stmt):
    """An event is done, if it can be."""

    event: str
    arguments: tuple[Expr, ...]


class Play(Stmt):
    """A phase is played."""

    phase: str
    arguments: tuple[Expr, ...]


class Template(KeywordRecord):
    """A text with values in it, for labels and for the story; `text` is how it is written."""

    parts: tuple[str | Expr, ...]
    text: str
    at: Span = field(eq=False, repr=False)


class Choose(Stmt):
    """One of a list, by a player or (no decider) by chance; what follows in the block depends on it."""

    name: str
    var: str
    source: Expr
    decider: Expr | None
    shown: Template | None
    then: Block


class ChooseSome(Stmt):
    """A row of single choices without repetition, each followed by the block; with a way to stop unless exact.

    `several` is what all that were chosen are called by what stands below, if they have a name together.
    """

    name: str
    var: str
    source: Expr
    decider: Expr
    limit: Expr | None
    exact: bool
    shown: Template | None
    body: Block
    several: str | None = None


class MenuOption(KeywordRecord):
    """A line of a menu, or one for each of a list."""

    name: str
    var: str | None
    source: Expr | None
    condition: Expr | None
    shown: Template | None
    body: Block
    at: Span = field(eq=False, repr=False)


class Menu(Stmt):
    """One of several things to do."""

    name: str
    decider: Expr
    options: tuple[MenuOption, ...]


class May(Stmt):
    """Yes or no to an event; asked only if the event can happen, or with no as the only answer."""

    name: str
    decider: Expr
    event: str
    arguments: tuple[Expr, ...]
    anyway: bool
    shown: Template | None
    body: Block
    otherwise: Block


class MayChoose(Stmt):
    """One of a list, or none; asked only if there is one, or with none as the only answer."""

    name: str
    var: str
    source: Expr
    decider: Expr
    anyway: bool
    shown: Template | None
    body: Block
    otherwise: Block


class UsePowers(Stmt):
    """A player uses powers at a moment, or at several that are opened together, until done.

    `until` says from when on it can be left, `during` how long it stays open at all.
    """

    moments: tuple[str, ...]
    player: Expr
    during: Expr | None
    until: Expr | None


class UsePowerOf(Stmt):
    """A player uses one of the powers of a card as if that were his; never one of the card `but`."""

    name: str
    player: Expr
    of: Expr
    but: str | None

    @property
    def cards(self) -> str:
        """Whose powers are meant, in a word: of one card, or of all of a kind but one."""
        if isinstance(self.of, Design):
            return f"= {self.of.card}"
        return f"{self.of.type.name} but {self.but or ''}"


class If(Stmt):
    """One of two blocks."""

    condition: Expr
    body: Block
    otherwise: Block


class ForEach(Stmt):
    """A block for each of a list.

    With `at_once` the choices at its top are made by all before what follows is done for the first.
    """

    var: str
    source: Expr
    body: Block
    at_once: bool = False

    @property
    def choices(self) -> tuple[list[Choose], Block]:
        """The choices at its top of the player for whom it is, and what follows them."""
        found, rest = list[Choose](), self.body
        while rest and isinstance(first := rest[0], Choose) and _decides(self.var, first):
            found.append(first)
            rest = first.then
        return found, rest


def _decides(var: str, choice: Choose) -> bool:
    return isinstance(choice.decider, Var) and choice.decider.name == var


class Let(Stmt):
    """A name for what something comes to now."""

    var: str
    value: Expr


class SetVariable(Stmt):
    """A number, pointer or mark is set."""

    variable: str
    owner: Expr | None
    value: Expr


class SetPlayed(Stmt):
    """In scenarios: how often a phase is to have been played."""

    phase: str
    value: Expr


class EndPhase(Stmt):
    """In scenarios: a phase ends, for a player or (none) for nobody, as if it had been played."""

    phase: str
    player: Expr | None


class Move(Stmt):
    """One card, or all of a list, to a zone: on top, at the bottom, or just into it."""

    what: Expr
    zone: ZoneOf
    end: str | None


class Exchange(Stmt):
    """Two zones exchange their contents, or two cards their places."""

    one: Expr
    other: Expr


class Rearrange(Stmt):
    """Cards come to lie otherwise in their place, perhaps by a number."""

    how: Rearranging
    zone: ZoneOf
    by: Expr | None


class Show(Stmt):
    """A card, or all of a list, is shown to a player, or to everybody (none)."""

    what: Expr
    to: Expr | None


class Tell(Stmt):
    """A line of the story, for one player or (none) for all."""

    text: Template
    to: Expr | None


class Until(Stmt):
    """Rules that speak until the phase ends, with what they captured; or until one begins for a player."""

    phase: str
    rules: tuple[int, ...]
    whose: Expr | None = None


class CarryOn(Stmt):
    """The event that a rule stopped goes on."""


class EndGame(Stmt):
    """The game is over at once; a player or players have won it, nobody, or (none) whoever the outcome says."""

    winners: Expr | None
    by_nobody: bool = False


class Repeat(Stmt):
    """A block again and again, until something holds or so often; without a limit in the flow of the game only."""

    until: Expr | None
    body: Block
    most: Expr | None = None
