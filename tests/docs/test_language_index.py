"""The index of the language leaves nothing out, and every form of the grammar has an example that is run."""

from __future__ import annotations

from docs.forms import form_of, forms, found_in, parts
from docs.kit import language_blocks, whole
from docs.language_index import PAGE, WORDLESS, by_word, written
from front.textmate import known_signs
from rulewright.language.syntax import language_keywords

ANYWHERE = {"notes", "note", "_NL"}
"""What may stand in most forms, and is shown in some."""
AS_CLOSED = {"open_sum", "open_term", "and_open", "or_open", "lit_open"}
"""What the grammar has twice, as it may or may not end in a `where`."""


def test_every_form_has_an_example_with_each_of_its_parts() -> None:
    shown = {
        (form_of(found.rule), symbol.name)
        for block in language_blocks()
        if block.language == "rules" and block.wrong is None
        for found in found_in(whole(block))
        for symbol in found.rule.symbols
    }
    wanted = {
        (form, part)
        for form, part in parts()
        if part not in ANYWHERE | AS_CLOSED and not part.startswith("__")
    }

    assert sorted(wanted - shown) == []


def test_every_word_and_every_sign_stands_in_the_index() -> None:
    assert {*language_keywords(), *known_signs()} - by_word().keys() == set()


def test_every_form_stands_in_the_index() -> None:
    in_index = {each.form for examples in by_word().values() for each in examples}

    assert forms().keys() - in_index == set()
    assert {form for form, words in forms().items() if not words} <= WORDLESS.keys()


def test_an_example_of_a_word_holds_it() -> None:
    for word, examples in by_word().items():
        assert examples
        assert word in WORDLESS.values() or all(word in each.text for each in examples)


def test_the_index_is_fresh() -> None:
    """If it is not: python tests/docs/language_index.py."""
    page = PAGE.read_text(encoding="utf-8")

    assert page == written(page)
