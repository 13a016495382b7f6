"""The types of the rule language: a small closed set, identified by name."""

from __future__ import annotations

from rulewright.base.records import Record
from rulewright.language.text.words.english import plural


class Type(Record):
    """The type of an expression.

    `name` is `number`, `yes-or-no`, `player`, the name of a kind of card or of a list of labels, or one of two
    types that authors never write: `nothing` (of the word itself) and `unknown` (of an expression that already
    has a complaint; it fits every type). `optional` means that the value may be nothing, `many` that it is a
    list.
    """

    name: str
    optional: bool = False
    many: bool = False

    def accepts(self, other: Type) -> bool:
        """Return whether a value of type `other` may be used where this type is expected."""
        if "unknown" in (self.name, other.name):
            return True
        if self.many != other.many:
            return False
        if other.name == "nothing":
            return self.optional
        return self.name == other.name

    def comparable(self, other: Type) -> bool:
        """Return whether values of the two types can be equal."""
        if "unknown" in (self.name, other.name) or "nothing" in (self.name, other.name):
            return True
        return self.name == other.name and self.many == other.many

    def maybe(self) -> Type:
        """Return the optional form of the type."""
        return Type(self.name, True, self.many)

    def without_nothing(self) -> Type:
        """Return the type without `nothing` as a possible value."""
        return Type(self.name, False, self.many)

    def one(self) -> Type:
        """Return the element type of a list."""
        return Type(self.name, self.optional)

    def list(self) -> Type:
        """Return the type of lists of this type."""
        return Type(self.name, many=True)

    @property
    def nothing(self) -> str:
        """The word for a missing value: `nobody` for players, `nothing` for other types."""
        return "nobody" if self.name == "player" else "nothing"

    def __str__(self) -> str:
        """Return the type in words, for complaints."""
        if self.many:
            return f"a list of {plural(self.name)}"
        text = _name_in_words(self.name)
        return f"{text} or {self.nothing}" if self.optional and self.name != "nothing" else text


def _name_in_words(name: str) -> str:
    """Return the name of a type with its article, for complaints."""
    if name in ("yes-or-no", "nothing"):
        return name
    if name.startswith("setting "):
        return f"a choice of the {name}"
    return f"an {name}" if name[:1] in "aeiou" else f"a {name}"


NUMBER = Type("number")
YES_OR_NO = Type("yes-or-no")
PLAYER = Type("player")
NOTHING = Type("nothing", optional=True)
UNKNOWN = Type("unknown")

LARGEST_NUMBER = 2**31 - 1
"""The largest number; the smallest is -LARGEST. One 32-bit value is left over, which represents nothing."""

BUILT_IN = ("number", "yes-or-no", "player")
