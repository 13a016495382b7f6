"""The scenarios of some files under one edition, as code of the machines that they need."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from rulewright.coverage import Clause
from rulewright.coverage.clauses_of_program import clauses_of
from rulewright.coverage.counting import Counters, Tally, start_counting
from rulewright.edition.words import Words, load_words
from rulewright.engines.machine import Machine
from rulewright.link.world import make_world
from rulewright.lower import Lowering
from rulewright.lower.assemble import assemble, make_machine
from rulewright.lower.blocks import cut
from rulewright.program import program as p
from rulewright.program.program import Scenario
from rulewright.scenarios.questions import Question, make_questions, make_steps
from rulewright.session.rulebook import Rulebook
from rulewright.session.wording import in_words
from rulewright.text import Complaints


@define
class Suite:
    """The scenarios of some files under one edition, with a machine for each way they set up the game."""

    book: Rulebook
    program: p.Program
    counting: bool = False
    languages: dict[str, Words] = field(factory=dict)
    machines: dict[object, tuple[Machine, dict[int, list[Prepared]]]] = field(factory=dict)
    tallies: dict[object, Tally] = field(factory=dict)
    made_clauses: tuple[Clause, ...] | None = None

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the rules; they are counted if the suite is a counting one."""
        if self.made_clauses is None:
            self.made_clauses = clauses_of(self.program)
        return self.made_clauses

    def tally(self, scenario: Scenario) -> Tally:
        """What the machine of a scenario has counted, in a counting suite.

        Raises RulesError if the edition cannot be played so.
        """
        self.machine(scenario)
        return self.tallies[_way(scenario)]

    def machine(self, scenario: Scenario) -> tuple[Machine, list[Prepared]]:
        """The machine of a scenario, with the procedures and questions of its steps.

        Raises RulesError if the edition cannot be played so.
        """
        key = _way(scenario)
        if key not in self.machines:
            alike = [other for other in self.program.scenarios if _way(other) == key]
            self.machines[key] = self._make(scenario, alike)
        machine, steps = self.machines[key]
        if scenario.language:
            machine = in_words(machine, self._words(scenario.language))
        return machine, steps[id(scenario)]

    def _words(self, language: str) -> Words:
        if language not in self.languages:
            self.languages[language] = load_words(self.book.edition, language)
        return self.languages[language]

    def _make(
        self, scenario: Scenario, alike: Sequence[Scenario]
    ) -> tuple[Machine, dict[int, list[Prepared]]]:
        options = [name for name, _ in scenario.options]
        changes = self.book.changes(scenario.players, options, [name for name, _ in scenario.cards])
        complaints = Complaints()
        world = make_world(
            self.program, self.book.edition, changes, scenario.players, complaints, scenario.cards
        )
        complaints.raise_if_errors()
        counters = Counters.of(self.clauses) if self.counting else None
        # A scenario sets out a table to show one thing; it need not be that of a game that can be played.
        assembly = assemble(world, complaints, counters, judged=False)
        steps: dict[int, list[Prepared]] = {}
        for number, other in enumerate(alike):
            steps[id(other)] = [
                _prepared(assembly.work, step, f"scenario{number}_{place}")
                for place, step in enumerate(other.steps)
            ]
        cut(assembly.work.lowered, assembly.cut)
        complaints.raise_if_errors()
        machine = make_machine(assembly)
        if counters is not None:
            counted = start_counting(machine.code, assembly.work.lowered, counters)
            self.tallies[_way(scenario)] = counted
        for step in (step for prepared in steps.values() for step in prepared):
            if isinstance(step, Procedure):
                step.entry = assembly.cut.entries.get(step.name)
                step.slots = len(assembly.cut.slots.get(step.name, ()))
        return machine, steps


def _way(scenario: Scenario) -> object:
    return (
        scenario.players,
        tuple(name for name, _ in scenario.cards),
        tuple(name for name, _ in scenario.options),
    )


@define
class Procedure:
    """Statements of a scenario as code: a plain function, or (with an entry) blocks that may stop for a choice."""

    name: str
    entry: int | None = None
    slots: int = 0


Prepared = Procedure | list[Question] | None
"""A step as code; answers and questions about what is offered need none."""


def _prepared(work: Lowering, step: p.Steps | p.Answer | p.Check, name: str) -> Prepared:
    if isinstance(step, p.Steps):
        return Procedure(make_steps(work, step, name))
    if isinstance(step, p.Check) and step.condition is not None:
        return make_questions(work, step.condition, name)
    return None
