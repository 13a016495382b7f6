"""Replay of a game with a trace: begins and ends of phases and events, their causes, and the table at each.

The rules are lowered a second time, so that their story has silent entries for these (`Lowering.trace`). Seed and
decisions lead through the same game; chance is asked like a player, which records its results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import define, frozen

from rulewright.language.link.world import World
from rulewright.language.text import Complaints, RulesError
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.engine import Engine, State
from rulewright.runtime.game.state import Checkpoint, GameState, IllegalChoice
from rulewright.runtime.ir.layout import ASKS_FORCED, CHANCE_SEAT
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.random_stream import fold_seed
from rulewright.runtime.lower.from_world import lower_world, module_of
from rulewright.runtime.lower.setup_validation import SetupValidator
from rulewright.runtime.lower.statements.lower_events import BEGINS, ENDS
from rulewright.runtime.python.python_engine import PythonEngine


@frozen
class PastPhase:
    """A phase of the past: its begin and end in the story (None: still running), and the state at both."""

    phase: str
    began: int
    table: State
    ended: int | None = None
    table_after: State | None = None

    def runs_at(self, length: int) -> bool:
        """Return whether the phase was running when the story had this length."""
        return self.began < length and (self.ended is None or length <= self.ended)


class TracedStory(list[Any]):
    """The story of a replayed game; it copies the state whenever a phase begins or ends."""

    def __init__(self, module: Module, engine: Engine) -> None:
        super().__init__()
        self.marks = [telling.event.startswith((BEGINS, ENDS)) for telling in module.tellings]
        self.engine = engine
        self.state: State = None
        self.tables: dict[int, State] = {}

    def append(self, entry: Any) -> None:
        """Add an entry; if a phase begins or ends with it, copy the state."""
        if self.marks[entry[0]]:
            self.tables[len(self)] = self.engine.copy(self.state)
        super().append(entry)


@define
class ReplayedGame:
    """A replayed game: its end, the states before all decisions, and its traced story."""

    at: GameState
    story: TracedStory

    @property
    def phases(self) -> list[PastPhase]:
        """The phases that were played, in the order of their begins."""
        phases: dict[int, PastPhase] = {}
        running: dict[str, int] = {}
        for number, name in self._lines((BEGINS, ENDS)):
            what, _, phase = name.partition(" ")
            if what == BEGINS.strip():
                running[phase] = number
                phases[number] = PastPhase(phase, number, self.story.tables[number])
            elif phase in running:
                began = running.pop(phase)
                table = self.story.tables[number]
                phases[began] = PastPhase(phase, began, phases[began].table, number, table)
        return list(phases.values())

    def decider(self, past: Checkpoint) -> int:
        """Return the seat that made a past decision, or `CHANCE_SEAT`."""
        return self.at.engine.snapshot(past.state).decider

    def choices_of(self, seat: int | None) -> list[int]:
        """Return the numbers of the decisions made by `seat` (None: by any seat)."""
        return [
            number
            for number, past in enumerate(self.at.past)
            if (self.decider(past) == seat if seat is not None else self.decider(past) >= 0)
        ]

    def _lines(self, sorts: tuple[str, ...]) -> Iterator[tuple[int, str]]:
        """Yield (index, name) of the story entries whose names begin with one of `sorts`."""
        for number, entry in enumerate(self.story):
            name = self.at.game.module.tellings[entry[0]].event
            if name.startswith(sorts):
                yield number, name


@frozen
class Tracer:
    """The rules of a game, lowered with tracing, to replay games played by them."""

    game: CompiledGame

    @classmethod
    def of(cls, world: World, complaints: Complaints) -> Tracer:
        """Return a tracer for games of `world`, the cards, settings and cells of a setup. Raises RulesError."""
        work = lower_world(world, complaints, SetupValidator(), traced=True)
        complaints.raise_if_errors()
        engine = PythonEngine(module_of(work, whole=False), whole=False)
        return cls(CompiledGame(engine.module, engine))

    def replay(self, at: GameState, seed: int) -> ReplayedGame:
        """Return the game dealt from this seed, replayed up to its present; forced decisions are not asked.

        Raises IllegalChoice if its decisions do not lead there.
        """
        forced = bool(at.seen.asking & ASKS_FORCED)
        try:
            again = self._replay(seed, at.decisions, forced)
        except (IllegalChoice, RulesError):
            again = None
        if again is None or table_of(again.at) != table_of(at):
            raise IllegalChoice("the rule files of this game are unknown")
        if not forced:
            return again
        asked = (
            self._has_choice(past) for past in again.at.past if again.decider(past) != CHANCE_SEAT
        )
        chosen = [index for index, several in zip(at.decisions, asked, strict=True) if several]
        return self._replay(seed, chosen, forced=False)

    def _has_choice(self, past: Checkpoint) -> bool:
        """Return whether a past decision had more than one option."""
        return len(self.game.engine.options(past.state)) > 1

    def _replay(self, seed: int, decisions: Sequence[int], forced: bool) -> ReplayedGame:
        """Return the game from `seed` after the option indices `decisions`. Raises IllegalChoice or RulesError."""
        engine = self.game.engine
        story = TracedStory(self.game.module, engine)
        story.state = engine.start(fold_seed(seed), asks_chance=True, asks_forced=forced)
        again = GameState(self.game, story.state, story)
        engine.run(again.state, again)
        _resolve_chance(again)
        for index in decisions:
            again.choose(index)
            _resolve_chance(again)
        return ReplayedGame(again, story)


def _resolve_chance(at: GameState) -> None:
    """Resolve pending chance decisions with the game's own random stream, as an ordinary game does."""
    while at.waiting and at.decider == CHANCE_SEAT:
        options = len(at.option_values())
        at.choose(at.engine.draw(at.state, options) if options > 1 else 0)


def table_of(at: GameState) -> tuple[Sequence[Any], ...]:
    """Return the contents of all zones and variables of a game, comparable between modules."""
    seen, module = at.seen, at.game.module
    zones = [
        (name, [seen.pieces(cell) for cell in zone.run.cells])
        for name, zone in sorted(module.zones.items())
    ]
    counted = [
        (name, [seen.value(name, n) for n in range(variable.run.count)])
        for name, variable in sorted(module.variables.items())
    ]
    return zones, counted
