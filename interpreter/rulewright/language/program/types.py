"""The types of the language: few, closed, and told apart by name."""

from __future__ import annotations

from rulewright.base.records import Record
from rulewright.language.text.english import plural


class Type(Record):
    """What an expression stands for.

    `name` is `number`, `yes-or-no`, `player`, the name of a kind of card or of a list of labels, or one of the
    two that authors never write: `nothing` (the type of the word itself) and `unknown` (of what was complained
    about already, and goes with everything). `optional` says that it may be nothing; `many` that it is a list.
    """

    name: str
    optional: bool = False
    many: bool = False

    def accepts(self, other: Type) -> bool:
        """Whether a thing of the other type may stand where this one is wanted."""
        if "unknown" in (self.name, other.name):
            return True
        if self.many != other.many:
            return False
        if other.name == "nothing":
            return self.optional
        return self.name == other.name

    def comparable(self, other: Type) -> bool:
        """Whether asking if the two are the same can ever be answered with yes."""
        if "unknown" in (self.name, other.name) or "nothing" in (self.name, other.name):
            return True
        return self.name == other.name and self.many == other.many

    def maybe(self) -> Type:
        """The same, or nothing."""
        return Type(self.name, True, self.many)

    def surely(self) -> Type:
        """The same, and there for sure."""
        return Type(self.name, False, self.many)

    def one(self) -> Type:
        """An element of a list of this type."""
        return Type(self.name, self.optional)

    def list(self) -> Type:
        """A list of things of this type."""
        return Type(self.name, many=True)

    @property
    def nothing(self) -> str:
        """What it is called when there is none: a player is nobody."""
        return "nobody" if self.name == "player" else "nothing"

    def __str__(self) -> str:
        """The type in words."""
        if self.many:
            return f"a list of {plural(self.name)}"
        text = _worded(self.name)
        return f"{text} or {self.nothing}" if self.optional and self.name != "nothing" else text


def _worded(name: str) -> str:
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

LARGEST = 2**31 - 1
"""The largest number; the smallest is -LARGEST. They fit in 32 bits, of which one value is kept for nothing."""

BUILT_IN = ("number", "yes-or-no", "player")
