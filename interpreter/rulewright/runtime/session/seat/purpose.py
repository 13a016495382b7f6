"""The option that a question is a part of: what its player chose before, such as the card that is to be paid for.

A decision is a part of an option if the code of that option can ask it, the player has not left that code since,
and it is still the same player's turn. Only the player's own choices and public facts count, so that nothing
depends on what others were asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.ir_types import PLAYER
from rulewright.runtime.ir.snapshot import Snapshot
from rulewright.runtime.observation.decision import Decision, Option

LOOKED_BACK: Final = 30
"""At most this many earlier choices of the player are looked at."""


def purpose_of(
    at: GameState, names: Sequence[str], layout: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Return the option that the pending decision is a part of, as its player reads it; None if there is none.

    `layout` has for each decision and each of its lists the decisions that such an option `leads` to; `parts` are
    all of these.
    """
    number, later = at.seen.decision, list[int]()
    parts, decisions = layout["parts"], layout["decisions"]
    if number not in parts:
        return None
    for option, decision in _choices_in_turn(at, names):
        own = option.list_number
        inside = decisions[decision]["leads"][own] if own >= 0 else ()
        if number in inside and all(each in inside for each in later):
            things = [_without_piece(thing) for thing in option.things]
            return {"text": option.spoken, "names": things}
        later.append(decision)
        if decision not in parts:
            return None
    return None


def _choices_in_turn(at: GameState, names: Sequence[str]) -> Iterator[tuple[Option, int]]:
    """Yield the latest choices of the deciding player in this turn, with their decisions; the last one first."""
    count, decider, turn = 0, at.decider, _players_of_phases(at.game.module, at.seen)
    for past in reversed(at.past):
        if past.option is None or count == LOOKED_BACK:
            return
        look = at.engine.snapshot(past.state)
        if look.decider == decider:
            if _players_of_phases(at.game.module, look) != turn:
                return
            count += 1
            before = GameState(at.game, past.state, None)
            options = Decision(before, names).options
            yield Option(options, past.option), look.decision


def _players_of_phases(module: Module, look: Snapshot) -> list[int]:
    """Return the players for whom phases are running; all seats see them."""
    held = (subject.variable for subject in module.subjects())
    return [look.value(each.name) for each in held if each.type == PLAYER]


def _without_piece(thing: dict[str, Any]) -> dict[str, Any]:
    """Return a thing without the number of its piece, which belongs to an earlier view."""
    return {"card": thing["card"]} if "piece" in thing else thing
