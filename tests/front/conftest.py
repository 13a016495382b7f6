"""What the tests of the front share: the command line, and rules that are loaded once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from checks.kit import BARD, TABLE, our_table
from front.kit import Shell
from rulewright.runtime.session.games import Rules

if TYPE_CHECKING:
    from front.editor_kit import Editor

LOAD = Rules.load


@cache
def loaded(name: str, lang: str | None = None) -> Rules:
    return LOAD(name, lang)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """The command line in an empty folder, without any configuration."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    for name in (
        "RULEWRIGHT_EDITION",
        "RULEWRIGHT_LANG",
        "NO_COLOR",
        "FORCE_COLOR",
        "COLUMNS",
        "LINES",
    ):
        monkeypatch.delenv(name, raising=False)
    return Shell(CliRunner())


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shipped editions are loaded once for all tests; files are read anew."""
    monkeypatch.setattr(
        "rulewright.runtime.session.games.Rules.load",
        lambda name, lang=None: (LOAD if "/" in str(name) else loaded)(str(name), lang),
    )


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """One server for all tests: to begin, and to read an edition first, takes it seconds."""
    from front.editor_kit import an_editor  # takes a while

    folder = tmp_path_factory.mktemp("table").resolve()
    our_table(folder)
    with an_editor(folder) as editor:
        yield editor


@pytest.fixture
def editor(running: Editor) -> Editor:
    """An editor with the card and its edition open, as they were."""
    from front.editor_kit import CARD, YAML

    running.open(CARD, BARD)
    running.open(YAML, TABLE)
    return running
