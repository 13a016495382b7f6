"""What is new in a version, as CHANGELOG.md tells it: `python .ci/release_notes.py v0.2.0`.

Ends with a word on what is wrong where the tag names another version than the package has, the extension has
another one, or nothing is told of it; so nothing is published then.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path("interpreter", "rulewright", "__init__.py")
EXTENSION = Path("docs", "editor", "vscode", "package.json")


def version_in(root: Path) -> str:
    """The version of a checkout, from the one place where it stands."""
    (found,) = re.findall(r'(?m)^__version__ = "(.+)"$', (root / PACKAGE).read_text("utf-8"))
    return str(found)


def notes(root: Path, tag: str) -> str:
    """What is told of the version of a tag. Raises ValueError where it may not be published."""
    version = version_in(root)
    if tag != f"v{version}":
        raise ValueError(f"the tag {tag} does not name the version {version} of {PACKAGE}")
    extension = json.loads((root / EXTENSION).read_text("utf-8"))["version"]
    if extension != version:
        raise ValueError(f"{EXTENSION} has the version {extension}, not {version}")
    changes = (root / "CHANGELOG.md").read_text("utf-8")
    told = re.search(rf"(?ms)^## {re.escape(version)}\b[^\n]*\n(.*?)(?=^## |\Z)", changes)
    if told is None or not told[1].strip():
        raise ValueError(f"CHANGELOG.md tells nothing under `## {version}`")
    return told[1].strip() + "\n"


if __name__ == "__main__":
    try:
        print(notes(ROOT, sys.argv[1]), end="")
    except ValueError as error:
        sys.exit(str(error))
