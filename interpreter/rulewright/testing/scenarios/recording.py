"""Records a part of a played game as a scenario that passes, or explains why none can be written.

The scenario begins with a phase: `given` describes the table at its start, `when` plays the phase and repeats the
choices. The scenario is run, and its final table is compared with that of the game. If they differ, a more
detailed scenario is tried, and then one of the enclosing phase.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from rulewright.base.plain_files import relative_path
from rulewright.base.records import Record
from rulewright.language.edition.loading.find import is_path
from rulewright.language.program.program import Program
from rulewright.language.syntax import parse_all, tree
from rulewright.language.text import Complaints, RulesError, Source
from rulewright.runtime.game.state import GameState, IllegalChoice
from rulewright.runtime.ir.module import Module, VariableEntry
from rulewright.runtime.ir.nodes.ir_types import Kind
from rulewright.runtime.ir.snapshot import Snapshot
from rulewright.runtime.session.explain.tracing import PastPhase, ReplayedGame
from rulewright.runtime.session.games import Game
from rulewright.runtime.session.rules.internals import inside
from rulewright.testing.scenarios.discovery import (
    EditionScenarios,
    ScenarioRef,
    cards_of,
    edition_key,
    make_suite,
    may_use_edition,
)
from rulewright.testing.scenarios.fixtures import ScenarioWords, Unsayable, zone_of
from rulewright.testing.scenarios.runner import run_with_state
from rulewright.testing.scenarios.transcript import GamePart, Transcript


class NotWritten(Exception):
    """No scenario can be written; the text explains why."""


def record_scenario(game: Game, title: str, path: Path, seat: int, back: int = 1) -> str:
    """Return a scenario of the events since the last `back` choices of `seat`, to be saved in the file `path`.

    It shows the whole table, including hidden cards. Raises NotWritten.
    """
    try:
        replayed = (
            inside(game.rules).tracer(game.players, game.options).replay(game.state, game.seed)
        )
    except IllegalChoice as error:
        raise NotWritten(str(error)) from error
    choices = replayed.choices_of(seat)
    if not 0 < back <= len(choices):
        raise NotWritten(f"{game.names[seat]} has chosen {len(choices)} times so far")
    edition = _edition_of(game, path)
    book = inside(game.rules)
    words = ScenarioWords(replayed.at.game.module, book.program, book.edition.cards_by_display_name)
    return _Recorder(game, replayed, words, title, path, edition, choices[-back]).text()


def _edition_of(game: Game, path: Path) -> str:
    """Return the name of the edition in a scenario at `path`: an id or a relative path. Raises NotWritten."""
    source = inside(game.rules).source
    if not is_path(source):
        return source
    edition = Path(relative_path(os.path.realpath(source), os.path.realpath(path.parent)))
    if not may_use_edition(edition.as_posix(), path):
        raise NotWritten(
            f"a file at {path} cannot use {source}; name a file in the folder of that file"
        )
    return edition.as_posix()


class _Recorder(Record):
    """A writer for the scenario of a replayed game, from its decision with the number `first` on."""

    game: Game
    replayed: ReplayedGame
    words: ScenarioWords
    title: str
    path: Path
    edition: str
    first: int

    def text(self) -> str:
        """Return the shortest recording that passes. Raises NotWritten."""
        reasons: list[str] = []
        for played in reversed(self._enclosing_phases()):
            part = self._game_part(played)
            for whole in (False, True):
                try:
                    text = self._scenario_text(Transcript(self.replayed, self.words, part, whole))
                    self._verify(text, part, whole)
                except Unsayable as error:
                    reasons.append(str(error))
                else:
                    return text
        why = (
            reasons[0]
            if reasons
            else "it was outside of all phases, but a scenario begins with a phase"
        )
        raise NotWritten(why)

    def _enclosing_phases(self) -> list[PastPhase]:
        """Return the phases that run when decision `first` is made, the outermost first."""
        event_number = self.replayed.at.past[self.first].line_count
        return [played for played in self.replayed.phases if played.runs_at(event_number)]

    def _game_part(self, played: PastPhase) -> GamePart:
        """Return the part of the game from the beginning of a phase to its end, or until now."""
        at, first = self.replayed.at, self.first
        inside = [n for n, each in enumerate(at.past) if played.runs_at(each.line_count)]
        before = tuple(at.past[n] for n in inside if n < first)
        since = tuple(at.past[n] for n in inside if n >= first)
        after = at if played.ended is None else GameState(at.game, played.table_after, [])
        return GamePart(played, before, since, after)

    def _scenario_text(self, teller: Transcript) -> str:
        """Return the text of the scenario. Raises Unsayable."""
        edition = f'"{self.edition}"' if is_path(self.edition) else self.edition
        place = f"in {edition}, {self.game.players} players"
        if self.game.cast:
            place += f", with {' and '.join(map(self.words.card, self.game.cast))}"
        place += "".join(f", option {option}" for option in self.game.options)
        if teller.whole:
            place += f", seed {teller.seed}"
        return "\n".join([f'scenario "{self.title}"', f"    {place}", *teller.lines(), ""])

    def _verify(self, text: str, part: GamePart, whole: bool) -> None:
        """Run the scenario. Raises Unsayable if it fails, or ends with another table than the game."""
        try:
            result, end = run_with_state(scenario_in(text, self.path))
        except RulesError as error:
            raise Unsayable(error.complaints[0].message) from error
        if not result.passed:
            raise Unsayable(result.message)
        likeness = TableComparison(self.words.program, by_order=whole)
        here = likeness.of(self.words.module, part.after.seen)
        if tables_differ(here, likeness.of(end.game.module, end.seen)):
            raise Unsayable("it depends on something that a scenario cannot describe")


def scenario_in(text: str, path: Path) -> ScenarioRef:
    """Return the only scenario in `text`, as if it were in the file at `path`.

    Raises RulesError for its errors and warnings.
    """
    complaints = Complaints()
    nodes = parse_all([Source(str(path), text)], complaints)
    complaints.raise_if_errors()
    node = next(each for each in nodes if isinstance(each, tree.Scenario))
    scenarios = EditionScenarios([], cards_of(node), [node])
    suite = make_suite(edition_key(node.place.edition.text, path), scenarios, complaints, lint=True)
    if list(complaints):
        raise RulesError(complaints)
    scenario = suite.program.scenarios[0]
    at = scenario.at
    return ScenarioRef(scenario.title, str(path), at.line, scenario.covers, suite, scenario)


# ------------------------------------------------------------------ whether two tables are alike


class TableComparison(Record):
    """A comparison of tables that ignores the identity of copies; with `by_order`, the order of cards counts."""

    program: Program
    by_order: bool

    def of(self, module: Module, snapshot: Snapshot) -> dict[object, Any]:
        """Return the comparable values of a table."""
        names = [piece.name for piece in module.pieces]
        values: dict[object, Any] = {}
        for zone in module.zones.values():
            for index, cell in enumerate(zone.run.cells):
                cards = [names[card] for card in snapshot.pieces(cell)]
                ordered = zone.ordered and self.by_order
                values[zone.name, index] = cards if ordered else sorted(cards)
        for variable in module.variables.values():
            if variable.name in self.program.variables:
                values[variable.name] = self._values(module, snapshot, variable)
        return values

    def _values(self, module: Module, snapshot: Snapshot, variable: VariableEntry) -> list[Any]:
        """Return a variable's values; a variable of cards gives sorted rows with card name and zone."""
        values: list[Any] = [snapshot.value(variable.name, n) for n in range(variable.run.count)]
        if variable.type.kind is Kind.PIECE:
            values = [module.pieces[value].name if value >= 0 else "" for value in values]
        if variable.owner not in self.program.kinds:
            return values
        card_values = []
        for index, value in enumerate(values):
            piece, label = divmod(index, variable.run.each)
            piece += variable.run.first_owner
            zone, place = zone_of(module, snapshot.place(piece))
            card_values.append((module.pieces[piece].name, label, zone.name, place, value))
        return sorted(card_values)


def tables_differ(one: dict[object, Any], other: dict[object, Any]) -> bool:
    """Return whether two tables have different values for a key of both; keys of only one are ignored."""
    return any(one[key] != other[key] for key in one.keys() & other.keys())
