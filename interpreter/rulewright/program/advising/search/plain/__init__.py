"""Plain English read phrase by phrase: who, how many, which cards, on what condition, what is done."""

from rulewright.program.advising.search.plain.plain_sentences import Reader

__all__ = ["Reader"]
