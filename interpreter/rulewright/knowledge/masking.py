"""A state without what a seat does not know: where a log begins, if the beginning of the game is not known.

Cards that the seat does not know lie in an order of their own, numbers and marks that it does not see are what they
are at first, and nobody else knows more than what lies open.
"""

from __future__ import annotations

from typing import Any

from rulewright.game.engine import Engine, State
from rulewright.ir.ir_types import Kind, Type
from rulewright.ir.layout import FORCED, MADE, RANDOM
from rulewright.ir.module import Module, Variable
from rulewright.knowledge.observer import Observer
from rulewright.knowledge.openness import Sees


def masked(engine: Engine, state: State, seat: int) -> tuple[Any, ...]:
    """The row of such a state; it is the same for all states that the seat cannot tell apart.

    That holds but for what the rules keep while they go on (`FRAMES`, `DELAYED`): they stay as they are.
    """
    eyes = Observer(engine, seat)
    sees = eyes.sees(state)
    module, old = engine.module, sees.row
    row, names = list(old), _names(eyes, sees)
    for cell in eyes.zone_of:
        cards = [names[card] for card in old[cell]]
        row[cell] = tuple(cards if eyes.zone_of[cell].ordered else sorted(cards))
    layout = module.layout
    for card, name in enumerate(names):
        row[layout.place + name] = old[layout.place + card]
        row[layout.known + name] = old[layout.known + card] & (1 << seat) if sees.known[card] else 0
    marked = _marked(eyes, sees, names)
    for variable in module.variables.values():
        _mask(eyes, sees, variable, names, marked, row)
    row[RANDOM] = row[FORCED] = row[MADE] = 0
    return tuple(row)


def _names(eyes: Observer, sees: Sees) -> list[int]:
    """For each card another number: known cards have the first ones of their design, others what is left."""
    free: dict[int, list[int]] = {}
    for card, design in enumerate(eyes.design_of):
        free.setdefault(design, []).append(card)
    names = list(range(len(eyes.design_of)))
    lying = [card for cell in eyes.zone_of for card in sees.row[cell]]
    for card in lying:
        if sees.known[card]:
            names[card] = free[eyes.design_of[card]].pop(0)
    kinds = [piece.kind for piece in eyes.module.pieces]
    left = sorted(card for cards in free.values() for card in cards)
    of_kind = {kind: [card for card in left if kinds[card] == kind] for kind in set(kinds)}
    for card in lying:
        if not sees.known[card]:
            names[card] = of_kind[kinds[card]].pop(0)
    return names


def _marked(eyes: Observer, sees: Sees, names: list[int]) -> list[int]:
    """For each card the number of a card on which its marks are: open ones name what they are on.

    So those of a card that is not known lie on one of its design, wherever that is now; of several such cards on
    one after the other by what the marks are.
    """
    marked, hidden = names[:], dict[int, list[int]]()
    for card, design in enumerate(eyes.design_of):
        if not sees.known[card]:
            hidden.setdefault(design, []).append(card)
    taken = {name for card, name in enumerate(names) if sees.known[card]}
    for design, cards in hidden.items():
        free = [at for at, its in enumerate(eyes.design_of) if its == design and at not in taken]
        in_order = sorted(cards, key=lambda card: eyes.open_marks(sees, card))
        for card, name in zip(in_order, free, strict=True):
            marked[card] = name
    return marked


def _mask(
    eyes: Observer,
    sees: Sees,
    variable: Variable,
    names: list[int],
    marked: list[int],
    row: list[Any],
) -> None:
    """A variable with what the seat does not see of it taken out."""
    is_of_cards = variable.owner in eyes.kinds
    for number, cell in enumerate(variable.run.cells):
        target = cell
        if is_of_cards:
            card = variable.run.first_owner + number // variable.run.each
            target += (marked[card] - card) * variable.run.each
        if sees.open[cell] or _is_played(eyes.module, variable):
            row[target] = _renamed(variable.type, sees.row[cell], names)
        else:
            row[target] = variable.start


def _is_played(module: Module, variable: Variable) -> bool:
    """Whether it says for what phases are played, or how often: which phases are played all see."""
    phases = module.phases.values()
    return any(
        variable.name == phase.played or variable.name in (name for _, name in phase.parameters)
        for phase in phases
    )


def _renamed(type_: Type, value: Any, names: list[int]) -> Any:
    """A number that may stand for a card."""
    if type_.kind is Kind.PIECE and isinstance(value, int) and value >= 0:
        return names[value]
    return value
