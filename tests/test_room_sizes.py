"""No room of the interpreter grows unless somebody decides that it may: each is held to a size written here.

A room is a folder of `interpreter/rulewright`; each of the engines is one of its own, and `rulewright` are the
modules beside the folders. Whoever lets one grow changes its row in the same commit, and says why in its message.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "interpreter" / "rulewright"

ROOMS = {
    "balance": (2150, 18),
    "checks": (2495, 17),
    "coverage": (282, 3),
    "edition": (3373, 23),
    "engines": (189, 3),
    "engines/native": (12787, 80),
    "engines/python": (1560, 9),
    "envs": (528, 4),
    "front": (13100, 97),
    "game": (805, 8),
    "ir": (4660, 32),
    "knowledge": (4916, 29),
    "link": (835, 6),
    "lower": (4560, 31),
    "players": (509, 5),
    "program": (18475, 109),
    "rulewright": (890, 7),
    "scenarios": (2600, 14),
    "session": (4252, 26),
    "syntax": (5202, 32),
    "table": (3478, 28),
    "text": (1858, 15),
}
"""Lines and files that each room may have."""

WHOLE = (89504, 596)
"""Lines and files of all rooms together: less than the sum of what each may have."""

Size = tuple[int, int]


def room_of(file: Path, package: Path) -> str:
    """The room in which a module lies."""
    first, *rest = file.relative_to(package).parts[:-1] or ("rulewright",)
    return "/".join([first, *rest[:1]]) if first == "engines" else first


def sizes(package: Path) -> dict[str, Size]:
    """Lines and files of each room."""
    found: dict[str, Size] = {}
    for file in sorted(package.rglob("*.py")):
        room = room_of(file, package)
        lines, files = found.get(room, (0, 0))
        found[room] = lines + file.read_bytes().count(b"\n"), files + 1
    return found


def outgrown(found: dict[str, Size], rows: dict[str, Size], whole: Size) -> Iterator[str]:
    """What is larger than its row lets it be, in words."""
    rows = {**rows, "WHOLE": whole}
    lines, files = zip(*found.values(), strict=True)
    found = {**found, "WHOLE": (sum(lines), sum(files))}
    for room, size in sorted(found.items()):
        told = "{} lines in {} files".format(*size)
        if room not in rows:
            yield f"{room} has no row: it has {told}"
        elif size[0] > rows[room][0] or size[1] > rows[room][1]:
            yield f"{room} has {told}, and may have {rows[room]}"


def test_no_room_is_larger_than_its_row() -> None:
    found = sizes(PACKAGE)

    told = list(outgrown(found, ROOMS, WHOLE))
    assert not told, (
        f"{'; '.join(told)}. Take lines out again, or change the row in {Path(__file__).name} (`ROOMS`, and "
        "`WHOLE` for all together) and say in the commit's message what they are for. Who takes lines out lowers it"
    )


def test_every_row_is_of_a_room_that_there_is() -> None:
    assert set(ROOMS) == set(sizes(PACKAGE)), "a room is gone: take its row away"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ({"a/x.py": 3}, []),
        ({"a/x.py": 4}, ["a has 4 lines in 1 files, and may have (3, 2)"]),
        ({"a/x.py": 1, "a/b/y.py": 1, "a/z.py": 1}, ["a has 3 lines in 3 files, and may have (3, 2)"]),
        ({"top.py": 1}, ["rulewright has no row: it has 1 lines in 1 files"]),
        ({"engines/x.py": 1, "engines/one/in/y.py": 1}, [
            "engines has no row: it has 1 lines in 1 files",
            "engines/one has no row: it has 1 lines in 1 files",
        ]),
        ({"a/x.py": 3, "c/x.py": 4}, ["WHOLE has 7 lines in 2 files, and may have (6, 9)"]),
    ],
)  # fmt: skip
def test_what_grows_is_named(lines: dict[str, int], told: list[str], tmp_path: Path) -> None:
    for name, count in lines.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("pass\n" * count, encoding="utf-8")

    assert list(outgrown(sizes(tmp_path), {"a": (3, 2), "c": (9, 9)}, (6, 9))) == told
