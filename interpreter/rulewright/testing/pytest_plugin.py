"""A pytest plugin that runs each scenario in a rule file as a test.

pytest loads this module in every project where Rulewright is installed, so it imports the rest of the package
only when a rule file is collected.
"""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from rulewright.testing.scenarios import ScenarioRef


_FOLDERS: Final = pytest.StashKey["dict[Path, list[ScenarioRef] | None]"]()


class ScenarioFailed(Exception):
    """A failed scenario; its text is the report for the user."""


class ScenarioItem(pytest.Item):
    """A test that runs one scenario."""

    def __init__(self, *, ref: ScenarioRef, **kwargs: Any) -> None:
        """Store the scenario, and mark the test with the points that it covers."""
        super().__init__(**kwargs)
        self.ref = ref
        if ref.covers:
            self.add_marker(pytest.mark.covers(*ref.covers))

    def runtest(self) -> None:
        """Run the scenario."""
        from rulewright.language.text import escape_text
        from rulewright.testing.explanations import failure_text
        from rulewright.testing.scenarios import run_scenario

        for warning in self.ref.warnings:
            self.warn(pytest.PytestWarning(escape_text(str(warning))))
        result = run_scenario(self.ref)
        if not result.passed:
            raise ScenarioFailed(escape_text(failure_text(self.ref, result)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the report of a failed scenario; internal errors keep their traceback."""
        if isinstance(excinfo.value, ScenarioFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[PathLike[str] | str, int | None, str]:
        """Return the path of the scenario, its line counted from 0, and its title."""
        return self.path, self.ref.line - 1, self.name


class RulesFile(pytest.File):
    """A rule file with scenarios."""

    def collect(self) -> Iterator[ScenarioItem]:
        """Yield the scenarios of the file as tests."""
        from rulewright.language.text import RulesError, escape_line, escape_text

        try:
            refs = _scenarios(self.path, self.config)
        except RulesError as error:
            from rulewright.testing.checks.rule_checks import as_checked

            checked = RulesError(as_checked(error.complaints))
            raise self.CollectError(escape_text(str(checked))) from None
        for ref in refs:
            # pytest prints names unescaped, and titles are untrusted text.
            yield ScenarioItem.from_parent(self, name=escape_line(ref.title), ref=ref)


def _scenarios(path: Path, config: pytest.Config) -> list[ScenarioRef]:
    """Return the scenarios of a file. All files of its folder are read at once, which is much faster.

    Raises RulesError if the file, or the edition that it names, has errors.
    """
    from rulewright.language.text import RulesError, real_path
    from rulewright.testing.scenarios import find_scenarios

    if any(real_path(Path(name.split("::")[0])) == real_path(path) for name in config.args):
        return find_scenarios(path)
    folders = config.stash.setdefault(_FOLDERS, {})
    if path.parent not in folders:
        try:
            folders[path.parent] = find_scenarios(
                *filter(_has_scenarios, path.parent.glob("*.rules"))
            )
        except RulesError:  # a faulty file must not hide the others, so each is read alone
            folders[path.parent] = None
    refs = folders[path.parent]
    if refs is None:
        return find_scenarios(path)
    return [ref for ref in refs if real_path(Path(ref.path)) == real_path(path)]


def pytest_configure(config: pytest.Config) -> None:
    """Register the `covers` marker, so that `-m covers` and strict markers work."""
    config.addinivalue_line("markers", "covers(*points): the points of a ledger that a test covers")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RulesFile | None:
    """Collect rule files that contain a scenario."""
    if file_path.suffix != ".rules" or not _has_scenarios(file_path):
        return None
    if str(file_path).isprintable():
        return RulesFile.from_parent(parent, path=file_path)
    from rulewright.language.text import escape_line

    return RulesFile.from_parent(parent, path=file_path, nodeid=escape_line(str(file_path)))


def _has_scenarios(path: Path) -> bool:
    """Return whether a line of the file begins with the word `scenario`."""
    from rulewright.language.text import read_leniently

    return any(line.startswith("scenario") for line in read_leniently(path).splitlines())
