"""Cards that are derived from the grammar and accepted are played to the end alike in both engines."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

import rulewright
from engines.whole_games import play_alike
from fuzz.derived_cards import GARDEN, accepted, cards, targets, write
from fuzz.deriving import ROWS_OF, SPECIAL, Deriver, key_of, productions_of, spelled, typed
from rulewright import RulesError
from rulewright.runtime.ir.engine_contract import BEYOND, DIVIDED, ENDLESS, Fault
from tiers import LONG, day_seeds

pytest.importorskip("wasmtime")

COUNT = 50 if LONG else 10
"""Cards of a seed."""
STOPPED = {"E0701", "E0702", "E0703", ENDLESS, BEYOND, DIVIDED}
"""What rules may run into that no check can know: no end, too large a number, a division by 0."""


@pytest.mark.parametrize("seed", [1, 2, 3, 4] if not LONG else day_seeds(20, long=20))
@pytest.mark.rotating
def test_derived_cards_are_played_alike(seed: int, tmp_path: Path) -> None:
    """Both engines show the same at each decision, saves lead back, what is taken back is made again."""
    played = 0
    for number, (text, _) in enumerate(islice(cards(seed), COUNT)):
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            rules = rulewright.load(write(folder, text))
        except RulesError:
            continue  # refused only with its edition
        try:
            play_alike(rules, 3, number, every=8)
        except RulesError as error:
            if not {each.code for each in error.complaints} <= STOPPED:
                pytest.fail(f"{error}\n{text}")
        except Fault as fault:
            if fault.reason not in STOPPED:
                pytest.fail(f"{fault}\n{text}")
        except Exception as error:
            error.add_note(text)
            raise
        else:
            played += 1
    assert played > COUNT // 2


def test_every_production_has_kinds_for_its_parts() -> None:
    """A new form of the grammar that no row types is named here, on each push."""
    known = {each for group in EXCEPTIONS.values() for each in group}
    rules = typed("_declaration")
    assert {spelled(rule) for rule in targets() if rule not in rules} <= known


@pytest.mark.parametrize("row", ["becomes", "compare_open>is", "for_each"])
@pytest.mark.rotating
def test_a_production_without_a_row_is_found(row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(SPECIAL if row in SPECIAL else ROWS_OF, row)

    rules = typed("_declaration")

    missing = {key for rule in targets() if rule not in rules for key in key_of(rule)}
    assert row in missing


@pytest.mark.long
def test_every_production_is_in_an_accepted_declaration() -> None:
    """A new form of the grammar that no row types, or one wrongly, is named here."""
    deriver, reached = Deriver(random.Random(7)), productions_of(GARDEN.read_text("utf-8"))
    for target in targets() * 3:
        if target not in reached and (text := accepted(deriver, target)) is not None:
            reached |= productions_of(text)

    known = {each for group in EXCEPTIONS.values() for each in group}
    assert {spelled(rule) for rule in targets() if rule not in reached} <= known


EXCEPTIONS: dict[str, tuple[str, ...]] = {
    "the garden's own, of which a game has one": (
        "game: game NAME _NL",
        "outcome: outcome by NAME __outcome_star_16 _NL notes",
        "outcome: outcome by NAME __outcome_star_16 _NL",
        "outcome: outcome by NAME _NL notes",
    ),
    "every card of the garden needs two fields and its source, which are added to each": (
        "card_list: list of NAME _NL _INDENT _list_heading __card_list_plus_7 _DEDENT",
        "list_row: PROPER STRING _NL",
        "list_row: PROPER _NL",
        "list_cell: RANGE",
        "card: NAME PROPER _NL",
        "_fields: field_value ___fields_star_11 _NL",
        "___card_body_plus_10: note",
        "___card_body_plus_10: _rule",
        "___card_body_plus_10: section",
        "___fields_star_11: , field_value",
        "___fields_star_11: ___fields_star_11 , field_value",
    ),
    "what nothing in the garden can be: a field, cell or setting of these": (
        "literal: yes",
        "literal: no",
        "literal: nothing",
        "__type_star_3: __type_star_3 or type_name",
    ),
    "what only a check of a scenario can see": ("object: ref 's PROPER",),
    "of words that verbs of the garden lack, or with parameters of its phases": (
        "phase: phase NAME __phase_star_15 instead _NL block",
        "phase: phase NAME __phase_star_15 instead _NL",
        "pattern_object: NAME",
        "pattern_object: the game",
        "play: play NAME __play_star_24 _NL",
        "place_of: value_for",
        "kept: value_for",
        "__play_star_24: __play_star_24 play_as",
    ),
}
"""Productions that are not reached, by the reason."""
