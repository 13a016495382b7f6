"""The functions that generated code calls, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.runtime.ir.engine_contract import BEYOND, ENDLESS, Fault, Reason
from rulewright.runtime.ir.layout import DELAYED
from rulewright.runtime.ir.nodes.ir_types import LARGEST, MOST_DELAYED, MOST_NUMBERS, MOST_STEPS
from rulewright.runtime.ir.random_stream import below
from rulewright.runtime.python.card_moves import CardMoves, PlaceTables, Row, ShuffleRecord
from rulewright.runtime.python.logged_moves import plain_moves

STOP = -1
"""Returned by a block in place of the next block's number: a decision is pending."""

END = -2
"""Block number in the outermost frame: the game is over."""


CHANGES = (
    "move",
    "move_all",
    "exchange_places",
    "exchange_pieces",
    "shuffle",
    "reverse",
    "rotate",
    "show",
    "show_all",
    "learn",
    "seen",
    "sees",
    "seen_all",
    "viewers",
    "position",
)
"""The operations of `CardMoves` that generated code calls."""


class TrialTape:
    """A tape for trials, whose story is not recorded."""

    log = None
    options = None


SILENT = TrialTape()


def make_runtime(tables: PlaceTables) -> dict[str, Any]:
    """Return, by name, the functions that generated code calls; they work on states with these places."""
    shuffles, fuel = ShuffleRecord(), [MOST_STEPS, MOST_STEPS]
    moves = CardMoves(tables, shuffles)
    changes = {name: getattr(moves, name) for name in CHANGES}
    plain = (at, below, beyond, bounded, delay, fail, numbers, trial, zones)
    return {
        **changes,
        **plain_moves(changes),
        **{function.__name__: function for function in plain},
        "fuel": fuel,
        "mixing": shuffles,
        "spend": _spend_from(fuel),
    }


def _spend_from(fuel: list[int]) -> Callable[[int], bool]:
    """Return the function that consumes steps of `fuel`, which has the steps left and those at the start."""

    def spend(steps: int) -> bool:
        """Consume `steps` of fuel and return True. Raises Fault when the fuel runs out."""
        fuel[0] -= steps
        if fuel[0] < 0:
            raise Fault(ENDLESS, f"{fuel[1]:,} steps")
        return True

    return spend


def at(row: Row, base: int, index: int, default: int) -> int:
    """Return the state cell `base` + `index`; `default` if `index` is NOTHING."""
    value: int = row[base + index] if index >= 0 else default
    return value


def zones(row: Row, base: int, count: int, without: int, each: int) -> list[int]:
    """Return the cards in `count` places from `base` on, without those of the owner `without`."""
    kept = [number for number in range(count) if number // each != without]
    return [card for number in kept for card in row[base + number]]


def trial(
    row: Row,
    procedure: Callable[..., None],
    arguments: Any,
    function: Callable[..., bool],
    function_arguments: Any,
) -> bool:
    """Return the result of `function` after `procedure` has run on a copy of the state."""
    copy = row[:]
    procedure(copy, SILENT, *arguments)
    return function(copy, *function_arguments)


def numbers(low: int, high: int) -> range:
    """Return the integers from `low` to `high`. Raises Fault if there are too many or one is out of range."""
    if high - low > MOST_NUMBERS or (low <= high and not -LARGEST <= low <= high <= LARGEST):
        raise Fault(BEYOND)
    return range(low, high + 1)


def bounded(number: int) -> int:
    """Return `number` unchanged. Raises Fault if it is out of range."""
    if not -LARGEST - 1 <= number <= LARGEST:
        raise Fault(BEYOND)
    return number


def delay(row: Row, captured: tuple[int, ...]) -> None:
    """Start a delayed rule with its captured values. Raises Fault if too many are pending."""
    if len(row[DELAYED]) == MOST_DELAYED:
        raise Fault(ENDLESS, f"{MOST_DELAYED:,} rules under `until`")
    row[DELAYED] = (*row[DELAYED], captured)


def beyond(number: int) -> None:
    """Raise the fault for a number that is out of range."""
    raise Fault(BEYOND)


def fail(reason: Reason, what: str) -> None:
    """Raise the fault for rules that do not end or that violate an invariant."""
    raise Fault(reason, what)
