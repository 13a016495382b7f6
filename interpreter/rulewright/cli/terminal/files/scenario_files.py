"""Scenario files of a terminal game: starting from a scenario, and recording choices as one."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rulewright import Game
from rulewright.base.plain_files import read_plain, write_whole
from rulewright.base.records import Record
from rulewright.cli.common.exits import NotPossible, NotUsable
from rulewright.language.edition.translations.program_text import say
from rulewright.language.link.rule_files import RULES, SCENARIOS
from rulewright.language.text import is_link_out_of_reach, real_path

if TYPE_CHECKING:
    from rulewright.testing.scenarios import ScenarioRef

LARGEST: Final = 1 << 20
_ASKED: Final = re.compile(r"(?P<name>.*?)(\s+(?P<back>\d{1,4}))?")


class ScenarioTarget(Record):
    """A scenario to be written: its file, its title, and the number of choices it contains."""

    path: Path
    title: str
    back: int


class ScenarioWriteResult(Record):
    """A message for the person, and whether a scenario was written."""

    text: str
    done: bool = False


def parse_scenario_name(text: str) -> ScenarioTarget | None:
    """Parse `NAME` or `NAME 3`; None if it cannot name a file and a scenario."""
    match = _ASKED.fullmatch(text.strip())
    name = match["name"].strip() if match else ""
    if match is None or not name or '"' in name or not name.isprintable():
        return None
    path = Path(name.removesuffix(SCENARIOS)).expanduser()
    title = path.name.replace("-", " ")
    if not title.strip(" ."):
        return None
    file = path.with_name(path.name.replace(" ", "-") + SCENARIOS)
    return ScenarioTarget(file, title, int(match["back"] or 1))


def save_scenario(
    game: Game, target: ScenarioTarget, seat: int, agrees: Callable[[str], bool]
) -> ScenarioWriteResult:
    """Write a seat's last choices as a scenario; append to an existing file only if `agrees` says so."""
    from rulewright.testing.scenarios.recording import NotWritten, record_scenario

    path = target.path
    try:
        before = _text_at(path)
        title = _free_title(target.title, before or "")
        text = record_scenario(game, title, path, seat, target.back)
        if before is not None and not agrees(
            say("{path} exists already. Append to it? (y/n)", path=path)
        ):
            return ScenarioWriteResult(say("Nothing was written."))
        _write(path, before, text)
    except NotWritten as error:
        return ScenarioWriteResult(
            say("This cannot be written as a scenario: {reason}.", reason=error)
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        message = say(
            "The scenario could not be written to {path}: {reason}.", path=path, reason=reason
        )
        return ScenarioWriteResult(message)
    message = say(
        "Written to {path}; it shows hidden cards too. Run it with: rulewright test {path}",
        path=path,
    )
    return ScenarioWriteResult(message, done=True)


def _text_at(path: Path) -> str | None:
    """Return the text of a scenario file; None if it does not exist.

    Raises OSError and ValueError if nothing may be appended to it.
    """
    if is_link_out_of_reach(path):
        raise OSError("it is a link to a place that may not be written")
    if not os.path.lexists(path):
        return None
    text = read_plain(real_path(path), LARGEST).decode()
    if not re.search(r"^scenario ", text, re.MULTILINE) and text.strip():
        raise OSError("the file exists and contains no scenarios")
    return text


def _free_title(title: str, text: str) -> str:
    """Return the title, with a number if the file has a scenario of this title."""
    number, free = 1, title
    while f'scenario "{free}"' in text:
        number += 1
        free = f"{title} {number}"
    return free


def _write(path: Path, before: str | None, text: str) -> None:
    """Create a file, or append to the text `before` that it has. Raises OSError."""
    if before is None:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        return
    target = real_path(path)
    above = f"{before.rstrip()}\n\n" if before.strip() else ""
    write_whole(target, f"{above}{text}".encode(), os.stat(target).st_mode & 0o777)


# ------------------------------------------------------------------ a game from a scenario


def game_after_scenario(argument: str, language: str | None) -> Game:
    """Return the game after a scenario, given as FILE, or FILE:TITLE with its title, a part of it, or its number.

    Raises NotPossible if no single scenario matches, or if no decision follows it, and NotUsable if it fails.
    """
    from rulewright.testing.explanations import failure_text
    from rulewright.testing.scenarios import find_scenarios
    from rulewright.testing.scenarios.stepping import continue_as_game

    path, which = Path(argument), ""
    file, ending, title = argument.rpartition(f"{RULES}:")
    if ending and not os.path.isfile(argument):
        path, which = Path(f"{file}{RULES}"), title.strip()
    if not os.path.isfile(path) or path.suffix != RULES:
        raise NotPossible(f"there is no rule file {path}")
    ref = _select_scenario(find_scenarios(path), path, which)
    result, game = continue_as_game(ref, language)
    if not result.passed:
        raise NotUsable(
            f"{failure_text(ref, result)}\nA game cannot continue from a scenario that fails."
        )
    if game.decision is None:
        raise NotPossible(f"after `{ref.title}` there is no decision to make")
    return game


def _select_scenario(refs: Sequence[ScenarioRef], path: Path, which: str) -> ScenarioRef:
    """Return the scenario with the number or title `which`. Raises NotPossible if none or several match."""
    if not refs:
        raise NotPossible(f"there is no scenario in {path}")
    if which.isascii() and which.isdigit() and len(which) < 6:
        if not 0 < int(which) <= len(refs):
            raise NotPossible(f"{path} has scenarios 1 to {len(refs)}, but no {which}")
        return refs[int(which) - 1]
    same = [ref for ref in refs if ref.title.casefold() == which.casefold()]
    like = same or [ref for ref in refs if which.casefold() in ref.title.casefold()]
    if len(like) == 1:
        return like[0]
    listing = "\n".join(
        f"  {n}  {ref.title}" for n, ref in enumerate(refs, 1) if ref in (like or refs)
    )
    what = f"none of the scenarios is called {which!r}" if not like else "name one of the scenarios"
    raise NotPossible(f"{what}, as in {path}:{refs.index((like or refs)[0]) + 1}\n{listing}")
