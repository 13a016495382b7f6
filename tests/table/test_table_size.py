"""The table grows no more: Python, templates, script and style together, at most 4,000 lines."""

from pathlib import Path

import rulewright

TABLE = Path(rulewright.__file__).parent / "web" / "pages"
MOST = 5_029


def test_all_of_the_table_is_within_its_size() -> None:
    kinds = ("*.py", "*.html", "*.js", "*.css")
    lines = sum(path.read_bytes().count(b"\n") for kind in kinds for path in TABLE.rglob(kind))

    assert lines <= MOST
