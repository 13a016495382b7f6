"""What a person puts by of a game, where he says: a save, or a scenario."""

from __future__ import annotations

from pathlib import Path

from rulewright import Game
from rulewright.front.common.speech import say
from rulewright.front.play.autosave import Autosave
from rulewright.front.play.page import Page
from rulewright.front.play.save_files import is_free_for_save, is_replaceable
from rulewright.front.play.scenario_files import keep_scenario, read_name

YES = ("y", "yes", "o", "oui")


def save(page: Page, keeper: Autosave, named: str) -> None:
    """Save the game in the file that is named, or where it is kept; over something else only if he agrees."""
    path = Path(named).expanduser() if named else keeper.path
    if path is None:
        page.line(say("Say where: s FILE"), "yellow")
        return
    free = is_free_for_save(path)
    question = say("{path} is something else. Replace it? (y/n)", path=path)
    if not free and not (is_replaceable(path) and _agrees(page, question)):
        told = say("{path} is something else already, and stays as it is.", path=path)
        page.line(told, "yellow")
        return
    problem = keeper.write(path, replacing=not free)
    told = problem or say("Saved in {path}.", path=path)
    page.line(told, "bold red" if problem else "")


def write_scenario(page: Page, game: Game, asked: str, seat: int) -> None:
    """Write what was played down as a scenario, under the name that is asked for."""
    named = read_name(asked)
    if named is None:
        told = say("Say what it is called, and how many choices back it begins: x NAME, x NAME 3")
        page.line(told, "yellow")
        return
    kept = keep_scenario(game, named, seat, lambda question: _agrees(page, question))
    page.line(kept.text, "" if kept.done else "yellow")


def _agrees(page: Page, question: str) -> bool:
    return page.ask(f"{question} ").strip().lower() in YES
