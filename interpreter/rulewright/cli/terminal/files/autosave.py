"""Saves a running game; writes scenarios.

One rule says which saves are kept: the file named last, by `--save`, `--resume` or `s FILE`, is written after every
decision; without one, a new file is written when the player leaves.
"""

from __future__ import annotations

import shlex
from pathlib import Path

from rulewright import Game
from rulewright.base.records import Draft, evolve, field
from rulewright.cli.terminal.files.save_files import (
    SavedGame,
    is_free_for_save,
    is_replaceable,
    spare_path,
    write_save,
)
from rulewright.cli.terminal.files.scenario_files import parse_scenario_name, save_scenario
from rulewright.cli.terminal.screen import TerminalPage
from rulewright.language.edition.translations.program_text import say


def _copy_of(save: SavedGame) -> SavedGame:
    """Return a copy that later changes of the game do not affect."""
    return evolve(save, game=save.game.copy())


class Autosave(Draft):
    """The game after the last decision, in memory and, if asked for, in a file.

    The player may leave with Ctrl-C at any moment, even while a decision is being carried out.
    """

    path: Path | None
    safe: SavedGame = field(converter=_copy_of)
    page: TerminalPage
    moved: bool = False
    """Whether a choice was made, in this session or before."""
    replacing: bool = False
    """Whether the first save may replace another file, as the person agreed."""
    again: str = ""
    """The command that starts this game again; not empty only for games that cannot be saved."""
    failed: bool = False
    """Whether the last save could not be written."""

    def save_state(self, game: Game) -> None:
        """Save the game in its current state."""
        self.safe = evolve(self.safe, game=game)
        self.moved = True
        if self.path is not None:
            # Report a full disk once; a later save may succeed.
            before = self.failed
            problem = self.write(self.path, self.replacing)
            if problem and not before:
                self.page.line(problem, "bold red")

    def write(self, path: Path, replacing: bool = False) -> str:
        """Write the last safe state to `path`; return an error message, or "".

        `replacing` allows to replace a file that is no saved game.
        """
        if self.again:
            return say("A game that continues a scenario cannot be saved.")
        try:
            write_save(path, self.safe, replacing)
            self.failed = False
            self.replacing = self.replacing and path != self.path
        except OSError as error:
            self.failed = True
            reason = error.strerror or error
            return say("The game could not be saved in {path}: {reason}.", path=path, reason=reason)
        return ""

    def leave(self) -> None:
        """Print how to resume the game; write it to a new temporary file if no file was named."""
        if self.again:
            self.page.line(say("The game is not saved. Start it again with:"))
            self.page.console.print(f"  {self.again}", soft_wrap=True)
            return
        if self.path is None and not self.moved:
            self.page.line(say("No choice was made yet, so nothing is saved."))
            return
        path = self.path or spare_path(self.safe.game.rules.id)
        problem = self.write(path)
        if problem:
            self.page.line(problem, "bold red")
            return
        self.page.line(say("The game is saved in {path}. Resume it with:", path=path))
        # Do not wrap it, so that it can be copied.
        command = f"rulewright play --resume {shlex.quote(str(path))}"
        self.page.console.print(f"  {command}", soft_wrap=True)


YES = ("y", "yes", "o", "oui")


def save(page: TerminalPage, autosave: Autosave, name: str) -> None:
    """Save the game in the file `name` from now on, or in its usual file; ask before replacing other files."""
    path = Path(name).expanduser() if name else autosave.path
    if path is None:
        page.line(say("Name a file: s FILE"), "yellow")
        return
    free = is_free_for_save(path)
    question = say("{path} exists already and is not a saved game. Replace it? (y/n)", path=path)
    if not free and not (is_replaceable(path) and _confirm(page, question)):
        message = say(
            "{path} exists already and is not a saved game, so it was not replaced. Choose another name.",
            path=path,
        )
        page.line(message, "yellow")
        return
    problem = autosave.write(path, replacing=not free)
    if problem:
        page.line(problem, "bold red")
        return
    autosave.path = path
    page.line(say("Saved in {path}; from now on it is saved after every choice.", path=path))


def write_scenario(page: TerminalPage, game: Game, text: str, seat: int) -> None:
    """Write the last choices as a scenario; `text` is its name, perhaps with the number of choices."""
    target = parse_scenario_name(text)
    if target is None:
        message = say(
            "Type x and a name: x NAME saves your last choice as a scenario, x NAME 3 your last three"
        )
        page.line(message, "yellow")
        return
    result = save_scenario(game, target, seat, lambda question: _confirm(page, question))
    page.line(result.text, "" if result.done else "yellow")


def _confirm(page: TerminalPage, question: str) -> bool:
    """Ask the person a question and return whether the answer is yes."""
    return page.ask(f"{question} ").strip().lower() in YES
