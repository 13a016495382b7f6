"""Build hooks: parser tables and byte code for a fast start, and a README with absolute links for PyPI."""

from __future__ import annotations

import compileall
import importlib.util
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

FOLDER = Path("interpreter", "rulewright", "language", "syntax", "parsing")


class TablesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Writes the tables beside the module that reads them, and takes them into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the grammar and the built files; hatchling calls this before it builds."""
        root = Path(self.root)
        where = root / FOLDER / "grammar.py"
        spec = importlib.util.spec_from_file_location("grammar", where)
        if spec is None or spec.loader is None:
            return
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        grammar = (root / "grammar" / "rules.lark").read_text(encoding="utf-8")
        for old in (root / FOLDER).glob("*.tables"):
            old.unlink()
        name = module.tables_name(grammar)
        module.write_tables(module.make_tables(grammar), root / FOLDER / name)
        build_data["artifacts"].append((FOLDER / name).as_posix())
        if version == "editable":
            # Of a wheel the installer does it.
            compileall.compile_dir(root / "interpreter", quiet=2)


class ReadmeHook(MetadataHookInterface):
    """Sets the description of the package to README.md with absolute links."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README as long description; hatchling calls this before it writes metadata."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        source = metadata.get("urls", {}).get("Source", "")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, source)}


def absolute(text: str, source: str) -> str:
    """Return Markdown with links into the repository `source`; without one they become plain text, pictures go."""

    def link(match: re.Match[str]) -> str:
        mark, words, target = match.groups()
        if not source:
            return "" if mark else words
        return f"{mark}[{words}]({source.rstrip('/')}/{'raw' if mark else 'blob'}/main/{target})"

    return re.sub(r"(!?)\[([^\]]*)\]\((?!\w+://)([^)\s]+)\)", link, text)
