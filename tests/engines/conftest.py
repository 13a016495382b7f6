"""The command line, as the tests of the front have it; and games written in a test, as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import rulewright
from front.conftest import shell
from front.kit import Shell
from game.kit import make_rules

if TYPE_CHECKING:  # both need wasmtime
    from engines.dealing import New, Table
    from engines.reader import GameFile

__all__ = ["own", "shell"]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> New:
    """A table for a game written in a test; its file is built once."""
    from engines.dealing import Table, build
    from engines.reader import GameFile

    built: dict[tuple[str, int], tuple[GameFile, rulewright.Rules]] = {}

    def new(written: str, players: int) -> Table:
        if (written, players) not in built:
            folder = tmp_path_factory.mktemp("own")
            rules = make_rules(folder, written, "Apple: 1, Lemon: 1, Cherry: 1")
            path = build(Shell(CliRunner()), folder, str(folder / "stall.yaml"), players)
            built[written, players] = GameFile(path), rules
        return Table.of(*built[written, players], players, 1)

    return new
