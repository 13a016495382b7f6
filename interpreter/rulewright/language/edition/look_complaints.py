"""Complaints about look files: one function for each code, which words it."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.language.text import Span, Wording, code, did_you_mean, one_of


@code("Y0501")
def unknown_look_key(at: Span, key: str, what: str, known: Sequence[str]) -> Wording:
    """A key that a look file does not have."""
    message = f"{what} has no key `{key}`; expected {one_of(known, word=key)}"
    return Wording(message, at, help=did_you_mean(key, known))


@code("Y0502")
def bad_look_value(at: Span, what: str, expected: str, found: str) -> Wording:
    """A value that a look file cannot use in this place."""
    return Wording(f"{what} cannot be {found}", at, help=f"write {expected}")


@code("Y0503")
def unknown_look_name(at: Span, what: str, name: str, known: Sequence[str]) -> Wording:
    """A line of a look file about something that is not in the rules."""
    message = f"the rules have no {what} `{name}`; expected {one_of(known, word=name)}"
    return Wording(message, at, help=did_you_mean(name, known) or f"delete `{name}`")


@code("Y0504")
def unknown_emblem(at: Span, name: str, known: Sequence[str]) -> Wording:
    """An emblem that the page does not have."""
    message = f"no emblem is called `{name}`; expected {one_of(known, word=name)}"
    help = did_you_mean(name, known) or "to draw your own, write a path such as `M3 3h18v18H3z`"
    return Wording(message, at, help=help)


@code("Y0505")
def low_contrast(at: Span, colour: str, contrast: float, darker: str) -> Wording:
    """A colour on which white names of cards cannot be read well."""
    message = f"white text on `{colour}` has a contrast of {contrast:.1f}:1; it needs 4.5:1"
    return Wording(message, at, help=f"make it darker: `{darker}` is dark enough")


@code("Y0506")
def unusable_picture(at: Span, name: str, endings: str, most: int) -> Wording:
    """A picture that cannot be shown."""
    message = f"`{name}` is no picture in the folder of the edition or below"
    return Wording(message, at, help=f"use a file with {endings}, of at most {most} KB")
