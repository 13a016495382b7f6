"""Text -> syntax tree. The only stage that knows the parser library."""

from rulewright.syntax.continuing import Continuation, continuation
from rulewright.syntax.from_text import (
    first_mistake,
    format_rules,
    known_signs,
    known_words,
    parse_phrase,
    parse_rules,
    reserved_words,
    terminal_patterns,
)
from rulewright.syntax.recovery import declaration_starts
from rulewright.syntax.word_sorts import SortedWord, WordSort, sorted_words

__all__ = [
    "Continuation",
    "SortedWord",
    "WordSort",
    "continuation",
    "declaration_starts",
    "first_mistake",
    "format_rules",
    "known_signs",
    "known_words",
    "parse_phrase",
    "parse_rules",
    "reserved_words",
    "sorted_words",
    "terminal_patterns",
]
