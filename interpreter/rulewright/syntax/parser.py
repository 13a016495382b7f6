"""The grammar as a parser that makes our tree.

It calls the builders of the tree while it reads, so that no other tree is made before it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import lark
from lark.grammar import Rule

from rulewright.cache import folder
from rulewright.library import find_library
from rulewright.syntax.grammar import make_parser, tables_name
from rulewright.syntax.lexer import END, Excerpt, Lexer, Token
from rulewright.syntax.reducing import Reduce, reducer


class _Parser(lark.Lark):
    """A Lark parser whose rules make nodes of our tree."""

    def _prepare_callbacks(self) -> None:
        self._callbacks: dict[Rule, Reduce] = {rule: reducer(rule) for rule in self.rules}


class Grammar:
    """What the rest of this stage wants of the grammar."""

    def __init__(self, parser: lark.Lark) -> None:
        """Take a parser and make the lexer that goes with it."""
        self.parser = parser
        self.lexer = Lexer(parser.terminals, parser.lexer_conf.ignore)

    def read(self, excerpt: Excerpt, start: str = "start") -> Any:
        """Return what an excerpt says. Raises UnexpectedToken where it says nothing."""
        state = self.parser.parse_interactive(start=start).parser_state
        feed: Callable[[Token, bool], Any] = state.feed_token  # type: ignore[assignment]
        result = None
        for token in self.lexer.tokens(excerpt):
            result = feed(token, token.type == END)
        return result

    @cached_property
    def spelling(self) -> dict[str, str]:
        """Keywords and signs by the grammar's name for them."""
        return {
            terminal.name: terminal.pattern.value
            for terminal in self.parser.terminals
            if type(terminal.pattern).__name__ == "PatternStr"
        }

    @cached_property
    def beginnings(self) -> dict[str, frozenset[str]]:
        """With which terminals a text of each grammar rule may begin."""
        found: dict[str, set[str]] = {}
        empty = {rule.origin.name for rule in self.parser.rules if not rule.expansion}
        changed = True
        while changed:
            changed = False
            for rule in self.parser.rules:
                known = found.setdefault(rule.origin.name, set())
                before = len(known)
                for symbol in rule.expansion:
                    known |= {symbol.name} if symbol.is_term else found.get(symbol.name, set())
                    if symbol.name not in empty:
                        break
                changed = changed or len(known) > before
        return {name: frozenset(terminals) for name, terminals in found.items()}


@cache
def grammar() -> Grammar:
    """The grammar of the language."""
    text = (find_library().folder("grammar") / "rules.lark").read_text(encoding="utf-8")
    return Grammar(make_parser(text, _tables(tables_name(text)), _Parser))


def _tables(name: str) -> Path | None:
    """Where the grammar's tables lie or can be kept; None if there is no such place."""
    beside = Path(__file__).with_name(name)
    if beside.exists():
        return beside
    try:
        place = folder()
        if place is not None:
            place.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: nobody knows where the user's home is
        return None
    return place / name if place is not None else None
