"""Checks whose answer is known: nothing that they looked at has changed since.

What they looked at is the library, what lies where the edition and its rules lie, and every other file that they
read. Whatever is not sure to be the same is checked anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from pathlib import Path

from rulewright.cache import digest_of, keep, kept
from rulewright.edition.load import read_edition
from rulewright.library import find_library
from rulewright.text import Complaint, Complaints, RulesError, files_below, noting_reads

Answer = tuple[Complaint, ...]

OURS = (".rules", ".yaml", ".yml")


def remembered_edition(path: Path, check: Callable[[Path], Answer] | None) -> Answer | None:
    """The complaints about an edition, as `check` finds them or found them before; None without both."""
    library = find_library()
    try:
        edition = read_edition(path, library.root, Complaints())
    except RulesError as error:
        return error.complaints
    if edition is None:
        return check(path) if check is not None else None
    folders = {file.parent for file in edition.files if not library.holds(file)}
    files = [
        file for folder in sorted(folders) for each in OURS for file in folder.glob(f"*{each}")
    ]
    for place in edition.places:
        if not library.holds(place):
            files += _below(place) if place.is_dir() else [place]
    return _remembered(f"edition {path}", files, check and partial(check, path))


def remembered_scenarios(
    files: tuple[Path, ...], check: Callable[[Iterable[Path]], Answer] | None
) -> Answer | None:
    """The same of files of scenarios."""
    return _remembered("scenarios", files, check and partial(check, files)) if files else ()


def _remembered(
    what: str, files: Iterable[Path], check: Callable[[], Answer] | None
) -> Answer | None:
    library = find_library()
    files = sorted(files)
    key = _key(what, files, {})
    found: tuple[tuple[Path, ...], str, Answer] | None = kept(key)
    if found is not None and digest_of(found[0]).located == found[1]:
        return found[2]
    if check is None:
        return None
    with noting_reads() as noted:
        answer = check()
    others = tuple(sorted(file for file in noted if not library.holds(file)))
    # Kept under what was read: of a file that was saved meanwhile that is nothing that was hashed before.
    if _key(what, files, noted) == key:
        keep(key, (others, digest_of(others, noted).located, answer))
    return answer


def _key(what: str, files: Iterable[Path], read: Mapping[Path, bytes]) -> str:
    library = find_library()
    shipped = tuple(library.folder(name) for name in ("rules", "editions"))
    here = digest_of(()).located  # files are named as seen from the working folder
    below = _digest_below(shipped, read) if read else _digest_of_shipped(shipped, here)
    return f"checked {what} {below} {digest_of(files, read).located}"


@cache
def _digest_of_shipped(folders: tuple[Path, ...], here: str) -> str:
    """Of all that is shipped, which is looked at once while a command runs."""
    return _digest_below(folders, {})


def _digest_below(folders: Iterable[Path], read: Mapping[Path, bytes]) -> str:
    return digest_of((file for folder in folders for file in _below(folder)), read).located


def _below(folder: Path) -> list[Path]:
    return sorted(files_below(folder, OURS))
