"""Values of an edition file with their spans, texts in several languages, and ranges of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeAlias, TypeVar

from rulewright.base.records import Record, field
from rulewright.language.text import Span

T_co = TypeVar("T_co", covariant=True)

Value: TypeAlias = int | bool | str
"""The type of a setting, a cell or a field; `yes` and `no` become True and False."""


class Spanned(Record, Generic[T_co]):
    """A value with its span in the YAML file; the span does not count in comparisons."""

    value: T_co
    span: Span = field(eq=False, repr=False)


Text: TypeAlias = Mapping[str, Spanned[str]]
"""A text in several languages, by language code; a plain text is under `en`."""


def text_in(text: Text, language: str) -> str:
    """Return a text in `language`, else in English, else in any language; empty if there is none."""
    candidates = (text[code].value for code in (language, "en", *text) if code in text)
    return next(candidates, "")


class NumberRange(Record):
    """A range of integers, both ends included."""

    low: int
    high: int

    def __contains__(self, number: int) -> bool:
        """Return whether `number` is in the range."""
        return self.low <= number <= self.high

    def __iter__(self) -> Iterator[int]:
        """Iterate over the numbers of the range in ascending order."""
        return iter(range(self.low, self.high + 1))

    def __str__(self) -> str:
        """Return the range as written in files: `4`, or `2-7`."""
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"
