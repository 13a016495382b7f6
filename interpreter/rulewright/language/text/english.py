"""Regular English: the plural of a noun, the forms of a verb.

The rules are few and fixed, so that an author can foretell what the checker will accept.
"""

from __future__ import annotations

from functools import lru_cache

_HISSING = ("s", "x", "z", "ch", "sh")


def plural(noun: str) -> str:
    """`lady` -> `ladies`, `colour` -> `colours`; a noun of several words bends its last."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(_HISSING) else "s")


def singular(several: str) -> str | None:
    """The noun of which this is the plural; None of what is none."""
    candidates = (several[:-3] + "y", several[:-2], several[:-1])
    return next((noun for noun in candidates if noun and plural(noun) == several), None)


@lru_cache(maxsize=1 << 14)
def base_form(verb: str) -> str:
    """The form after I, may, can and would: `destroys` -> `destroy`, `takes-over` -> `take-over`."""
    first, hyphen, rest = verb.partition("-")
    return _unbent(first) + hyphen + rest


_IRREGULAR = {"has": "have", "goes": "go", "does": "do"}


def _unbent(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if verb.endswith("es") and verb[:-2].endswith(("ss", "x", "zz", "ch", "sh")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def forms(name: str) -> frozenset[str]:
    """A name as sentences say it: as it is declared, of a verb also the base form, of a noun also the plural."""
    return frozenset({name, base_form(name), plural(name)})


def same_unit(one: str, other: str) -> bool:
    """Whether two words count the same thing: `card` and `cards`."""
    return one == other or plural(one) == other or plural(other) == one
