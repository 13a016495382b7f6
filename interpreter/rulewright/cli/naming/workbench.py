"""The files open in an editor, with the complaints about them and the checked editions they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Final

from rulewright.base.library import find_library
from rulewright.base.records import Draft, Record, field
from rulewright.cli.common.configuration import (
    FALLBACK,
    OWN_FILE,
    choose_edition,
    nearest_own_file,
)  # fmt: skip
from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.named_files import YAML, is_edition
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.loading.load import read_edition
from rulewright.language.link.rule_files import RULES, all_files_of_edition, listing_folders_once
from rulewright.language.program.program import Program
from rulewright.language.program.references import ReferenceIndex, recording_references
from rulewright.language.text import (
    Complaint,
    Complaints,
    RulesError,
    Source,
    Span,
    allow_folder,
    display_path,
    open_in_editor,
    read_leniently,
    read_source,
    real_path,
)
from rulewright.testing.checks import EditionCheck, check_rules
from rulewright.testing.checks.allowances import apply_allowances
from rulewright.testing.checks.incremental import IncrementalProgram
from rulewright.testing.checks.rules_owner import owner_of
from rulewright.testing.migration import Migration

ComplaintsByFile = dict[Path, tuple[Complaint, ...]]
"""Complaints by file."""

MOST_VIEWS: Final = 4
"""The largest number of cached views."""


class EditionView(Record):
    """An edition with its checked rules, from the texts in the editor; incomplete where they have errors."""

    edition: Edition
    incremental: IncrementalProgram
    program: Program
    witness: ReferenceIndex


class Workbench(Draft):
    """The open files with their texts, and the complaints last reported."""

    texts: dict[Path, str] = field(factory=dict)
    complaints_by_target: dict[Path, ComplaintsByFile] = field(factory=dict)
    """The last complaints by target: an edition, or a rule file without one."""
    changes: int = 0
    """The number of changes so far."""
    checked: dict[Path, int] = field(factory=dict)
    """For each target, the number of changes at its last check."""
    migrations: dict[Path, tuple[int, Migration]] = field(factory=dict)
    """The last migration of each file, with the number of changes when it was computed."""
    _unfinished: dict[Path, EditionCheck] = field(factory=dict)
    """Checks of the current texts with postponed steps."""
    _views: dict[Path, EditionView] = field(factory=dict)
    _last: dict[Path, EditionView] = field(factory=dict)
    _check_roots: dict[Path, tuple[Path, bool]] = field(factory=dict)

    # ------------------------------------------------------------------ what is open

    def put(self, path: Path, text: str) -> None:
        """Set the text of an open file."""
        if path not in self.texts:
            allow_folder(path.parent)
        before = self.texts.get(path)
        if before == text:
            return
        if (read_leniently(path) if before is None else before) != text:
            self.changes += 1
        self._invalidate_dependents(path, before)
        self.texts[path] = text

    def close(self, path: Path) -> None:
        """Close a file; its text is again the one on the disk."""
        self.changes += 1
        self._invalidate_dependents(path, None)
        self.texts.pop(path, None)

    def invalidate_files(self) -> None:
        """Invalidate everything that depends on files on the disk."""
        self.changes += 1
        self._views.clear()
        self._unfinished.clear()
        self._check_roots.clear()

    def _invalidate_dependents(self, path: Path, before: str | None) -> None:
        """Invalidate what depends on a file whose text changes."""
        self._views.clear()
        self._unfinished.clear()
        if path.suffix in YAML or before is None:
            self._check_roots.clear()

    def source(self, path: Path) -> Source:
        """Return the text of a file, under the name used in complaints. Raises Unreadable."""
        with open_in_editor(self.texts):
            return read_source(path, display_path(path))

    # ------------------------------------------------------------------ what is wrong

    def check(self, path: Path, *, soon: bool = False) -> ComplaintsByFile:
        """Check everything a file belongs to; return the complaints by file, this file last.

        Targets that are up to date are not checked again. If `soon`, slow checks are postponed; while `path` has
        errors, other files then keep their earlier complaints, most of which would only be consequences.
        """
        before = set(chain.from_iterable(self.complaints_by_target.values()))
        with open_in_editor(self.texts):
            targets = list(self._check_targets(path))
            if (path, False) not in targets and path.suffix == RULES:
                self.complaints_by_target.pop(path, None)  # an edition reads it now, unlike before
            for target, reads in targets:
                if (
                    self.checked.get(target) != self.changes
                    or target not in self.complaints_by_target
                ):
                    complaints = _group_by_file(self._complaints(target, reads, soon), target)
                    is_wrong = any(each.severity == "error" for each in complaints.get(path, ()))
                    if target in self._unfinished and is_wrong:
                        complaints = {
                            **self.complaints_by_target.get(target, {}),
                            path: complaints[path],
                        }
                    self.complaints_by_target[target] = complaints
                    if target not in self._unfinished:
                        self.checked[target] = self.changes
        others = (before | set(chain.from_iterable(self.complaints_by_target.values()))) - {path}
        return {file: self.complaints(file) for file in (*others, path)}

    def goes_on(self) -> bool:
        """Run one step of the postponed slow checks; return whether any are left."""
        with open_in_editor(self.texts), listing_folders_once():
            for check in self._unfinished.values():
                if check.later:
                    check.run_step()
                    break
        return self.is_unfinished

    @property
    def is_unfinished(self) -> bool:
        """Whether checks are postponed."""
        return any(check.later for check in self._unfinished.values())

    def drop(self, path: Path) -> ComplaintsByFile:
        """Forget the complaints found because of a closed file; return the remaining ones by file."""
        before = set(chain.from_iterable(self.complaints_by_target.values()))
        self.complaints_by_target.pop(path, None)
        if not self.texts:
            self.complaints_by_target.clear()
        return {file: self.complaints(file) for file in before}

    def complaints(self, path: Path) -> tuple[Complaint, ...]:
        """Return the last complaints about a file from all checks, without repetitions."""
        return tuple(
            dict.fromkeys(
                each
                for by_file in self.complaints_by_target.values()
                for each in by_file.get(path, ())
            )
        )

    def _check_targets(self, path: Path) -> Iterator[tuple[Path, bool]]:
        """Yield what to check after a change: paths, each with whether it is an edition or rules without one."""
        if path.suffix == RULES:
            own = [self._check_root(path)]
        else:
            own = [(path, True)] if is_edition(path) else []
        yield from own
        project = nearest_own_file(path)
        if project is not None:
            yield real_path(project), False
        # An edition with complaints in this file reads it, so check that again too.
        for target, by_file in list(self.complaints_by_target.items()):
            if (target, True) not in own and target.suffix in YAML and path in by_file:
                yield target, True

    def _complaints(self, target: Path, edition: bool, soon: bool) -> tuple[Complaint, ...]:
        """Check a target and return its complaints; if `soon`, postpone slow checks of an edition."""
        if target.name == OWN_FILE:
            from rulewright.cli.checking.check_levels import own_file_complaints

            return own_file_complaints(target)
        with listing_folders_once():
            if edition:
                begun = self._unfinished.pop(target, None)
                check = begun or EditionCheck(target, [] if soon else None)
                while not soon and check.run_step():
                    pass
                complaints = check.complaints()
                if check.later:
                    self._unfinished[target] = check
            else:
                complaints = check_rules(target, default_edition).complaints
            return apply_allowances(complaints, _own_files(target, edition), played=False)

    # ------------------------------------------------------------------ what is known

    def view(self, path: Path) -> EditionView | None:
        """Return the checked edition that a file belongs to; None if there is none."""
        with open_in_editor(self.texts):
            edition = self._edition(path)
            if edition is None:
                return None
            key = edition.files[0] if path.suffix in YAML or self._check_root(path)[1] else path
            if key not in self._views:
                incremental = IncrementalProgram(edition)
                if len(self._views) >= MOST_VIEWS:
                    self._views.clear()
                with recording_references() as witness:
                    program = incremental.compile_partially()
                self._views[key] = EditionView(edition, incremental, program, witness)
            return self._views[key]

    def last_view(self, path: Path) -> EditionView | None:
        """Return the checked edition of a file; if it cannot be read now, the last one that could."""
        view = self.view(path)
        if view is not None:
            self._last[path] = view
        return view or self._last.get(path)

    @contextmanager
    def with_text(self, path: Path, text: str) -> Iterator[None]:
        """Replace the text of a file within the body."""
        before = dict(self.texts)
        self.texts[path] = text
        try:
            yield
        finally:
            self.texts = before

    def recheck(self, path: Path) -> None:
        """Compile a file's edition again for its effect on active recorders, without changing cached views."""
        with open_in_editor(self.texts):
            edition = self._edition(path)
            if edition is not None:
                IncrementalProgram(edition).compile_partially()

    def _edition(self, path: Path) -> Edition | None:
        """Return the edition that a file is checked with; None if it cannot be read."""
        try:
            target, reads = self._check_root(path) if path.suffix == RULES else (path, True)
            if not reads:
                return owner_of(path, default_edition).edition
            return read_edition(target, find_library().root, Complaints())
        except RulesError:
            return None

    def _check_root(self, path: Path) -> tuple[Path, bool]:
        """Return the path under which rules are checked, and whether it is an edition that reads them."""
        if path not in self._check_roots:
            try:
                home = owner_of(path, default_edition)
                read_by = home.edition.files[0] if home.edition and home.reads else None
            except RulesError:
                read_by = None
            self._check_roots[path] = (path, False) if read_by is None else (read_by, True)
        return self._check_roots[path]


def default_edition() -> str:
    """Return the configured edition; `FALLBACK` if the configuration is wrong."""
    try:
        return choose_edition(None).name
    except NotPossible:
        return FALLBACK


def path_of(span: Span) -> Path:
    """Return the file that contains a span."""
    return real_path(Path(span.source.name))


def _own_files(target: Path, edition: bool) -> Iterator[Path]:
    """Yield the files of a target that are not shipped."""
    library = find_library()
    try:
        edition_read = read_edition(target, library.root, Complaints()) if edition else None
    except RulesError:
        return
    if edition_read is None:
        yield target
    for file in (
        (*edition_read.files, *all_files_of_edition(edition_read, scenarios=True))
        if edition_read is not None
        else ()
    ):
        if not library.holds(file):
            yield file


def _group_by_file(complaints: Iterable[Complaint], target: Path) -> ComplaintsByFile:
    """Group complaints by file; those without a place belong to the target."""
    by_file: dict[Path, list[Complaint]] = {}
    for complaint in complaints:
        span = complaint.span
        file = target if span is None else real_path(Path(span.source.name))
        by_file.setdefault(file, []).append(complaint)
    return {path: tuple(each) for path, each in by_file.items()}
