"""Makes parser tables and byte code when the package is built or installed, so that it starts fast at once."""

from __future__ import annotations

import compileall
import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = Path("interpreter", "rulewright", "language", "syntax", "parsing")


class TablesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Writes the tables beside the module that reads them, and takes them into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it builds."""
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
