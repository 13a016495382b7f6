"""The language server, asked by a real client: what it changes for an author, and what it offers to be written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp

from checks.kit import BARD, TABLE, our_table
from front.editor_kit import CARD, YAML, Editor
from rulewright.base.library import find_library
from rulewright.editor.positions import PositionConverter
from rulewright.language.text import Complaint, Fix

pytestmark = pytest.mark.process

EDGE = "at the end of my turn, if my builds is 0"
POWER = BARD.split("        choose")[0]
"""The card up to the first line of its power."""


def offered(editor: Editor, name: str, text: str, where: str) -> dict[str, lsp.CompletionItem]:
    """What is offered at a place, in the order in which it is shown."""
    editor.open(name, text)
    params = lsp.CompletionParams(**editor.at(name, text, where))
    found = editor.ask(editor.client.text_document_completion_async(params))
    assert isinstance(found, lsp.CompletionList)
    return {item.label: item for item in sorted(found.items, key=lambda each: each.sort_text or "")}


def put(text: str, edits: Any) -> str:
    """A text after some edits."""
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    for edit in sorted(edits, key=lambda e: -starts[e.range.start.line] - e.range.start.character):
        start = starts[min(edit.range.start.line, len(lines))] + edit.range.start.character
        end = starts[min(edit.range.end.line, len(lines))] + edit.range.end.character
        text = text[:start] + edit.new_text + text[end:]
    return text


# ------------------------------------------------------------------ renaming


def rename(editor: Editor, name: str, text: str, where: str, new: str) -> lsp.WorkspaceEdit:
    params = lsp.RenameParams(**editor.at(name, text, where), new_name=new)
    found = editor.ask(editor.client.text_document_rename_async(params))
    assert found is not None
    return found


def test_a_card_is_renamed_in_all_files_and_its_file_with_it(editor: Editor) -> None:
    edit = rename(editor, YAML, TABLE, "[Ba|rd]", "Court Piper")

    texts = {editor.uri(CARD): BARD, editor.uri(YAML): TABLE}
    for change in edit.document_changes or ():
        if isinstance(change, lsp.TextDocumentEdit):
            uri = change.text_document.uri
            texts[uri] = put(texts[uri], change.edits)
        else:
            assert isinstance(change, lsp.RenameFile)
            assert change.new_uri == editor.uri("court-piper.rules")
    assert texts[editor.uri(CARD)] == BARD.replace("Bard", "Court Piper")
    renamed = TABLE.replace("[bard.rules]", "[court-piper.rules]")
    assert texts[editor.uri(YAML)] == renamed.replace("[Bard]", "[Court Piper]")


def test_a_name_in_a_rule_is_renamed_also_in_texts(editor: Editor) -> None:
    edit = rename(editor, CARD, BARD, "ho|st gives", "patron")

    (change,) = edit.document_changes or ()
    assert isinstance(change, lsp.TextDocumentEdit)
    assert put(BARD, change.edits) == BARD.replace("host", "patron")


def test_a_power_is_renamed_with_the_scenarios_that_choose_it(editor: Editor) -> None:
    edit = rename(editor, CARD, BARD, "power si|ng", "chant")

    (change,) = edit.document_changes or ()
    assert isinstance(change, lsp.TextDocumentEdit)
    text = put(BARD, change.edits)
    assert text == BARD.replace("power sing", "power chant").replace("gold, sing", "gold, chant")


REFUSED = [
    ("ho|st gives", "the", "a keyword of the language"),
    ("ho|st gives", "crown", "crown"),
    ("host gi|ves", "hands", "declared in shipped rules"),
    ("character Ba|rd", "piper", "with capital letters"),
    ("character Ba|rd", "Witch", "Witch"),
    ("|reading", "cite", "there is no name here"),
    ("power si|ng", "murder", "another power or option is called `murder`"),
    ("gather go|ld", "coin", "declared in shipped rules"),
]


def test_what_would_be_wrong_then_is_not_renamed(editor: Editor) -> None:
    from pygls.exceptions import JsonRpcInvalidParams

    for where, new, why in REFUSED:
        with pytest.raises(JsonRpcInvalidParams, match=why):
            rename(editor, CARD, BARD, where, new)


# ------------------------------------------------------------------ completion


OFFERED = [
    ("if the ", {"crown", "deck"}, {"host", "gold"}),
    ("set my ", {"gold"}, {"deck"}),
    ("choose a host from other players where its ", {"gold", "hand"}, {"crown"}),
    ("use powers at ", {"main", "closing"}, {"turn"}),
    ("until the ", {"round", "turn"}, {"main"}),
    ("if this is ", {"murdered"}, set()),
    ("I may ", {"draw", "build"}, {"draws"}),
    ('tell "{me} have {', {"crown", "deck"}, set()),
    ("if my gold is at least ", {"the", "my", "half"}, {"if"}),
]


@pytest.mark.rotating
def test_what_is_offered_is_what_may_stand_there(editor: Editor) -> None:
    for line, wanted, never in OFFERED:
        text = f"{POWER}        {line}\n"

        found = offered(editor, CARD, text, f"{line}|")

        assert wanted <= found.keys(), line
        assert not never & found.keys(), line


def test_what_is_of_the_type_wanted_is_offered_first(editor: Editor) -> None:
    line = "set my gold to the "
    text = f"{POWER}        {line}\n"

    order = list(offered(editor, CARD, text, f"{line}|"))

    assert order.index("round-number") < order.index("deck")
    assert order.index("goal") < order.index("crown")


def test_labels_are_offered_where_one_is_wanted(editor: Editor) -> None:
    text = "district Bazaar\n    colour "

    found = offered(editor, CARD, text, "colour |")

    assert {"noble", "religious", "trade"} <= found.keys()
    assert "round" not in found


def test_in_a_scenario_what_can_be_chosen_is_offered(editor: Editor) -> None:
    text = BARD.replace("A chooses gather gold, sing", "A chooses ")

    found = offered(editor, CARD, text, "A chooses |")

    assert {"sing", "done", "Keep"} <= found.keys()
    assert list(found).index("sing") < list(found).index("Keep")


def test_a_word_that_is_begun_is_replaced(editor: Editor) -> None:
    text = f"{POWER}        if my gol\n"

    item = offered(editor, CARD, text, "my gol|")["gold"]

    assert isinstance(item.text_edit, lsp.TextEdit)
    assert put(text, [item.text_edit]) == text.replace("gol\n", "gold\n")


def test_sentences_are_offered_with_holes(editor: Editor) -> None:
    found = offered(editor, CARD, f"{POWER}        g\n", f"{POWER[-12:]}        g|")

    give = found["give 1 gold to the player"]
    assert isinstance(give.text_edit, lsp.TextEdit)
    assert give.text_edit.new_text == "${1:give} ${2:1} ${3:gold} to the player"
    # From the table of worked examples: what people write, and what says it.
    found = offered(editor, CARD, f"{POWER}        d\n", f"{POWER[-12:]}        d|")
    assert found["draw a card"].detail == "draw 1 card"


ALONE = BARD.partition('scenario "')[0]
BLANK = {
    "in a card": (f"{ALONE}    \n", "draw 1 card\n\n    |", {"rank", "text", "while", "at", "after"}),
    "in a power": (f"{POWER}        \n", f"{POWER[-12:]}        |", {"choose", "tell", "draw", "if"}),
    "at the margin": (f"{POWER}\n\n", f"{POWER[-12:]}\n\n|", {"event", "value", "fact"}),
    "in a check": (f"{BARD}        \n", "A's gold is 3\n        |", {"the", "nobody", "told"}),
}  # fmt: skip


@pytest.mark.parametrize("place", BLANK)
def test_a_blank_line_offers_what_rules_use_most(editor: Editor, place: str) -> None:
    text, where, usual = BLANK[place]
    found = offered(editor, CARD, text, where)
    assert len(found) <= 30
    assert usual <= {*list(found)[:20]}


def test_what_begins_like_the_word_comes_first_by_use(editor: Editor) -> None:
    order = list(offered(editor, CARD, f"{POWER}        dr\n", f"{POWER[-12:]}        dr|"))
    assert order[0] == "draw"
    assert order.index("draft") < order.index("discard")


def test_help_names_no_path_of_the_computer(editor: Editor) -> None:
    line = "set my "
    found = offered(editor, CARD, f"{POWER}        {line}\n", f"{line}|")
    help = [str(each.documentation) for each in found.values()]
    assert any("rules/citadels/game.rules, line" in each for each in help)
    root = str(find_library().root)
    assert not [each for each in help if root in each or str(editor.folder) in each]


@pytest.mark.parametrize("typed", ["swap hands with another player", "swap hands with the victim "])
def test_what_may_be_meant_is_offered_for_the_whole_line(editor: Editor, typed: str) -> None:
    """Also after a blank, and where the line cannot be read."""
    text = f"{POWER}        {typed}\n"

    found = offered(editor, CARD, text, f"{typed}|")

    (item,) = [each for label, each in found.items() if label.startswith("1. ")]
    assert isinstance(item.text_edit, lsp.TextEdit)
    made = put(text, [item.text_edit])
    assert "        exchange my hand with the " in made
    assert typed.strip() not in made


def test_in_an_edition_keys_cards_and_values_are_offered(editor: Editor) -> None:
    settings = f"{TABLE}settings:\n  "

    assert {"Assassin", "Bard", "Keep"} <= offered(editor, YAML, TABLE, "[|Bard").keys()
    assert {"by-players", "tables"} <= offered(editor, YAML, f"{TABLE}t", "]}}\nt|").keys()
    assert {"crown-time", "goal"} & offered(editor, YAML, settings, "settings:\n  |").keys()
    values = offered(editor, YAML, f"{settings}crown-time: ", "crown-time: |")
    assert list(values) == ["at-the-call", "in-the-turn"]
    flags = offered(editor, YAML, f"{settings}third-drops: ", "third-drops: |")
    assert list(flags) == ["yes", "no"] or list(flags) == ["no", "yes"]


# ------------------------------------------------------------------ changes


def test_a_quick_fix_puts_it_right(editor: Editor) -> None:
    text = BARD.replace("the host gives", "the hst gives")
    editor.open(CARD, text)
    place = editor.at(CARD, text, "the hs|t")
    params = lsp.CodeActionParams(
        place["text_document"],
        lsp.Range(place["position"], place["position"]),
        lsp.CodeActionContext(diagnostics=[]),
    )

    (action,) = editor.ask(editor.client.text_document_code_action_async(params)) or ()

    assert isinstance(action, lsp.CodeAction)
    assert action.edit is not None
    assert action.title == "did you mean `host`?"
    assert put(text, (action.edit.changes or {})[editor.uri(CARD)]) == BARD


def test_one_action_fixes_all_that_is_known(editor: Editor) -> None:
    text = BARD.replace("the host gives", "the hst gives").replace("rank 3", "rnak 3")
    editor.open(CARD, text)
    place = editor.at(CARD, text, "|character Bard")
    params = lsp.CodeActionParams(
        place["text_document"],
        lsp.Range(place["position"], place["position"]),
        lsp.CodeActionContext(diagnostics=[]),
    )

    actions = editor.ask(editor.client.text_document_code_action_async(params)) or ()

    (action,) = (each for each in actions if isinstance(each, lsp.CodeAction))
    assert action.kind == lsp.CodeActionKind.SourceFixAll
    assert action.edit is not None
    assert action.title == "fix all 2 mistakes in spelling and punctuation"
    assert put(text, (action.edit.changes or {})[editor.uri(CARD)]) == BARD


def test_fixing_all_keeps_only_what_the_checker_then_accepts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from rulewright.cli.checking import fixing
    from rulewright.cli.naming.workbench import Workbench
    from rulewright.editor.features.diagnostics import fix_all

    our_table(tmp_path)
    path = tmp_path / CARD
    text = BARD.replace("the host gives", "the hst gives").replace("rank 3", "rnak 3")
    bench, proposed = Workbench(), fixing.fix_of

    def fix_of(complaint: Complaint) -> Fix | None:
        """Return the fix, spoilt for one of the mistakes."""
        fix = proposed(complaint)
        spoilt = fix is not None and fix.text == "host"
        return (
            Fix(fix.span, "host\n        gves\n        gves", fix.help, fix.restores)
            if fix and spoilt
            else fix
        )

    monkeypatch.setattr(fixing, "fix_of", fix_of)
    bench.put(path, text)
    bench.check(path)
    (action,) = fix_all(bench, path, bench.source(path), PositionConverter())
    assert action.edit is not None
    assert put(text, (action.edit.changes or {})[path.as_uri()]) == text.replace("rnak", "rank")
    assert action.title == "fix all 1 mistake in spelling and punctuation"


@pytest.mark.parametrize(
    ("name", "text", "tidy"),
    [
        (CARD, BARD.replace("rank 3", "rank   3"), BARD),
        (YAML, TABLE + "about:\n    en: Ours. \n", TABLE + "about:\n  en: Ours.\n"),
        (CARD, BARD, BARD),
    ],
)
def test_a_file_is_put_in_order(editor: Editor, name: str, text: str, tidy: str) -> None:
    editor.open(name, text)
    options = lsp.FormattingOptions(tab_size=4, insert_spaces=True)
    params = lsp.DocumentFormattingParams(lsp.TextDocumentIdentifier(editor.uri(name)), options)

    edits = editor.ask(editor.client.text_document_formatting_async(params))

    assert put(text, edits or ()) == tidy


def test_a_file_with_mistakes_is_not_formatted(editor: Editor) -> None:
    editor.open(CARD, "character Bard\n  rank (\n")
    options = lsp.FormattingOptions(tab_size=4, insert_spaces=True)
    params = lsp.DocumentFormattingParams(lsp.TextDocumentIdentifier(editor.uri(CARD)), options)

    assert not editor.ask(editor.client.text_document_formatting_async(params))
