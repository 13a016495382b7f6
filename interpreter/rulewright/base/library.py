"""Where the shipped grammar, rules and editions lie."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Final

from attrs import Factory

from rulewright.base.records import Record, field

FOLDERS: Final = ("grammar", "rules", "editions")


class LibraryNotFound(FileNotFoundError):
    """The data folders are neither beside the code nor at the top of a checkout."""


def _folders(library: Library) -> tuple[str, ...]:
    return tuple(os.path.normcase(f"{library.root / each}{os.sep}") for each in FOLDERS)


class Library(Record):
    """The data shipped with the package: `root` holds the three folders of `FOLDERS`."""

    root: Path
    _inside: tuple[str, ...] = field(
        default=Factory(_folders, takes_self=True), init=False, repr=False, eq=False
    )

    def folder(self, name: str) -> Path:
        """Return the folder called `name`: "grammar", "rules" or "editions".

        Raises ValueError for any other name.
        """
        if name not in FOLDERS:
            raise ValueError(f"the library has {', '.join(FOLDERS)}, not {name!r}")
        return self.root / name

    @property
    def index(self) -> Path:
        """The page of the documents with the index of the language, which is shipped too."""
        return self.root / "docs" / "language" / "README.md"

    def holds(self, path: Path) -> bool:
        """Return whether a path without links lies in what is shipped."""
        return os.path.normcase(f"{path}{os.sep}").startswith(self._inside)

    def scenarios_of(self, rules: Path) -> tuple[Path, ...]:
        """Return where the scenarios of these rules lie: beside them, and in a checkout also among its tests.

        Of shipped rules, what is about one file stands beside it, and what is about a whole
        edition is a test. A wheel has neither.
        """
        shipped = self.root / "rules"
        if not rules.is_relative_to(shipped):
            return (rules,)
        tests = self.root / "tests" / "scenarios" / rules.relative_to(shipped)
        return (rules, tests) if tests.is_dir() else (rules,)


def told_path(path: str, folder: Path | None, here: str) -> str:
    """Return the path of a rule file as a game tells it, wherever the files lie.

    It begins where the library lies, or else where the game's edition lies, in `folder`; of a
    file that is in neither the way there from that is told. `here` is the working folder from
    which the files were named, which may be another one by now.
    """
    root = find_library().root
    try:
        full = os.path.normpath(os.path.join(here, path))
        is_shipped = full.startswith(f"{root}{os.sep}")
        start = root if folder is None or is_shipped else os.path.join(here, folder)
        return os.path.relpath(full, start).replace(os.sep, "/")
    except (OSError, ValueError):  # the working folder was gone, or it lies on another drive
        return path


def told_place(place: str, folder: Path | None, here: str) -> str:
    """Return the place of a rule, `file:line:column`, as a game tells it: see `told_path`."""
    path, line, column = place.rsplit(":", 2)
    return f"{told_path(path, folder, here)}:{line}:{column}"


@cache
def find_library() -> Library:
    """Return the library this code was installed with.

    In a wheel the folders lie in `library_files` beside the code; in a checkout (also when it
    is installed editable) they lie at the top. No environment variable and no working folder
    is asked, so the same code always reads the same rules.

    Raises LibraryNotFound when neither place has all three folders.
    """
    package = Path(__file__).resolve().parents[1]
    installed, checkout = package / "library_files", package.parents[1]
    for root in (installed, checkout):
        if all((root / folder).is_dir() for folder in FOLDERS):
            return Library(root)
    raise LibraryNotFound(f"no folders {', '.join(FOLDERS)} in {installed} nor in {checkout}")
