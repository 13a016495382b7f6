"""Mutants are drawn so that each folder has its share, and none where no test can see it."""

from __future__ import annotations

from random import Random

from tools.mutants import Mutant, drawn, unseen

TEXT = """\
Shape = Round | Square


@frozen(slots=True)
class Box:
    size: int | None = 1 | 2

    @cache
    def fits(self, other: Box | None) -> bool | None:
        return self.size > 3
"""


def mutant(folder: str, row: int, number: int) -> Mutant:
    path, operator = f"interpreter/rulewright/{folder}/box.py", f"core/ReplaceSum_{number}"
    return Mutant(path, (row, 0), (row, 9), operator, f"{folder} {row} {number}")


def test_types_and_decorators_are_not_seen() -> None:
    lines = TEXT.split("\n")
    found = sorted(unseen(TEXT))

    assert [lines[row - 1][start:end] for (row, start), (_, end) in found] == [
        "Round | Square",
        "frozen(slots=True)",
        "int | None",
        "cache",
        "Box | None",
        "bool | None",
    ]


def test_each_folder_has_its_share_and_each_place_one_mutant() -> None:
    mutants = [mutant("large", row, number) for row in range(30) for number in range(5)]
    mutants += [mutant("small", row, number) for row in range(10) for number in range(9)]
    found = drawn(mutants, 20, Random(1))

    assert [one.path.split("/")[2] for one in found] == ["large"] * 15 + ["small"] * 5
    assert len({one.place for one in found}) == 20
    assert found == drawn(reversed(mutants), 20, Random(1))
    assert found != drawn(mutants, 20, Random(2))
