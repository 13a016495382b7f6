"""Changes of the table by lot, one by one and without rules: both engines against the oracle after each.

Here everything meets everything: orders in which many copies lie, cards that lie where they are moved to, two cards
of one place that are exchanged, nobody's place. What rules make of it `test_knowing` plays.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import define

from knowing.conftest import Drawn
from knowing.watching import Watched
from rulewright.native.builder.code import call
from rulewright.native.compile_module import build_stepping_module, lay_out
from rulewright.native.encode.inlining import inline
from rulewright.native.exports.exported_function import define as define_function
from rulewright.native.host import Host
from rulewright.native.layout.frame_layout import Capacity
from rulewright.native.layout.rows import RowConverter
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.ir_types import SHOWN_TO, UNSEEN
from rulewright.runtime.session.rules.rulebook import load_rulebook

pytest.importorskip("wasmtime")

CHANGES = {
    "move": ("piece", "place", "on_top", "clear"),
    "exchange_places": ("one", "other"),
    "exchange_pieces": ("one", "other"),
    "shuffle": ("place",),
    "reverse": ("place",),
    "rotate": ("place", "by", "is_open"),
    "show": ("piece", "player"),
    "learn": ("place",),
}
"""What is done, and what it takes."""


@define
class Hand:
    """The changes of a module's table as functions of its native code, on a state that lies at an address."""

    host: Host
    rows: RowConverter
    state: int

    @classmethod
    def of(cls, module: Module) -> Hand:
        """The functions of a module."""
        tables = build_stepping_module(lay_out(module, Capacity()))
        for verb, given in CHANGES.items():
            # What is shown is shown side by side with a set of others, here with none.
            alone = tables.words_of(0) if verb == "show" else []
            with define_function(tables, f"do_{verb}", "S", *given) as code:
                code.reset()
                code.run(verb, code.state, *map(code.parameter, given), *alone)
        with define_function(tables, "do_sees", "S", "piece", "player", result="i32") as code:
            code.reset()
            code.give(call("sees", code.state, *map(code.parameter, ("piece", "player"))))
        inline(tables.wasm)
        state = tables.wasm.reserve(tables.layout.size, 16)
        return cls(Host(tables.wasm.to_bytes()), RowConverter.of(tables.layout), state)

    def done(self, row: list[Any], verb: str, *given: int) -> list[Any]:
        """What a state is after a change."""
        self.host.write(self.state, bytes(self.rows.state(row)))
        self.host.call(f"do_{verb}", self.state, *given)
        return self.rows.row(bytes(self.host.read(self.state, self.rows.size)))

    def sees(self, card: int, seat: int) -> bool:
        """Whether a seat knows a card, in the state that came of the last change."""
        return bool(self.host.call("do_sees", self.state, card, seat))


def places_of(module: Module) -> list[int]:
    """Every place; those that hold much come often."""
    first = [zone.run.base for zone in module.zones.values()]
    return [*first, *first, *(cell for zone in module.zones.values() for cell in zone.run.cells)]


Change = tuple[str, tuple[int, ...]]


def drawn_change(lot: Random, watched: Watched) -> Change:
    """A change by lot, and what it is given: nothing and nobody's place now and then."""
    module, row = watched.engine.module, watched.row
    places, cards = places_of(module), range(len(module.pieces))
    place, card = lot.choice(places), lot.choice(cards)
    beside = [*row[row[module.layout.place + card]], lot.choice(cards)]
    none = -1 if lot.random() < 0.05 else 0
    match lot.choice(["move"] * 4 + ["show"] * 2 + list(CHANGES)):
        case "move":
            clear = lot.choice((UNSEEN, UNSEEN, *range(UNSEEN, SHOWN_TO + module.players)))
            return "move", (none or card, place, lot.randrange(2), clear)
        case "rotate":
            return "rotate", (place, lot.randrange(-3, 9), lot.randrange(2))
        case "show":
            return "show", (card, lot.randrange(-1, module.players))
        case "exchange_places":
            pair = [none or place, lot.choice(places)]
            lot.shuffle(pair)
            return "exchange_places", tuple(pair)
        case "exchange_pieces":
            pair = [none or card, lot.choice([*cards, *beside, *beside])]
            lot.shuffle(pair)
            return "exchange_pieces", tuple(pair)
        case verb:
            return verb, (place,)


def check_changes(module: Module, seed: int, count: int, hand: Hand | None = None) -> None:
    """Changes by lot, and who looks where changes by lot too; after each all three are compared."""
    watched, lot = Watched.of(module, seed), Random(seed)
    engine, row = watched.engine, watched.row
    looker = module.variables["looker"].run.base
    seen = [cell for zone in module.zones.values() if zone.sight for cell in zone.run.cells]
    for _ in range(count):
        if lot.random() < 0.1:
            row[looker] = lot.randrange(-1, module.players)
            changes: list[Change] = [("learn", (place,)) for place in seen]
        else:
            changes = [drawn_change(lot, watched)]
        for verb, given in changes:
            before = row[:]
            engine._code[verb](row, *given)
            if hand is not None:
                watched.compare(hand.done(before, verb, *given), ("native", verb, given))
        check_asked(watched, lot.randrange(-1, len(module.pieces)), hand)


def check_asked(watched: Watched, card: int, hand: Hand | None) -> None:
    """Who is said to know a card where the rules ask, and who is told of it; what is nothing all know."""
    engine, row, oracle = watched.engine, watched.row, watched.oracle
    for seat in range(engine.module.players + 1):
        knows = card < 0 or card in oracle.sure[seat]
        assert engine._code["sees"](row, card, seat) == knows
        assert engine._code["seen"](row, card)[1] >> seat & 1 == knows
        assert hand is None or hand.sees(card, seat) == knows


TABLES = range(8)

RULES = """\
game owned

labels hue: red, green

kind card
    starts in the stock

there is a stock of cards, in order, seen by nobody
there is a bag of cards, seen by nobody
there is a nook of cards, seen by the looker
each player has a hand of cards, seen by its owner
each player has a drawer of cards for each hue, seen by its owner
each player has a ledge of cards for each hue, in order, seen by its owner
each card has a vault of cards, seen by its owner
there is a looker, a player or nobody, seen by everyone

list of card
    printed "ours"
    name
    Ace
    Bow
    Cup

flow
    for each player in players
        the player chooses
            option go
                set the looker to the player
                move the top of the stock to the player's hand
            option hide
                move the top of the stock to Bow's vault

value a player's score is the number of cards in the player's hand
outcome by score
"""
EDITION = "edition: owned\nname: O\nrules: [owned.rules]\nplayers: 3\ncast: {card: {Ace: 40, Bow: 1, Cup: 30}}\n"


@pytest.fixture(scope="module")
def owned(tmp_path_factory: pytest.TempPathFactory) -> Module:
    """A table with places of every sort of owner, and more copies than there are bits in a word."""
    folder = tmp_path_factory.mktemp("owned")
    (folder / "owned.rules").write_text(RULES, encoding="utf-8")
    (folder / "owned.yaml").write_text(EDITION, encoding="utf-8")
    return load_rulebook(folder / "owned.yaml").module(3)


@pytest.mark.rotating
def test_in_places_of_every_owner(owned: Module) -> None:
    check_changes(owned, 1, 2500, Hand.of(owned))


@pytest.mark.parametrize("table", TABLES)
def test_in_python(drawn: Drawn, table: int) -> None:
    check_changes(drawn(table), table, 1500)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.rotating
def test_natively(drawn: Drawn, table: int) -> None:
    check_changes(drawn(table), table, 600, Hand.of(drawn(table)))
