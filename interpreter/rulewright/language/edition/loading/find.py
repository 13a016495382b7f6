"""Finds the files that an edition names, other editions and rules, and reads those that it extends."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from rulewright.base.cache import keep, kept
from rulewright.base.plain_files import beside as lying_beside
from rulewright.language.edition import edition_complaints as say
from rulewright.language.edition.edition import EditionFile
from rulewright.language.edition.yaml.spanned import Spanned
from rulewright.language.text import (
    Complaint,
    Complaints,
    RulesError,
    Source,
    Unreadable,
    glance,
    in_reach,
    is_called_like_ours,
    read_source,
    real_path,
)

_AN_EDITION: Final = re.compile(r"""^["']?edition["']?[ \t]*:""", re.MULTILINE)
_CONFIGURATION: Final = "rulewright.yaml"


def editions_in(folder: Path) -> Iterator[Path]:
    """Yield the YAML files in a folder that have the key `edition`, by name."""
    for path in sorted(folder.glob("*.yaml")):
        if path.name != _CONFIGURATION and _AN_EDITION.search(glance(path).lstrip("\ufeff")):
            yield path


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
    raise RulesError([say.unknown_edition(None, name, _ids(library), called_so(name, library))])


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
        path = lying_beside(beside, name)
        if not (_in_reach(path, within, library) and is_called_like_ours(path)):
            says.add(say.out_of_reach(file.extends.span, name))
            return None
        if _is_file(path):
            return path
        near = sorted(p.name for p in beside.glob("*.yaml"))
        says.add(say.no_such_file(file.extends.span, name, near))
        return None
    found = [p for p in (_of_id(name, beside), _of_id(name, library / "editions")) if _is_file(p)]
    for path in found:
        if real_path(path) != real_path(file.path):
            return path
    if not found:
        known = sorted({*_ids(library), *(p.stem for p in beside.glob("*.yaml"))})
        called = called_so(name, library)
        says.add(say.unknown_edition(file.extends.span, name, known, called))
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


_NAME: Final = re.compile(r"(?m)^name:(.*)$")
_SAID: Final = re.compile(r'"([^"]+)"|([^\s,:{}"][^,:{}"]*)(?=[,}]|$)')


def called_so(name: str, library: Path) -> str | None:
    """The id of the edition in the library whose name, in any language, is what stands for an id."""
    for path in list_editions(library):
        found = _NAME.search(glance(path))
        said = _SAID.findall(found[1].strip()) if found is not None else ()
        if any(name.casefold() == (quoted or plain).casefold() for quoted, plain in said):
            return path.stem
    return None


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
        if _in_reach(lying_beside(file.path.parent, name.value), within, library):
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
        near += [path.name for path in sorted(shipped.iterdir()) if os.path.isdir(path)]
        says.add(say.no_rules(name.span, name.value, (str(beside), str(shipped)), near))
    return None


def _places(name: str, beside: Path, shipped: Path) -> list[Path]:
    """Where what is called `name` may lie; out of the library leads no name in it."""
    below = lying_beside(shipped, name)
    return [
        lying_beside(beside, name),
        *([below] if real_path(below).is_relative_to(shipped) else []),
    ]


def _of_id(name: str, folder: Path) -> Path:
    return lying_beside(folder, f"{name}.yaml")


def _ids(library: Path) -> Sequence[str]:
    return [path.stem for path in list_editions(library)]


def _is_file(path: Path) -> bool:
    # Not Path.is_file, which raises for a name that is too long or holds a null character.
    return os.path.isfile(path)


MOST_KEPT: Final = 100
"""So many files stay understood as long as the process lives."""

Understood = tuple[EditionFile | None, tuple[Complaint, ...]]


def read_chain(path: Path, library: Path, says: Complaints) -> list[EditionFile] | None:
    """Return the file at `path` and all that it extends, the nearest first.

    None, after a complaint, when one of them cannot be found or read at all: then nothing can be
    said about how they fit together.
    """
    files: list[EditionFile] = []
    following: Path | None = path
    while following is not None:
        file = read_one(following, says)
        if file is None:
            return None
        files.append(file)
        if "extends" not in file.keys:
            return files
        following = find_base(file, path.parent, library, says)
        if following is not None and _closes_circle(following, files, says):
            return None
    return None


def read_one(path: Path, says: Complaints) -> EditionFile | None:
    """Return the file at `path` by itself; None, after a complaint, when it cannot be read at all."""
    try:
        file, complaints = _understood(read_source(path), path)
    except Unreadable as error:
        says.extend(error.complaints)
        return None
    says.extend(complaints)
    return file


@lru_cache(maxsize=MOST_KEPT)
def _understood(source: Source, path: Path) -> Understood:
    """What a file says, and what is wrong with it; kept from run to run, as reading YAML takes long."""
    key = f"edition file {path} {source.name}\n{source.text}"
    found: Understood | None = kept(key)
    if found is None:
        from rulewright.language.edition.loading.from_yaml import edition_file_of

        says = Complaints()
        found = edition_file_of(source, path, says), says.in_order()
        keep(key, found)
    return found


def _closes_circle(path: Path, files: Sequence[EditionFile], says: Complaints) -> bool:
    paths = [real_path(file.path) for file in files]
    if real_path(path) not in paths:
        return False
    circle = files[paths.index(real_path(path)) :]
    ids = [file.path.stem for file in (*circle, circle[0])]
    steps = [file.extends.span for file in circle if file.extends is not None]
    says.add(say.circle(steps, ids))
    return True
