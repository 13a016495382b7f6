"""All shipped editions and rules are without complaints."""

import re

import pytest
from click.testing import CliRunner

from front.kit import Shell


@pytest.mark.long
def test_all_that_is_shipped_is_right() -> None:
    shown = Shell(CliRunner()).run("check").stdout

    assert "editions and" in shown
    # Words that are missing in some language are but noted; those that the rules no longer say are not.
    assert re.search(r"rule files checked: (no complaints|\d+ notes?)\n$", shown)
