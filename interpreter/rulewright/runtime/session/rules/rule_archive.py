"""The rules of an edition as one text, by content: all files that it was read from, to be kept with its games."""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rulewright.base.library import find_library
from rulewright.base.plain_files import real_path
from rulewright.base.records import Record
from rulewright.language.text import RulesError, read_source
from rulewright.runtime.session.saves import save_complaints

if TYPE_CHECKING:
    from rulewright.language.edition.edition import Edition

FORMAT: Final = "rulewright-rules"
LARGEST: Final = 16 << 20
"""Largest archive in bytes; that of `modern` has a hundredth of it."""
MOST_FILES: Final = 2_000
OWN: Final = "own"
"""The folder of an archive for files that are not shipped."""

_NAME: Final = re.compile(
    r"(own|rules|editions)(/[^/\\\0:]{1,200}){1,20}\.(rules|ya?ml|table\.json)"
)


class RuleArchive(Record):
    """All files of an edition: their names below one folder, and their texts; `main` is the edition's file.

    Shipped files are included, because another version of Rulewright ships others.
    """

    main: str
    files: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, edition: Edition, read: Iterable[Path]) -> RuleArchive:
        """Return the files of an edition, those `read` for it, and all its translations. Raises RulesError."""
        from rulewright.language.edition.translations.catalogue import all_catalogues

        words = [
            path
            for place in edition.places
            for paths in all_catalogues(place).values()
            for path in paths
        ]
        paths = dict.fromkeys(map(real_path, [*edition.files, *read, *words]))
        library = find_library()
        own = [path.parent for path in paths if not library.holds(path)]
        top = Path(os.path.commonpath(own)) if own else library.root
        names = {
            path: path.relative_to(library.root).as_posix()
            if library.holds(path)
            else f"{OWN}/{path.relative_to(top).as_posix()}"
            for path in paths
            if path.is_file()
        }
        files = tuple(sorted((name, read_source(path).text) for path, name in names.items()))
        return cls(names[real_path(edition.files[0])], files)

    @property
    def key(self) -> str:
        """The SHA-256 hash of the content, by which games name their rules."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()

    def to_json(self) -> str:
        """Return the archive as canonical JSON text."""
        data = {"format": FORMAT, "main": self.main, "files": dict(self.files)}
        return json.dumps(data, ensure_ascii=False, sort_keys=True, indent=0)

    @classmethod
    def from_json(cls, text: str, key: str) -> RuleArchive:
        """Return the archive with this key that `to_json` wrote. Raises RulesError if `text` is anything else."""
        try:
            if len(text) > LARGEST or hashlib.sha256(text.encode()).hexdigest() != key:
                raise ValueError
            data: Any = json.loads(text)
            files = tuple(sorted(data["files"].items()))
            if (
                data["format"] != FORMAT
                or len(files) > MOST_FILES
                or data["main"] not in data["files"]
            ):
                raise ValueError
            if not all(_NAME.fullmatch(name) and ".." not in name.split("/") for name, _ in files):
                raise ValueError
            if not all(isinstance(each, str) for _, each in files):
                raise ValueError
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise RulesError([save_complaints.damaged_rules(key)]) from None
        return cls(data["main"], files)

    def unpacked(self) -> Path:
        """Return the path of the edition's file in a temporary folder with all files, kept for this process."""
        return _unpack(self) / self.main


@lru_cache(maxsize=64)
def _unpack(archive: RuleArchive) -> Path:
    """Write the files of an archive to a temporary folder, which is deleted at exit, and return it."""
    folder = Path(tempfile.mkdtemp(prefix="rulewright-rules-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name, text in archive.files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder
