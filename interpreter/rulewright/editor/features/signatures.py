"""Signature help: the forms of an event whose verb was typed, and the part being typed."""

from __future__ import annotations

import re
from typing import Final

from rulewright.cli.naming.workbench import EditionView
from rulewright.editor import wire
from rulewright.editor.features.hover import about_name
from rulewright.language.program.program import Event, Parameter
from rulewright.language.text.words.english import sentence_forms

_WORD: Final = re.compile(r"[^\W_][\w-]*")


def signature_help(view: EditionView, line: str) -> wire.SignatureHelp | None:
    """Return the events whose verb is the last one in `line`, the best fit first; None if there is none."""
    if '"' in line or "#" in line:
        return None
    for word in reversed(list(_WORD.finditer(line))):
        events = [e for e in view.program.events.values() if word.group() in sentence_forms(e.verb)]
        if events:
            behind = line[word.end() :]
            # Several events may have this verb: the one with the most prepositions in the text comes first.
            events.sort(key=lambda event: -len(_begun_parameters(event, behind)))
            signatures = [_event_signature(event, view) for event in events]
            active = max((0, *_begun_parameters(events[0], behind))) if behind else 0
            return wire.SignatureHelp(signatures, 0, active)
    return None


def _begun_parameters(event: Event, after_verb: str) -> list[int]:
    """Return the indices of the parameters that may have begun in `after_verb`, the text after the verb."""
    words = after_verb.split()
    own = [n for n, each in enumerate(event.parameters) if n and each.preposition is None]
    return own + [n for n, each in enumerate(event.parameters) if each.preposition in words]


def _event_signature(event: Event, view: EditionView) -> wire.SignatureInformation:
    """Return the signature of an event, with its description."""
    label = ""
    parameters: list[wire.ParameterInformation] = []
    for number, parameter in enumerate(event.parameters):
        label += f"{parameter.preposition} " if number and parameter.preposition else ""
        start = len(label)
        label += _parameter_phrase(parameter)
        parameters.append(wire.ParameterInformation((start, len(label))))
        label += " "
        if number == 0:
            label += " ".join(filter(None, (event.verb, event.fixed))) + " "
    return wire.SignatureInformation(
        label.strip(), wire.markdown(about_name(event, view)), parameters
    )


def _parameter_phrase(parameter: Parameter) -> str:
    """Return a parameter as a phrase: `some points`, `a player called taker`."""
    if parameter.unit is not None:
        return f"some {parameter.unit}"
    kind = parameter.type.name
    called = f" called {parameter.name}" if parameter.name != kind else ""
    article = "some" if parameter.type.many else "an" if kind[0] in "aeiou" else "a"
    return f"{article} {kind}{called}"
