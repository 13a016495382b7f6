"""Finds the files that an edition names: other editions and rules."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rulewright.edition import edition_complaints as say
from rulewright.edition.edition import Spanned
from rulewright.edition.edition_file import EditionFile
from rulewright.text import Complaints, RulesError, in_reach, real_path


def list_editions(library: Path) -> tuple[Path, ...]:
    """Return the edition files of the library, by name."""
    return tuple(sorted((library / "editions").glob("*.yaml")))


def find_edition(name_or_path: str | Path, library: Path) -> Path:
    """Return the file of an edition: a path, or an id that is looked up in the library.

    What ends in .yaml or .yml, or holds a slash, is a path. Raises RulesError when there is no
    such file.
    """
    name = str(name_or_path)
    if is_path(name):
        if _is_file(Path(name)):
            return Path(name)
        raise RulesError([say.no_such_file(None, name)])
    path = _of_id(name, library / "editions")
    if _is_file(path):
        return path
    raise RulesError([say.unknown_edition(None, name, _ids(library))])


def find_base(file: EditionFile, within: Path, library: Path, says: Complaints) -> Path | None:
    """Return the file that `file` extends; None when it extends none, or after a complaint.

    A path leads into the folder `within`, or where else files may lead; what lies elsewhere is not looked at.

    An id is looked up beside the file first, then in the library. There it may find an edition
    of the same id as its own: a file never extends itself in this way unless nothing else is there.
    """
    if file.extends is None:
        return None
    name, beside = file.extends.value, file.path.parent
    if is_path(name):
        if not _in_reach(beside / name, within, library):
            says.add(say.out_of_reach(file.extends.span, name))
            return None
        if _is_file(beside / name):
            return beside / name
        says.add(say.no_such_file(file.extends.span, name))
        return None
    found = [p for p in (_of_id(name, beside), _of_id(name, library / "editions")) if _is_file(p)]
    for path in found:
        if real_path(path) != real_path(file.path):
            return path
    if not found:
        known = sorted({*_ids(library), *(p.stem for p in beside.glob("*.yaml"))})
        says.add(say.unknown_edition(file.extends.span, name, known))
    return found[0] if found else None


def find_rules(file: EditionFile, within: Path, library: Path, says: Complaints) -> list[Path]:
    """Return the folders and files under `rules`, absolute; what is not there draws a complaint."""
    named = _reached(file.rules, file, within, library, says)
    found = (_rules(name, file.path.parent, library / "rules", says) for name in named)
    return [path for path in found if path is not None]


def find_cards(file: EditionFile, within: Path, library: Path, says: Complaints) -> list[Path]:
    """Return the folders under `cards`, absolute; what is no folder draws a complaint."""
    found = []
    beside, shipped = file.path.parent, library / "rules"
    for name in _reached(file.cards, file, within, library, says):
        folders = _places(name.value, beside, shipped)
        folder = next((folder for folder in folders if os.path.isdir(folder)), None)
        if folder is None:
            says.add(say.no_cards(name.span, name.value, (str(beside), str(shipped))))
        else:
            found.append(real_path(folder))
    return found


def is_path(name: str) -> bool:
    """Whether `name` names a file rather than an edition in some folder."""
    return name.endswith((".yaml", ".yml")) or "/" in name or os.sep in name


def _reached(
    names: Iterable[Spanned[str]],
    file: EditionFile,
    within: Path,
    library: Path,
    says: Complaints,
) -> Iterator[Spanned[str]]:
    """Those of the names that may be looked for; the others draw a complaint."""
    for name in names:
        if _in_reach(file.path.parent / name.value, within, library):
            yield name
        else:
            says.add(say.out_of_reach(name.span, name.value))


def _in_reach(path: Path, within: Path, library: Path) -> bool:
    return real_path(path).is_relative_to(library) or in_reach(path, within)


def _rules(name: Spanned[str], beside: Path, shipped: Path, says: Complaints) -> Path | None:
    for path in _places(name.value, beside, shipped):
        if os.path.isdir(path) or (path.suffix == ".rules" and _is_file(path)):
            return real_path(path)
    if any(map(_is_file, _places(name.value, beside, shipped))):
        says.add(say.not_rules(name.span, name.value))
    else:
        near = sorted(path.name for path in beside.glob("*.rules"))
        says.add(say.no_rules(name.span, name.value, (str(beside), str(shipped)), near))
    return None


def _places(name: str, beside: Path, shipped: Path) -> list[Path]:
    """Where what is called `name` may lie; out of the library leads no name in it."""
    below = shipped / name
    return [beside / name, *([below] if real_path(below).is_relative_to(shipped) else [])]


def _of_id(name: str, folder: Path) -> Path:
    return folder / f"{name}.yaml"


def _ids(library: Path) -> Sequence[str]:
    return [path.stem for path in list_editions(library)]


def _is_file(path: Path) -> bool:
    # Not Path.is_file, which raises for a name that is too long or holds a null character.
    return os.path.isfile(path)
