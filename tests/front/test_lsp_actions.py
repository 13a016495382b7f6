"""The language server, asked by a real client for what writes what is missing."""

from __future__ import annotations

from typing import Any

import pytest
from lsprotocol import types as lsp

from checks.kit import BARD, TABLE
from front.editor_kit import CARD, YAML, Editor
from front.test_lsp_changes import put
from rulewright.editor.features.actions import insert_rows
from rulewright.editor.positions import PositionConverter
from rulewright.language.text import Source

pytestmark = pytest.mark.process

RULES = BARD.partition('scenario "')[0]
WORDS = "bard.fr.yaml"


def actions(editor: Editor, name: str, text: str, where: str) -> dict[str, lsp.CodeAction]:
    """What is offered at a place, by its title."""
    editor.open(name, text)
    at = editor.at(name, text, where)
    params = lsp.CodeActionParams(
        at["text_document"],
        lsp.Range(at["position"], at["position"]),
        lsp.CodeActionContext(diagnostics=[]),
    )
    found = editor.ask(editor.client.text_document_code_action_async(params)) or ()
    return {each.title: each for each in found if isinstance(each, lsp.CodeAction)}


def done(action: lsp.CodeAction, editor: Editor, name: str, text: str) -> str:
    assert action.edit is not None
    changes: Any = action.edit.changes
    assert list(changes) == [editor.uri(name)]
    return put(text, changes[editor.uri(name)])


def test_a_scenario_is_begun_for_a_power_without_one(editor: Editor) -> None:
    found = actions(editor, CARD, RULES, "power si|ng")
    text = done(found["write a scenario for `sing`"], editor, CARD, RULES)

    assert '\nscenario "Somebody uses sing"\n    in "our-table.yaml", 4 players\n' in text
    assert "        move Bard to A's secret\n    when\n        A chooses sing\n" in text
    assert editor.open(CARD, text) == []
    assert not actions(editor, CARD, text, "power si|ng")
    assert not actions(editor, CARD, RULES, "at the e|nd of my turn")


@pytest.mark.rotating
def test_a_card_gets_its_place_in_the_cast(editor: Editor) -> None:
    without = TABLE.replace("cast: {character: {add: [Bard]}}\n", "")
    editor.open(YAML, without)
    found = actions(editor, CARD, BARD, "character Ba|rd")
    text = done(found["add Bard to the cast of our-table"], editor, YAML, without)

    assert text == TABLE
    editor.open(YAML, TABLE)
    assert not actions(editor, CARD, BARD, "character Ba|rd")


def test_words_that_are_missing_are_written_for_who_knows_them(editor: Editor) -> None:
    begun = "cards: {Bard: Barde}\nchoices:\n  # what is chosen\n  sing: chanter\n"
    editor.save(WORDS, begun)  # beside the rules lies what is to be said otherwise
    found = actions(editor, WORDS, begun, "Bard: |Barde")
    (title,) = (each for each in found if "missing word" in each)
    text = done(found[title], editor, WORDS, begun)
    (editor.folder / WORDS).unlink()

    assert 'texts:\n  "{me} sing(s) for {host}": "{me} sing(s) for {host}"\n' in text
    assert not [
        each for each in actions(editor, WORDS, text, "Bard: |Barde") if each.startswith("write")
    ]
    editor.close(WORDS)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a: 1", "a: 1\ncast: {peg: {add: [Ben]}}\n"),
        ("cast: {}\n", "cast: {peg: {add: [Ben]}}\n"),
        ("cast: {man: [Al]}\n", "cast: {peg: {add: [Ben]}, man: [Al]}\n"),
        ("cast: {peg: [Al]}\n", "cast: {peg: [Ben, Al]}\n"),
        ("cast: {peg: {add: []}}\n", "cast: {peg: {add: [Ben]}}\n"),
        ("cast:\n  peg:\n  - Al\n", "cast:\n  peg:\n  - Ben\n  - Al\n"),
        ("cast:\n  man: [Al]\n", "cast:\n  peg: {add: [Ben]}\n  man: [Al]\n"),
        (
            "cast:\n  peg:\n    remove: [Al]\n",
            "cast:\n  peg:\n    add: [Ben]\n    remove: [Al]\n",
        ),
        ("cast: none\n", None),
    ],
)
def test_a_cast_is_written_as_it_is_begun(before: str, after: str | None) -> None:
    change = insert_rows(Source("a.yaml", before), ("cast", "peg", "add"), ["Ben"], listed=True)

    made = put(before, [PositionConverter().edit(*change)]) if change is not None else None
    assert made == after
