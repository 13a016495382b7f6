"""Runs the command line inside the tests' own process."""

import json
from typing import Any

from attrs import frozen
from click.testing import CliRunner, Result


@frozen
class Shell:
    """The command `rulewright`."""

    runner: CliRunner

    def run(self, *arguments: object, typed: str = "", exit_code: int | None = 0) -> Result:
        """Run it; what is printed must never be a traceback, and the exit code be as expected.

        None expects none, but that the command did not fail itself.
        """
        from rulewright.cli.command_line import rulewright

        result = self.runner.invoke(rulewright, [str(each) for each in arguments], input=typed)
        assert "Traceback" not in result.output
        if exit_code is None:
            assert result.exit_code in (0, 1, 2), result.output
        else:
            assert result.exit_code == exit_code, result.output
        return result

    def json(self, *arguments: object) -> Any:
        """Run it, and return the data of its line of JSON."""
        data = json.loads(self.run(*arguments).stdout)
        del data["command"], data["exit"]
        return data
