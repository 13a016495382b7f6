"""A digest of everything in a program that the check of configurations reads.

With an equal digest, the check finds nothing new. Source places, notes and story texts are left out. Amounts in
statements are reduced to their sign, because an event is lowered once for all positive amounts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from rulewright.base.records import Record, compared_fields, declared_fields
from rulewright.language.program import typed
from rulewright.language.program.declarations import DeclarationNotes
from rulewright.language.program.program import Program

SOME = "some"
"""Stands for every positive amount in a statement."""

_UNREAD = ("scenarios", "unread", "here")
"""Attributes of a program that lowering does not read."""


def digest_of_lowered(program: Program, below: Program | None) -> str:
    """Return the digest of `program` without the rules that it shares with `below`."""
    digest = sha256()
    for name in declared_fields(Program):
        if name not in _UNREAD:
            below_it = getattr(below, name) if below is not None else None
            digest.update(name.encode())
            for value in _nested_values(_without_shared(getattr(program, name), below_it)):
                digest.update(f"{value}\0".encode(errors="surrogateescape"))
    return digest.hexdigest()


def _without_shared(table: Any, below: Any) -> object:
    """Return the part of `table` whose entries are not the same objects in `below`; None for the same object."""
    match table:
        case Mapping():
            known = below if below is not None else {}
            return {name: each for name, each in table.items() if known.get(name) is not each}
        case list():
            ours = {id(each) for each in below or ()}
            return tuple(each for each in table if id(each) not in ours)
    return None if table is below else table


def _nested_values(whole: object) -> Iterator[object]:
    """Yield the nested values of `whole` in order, with the names of their classes."""
    waiting = [whole]
    while waiting:
        match waiting.pop():
            case typed.Template(parts=parts):
                yield f"text {len(parts)}"
                waiting += [part for part in parts if not isinstance(part, str)]
            case DeclarationNotes(because=because):
                waiting.append(because)
            case typed.Do(event=event, arguments=arguments):
                yield f"does {event}"
                waiting += map(_without_amount, arguments)
            case Record() as record:
                yield type(record).__name__
                waiting += (getattr(record, name) for name in compared_fields(type(record)))
            case Mapping() as table:
                yield f"{len(table)} {[*table]}"
                waiting += table.values()
            case tuple() | list() | set() | frozenset() as several:
                yield f"{len(several)} in {type(several).__name__}"
                waiting += _in_order(several)
            case plain:
                yield repr(plain)


def _without_amount(argument: object) -> object:
    """Return SOME for a positive number, because lowering does not depend on it, else `argument` unchanged."""
    return SOME if isinstance(argument, typed.Number) and argument.value > 0 else argument


def _in_order(several: Iterable[object]) -> Iterable[object]:
    """Return the elements of a set in a reproducible order; other collections unchanged."""
    return sorted(several, key=repr) if isinstance(several, set | frozenset) else several
