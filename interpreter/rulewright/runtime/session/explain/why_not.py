"""Why an option is missing: the first condition of the rules that fails, with the values on both sides.

The rules are lowered a second time, with the source of each expression, and the question is evaluated on the
current table. Information hidden from the asker is not evaluated: the answer then only says that hidden
information decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright.base.records import Record, evolve
from rulewright.runtime.game.game_complaints import reading_error
from rulewright.runtime.game.state import GameState
from rulewright.runtime.game.value_words import design_name, interpreter_text, value_word
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.effects import all_statements
from rulewright.runtime.ir.engine_contract import Fault, option_of
from rulewright.runtime.ir.layout import FRAMES
from rulewright.runtime.ir.module import DecisionEntry, Module, OptionLabel
from rulewright.runtime.ir.nodes.ir_types import PIECE, TRUTH, Kind
from rulewright.runtime.ir.terms import Node
from rulewright.runtime.observation.card_identities import visibility_of
from rulewright.runtime.observation.decision import Option, Options
from rulewright.runtime.observation.disclosure import DisclosureCheck, KnownLocals
from rulewright.runtime.python.python_engine import PythonEngine

if TYPE_CHECKING:
    from rulewright.language.program.rules import Rule
    from rulewright.language.program.typed import Expr
    from rulewright.runtime.lower.lowering_context import Lowering
    from rulewright.runtime.lower.passes.fuel import Meter

_WORDS = re.compile(r"\w+")
_COMPARED = ("==", "!=", "<", "<=", ">", ">=")


class FailedCondition(Record):
    """A condition that fails, with its place in the rules and the current value of each side.

    `text` is as written in the rules, unless it `is_reworded` for players.
    """

    text: str
    place: str
    is_reworded: bool = False
    sides: tuple[tuple[str, str], ...] = ()


HIDDEN: Final = FailedCondition("", "")
"""A failed condition that must not be revealed."""


class WhyNot(Record):
    """The reason why an option is missing: a chain of failed conditions, each because of the next.

    `hidden` if it depends on information that the asker does not have.
    """

    option: str
    steps: tuple[FailedCondition, ...]
    hidden: bool = False


class Conditions(Record):
    """The rules of a game lowered a second time, with a map from expressions to their source."""

    work: Lowering
    module: Module
    engine: PythonEngine
    played: Module
    """The module that games are played with, with its code."""
    meter: Meter
    """The fuel meter for rule expressions, which are not metered by themselves."""

    @classmethod
    def of(cls, work: Lowering, played: Module) -> Conditions:
        """Return the conditions of a game: `work` is lowered with meanings, `played` is the module in play."""
        from rulewright.runtime.lower.from_world import module_of
        from rulewright.runtime.lower.passes.fuel import Meter

        module = module_of(work, whole=False)
        return cls(work, module, PythonEngine(module, whole=False), played, Meter(module))

    def why_not(
        self, at: GameState, names: Sequence[str], what: str, sees_all: bool = False
    ) -> tuple[WhyNot, ...]:
        """Return why options called `what` cannot be chosen; empty if they can, or none has this name.

        The answer is limited to the deciding seat's information, or covers the whole table with `sees_all`.
        """
        explainer = self._explainer(at, names, sees_all)
        wanted = _words(what)
        reasons = [(option, why) for option, why in explainer.missing() if _fits(wanted, option)]
        if not reasons:
            reasons = [(option, why) for option, why in explainer.absent() if _fits(wanted, option)]
        fewest = min((len(_words(option)) for option, _ in reasons), default=0)
        # Copies of a card have the same reason: report it once.
        return (*dict.fromkeys(why for option, why in reasons if len(_words(option)) == fewest),)

    def all_missing(self, at: GameState, names: Sequence[str]) -> tuple[WhyNot, ...]:
        """Return why each missing option of the pending decision is missing, as far as its seat can see."""
        return tuple(why for _, why in self._explainer(at, names).missing())

    def _explainer(
        self, at: GameState, names: Sequence[str], sees_all: bool = False
    ) -> _OptionExplainer:
        """Return an explainer of missing options for the pending decision of `at`."""
        row = self.engine.unpack(at.engine.pack(at.state))
        known = visibility_of(at, at.decider).visible(at.state).known
        return _OptionExplainer(self, at, row, names, at.decider, known, sees_all)


def _words(text: str) -> list[str]:
    """Return the words of a text, without regard to case."""
    return [word.casefold() for word in _WORDS.findall(text)]


def _fits(wanted: list[str], option: str) -> bool:
    """Return whether the label `option` contains all of the `wanted` words, of which there is at least one."""
    return bool(wanted) and set(wanted) <= set(_words(option))


def _verb(label: OptionLabel) -> str:
    """Return the words before the card in an option's label, in the language of the game."""
    if label.shown:
        first = label.shown[0]
        return first.strip() if isinstance(first, str) else label.word.replace("-", " ")
    return label.translated_word.replace("{}", "").strip() or label.word.replace("-", " ")


def _unfiltered(options: ir.OptionList) -> tuple[Node | None, list[ir.Filtered]]:
    """Return the base list of an option list, and the filters applied before its own condition."""
    source, filters = options.source, list[ir.Filtered]()
    while isinstance(source, ir.Filtered):
        filters.insert(0, source)
        source = source.source
    return source, filters


_PLACES: Final = ("my ", "any ", "the ", "its ")
"""Texts that begin so name a place of cards, others a list."""


class _OptionExplainer(Record):
    """An explainer of options that are missing at the pending decision, for the deciding seat."""

    given: Conditions
    at: GameState
    row: Any
    names: Sequence[str]
    seat: int
    known: Sequence[bool]
    sees_all: bool

    @property
    def _asked(self) -> DecisionEntry:
        """The entry of the pending decision in the module."""
        return self.at.game.module.decisions[self.at.seen.decision]

    @property
    def _lists(self) -> tuple[ir.OptionList, ...]:
        """The option lists of the pending question, with unevaluated conditions."""
        asks = (
            each
            for each in all_statements(self.given.work.code)
            if isinstance(each, ir.Ask) and each.decision == self.at.seen.decision
        )
        found = next(asks, None)  # a scenario may ask a question that no rule of the game asks
        return () if found is None else found.options

    def missing(self) -> Iterator[tuple[str, WhyNot]]:
        """Yield the label of each candidate that cannot be chosen, and why not."""
        offered, now = Options(self.at, self._asked, self.names), set(self.at.option_values())
        frame = self._frame()
        for number, options in enumerate(self._lists):
            for element, conditions, names in self._elements(options, frame):
                value = option_of(number, element)
                if value not in now:
                    option = Option(offered, value)
                    word = option.labelling.word if option.labelling is not None else ""
                    why = self._why(option.label, conditions, names)
                    yield f"{option.label} {word.replace('-', ' ')}", why

    def absent(self) -> Iterator[tuple[str, WhyNot]]:
        """Yield the label of each card that is not in a list to choose from, and why; only of visible lists."""
        frame, game = self._frame(), self.at.game
        for label, options in zip(self._asked.options, self._lists, strict=False):
            source = _unfiltered(options)[0]
            source_node = None if source is None else self._source_of(source)
            if label.type != PIECE or source is None or source_node is None:
                continue
            if not self._can_see(source, frame):
                continue
            pieces = game.module.pieces
            found = [pieces[card] for card in self._evaluate(source, frame)]
            lying, kinds = {piece.name for piece in found}, {piece.kind for piece in found}
            # Skip cards whose kind no card in the list has: nobody asks for those.
            near = {piece.name for piece in pieces if not kinds or piece.kind in kinds}
            for name in game.module.designs:
                if name in near - lying:
                    shown = design_name(game, name)
                    word = label.word.replace("-", " ")
                    called = f"{_verb(label)} {shown}".strip()
                    is_place = source_node.at.first_line().startswith(_PLACES)
                    says = interpreter_text(
                        game, "{card} is in {place}" if is_place else "{card} is one of {place}"
                    )
                    said = says.format(card=shown, place=self._source_text(source_node))
                    step = self._step(said, source_node)
                    yield f"{called} {word}", WhyNot(called, (step,))

    def _source_text(self, source_node: Expr | Rule) -> str:
        """Return the source text of an expression or rule in the words of the game, if it has any."""
        line = self._line(source_node)
        return self.at.game.reasons.get(line, line)

    def _line(self, source_node: Expr | Rule) -> str:
        """Return the source text of an expression or rule."""
        from rulewright.language.program.typed import Expr

        return (
            source_node.at.on_one_line()
            if isinstance(source_node, Expr)
            else source_node.at.first_line()
        )

    def _step(self, text: str, source_node: Expr | Rule) -> FailedCondition:
        """Return the failed condition with the wording `text` of an expression or rule."""
        is_reworded = self._line(source_node) in self.at.game.reasons
        return FailedCondition(text, self._place(source_node), is_reworded)

    def _place(self, source_node: Expr | Rule) -> str:
        """Return the displayed place in the files of an expression or rule."""
        return self.given.work.world.displayed_place(str(source_node.at))

    def _frame(self) -> dict[str, Any]:
        """Return the local variables at the pending decision, by name."""
        graph = self.given.played.code.graph
        assert graph is not None
        block, *values = self.row[FRAMES]
        slots = graph.slots[graph.blocks[block].procedure]
        return {n: v for n, v in zip(slots, values, strict=False) if v is not None}

    def _elements(
        self, options: ir.OptionList, frame: dict[str, Any]
    ) -> Iterator[tuple[int, list[Node], dict[str, Any]]]:
        """Yield (element, conditions, locals) for each candidate of a list that the asker can see.

        Candidates that the conditions exclude are included.
        """
        source, filters = _unfiltered(options)
        if source is None:
            yield 0, [options.condition], frame
            return
        if not self._can_see(source, frame):
            return
        for element in self._evaluate(source, frame):
            names = {**frame, options.var: element, **{each.var: element for each in filters}}
            yield element, [*(each.condition for each in filters), options.condition], names

    @property
    def _disclosure(self) -> DisclosureCheck:
        """The check of what the deciding seat can see."""
        return DisclosureCheck(self.given.module, self.seat, self._evaluate, self.known)

    def _can_see(self, node: Node, names: KnownLocals) -> bool:
        """Return whether the answer may use everything that `node` reads; always with `sees_all`."""
        return self.sees_all or self._disclosure.can_see(node, names)

    def _evaluate(self, node: Node, names: KnownLocals) -> Any:
        """Return the value of an expression in the present state, given locals `names`. Raises RulesError."""
        try:
            return self.given.engine.evaluate(self.row, self.given.meter.meter_alone(node), names)
        except Fault as fault:
            raise reading_error(self.given.module, fault) from fault

    # ------------------------------------------------------------------ failed conditions

    def _why(self, label: str, conditions: list[Node], names: dict[str, Any]) -> WhyNot:
        """Return why the option called `label` is missing: the first of its conditions that fails."""
        failed = ir.All(tuple(conditions))
        steps = tuple(self._steps(failed, names))
        if self._is_series and not steps:
            # Of several choices in a row, only those made before are missing without a rule of the game.
            chosen = interpreter_text(self.at.game, "it has not been chosen yet")
            return WhyNot(label, (FailedCondition(chosen, "", is_reworded=True),))
        return WhyNot(label, steps, hidden=not steps or not steps[-1].text)

    @property
    def _is_series(self) -> bool:
        """Whether the pending decision is one of several choices from the same list."""
        return self._asked.form in ("choose-some", "choose-exactly")

    def _steps(self, node: Node, names: KnownLocals) -> Iterator[FailedCondition]:
        """Yield the failed condition and the failures inside it; a step without text must not be revealed."""
        if not self._can_see(node, names) and not isinstance(node, ir.All | ir.Call):
            yield HIDDEN
            return
        own = self._failed_condition(node, names)
        match node:
            case ir.All():
                inner = self._first_of(node.parts, names)
            case ir.Call():
                called = self.given.work.code.functions[node.function]
                arguments = (self._evaluate(argument, names) for argument in node.arguments)
                parameters = (name for name, _ in called.parameters)
                inner = list(
                    self._steps(called.result, dict(zip(parameters, arguments, strict=True)))
                )
            case ir.Cond():
                held = self._evaluate(node.condition, names)
                inner = list(self._steps(node.yes if held else node.no, names))
            case _:
                inner = []
        if own is not None and not (inner and inner[0].text and inner[0].text == own.text):
            yield own
        yield from inner

    def _first_of(self, parts: tuple[Node, ...], names: KnownLocals) -> list[FailedCondition]:
        """Return the failure of the first visible part that fails, or of the only hidden part."""
        failing = [part for part in parts if not self._evaluate(part, names)]
        seen = [part for part in failing if self._can_see(part, names)]
        if seen:
            return list(self._steps(seen[0], names))
        hidden = [part for part in parts if not self._can_see(part, names)]
        return list(self._steps(hidden[0], names)) if len(hidden) == 1 else [HIDDEN]

    def _failed_condition(self, node: Node, names: KnownLocals) -> FailedCondition | None:
        """Return the failed condition that `node` stands for in the source; None without a source."""
        from rulewright.language.program.rules import Power

        source_node = self._source_of(node)
        if source_node is None:
            return None
        text = self._source_text(source_node)
        if isinstance(source_node, Power):
            used = interpreter_text(self.at.game, "`{power}` has not been used yet")
            called = (
                _verb(label) for label in self._asked.options if label.word == source_node.word
            )
            text = used.format(power=next(called, source_node.word.replace("-", " ")))
            return FailedCondition(text, self._place(source_node), is_reworded=True)
        step = self._step(text, source_node)
        if isinstance(node, ir.Binary) and node.operator in _COMPARED:
            # Sides that should differ have the same value, which the text names.
            unequal = node.operator == "!="
            sides = (self._side(side, names, unequal) for side in (node.left, node.right))
            step = evolve(step, sides=tuple(side for side in sides if side is not None))
        return step

    def _side(self, node: Node, names: KnownLocals, is_unequal: bool) -> tuple[str, str] | None:
        """Return one side of a comparison as source and value; None if the value adds nothing."""
        from rulewright.language.program.typed import Expr

        source_node = self._source_of(node)
        if not isinstance(source_node, Expr):
            return None
        value, type_ = self._evaluate(node, names), self.given.work.type_of(source_node.type)
        if type_.many or type_ == TRUTH or (is_unequal and type_.kind is not Kind.NUMBER):
            return None
        said = value_word(self.at.game, int(value), type_, self.names)
        text = self._source_text(source_node)
        return (text, said) if text != said else None

    def _source_of(self, node: Node) -> Expr | Rule | None:
        """Return the source expression or rule that `node` was lowered from; None if unknown."""
        origin = (self.given.work.origins or {}).get(id(node))
        return None if origin is None else origin[1]
