"""The LALR(1) parser that builds the syntax tree.

A plain loop over the grammar's tables calls the builders while it parses, so no intermediate tree is created. The
algorithm is in Aho, Lam, Sethi and Ullman, *Compilers*, section 4.7.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from rulewright.base.cache import load_cached, store_cached
from rulewright.base.library import find_library
from rulewright.language.syntax.parsing.grammar import (
    CONTEXTUAL_KEYWORDS,
    ParseTables,
    Production,
    make_tables,
    read_tables,
    tables_name,
)
from rulewright.language.syntax.parsing.lexer import END, Excerpt, Lexer
from rulewright.language.syntax.parsing.semantic_actions import make_action, pass_through


class GrammarMismatch(Exception):
    """Raised if a text does not parse."""


class Grammar:
    """A grammar, ready to parse: lexer, parse tables and semantic actions."""

    def __init__(self, tables: ParseTables) -> None:
        """Create the grammar from its parse tables."""
        self._rules = tables.rules
        self.spelling = tables.spelling
        """The spelling of each keyword and sign, by terminal name."""
        self.states = tables.states
        self.starts, self.ends = tables.starts, tables.ends
        self.names_too = frozenset(tables.keywords[word] for word in CONTEXTUAL_KEYWORDS)
        self.lexer = Lexer(tables.pattern, tables.keywords, tables.ignored)
        # Reversed, because reduce actions in the rows are negative indices.
        self.lengths, self.origins = tables.lengths[::-1], tables.origins[::-1]
        self.reducers = [None] * len(self.lengths)

    def read(self, excerpt: Excerpt, start: str = "start") -> Any:
        """Return what an excerpt parses to from the symbol `start`. Raises GrammarMismatch if it does not parse."""
        states, lengths, origins, reducers = self.states, self.lengths, self.origins, self.reducers
        first, end = self.starts[start], self.ends[start]
        stack, row = [first], states[first]
        parts: list[Any] = []
        for token in self.lexer.tokens(excerpt):
            kind = token.type
            while (action := row.get(kind)) is not None and action < 0:
                reduce = reducers[action] or self._reducer(action)
                if reduce is pass_through:
                    stack.pop()
                elif length := lengths[action]:
                    parts[-length:] = (reduce(parts[-length:]),)
                    del stack[-length:]
                else:
                    parts.append(reduce([]))
                state = states[stack[-1]][origins[action]]
                stack.append(state)
                if state == end and kind == END:
                    return parts[-1]
                row = states[state]
            if action is None:
                raise GrammarMismatch
            stack.append(action)
            parts.append(token)
            row = states[action]
        raise GrammarMismatch

    def _reducer(self, action: int) -> Any:
        """Return the semantic action for a reduce action of the tables, made on first use."""
        semantic_action: Any = make_action(self._rules[-1 - action])
        self.reducers[action] = semantic_action
        return semantic_action

    def start(self, start: str = "start") -> list[int]:
        """Return the parser's initial stack of states for texts of the symbol `start`."""
        return [self.starts[start]]

    def accepts(self, stack: list[int], kind: str) -> bool:
        """Return whether the parser accepts a token of type `kind`; its `stack` advances past the token."""
        while (action := self.states[stack[-1]].get(kind)) is not None and action < 0:
            length = self.lengths[action]
            if length:
                del stack[-length:]
            stack.append(self.states[stack[-1]][self.origins[action]])
            if kind == END and stack[-1] in self.ends.values():
                return True
        if action is None:
            return False
        stack.append(action)
        return True

    def choices(self, stack: list[int]) -> Iterable[str]:
        """Return the token types with an action in the top state of `stack`: a superset of the accepted ones.

        Keywords that would be names here are not included.
        """
        row = self.states[stack[-1]]
        name = row.get("NAME")
        return [
            kind
            for kind, to in row.items()
            if kind.isupper() and not (to == name and kind in self.names_too)
        ]

    @cached_property
    def rules(self) -> tuple[Production, ...]:
        """All productions of the grammar; parsing itself decodes only those that it needs."""
        return tuple(self._rules[number] for number in range(len(self.lengths)))

    @cached_property
    def first_sets(self) -> dict[str, frozenset[str]]:
        """The FIRST set of each nonterminal: the token types that its texts may begin with."""
        first_sets: dict[str, set[str]] = {}
        empty = {rule.origin for rule in self.rules if not rule.symbols}
        changed = True
        while changed:
            changed = False
            for rule in self.rules:
                known = first_sets.setdefault(rule.origin, set())
                before = len(known)
                for symbol in rule.symbols:
                    known |= (
                        {symbol.name} if symbol.is_terminal else first_sets.get(symbol.name, set())
                    )
                    if symbol.name not in empty:
                        break
                changed = changed or len(known) > before
        return {name: frozenset(terminals) for name, terminals in first_sets.items()}


@cache
def grammar() -> Grammar:
    """Return the grammar of the rule language, loaded once."""
    text = (find_library().folder("grammar") / "rules.lark").read_text(encoding="utf-8")
    return Grammar(_load_tables(tables_name(text), text))


def _load_tables(name: str, text: str) -> ParseTables:
    """Return a grammar's parse tables: as shipped, else from the cache, else computed."""
    tables = read_tables(Path(__file__).with_name(name)) or load_cached(name)
    if tables is None:
        tables = make_tables(text)
        store_cached(name, tables)
    return tables
