"""A game on both engines with the oracle beside it: told of every deed, it is held against them cell by cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from attrs import define, field

from knowing.oracle import Knowing
from rulewright.runtime.game.random_playouts import SilentTape
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.ir_types import FROM_END, SHOWN_TO, SHOWN_TO_ALL
from rulewright.runtime.python.logged_moves import plain_moves
from rulewright.runtime.python.python_engine import PythonEngine

MOST = 400
"""After so many decisions a game is left."""

DEEDS = (
    "move", "move_all", "exchange_places", "exchange_pieces", "shuffle", "reverse", "rotate",
    "show", "show_all", "learn",
)  # fmt: skip
"""The changes of the table, as the generated code calls them."""


def seen_places(module: Module) -> dict[int, tuple[str, int, str]]:
    """Every place: who sees it as the rules say, whose it is (-1 for nobody's), what works out who sees it."""
    return {
        cell: (zone.seen, at // zone.run.each if zone.owner == "player" else -1, zone.sight)
        for zone in module.zones.values()
        for at, cell in enumerate(zone.run.cells)
    }


@define
class Watched:
    """A Python engine that tells the oracle what is done to one state, and holds it against that at once.

    From the engine come only the deeds, what lies where after a shuffle, and whom a rule lets look into a place.
    """

    engine: PythonEngine
    row: list[Any] = field(factory=list)
    oracle: Knowing = field(init=False)
    deeds: Counter[str] = field(factory=Counter)

    @classmethod
    def of(cls, module: Module, seed: int) -> Watched:
        """A game of a module from its beginning."""
        engine = PythonEngine(module)
        watched = cls(engine, engine.start(seed))
        zones, pieces = module.zones.values(), module.pieces
        lies: dict[int, list[int]] = {cell: [] for zone in zones for cell in zone.run.cells}
        for number, piece in enumerate(pieces):
            lies[module.zones[piece.zone].run.base].append(number)
        watched.oracle = Knowing.begun(
            module.players,
            lies,
            names=[piece.name for piece in pieces],
            ordered={cell: zone.ordered for zone in zones for cell in zone.run.cells},
            sees=watched.sight(),
        )
        for verb in DEEDS:
            engine._code[verb] = watched.told(verb, engine._code[verb])
        engine._code.update(plain_moves(engine._code))
        engine.run(watched.row, SilentTape())
        return watched

    def sight(self) -> Callable[[int, int], bool]:
        """Whether a seat sees into a place: as the rules declare it."""
        places = seen_places(self.engine.module)

        def sees(seat: int, place: int) -> bool:
            who, owner, sight = places[place]
            if who == "expression":
                owner = self.engine._code[sight](self.row)
            return who == "everyone" or (who != "nobody" and owner == seat)

        return sees

    def told(self, verb: str, do: Callable[..., None]) -> Callable[..., None]:
        """The same deed; if it is done to this state and not tried on a copy the oracle hears of it."""

        def done(row: list[Any], *given: Any) -> None:
            do(row, *given)
            if row is self.row:
                self.deeds[verb] += 1
                self.tell(verb, *given)
                self.compare(row, (verb, given))

        return done

    def tell(self, verb: str, *given: Any) -> None:
        """What is done, for the oracle. What is nothing, or nobody's, is not done."""
        oracle, first = self.oracle, given[0]
        match verb:
            case "move" if first >= 0:
                self._tell_move(*given)
            case "move_all":
                for card in first:
                    self._tell_move(card, *given[1:])
            case "exchange_places" if min(given) >= 0:
                oracle.exchange_places(*given)
            case "exchange_pieces" if min(given) >= 0:
                oracle.exchange_cards(*given)
            case "shuffle":
                oracle.shuffle(first, self.row[first])
            case "reverse":
                oracle.reverse(first)
            case "rotate":
                oracle.rotate(first, given[1], bool(given[2]))
            case "show" if first >= 0:
                oracle.show([first], given[1])
            case "show_all":
                oracle.show(first, given[1])
            case "learn":
                oracle.look(first)

    def _tell_move(self, card: int, to: int, on_top: int, clear: int) -> None:
        """A move says whether it takes the card at an end, and to whom that card was shown just before."""
        everyone = range(self.engine.module.players + 1)
        shown_to = everyone if clear == SHOWN_TO_ALL else {clear - SHOWN_TO}
        self.oracle.move(card, to, bool(on_top), clear == FROM_END, shown_to)

    def compare(self, row: Sequence[Any], where: object) -> None:
        """What lies where, and who knows it, cell by cell."""
        layout, oracle, pieces = self.engine.module.layout, self.oracle, self.engine.module.pieces
        for place, cards in oracle.lies.items():
            assert list(row[place]) == cards, (where, place, row[place], cards)
        for card, piece in enumerate(pieces):
            found, wanted = row[layout.known + card], oracle.knowers(card)
            assert found == wanted, (where, piece.name, card, f"{found:b} is not {wanted:b}")


def watch(module: Module, seed: int, native: Any = None, most: int = MOST) -> Watched:
    """A game by lot on the Python engine, and choice by choice on the native one, if that is there."""
    watched, lot, tape = Watched.of(module, seed), Random(seed), SilentTape()
    engine, row = watched.engine, watched.row
    state = native and native.start(seed)
    if native:
        native.run(state, tape)
    for number in range(most):
        asked = engine.snapshot(row).decision
        if native:
            assert state.memory is not None, "the native engine gave up"
            name = module.decisions[asked].name if asked >= 0 else "the end"
            watched.compare(native.pack(state), ("native", name, number))
        if asked < 0:
            break
        option = lot.choice(engine.options(row))
        engine.choose(row, tape, option)
        if native:
            native.choose(state, tape, option)
    return watched
