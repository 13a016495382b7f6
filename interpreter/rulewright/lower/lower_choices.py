"""Decisions -> questions of the lowered form: what can be chosen, and what each choice leads to."""

from __future__ import annotations

from rulewright import ir
from rulewright.coverage import DECLINED, FIRES, IMPOSSIBLE, STOPPED, TAKEN
from rulewright.ir import (
    Ask,
    Assign,
    Body,
    Const,
    Local,
    Node,
    OptionList,
)
from rulewright.ir.folding import (
    TRUE,
    both,
    every,
    negated,
)
from rulewright.ir.layout import DONE, STRIDE
from rulewright.ir.places import DecisionPlace, OptionPlace, numbered
from rulewright.lower import Env, Lowering
from rulewright.lower.lower_expressions import lower, truth
from rulewright.lower.lower_lists import source_of
from rulewright.lower.lower_statements import Frame, all_there, atoms, body, on, performed, when
from rulewright.lower.lower_values import can
from rulewright.program import program as p
from rulewright.program import typed
from rulewright.program.typed import Expr, Template

ZERO, ONE = Const(0), Const(1)
#: What is asked wherever a decision has this form.
FIXED_QUESTIONS = {"may": "yes or no?", "menu": "choose one"}


Labelled = tuple[OptionPlace, tuple[Node, ...]]


def decision_place(
    work: Lowering, name: str, form: str, options: tuple[Labelled, ...], site: int
) -> int:
    """The number of a new decision."""
    number = len(work.decisions)
    places = tuple(place for place, _ in options)
    first = name.split(".")[0]
    card = first if form != "powers" and first in work.world.program.cards else ""
    question = question_of(work.world.program, name, form)
    work.decisions.append(DecisionPlace(name, form, places, site, question, card))
    work.shown.update({(number, code): values for code, (_, values) in enumerate(options)})
    return number


def question_of(program: p.Program, name: str, form: str) -> str:
    """What is asked, in a few words: what a moment says, or what is chosen."""
    if form == "powers":
        moment = program.moments.get(name)
        return moment.shown if moment is not None and moment.shown else name.replace("-", " ")
    if form in FIXED_QUESTIONS:
        return FIXED_QUESTIONS[form]
    words = name.split(".")[-1].rstrip("0123456789-").replace("-", " ")
    return f"choose {'an' if words[:1] in 'aeiou' else 'a'} {words}"


def option_place(
    work: Lowering,
    word: str,
    var: str | None,
    source: Expr | None,
    shown: Template | None,
    env: Env,
) -> Labelled:
    """How the options of one list are labelled; the values in a text are worked out when it is shown."""
    type_ = source.type.one() if source is not None else None
    parts = shown.parts if shown is not None else ()
    exprs = [part for part in parts if not isinstance(part, str)]
    types = tuple(expr.type for expr in exprs)
    values = tuple(lower(work, expr, env) for expr in exprs)
    text = shown.text if shown is not None else ""
    return OptionPlace(word, var, type_, text, numbered(parts), types), values


# ------------------------------------------------------------------ choosing from a list


@on(typed.Choose)
def _choose(work: Lowering, stmt: typed.Choose, frame: Frame) -> Body:
    var, inner, decision, options = _from_list(work, stmt, frame, "choose")
    decider = lower(work, stmt.decider, frame.env) if stmt.decider is not None else None
    return asked(stmt.decider, Ask(decision, decider, var, options, body(work, stmt.then, inner)))


def _from_list(
    work: Lowering, stmt: typed.Choose | typed.MayChoose | typed.ChooseSome, frame: Frame,
    form: str, but: str | None = None,
) -> tuple[str, Frame, int, tuple[OptionList, ...]]:  # fmt: skip
    """A choice from a list, without what lies in the local `but`: local, frame with it, decision, options."""
    var = frame.name(stmt.var)
    source, condition = source_of(work, stmt.source, frame.env, var)
    if but is not None:
        condition = every(condition, negated(ir.Member(Local(var), Local(but))))
    inner = frame.bind(stmt.var, Local(var))
    place = option_place(work, "", var, stmt.source, stmt.shown, inner.env)
    decision = decision_place(work, stmt.name, form, (place,), frame.site)
    return var, inner, decision, (OptionList(None, source, var, condition),)


def asked(decider: Expr | None, ask: Ask) -> Body:
    """A question, if there is somebody to ask; to nobody it is as if there was nothing to choose."""
    if decider is not None and decider.type.optional and ask.decider is not None:
        return when(both(">=", ask.decider, ZERO), (ask,), ask.empty)
    return (ask,)


@on(typed.MayChoose)
def _may_choose(work: Lowering, stmt: typed.MayChoose, frame: Frame) -> Body:
    var, inner, decision, options = _from_list(work, stmt, frame, "may-choose")
    otherwise = body(work, stmt.otherwise, frame)
    taken = (*work.count(stmt.at, TAKEN), *body(work, stmt.body, inner))
    declined = (*work.count(stmt.at, DECLINED), *otherwise)
    then = when(both("==", Local(var), Const(DONE)), declined, taken)
    otherwise = (*work.count(stmt.at, IMPOSSIBLE), *otherwise)
    decider = lower(work, stmt.decider, frame.env)
    return asked(stmt.decider, Ask(decision, decider, var, options, then, otherwise, TRUE))


@on(typed.ChooseSome)
def _choose_some(work: Lowering, stmt: typed.ChooseSome, frame: Frame) -> Body:
    """A row of single choices: each among what was not chosen yet, until enough or stopped."""
    chosen, left = work.temporary("chosen"), work.temporary("left")
    form = "choose-exactly" if stmt.exact else "choose-some"
    var, inner, decision, options = _from_list(work, stmt, frame, form, chosen)
    stopped: Body = (Assign(left, ZERO),)
    taken: Body = (
        *work.count(stmt.at, TAKEN),
        Assign(chosen, ir.Op("append", (Local(chosen), Local(var)))),
        Assign(left, ir.Op("-", (Local(left), ONE))),
        *body(work, stmt.body, inner),
    )
    ended = (*work.count(stmt.at, STOPPED), *stopped)
    then = taken if stmt.exact else when(both("==", Local(var), Const(DONE)), ended, taken)
    decider = lower(work, stmt.decider, frame.env)
    stop = None if stmt.exact else TRUE
    ask = Ask(decision, decider, var, options, then, stopped, stop)
    limit = lower(work, stmt.limit, frame.env) if stmt.limit is not None else Const(STRIDE)
    return (
        Assign(chosen, ir.Sequence(())),
        Assign(left, limit),
        ir.Loop(both("<=", Local(left), ZERO), asked(stmt.decider, ask)),
    )


# ------------------------------------------------------------------ yes or no, menus


@on(typed.May)
def _may(work: Lowering, stmt: typed.May, frame: Frame) -> Body:
    before, arguments = atoms(work, stmt.arguments, frame)
    var = work.temporary("answer")
    yes = option_place(work, "yes", None, None, stmt.shown, frame.env)
    no = option_place(work, "no", None, None, None, frame.env)
    decision = decision_place(work, stmt.name, "may", (yes, no), frame.site)
    otherwise = body(work, stmt.otherwise, frame)
    done = (*performed(work, stmt.event, arguments, frame), *body(work, stmt.body, frame))
    done, declined = (
        (*work.count(stmt.at, TAKEN), *done),
        (*work.count(stmt.at, DECLINED), *otherwise),
    )
    then = when(both("==", Local(var), ZERO), done, declined)
    otherwise = (*work.count(stmt.at, IMPOSSIBLE), *otherwise)
    able = every(all_there(stmt.arguments, arguments), can(work, stmt.event, arguments))
    decider = lower(work, stmt.decider, frame.env)
    consent = OptionList(0, None, "", able if stmt.anyway else TRUE)
    options = (consent, OptionList(1, None, "", TRUE))
    ask = Ask(decision, decider, var, options, then, otherwise, anyway=stmt.anyway)
    question = asked(stmt.decider, ask)
    return (*before, *(question if stmt.anyway else when(able, question, otherwise)))


def element_in(var: str) -> Node:
    """The element in an answer of the form code * STRIDE + element + 1."""
    return ir.Op("-", (ir.Op("%", (Local(var), Const(STRIDE))), ONE))


def code_in(var: str) -> Node:
    """The code of the option in such an answer."""
    return ir.Op("//", (Local(var), Const(STRIDE)))


@on(typed.Menu)
def _menu(work: Lowering, stmt: typed.Menu, frame: Frame) -> Body:
    answer = work.temporary("answer")
    options: list[OptionList] = []
    places: list[Labelled] = []
    branches: list[Body] = []
    for code, option in enumerate(stmt.options):
        options.append(_menu_option(work, option, code, frame))
        name = frame.name(option.var) if option.var else None
        inner = frame.bind(option.var, Local(name)) if option.var and name else frame
        place = option_place(work, option.name, name, option.source, option.shown, inner.env)
        places.append(place)
        set_: Body = (Assign(name, element_in(answer)),) if name else ()
        count = work.count(option.at, FIRES)
        branches.append((*count, *set_, *body(work, option.body, inner)))
    decision = decision_place(work, stmt.name, "menu", tuple(places), frame.site)
    decider = lower(work, stmt.decider, frame.env)
    ask = Ask(decision, decider, answer, tuple(options), dispatch(answer, branches))
    return asked(stmt.decider, ask)


def _menu_option(work: Lowering, option: typed.MenuOption, code: int, frame: Frame) -> OptionList:
    if option.source is None or option.var is None:
        return OptionList(code, None, "", truth(work, option.condition, frame.env))
    var = frame.name(option.var)
    source, condition = source_of(work, option.source, frame.env, var)
    inner = frame.bind(option.var, Local(var))
    return OptionList(code, source, var, every(condition, truth(work, option.condition, inner.env)))


def dispatch(answer: str, branches: list[Body]) -> Body:
    """The branch of the option that was chosen."""
    done: Body = ()
    for code in reversed(range(len(branches))):
        done = when(both("==", code_in(answer), Const(code)), branches[code], done)
    return done
