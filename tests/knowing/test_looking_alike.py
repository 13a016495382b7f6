"""Two states look alike to a seat if nothing differs that it may see.

A state is changed in one thing, and here it is written who can tell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import frozen

from knowing.faults import ALIKE
from knowing.planting import Fault, planted
from knowing.sights import CARDS, sights
from properties.kit import row_of, state_of
from rulewright.runtime.ir.layout import DECIDER
from rulewright.runtime.ir.module import Module
from rulewright.runtime.observation.observer import Observer
from rulewright.runtime.python.python_engine import PythonEngine

SEATS = (0, 1, 2)
ACE, BOW, CUP, DIE, ELM, FAN, GEM, HAT, INK, JUG, KIT, LOG, MUG = range(len(CARDS))


@frozen
class Changed:
    """A state that is to be changed, as a row, with the names of its things."""

    module: Module
    row: list[Any]

    def put(self, name: str, value: int, at: int = 0) -> None:
        """A number, pointer or mark is something else."""
        cell = self.module.variables[name].run.base + at
        assert self.row[cell] != value
        self.row[cell] = value

    def swap(self, one: int, other: int) -> None:
        """Two cards lie where the other lay; who knows what lies there knows it."""
        layout, row = self.module.layout, self.row
        for zone in self.module.zones.values():
            for cell in zone.run.cells:
                swapped = [{one: other, other: one}.get(card, card) for card in row[cell]]
                row[cell] = tuple(swapped if zone.ordered else sorted(swapped))
        for base in (layout.place, layout.known):
            row[base + one], row[base + other] = row[base + other], row[base + one]

    def move(self, card: int, zone: str) -> None:
        """A card lies in another place; who knew where it lay knows where it lies."""
        layout, row, to = self.module.layout, self.row, self.module.zones[zone].run.base
        source = row[layout.place + card]
        row[source] = tuple(other for other in row[source] if other != card)
        row[to] = (*row[to], card)
        row[layout.place + card] = to

    def know(self, card: int, *seats: int) -> None:
        """Exactly these seats know a card."""
        self.row[self.module.layout.known + card] = sum(1 << seat for seat in seats)


Change = Callable[[Changed], None]
#: What is changed, and which seats can tell. The looker is the first seat, which is asked.
CHANGES: dict[str, tuple[Change, set[int]]] = {
    "a number that all see": (lambda at: at.put("gold", 5, 1), {0, 1, 2}),
    "a number of one's own": (lambda at: at.put("debt", 5, 1), {1}),
    "one of several numbers of one's own": (lambda at: at.put("luck", 5, 3), {1}),
    "the last of one's own": (lambda at: at.put("luck", 5, 5), {2}),
    "a number that the looker sees": (lambda at: at.put("plan", 5), {0}),
    "a number that nobody sees": (lambda at: at.put("fate", 5), set()),
    "who looks": (lambda at: at.put("looker", 1), {0, 1, 2}),
    "a pointer at a card that all see": (lambda at: at.put("favourite", LOG), {0, 1, 2}),
    "a mark that all see": (lambda at: at.put("dusty", 1, JUG), {0, 1, 2}),
    "a mark that all see, on a card that nobody knows": (lambda at: at.put("dusty", 1, LOG), {0, 1, 2}),
    "a mark that the looker sees": (lambda at: at.put("sworn", 1, JUG), {0}),
    "a mark that nobody sees": (lambda at: at.put("cursed", 1, JUG), set()),
    "a mark that nobody sees, on which options hang": (lambda at: at.put("cursed", 1, ACE), {0}),
    "two cards that nobody knows": (lambda at: at.swap(LOG, HAT), set()),
    "two cards of an order that nobody knows": (lambda at: at.swap(LOG, MUG), set()),
    "two cards of an order that all see": (lambda at: at.swap(INK, JUG), {0, 1, 2}),
    "two cards of two hands": (lambda at: at.swap(CUP, ELM), {1, 2}),
    "two cards of one hand": (lambda at: at.swap(CUP, DIE), set()),
    "a card of a hand and one that nobody knows": (lambda at: at.swap(CUP, LOG), {1}),
    "two cards of two places that a seat knows": (lambda at: at.swap(CUP, GEM), {1}),
    "a card that all see and one that nobody knows": (lambda at: at.swap(INK, LOG), {0, 1, 2}),
    "where a card goes that nobody knows": (lambda at: at.move(LOG, "bag"), {0, 1, 2}),
    "how many a hidden card holds": (lambda at: at.move(LOG, "vault"), {0, 1, 2}),
    "a card that a seat has got to know": (lambda at: at.know(LOG, 1), {1}),
    "a card that two have got to know": (lambda at: at.know(HAT, 1, 2), {1, 2}),
    "a card that a seat has forgotten": (lambda at: at.know(KIT), set()),
    "that one was played for another card that only the looker knows": (
        lambda at: at.put("trial.subject", BOW), {0},
    ),
    "that one was played for a card that another knows": (
        lambda at: at.put("trial.subject", CUP), {0, 1},
    ),
    "whose turn it is": (lambda at: at.put("turn.player", 2), {0, 1, 2}),
}  # fmt: skip


def telling(state: Changed, changed: Changed) -> set[int]:
    """The seats that can tell two states apart; whether one looks as the other does is asked in two ways."""
    engine = PythonEngine(state.module)
    found = set[int]()
    for seat in SEATS:
        eyes = Observer(engine, seat)
        look, sees = eyes.observe(state.row), eyes.visible(changed.row)
        is_same = eyes.observe(changed.row, sees) == look
        assert eyes.matches(changed.row, sees, look) == is_same
        found |= set() if is_same else {seat}
    return found


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Changed:
    """The state that is changed: of what lies hidden the seats know their hands, and the second knows Gem."""
    at = state_of(sights(tmp_path_factory.mktemp("sights")))
    found = Changed(at.game.module, row_of(at))
    found.know(GEM, 1)
    return found


def check_change(state: Changed, what: str) -> None:
    """Exactly those can tell of a change who may."""
    change, wanted = CHANGES[what]
    changed = Changed(state.module, state.row[:])
    change(changed)
    assert telling(state, changed) == telling(changed, state) == wanted


@pytest.mark.parametrize("what", CHANGES)
def test_who_can_tell(state: Changed, what: str) -> None:
    check_change(state, what)


def test_who_is_asked_all_can_tell(state: Changed) -> None:
    other = Changed(state.module, state.row[:])
    other.row[DECIDER] = 1
    assert telling(state, other) == {0, 1, 2}


@pytest.mark.parametrize("fault", ALIKE, ids=lambda fault: fault.name)
def test_a_planted_fault_is_found(state: Changed, fault: Fault) -> None:
    with planted(fault), pytest.raises(AssertionError):
        check_all(state)


def check_all(state: Changed) -> None:
    """All changes, one after the other."""
    for what in CHANGES:
        check_change(state, what)
