"""The files that a tool works on: texts that come with the call, or files below one folder."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rulewright.base.records import Record
from rulewright.cli.common.limited_runs import LimitedRun, run_limited

MOST_FILES: Final = 40
MOST_CHARACTERS: Final = 256 << 10
"""Maximum size of all texts of a call together."""

_NAME: Final = re.compile(
    r"(?=.{1,100}$)[A-Za-z0-9][\w -]*(\.scenarios)?(\.[a-z]{2})?\.(rules|ya?ml)"
)
_PATH: Final = re.compile(r"\.(rules|ya?ml)$")


class CannotRun(Exception):
    """A call that names files it may not, or too many of them; the message says so."""


class Workspace(Record):
    """The files that tools may see: those of a call, and those below `folder` if there is one."""

    folder: Path | None

    def run(
        self,
        command: Sequence[str],
        operands: Sequence[str],
        files: Mapping[str, str],
        seconds: int,
    ) -> LimitedRun:
        """Run a command with `operands`, which may name files, and return what it printed.

        With `files` the command sees only these. Raises CannotRun for files that it may not see, and for a
        command that takes more than `seconds`.
        """
        with self._folder_for(files) as folder:
            places = [self._operand(each, files, folder) for each in operands]
            try:
                run = run_limited([*command, "--", *places], folder, seconds)
            except subprocess.TimeoutExpired:
                raise CannotRun(f"`{command[0]}` took more than {2 * seconds} seconds") from None
        if run.exit_code < 0:
            raise CannotRun(f"`{command[0]}` took more than {seconds} seconds, or too much memory")
        here = f"{folder.resolve()}/"
        return LimitedRun(run.exit_code, *(s.replace(here, "") for s in (run.output, run.errors)))

    @contextmanager
    def _folder_for(self, files: Mapping[str, str]) -> Iterator[Path]:
        """Yield the folder for a command: a new one with `files`, or the folder of the server if there are none."""
        if not files and self.folder is not None:
            yield self.folder
            return
        _check_files(files)
        with tempfile.TemporaryDirectory(prefix="rulewright-") as fresh:
            folder = Path(fresh).resolve()
            for name, text in files.items():
                (folder / name).write_text(text, encoding="utf-8", newline="\n")
            yield folder

    def _operand(self, text: str, files: Mapping[str, str], folder: Path) -> str:
        """Return an operand as the command gets it: a file by its path, and anything else as it is.

        Raises CannotRun for a file outside of the folder.
        """
        if text in files:
            return f"./{text}"
        if not _PATH.search(text):
            return text
        if files or self.folder is None:
            known = ", ".join(files) or "none"
            raise CannotRun(f"`{text}` is not among the files of this call: {known}")
        path = (folder / text).resolve()
        if not path.is_relative_to(folder.resolve()):
            raise CannotRun(f"`{text}` is outside of the folder of this server")
        return f"./{path.relative_to(folder.resolve())}"


def _check_files(files: Mapping[str, str]) -> None:
    """Raise CannotRun for too many or too large texts, and for names that are no names of rule or edition files."""
    if len(files) > MOST_FILES or sum(map(len, files.values())) > MOST_CHARACTERS:
        size = f"{MOST_FILES} files and {MOST_CHARACTERS} characters"
        raise CannotRun(f"a call may have at most {size}")
    for name in files:
        if not _NAME.fullmatch(name) or name.startswith("rulewright."):
            raise CannotRun(f"a file cannot be called `{name}`: use a plain name, as card.rules")
