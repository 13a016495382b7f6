"""Carries saved games over to new rules, or pins them to the rules they were played with.

Every file is replaced atomically, the kept rules first, then a backup, then the game. An interruption at any moment
leaves every game readable, and a second run goes on.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any, Literal

from rulewright.base.plain_files import read_plain, write_whole
from rulewright.cli.terminal.files.save_files import LARGEST, keep_archive, save_target
from rulewright.lab.replays.comparison import IDENTICAL, ComparedGame
from rulewright.lab.replays.recorded_games import RecordedGame
from rulewright.language.text import RulesError
from rulewright.runtime.game.state import GameState, IllegalChoice
from rulewright.runtime.session.games import Game, Rules
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.saves.save_formats import (
    FILE_FORMAT,
    GAME_FORMAT,
    damaged,
    split_save,
)
from rulewright.runtime.session.saves.saves import ARCHIVE, RulesMark, checked

Migration = Literal["carried", "pinned", "unchanged", "left"]
"""Carried over, pinned to its rules, already as it should be, or left because its rules are not known."""


def migrate_save(path: Path, recorded: RecordedGame, result: ComparedGame, new: Rules) -> Migration:
    """Carry a saved game over to the rules `new` if it is identical under them, else pin it to its own.

    Raises RulesError and OSError; the game is then as it was.
    """
    path = save_target(path)
    outer, saved = split_save(read_plain(path, LARGEST).decode("utf-8-sig"))
    inner = checked(GAME_FORMAT.verified(saved))
    if len(inner["names"]) != recorded.players:
        raise damaged("its names are not those of its players")
    rules = new.with_cast(recorded.cast)
    is_identical = result.verdict == IDENTICAL
    if is_identical and (game := _game_under(rules, recorded, result.indices, inner)):
        carried = json.loads(game.to_json())
        if _without_checksum(carried) == inner:
            return "unchanged"
        _replace(path, outer, carried)
        return "carried"
    if recorded.archive:
        return "unchanged"
    old = Rules.load(recorded.edition).with_cast(recorded.cast)
    compiled = inside(old).compiled(recorded.players, recorded.options)
    if not recorded.mark.is_same_play(RulesMark.of(compiled, inside(old).digest)):
        return "left"
    archive = inside(old).kept().archive
    assert archive is not None
    keep_archive(path, archive)
    _replace(path, outer, GAME_FORMAT.seal({**inner, ARCHIVE: archive.key}))
    return "pinned"


def _game_under(
    rules: Rules, recorded: RecordedGame, indices: Sequence[int], inner: dict[str, Any]
) -> Game | None:
    """Return a recorded game replayed under `rules` by indices of their options; None if that is impossible."""
    compiled = inside(rules).compiled(recorded.players, recorded.options)
    try:
        at = GameState.replayed(
            compiled,
            recorded.seed,
            indices,
            inner["log"] is not None,
            recorded.asks_forced,
        )
    except (IllegalChoice, RulesError):
        return None
    return Game(rules, at, recorded.seed, recorded.options, list(inner["names"]))


def _without_checksum(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a game as `unseal` does."""
    return {key: value for key, value in data.items() if key != "checksum"}


def _replace(path: Path, outer: dict[str, Any] | None, inner: dict[str, Any]) -> None:
    """Back up a saved game's file, then replace the game in it, or in its data `outer`, by `inner`."""
    backups = (path.with_name(f"{path.name}.before{number or ''}") for number in count())
    write_whole(next(each for each in backups if not each.exists()), read_plain(path, LARGEST))
    data = inner if outer is None else FILE_FORMAT.seal({**outer, "game": inner})
    write_whole(path, f"{json.dumps(data, ensure_ascii=False)}\n".encode())
