"""Pages and parts of pages, drawn by the templates beside this."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context

from rulewright.front.common.speech import say, speaking

HERE: Final = Path(__file__).parent


@cache
def _templates() -> Environment:
    found = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    found.globals["say"] = _said
    found.globals["asset"] = asset
    return found


@cache
def _alone(language: str, text: str) -> str:
    with speaking(language):
        return say(text)


@pass_context
def _said(drawing: Context, text: str, **values: object) -> str:
    """A text in the language of the page; those without values are put together once."""
    return say(text, **values) if values else _alone(str(drawing["language"]), text)


@cache
def static_file(name: str) -> bytes:
    """A file that is sent as it is: the style sheet, the script."""
    return (HERE / "static" / name).read_bytes()


@cache
def asset(name: str) -> str:
    """The address of such a file; another one when it changes."""
    return f"/static/{name}?{hashlib.sha256(static_file(name)).hexdigest()[:12]}"


def drawn(template: str, language: str, **values: Any) -> str:
    """A page, or a part of one, in a language."""
    with speaking(language):
        return _templates().get_template(template).render(language=language, **values)
