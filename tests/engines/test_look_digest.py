"""Digests of what seats see, worked out natively, are those that are worked out of plain looks in Python.

On drawn tables and in small games; and different looks have different ones. Editions are in the file beside it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dealing.kit import GAMES as SMALL
from engines.digests import Compared, compare
from engines.marked_table import marked_table
from knowing.drawn_tables import drawn_table
from knowing.errand import errand
from knowing.sights import sights
from knowing.test_digest import ring
from knowing.trove import trove
from properties.kit import row_of, state_of
from rulewright.runtime.ir.engine_contract import END
from rulewright.runtime.ir.layout import DECISION
from rulewright.runtime.observation.observer import Observer
from rulewright.runtime.session.rules.rulebook import load_rulebook
from tiers import LONG

pytest.importorskip("wasmtime")

SEEDS = range(10 if LONG else 1)
TABLES = range(200 if LONG else 14)


@pytest.mark.parametrize("name", sorted(path.stem for path in SMALL.glob("*.yaml")))
@pytest.mark.rotating
def test_looks_in_small_games(name: str) -> None:
    book = load_rulebook(SMALL / f"{name}.yaml")
    compare(book.module(min(book.edition.players.value)), range(5))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", TABLES)
@pytest.mark.rotating
def test_looks_on_drawn_tables(seed: int, tmp_path: Path) -> None:
    compare(drawn_table(tmp_path, seed), range(1))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("players", [2, 8])
def test_looks_at_marks_of_every_sort(players: int, tmp_path: Path) -> None:
    compare(marked_table(tmp_path, players), SEEDS, every=1 if LONG else players)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("who", ["nobody", "everyone"])
def test_looks_at_marks_by_who_sees_into_places_with_order(who: str, tmp_path: Path) -> None:
    compare(marked_table(tmp_path, 2, into_orders=who), SEEDS)


def test_looks_at_what_phases_are_played_for(tmp_path: Path) -> None:
    compare(state_of(sights(tmp_path)).game.module, range(3))


def test_looks_at_what_card_a_phase_is_played_for(tmp_path: Path) -> None:
    compare(state_of(errand(tmp_path, 1)).game.module, range(3))


def test_looks_at_options_for_cards_wherever_they_lie(tmp_path: Path) -> None:
    """Also at the end of a row of choices, which is no card. Nothing is kept on the cards."""
    at = state_of(trove(tmp_path))
    row, both = row_of(at), Compared.of(at.game.module)
    for variable in at.game.module.variables.values():
        for cell in variable.run.cells:
            row[cell] = variable.start
    row[DECISION] = 0
    options = [*range(len(at.game.module.pieces)), END]
    both.native.show(row, options)
    for seat in range(at.game.module.players):
        eyes = Observer(both.python, seat)
        both.compare_options(eyes, eyes.visible(row), options)
    both.check_differing()


def test_looks_at_cards_that_lie_on_each_other(tmp_path: Path) -> None:
    """The number of one is so much higher that the two are noted in different bytes."""
    compare(ring(tmp_path, "Ace: 1, Cup: 9, Bow: 1"), range(1))
