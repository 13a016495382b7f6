"""Decisions and their option lists in the module's tables: names, labels and prompts."""

from __future__ import annotations

from rulewright.base.records import Record
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.traversal import without_filters
from rulewright.language.program.typed import Expr, Template
from rulewright.language.text.words.english import base_form
from rulewright.runtime.ir.module import DecisionEntry, Form, OptionLabel
from rulewright.runtime.ir.nodes.ir_types import PIECE
from rulewright.runtime.ir.terms import Body, Node, OptionList
from rulewright.runtime.lower.dispatch import lower
from rulewright.runtime.lower.lowering_context import Env, Lowering, number_parts

CHOOSE_ONE = "choose one"
"""The prompt of a menu."""


class LabelledList(Record):
    """The label of a decision's option list, and the nodes for the values that its text shows."""

    label: OptionLabel
    shown: tuple[Node, ...] = ()

    def options(self, source: Node | None, var: str, condition: Node, then: Body) -> OptionList:
        """Return the IR option list for this label; `then` runs when an element of `source` is chosen."""
        return OptionList(source, var, condition, then, self.shown)


def label_options(
    work: Lowering, word: str, source: Expr | None, shown: Template | None, env: Env
) -> LabelledList:
    """Return the label for an option list: `word`, and the text `shown` (if any) with nodes for its values."""
    type_ = work.type_of(source.type.one()) if source is not None else None
    of_all = source is not None and isinstance(without_filters(source), typed.KindAll)
    kind = source.type.name if source is not None and type_ == PIECE else ""
    if shown is None:
        return LabelledList(OptionLabel(word, type_, of_all=of_all, kind=kind))
    exprs = [part for part in shown.parts if not isinstance(part, str)]
    types = tuple(work.type_of(expr.type) for expr in exprs)
    parts = number_parts(shown.parts)
    label = OptionLabel(word, type_, shown.text, parts, types, of_all=of_all, kind=kind)
    return LabelledList(label, tuple(lower(work, expr, env) for expr in exprs))


def add_decision(
    work: Lowering,
    name: str,
    form: Form,
    lists: tuple[LabelledList, ...],
    site: int,
    anyway: bool = False,
    question: str = "",
) -> int:
    """Add a decision to the module's table and return its number; without a `question` its name makes one."""
    first = name.split(".")[0]
    card = first if form != "powers" and first in work.program.cards else ""
    question = question or prompt_of(work.program, name, form)
    labels = tuple(each.label for each in lists)
    work.decisions.append(DecisionEntry(name, form, labels, site, question, card, anyway=anyway))
    return len(work.decisions) - 1


def consent_question(choice: typed.May) -> str:
    """Return the question that a yes or no answers: the text of the yes, or else the words of the event.

    A text with values cannot be asked before the values are known.
    """
    if choice.shown is not None and all(isinstance(part, str) for part in choice.shown.parts):
        return f"{choice.shown.text}?"
    words = choice.at.on_one_line().partition(" may ")[2].partition(",")[0]
    return f"{words or choice.event.rpartition('.')[2].replace('-', ' ')}?"


def prompt_of(program: p.Program, name: str, form: Form) -> str:
    """Return a short prompt for a decision, from the moment's text, the form or the decision's name.

    Of several things with one name, each is asked for by the singular.
    """
    if form == "powers":
        moment = program.moments.get(name)
        return moment.shown if moment is not None and moment.shown else name.replace("-", " ")
    if form == "menu":
        event, _, last = name.rpartition(".")
        if last != p.MEANS:
            return CHOOSE_ONE
        return f"how do you {base_form(program.events[event].verb)}?"
    word = name.split(".")[-1].rstrip("0123456789-")
    one = program.singular(word) if form == "choose-exactly" else None
    words = (one or word).replace("-", " ")
    return f"choose {'an' if words[:1] in 'aeiou' else 'a'} {words}"
