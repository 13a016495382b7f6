"""Looking through folders: those of rules are small, and whoever names the wrong one is told so soon."""

import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from rulewright.text.complaint_codes import Wording, code
from rulewright.text.rules_error import RulesError
from rulewright.text.snippet import one_line

MOST: Final = 5_000
"""So many files are looked for in one folder and all that is below it."""

MOST_PASSED: Final = 100_000
"""So many others are passed over."""


def files_below(
    folder: Path, endings: tuple[str, ...], *, without: Collection[str] = (), hidden: bool = True
) -> Iterator[Path]:
    """The files with one of these endings in a folder and the folders in it, which links do not lead out of.

    Folders whose path is among `without` are passed over, and where `hidden` is not wanted what begins with a dot.
    Raises RulesError where there are too many files.
    """
    found = passed = 0
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(
            name
            for name in folders
            if os.path.join(place, name) not in without and (hidden or name[0] != ".")
        )
        wanted = [n for n in files if n.endswith(endings) and (hidden or n[0] != ".")]
        found, passed = found + len(wanted), passed + len(files) + len(folders)
        if found > MOST or passed > MOST_PASSED:
            raise RulesError([_too_many(str(folder))])
        yield from (Path(place, name) for name in wanted)


@code("E0004")
def _too_many(folder: str) -> Wording:
    """A folder in which there are very many files."""
    message = f"there are too many files in {one_line(folder)} to look through"
    return Wording(message, None, help="name the folder that holds your rules, and nothing else")
