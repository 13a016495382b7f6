"""Mutants: one file with one mistake each, drawn by lot from all places where a sort of mistake can be made."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final, Literal

from attrs import frozen

from tools.corpus.material import Edit, Material, material

Group = Literal["form", "senseless", "further", "last", "harmless"]
Maker = Callable[[Material, random.Random], Iterator[Edit]]


@frozen
class Sort:
    """One sort of mistake, with all places in a file where it can be made."""

    name: str
    group: Group
    make: Maker
    yaml: bool


@frozen
class Mutant:
    """One file with one mistake."""

    sort: Sort
    material: Material
    edit: Edit

    @property
    def text(self) -> str:
        """What the file says now."""
        text, edit = self.material.text, self.edit
        return text[: edit.start] + edit.text + text[edit.end :]

    @property
    def damaged(self) -> tuple[int, int]:
        """From where to where the mistake stands in the new text."""
        edit = self.edit
        if edit.at is None:
            return edit.start, edit.start + len(edit.text)
        return edit.start + edit.at, edit.start + edit.at + edit.size


SORTS: Final[list[Sort]] = []


def sort(name: str, group: Group = "form", yaml: bool = False) -> Callable[[Maker], Maker]:
    """Add a function to the sorts of mistakes."""

    def added(make: Maker) -> Maker:
        SORTS.append(Sort(name, group, make, yaml))
        return make

    return added


def mutants(each: int, seed: int) -> list[Mutant]:
    """So many mutants of each sort, from as many files as can be."""
    found: list[Mutant] = []
    for kind in sorted(SORTS, key=lambda each: each.name):  # not as they were imported
        lot = random.Random(f"{seed} {kind.name}")  # so a further sort changes no other
        places = [list(kind.make(one, lot)) for one in material() if one.is_yaml == kind.yaml]
        files = [one for one in material() if one.is_yaml == kind.yaml]
        pool = [(one, edits) for one, edits in zip(files, places, strict=True) if edits]
        drawn: list[Mutant] = []
        while pool and len(drawn) < each:
            lot.shuffle(pool)
            for one, edits in pool[: each - len(drawn)]:
                drawn.append(Mutant(kind, one, edits.pop(lot.randrange(len(edits)))))
            pool = [(one, edits) for one, edits in pool if edits]
        found += drawn
    return found
