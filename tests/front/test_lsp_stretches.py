"""The language server, asked for files that are named, stretches of a file, and declarations of all files."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from checks.kit import BARD, TABLE
from front.editor_kit import CARD, SITE, YAML, Editor, hover

pytestmark = pytest.mark.process


def definition(editor: Editor, name: str, text: str, where: str) -> list[str]:
    editor.open(name, text)
    params = lsp.DefinitionParams(**editor.at(name, text, where))
    found = editor.ask(editor.client.text_document_definition_async(params))
    assert not isinstance(found, lsp.Location)
    return [getattr(each, "uri", "") for each in found or ()]


@pytest.mark.rotating
def test_one_goes_to_the_files_that_an_edition_names(editor: Editor) -> None:
    (base,) = definition(editor, YAML, TABLE, "extends: clas|sic")
    rules = definition(editor, YAML, TABLE, "[bard|.rules]")
    folder = definition(editor, YAML, TABLE.replace("[bard.", "[orchard, bard."), "[orch|ard")

    assert base.endswith("/editions/classic.yaml")
    assert rules == [editor.uri(CARD)]
    assert folder
    assert all("/rules/orchard/" in each for each in folder)
    assert definition(editor, YAML, TABLE, "ext|ends") == []


def test_one_goes_from_a_scenario_to_its_edition(editor: Editor) -> None:
    assert definition(editor, CARD, BARD, '"our-|table.yaml"') == [editor.uri(YAML)]
    (shipped,) = definition(
        editor, CARD, BARD.replace('"our-table.yaml"', "classic"), "in cla|ssic"
    )
    assert shipped.endswith("/editions/classic.yaml")


def links(editor: Editor, name: str, text: str) -> dict[str, str]:
    editor.open(name, text)
    params = lsp.DocumentLinkParams(lsp.TextDocumentIdentifier(editor.uri(name)))
    found = editor.ask(editor.client.text_document_document_link_async(params)) or ()
    lines = text.split("\n")
    return {
        lines[at.start.line][at.start.character : at.end.character]: (each.target or "").rpartition(
            "/"
        )[2]
        for each in found
        for at in [each.range]
    }


def test_files_that_are_named_are_links(editor: Editor) -> None:
    lost = TABLE.replace("[bard.rules]", "[bard.rules, lost.rules, citadels]")

    assert links(editor, YAML, TABLE) == {"classic": "classic.yaml", "bard.rules": CARD}
    assert links(editor, YAML, lost) == links(editor, YAML, TABLE)
    assert links(editor, YAML, "edition: [\n") == {}
    assert links(editor, CARD, BARD) == {'"our-table.yaml"': YAML}


def folded(editor: Editor, name: str, text: str) -> list[tuple[int, int]]:
    editor.open(name, text)
    params = lsp.FoldingRangeParams(lsp.TextDocumentIdentifier(editor.uri(name)))
    found = editor.ask(editor.client.text_document_folding_range_async(params)) or ()
    return sorted((each.start_line, each.end_line) for each in found)


def test_blocks_and_remarks_can_be_folded_away(editor: Editor) -> None:
    whole = [(0, 10), (4, 7), (9, 10), (12, 21), (14, 16), (17, 19), (20, 21)]

    assert folded(editor, CARD, BARD) == whole
    # A file with mistakes can be folded as well.
    assert folded(editor, CARD, BARD.replace("power sing at", "pwoer sing ot")) == whole
    assert folded(editor, CARD, f"# one\n# two\n\n{BARD}")[0] == (0, 1)
    assert folded(editor, YAML, "edition: a\ncast:\n  character:\n    add: [Bard]\n") == [
        (1, 3),
        (2, 3),
    ]


def test_what_is_around_a_place_is_taken_in_step_by_step(editor: Editor) -> None:
    editor.open(CARD, BARD)
    at = editor.at(CARD, BARD, "its go|ld is at")
    params = lsp.SelectionRangeParams(at["text_document"], [at["position"]])
    (found,) = editor.ask(editor.client.text_document_selection_range_async(params)) or ()

    steps: list[str] = []
    around: lsp.SelectionRange | None = found
    lines = BARD.split("\n")
    while around is not None:
        start, end = around.range.start, around.range.end
        several = start.line != end.line
        steps.append("…" if several else lines[start.line][start.character : end.character])
        around = around.parent
    assert steps[:4] == [
        "gold",
        "its gold",
        "its gold is at least 2",
        "other players where its gold is at least 2",
    ]
    assert steps[-1] == "…"


def test_declarations_of_all_files_are_found_by_letters(editor: Editor) -> None:
    editor.open(CARD, BARD)

    def found(query: str) -> list[tuple[str, str]]:
        asked = editor.client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query))
        symbols = editor.ask(asked) or ()
        return [(each.name, each.location.uri.rpartition("/")[2]) for each in symbols]

    assert ("Bard", CARD) in found("brd")
    assert ("Bard.sing", CARD) in found("sing")
    assert ("A song is paid for by whoever can pay", CARD) in found("song is")
    assert ("Thief", "thief.rules") in found("thief")
    assert found("qqqq") == []


def test_a_complaint_leads_to_its_page(editor: Editor) -> None:
    (wrong,) = editor.open(CARD, BARD.replace("the host gives", "the hst gives"))

    assert wrong.code_description is not None
    assert wrong.code_description.href == f"{SITE}complaints/E0201.html"
    editor.open(CARD, BARD)


# ------------------------------------------------------------------ what words stand for


def test_what_pronouns_stand_for_is_shown_behind_them(editor: Editor) -> None:
    text = BARD.replace("tell ", "move this to my hand\n        tell ")
    editor.open(CARD, text)
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(20, 0))
    params = lsp.InlayHintParams(lsp.TextDocumentIdentifier(editor.uri(CARD)), whole)
    found = editor.ask(editor.client.text_document_inlay_hint_async(params)) or ()

    lines = text.split("\n")
    shown = [
        (lines[each.position.line][: each.position.character].split()[-1], each.label, each.tooltip)
        for each in found
    ]
    assert shown == [
        ("its", ": player", "`its`: a player: each of `other players` in turn"),
        ("this", ": Bard", "`this`: the card that the rule is on, Bard"),
    ]
    assert "for whom the rule speaks" in hover(editor, CARD, text, "if m|y builds")
    editor.open(CARD, BARD)


def test_words_of_the_language_are_told_with_examples_and_their_page(editor: Editor) -> None:
    about = hover(editor, CARD, BARD, "ch|oose a host")

    assert "```rules\nchoose a rival from other players\n" in about
    assert f"[Decisions]({SITE}language/decisions.html)" in about
    assert hover(editor, CARD, BARD, '"Our o|wn character') == ""


def signature(editor: Editor, said: str) -> tuple[str, str]:
    """The first deed that is told behind these words, and its part that is in hand."""
    text = BARD.replace("the host gives 1 gold to me", said)
    editor.open(CARD, text)
    params = lsp.SignatureHelpParams(**editor.at(CARD, text, f"{said}|"))
    found = editor.ask(editor.client.text_document_signature_help_async(params))
    editor.open(CARD, BARD)
    if found is None:
        return "", ""
    first = found.signatures[found.active_signature or 0]
    assert first.parameters is not None
    part = first.parameters[found.active_parameter or 0].label
    assert not isinstance(part, str)
    return first.label, first.label[part[0] : part[1]]


def test_while_one_writes_a_deed_it_is_told_how_it_is_said(editor: Editor) -> None:
    gives = "a player gives some gold to a player called taker"

    assert signature(editor, "the host gives ") == (gives, "some gold")
    assert signature(editor, "the host gives 1 gold to ") == (gives, "a player called taker")
    assert signature(editor, "the host gives") == (gives, "a player")
    assert signature(editor, "the host ") == ("", "")
    assert signature(editor, 'tell "gives ') == ("", "")
