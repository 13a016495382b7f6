"""The grammar's parser tables: made once, kept beside the code or in the user's cache.

Working the tables out takes half a second, reading them a twentieth of that. They are made when the package is
installed; where they are missing or do not fit the grammar, they are made anew and kept if there is a place for
them. This module needs nothing but the parser library, so that the installation can use it by itself.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import lark
from lark import Lark
from lark.indenter import Indenter


class Blocks(Indenter):
    """Makes blocks of indentation; inside parentheses line ends do not count."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR"]
    CLOSE_PAREN_types = ["RPAR"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4


def tables_name(grammar: str) -> str:
    """The name of the file of tables for a grammar, under this version of the parser library and of Python."""
    made_by = f"{lark.__version__} {sys.version_info[:2]}"
    return f"rules-{hashlib.sha256((made_by + grammar).encode()).hexdigest()[:16]}.tables"


def make_parser(grammar: str, tables: Path | None) -> Lark:
    """The parser of a grammar; its tables are read from a file, or made and kept in it."""
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        postlex=Blocks(),
        start=["start", "cond"],
        propagate_positions=True,
        maybe_placeholders=True,
        cache=str(tables) if tables is not None else False,
    )
