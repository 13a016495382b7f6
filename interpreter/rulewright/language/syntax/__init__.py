"""The parser: from source text to a syntax tree. No other stage uses the parser library."""

from rulewright.language.syntax.from_text import (
    first_error_span,
    format_rules,
    language_keywords,
    parse_all,
    parse_phrase,
    parse_rules,
    reserved_words,
)
