"""Several `first` deeds of one event that draw on the same number: each is asked for by itself."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from rulewright.program import complaints as say
from rulewright.program import program as p
from rulewright.program import typed
from rulewright.program.checking.nullability import form
from rulewright.program.checking.walking import everything
from rulewright.program.program import Program
from rulewright.text import Complaints


def complain_purses(program: Program, complaints: Complaints) -> None:
    """Warn of each deed that has to be possible while an earlier one takes what it needs."""
    events = _Events(program)
    for event in program.events.values():
        deeds = [deed for deed in event.first if isinstance(deed, typed.Do)]
        for number, deed in enumerate(deeds):
            for earlier in deeds[:number]:
                shared = events.changed(earlier.event) & events.needed(deed.event)
                if shared and form(earlier.arguments[0]) == form(deed.arguments[0]):
                    complaints.add(say.odd.one_purse(deed.at, min(shared), earlier.at))
                    break


@define
class _Events:
    """What events need, and what they change, by themselves and by their own first deeds."""

    program: Program
    looking_at: set[str] = field(factory=set)

    def changed(self, name: str) -> set[str]:
        """The numbers, pointers and marks that an event sets."""
        found: set[str] = set()
        for event in self._with_first(name):
            for node in everything((*event.first, *event.body)):
                if isinstance(node, typed.SetTrack):
                    found.add(node.track)
        return found

    def needed(self, name: str) -> set[str]:
        """The numbers, pointers and marks that an event's conditions look at."""
        found: set[str] = set()
        for event in self._with_first(name):
            for node in everything(event.conditions):
                if isinstance(node, typed.TrackOf):
                    found.add(node.track)
        return found

    def _with_first(self, name: str) -> Iterator[p.Event]:
        if name in self.looking_at:
            return
        event = self.program.events[name]
        yield event
        self.looking_at.add(name)
        for deed in event.first:
            if isinstance(deed, typed.Do):
                yield from self._with_first(deed.event)
        self.looking_at.remove(name)
