"""Text -> syntax tree. The only stage that knows the parser library."""

from rulewright.syntax.from_text import first_mistake, known_words, parse_phrase, parse_rules

__all__ = ["first_mistake", "known_words", "parse_phrase", "parse_rules"]
