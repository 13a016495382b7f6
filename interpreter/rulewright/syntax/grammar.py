"""The grammar's parser tables: made once, kept beside the code or in the user's cache.

Working the tables out takes half a second, reading them a twentieth of that. They are made when the
package is installed; where they are missing, damaged or do not fit the grammar, they are made anew
and kept if there is a place for them. This module needs nothing but the parser library, so that the
installation can use it by itself.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import lark
from lark import Lark


def tables_name(grammar: str) -> str:
    """Return the name of the file of tables for a grammar.

    It depends on the versions of the parser library and of Python too.
    """
    made_by = f"{lark.__version__} {sys.version_info[:2]}"
    return f"rules-{hashlib.sha256((made_by + grammar).encode()).hexdigest()[:16]}.tables"


def make_parser(grammar: str, tables: Path | None, kind: type[Lark] = Lark) -> Lark:
    """Return the parser of a grammar; its tables are read from a file, or made and kept in it."""
    return kind(
        grammar,
        parser="lalr",
        lexer="basic",
        start=["start", "cond"],
        maybe_placeholders=True,
        cache=str(tables) if tables is not None else False,
    )
