"""Regular English morphology: plurals of nouns and base forms of verbs.

The rules are few and fixed, so that authors can predict which forms the checker accepts.
"""

from __future__ import annotations

from functools import lru_cache

_HISSING = ("s", "x", "z", "ch", "sh")


def plural(noun: str) -> str:
    """Return the plural of a noun: `lady` → `ladies`; in a phrase, the last word is inflected."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(_HISSING) else "s")


def singular(several: str) -> str | None:
    """Return the noun with the plural `several`, or None if `several` is no regular plural."""
    candidates = (several[:-3] + "y", several[:-2], several[:-1])
    return next((noun for noun in candidates if noun and plural(noun) == several), None)


@lru_cache(maxsize=1 << 14)
def base_form(verb: str) -> str:
    """Return the base form of a verb: `destroys` → `destroy`, `takes-over` → `take-over`."""
    first, hyphen, rest = verb.partition("-")
    return _uninflected(first) + hyphen + rest


_IRREGULAR = {"has": "have", "goes": "go", "does": "do"}


def _uninflected(verb: str) -> str:
    """Return a verb of one word without the ending of the third person: `destroys` → `destroy`."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if verb.endswith("es") and verb[:-2].endswith(("ss", "x", "zz", "ch", "sh")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def third_person(verb: str) -> str:
    """Return the third person of a verb: `destroy` → `destroys`, `take-over` → `takes-over`."""
    first, hyphen, rest = verb.partition("-")
    irregular = next((each for each, base in _IRREGULAR.items() if base == first), None)
    return (irregular or plural(first)) + hyphen + rest


def sentence_forms(name: str) -> frozenset[str]:
    """Return a name with its possible base form and plural: all forms that sentences may use."""
    return frozenset({name, base_form(name), plural(name)})


def is_same_unit(one: str, other: str) -> bool:
    """Return whether two words are the same noun, in singular or plural."""
    return one == other or plural(one) == other or plural(other) == one
