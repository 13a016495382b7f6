"""Functions written out where they are asked, instead of called: the small ones, and conditions asked of a list."""

from __future__ import annotations

from rulewright.ir import Call, Function, Node
from rulewright.ir.folding import (
    cheap_first,
    every,
    is_atom,
    pieces_of,
    size,
    substituted,
    uses,
)
from rulewright.lower import Lowering

#: A function of so few nodes is written out where it is asked.
SMALL = 12
#: One of several conditions may be larger: written out, the cheap ones among them can be asked first.
SEVERAL = 60


def written_out(function: Function, arguments: tuple[Node, ...]) -> Node | None:
    """The result of a small function in place of a call, if no argument is worked out twice for it."""
    several = len(pieces_of(function.result)) > 1
    if size(function.result) > (SEVERAL if several else SMALL):
        return None
    return _in_place(function, arguments)


def opened(work: Lowering, condition: Node) -> Node:
    """A condition that is asked of every thing in a list, with the conditions that it calls written out.

    So those among them that do not depend on the thing can be asked once, and the cheap ones first.
    """
    if work.counters is not None:
        return condition  # What is counted is counted where it was asked.
    pieces: list[Node] = []
    for piece in pieces_of(condition):
        shown = _all_conditions(work, piece)
        pieces.append(piece if shown is None else opened(work, shown))
    return every(*cheap_first(pieces))


def _all_conditions(work: Lowering, piece: Node) -> Node | None:
    """What a call asks, where that is several conditions that must all hold."""
    if not isinstance(piece, Call):
        return None
    function = work.lowered.functions[piece.function]
    if len(pieces_of(function.result)) == 1:
        return None
    return _in_place(function, piece.arguments)


def _in_place(function: Function, arguments: tuple[Node, ...]) -> Node | None:
    given = dict(zip(function.parameters, arguments, strict=True))
    for name, argument in given.items():
        if not is_atom(argument) and uses(function.result, name) > 1:
            return None
    return substituted(function.result, given)
