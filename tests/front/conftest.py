"""What the tests of the front share: the command line, and rules that are loaded once."""

from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from front.kit import Shell
from rulewright.session.games import Rules

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
        "rulewright.session.games.Rules.load",
        lambda name, lang=None: (LOAD if "/" in str(name) else loaded)(str(name), lang),
    )
