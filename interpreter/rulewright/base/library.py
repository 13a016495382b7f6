"""The location of the grammar, rules and editions that are shipped with the package."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Final

from attrs import Factory

from rulewright.base.records import Record, field

FOLDERS: Final = ("grammar", "rules", "editions")


class LibraryNotFound(FileNotFoundError):
    """Raised if the data folders are neither next to the code nor at the top of a checkout."""


def _folders(library: Library) -> tuple[str, ...]:
    """Return the paths of the shipped folders with a separator at the end, in normal case."""
    return tuple(os.path.normcase(f"{library.root / each}{os.sep}") for each in FOLDERS)


class Library(Record):
    """The data shipped with the package: `root` contains the folders named in FOLDERS."""

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
        """The documentation page that lists the constructs of the language; it is shipped too."""
        return self.root / "docs" / "language" / "README.md"

    def holds(self, path: Path) -> bool:
        """Return whether `path`, given with links resolved, is inside one of the shipped folders."""
        return os.path.normcase(f"{path}{os.sep}").startswith(self._inside)

    def scenarios_of(self, rules: Path) -> tuple[Path, ...]:
        """Return the folders that contain scenarios (tests) of the rules in the folder `rules`.

        Scenarios are beside the rules. In a checkout, scenarios about a whole shipped edition are in
        `tests/scenarios`. A wheel contains neither.
        """
        shipped = self.root / "rules"
        if not rules.is_relative_to(shipped):
            return (rules,)
        tests = self.root / "tests" / "scenarios" / rules.relative_to(shipped)
        return (rules, tests) if tests.is_dir() else (rules,)


def portable_path(path: str, folder: Path | None, here: str) -> str:
    """Return the path of a rule file as saved and shown with games, independent of the installation.

    It is relative to the library for shipped files, else to `folder`, the folder of the game's edition. `here` is
    the working folder from which the files were named; the process may have left it since.
    """
    root = find_library().root
    try:
        full = os.path.normpath(os.path.join(here, path))
        is_shipped = full.startswith(f"{root}{os.sep}")
        start = root if folder is None or is_shipped else os.path.join(here, folder)
        return os.path.relpath(full, start).replace(os.sep, "/")
    except (OSError, ValueError):  # the working folder was deleted, or is on another drive
        return path


def portable_place(place: str, folder: Path | None, here: str) -> str:
    """Return the place of a rule, `file:line:column`, with its file named as by `portable_path`."""
    path, line, column = place.rsplit(":", 2)
    return f"{portable_path(path, folder, here)}:{line}:{column}"


@cache
def find_library() -> Library:
    """Return the library that this code was installed with.

    In a wheel the folders are in `library_files` beside the code; in a checkout, also of an editable install,
    they are at the top. No environment variable or working folder is consulted, so the same code always reads the
    same rules.

    Raises LibraryNotFound if neither place has all three folders.
    """
    package = Path(__file__).resolve().parents[1]
    installed, checkout = package / "library_files", package.parents[1]
    for root in (installed, checkout):
        if all((root / folder).is_dir() for folder in FOLDERS):
            return Library(root)
    raise LibraryNotFound(f"no folders {', '.join(FOLDERS)} in {installed} nor in {checkout}")
