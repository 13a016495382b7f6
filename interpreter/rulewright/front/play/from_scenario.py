"""`rulewright play --from bard.rules:song`: which scenario is meant, and the game after it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.front.common.ending import NotPossible, NotUsable
from rulewright.link.rule_files import RULES

if TYPE_CHECKING:
    from rulewright import Game
    from rulewright.scenarios import ScenarioRef


def game_from(named: str, language: str | None) -> Game:
    """The game after a scenario, named by its file and, behind a colon, its title, a part of it, or its number.

    Raises NotPossible if none is named so, or nobody has anything to decide after it, and NotUsable if it fails.
    """
    from rulewright.front.test_command import failure_text
    from rulewright.scenarios import find
    from rulewright.scenarios.going_on import game_after

    path, which = _split(named)
    if not os.path.isfile(path) or path.suffix != RULES:
        raise NotPossible(f"there is no rule file {path}")
    ref = _chosen(find(path), path, which)
    result, game = game_after(ref, language)
    if not result.passed:
        raise NotUsable(f"{failure_text(ref, result)}\nNothing goes on from a scenario that fails.")
    if game.decision is None:
        raise NotPossible(f"after `{ref.title}` nobody has anything to decide")
    return game


def _split(named: str) -> tuple[Path, str]:
    """A file, and what stands behind the colon after it."""
    if os.path.isfile(named):
        return Path(named), ""
    file, ending, which = named.rpartition(f"{RULES}:")
    return (Path(f"{file}{RULES}"), which.strip()) if ending else (Path(named), "")


def _chosen(refs: Sequence[ScenarioRef], path: Path, which: str) -> ScenarioRef:
    if not refs:
        raise NotPossible(f"there is no scenario in {path}")
    if which.isascii() and which.isdigit() and len(which) < 6:
        if not 0 < int(which) <= len(refs):
            raise NotPossible(f"{path} has scenarios 1 to {len(refs)}, and no {which}")
        return refs[int(which) - 1]
    same = [ref for ref in refs if ref.title.casefold() == which.casefold()]
    like = same or [ref for ref in refs if which.casefold() in ref.title.casefold()]
    if len(like) == 1:
        return like[0]
    found = "\n".join(
        f"  {n}  {ref.title}" for n, ref in enumerate(refs, 1) if ref in (like or refs)
    )
    what = (
        f"none of the scenarios is called {which!r}" if not like else "say which scenario is meant"
    )
    raise NotPossible(f"{what}, as in {path}:{refs.index((like or refs)[0]) + 1}\n{found}")
