"""Cards that were shown and are handed to an event: whoever saw which they are sees them move there, too.

An event to which a card is handed so has a procedure of its own for that, which is told to whom it is clear which
card this is; where nothing was shown the event gives nothing away.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir.ir_types import UNSEEN
from rulewright.ir.terms import Const, Node
from rulewright.lower.dispatch import Scope
from rulewright.lower.lowering import Lowering
from rulewright.program import program as p, typed
from rulewright.program.checking.traversal import everything, parts

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
