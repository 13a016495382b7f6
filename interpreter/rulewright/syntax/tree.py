"""The syntax tree: one frozen class per rule of the grammar, children in the grammar's order.

Every node knows the place it was read from (`at`), which is left out of comparisons, so two trees are equal
when they say the same. Names are kept as written; what they mean is found by the next stage.
"""

from __future__ import annotations

from typing import TypeVar

from attrs import field, frozen

from rulewright.text import Span

_Class = TypeVar("_Class", bound="type[Node]")

#: Classes by the name of the grammar rule or alias that makes them.
NODES: dict[str, type[Node]] = {}


def rule(*names: str):  # type: ignore[no-untyped-def]
    """Register a node class for grammar rules of these names."""

    def register(cls: _Class) -> _Class:
        for name in names:
            NODES[name] = cls
        return cls

    return register


@frozen
class Node:
    """A piece of source text, understood as far as the grammar goes."""

    at: Span = field(eq=False, repr=False)


@frozen
class Word(Node):
    """A name, a proper name, a number or a quoted text, as written (quotes taken off)."""

    text: str
    kind: str = "NAME"

    def __str__(self) -> str:
        return self.text


# ------------------------------------------------------------------ what there is


@rule("game")
@frozen
class Game(Node):
    name: Word


@rule("labels")
@frozen
class Labels(Node):
    name: Word
    items: tuple[Word, ...]
    notes: Notes | None


@rule("kind")
@frozen
class Kind(Node):
    name: Word
    order: Word | None
    items: tuple[Field | Starts | Stance, ...]


@rule("order")
@frozen
class Order(Node):
    name: Word


@rule("field")
@frozen
class Field(Node):
    name: Word
    type: TypeName
    default: Node | None


@rule("starts")
@frozen
class Starts(Node):
    zone: Node


@rule("stance")
@frozen
class Stance(Node):
    name: Word
    player: Node
    condition: Node | None


@rule("type")
@frozen
class TypeName(Node):
    names: tuple[Word, ...]


@rule("common")
@frozen
class Common(Node):
    pass


@rule("in_order")
@frozen
class InOrder(Node):
    pass


@rule("zone")
@frozen
class Zone(Node):
    owner: Word | Common
    name: Word
    holds: Word
    ordered: InOrder | None
    sight: Sight
    notes: Notes | None


@rule("track")
@frozen
class Track(Node):
    owner: Word | Common
    name: Word
    type: TypeName
    start: Node | None
    lasting: Lasting | None
    sight: Sight
    notes: Notes | None


@rule("mark")
@frozen
class Mark(Node):
    owner: Word
    name: Word
    lasting: Lasting | None
    sight: Sight
    notes: Notes | None


@frozen
class Lasting(Node):
    name: Word


@rule("for_phase")
@frozen
class ForPhase(Lasting):
    pass


@rule("while_in")
@frozen
class WhileIn(Lasting):
    pass


@rule("sight")
@frozen
class Sight(Node):
    seer: Node


@rule("everyone")
@frozen
class Everyone(Node):
    pass


@rule("value")
@frozen
class Value(Node):
    subject: Binder | None
    name: Word
    other: Binder | None
    result: Node
    notes: Notes | None


@rule("fact")
@frozen
class Fact(Node):
    """`a player is finished, if …` (no object) or `a district yields a colour, if …`."""

    subject: Binder
    name: Word
    object: Binder | None
    condition: Node | None
    notes: Notes | None


@rule("setting")
@frozen
class Setting(Node):
    name: Word
    type: TypeName
    default: Node
    notes: Notes | None


@rule("table")
@frozen
class Table(Node):
    name: Word
    row_key: Node
    column_key: Node | None
    notes: tuple[Node, ...]
    heading: Heading
    rows: tuple[Row, ...]


@rule("heading")
@frozen
class Heading(Node):
    name: Word
    cells: tuple[Node, ...]


@rule("row")
@frozen
class Row(Node):
    cells: tuple[Node, ...]


@rule("range_cell")
@frozen
class RangeCell(Node):
    word: Word


@rule("no_cell")
@frozen
class NoCell(Node):
    pass


@rule("list")
@frozen
class CardList(Node):
    kind: Word
    notes: tuple[Node, ...]
    heading: tuple[Word, ...]
    rows: tuple[ListRow, ...]


@rule("list_heading")
@frozen
class ListHeading(Node):
    names: tuple[Word, ...]


@rule("list_row")
@frozen
class ListRow(Node):
    name: Word
    cells: tuple[Node, ...]


@rule("card")
@frozen
class Card(Node):
    kind: Word
    name: Word
    body: tuple[Node, ...]


@rule("card_body")
@frozen
class CardBody(Node):
    items: tuple[Node, ...]


@rule("fields")
@frozen
class Fields(Node):
    values: tuple[FieldValue, ...]


@rule("field_value")
@frozen
class FieldValue(Node):
    name: Word
    value: Node


@rule("section")
@frozen
class Section(Node):
    stance: Word
    rules: tuple[Node, ...]


# ------------------------------------------------------------------ what happens


@rule("event")
@frozen
class Event(Node):
    subject: Binder
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]
    body: tuple[Node, ...]


@rule("labelled", "pattern_labelled", "tail_labelled")
@frozen
class Labelled(Node):
    """A preposition and what follows it, in an event's head, a pattern or a sentence."""

    preposition: Word
    what: Node


@rule("preposition")
@frozen
class Preposition(Node):
    word: Word


@rule("binder")
@frozen
class Binder(Node):
    """`a player` or `a player called taker`: introduces a name."""

    type: Word
    called: Word | None

    @property
    def name(self) -> Word:
        return self.called or self.type


@rule("amount")
@frozen
class Amount(Node):
    """`some gold`: introduces a number that is counted in a unit."""

    unit: Word
    called: Word | None

    @property
    def name(self) -> Word:
        return self.called or self.unit


@rule("fixed")
@frozen
class Fixed(Node):
    """A word of an event's sentence that is always the same: `takes the crown`."""

    word: Word


@rule("event_body")
@frozen
class EventBody(Node):
    items: tuple[Node, ...]


@rule("only_if")
@frozen
class OnlyIf(Node):
    condition: Node


@rule("first")
@frozen
class First(Node):
    deed: Sentence


@rule("phase")
@frozen
class Phase(Node):
    name: Word
    player: Binder | None
    others: tuple[Binder, ...]
    block: Block | None


@rule("as_binder")
@frozen
class AsBinder(Node):
    binder: Binder


@rule("moment")
@frozen
class Moment(Node):
    name: Word
    notes: Notes | None


@rule("flow")
@frozen
class Flow(Node):
    block: Block


@rule("outcome")
@frozen
class Outcome(Node):
    values: tuple[Word, ...]
    notes: Notes | None


@rule("refuse")
@frozen
class Refuse(Node):
    message: Word
    condition: Node
    notes: Notes | None


@rule("notes")
@frozen
class Notes(Node):
    items: tuple[Node, ...]


@rule("cite")
@frozen
class Cite(Node):
    source: Word
    place: Word


@rule("borrowed")
@frozen
class Borrowed(Node):
    source: Word
    place: Word


@rule("reading")
@frozen
class Reading(Node):
    text: Word


@rule("printed")
@frozen
class Printed(Node):
    text: Word


@rule("because")
@frozen
class Because(Node):
    """Why the game ended, told with its outcome."""

    text: Word


# ------------------------------------------------------------------ rules


@frozen
class RuleNode(Node):
    """Anything that may stand where rules stand."""


@rule("hook")
@frozen
class Hook(RuleNode):
    moment: Word
    pattern: Pattern
    condition: Node | None
    block: Block


@rule("would")
@frozen
class Would(RuleNode):
    pattern: Pattern
    condition: Node | None
    block: Block


@rule("edge")
@frozen
class Edge(RuleNode):
    """At the start or the end of a phase."""

    edge: Word
    whose: Word
    phase: Word
    condition: Node | None
    block: Block


@rule("pattern")
@frozen
class Pattern(Node):
    subject: Node
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]


@rule("pattern_tail", "tail")
@frozen
class Tail(Node):
    object: Node | None
    labelled: tuple[Labelled, ...]


@rule("another")
@frozen
class Another(Node):
    type: Word
    called: Word | None

    @property
    def name(self) -> Word:
        return self.called or self.type


@rule("change")
@frozen
class Change(RuleNode):
    """`my build-limit is 3`, `this is shielded`: a value or a fact that a rule changes."""

    subject: Node
    other: Node | None
    how: Node
    condition: Node | None


@rule("owned")
@frozen
class Owned(Node):
    binder: Binder
    name: Word


@frozen
class How(Node):
    amount: Node


@rule("to")
@frozen
class To(How):
    pass


@rule("more")
@frozen
class More(How):
    pass


@rule("less")
@frozen
class Less(How):
    pass


@rule("floor")
@frozen
class Floor(How):
    pass


@rule("ceiling")
@frozen
class Ceiling(How):
    pass


@rule("grant", "deny")
@frozen
class Grant(RuleNode):
    """`this yields a colour` or, denied, `this does not yield a colour`."""

    subject: Node
    name: Word
    object: Node | None
    condition: Node | None
    granted: bool = True


@rule("restriction")
@frozen
class Restriction(RuleNode):
    pattern: Pattern
    condition: Node | None


@rule("power")
@frozen
class Power(RuleNode):
    name: Word
    shown: Word | None
    moment: Word | None
    clauses: tuple[Node, ...]
    block: Block


@rule("repeatedly")
@frozen
class Repeatedly(Node):
    pass


@rule("must")
@frozen
class Must(Node):
    pass


@rule("power_if")
@frozen
class PowerIf(Node):
    condition: Node


@rule("power_each", "option_each")
@frozen
class EachOf(Node):
    name: Word
    source: Node


# ------------------------------------------------------------------ statements


@rule("block")
@frozen
class Block(Node):
    items: tuple[Node, ...]


@rule("sentence")
@frozen
class Sentence(Node):
    subject: Node | None
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]


@rule("plain")
@frozen
class Plain(Node):
    what: Node


@rule("unit")
@frozen
class Unit(Node):
    """`2 gold`: a number with the word for what it counts."""

    what: Node
    unit: Word


@rule("all_of")
@frozen
class AllOf(Node):
    """`all gold`: as much as the doer has."""

    name: Word


@rule("i")
@frozen
class I(Node):  # noqa: E742 - the language's own word
    pass


@rule("choose")
@frozen
class Choose(Node):
    subject: Node | None
    name: Word
    source: Node
    shown: Shown | None


@rule("chance")
@frozen
class Chance(Node):
    name: Word
    source: Node


@rule("choose_some")
@frozen
class ChooseSome(Node):
    subject: Node | None
    name: Word
    source: Node
    limit: Node | None
    shown: Shown | None
    block: Block


@rule("up_to")
@frozen
class UpTo(Node):
    amount: Node


@rule("exactly")
@frozen
class Exactly(Node):
    amount: Node


@rule("shown")
@frozen
class Shown(Node):
    text: Word


@rule("menu")
@frozen
class Menu(Node):
    subject: Node | None
    options: tuple[Option, ...]


@rule("option")
@frozen
class Option(Node):
    name: Word
    shown: Word | None
    each: EachOf | None
    condition: Node | None
    block: Block | None


@rule("may")
@frozen
class May(Node):
    subject: Node
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]
    shown: Shown | None
    block: Block | None
    otherwise: Otherwise | None


@rule("may_choose")
@frozen
class MayChoose(Node):
    subject: Node
    name: Word
    source: Node
    shown: Shown | None
    block: Block
    otherwise: Otherwise | None


@rule("otherwise")
@frozen
class Otherwise(Node):
    block: Block


@rule("use")
@frozen
class Use(Node):
    subject: Node | None
    moment: Word
    until: Node | None


@rule("play")
@frozen
class Play(Node):
    phase: Word
    player: Node | None
    others: tuple[Node, ...]


@rule("play_as")
@frozen
class PlayAs(Node):
    what: Node


@rule("if_")
@frozen
class If(Node):
    condition: Node
    block: Block
    else_ifs: tuple[ElseIf, ...]
    otherwise: Otherwise | None


@rule("else_if")
@frozen
class ElseIf(Node):
    condition: Node
    block: Block


@rule("for_each")
@frozen
class ForEach(Node):
    name: Word
    source: Node
    block: Block


@rule("let")
@frozen
class Let(Node):
    name: Word
    value: Node


@rule("set_")
@frozen
class Set(Node):
    target: Node
    value: Node


@rule("move", "move_all")
@frozen
class Move(Node):
    what: Node
    to: Node


@rule("exchange")
@frozen
class Exchange(Node):
    one: Node
    other: Node


@rule("shuffle")
@frozen
class Shuffle(Node):
    zone: Node


@rule("show", "show_all")
@frozen
class Show(Node):
    what: Node
    to: Node


@rule("becomes")
@frozen
class Becomes(Node):
    subject: Node
    mark: Word


@rule("stops")
@frozen
class Stops(Node):
    subject: Node
    mark: Word


@rule("tell")
@frozen
class Tell(Node):
    text: Word
    to: Node | None


@rule("until")
@frozen
class Until(Node):
    phase: Word
    rules: tuple[Node, ...]


@rule("carry_on")
@frozen
class CarryOn(Node):
    pass


@rule("do_nothing")
@frozen
class DoNothing(Node):
    pass


@rule("repeat")
@frozen
class Repeat(Node):
    condition: Node
    block: Block


# ------------------------------------------------------------------ scenarios


@rule("scenario")
@frozen
class Scenario(Node):
    title: Word
    covers: tuple[Word, ...]
    notes: tuple[Node, ...]
    place: Place
    sections: tuple[Given | When | Then, ...]


@rule("covers")
@frozen
class Covers(Node):
    ids: tuple[Word, ...]


@rule("place")
@frozen
class Place(Node):
    edition: Word
    players: Word
    unit: Word
    clauses: tuple[Node, ...]


@rule("with_cards")
@frozen
class WithCards(Node):
    names: tuple[Word, ...]


@rule("with_option")
@frozen
class WithOption(Node):
    name: Word


@rule("with_seed")
@frozen
class WithSeed(Node):
    seed: Word


@rule("given")
@frozen
class Given(Node):
    block: Block


@rule("when")
@frozen
class When(Node):
    steps: tuple[Node, ...]


@rule("then")
@frozen
class Then(Node):
    checks: tuple[Node, ...]


@rule("answer")
@frozen
class Answer(Node):
    who: Node
    picks: tuple[Pick, ...]


@rule("pick")
@frozen
class Pick(Node):
    words: tuple[Node, ...]


@rule("chance_word")
@frozen
class ChanceWord(Node):
    pass


@rule("nobody_word")
@frozen
class NobodyWord(Node):
    pass


@rule("not_word")
@frozen
class NotWord(Node):
    pass


@rule("holds")
@frozen
class Holds(Node):
    condition: Node


@rule("offered")
@frozen
class Offered(Node):
    who: Word
    negated: NotWord | None
    pick: Pick


@rule("told")
@frozen
class Told(Node):
    negated: NotWord | None
    text: Word
    to: Word | None


@rule("decides")
@frozen
class Decides(Node):
    who: Node
    pick: Pick | None


# ------------------------------------------------------------------ conditions and sums


@frozen
class Two(Node):
    left: Node
    right: Node


@rule("or_")
@frozen
class Or(Two):
    pass


@rule("and_")
@frozen
class And(Two):
    pass


@rule("is_")
@frozen
class Is(Two):
    pass


@rule("is_not")
@frozen
class IsNot(Two):
    pass


@rule("more_than")
@frozen
class MoreThan(Two):
    pass


@rule("less_than")
@frozen
class LessThan(Two):
    pass


@rule("at_least")
@frozen
class AtLeast(Two):
    pass


@rule("at_most")
@frozen
class AtMost(Two):
    pass


@rule("is_in")
@frozen
class IsIn(Two):
    pass


@rule("is_not_in")
@frozen
class IsNotIn(Two):
    pass


@rule("plus")
@frozen
class Plus(Two):
    pass


@rule("minus")
@frozen
class Minus(Two):
    pass


@rule("times")
@frozen
class Times(Two):
    pass


@rule("range")
@frozen
class Range(Two):
    pass


@rule("not_")
@frozen
class Not(Node):
    what: Node


@rule("negate")
@frozen
class Negate(Node):
    what: Node


@rule("half")
@frozen
class Half(Node):
    what: Node


@rule("related")
@frozen
class Related(Node):
    subject: Node
    name: Word
    object: Node


@rule("can", "cannot")
@frozen
class Can(Node):
    subject: Node
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]
    negated: bool = False


@rule("some", "none")
@frozen
class Some(Node):
    """`there is a district in my city where …`; negated: `there is no district in …`."""

    name: Word
    source: Node
    condition: Node | None
    negated: bool = False


@rule("value_for")
@frozen
class ValueFor(Node):
    value: Node
    other: Node


@rule("number_of")
@frozen
class NumberOf(Node):
    source: Node
    condition: Node | None


@rule("total_of", "most_of", "least_of")
@frozen
class Gathered(Node):
    """`the total cost of …`, `the most gold of …`, `the least gold of …`."""

    name: Word
    source: Node
    condition: Node | None
    how: str = "total"


# ------------------------------------------------------------------ sets and names


@rule("filtered")
@frozen
class Filtered(Node):
    source: Node
    condition: Node


@rule("members")
@frozen
class Members(Node):
    kind: Word
    zone: Node


@rule("any_zone")
@frozen
class AnyZone(Node):
    other: bool
    zone: Word


@rule("other")
@frozen
class OtherWord(Node):
    pass


@rule("members_of_any")
@frozen
class MembersOfAny(Node):
    kind: Word
    zone: AnyZone


@rule("others")
@frozen
class Others(Node):
    name: Word


@rule("around")
@frozen
class Around(Node):
    name: Word
    start: Node


@rule("get")
@frozen
class Get(Node):
    of: Node
    name: Word


@rule("me")
@frozen
class Me(Node):
    pass


@rule("this")
@frozen
class This(Node):
    pass


@rule("it")
@frozen
class It(Node):
    pass


@rule("the")
@frozen
class The(Node):
    name: Word


@rule("my")
@frozen
class My(Node):
    name: Word


@rule("its")
@frozen
class Its(Node):
    name: Word


@rule("proper")
@frozen
class Proper(Node):
    name: Word


@rule("name")
@frozen
class Name(Node):
    word: Word


@rule("number")
@frozen
class Number(Node):
    word: Word


@rule("yes")
@frozen
class Yes(Node):
    pass


@rule("no")
@frozen
class No(Node):
    pass


@rule("nothing")
@frozen
class Nothing(Node):
    pass


@rule("top")
@frozen
class Top(Node):
    zone: Node


@rule("bottom")
@frozen
class Bottom(Node):
    zone: Node
