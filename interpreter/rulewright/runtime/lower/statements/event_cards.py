"""Cards behind an event: those counted for its amount, and shown cards that are passed to it.

If a rule gives a coin for each red card, the story names the cards. A line without words precedes the line about
the event, if everybody can see which cards are counted (`passes/visibility`). Players who saw which cards are
passed on also see them move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.traversal import child_nodes, walk
from rulewright.language.program.typed import Expr
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import COUNTS, Telling
from rulewright.runtime.ir.nodes.constructors import TRUE, ZERO, binary, conjunction
from rulewright.runtime.ir.nodes.ir_types import NOTHING, NUMBER, PIECE, UNSEEN, Kind
from rulewright.runtime.ir.terms import Body, Const, Local, Node
from rulewright.runtime.lower.dispatch import LoweringScope, lower, statement
from rulewright.runtime.lower.lowering_context import Lowering

PUBLIC_NAMES = ("me", "this")
"""Names whose values are public; other names may hold hidden choices."""


@statement(typed.Let)
def _lower_let(work: Lowering, stmt: typed.Let, scope: LoweringScope) -> Body:
    """Lower a named value; if it is the amount of a later event, also log the cards that it counts."""
    name = Local(scope.name(stmt.var))
    assignment = ir.Assign(
        name.name, lower(work, stmt.value, scope.env), work.type_of(stmt.value.type)
    )
    for each in scope.after:
        if not isinstance(each, typed.Do):
            continue
        amount = _amount_of(work, each)
        if isinstance(amount, typed.Var) and amount.name == stmt.var:
            return (assignment, *_counted_line(work, each.event, stmt.value, name, scope))
    return (assignment,)


def counted_cards_line(
    work: Lowering, stmt: typed.Do, arguments: Sequence[Node], scope: LoweringScope
) -> Body:
    """Return the story line with the cards that an event's amount counts; empty if it counts none."""
    amount = _amount_of(work, stmt)
    if amount is None:
        return ()
    return _counted_line(work, stmt.event, amount, arguments[stmt.arguments.index(amount)], scope)


def _amount_of(work: Lowering, stmt: typed.Do) -> Expr | None:
    """Return the argument for an event's amount; None unless the event has exactly one amount."""
    pairs = zip(work.program.events[stmt.event].parameters, stmt.arguments, strict=True)
    amounts = [expr for parameter, expr in pairs if parameter.unit is not None]
    return amounts[0] if len(amounts) == 1 else None


def _counted_line(
    work: Lowering, event: str, expr: Expr, amount: Node, scope: LoweringScope
) -> Body:
    """Return the story line with the cards that `expr` counts; empty if it counts none or they may be hidden."""
    count = _find_count(expr)
    if count is None or not _is_public_list(count.source):
        return ()
    if work.type_of(count.source.type).kind is not Kind.PIECE:
        return ()  # an amount may count players or labels
    cards = lower(work, count.source, scope.env)
    work.tellings.append(Telling(COUNTS + event, "", (), (PIECE.list(), NUMBER, PIECE)))
    card = _acting_card(work, count.source, scope)
    when = conjunction(binary("!=", amount, ZERO), _known_to_all(work, card))
    return (ir.Tell(len(work.tellings) - 1, scope.why, (cards, amount, card), None, when),)


def _known_to_all(work: Lowering, card: Node) -> Node:
    """Return the test that every player knows `card` and its place; TRUE for a constant."""
    if isinstance(card, Const):
        return TRUE
    return conjunction(*(ir.Sees(card, Const(seat)) for seat in range(work.world.players)))


def _find_count(amount: Expr) -> typed.Count | None:
    """Return the count in `amount`, also when multiplied by a constant; None if there is none."""
    match amount:
        case typed.Count(source=source) if source.type.many:
            return amount
        case typed.Arithmetic(operator="*", left=typed.Number(), right=right):
            return _find_count(right)
        case typed.Arithmetic(operator="*", left=left, right=typed.Number()):
            return _find_count(left)
    return None


def _is_public_list(source: Expr) -> bool:
    """Return whether a list uses no names except `me`, `this` and its own loop variables."""
    nodes = list(walk([source]))
    own = {node.var for node in nodes if isinstance(node, typed.Filter | typed.Gather)}
    names = {node.name for node in nodes if isinstance(node, typed.Var)}
    return names <= {*PUBLIC_NAMES, *own}


def _acting_card(work: Lowering, source: Expr, scope: LoweringScope) -> Node:
    """Return the card that the running phase is played for if `source` refers to it, else NOTHING."""
    for node in walk([source]):
        if isinstance(node, typed.Running) and work.type_of(node.type).kind is Kind.PIECE:
            return lower(work, node, scope.env)
    return Const(NOTHING)


EventParameter = tuple[str, int]
"""An event and the index of its parameter."""


def shown_arguments_to_move(
    work: Lowering, event: str, arguments: tuple[Node, ...], scope: LoweringScope
) -> list[tuple[int, Node]]:
    """Return the index of each argument that was shown and is moved, with the IR code of its viewers."""
    codes = ((number, scope.knowers_of_node(argument)) for number, argument in enumerate(arguments))
    return [
        (number, knowers)
        for number, knowers in codes
        if knowers != Const(UNSEEN) and _is_moved(work, (event, number), set())
    ]


def _is_moved(work: Lowering, handed: EventParameter, visited: set[EventParameter]) -> bool:
    """Return whether an event, or one that it causes, moves its card parameter to a place not open to all."""
    if handed in visited:
        return False
    visited.add(handed)
    for name, part in _parts_with_name(work, *handed):
        match part:
            case typed.Move(what=typed.Var(name=moved), zone=zone) if moved == name:
                if not (isinstance(zone, typed.ZoneOf) and _is_public_zone(work, zone.zone)):
                    return True
            case (
                typed.Do(event=event, arguments=arguments)
                | typed.May(event=event, arguments=arguments)
            ):
                for number, each in enumerate(arguments):
                    is_it = isinstance(each, typed.Var) and each.name == name
                    if is_it and _is_moved(work, (event, number), visited):
                        return True
    return False


def _is_public_zone(work: Lowering, zone: str) -> bool:
    """Return whether every player sees the cards of `zone`."""
    return work.program.zones[zone].sight.who == "everyone"


def _parts_with_name(work: Lowering, event: str, number: int) -> Iterator[tuple[str, object]]:
    """Yield each syntax part of an event and its hooks, with the name of parameter `number` in that part."""
    declared = work.program.events[event]
    hooks = [rule for rule in work.rules_about.get(event, ()) if isinstance(rule, p.Hook)]
    called = [(rule, rule.names[number]) for rule in hooks if number < len(rule.names)]
    for thing, name in [(declared, declared.parameters[number].name), *called]:
        for part in walk(child_nodes(thing)):
            yield name, part
