"""Location of edition files and rule files by name, and reading of a chain of extended editions."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from rulewright.base.cache import load_cached, store_cached
from rulewright.base.plain_files import path_beside as lying_beside
from rulewright.base.records import evolve
from rulewright.language.edition import edition_complaints as say
from rulewright.language.edition.edition import EditionFile
from rulewright.language.edition.loading.versions import PROJECT_FILE, is_readable_project
from rulewright.language.edition.yaml.spanned import Spanned
from rulewright.language.text import (
    Complaint,
    Complaints,
    RulesError,
    Source,
    Unreadable,
    display_path,
    has_readable_name,
    is_in_reach,
    read_leniently,
    read_source,
    real_path,
)

_AN_EDITION: Final = re.compile(r"""^["']?edition["']?[ \t]*:""", re.MULTILINE)


def editions_in(folder: Path) -> Iterator[Path]:
    """Yield the edition files directly in `folder` (YAML files with the key `edition`), sorted by name."""
    for path in sorted(folder.glob("*.yaml")):
        if path.name != PROJECT_FILE and _AN_EDITION.search(read_leniently(path).lstrip("\ufeff")):
            yield path


def list_editions(library: Path) -> tuple[Path, ...]:
    """Return the edition files in the library's folder `editions`, sorted by name."""
    return tuple(sorted((library / "editions").glob("*.yaml")))


def find_edition(name_or_path: str | Path, library: Path) -> Path:
    """Return the file of an edition that is given by its path, or by its id in the library.

    A name with a slash, or one that ends in .yaml or .yml, is a path. Raises RulesError if there is no such file.
    """
    name = str(name_or_path)
    if is_path(name):
        if _is_file(Path(name)):
            return Path(name)
        raise RulesError([say.no_such_file(None, name, editions_beside(Path(name)))])
    path = _path_of_id(name, library / "editions")
    if _is_file(path):
        return path
    here = Path(f"{name}.yaml")
    called = here.name if _is_file(here) else edition_by_display_name(name, library)
    raise RulesError([say.unknown_edition(None, name, _edition_ids(library), called)])


def editions_beside(path: Path) -> list[str]:
    """Return the names of the YAML files in the folder where the edition `path` was expected."""
    try:
        return sorted(each.name for each in path.parent.glob("*.yaml"))
    except (OSError, ValueError):
        return []


def find_base(
    file: EditionFile, within: Path, library: Path, complaints: Complaints
) -> Path | None:
    """Return the file of the edition that `file` extends; None if it extends none, or after a complaint.

    A path must be below `within` or in another allowed folder; other files are not even looked for.

    An id is searched next to the file first, then in the library. The library's edition may have the same id as
    the extending file. A file never extends itself by id, unless there is no other file.
    """
    if file.extends is None:
        return None
    name, beside = file.extends.value, file.path.parent
    if is_path(name):
        path = lying_beside(beside, name)
        if not (_in_reach(path, within, library) and has_readable_name(path)):
            complaints.add(say.out_of_reach(file.extends.span, name))
            return None
        if _is_file(path):
            return path
        near = sorted(p.name for p in beside.glob("*.yaml"))
        complaints.add(say.no_such_file(file.extends.span, name, near))
        return None
    candidates = [
        p
        for p in (_path_of_id(name, beside), _path_of_id(name, library / "editions"))
        if _is_file(p)
    ]
    for path in candidates:
        if real_path(path) != real_path(file.path):
            return path
    if not candidates:
        known = sorted({*_edition_ids(library), *(p.stem for p in beside.glob("*.yaml"))})
        called = edition_by_display_name(name, library)
        unknown = say.unknown_edition(file.extends.span, name, known, called)
        complaints.add(evolve(unknown, tried=called is not None))
    return candidates[0] if candidates else None


def find_rules(
    file: EditionFile, within: Path, library: Path, complaints: Complaints
) -> list[Path]:
    """Return the absolute paths of the folders and files that `file` lists under `rules`; report missing ones."""
    allowed = _allowed_names(file.rules, file, within, library, complaints)
    paths = (
        _find_rule_path(name, file.path.parent, library / "rules", complaints) for name in allowed
    )
    return [path for path in paths if path is not None]


def find_cards(
    file: EditionFile, within: Path, library: Path, complaints: Complaints
) -> list[Path]:
    """Return the absolute paths of the folders that `file` lists under `cards`; report missing ones."""
    card_folders = []
    beside, shipped = file.path.parent, library / "rules"
    for name in _allowed_names(file.cards, file, within, library, complaints):
        folders = _candidate_paths(name.value, beside, shipped)
        folder = next((folder for folder in folders if os.path.isdir(folder)), None)
        if folder is None:
            complaints.add(say.no_cards(name.span, name.value, _displayed(shipped)))
        else:
            card_folders.append(real_path(folder))
    return card_folders


_NAME: Final = re.compile(r"(?m)^name:(.*)$")
_SAID: Final = re.compile(r'"([^"]+)"|([^\s,:{}"][^,:{}"]*)(?=[,}]|$)')


def edition_by_display_name(name: str, library: Path) -> str | None:
    """Return the id of the library's edition with this display name in any language; None if there is none."""
    for path in list_editions(library):
        match = _NAME.search(read_leniently(path))
        names = _SAID.findall(match[1].strip()) if match is not None else ()
        if any(name.casefold() == (quoted or plain).casefold() for quoted, plain in names):
            return path.stem
    return None


def is_path(name: str) -> bool:
    """Return whether `name` is a path to an edition file, rather than an edition's id."""
    return name.endswith((".yaml", ".yml")) or "/" in name or os.sep in name


def _allowed_names(
    names: Iterable[Spanned[str]],
    file: EditionFile,
    within: Path,
    library: Path,
    complaints: Complaints,
) -> Iterator[Spanned[str]]:
    """Yield the paths that lead into the library or an allowed folder below `within`; report the others."""
    for name in names:
        if _in_reach(lying_beside(file.path.parent, name.value), within, library):
            yield name
        else:
            complaints.add(say.out_of_reach(name.span, name.value))


def _in_reach(path: Path, within: Path, library: Path) -> bool:
    """Return whether a path is in the library, below `within` or in another allowed folder."""
    return real_path(path).is_relative_to(library) or is_in_reach(path, within)


def _find_rule_path(
    name: Spanned[str], beside: Path, shipped: Path, complaints: Complaints
) -> Path | None:
    """Return the folder or rule file that `name` denotes; None after a complaint."""
    for path in _candidate_paths(name.value, beside, shipped):
        if os.path.isdir(path) or (path.suffix == ".rules" and _is_file(path)):
            return real_path(path)
    if any(map(_is_file, _candidate_paths(name.value, beside, shipped))):
        complaints.add(say.not_rules(name.span, name.value))
    else:
        near = sorted(path.name for path in beside.glob("*.rules"))
        near += [path.name for path in sorted(shipped.iterdir()) if os.path.isdir(path)]
        complaints.add(say.no_rules(name.span, name.value, _displayed(shipped), near))
    return None


def _displayed(folder: Path) -> str:
    """Return a folder as shown to people; the working folder is `.`."""
    return str(Path(display_path(folder / "any")).parent)


def _candidate_paths(name: str, beside: Path, shipped: Path) -> list[Path]:
    """Return where `name` may be: next to the edition, and inside the library folder `shipped`."""
    below = lying_beside(shipped, name)
    return [
        lying_beside(beside, name),
        *([below] if real_path(below).is_relative_to(shipped) else []),
    ]


def _path_of_id(name: str, folder: Path) -> Path:
    """Return the path that the edition with the id `name` has in `folder`."""
    return lying_beside(folder, f"{name}.yaml")


def _edition_ids(library: Path) -> Sequence[str]:
    """Return the ids of the library's editions."""
    return [path.stem for path in list_editions(library)]


def _is_file(path: Path) -> bool:
    # Path.is_file raises for a name that is too long or contains a null character.
    """Return whether a path is a file; False for impossible names."""
    return os.path.isfile(path)


MOST_KEPT: Final = 100
"""The number of parsed edition files to memoize."""

Understood = tuple[EditionFile | None, tuple[Complaint, ...]]


def read_chain(path: Path, library: Path, complaints: Complaints) -> list[EditionFile] | None:
    """Return the edition file at `path` and all files that it extends, directly or not, the nearest first.

    Return None, after a complaint, if one of them is missing, unreadable or of a newer version of the language:
    then the merged edition is unknown.
    """
    shipped = real_path(path).is_relative_to(real_path(library))
    if not (shipped or is_readable_project(path, complaints)):
        return None
    files: list[EditionFile] = []
    following: Path | None = path
    while following is not None:
        file = read_one(following, complaints)
        if file is None:
            return None
        files.append(file)
        if "extends" not in file.keys:
            return files
        following = find_base(file, path.parent, library, complaints)
        if following is not None and _closes_circle(following, files, complaints):
            return None
    return None


def read_one(path: Path, complaints: Complaints) -> EditionFile | None:
    """Return the edition file at `path` alone; None, after a complaint, if it is unreadable."""
    try:
        file, file_complaints = _parse_file(read_source(path), path)
    except Unreadable as error:
        complaints.extend(error.complaints)
        return None
    complaints.extend(file_complaints)
    return file


@lru_cache(maxsize=MOST_KEPT)
def _parse_file(source: Source, path: Path) -> Understood:
    """Return a file's contents and its complaints; cached in memory and on disk, since YAML is slow."""
    key = f"edition file {path} {source.name}\n{source.text}"
    contents: Understood | None = load_cached(key)
    if contents is None:
        from rulewright.language.edition.loading.from_yaml import read_edition_file

        complaints = Complaints()
        contents = read_edition_file(source, path, complaints), complaints.in_order()
        store_cached(key, contents)
    return contents


def _closes_circle(path: Path, files: Sequence[EditionFile], complaints: Complaints) -> bool:
    """Return whether `path` is already in the chain `files`; if so, report the cyclic extension."""
    paths = [real_path(file.path) for file in files]
    if real_path(path) not in paths:
        return False
    circle = files[paths.index(real_path(path)) :]
    ids = [file.path.stem for file in (*circle, circle[0])]
    steps = [file.extends.span for file in circle if file.extends is not None]
    complaints.add(say.circular_extension(steps, ids))
    return True
