"""What a deed may change, with all that rules make of it: so that nobody relies on what was before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field

from rulewright.program import program as p
from rulewright.program import typed
from rulewright.program.checking.nullability import Known, mentions
from rulewright.program.checking.walking import Part, everything
from rulewright.program.program import Program

Effects = frozenset[str]
"""Names of the tracks that are set; `MOVES` if cards change their places."""

MOVES = " moves"


@define
class Effect:
    """The effects of every event and phase of a program."""

    program: Program
    of: dict[tuple[str, str], Effects] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        """Work all of them out: those of each, then those of what they lead to, until nothing is new."""
        bodies = dict(bodies_of(self.program))
        changed = True
        while changed:
            changed = False
            for key, body in bodies.items():
                found = self.block(body)
                if found != self.of.get(key, frozenset()):
                    self.of[key] = found
                    changed = True

    def block(self, body: Iterable[Part]) -> Effects:
        """The effects of some statements."""
        found: set[str] = set()
        for node in everything(body):
            match node:
                case typed.SetTrack(track=name):
                    found.add(name)
                case typed.Move() | typed.Exchange():
                    found.add(MOVES)
                case _:
                    for key in led_to(node):
                        found |= self.of.get(key, frozenset())
        return frozenset(found)


def led_to(node: Part) -> Iterator[tuple[str, str]]:
    """The event, phase or moments that a statement itself leads to, by sort and name."""
    match node:
        case typed.Do(event=name) | typed.May(event=name):
            yield "event", name
        case typed.Play(phase=name):
            yield "phase", name
        case typed.UsePowers(moments=names):
            yield from (("moment", name) for name in names)


def bodies_of(program: Program) -> Iterator[tuple[tuple[str, str], list[Part]]]:
    """Every statement that an event, phase or moment leads to directly."""
    found: dict[tuple[str, str], list[Part]] = {}
    for event in program.events.values():
        found["event", event.name] = [*event.first, *event.body]
    for phase in program.phases.values():
        ends = [t.name for t in program.tracks.values() if t.until_phase == phase.name]
        found["phase", phase.name] = [*phase.body, *(_back(program, name, phase) for name in ends)]
    for rule in program.rules:
        match rule:
            case p.Hook(when="start" | "end", event=name, body=body):
                found.setdefault(("phase", name), []).extend(body)
            case p.Hook(event=name, body=body) | p.Means(event=name, body=body):
                found.setdefault(("event", name), []).extend(body)
            case p.Power(moment=name, body=body):
                found.setdefault(("moment", name), []).extend(body)
    yield from found.items()


def _back(program: Program, track: str, phase: p.Phase) -> typed.SetTrack:
    """A track goes back to its start when its phase ends."""
    nothing = typed.Nothing(type=program.tracks[track].type, at=phase.at)
    return typed.SetTrack(track=track, owner=None, value=nothing, at=phase.at)


def after(known: Known, effects: Effects) -> Known:
    """What is still known when these may have changed."""
    return frozenset(form for form in known if not _touched(form, effects))


def _touched(form: object, effects: Effects) -> bool:
    for name in effects:
        if name == MOVES:
            if mentions(form, "OwnerOf") or mentions(form, "End"):
                return True
        elif mentions(form, "TrackOf", name):
            return True
    return False
