"""Typed statements: names are resolved and types known."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from rulewright.base.records import KeywordRecord, field
from rulewright.language.program.typed.typed_expressions import Design, Expr, Var
from rulewright.language.program.typed.typed_lists import Gather, ZoneOf
from rulewright.language.text import Span

if TYPE_CHECKING:
    from rulewright.language.syntax.tree import Rearranging


class Stmt(KeywordRecord):
    """The base class of typed statements; `at`, the source position, is ignored in comparisons."""

    at: Span = field(eq=False, repr=False)


Block = tuple[Stmt, ...]


class Do(Stmt):
    """A statement that performs an event if it is possible."""

    event: str
    arguments: tuple[Expr, ...]


class Play(Stmt):
    """A statement that runs a phase with its arguments."""

    phase: str
    arguments: tuple[Expr, ...]


class Template(KeywordRecord):
    """A text with embedded values, for labels and the story; `text` is the source form."""

    parts: tuple[str | Expr, ...]
    text: str
    at: Span = field(eq=False, repr=False)


class Choose(Stmt):
    """A choice of a list element by a player, or by chance (`decider` is None); `then` is the rest of the block."""

    name: str
    var: str
    source: Expr
    decider: Expr | None
    shown: Template | None
    then: Block


class ChooseSome(Stmt):
    """A series of choices without repetition, each followed by the body; optional unless `exact`.

    `several` is the name of the list of all chosen elements in the statements that follow, if it has one.
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
    """An option of a menu, or one option per element of `source`."""

    name: str
    var: str | None
    source: Expr | None
    condition: Expr | None
    shown: Template | None
    body: Block
    at: Span = field(eq=False, repr=False)


class Menu(Stmt):
    """A player's choice between several options, each with a body."""

    name: str
    decider: Expr
    options: tuple[MenuOption, ...]


class May(Stmt):
    """A question to a player whether to perform an event.

    If the event is impossible the question is skipped or, with `anyway`, asked with no as the only answer.
    """

    name: str
    decider: Expr
    event: str
    arguments: tuple[Expr, ...]
    anyway: bool
    shown: Template | None
    body: Block
    otherwise: Block


class MayChoose(Stmt):
    """An optional choice of a list element by a player.

    If the list is empty the question is skipped or, with `anyway`, asked with none as the only answer.
    """

    name: str
    var: str
    source: Expr
    decider: Expr
    anyway: bool
    shown: Template | None
    body: Block
    otherwise: Block


Chooses: TypeAlias = Choose | ChooseSome | MayChoose | May | Menu
"""A statement that asks a player."""


class UsePowers(Stmt):
    """A time when a player may use the powers of one or several moments until done.

    The player may stop once `until` holds; the statement ends when `during` no longer holds.
    """

    moments: tuple[str, ...]
    player: Expr
    during: Expr | None
    until: Expr | None


class UsePowerOf(Stmt):
    """The use of another card's power as if it were the player's own; powers of the card `but` are excluded."""

    name: str
    player: Expr
    of: Expr
    but: str | None

    @property
    def cards(self) -> str:
        """A key for the cards whose powers are offered: one card, or all of a kind but one."""
        if isinstance(self.of, Design):
            return f"= {self.of.card}"
        return f"{self.of.type.name} but {self.but or ''}"


class If(Stmt):
    """A choice between two blocks by a condition."""

    condition: Expr
    body: Block
    otherwise: Block


class ForEach(Stmt):
    """A loop over the elements of a list.

    With `at_once` all players make the choices at the top of the block before its rest runs for the first of
    them. With `order` the elements are sorted by that number, those with its most or least first.
    """

    var: str
    source: Expr
    body: Block
    at_once: bool = False
    order: Gather | None = None

    @property
    def choices(self) -> tuple[list[Chooses], Block]:
        """The choices by the loop's player at the top of the block, and the statements that follow them."""
        choices, rest = list[Chooses](), self.body
        while rest and isinstance(first := rest[0], Choose | ChooseSome | MayChoose | May | Menu):
            if not (isinstance(first.decider, Var) and first.decider.name == self.var):
                break
            choices.append(first)
            rest = first.then if isinstance(first, Choose) else rest[1:]
        return choices, rest


class Let(Stmt):
    """A binding of a name to the current value of an expression."""

    var: str
    value: Expr


class SetVariable(Stmt):
    """An assignment to a number, pointer or mark."""

    variable: str
    owner: Expr | None
    value: Expr


class SetPlayed(Stmt):
    """An assignment of the number of times that a phase counts as played, in scenarios."""

    phase: str
    value: Expr


class EndPhase(Stmt):
    """The end of a phase for a player or for nobody (None), as if it had been played, in scenarios."""

    phase: str
    player: Expr | None


class Move(Stmt):
    """A move of a card, or of all cards of a list, to a zone: onto its top, under its bottom, or just into it."""

    what: Expr
    zone: ZoneOf
    end: str | None


class Exchange(Stmt):
    """An exchange of the contents of two zones, or of the places of two cards."""

    one: Expr
    other: Expr


class Rearrange(Stmt):
    """A change of the order of the cards in a zone: shuffling, or rotation by a number."""

    how: Rearranging
    zone: ZoneOf
    by: Expr | None


class Show(Stmt):
    """A statement that shows a card, or all cards of a list, to a player or to everybody (None)."""

    what: Expr
    to: Expr | None


class Tell(Stmt):
    """A statement that adds a line to the story of the game, for one player or for all (None)."""

    text: Template
    to: Expr | None


class Until(Stmt):
    """A statement that begins delayed rules.

    They end with a phase or, if `whose` is given, when the phase begins for that player.
    """

    phase: str
    rules: tuple[int, ...]
    whose: Expr | None = None


class CarryOn(Stmt):
    """A statement in a `would` rule that lets the intercepted event happen after all."""


class EndGame(Stmt):
    """The immediate end of the game; the winners are given, nobody, or (None) those with the best outcome."""

    winners: Expr | None
    by_nobody: bool = False


class Repeat(Stmt):
    """A loop that ends when a condition holds or after `most` runs.

    Only the flow of the game may repeat without a limit.
    """

    until: Expr | None
    body: Block
    most: Expr | None = None
