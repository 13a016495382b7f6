"""Running the scenarios of rule files: what is given, who chooses what, and whether what should hold does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import define, field, frozen

from rulewright.edition import changes_for, load_edition
from rulewright.game.core import Core
from rulewright.game.decision import Decision, Option
from rulewright.game.story import Event
from rulewright.game.words import seat_letters, worded
from rulewright.library import find_library
from rulewright.program import program as p
from rulewright.program import program_from
from rulewright.program.program import Scenario
from rulewright.rulebook.assemble import assemble, make_machine
from rulewright.rulebook.blocks import cut
from rulewright.rulebook.chance import below, seeded
from rulewright.rulebook.layout import FRAMES, RANDOM
from rulewright.rulebook.lowering import Lowering
from rulewright.rulebook.machine import Machine
from rulewright.rulebook.rulebook import rule_files, shown
from rulewright.rulebook.to_python import END
from rulewright.rulebook.world import make_world
from rulewright.text import Complaints, RulesError, Span, read_source
from rulewright.view.questions import Question, make_questions, make_steps

DEFAULT_SEED = 1


@frozen
class ScenarioResult:
    """Whether a scenario holds; if not, what was expected and found, where, and the story up to there."""

    passed: bool
    message: str = ""
    place: str = ""
    events: tuple[str, ...] = ()
    actual: str = ""


@frozen
class ScenarioRef:
    """A scenario that was found: enough to name it, and to run it."""

    title: str
    path: str
    line: int
    covers: tuple[str, ...]
    suite: Suite = field(eq=False, repr=False)
    scenario: Scenario = field(eq=False, repr=False)


@define
class Suite:
    """The scenarios of some files under one edition, with a machine for each way they set up the game."""

    edition: str | Path
    files: tuple[Path, ...]
    program: p.Program
    machines: dict[object, tuple[Machine, dict[int, list[Prepared]]]] = field(factory=dict)

    def machine(self, scenario: Scenario) -> tuple[Machine, list[Prepared]]:
        """The machine of a scenario, with the procedures and questions of its steps.

        Raises RulesError if the edition cannot be played so.
        """
        key = _way(scenario)
        if key not in self.machines:
            alike = [other for other in self.program.scenarios if _way(other) == key]
            self.machines[key] = self._make(scenario, alike)
        machine, steps = self.machines[key]
        return machine, steps[id(scenario)]

    def _make(
        self, scenario: Scenario, alike: Sequence[Scenario]
    ) -> tuple[Machine, dict[int, list[Prepared]]]:
        edition = load_edition(self.edition, find_library().root)
        options = [name for name, _ in scenario.options]
        changes = changes_for(edition, scenario.players, options, None)
        complaints = Complaints()
        world = make_world(
            self.program, edition, changes, scenario.players, complaints, scenario.cards
        )
        complaints.raise_if_errors()
        assembly = assemble(world, complaints)
        steps: dict[int, list[Prepared]] = {}
        for number, other in enumerate(alike):
            steps[id(other)] = [
                _prepared(assembly.work, step, f"scenario{number}_{place}")
                for place, step in enumerate(other.steps)
            ]
        cut(assembly.work.lowered, assembly.cut)
        complaints.raise_if_errors()
        machine = make_machine(assembly)
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


# ------------------------------------------------------------------ finding


def find(*paths: Path) -> list[ScenarioRef]:
    """The scenarios of rule files and folders, by edition.

    Raises RulesError if a file or its edition has errors.
    """
    refs: list[ScenarioRef] = []
    for edition, files in _by_edition(rule_files(paths, scenarios=True)).items():
        suite = _suite(edition, files)
        wanted = {str(file.resolve()) for file in files}
        for scenario in suite.program.scenarios:
            path = scenario.at.source.name
            if (
                str(Path(path).resolve()) in wanted
                and _edition_key(scenario, Path(path)) == edition
            ):
                refs.append(
                    ScenarioRef(
                        scenario.title, path, scenario.at.line, scenario.covers, suite, scenario
                    )
                )
    return sorted(refs, key=lambda ref: (ref.path, ref.line))


def _edition_key(scenario: Scenario, path: Path) -> str:
    return edition_key(scenario.edition, path)


def edition_key(name: str, path: Path) -> str:
    """An edition's id, or the absolute path of its file when it is given from the scenario's own."""
    if name.endswith((".yaml", ".yml")):
        return str((path.parent / name).resolve())
    return name


def _by_edition(files: Sequence[Path]) -> dict[str, list[Path]]:
    """Which editions the files' scenarios speak of."""
    complaints = Complaints()
    found: dict[str, list[Path]] = {}
    for file in files:
        from rulewright.syntax import parse_rules, tree

        trees = parse_rules(read_source(file, shown(file)), complaints)
        names = {node.place.edition.text: None for node in trees if isinstance(node, tree.Scenario)}
        for name in names:
            found.setdefault(edition_key(name, file), []).append(file)
    complaints.raise_if_errors()
    return found


def _suite(edition: str, files: Sequence[Path]) -> Suite:
    loaded = load_edition(edition, find_library().root)
    complaints = Complaints()
    base = rule_files(loaded.rule_paths)
    known = {path.resolve() for path in base}
    paths = [*base, *(file for file in files if file.resolve() not in known)]
    program = program_from([read_source(path, shown(path)) for path in paths], complaints)
    complaints.raise_if_errors()
    return Suite(edition, tuple(files), program)


# ------------------------------------------------------------------ running


def run(ref: ScenarioRef) -> ScenarioResult:
    """Run one scenario."""
    try:
        machine, steps = ref.suite.machine(ref.scenario)
    except RulesError as error:
        return ScenarioResult(False, str(error), f"{ref.path}:{ref.line}")
    return _Run(ref.scenario, machine).all(steps)


class _Failed(Exception):
    def __init__(self, message: str, at: Span, actual: str = "") -> None:
        super().__init__(message)
        self.message, self.at, self.actual = message, at, actual


class _Run:
    """One scenario on its way."""

    def __init__(self, scenario: Scenario, machine: Machine) -> None:
        row = list(machine.first_row)
        row[FRAMES] = (END,)
        seed = scenario.seed if scenario.seed is not None else DEFAULT_SEED
        row[RANDOM] = seeded(seed)
        self.scenario, self.machine = scenario, machine
        self.core = Core(machine, row, [])
        self.core.ask_chance(True)
        self.names = seat_letters(machine.players)

    def all(self, steps: Sequence[Prepared]) -> ScenarioResult:
        try:
            for step, prepared in zip(self.scenario.steps, steps, strict=True):
                self._step(step, prepared)
        except _Failed as failure:
            return ScenarioResult(
                False, failure.message, str(failure.at), tuple(self._story()), failure.actual
            )
        except RulesError as error:
            return ScenarioResult(False, str(error), str(self.scenario.at), tuple(self._story()))
        return ScenarioResult(True)

    def _story(self) -> list[str]:
        events = [Event(self.machine, entry, self.names) for entry in self.core.log or []]
        return [text for event in events if (text := event.text(event.to))]

    def _step(self, step: p.Steps | p.Answer | p.Check, prepared: Prepared) -> None:
        if isinstance(prepared, Procedure) and isinstance(step, p.Steps):
            self._do(step, prepared)
        elif isinstance(step, p.Answer):
            self._answer(step)
        elif isinstance(step, p.Check):
            self._settle_chance()
            self._check(step, prepared if isinstance(prepared, list) else [])

    def _do(self, step: p.Steps, procedure: Procedure) -> None:
        self._settle_chance()
        at = step.body[0].at if step.body else self.scenario.at
        if self.core.waiting:
            raise _Failed("a decision is still awaited before this", at, self._awaited())
        told = self.core.log
        if step.given:
            self.core.log = None
        if procedure.entry is None:
            self.machine.code[procedure.name](self.core.row, self.core)
        else:
            self.core.row[FRAMES] = (procedure.entry, *[None] * procedure.slots, (END,))
            self.core.run()
        self.core.log = told
        if step.given and self.core.waiting:
            raise _Failed("`given` only sets the table; nobody decides anything there", at)

    def _settle_chance(self) -> None:
        """Chance that nothing in the scenario answers for is decided by the stream."""
        while self.core.waiting and self.core.decider == Core.CHANCE_SEAT:
            count = len(self.core.option_values())
            self.core.choose(below(self.core.row, count))

    # -------------------------------------------------------------- answers

    def _answer(self, step: p.Answer) -> None:
        if step.player is not None:
            self._settle_chance()
        if not self.core.waiting:
            raise _Failed("nobody is asked anything here", step.at)
        asked = self.core.decider
        expected = step.player if step.player is not None else Core.CHANCE_SEAT
        if asked != expected:
            if expected == Core.CHANCE_SEAT:
                raise _Failed("chance is not asked here", step.at, self._awaited())
            raise _Failed(f"{self.names[expected]} is not asked here", step.at, self._awaited())
        index = self._find(step.pick)
        if index is None:
            words = " ".join(map(str, step.pick.words))
            raise _Failed(f"`{words}` is not among the options", step.at, self._awaited())
        self.core.choose(index)

    def _find(self, pick: p.Pick) -> int | None:
        for index, option in enumerate(Decision(self.core, self.names).options):
            if pick.words in self._ways_to_say(option):
                return index
        return None

    def _ways_to_say(self, option: Option) -> list[tuple[object, ...]]:
        """The words by which a scenario may name an option."""
        place = option.place
        if place is None:
            return [("done",), ("no",)] if "may" in option._place.form else [("done",)]
        head: tuple[object, ...] = (place.word,) if place.word else ()
        if place.type is None:
            return [head]
        return [(*head, word) for word in self._element_words(option)]

    def _element_words(self, option: Option) -> list[object]:
        type_, element = option.place.type, option.element  # type: ignore[union-attr]
        assert type_ is not None
        if type_.name == "number":
            return [element]
        if type_.name in self.machine.labels:
            return [self.machine.labels[type_.name][element]]
        if type_.name in ("player", "yes-or-no"):
            return [worded(self.machine, element, type_, self.names)]
        return [self.machine.pieces[element].name]

    def _awaited(self) -> str:
        if not self.core.waiting:
            return "nobody decides anything"
        decision = Decision(self.core, self.names)
        labels = ", ".join(option.label for option in decision.options)
        who = self.names[decision.player] if decision.player >= 0 else "chance"
        return f"{who} decides {decision.kind}: {labels}"

    # -------------------------------------------------------------- checks

    def _check(self, step: p.Check, questions: Sequence[Question]) -> None:
        match step.kind:
            case "holds":
                self._holds(questions)
            case "offered":
                self._offered(step)
            case "told":
                self._told(step)
            case "decides":
                self._decides(step)

    def _holds(self, questions: Sequence[Question]) -> None:
        for question in questions:
            if not self.machine.code[question.function](self.core.row):
                raise _Failed(
                    f"expected: {question.text}",
                    question.at,
                    question.actual(self.core, self.names),
                )

    def _offered(self, step: p.Check) -> None:
        assert step.pick is not None
        if not self.core.waiting or self.core.decider != step.player:
            raise _Failed("this seat has nothing to choose", step.at, self._awaited())
        found = self._find(step.pick) is not None
        if found == step.negated:
            words = " ".join(map(str, step.pick.words))
            said = (
                "is among the options, and should not be" if found else "is not among the options"
            )
            raise _Failed(f"`{words}` {said}", step.at, self._awaited())

    def _told(self, step: p.Check) -> None:
        events = [Event(self.machine, entry, self.names) for entry in self.core.log or []]
        texts = [event.text(step.player) for event in events]
        found = any(step.text in text for text in texts)
        if found == step.negated:
            said = "was told, and should not have been" if found else "was not told"
            raise _Failed(f"“{step.text}” {said}", step.at)

    def _decides(self, step: p.Check) -> None:
        if step.player is None:
            if self.core.waiting:
                raise _Failed("nobody should decide anything here", step.at, self._awaited())
            return
        right = self.core.waiting and self.core.decider == step.player
        if right and step.pick is not None:
            kind = Decision(self.core, self.names).kind
            right = str(step.pick.words[0]) in (kind, kind.split(".")[-1])
        if not right:
            raise _Failed("another decision is awaited", step.at, self._awaited())
