"""The light forms of answers to editors fit the classes of lsprotocol that stand for them in type checks."""

import re
import subprocess
import sys
from enum import Enum
from pathlib import Path
from typing import Any

import attrs
import pytest
from lsprotocol import types as lsp

from rulewright.editor import wire

FORM: Any = wire.__dict__["ProtocolForm"]
OWN = {
    name: made
    for name, made in vars(wire).items()
    if isinstance(made, type) and made.__module__ == wire.__name__ and made is not FORM
}
FORMS = sorted(name for name, made in OWN.items() if issubclass(made, FORM))
ENUMS = sorted(name for name, made in OWN.items() if issubclass(made, Enum))


@pytest.mark.parametrize("name", FORMS)
def test_fields_told_without_a_name_come_in_the_protocols_order(name: str) -> None:
    order = OWN[name].order  # type: ignore[attr-defined]

    assert order == tuple(field.name for field in attrs.fields(getattr(lsp, name)))[: len(order)]


@pytest.mark.parametrize("name", ENUMS)
def test_numbers_are_those_of_the_protocol(name: str) -> None:
    own: Any = OWN[name]

    assert list(own)
    assert {each.name: each.value for each in own} == {
        each.name: getattr(lsp, name)[each.name].value for each in own
    }


def test_every_class_that_answers_use_has_a_light_form() -> None:
    folder = Path(wire.__file__).parent
    used = {
        name
        for file in folder.rglob("*.py")
        for name in re.findall(r"\bwire\.([A-Z]\w+)", file.read_text(encoding="utf-8"))
    }

    assert used
    assert {name for name in used if not hasattr(wire, name)} == set()


def test_answers_need_no_protocol() -> None:
    code = "import sys, rulewright.editor.playground; assert 'lsprotocol' not in sys.modules"

    subprocess.run([sys.executable, "-c", code], check=True)
