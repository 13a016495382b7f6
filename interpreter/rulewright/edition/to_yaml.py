"""Writes values as YAML, in the form in which people write editions."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap

WIDTH: Final = 100
_NO_FOLDING: Final = 10_000
"""Names of several words are keys, and YAML has no keys that go over two lines."""


def yaml_text(data: Mapping[str, Any]) -> str:
    """Return these parts as YAML: small ones on one line, the entries of others each on its own; no empty ones."""
    yaml = YAML()
    yaml.default_flow_style = None
    yaml.width = _NO_FOLDING
    text = StringIO()
    filled = {name: part for name, part in data.items() if part not in ([], {})}
    yaml.dump(_styled(filled), text)
    return text.getvalue()


def _styled(part: Any) -> Any:
    if not isinstance(part, Mapping):
        return part
    styled = CommentedMap({name: _styled(inner) for name, inner in part.items()})
    nested = any(isinstance(inner, Mapping) for inner in part.values())
    if nested or len(str(part)) > WIDTH:
        styled.fa.set_block_style()
    else:
        styled.fa.set_flow_style()
    return styled
