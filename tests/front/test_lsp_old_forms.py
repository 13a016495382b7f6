"""The language server, asked by a real client to rewrite the old forms of a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp

from checks.kit import BARD, TABLE
from front.editor_kit import CARD, YAML, Editor
from front.test_lsp_changes import put
from front.test_lsp_messages import a_server

pytestmark = pytest.mark.process

FILE = "old.scenarios.rules"
SCENARIO = """\
# Ours.
scenario "Gold first"
    in "our-table.yaml", 4 players
    when
        play turn for A as Architect  # the turn
        A chooses gather gold   # the action
    then
        A's gold is 2
"""
OLD = SCENARIO.replace('"our-table.yaml"', "our-table")
OWN = "edition: ours\nextends: caravan\n# Ours.\nrules: [ours.rules]\nlayout:\n  order: [store, hand]\n"
POINTS = "a player's points is the number of cards in the player's store more  # ours\n"


@pytest.fixture(autouse=True)
def files(editor: Editor) -> Iterator[None]:
    """Files on the disk, as they should be; those that a test opened are closed after it."""
    names = {FILE: SCENARIO, "ours.yaml": OWN, "ours.rules": POINTS}
    for name, text in names.items():
        editor.save(name, text)
    yield
    for name in names:
        if editor.uri(name) in editor.versions:
            editor.close(name)
        (editor.folder / name).unlink()


def old_forms(editor: Editor, name: str, text: str, **context: Any) -> list[lsp.CodeAction]:
    """The actions that rewrite old forms, as they are offered at the top of a file."""
    editor.open(name, text)
    top = lsp.Position(0, 0)
    params = lsp.CodeActionParams(
        lsp.TextDocumentIdentifier(editor.uri(name)),
        lsp.Range(top, top),
        lsp.CodeActionContext(diagnostics=[], **context),
    )
    found = editor.ask(editor.client.text_document_code_action_async(params)) or ()
    return [each for each in found if isinstance(each, lsp.CodeAction) and "old" in each.title]


def rewritten(editor: Editor, name: str, text: str) -> str:
    """A file after the action."""
    (action,) = old_forms(editor, name, text)
    assert action.edit is not None
    assert list(action.edit.changes or {}) == [editor.uri(name)]
    return put(text, (action.edit.changes or {})[editor.uri(name)])


OLD_ANSWER = SCENARIO.replace("gather gold", "gold")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (FILE, OLD_ANSWER.replace('"our-table.yaml"', "our-table"), SCENARIO),
        ("ours.yaml", OWN.replace("store", "parcel"), OWN),
        ("ours.rules", POINTS.replace("store", "parcel"), POINTS),
    ],
)
@pytest.mark.rotating
def test_old_forms_are_rewritten_and_all_else_stays(
    editor: Editor, name: str, old: str, new: str
) -> None:
    assert rewritten(editor, name, old) == new
    assert not old_forms(editor, name, new)


@pytest.mark.rotating
def test_it_is_offered_only_where_there_is_something_to_rewrite(editor: Editor) -> None:
    assert not old_forms(editor, CARD, BARD)
    assert not old_forms(editor, YAML, TABLE)
    assert not old_forms(editor, FILE, SCENARIO.replace("gather gold", "gather goldd"))
    assert not old_forms(editor, FILE, OLD_ANSWER, only=[lsp.CodeActionKind.SourceFixAll])
    assert old_forms(editor, FILE, OLD_ANSWER, only=[lsp.CodeActionKind.Refactor])
    assert not old_forms(editor, "unsaved.scenarios.rules", OLD_ANSWER)
    editor.close("unsaved.scenarios.rules")


@pytest.mark.rotating
def test_moving_the_cursor_runs_no_scenario(editor: Editor) -> None:
    automatic = lsp.CodeActionTriggerKind.Automatic
    assert not old_forms(editor, FILE, OLD_ANSWER, trigger_kind=automatic)
    (action,) = old_forms(editor, FILE, OLD_ANSWER, trigger_kind=lsp.CodeActionTriggerKind.Invoked)
    (known,) = old_forms(editor, FILE, OLD_ANSWER, trigger_kind=automatic)
    assert known == action
    assert not old_forms(editor, FILE, OLD_ANSWER + "\n", trigger_kind=automatic)


@pytest.mark.rotating
def test_lines_that_no_row_rewrites_are_reported_with_their_place(tmp_path: Path) -> None:
    # lsprotocol's client takes an action with edit and command for a bare command, so this one speaks JSON.
    wrong = OLD_ANSWER.replace("gold is 2", "gold is 9").replace('"our-table.yaml"', "classic")
    (tmp_path / FILE).write_text(wrong, encoding="utf-8")
    with a_server(tmp_path) as wire:
        document = wire.begin().open(FILE, wrong)
        top = {"line": 0, "character": 0}
        found = wire.ask(
            "textDocument/codeAction",
            textDocument=document,
            range={"start": top, "end": top},
            context={"diagnostics": []},
        )
        (action,) = found["result"]
        assert action["title"] == "rewrite old forms in 1 line"
        assert list(action["edit"]["changes"]) == [document["uri"]]
        assert action["command"].pop("title") == "report 1 line left to you"
        answer = wire.ask("workspace/executeCommand", **action["command"])["result"]
        published = [
            each["params"] for each in wire.told if "diagnostics" in each.get("params", ())
        ]
    assert answer["message"] == "1 line left to you"
    assert f"{FILE}:8: A's gold is 9" in answer["report"]
    assert "help: the game plays otherwise here; write what is found" in answer["report"]
    (shown,) = published[-1]["diagnostics"]
    assert shown["range"]["start"]["line"] == 7
    assert "the game plays otherwise here" in shown["message"]
