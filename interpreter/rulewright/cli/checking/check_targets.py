"""Resolves the arguments of `rulewright check` to edition files and rule files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rulewright.base.plain_files import is_regular_file
from rulewright.base.records import Record, field
from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.named_files import YAML, is_edition, refuse_root
from rulewright.language.link.rule_files import RULES, SCENARIOS
from rulewright.language.text import (
    allow_folder,
    escape_line,
    find_files,
    real_path,
    real_path_among,
)


def _as_tuple(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return paths as a tuple without repetitions, in order."""
    return tuple(dict.fromkeys(paths))


class CheckTargets(Record):
    """The files to check: edition files, and rules that none of these editions uses.

    `rules` are files and folders. `scenarios` are scenario files next to rules that an edition uses; each is
    checked with the edition it names. `seen` are all rule files, including those that only an edition brings in.
    """

    editions: tuple[Path, ...] = field(converter=_as_tuple)
    rules: tuple[Path, ...] = field(converter=_as_tuple)
    scenarios: tuple[Path, ...] = field(converter=_as_tuple)
    seen: frozenset[Path]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to check."""
        return not (self.editions or self.rules or self.scenarios)


def shipped_targets(library: Path) -> CheckTargets:
    """Return everything that comes with the package."""
    from rulewright.language.edition.loading.find import list_editions

    return _sort_targets(list_editions(library), [library / "rules"], [], library)


def find_targets(names: Sequence[str], library: Path) -> CheckTargets:
    """Return the targets that `names` denote: files, folders, or ids of shipped editions.

    Raises NotPossible for a name that denotes nothing, and RulesError for an unknown edition.
    """
    editions: list[Path] = []
    rules: list[Path] = []
    folders: list[Path] = []
    for name in names:
        path = Path(name)
        if os.path.isdir(path):
            refuse_root(path)
            allow_folder(path)
            below = (file for file in _files_below(path) if file.suffix in YAML)
            editions += sorted(file for file in below if is_edition(file))
            folders.append(path)
        elif name.endswith(RULES):
            rules.append(_check_exists(path))
        else:
            editions.append(_edition(name, library))
    return _sort_targets(editions, folders, rules, library)


def rule_files(path: Path) -> Iterator[Path]:
    """Yield all rule files below a folder, or the file itself."""
    if is_regular_file(path):
        yield path
    else:
        yield from sorted(file for file in _files_below(path) if file.suffix == RULES)


def _edition(name: str, library: Path) -> Path:
    """Return the edition file that `name` denotes, a path or the id of a shipped edition."""
    from rulewright.language.edition.loading.find import find_edition

    path = Path(name)
    if os.path.isfile(path) and path.suffix not in YAML:
        raise NotPossible(
            f"{escape_line(name)} is neither a rule file (.rules) nor an edition file (.yaml)"
        )
    return find_edition(name, library)


def _check_exists(path: Path) -> Path:
    """Return `path`. Raises NotPossible unless it is a regular file."""
    if not os.path.isfile(path):
        what = "is not an ordinary file" if os.path.exists(path) else ""
        name = escape_line(str(path))
        raise NotPossible(f"{name} {what}" if what else f"there is no file {name}")
    return path


def _sort_targets(
    editions: Sequence[Path], folders: Sequence[Path], files: Sequence[Path], library: Path
) -> CheckTargets:
    """Sort files and folders into targets; rules in `folders` count only if no edition uses them."""
    real: dict[Path, Path] = {}
    used_files = (file for edition in editions for file in _rule_files_used_by(edition, library))
    used = {real_path_among(file, real) for file in used_files}
    unused: list[Path] = []
    seen = set(used)
    for folder in folders:
        for program in _programs_below(folder):
            below = {real_path_among(path, real): path for path in rule_files(program)}
            seen |= below.keys()
            unread = [path for true, path in below.items() if true not in used]
            # If an edition uses a part of a folder, the other files are checked one by one;
            # a folder of scenarios alone is no program.
            alone = len(unread) == len(below) and not all(map(_is_scenarios, unread))
            unused += [program] if alone else unread
    unused += files
    seen.update(real_path(path) for path in unused if not os.path.isdir(path))
    scenarios = tuple(path for path in unused if _is_scenarios(path))
    rules = tuple(path for path in unused if not _is_scenarios(path))
    return CheckTargets(tuple(editions), rules, scenarios, frozenset(seen))


def _is_scenarios(path: Path) -> bool:
    """Return whether a path has the name of a scenario file."""
    return path.name.endswith(SCENARIOS)


def _rule_files_used_by(edition: Path, library: Path) -> Iterator[Path]:
    """Yield the rule files that an edition uses, without scenario files."""
    from rulewright.language.edition.loading.load import read_edition
    from rulewright.language.text import Complaints, RulesError

    try:
        loaded = read_edition(edition, library, Complaints())
    except RulesError:
        loaded = None  # its own check reports the error
    for path in loaded.places if loaded is not None else ():
        yield from (file for file in rule_files(path) if not _is_scenarios(file))


def _programs_below(folder: Path) -> list[Path]:
    """Return the highest folders that hold rule files; all files below one of them form one program."""
    programs: list[Path] = []
    for path in sorted(file.parent for file in _files_below(folder) if file.suffix == RULES):
        if not any(path.is_relative_to(program) for program in programs):
            programs.append(path)
    return programs


def _files_below(folder: Path) -> Iterator[Path]:
    """Yield the rule files and YAML files below a folder."""
    return find_files(folder, (RULES, *YAML))
