"""`rulewright check`: is what somebody wrote right?"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, assert_never, get_args

import click

from rulewright import __version__
from rulewright.front.check_targets import Targets, shipped_targets, targets_of
from rulewright.front.deadline import within
from rulewright.front.ending import EXIT_COMPLAINTS, NotPossible, in_colour
from rulewright.front.spread import spread
from rulewright.library import find_library
from rulewright.text import (
    Complaint,
    Complaints,
    as_github,
    as_json,
    as_sarif,
    count_complaints,
    first_of,
    number_of,
    one_line,
    real_path,
    show_complaint,
    shown,
)

Answer = tuple[Complaint, ...]
Task = Path | tuple[Path, ...]
"""An edition, or files of scenarios."""

Format = Literal["text", "json", "github", "sarif"]


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--format",
    "form",
    type=click.Choice(get_args(Format)),
    default="text",
    show_default=True,
    help="How the complaints are printed; all but text are for machines.",
)
@click.option("--strict", is_flag=True, help="Let warnings fail the check too.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="End with exit code 124 if it takes longer.",
)
def check(paths: Sequence[str], form: Format, strict: bool, timeout: float | None) -> None:
    """Check edition files (.yaml), rule files (.rules) and folders of them.

    A PATH may also be the id of a shipped edition. Without PATH, all that is shipped is checked.
    Exit code 1 when there are errors.
    """
    with within(timeout):
        targets = _targets(paths)
        complaints = _complaints(targets).in_order()
    _print(complaints, form)
    checked = _what_was_checked(targets)
    # What machines read on stdout must stay theirs.
    click.echo(f"{checked} checked: {count_complaints(complaints)}", err=form != "text")
    failing = ("error", "warning") if strict else ("error",)
    if any(complaint.severity in failing for complaint in complaints):
        raise click.exceptions.Exit(EXIT_COMPLAINTS)


def _targets(paths: Sequence[str]) -> Targets:
    library = find_library().root
    targets = targets_of(paths, library) if paths else shipped_targets(library)
    if targets.is_empty:
        raise NotPossible(
            f"there is no edition (.yaml) and no rule file (.rules) in {_in_a_row(paths)}"
        )
    return targets


def _complaints(targets: Targets) -> Complaints:
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
    from rulewright.checks.remembered import remembered_edition, remembered_scenarios

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
    from rulewright.front.configuration import choose_edition

    return choose_edition(None).name


def _print(complaints: Sequence[Complaint], form: Format) -> None:
    match form:
        case "json":
            click.echo(as_json(complaints))
        case "sarif":
            root = real_path(Path.cwd())
            click.echo(json.dumps(as_sarif(complaints, root=root, version=__version__), indent=2))
        case "github":
            if complaints:
                first, left = first_of(complaints)
                click.echo("\n".join([as_github(first), *left]))
        case "text":
            first, left = first_of(complaints)
            for complaint in first:
                click.echo(show_complaint(complaint, colour=in_colour(sys.stdout)) + "\n")
            for line in left:
                click.echo(f"{line}\n")
        case _:
            assert_never(form)


def _what_was_checked(targets: Targets) -> str:
    return f"{number_of(len(targets.editions), 'edition')} and {number_of(len(targets.seen), 'rule file')}"


def _in_a_row(names: Sequence[str]) -> str:
    return ", ".join(map(one_line, names)) or "the library"
