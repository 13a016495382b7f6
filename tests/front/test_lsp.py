"""The language server, asked by a real client: everything an author sees while writing a card and an edition."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp

from checks.kit import BARD, TABLE
from front.editor_kit import CARD, YAML, Editor, hover

pytestmark = pytest.mark.process

EDGE = "at the end of my turn, if my builds is 0"
POWER = BARD.split("        choose")[0]
"""The card up to the first line of its power."""


# ------------------------------------------------------------------ complaints


def test_complaints_come_and_go_while_one_types(editor: Editor) -> None:
    (wrong,) = editor.open(CARD, BARD.replace("the host gives", "the hst gives"))

    assert (wrong.code, wrong.range) == (
        "E0201",
        lsp.Range(lsp.Position(6, 12), lsp.Position(6, 15)),
    )
    assert "did you mean `host`?" in wrong.message
    assert editor.type(CARD, BARD) == []


def test_complaints_in_an_edition_come_while_one_types(editor: Editor) -> None:
    editor.open(YAML, TABLE.replace("Bard", "Brad"))

    (wrong,) = editor.defer(YAML)
    assert (wrong.code, wrong.severity) == ("E0601", lsp.DiagnosticSeverity.Error)
    assert editor.type(YAML, TABLE) == []


def test_what_may_be_meant_is_told_at_a_rest(editor: Editor) -> None:
    (soon,) = editor.open(CARD, BARD.replace("draw 1 card", "the poorest player gains 2 gold"))
    (rested,) = editor.defer(CARD, "for example:")

    assert soon.message.startswith("there are two names side by side")
    assert rested.message.startswith(soon.message)
    assert "\nfor example:" in rested.message


def test_a_rule_that_is_not_saved_counts_in_the_edition(editor: Editor) -> None:
    editor.open(CARD, BARD.replace("character Bard", "character Skald"))

    # It is the edition that names a card which is no more.
    assert [each.code for each in editor.defer(YAML)] == ["E0601"]


def test_columns_are_counted_as_editors_do(editor: Editor) -> None:
    text = BARD.replace('tell "{me} sing(s)', 'tell "🎵 {me} sing(s)').replace("{host}", "{hst}")

    editor.open(CARD, text)
    (wrong,) = editor.defer(CARD, "hst")

    assert wrong.range.start == lsp.Position(
        7, 14 + len("🎵 {me} sing(s) for {".encode("utf-16-le")) // 2
    )


# ------------------------------------------------------------------ what names mean


def test_hovering_says_what_a_name_is_where_declared_and_from_which_page(editor: Editor) -> None:
    about = hover(editor, CARD, BARD, "the host gi|ves")

    assert "event a player gives some gold to a player called taker" in about
    assert "verbs.rules, line " in about
    assert "Source: Citadels, rulebook with ten bonus characters: Character powers, (2)" in about


def test_hovering_says_what_the_edition_makes_of_it(editor: Editor) -> None:
    text = TABLE + "settings: {crown-time: in-the-turn}\n"
    editor.open(YAML, text)

    assert "In **our-table** it is `in-the-turn`" in hover(editor, YAML, text, "crown-|time")
    assert "In the cast of **our-table**: 1 copy" in hover(editor, CARD, BARD, "character Ba|rd")
    assert "line 6" in hover(editor, CARD, BARD, "the ho|st gives")
    assert "The edition that this one changes" in hover(editor, YAML, text, "ex|tends")


@pytest.mark.parametrize(
    ("where", "file", "line"),
    [
        ("the ho|st gives", CARD, 6),
        ("move Ba|rd", CARD, 1),
        ("gi|ves 1 gold", "verbs.rules", 0),
        ("at ma|in", "game.rules", 0),
        ("if my bui|lds", "game.rules", 0),
        ("for {ho|st}", CARD, 6),
    ],
)
def test_one_goes_to_where_a_name_is_declared(
    editor: Editor, where: str, file: str, line: int
) -> None:
    params = lsp.DefinitionParams(**editor.at(CARD, BARD, where))

    found = editor.ask(editor.client.text_document_definition_async(params))

    assert isinstance(found, lsp.Location)
    assert found.uri.endswith(file)
    assert line in (0, found.range.start.line + 1)


def test_one_goes_from_an_edition_to_the_card(editor: Editor) -> None:
    params = lsp.DefinitionParams(**editor.at(YAML, TABLE, "[Ba|rd]"))

    found = editor.ask(editor.client.text_document_definition_async(params))

    assert isinstance(found, lsp.Location)
    assert (found.uri, found.range.start) == (editor.uri(CARD), lsp.Position(0, 10))


def references(editor: Editor, where: str) -> list[lsp.Location]:
    params = lsp.ReferenceParams(
        **editor.at(CARD, BARD, where), context=lsp.ReferenceContext(include_declaration=True)
    )
    found = editor.ask(editor.client.text_document_references_async(params))
    return list(found or ())


def test_every_place_that_speaks_of_a_thing_is_found(editor: Editor) -> None:
    own = references(editor, "character Ba|rd")
    shipped = references(editor, "host gi|ves")

    assert [(each.uri, each.range.start.line) for each in own] == [
        (editor.uri(CARD), 0),
        (editor.uri(CARD), 15),
        (editor.uri(CARD), 18),
        (editor.uri(YAML), 4),
    ]
    assert any(each.uri.endswith("thief.rules") for each in shipped)
    assert any(each.uri == editor.uri(CARD) for each in shipped)


def test_the_same_name_lights_up(editor: Editor) -> None:
    params = lsp.DocumentHighlightParams(**editor.at(CARD, BARD, "ho|st gives"))

    found = editor.ask(editor.client.text_document_document_highlight_async(params))

    assert [each.range.start.line for each in found or ()] == [5, 6, 7]


# ------------------------------------------------------------------ a file at a glance


def test_the_outline_has_cards_powers_and_scenarios(editor: Editor) -> None:
    document = lsp.TextDocumentIdentifier(editor.uri(CARD))
    found = editor.ask(
        editor.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
    )

    bard, scenario = found or ()
    assert isinstance(bard, lsp.DocumentSymbol)
    assert [each.name for each in bard.children or ()] == ["sing", EDGE]
    assert (bard.name, scenario.name) == ("Bard", "A song is paid for by whoever can pay")


def test_the_outline_of_an_edition_has_its_keys(editor: Editor) -> None:
    document = lsp.TextDocumentIdentifier(editor.uri(YAML))
    found = editor.ask(
        editor.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
    )

    assert [each.name for each in found or ()] == ["edition", "extends", "name", "rules", "cast"]


def test_words_have_the_colour_of_what_they_mean(editor: Editor) -> None:
    document = lsp.TextDocumentIdentifier(editor.uri(CARD))
    found = editor.ask(
        editor.client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
    )

    assert found is not None
    legend = editor.legend
    colours: dict[str, str] = {}
    lines = BARD.splitlines()
    line = column = 0
    for down, right, length, sort, _ in zip(*[iter(found.data)] * 5, strict=True):
        column = right + (0 if down else column)
        line += down
        colours[lines[line][column : column + length]] = legend[sort]
    assert colours["power"] == "keyword"
    assert colours["Bard"] == "class"
    assert colours["gives"] == "event"
    assert colours["gold"] == "property"
    assert colours["host"] == "parameter"
    assert colours['"A song is paid for by whoever can pay"'] == "string"


def test_a_scenario_is_run_from_its_lens(editor: Editor) -> None:
    wrong = BARD.replace("A's gold is 3", "A's gold is 4")
    editor.open(CARD, wrong)
    document = lsp.TextDocumentIdentifier(editor.uri(CARD))
    (lens,) = (
        editor.ask(editor.client.text_document_code_lens_async(lsp.CodeLensParams(document))) or ()
    )
    assert lens.command is not None
    assert (lens.command.title, lens.range.start.line) == ("run scenario", 12)
    run = lsp.ExecuteCommandParams(lens.command.command, lens.command.arguments)

    failed: Any = editor.ask(editor.client.workspace_execute_command_async(run))
    (shown,) = editor.defer(CARD, "A's gold is 4")
    assert shown.range.start.line == wrong[: wrong.index("A's gold is 4")].count("\n")
    editor.open(CARD, BARD)
    passed: Any = editor.ask(editor.client.workspace_execute_command_async(run))

    assert failed["message"] == "1 scenario: 0 passed, 1 failed"
    assert "A's gold is 4" in failed["report"]
    assert passed["passed"]
    assert passed["message"] == "1 scenario: 1 passed"


# ------------------------------------------------------------------ without it


def test_where_it_is_not_installed_a_line_says_how_to_get_it(tmp_path: Path) -> None:
    hidden = "import sys; sys.modules['pygls'] = None\nfrom rulewright.__main__ import main\nmain()"

    done = subprocess.run(
        [sys.executable, "-c", hidden, "lsp"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
    )

    assert done.returncode == 2
    assert done.stderr == (
        'Error: the language server is not installed: pip install "rulewright[editor]"\n'
    )


@pytest.mark.rotating
def test_it_ends_well_when_the_editor_goes(tmp_path: Path) -> None:
    asked: list[dict[str, object]] = [{"id": 1, "method": "shutdown"}, {"method": "exit"}]
    texts = [json.dumps({"jsonrpc": "2.0", **each}) for each in asked]

    done = subprocess.run(
        [sys.executable, "-m", "rulewright", "lsp"],
        input="".join(f"Content-Length: {len(text)}\r\n\r\n{text}" for text in texts).encode(),
        capture_output=True,
        cwd=tmp_path,
        timeout=60,
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert b'"id":1' in done.stdout.replace(b" ", b"")


def test_no_other_command_pays_for_it() -> None:
    look = (
        "import sys, rulewright.cli.command_line; print([m for m in sys.modules if 'pygls' in m])"
    )

    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, timeout=60)

    assert done.stdout.strip() == "[]"


def test_a_configuration_that_cannot_be_understood_ends_nothing(editor: Editor) -> None:
    editor.save("rulewright.yaml", "edtion: mine\n")
    editor.save("lone.rules", "")

    found = editor.open("lone.rules", "character Lone\n    rnak 3\n")
    editor.close("lone.rules")
    (editor.folder / "rulewright.yaml").unlink()

    assert "E0201" in [each.code for each in found]
