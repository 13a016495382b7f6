"""The grammar is without conflicts, and read as the parser library would read it."""

from functools import cache
from pathlib import Path

import pytest
from lark import Lark
from lark.indenter import Indenter

from rulewright.base.library import find_library
from rulewright.language.syntax import tree
from rulewright.language.syntax.parsing import parser
from rulewright.language.syntax.parsing.grammar import (
    expand_letters,
    make_tables,
    tables_name,
    write_tables,
)
from rulewright.language.syntax.parsing.lexer import END, Excerpt
from rulewright.language.syntax.parsing.node_building import (
    BUILDERS,
    NODES,
    PASS_THROUGH,
    node_builder,
)
from rulewright.language.syntax.parsing.parser import grammar
from rulewright.language.text import Source, read_source
from tiers import sample

ROOT = find_library().root
GRAMMAR = (ROOT / "grammar" / "rules.lark").read_text(encoding="utf-8")
RULES = sorted((ROOT / "rules").rglob("*.rules"))


class Blocks(Indenter):
    """The parser library's own way to make blocks."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR"]  # noqa: RUF012 - as the library wants it
    CLOSE_PAREN_types = ["RPAR"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4


@pytest.mark.rotating
def test_the_grammar_has_no_conflicts() -> None:
    Lark(
        expand_letters(GRAMMAR), parser="lalr", lexer="basic", start=["start", "cond"], strict=True
    )


@pytest.mark.parametrize("path", sample(RULES, every=48), ids=lambda path: path.name)
@pytest.mark.rotating
def test_words_are_cut_as_the_library_cuts_them(path: Path) -> None:
    source = read_source(path)
    usual = _usual_parser()

    wanted = [(str(token.type), str(token)) for token in usual.lex(source.text + "\n")]
    found = [
        (token.type, token.text)
        for token in grammar().lexer.tokens(Excerpt(source, source.text))
        if token.type != END
    ]

    assert [kind for kind, _ in found] == [kind for kind, _ in wanted]
    assert [text for kind, text in found if kind[0] != "_"] == [
        text for kind, text in wanted if kind[0] != "_"
    ]


_USUAL: list[Lark] = []


def _usual_parser() -> Lark:
    if not _USUAL:
        made = Lark(
            expand_letters(GRAMMAR),
            parser="lalr",
            lexer="basic",
            postlex=Blocks(),
            start=["start", "cond"],
        )
        _USUAL.append(made)
    return _USUAL[0]


def test_every_rule_of_the_grammar_makes_a_node() -> None:
    for rule in grammar().rules:
        name = rule.name
        inlined = name.startswith("_") or name == "start"
        passed_on = rule.expands_one and not rule.alias
        assert inlined or passed_on or callable(node_builder(name))


def test_every_builder_is_of_use() -> None:
    names = {rule.name for rule in grammar().rules}

    assert {*BUILDERS, *PASS_THROUGH, *tree.KINDS} - names == set()


def test_every_node_class_is_made_by_a_rule() -> None:
    names = {rule.name for rule in grammar().rules}
    several = {cls for cls, _ in tree.KINDS.values()}
    others = {tree.Node, tree.Note, tree.RuleNode, tree.Unread, tree.Word}

    assert {name for name, cls in NODES.items() if cls not in several | others} - names == set()


def test_no_rule_is_called_like_a_kind_and_like_another_class() -> None:
    assert {
        name
        for name in tree.KINDS
        if NODES.get(name, tree.KINDS[name][0]) is not tree.KINDS[name][0]
    } == set()


# ------------------------------------------------------------------ tables


made_once = cache(make_tables)
"""It takes two seconds, and they would be the same each time."""


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache folder of our own, and no tables beside the code."""
    monkeypatch.setattr(parser, "make_tables", made_once)
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(parser, "__file__", str(tmp_path / "parser.py"))
    return tmp_path / "cache"


def _works() -> bool:
    made = grammar.__wrapped__()
    source = Source("x.rules", "moment noon\n")
    return len(made.read(Excerpt(source, source.text))) == 1


@pytest.mark.rotating
def test_tables_are_kept(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _works()
    monkeypatch.setattr(parser, "make_tables", None)
    assert _works()


@pytest.mark.parametrize(
    "damage", [b"", b"rubbish", b"\n" * 100], ids=["empty", "rubbish", "lines"]
)
def test_damaged_tables_are_made_again(fresh: Path, damage: bytes) -> None:
    assert _works()
    (kept,) = fresh.iterdir()
    kept.write_bytes(damage)

    assert _works()
    assert kept.stat().st_size > 100_000


def test_tables_beside_the_code_are_used_and_damaged_ones_made_again(
    fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = fresh.parent / tables_name(GRAMMAR)
    write_tables(made_once(GRAMMAR), beside)
    assert _works()
    assert not fresh.exists()

    beside.write_bytes(beside.read_bytes()[:50_000])
    assert _works()
    assert fresh.exists()


def test_tables_that_somebody_laid_into_the_cache_folder_are_not_used(fresh: Path) -> None:
    fresh.mkdir()
    laid = fresh / tables_name(GRAMMAR)
    write_tables(make_tables('start: "foreign"\ncond: "foreign"'), laid)

    assert _works()


def test_without_a_place_for_tables_all_works(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    assert _works()
    monkeypatch.setenv("RULEWRIGHT_CACHE", "/proc/nowhere")
    assert _works()
    monkeypatch.setenv("RULEWRIGHT_CACHE", __file__)
    assert _works()


def test_a_parser_can_be_made_without_anything_else_of_ours() -> None:
    assert made_once(GRAMMAR).rules
