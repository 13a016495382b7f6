"""Text -> syntax tree. The only stage that knows the parser library."""

from rulewright.syntax.from_text import (
    first_mistake,
    format_rules,
    known_words,
    parse_phrase,
    parse_rules,
    reserved_words,
)
from rulewright.syntax.recovery import declaration_starts

__all__ = [
    "declaration_starts",
    "first_mistake",
    "format_rules",
    "known_words",
    "parse_phrase",
    "parse_rules",
    "reserved_words",
]
