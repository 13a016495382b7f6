"""Text -> syntax tree. The only stage that knows the parser library."""

from rulewright.syntax.from_text import parse_phrase, parse_rules

__all__ = ["parse_phrase", "parse_rules"]
