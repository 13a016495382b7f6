"""Typed statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.base.records import KeywordRecord, field
from rulewright.language.program.typed.typed_expressions import Design, Expr, Var
from rulewright.language.program.typed.typed_lists import ZoneOf
from rulewright.language.text import Span

if TYPE_CHECKING:
    from rulewright.language.syntax.tree import Rearranging


class Stmt(KeywordRecord):
    """The base class of typed statements; `at`, the source position, is ignored in comparisons."""

    at: Span = field(eq=False, repr=False)


Block = tuple[Stmt, ...]


class Do(Stmt):
    """Perform an event if it is possible."""

    event: str
    arguments: tuple[Expr, ...]


class Play(Stmt):
    """Play a phase."""

    phase: str
    arguments: tuple[Expr, ...]


class Template(KeywordRecord):
    """A text with embedded values, for labels and the story; `text` is the source form."""

    parts: tuple[str | Expr, ...]
    text: str
    at: Span = field(eq=False, repr=False)


class Choose(Stmt):
    """Let a player, or chance if `decider` is None, choose an element of a list; `then` is the block's rest."""

    name: str
    var: str
    source: Expr
    decider: Expr | None
    shown: Template | None
    then: Block


class ChooseSome(Stmt):
    """Repeat a choice without repetition, each time followed by the body; the player may stop early unless `exact`.

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
    """Let a player choose one of several options and run its body."""

    name: str
    decider: Expr
    options: tuple[MenuOption, ...]


class May(Stmt):
    """Ask a player whether to perform an event.

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
    """Let a player choose an element of a list or none.

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


class UsePowers(Stmt):
    """Let a player use powers of one or several moments until done.

    The player may stop once `until` holds; the statement ends when `during` no longer holds.
    """

    moments: tuple[str, ...]
    player: Expr
    during: Expr | None
    until: Expr | None


class UsePowerOf(Stmt):
    """Let a player use a power of another card as the owner would; powers of the card `but` are excluded."""

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
    """Run one of two blocks."""

    condition: Expr
    body: Block
    otherwise: Block


class ForEach(Stmt):
    """Run a block for each element of a list.

    With `at_once` all players make the choices at the top of the block before its rest runs for the first of
    them.
    """

    var: str
    source: Expr
    body: Block
    at_once: bool = False

    @property
    def choices(self) -> tuple[list[Choose], Block]:
        """The choices by the loop's player at the top of the block, and the statements that follow them."""
        choices, rest = list[Choose](), self.body
        while rest and isinstance(first := rest[0], Choose) and _is_decided_by(self.var, first):
            choices.append(first)
            rest = first.then
        return choices, rest


def _is_decided_by(var: str, choice: Choose) -> bool:
    return isinstance(choice.decider, Var) and choice.decider.name == var


class Let(Stmt):
    """Bind a name to the current value of an expression."""

    var: str
    value: Expr


class SetVariable(Stmt):
    """Assign a number, pointer or mark."""

    variable: str
    owner: Expr | None
    value: Expr


class SetPlayed(Stmt):
    """Set how often a phase counts as played, in scenarios."""

    phase: str
    value: Expr


class EndPhase(Stmt):
    """End a phase for a player, or for nobody (None), as if it had been played, in scenarios."""

    phase: str
    player: Expr | None


class Move(Stmt):
    """Move a card, or all cards of a list, to a zone: onto its top, under its bottom, or just into it."""

    what: Expr
    zone: ZoneOf
    end: str | None


class Exchange(Stmt):
    """Exchange the contents of two zones, or the places of two cards."""

    one: Expr
    other: Expr


class Rearrange(Stmt):
    """Reorder the cards of a zone, perhaps by a number."""

    how: Rearranging
    zone: ZoneOf
    by: Expr | None


class Show(Stmt):
    """Show a card, or all cards of a list, to a player or to everybody (None)."""

    what: Expr
    to: Expr | None


class Tell(Stmt):
    """Add a line to the story, for one player or for all (None)."""

    text: Template
    to: Expr | None


class Until(Stmt):
    """Activate delayed rules until a phase ends, or until one begins for the player `whose`."""

    phase: str
    rules: tuple[int, ...]
    whose: Expr | None = None


class CarryOn(Stmt):
    """Let the event that a `would` rule intercepted proceed."""


class EndGame(Stmt):
    """End the game at once; the winners are those given, nobody, or (None) those with the best outcome."""

    winners: Expr | None
    by_nobody: bool = False


class Repeat(Stmt):
    """Repeat a block until a condition holds or `most` times.

    Only the flow of the game may repeat without a limit.
    """

    until: Expr | None
    body: Block
    most: Expr | None = None
