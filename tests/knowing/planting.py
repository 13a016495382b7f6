"""Faults planted in the interpreter as it runs: a page is compiled otherwise, and its functions get that code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from attrs import frozen


@frozen
class Fault:
    """A fault to be planted: what it is, on which page, what stands there and what shall."""

    name: str
    page: str
    old: str
    new: str

    def planted(self) -> str:
        """The text of the page with the fault in it."""
        text = source_of(self.page)
        assert text.count(self.old) == 1, (
            f"{self.name}: {text.count(self.old)} times in {self.page}"
        )
        return text.replace(self.old, self.new)


def page_of(name: str) -> ModuleType:
    """A module of the interpreter by its name there: `observation.card_identities`."""
    return import_module(f"rulewright.{name}")


def source_of(name: str) -> str:
    """Its text."""
    return Path(str(page_of(name).__file__)).read_text(encoding="utf-8")


@contextmanager
def otherwise(name: str, text: str) -> Iterator[None]:
    """Functions and methods of a page do what the same ones of another text do; afterwards what they did before."""
    page = page_of(name)
    wanted = dict(_codes(compile(text, str(page.__file__), "exec", dont_inherit=True)))
    functions = list(_functions(page))
    before = [function.__code__ for function in functions]
    try:
        for function in functions:
            function.__code__ = wanted[function.__qualname__]
        yield
    finally:
        for function, code in zip(functions, before, strict=True):
            function.__code__ = code


@contextmanager
def planted(fault: Fault) -> Iterator[None]:
    """The interpreter has a fault as long as this lasts; what it has compiled before is as it was."""
    with otherwise(fault.page, fault.planted()):
        yield


def _codes(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    """What is compiled of each function outside of others, by its name."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner.co_qualname, inner
            yield from () if "<locals>" in inner.co_qualname else _codes(inner)


def _functions(page: ModuleType) -> Iterator[FunctionType]:
    """The functions of a page and the methods of its classes."""
    for value in vars(page).values():
        yield from _those_of(value, page.__name__)


def _those_of(value: Any, page: str) -> Iterator[FunctionType]:
    """The functions that a name of a page stands for."""
    if isinstance(value, type) and value.__module__ == page:
        for inner in vars(value).values():
            yield from _those_of(inner, page)
        return
    for behind in ("__func__", "fget", "func", "__wrapped__"):
        value = getattr(value, behind, None) or value
    mine = isinstance(value, FunctionType) and value.__module__ == page
    # What attrs writes for a class stands in no file.
    if mine and not value.__code__.co_filename.startswith("<"):
        yield value
