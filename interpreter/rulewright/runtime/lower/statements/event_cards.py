"""Cards that a deed is about: those that are counted for it, and those that were shown and are handed to an event.

What brings a coin for each red card says in the story for which cards.

A line without words stands in the story before what is told of the deed. There is one only where everybody can see
which cards are counted (`passes/seeing`).
Whoever saw which cards are handed on sees them move there, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.traversal import everything, parts
from rulewright.language.program.typed import Expr
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import COUNTS, Telling
from rulewright.runtime.ir.nodes.constructors import TRUE, ZERO, both, every
from rulewright.runtime.ir.nodes.ir_types import NOTHING, NUMBER, PIECE, UNSEEN, Kind
from rulewright.runtime.ir.terms import Body, Const, Local, Node
from rulewright.runtime.lower.dispatch import Scope, lower, statement
from rulewright.runtime.lower.lowering_context import Lowering

SPEAKERS = ("me", "this")
"""Names whose meaning is no secret; what else is bound to one may have been chosen unseen."""


@statement(typed.Let)
def _let(work: Lowering, stmt: typed.Let, scope: Scope) -> Body:
    """A name for a value; where it is the amount of a deed below, what is counted is told before."""
    name = Local(scope.name(stmt.var))
    named = ir.Assign(name.name, lower(work, stmt.value, scope.env), work.type_of(stmt.value.type))
    for each in scope.after:
        if not isinstance(each, typed.Do):
            continue
        amount = _amount_of(work, each)
        if isinstance(amount, typed.Var) and amount.name == stmt.var:
            return (named, *_line(work, each.event, stmt.value, name, scope))
    return (named,)


def counted_cards(work: Lowering, stmt: typed.Do, arguments: Sequence[Node], scope: Scope) -> Body:
    """The line that tells which cards an amount counts, how much it comes to, and as which card that is done."""
    amount = _amount_of(work, stmt)
    if amount is None:
        return ()
    return _line(work, stmt.event, amount, arguments[stmt.arguments.index(amount)], scope)


def _amount_of(work: Lowering, stmt: typed.Do) -> Expr | None:
    """How much a deed is done, where it takes one amount."""
    given = zip(work.program.events[stmt.event].parameters, stmt.arguments, strict=True)
    amounts = [expr for parameter, expr in given if parameter.unit is not None]
    return amounts[0] if len(amounts) == 1 else None


def _line(work: Lowering, event: str, said: Expr, amount: Node, scope: Scope) -> Body:
    count = _count_in(said)
    if count is None or not _says_all(count.source):
        return ()
    if work.type_of(count.source.type).kind is not Kind.PIECE:
        return ()  # players and labels are counted too
    cards = lower(work, count.source, scope.env)
    work.tellings.append(Telling(COUNTS + event, "", (), (PIECE.list(), NUMBER, PIECE)))
    card = _played_as(work, count.source, scope)
    when = every(both("!=", amount, ZERO), _all_know(work, card))
    return (ir.Tell(len(work.tellings) - 1, scope.why, (cards, amount, card), None, when),)


def _all_know(work: Lowering, card: Node) -> Node:
    """Whether nobody learns as which card something is done."""
    if isinstance(card, Const):
        return TRUE
    return every(*(ir.Sees(card, Const(seat)) for seat in range(work.world.players)))


def _count_in(amount: Expr) -> typed.Count | None:
    """The number of cards that an amount is, or that it is so many times."""
    match amount:
        case typed.Count(source=source) if source.type.many:
            return amount
        case typed.Arithmetic(operator="*", left=typed.Number(), right=right):
            return _count_in(right)
        case typed.Arithmetic(operator="*", left=left, right=typed.Number()):
            return _count_in(left)
    return None


def _says_all(source: Expr) -> bool:
    """Whether a list hangs on no name but those of who speaks and of its own things."""
    nodes = list(everything([source]))
    own = {node.var for node in nodes if isinstance(node, typed.Filter | typed.Gather)}
    names = {node.name for node in nodes if isinstance(node, typed.Var)}
    return names <= {*SPEAKERS, *own}


def _played_as(work: Lowering, source: Expr, scope: Scope) -> Node:
    """The card for which a phase is played, where it is asked which cards count: the turn's character."""
    for node in everything([source]):
        if isinstance(node, typed.Running) and work.type_of(node.type).kind is Kind.PIECE:
            return lower(work, node, scope.env)
    return Const(NOTHING)


Handed = tuple[str, int]
"""An event, and which of its parameters."""


def passed_on(
    work: Lowering, event: str, arguments: tuple[Node, ...], scope: Scope
) -> list[tuple[int, Node]]:
    """Which arguments were shown and are moved by what comes of the event, each with those to whom it is clear."""
    found = ((number, scope.clear_of(argument)) for number, argument in enumerate(arguments))
    return [
        (number, clear)
        for number, clear in found
        if clear != Const(UNSEEN) and _is_moved(work, (event, number), set())
    ]


def _is_moved(work: Lowering, handed: Handed, begun: set[Handed]) -> bool:
    """Whether a card is moved out of sight by an event to which it is handed, or by what comes of that."""
    if handed in begun:
        return False
    begun.add(handed)
    for name, part in _inside(work, *handed):
        match part:
            case typed.Move(what=typed.Var(name=moved), zone=zone) if moved == name:
                if not (isinstance(zone, typed.ZoneOf) and _is_open(work, zone.zone)):
                    return True
            case (
                typed.Do(event=event, arguments=arguments)
                | typed.May(event=event, arguments=arguments)
            ):
                for number, each in enumerate(arguments):
                    is_it = isinstance(each, typed.Var) and each.name == name
                    if is_it and _is_moved(work, (event, number), begun):
                        return True
    return False


def _is_open(work: Lowering, zone: str) -> bool:
    """Whether all see which card comes there anyway."""
    return work.program.zones[zone].sight.who == "everyone"


def _inside(work: Lowering, event: str, number: int) -> Iterator[tuple[str, object]]:
    """All that is done in an event and in rules about it, with what its parameter is called there."""
    declared = work.program.events[event]
    hooks = [rule for rule in work.rules_about.get(event, ()) if isinstance(rule, p.Hook)]
    called = [(rule, rule.names[number]) for rule in hooks if number < len(rule.names)]
    for thing, name in [(declared, declared.parameters[number].name), *called]:
        for part in everything(parts(thing)):
            yield name, part
