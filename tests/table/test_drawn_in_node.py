"""The table component draws a game's end and its cards, as node sees its trees."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.base.table_component import FOLDER
from rulewright.language.edition.looks import load_looks
from rulewright.runtime.session.rules.internals import inside

NODE = shutil.which("node")
SCRIPT = """
import { readFileSync } from "node:fs";
const { SeatView } = await import(process.argv[1] + "/seat_view.js");
const { Drawing } = await import(process.argv[1] + "/drawing.js");
const { value, looks } = JSON.parse(readFileSync(0, "utf8"));
const view = new SeatView(value, looks, [], new Map());
const [{ kids: [, , rows] }] = new Drawing(view, { words: {} }).sheet();
console.log(JSON.stringify({
  corners: value.cards.map((card) => view.face(card.card).corner),
  bars: rows.kids.map((row) => row.kids[2].kids[0]).map((bar) => [bar.props.style.width,
    bar.kids.map((part) => [part.props.class, part.props.style["flex-grow"], part.kids[1]])]),
}));
"""

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


def drawn_end(language: str) -> dict[str, Any]:
    """Return what is drawn when a game of Kuhn poker is over: corners of cards, and bars of points."""
    rules = rulewright.load("kuhn", language)
    game = rules.new_game(2, seed=3)
    while game.decision is not None:
        game.choose(0)
    looks = load_looks(inside(rules).edition.files).embedded()
    given = json.dumps({"value": game.seat(0), "looks": looks})
    done = subprocess.run(
        [str(NODE), "--input-type=module", "-e", SCRIPT, "--", Path(FOLDER).as_uri()],
        input=given, capture_output=True, text=True, check=True,
    )  # fmt: skip
    data: dict[str, Any] = json.loads(done.stdout)
    return data


def test_points_below_zero_are_drawn_with_their_sign() -> None:
    winner, loser = drawn_end("en")["bars"]

    assert winner == ["100%", [["minus", "1", -1], [None, "2", 2]]]
    assert loser == ["33%", [["minus", "1", -1]]]


@pytest.mark.parametrize(("language", "corners"), [("en", "JQK"), ("fr", "VDR")])
def test_court_cards_have_the_letters_of_their_language(language: str, corners: str) -> None:
    assert "".join(drawn_end(language)["corners"]) == corners
