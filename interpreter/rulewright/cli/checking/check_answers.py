"""Collects the complaints about all targets of a check, in parallel."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import click

from rulewright.base.library import find_library
from rulewright.cli.checking.check_targets import CheckTargets
from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.parallel import run_in_parallel
from rulewright.language.edition.loading.versions import without_consequences
from rulewright.language.text import (
    Complaint,
    Complaints,
    RulesError,
    display_path,
    escape_line,
    format_count,
    limit_search,
    read_leniently,
    real_path,
    real_path_among,
    resolve_folder,
)
from rulewright.testing.checks.edition_checks import check_edition, check_scenarios
from rulewright.testing.checks.rules_owner import complaints_about, owner_of

Answer = tuple[Complaint, ...]
JUDGED_IN_PART = "E0005"


Job = Callable[[], Answer]
"""A check, which may run in another process."""


def collect_complaints(targets: CheckTargets) -> Complaints:
    """Return the complaints about all targets; a complaint that several editions share is reported once."""
    says = Complaints()
    jobs: dict[object, Job] = {path: partial(check_edition, path) for path in targets.editions}
    views: list[tuple[object, Path | None]] = [(path, None) for path in targets.editions]
    for path in targets.rules:
        where = "no edition"
        try:
            owner = owner_of(path, configured_edition)
            where = owner.why
            key: Path = path
            if owner.edition is not None and owner.reads:
                key = owner.edition.files[0]
                jobs.setdefault(key, partial(check_edition, key))
                views.append((key, path))
            else:
                from rulewright.testing.checks.rule_checks import (
                    check_owned,  # imported late: it loads the compiler
                )

                jobs[key] = partial(check_owned, resolve_folder(path), owner)
                views.append((key, None))
        except RulesError as error:
            says.extend(error.complaints)
        click.echo(escape_line(f"{display_path(path)}: checked in {where}"), err=True)
    if targets.scenarios:
        files = tuple(map(resolve_folder, targets.scenarios))
        jobs["scenarios"] = partial(check_scenarios, files)
        views.append(("scenarios", None))
    answers = dict(
        zip(jobs, run_in_parallel(_check_job, list(jobs.values()), least=2), strict=True)
    )
    for name, only in views:
        says.extend(answers[name] if only is None else complaints_about(answers[name], only))
    says.reset_to(without_consequences(says))
    return says


def _check_job(job: Job) -> Answer:
    """Run the check `job` and return its complaints, with a limit on the search for similar names."""
    with limit_search():
        return job()


def without_repetitions(complaints: Iterable[Complaint], *, each_file: bool) -> Answer:
    """Return the complaints without repetitions.

    One file may have been found under two paths. Unless `each_file` gets a verdict, a complaint that a file
    cannot be judged whole (E0005) is dropped too, if the error that prevents it is reported itself.
    """
    folders, unique = dict[Path, Path](), dict[tuple[str, str, object], Complaint]()
    for complaint in complaints:
        key = complaint.code, complaint.message, _place_key(complaint, folders)
        if key not in unique or len(_file_name(complaint)) < len(_file_name(unique[key])):
            unique[key] = complaint
    causes = {place for code, _, place in unique if code != JUDGED_IN_PART}
    return tuple(
        complaint
        for (code, _, place), complaint in unique.items()
        if each_file or code != JUDGED_IN_PART or place not in causes
    )


def _place_key(complaint: Complaint, folders: dict[Path, Path]) -> object:
    """Return the real path and range of a complaint, which identify it; `folders` caches real paths."""
    span = complaint.span
    return span and (real_path_among(Path(span.source.name), folders), span.start, span.end)


def _file_name(complaint: Complaint) -> str:
    """Return the file name in a complaint; "" if it has no place."""
    return complaint.span.source.name if complaint.span is not None else ""


def configured_edition() -> str:
    """Return the id or path of the configured edition."""
    from rulewright.cli.common.configuration import choose_edition

    return choose_edition(None).name


def own_files(targets: CheckTargets) -> list[Path]:
    """Return all files that were checked, without shipped ones unless they were named."""
    library = find_library()
    files: dict[Path, None] = dict.fromkeys(targets.editions)
    files |= dict.fromkeys(sorted(targets.seen))
    files |= dict.fromkeys(targets.scenarios)
    named, folders = {real_path(path) for path in targets.editions}, dict[Path, Path]()
    real = {each: real_path_among(each, folders) for each in files}
    return [each for each in files if real[each] in named or not library.holds(real[each])]


def count_rule_files(targets: CheckTargets) -> int:
    """Return the number of the author's rule files; of all rule files, if nothing but shipped ones was checked."""
    library = find_library()
    own = [path for path in targets.seen if not library.holds(path)]
    if own or not all(library.holds(real_path(path)) for path in targets.editions):
        return len(own)
    return len(targets.seen)


def play_complaints(targets: CheckTargets, games: int, seed: int) -> Complaints:
    """Return the complaints that playing games reveals, and print what was played; faulty editions are skipped."""
    from rulewright.runtime.session.rules.rulebook import load_rulebook
    from rulewright.testing.checks.deep_checks import check_deep

    if not targets.editions:
        raise NotPossible("--deep needs an edition to play, and none was named")
    says = Complaints()
    for path in targets.editions:
        try:
            says.extend(check_deep(path, games, seed))
            players = load_rulebook(path).edition.players.value
            seeds = f"seeds {seed} to {seed + games - 1}" if games > 1 else f"seed {seed}"
            played = f"played {format_count(games, 'random game')} with each number of players ({players}), {seeds}"
        except RulesError:
            played = "not played, because it has errors"
        click.echo(escape_line(f"{display_path(path)}: {played}"), err=True)
    return says


def untested_rules(targets: CheckTargets) -> Complaints:
    """Return complaints about rules that no scenario reaches, in the author's own editions and rule files."""
    from rulewright.testing.checks.untested import check_untested

    library, says = find_library(), Complaints()
    wanted: dict[Path, list[Path]] = {path: [] for path in targets.editions}
    for path in targets.rules:
        owner = owner_of(path, configured_edition)
        if owner.edition is not None and owner.reads:
            wanted.setdefault(owner.edition.files[0], []).append(path)
    files = [*sorted(targets.seen), *targets.scenarios]
    for edition, named in wanted.items():
        if not library.holds(real_path(edition)):
            complaints = check_untested(edition, files)
            says.extend(complaints if edition in targets.editions else ())
            for path in named:
                says.extend(complaints_about(complaints, path))
    return says


def without_allowed(complaints: Answer, files: Iterable[Path], played: bool) -> Answer:
    """Return the complaints without those that comments in these files allow; see `checks.allowances`."""
    written = [file for file in files if "allow" in read_leniently(file)]
    if not written:
        return complaints
    from rulewright.testing.checks.allowances import apply_allowances

    return apply_allowances(complaints, written, played)
