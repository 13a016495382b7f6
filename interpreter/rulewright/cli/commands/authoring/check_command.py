"""`rulewright check`: reports mistakes in rule files and editions, and can fix some."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, assert_never, get_args

import click

from rulewright import __version__
from rulewright.base.library import find_library
from rulewright.cli.checking import check_levels
from rulewright.cli.checking.check_answers import (
    collect_complaints,
    count_rule_files,
    own_files,
    play_complaints,
    untested_rules,
    without_allowed,
    without_repetitions,
)
from rulewright.cli.checking.check_targets import CheckTargets, find_targets, shipped_targets
from rulewright.cli.common.exits import EXIT_COMPLAINTS, NotPossible, time_limit, uses_colour
from rulewright.cli.common.json_line import add_to_json_line, is_json_requested
from rulewright.language.text import (
    Complaint,
    Complaints,
    Severity,
    count_complaints,
    display_path,
    escape_line,
    format_count,
    json_text,
    limit_shown,
    real_path,
    show_complaint,
    to_data,
    to_github,
    to_json,
    to_junit,
    to_sarif,
)

Format = Literal["text", "json", "github", "sarif", "junit"]


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--format",
    "form",
    type=click.Choice(get_args(Format)),
    default="text",
    show_default=True,
    help="Format of the complaints; all but text are for programs.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="Fail on warnings too, and find your own cards and rules that no scenario reaches.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Stop with exit code 124 if the check takes longer.",
)
@click.option(
    "--severity",
    "severities",
    multiple=True,
    metavar="CODE=LEVEL",
    help="Set the level of a complaint: error, warning, note or off; repeatable.",
)
@click.option(
    "--fix",
    is_flag=True,
    help="First fix spelling and punctuation in the named files, where that helps.",
)
@click.option("--baseline", metavar="FILE", help="Report only complaints that are not in FILE.")
@click.option(
    "--write-baseline", metavar="FILE", help="Write all warnings to FILE; fail only for errors."
)
@click.option(
    "--deep",
    is_flag=True,
    help="Play the editions too, and report mistakes that only games reveal.",
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=30,
    show_default=True,
    help="With --deep: games for each number of players.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="With --deep: the first seed.")
def check(
    paths: Sequence[str],
    form: Format,
    strict: bool,
    timeout: float | None,
    severities: Sequence[str],
    fix: bool,
    baseline: str | None,
    write_baseline: str | None,
    deep: bool,
    games: int,
    seed: int,
) -> None:
    """Check edition files (.yaml) and rule files (.rules).

    PATH is a file, a folder, or the id of a shipped edition; without PATH, everything shipped is checked. The
    exit code is 1 if there are errors. `rulewright explain CODE` explains a complaint, and `rulewright say
    "WORDS"` finds how to word a rule.
    """
    if is_json_requested() and form != "text":
        raise click.UsageError("--json can only be combined with --format text")
    levels = check_levels.levels_of(severities)
    with time_limit(timeout):
        targets = _targets(paths)
        says = collect_complaints(targets)
        if fix:
            says = _apply_fixes_to_named(paths, targets, says)
        if deep:
            says.extend(play_complaints(targets, games, seed))
        # A baseline is written for the strict checks that follow.
        if (strict or write_baseline is not None) and not says.has_errors:
            says.extend(untested_rules(targets))
        files = own_files(targets)
        complaints = check_levels.apply_levels(
            without_allowed(says.in_order(), files, deep), levels
        )
    failing: tuple[Severity, ...] = ("error", "warning") if strict else ("error",)
    if write_baseline is not None:
        check_levels.write_baseline(Path(write_baseline), complaints, real_path(Path.cwd()))
        written = tuple(filter(check_levels.fits_baseline, complaints))
        message = f"{count_complaints(written)} written to {escape_line(write_baseline)}"
        complaints = tuple(each for each in complaints if not check_levels.fits_baseline(each))
        click.echo(f"{message}; a baseline hides no errors" if complaints else message, err=True)
        if not complaints:
            return
    if baseline is not None:
        complaints = _new_since_baseline(Path(baseline), complaints)
    complaints = without_repetitions(complaints, each_file=form not in ("text", "github"))
    _print(complaints, form, files, failing)
    editions, rules = len(targets.editions), count_rule_files(targets)
    checked = f"{format_count(editions, 'edition')} and {format_count(rules, 'rule file')}"
    add_to_json_line({"editions": editions, "rules": rules, "complaints": to_data(complaints)})
    # With a format for programs, stdout contains only that format.
    click.echo(f"{checked} checked: {count_complaints(complaints)}", err=form != "text")
    if any(complaint.severity in failing for complaint in complaints):
        raise click.exceptions.Exit(EXIT_COMPLAINTS)


def _apply_fixes_to_named(
    paths: Sequence[str], targets: CheckTargets, says: Complaints
) -> Complaints:
    """Apply fixes to the named files and folders, print them, and return the complaints that remain."""
    from rulewright.cli.checking.fixing import apply_fixes, fixable_files
    from rulewright.cli.common.named_files import print_patch, write_data

    complaints = says.in_order()
    library = find_library()
    named = [real_path(Path(path)) for path in paths]
    files = [
        file
        for file in map(real_path, own_files(targets))
        if not library.holds(file) and any(map(file.is_relative_to, named))
    ]
    remaining, fixed = apply_fixes(
        files, complaints, lambda: collect_complaints(_targets(paths)).in_order()
    )
    for path, text in fixed.items():
        write_data(path, text.before.as_bytes(text.after))
        print_patch(text.before.source, text.after, 0, err=True)
    message = (
        f"{len(complaints) - len(remaining)} of {format_count(len(complaints), 'complaint')} fixed"
    )
    others = [
        file for file in fixable_files(remaining) if file not in files and not library.holds(file)
    ]
    if others:
        message += f"; not named, so not fixed: {', '.join(map(display_path, others))}"
    click.echo(escape_line(message), err=True)
    result = Complaints()
    result.extend(remaining)
    return result


def _new_since_baseline(baseline: Path, complaints: Sequence[Complaint]) -> tuple[Complaint, ...]:
    """Return the complaints that are not in a baseline; report entries that no longer occur."""
    new, gone = check_levels.new_since_baseline(baseline, complaints, real_path(Path.cwd()))
    known = len(complaints) - len(new)
    click.echo(f"{format_count(known, 'complaint')} in the baseline", err=True)
    if gone:
        counted = format_count(gone, "complaint")
        message = f"{counted} of the baseline no longer found: update it with --write-baseline"
        click.echo(message, err=True)
    return new


def _targets(paths: Sequence[str]) -> CheckTargets:
    """Return the targets that `paths` denote. Raises NotPossible if there is nothing to check."""
    library = find_library().root
    targets = find_targets(paths, library) if paths else shipped_targets(library)
    if targets.is_empty:
        where = ", ".join(map(escape_line, paths)) or "the library"
        raise NotPossible(f"there is no edition (.yaml) and no rule file (.rules) in {where}")
    return targets


def _print(
    complaints: Sequence[Complaint],
    form: Format,
    files: Sequence[Path],
    failing: Sequence[Severity],
) -> None:
    """Print complaints in a format."""
    match form:
        case "junit":
            names = [display_path(file) if file.suffix == ".rules" else str(file) for file in files]
            click.echo(to_junit(complaints, names, failing))
        case "json":
            click.echo(to_json(complaints))
        case "sarif":
            from rulewright.testing.complaint_book import all_codes

            root = real_path(Path.cwd())
            data = to_sarif(complaints, root=root, version=__version__, about=all_codes())
            click.echo(json_text(data))
        case "github":
            if complaints:
                first, summary = limit_shown(complaints)
                click.echo("\n".join([to_github(first), *summary]))
        case "text":
            first, summary = limit_shown(complaints)
            colour = uses_colour(sys.stdout)
            for complaint in first:
                click.echo(show_complaint(complaint, colour=colour) + "\n", color=colour)
            for line in summary:
                click.echo(f"{line}\n")
        case _:
            assert_never(form)
