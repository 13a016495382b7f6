"""Where everything lies in the state: one flat row, laid out once for a world.

A cell holds a whole number, or (for places and for the interpreter's own cells) a tuple of them. Every zone is
one cell for each of its owners, so "whose" is a subtraction and "in any" is a range. -1 is nothing and nobody.
What each card of a kind has gets its cells when the first rule of the game asks for it: a row has none for cards
that are not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

if TYPE_CHECKING:
    from rulewright.link.world import World
    from rulewright.program.program import Track, Zone

# The interpreter's own cells, at the front of every row.
FRAMES = 0  # the stack of frames: (block, locals …, frame below)
DECISION = 1  # number of the decision that is awaited, -1 for none
DECIDER = 2  # seat that decides; -1 while chance is asked like a player
ANSWER = 3  # what was chosen last
RANDOM = 4  # state of the game's one random stream
DELAYED = 5  # delayed rules, as (rule, captured …)
CHANCE = 6  # 1: chance stops and asks (scenarios answer for it); 0: the stream decides
FORCED = 7  # decisions with one option, made by the interpreter
MADE = 8  # decisions made by players
OWN_CELLS = 9

NOTHING = -1  # no player, no card, no label
NO_NUMBER = -(2**31)  # no number, where a number may be nothing
DONE = -1  # the option that ends a row of choices
STRIDE = 1024  # options of several lists are numbered list * STRIDE + element + 1


@frozen
class Cells:
    """A run of cells: the first, how many, and what is subtracted from the owner's number to index it.

    Where an owner has one for each label of a list, they lie side by side: `each` of them.
    """

    base: int
    count: int
    first_owner: int = 0
    each: int = 1


@define
class Layout:
    """All runs of cells by the names of what they hold."""

    zones: dict[str, Cells] = field(factory=dict)
    tracks: dict[str, Cells] = field(factory=dict)
    running: dict[tuple[str, str], Cells] = field(factory=dict)
    played: dict[str, int] = field(factory=dict)
    place: int = 0
    known: int = 0
    size: int = OWN_CELLS
    _waiting: dict[str, Cells] = field(factory=dict)

    def zone(self, name: str) -> Cells:
        """The cells of a place."""
        return self._cells_in(self.zones, name)

    def track(self, name: str) -> Cells:
        """The cells of a number, pointer or mark."""
        return self._cells_in(self.tracks, name)

    def wait(self, name: str, cells: Cells) -> None:
        """Keep for later what a place or number will need, should a rule ask for it."""
        self._waiting[name] = cells

    def _cells_in(self, runs: dict[str, Cells], name: str) -> Cells:
        if name not in runs:
            wanted = self._waiting[name]
            runs[name] = evolve(wanted, base=self.size)
            self.size += wanted.count
        return runs[name]

    def take(self, count: int, first_owner: int = 0, each: int = 1) -> Cells:
        """The next cells for so many owners."""
        cells = Cells(self.size, count * each, first_owner, each)
        self.size += cells.count
        return cells


def make_layout(world: World) -> Layout:
    """Give every zone, piece, track and running phase its cells."""
    layout = Layout()
    starts = {kind.starts for kind in world.program.kinds.values()}
    for zone in world.program.zones.values():
        if _may_wait(world, zone) and zone.name not in starts:
            layout.wait(zone.name, _cells(world, Layout(), zone))
        else:
            layout.zones[zone.name] = _cells(world, layout, zone)
    layout.place = layout.take(len(world.pieces)).base
    layout.known = layout.take(len(world.pieces)).base
    for track in world.program.tracks.values():
        if _may_wait(world, track) and track.until_phase is None:
            layout.wait(track.name, _cells(world, Layout(), track))
        else:
            layout.tracks[track.name] = _cells(world, layout, track)
    for phase in world.program.phases.values():
        for parameter in phase.parameters:
            layout.running[(phase.name, parameter.name)] = layout.take(1)
        layout.played[phase.name] = layout.take(1).base
    return layout


def _may_wait(world: World, declared: Zone | Track) -> bool:
    """Whether each card of a kind has one, and nothing but rules asks for it."""
    return declared.owner in world.program.kinds and declared.sight.player is None


def _cells(world: World, layout: Layout, declared: Zone | Track) -> Cells:
    """One cell, or one for each player, label or piece; so many for each label where there is one for each."""
    owner, labels = declared.owner, world.program.labels
    each = len(labels[declared.each].items) if declared.each is not None else 1
    if owner is None:
        return layout.take(1, each=each)
    if owner == "player":
        return layout.take(world.players, each=each)
    if owner in labels:
        return layout.take(len(labels[owner].items), each=each)
    pieces = world.of_kind(owner)
    return layout.take(len(pieces), pieces[0].number if pieces else 0, each)
