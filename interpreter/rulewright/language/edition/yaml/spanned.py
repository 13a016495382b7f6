"""Values of an edition file with their places, words in several languages, ranges of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeAlias, TypeVar

from rulewright.base.records import Record, field
from rulewright.language.text import Span

T_co = TypeVar("T_co", covariant=True)

Value: TypeAlias = int | bool | str
"""What a setting, a cell or a field may hold. `yes` and `no` arrive as True and False."""


class Spanned(Record, Generic[T_co]):
    """A value and the place where the YAML file says it."""

    value: T_co
    span: Span = field(eq=False, repr=False)


Text: TypeAlias = Mapping[str, Spanned[str]]
"""The same words in several languages: language code -> words. Plain words stand under `en`."""


def said_in(text: Text, language: str) -> str:
    """The words in a language, else in English, else in any; nothing where nothing is said."""
    found = (text[code].value for code in (language, "en", *text) if code in text)
    return next(found, "")


class Numbers(Record):
    """A range of whole numbers, both ends included."""

    low: int
    high: int

    def __contains__(self, number: int) -> bool:
        """Whether `number` lies in the range."""
        return self.low <= number <= self.high

    def __iter__(self) -> Iterator[int]:
        """The numbers of the range, upwards."""
        return iter(range(self.low, self.high + 1))

    def __str__(self) -> str:
        """The range as a file writes it: `4`, or `2-7`."""
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"
