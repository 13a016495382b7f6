"""The grammar as a parser that makes our tree.

A plain loop over the grammar's tables, which calls the builders of the tree while it reads, so that no other tree
is made before it. The tables are those of an LALR(1) parser (Aho, Lam, Sethi and Ullman, *Compilers*, 4.7).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from rulewright.base.cache import keep, kept
from rulewright.base.library import find_library
from rulewright.language.syntax.parsing.grammar import (
    NAMES_TOO,
    Rule,
    Tables,
    make_tables,
    read_tables,
    tables_name,
)
from rulewright.language.syntax.parsing.lexer import END, Excerpt, Lexer
from rulewright.language.syntax.parsing.semantic_actions import passed_on, reducer


class NotUnderstood(Exception):
    """A text is not what the grammar says."""


class Grammar:
    """What the rest of this stage wants of the grammar."""

    def __init__(self, tables: Tables) -> None:
        """Take the tables, and make the lexer that goes with them."""
        self._rules = tables.rules
        self.spelling = tables.spelling
        """Keywords and signs by the grammar's name for them."""
        self.states = tables.states
        self.starts, self.ends = tables.starts, tables.ends
        self.names_too = frozenset(tables.keywords[word] for word in NAMES_TOO)
        self.lexer = Lexer(tables.pattern, tables.keywords, tables.ignored)
        # By a rule's number below zero, as it stands in the rows.
        self.lengths, self.origins = tables.lengths[::-1], tables.origins[::-1]
        self.reducers = [None] * len(self.lengths)

    def read(self, excerpt: Excerpt, start: str = "start") -> Any:
        """Return what an excerpt says. Raises NotUnderstood where it says nothing."""
        states, lengths, origins, reducers = self.states, self.lengths, self.origins, self.reducers
        first, end = self.starts[start], self.ends[start]
        stack, row = [first], states[first]
        parts: list[Any] = []
        for token in self.lexer.tokens(excerpt):
            kind = token.type
            while (action := row.get(kind)) is not None and action < 0:
                reduce = reducers[action] or self._reducer(action)
                if reduce is passed_on:
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
                raise NotUnderstood
            stack.append(action)
            parts.append(token)
            row = states[action]
        raise NotUnderstood

    def _reducer(self, action: int) -> Any:
        """What makes of its parts the node of a rule; found when it is first wanted."""
        made: Any = reducer(self._rules[-1 - action])
        self.reducers[action] = made
        return made

    def start(self, start: str = "start") -> list[int]:
        """The parser's stack of states before anything is read."""
        return [self.starts[start]]

    def takes(self, stack: list[int], kind: str) -> bool:
        """Whether a token of this type can stand where the parser has these states, which go on behind it."""
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
        """The types of tokens of which one could stand here, and some that could not after all.

        Keywords that would be names here are not among them.
        """
        row = self.states[stack[-1]]
        name = row.get("NAME")
        return [
            kind
            for kind, to in row.items()
            if kind.isupper() and not (to == name and kind in self.names_too)
        ]

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """All rules of the grammar; to read a text few of them are wanted."""
        return tuple(self._rules[number] for number in range(len(self.lengths)))

    @cached_property
    def beginnings(self) -> dict[str, frozenset[str]]:
        """With which terminals a text of each grammar rule may begin."""
        found: dict[str, set[str]] = {}
        empty = {rule.origin for rule in self.rules if not rule.symbols}
        changed = True
        while changed:
            changed = False
            for rule in self.rules:
                known = found.setdefault(rule.origin, set())
                before = len(known)
                for symbol in rule.symbols:
                    known |= {symbol.name} if symbol.is_terminal else found.get(symbol.name, set())
                    if symbol.name not in empty:
                        break
                changed = changed or len(known) > before
        return {name: frozenset(terminals) for name, terminals in found.items()}


@cache
def grammar() -> Grammar:
    """The grammar of the language."""
    text = (find_library().folder("grammar") / "rules.lark").read_text(encoding="utf-8")
    return Grammar(_tables(tables_name(text), text))


def _tables(name: str, text: str) -> Tables:
    """The grammar's tables: those beside the code, else what was kept, else made anew."""
    found = read_tables(Path(__file__).with_name(name)) or kept(name)
    if found is None:
        found = make_tables(text)
        keep(name, found)
    return found
