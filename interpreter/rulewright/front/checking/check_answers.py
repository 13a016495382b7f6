"""What there is to say about what is checked: known from before, or worked out on all cores."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from rulewright.front.checking.check_targets import Targets
from rulewright.front.common.ending import NotPossible
from rulewright.front.common.spread import spread
from rulewright.library import find_library
from rulewright.text import Complaint, Complaints, RulesError, glance, one_line, real_path, shown

Answer = tuple[Complaint, ...]
Task = Path | tuple[Path, ...]
"""An edition, or files of scenarios."""


def complaints_of(targets: Targets) -> Complaints:
    """All complaints; what is not known from before is worked out on all cores."""
    # Editions share rules; the same complaint about them is kept once.
    says = Complaints()
    tasks: list[Task] = [*targets.editions, *([targets.scenarios] if targets.scenarios else [])]
    known = {task: _answer(task, anew=False) for task in tasks}
    unknown = [task for task in tasks if known[task] is None]
    known |= zip(unknown, spread(_anew, unknown, least=2), strict=True)
    for task in targets.editions:
        says.extend(known[task] or ())
    for rules in targets.rules:
        says.extend(_of_rules(rules))
    says.extend(known.get(targets.scenarios) or ())
    return says


def _answer(task: Task, anew: bool) -> Answer | None:
    """The complaints about an edition, or files of scenarios; None if they are neither known nor looked for."""
    from rulewright.checks.answer_memo import remembered_edition, remembered_scenarios

    if isinstance(task, tuple):
        return remembered_scenarios(task, _check_scenarios if anew else None)
    return remembered_edition(task, _check_edition if anew else None)


def _anew(task: Task) -> Answer | None:
    return _answer(task, anew=True)


def _check_edition(path: Path) -> Answer:
    from rulewright.checks import check_edition

    return check_edition(path)


def _check_scenarios(files: Iterable[Path]) -> Answer:
    from rulewright.checks import check_scenarios

    return check_scenarios(files)


def _of_rules(path: Path) -> Answer:
    """The complaints about rules that no edition among the targets reads."""
    from rulewright.checks import check_rules

    checked = check_rules(path, _default)
    click.echo(f"{one_line(shown(path))}: checked in {checked.where}", err=True)
    return checked.complaints


def _default() -> str:
    from rulewright.front.common.configuration import choose_edition

    return choose_edition(None).name


def own_files(targets: Targets) -> list[Path]:
    """All files that were looked at, without those that come with the package unless they were named."""
    library = find_library()
    found: dict[Path, None] = dict.fromkeys(targets.editions)
    found |= dict.fromkeys(sorted(targets.seen))
    found |= dict.fromkeys(targets.scenarios)
    named = {real_path(path) for path in targets.editions}
    return [
        each for each in found if real_path(each) in named or not library.holds(real_path(each))
    ]


def played(targets: Targets, games: int, seed: int) -> Complaints:
    """What games show of the editions; one with errors cannot be played, and that is told already."""
    from rulewright.checks.deep_checks import check_deep

    if not targets.editions:
        raise NotPossible("--deep plays editions, and there is none among what was named")
    says = Complaints()
    for path in targets.editions:
        try:
            says.extend(check_deep(path, games, seed))
        except RulesError:
            continue
    return says


def unless_allowed(complaints: Answer, files: Iterable[Path], played: bool) -> Answer:
    """The complaints without those that remarks in these files allow; see `checks.allowances`."""
    written = [file for file in files if "allow" in glance(file)]
    if not written:
        return complaints
    from rulewright.checks.allowances import allowed

    return allowed(complaints, written, played)
