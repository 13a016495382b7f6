"""Saved games as files: written atomically, verified by a checksum, with clear errors for damaged ones."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import rulewright
from rulewright import __version__
from rulewright.base.plain_files import delete_abandoned, read_plain, write_whole
from rulewright.base.records import Record
from rulewright.cli.common.exits import NotPossible, NotUsable
from rulewright.language.text import is_link_out_of_reach, real_path
from rulewright.runtime.session.games import load_game
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.rules.rule_archive import LARGEST as LARGEST_RULES, RuleArchive
from rulewright.runtime.session.saves import save_complaints
from rulewright.runtime.session.saves.save_formats import FILE_FORMAT

ARCHIVES: Final = "rulewright-rules"
"""The folder beside saved games for the rules that they keep."""
_KEY: Final = re.compile(r"[0-9a-f]{64}")
LARGEST: Final = 64 << 20
"""Largest saved game in bytes; usual ones have at most a hundredth of this."""


class SavedGame(Record):
    """A game with the person's seat (None: only bots) and the name of the bot on other seats."""

    game: rulewright.Game
    seat: int | None
    bot: str


def write_save(path: Path, save: SavedGame, replacing: bool = False) -> None:
    """Write `save` to `path` atomically.

    Raises OSError if the file cannot be written, or if another file is there. With `replacing` any regular file
    is replaced, otherwise only a saved game or an empty file.
    """
    target = _link_target(path)
    if target is None or not (is_free_for_save(target) or (replacing and is_replaceable(target))):
        raise OSError(errno.EEXIST, "another file is there")
    archive = inside(save.game.rules).archive
    if archive is not None:
        keep_archive(target, archive)
    write_whole(target, save_text(save).encode())


def archive_path(save: Path, key: str) -> Path:
    """Return the file of the rules with this key, which all saved games in a folder share."""
    return real_path(save).parent / ARCHIVES / f"{key}.json"


def keep_archive(save: Path, archive: RuleArchive) -> None:
    """Write the rules of a saved game into its folder, unless they are there already. Raises OSError."""
    path = archive_path(save, archive.key)
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        write_whole(path, archive.to_json().encode())


def read_archive(save: Path, key: str) -> RuleArchive:
    """Return the rules kept with the game in the file `save`. Raises RulesError if they are missing or damaged."""
    if not _KEY.fullmatch(key):
        raise rulewright.RulesError([save_complaints.damaged_rules(key)])
    path = archive_path(save, key)
    try:
        return RuleArchive.from_json(read_plain(path, LARGEST_RULES).decode(), key)
    except (OSError, ValueError):
        raise rulewright.RulesError([save_complaints.missing_rules(str(path))]) from None


def save_text(save: SavedGame) -> str:
    """Return a saved game as JSON text with a checksum."""
    data = {
        "rulewright": __version__,
        "seat": save.seat,
        "bot": save.bot,
        "lang": save.game.rules.language,
        "game": json.loads(save.game.to_json()),
    }
    text = json.dumps(FILE_FORMAT.seal(data), ensure_ascii=False)
    return f"{text}\n"


def _link_target(path: Path) -> Path | None:
    """Return the target of a link, so that the link itself survives; None if the target is out of reach."""
    return None if is_link_out_of_reach(path) else real_path(path)


def save_target(path: Path) -> Path:
    """Return the file of a saved game that `path` may be a link to. Raises OSError for a link out of reach."""
    if (target := _link_target(path)) is None:
        raise OSError(errno.EPERM, "It is a link to a place that may not be written")
    return target


def read_save(path: Path, language: str | None = None) -> SavedGame:
    """Return the game in `path`, in `language` or else in the language saved with it.

    Raises NotPossible if it cannot be read, NotUsable if it is damaged, and RulesError if its rules are wrong.
    """
    data = _data(path)
    saved_language = data.get("lang")
    game = _game(
        path,
        json.dumps(data.get("game")),
        language or (saved_language if isinstance(saved_language, str) else None),
    )
    seat, bot = data.get("seat"), data.get("bot")
    if not (seat is None or (type(seat) is int and 0 <= seat < game.players)):
        raise _damaged(path, f"its table has no seat {seat!r}")
    if not isinstance(bot, str):
        raise _damaged(path, "it does not name the bot of the other seats")
    return SavedGame(game, seat, bot)


def refuse_to_overwrite(path: Path, ask: Callable[[str], bool]) -> bool:
    """Return whether a file at `path` may be replaced by a new game, which `ask` decides.

    Raises NotPossible if it may not.
    """
    if not os.path.isdir(path.parent):
        raise NotPossible(f"there is no folder {path.parent} to save the game in")
    if os.path.isdir(path):
        raise NotPossible(f"{path} is a folder, not a file to save the game in")
    refuse_unwritable(path)
    if os.path.exists(path) and os.path.getsize(path) > 0:
        if is_replaceable(path) and ask(f"{path} exists already. Replace it?"):
            return True
        raise NotPossible(
            f"{path} exists already. Resume that game with: rulewright play --resume {path}. "
            "Or name another file, or remove it."
        )
    return False


def refuse_unwritable(path: Path) -> None:
    """Raise NotPossible if no game can be saved at `path`, before the game begins."""
    try:
        target = _link_target(path)
        if target is None:
            raise NotPossible(f"{path} is a link to a place that may not be written")
        with contextlib.suppress(FileNotFoundError):
            os.lstat(path)  # a name that is too long raises another OSError
        if os.path.lexists(target) and not os.path.isfile(target):
            raise NotPossible(f"{path} is not an ordinary file")
        with tempfile.TemporaryFile(dir=target.parent):
            pass
        delete_abandoned(target.parent)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise NotPossible(f"the game cannot be saved in {path}: {reason}") from None


def is_free_for_save(path: Path) -> bool:
    """Return whether a game may be written to `path` without asking: it is free, empty, or a saved game."""
    try:
        if is_link_out_of_reach(path):
            return False
        if not os.path.lexists(path):
            return True
        data = read_plain(path, LARGEST)
        return not data or f'"format": "{FILE_FORMAT.name}"'.encode() in data[:100]
    except (OSError, ValueError):
        return False


def is_replaceable(path: Path) -> bool:
    """Return whether `path` is a regular file, which the user may want to replace."""
    return not is_link_out_of_reach(path) and not os.path.islink(path) and os.path.isfile(path)


def spare_path(edition: str) -> Path:
    """Create and return an empty temporary file for a game without a file of its own."""
    handle, name = tempfile.mkstemp(prefix=f"rulewright-{edition}-", suffix=".json")
    os.close(handle)
    return Path(name)


def _data(path: Path) -> dict[str, Any]:
    """Return the verified contents of a saved game. Raises NotPossible and NotUsable."""
    try:
        text = read_plain(path, LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _damaged(path, "it is not text") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise NotPossible(f"cannot read {path}: {reason}") from None
    if not text.lstrip().startswith("{"):
        raise NotUsable(f"{path} is not a saved game")
    try:
        return FILE_FORMAT.unseal(text)
    except rulewright.RulesError as error:
        raise _damaged(path, error.complaints[0].message.partition(": ")[2]) from None


def _game(path: Path, text: str, language: str | None) -> rulewright.Game:
    """Return the game in the JSON `text` of a saved game. Raises NotUsable and RulesError."""
    try:
        return load_game(text, language, lambda key: read_archive(path, key))
    except rulewright.RulesError as error:
        if any(complaint.span for complaint in error.complaints):
            raise  # the rules have errors now, and the complaints point to them
        reasons = "; ".join(
            f"{each.message} ({each.help})" if each.help else each.message
            for each in error.complaints
        )
        raise NotUsable(f"cannot continue {path}: {reasons}") from None
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        reason = str(error) if type(error) is ValueError else "its parts do not fit together"
        raise _damaged(path, reason) from None


def _damaged(path: Path, reason: str) -> NotUsable:
    """Return the error for a damaged saved game."""
    return NotUsable(f"the saved game {path} is damaged: {reason}")
