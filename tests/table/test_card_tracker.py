"""Cards on a page move as the story says: from which place, to which, and which of several."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from rulewright.base.table_component import FOLDER

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed"),
]
SCRIPT = """
import { CardTracker } from "./card_tracker.mjs";
const [before, after, moves] = JSON.parse(process.argv[1]);
const zones = (cards) => Object.entries(cards).map(([key, all]) => ({
  key, role: typeof all === "number" ? "stack" : "row", count: all.length ?? all,
  slots: (all.length === undefined ? [] : all).map((card) => ({ card, place: key })) }));
const tracker = new CardTracker();
tracker.follow({ zones: zones(before) });
const names = new Map(tracker.last.map(({ id, card, place }, i) => [id, `${place} ${i}`]));
const reading = { zones: zones(after) };
const gone = tracker.follow(reading, [{ moves }]);
const slots = reading.zones.flatMap((zone) => zone.slots);
console.log(JSON.stringify([
  slots.map(({ id, from, place }) => [place, names.get(id)?.split(" ")[0] ?? from ?? null]),
  [...gone].map(([id, to]) => [names.get(id).split(" ")[0], to ?? null]),
  new Set(slots.map(({ id }) => id)).size === slots.length,
]));
"""


def ways(tmp_path: Path, before: Any, after: Any, *moves: tuple[Any, ...]) -> tuple[Any, Any]:
    """Return the place from which each card comes that lies somewhere, and where the others went."""
    source = (FOLDER / "card_tracker.js").read_text(encoding="utf-8")
    (tmp_path / "card_tracker.mjs").write_text(source, encoding="utf-8")
    told = [dict(zip(("card", "count", "from", "to"), each, strict=True)) for each in moves]
    command = ["node", "--input-type=module", "-e", SCRIPT, json.dumps([before, after, told])]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    came, went, are_different = json.loads(done.stdout)
    assert are_different
    return came, went


def test_a_hand_for_a_hand(tmp_path: Path) -> None:
    hands = {"0/hand": [None, None], "1/hand": [None, None]}
    both = ((None, 2, "0/hand", "1/hand"), (None, 2, "1/hand", "0/hand"))

    came, went = ways(tmp_path, hands, hands, *both)
    assert came == [["0/hand", "1/hand"]] * 2 + [["1/hand", "0/hand"]] * 2
    assert went == []


def test_by_way_of_another_place_and_from_the_right_stack(tmp_path: Path) -> None:
    before = {"deck": 9, "bag": 4, "0/hand": ["Ace"]}
    after = {"deck": 9, "bag": 2, "0/hand": ["Ace", "Bow", "Ace"]}
    drawn = ("Ace", 1, "0/desk", "0/hand"), ("Bow", 1, "0/desk", "0/hand")
    moves = [(None, 2, "bag", "0/desk"), *drawn]

    came, _ = ways(tmp_path, before, after, *moves)
    assert sorted(came) == [["0/hand", "0/hand"], ["0/hand", "bag"], ["0/hand", "bag"]]


def test_what_is_no_longer_seen_goes_where_it_went(tmp_path: Path) -> None:
    before = {"deck": 9, "bag": 4, "row": ["Ace", "Bow"]}
    after = {"deck": 10, "bag": 5, "row": []}

    _, went = ways(tmp_path, before, after, ("Ace", 1, "row", "bag"), ("Bow", 1, "row", "deck"))
    assert went == [["row", "bag"], ["row", "deck"]]


def test_what_no_event_says_is_guessed(tmp_path: Path) -> None:
    came, went = ways(tmp_path, {"deck": 9, "row": ["Ace"]}, {"deck": 8, "row": ["Ace", "Bow"]})

    assert came == [["row", "row"], ["row", "deck"]]
    assert went == []
