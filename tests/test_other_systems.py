"""What other systems do otherwise, acted here: files that stay while they are read, drives, pipes, code pages."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from rulewright.base import plain_files
from rulewright.base.plain_files import relative_path, write_whole
from rulewright.cli import command_line
from rulewright.cli.common import exits as ending
from rulewright.lab.balance.execution import workers

pytestmark = pytest.mark.portable


def no_way(*_: object) -> str:
    raise ValueError("path is on mount 'C:', start on mount 'D:'")


def test_there_is_no_way_to_another_drive(monkeypatch: pytest.MonkeyPatch) -> None:
    assert relative_path("/a/b/c", "/a/d") == os.path.join("..", "b", "c")

    monkeypatch.setattr(os.path, "relpath", no_way)

    assert relative_path(Path("/a/b"), "/c") == str(Path("/a/b"))


def test_a_file_that_somebody_reads_is_replaced_when_he_has_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace, refused = os.replace, [PermissionError(errno.EACCES, "in use")] * 2

    def busy(old: str, new: Path) -> None:
        if refused:
            raise refused.pop()
        replace(old, new)

    monkeypatch.setattr(plain_files, "OPEN_FILES_STAY", True)
    monkeypatch.setattr(plain_files, "WAIT", 0)
    monkeypatch.setattr(os, "replace", busy)
    write_whole(tmp_path / "new", b"new")

    assert refused == []
    assert (tmp_path / "new").read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [tmp_path / "new"]


def test_who_may_not_write_is_told_at_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise PermissionError(errno.EACCES, "in use")

    monkeypatch.setattr(plain_files, "OPEN_FILES_STAY", True)
    monkeypatch.setattr(plain_files, "WAIT", 0)
    monkeypatch.setattr(os, "replace", never)

    with pytest.raises(PermissionError):
        write_whole(tmp_path / "new", b"new")
    assert list(tmp_path.iterdir()) == []


def test_a_process_that_has_ended_can_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise OSError(errno.EINVAL, "The parameter is incorrect")

    monkeypatch.setattr(os, "kill", gone)
    monkeypatch.setattr(workers.Processes, "pids", [1])
    workers.Processes(1).shutdown(cancel_futures=True)


@pytest.mark.parametrize("error", [BrokenPipeError(), OSError(errno.EINVAL, "Invalid argument")])
def test_nobody_reads_a_closed_pipe(error: OSError, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "_PIPE_CLOSED", errno.EINVAL)

    assert ending._is_pipe_closed(error)
    assert not ending._is_pipe_closed(OSError(errno.EINVAL, "Invalid argument", "a file"))


def test_files_are_written_in_one_encoding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_line, "CODE_PAGES", True)
    with (tmp_path / "out").open("w", encoding="cp1252") as stream:
        assert command_line._encoding_for(stream) == "utf-8"
    monkeypatch.setattr(command_line, "CODE_PAGES", False)
    with (tmp_path / "out").open("w", encoding="cp1252") as stream:
        assert command_line._encoding_for(stream) is None
