"""The native form: functions over 32 and 64 bit locals and one memory, as trees; small enough to be written down as
WebAssembly by one page of code.

Every 32 bit expression knows between which numbers it lies, so that what cannot overflow or leave its bounds is not
looked at in play.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulewright.base.records import Draft, field
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span, span_of
from rulewright.runtime.ir.nodes.ir_expressions import Operator

Type = Literal["i32", "i64", "f64"]
Size = Literal[1, 2, 4, 8]

LOWEST, HIGHEST = -(2**31), 2**31 - 1
"""What 32 bits hold, signed."""

Body: TypeAlias = "list[Stmt]"
Given: TypeAlias = "Expr | int"


class _Expr(Draft):
    """What every expression can do: make larger ones. A number that stands beside one has its type."""

    type: Type = field(default="i32", kw_only=True)
    low: int = field(default=LOWEST, kw_only=True)
    high: int = field(default=HIGHEST, kw_only=True)

    def __add__(self, other: Given) -> Expr:
        return arithmetic("add", self, other)

    def __sub__(self, other: Given) -> Expr:
        return arithmetic("sub", self, other)

    def __mul__(self, other: Given) -> Expr:
        return arithmetic("mul", self, other)

    def __and__(self, other: Given) -> Expr:
        return bits("and", self, other)

    def __or__(self, other: Given) -> Expr:
        return bits("or", self, other)

    def __xor__(self, other: Given) -> Expr:
        return bits("xor", self, other)

    def __lshift__(self, other: Given) -> Expr:
        return bits("shl", self, other)

    def __rshift__(self, other: Given) -> Expr:
        return bits("shr_u", self, other)

    def equals(self, other: Given) -> Expr:
        """1 if the two are equal, else 0."""
        return compared("eq", self, other)

    def differs(self, other: Given) -> Expr:
        """1 if the two are not equal."""
        return compared("ne", self, other)

    def less(self, other: Given) -> Expr:
        """1 if this is less, signed."""
        return compared("lt_s", self, other)

    def at_least(self, other: Given) -> Expr:
        """1 if this is not less, signed."""
        return compared("ge_s", self, other)


class Const(_Expr):
    """A number."""

    value: int


class Get(_Expr):
    """A local of the function."""

    name: str


class Global(_Expr):
    """What the module keeps between calls, outside of any state."""

    name: str


class Load(_Expr):
    """What lies in memory, so many bytes, at an address and an offset."""

    address: Expr
    offset: int
    size: Size
    signed: bool = True


class Binary(_Expr):
    """An operation of WebAssembly on two numbers of one type."""

    name: str
    left: Expr
    right: Expr


class Unary(_Expr):
    """An operation of WebAssembly on one number, by its whole name."""

    name: str
    of: Expr


class Called(_Expr):
    """What a function gives."""

    function: str
    arguments: tuple[Expr, ...]


class Either(_Expr):
    """One of two, only that one worked out."""

    condition: Expr
    yes: Expr
    no: Expr


class Do(_Expr):
    """An expression that is worked out after some statements."""

    body: Body
    value: Expr


Expr = Const | Get | Global | Load | Binary | Unary | Called | Either | Do


class Set(Draft):
    """A local is given a value."""

    name: str
    value: Expr


class SetGlobal(Draft):
    """A global is given a value."""

    name: str
    value: Expr


class Store(Draft):
    """The lowest bytes of a number go into memory."""

    address: Expr
    offset: int
    size: Size
    value: Expr


class If(Draft):
    """One of two bodies."""

    condition: Expr
    body: Body
    otherwise: Body = field(factory=list)


class Block(Draft):
    """A body; a jump to its label leaves it."""

    label: str
    body: Body


class Loop(Draft):
    """A body; a jump to its label begins it again."""

    label: str
    body: Body


class Jump(Draft):
    """To a label of what this stands in, if the condition holds."""

    label: str
    condition: Expr | None = None


class Switch(Draft):
    """To the label with the number of the value; to the last if there is none."""

    value: Expr
    labels: tuple[str, ...]


class Return(Draft):
    """The function ends."""

    value: Expr | None = None


class Run(Draft):
    """A function that gives nothing is carried out."""

    function: str
    arguments: tuple[Expr, ...]


class Drop(Draft):
    """An expression is worked out for what it does."""

    value: Expr


class CopyBytes(Draft):
    """So many bytes from one address to another; the two may overlap."""

    to: Expr
    source: Expr
    count: Expr


class Trap(Draft):
    """The engine gives up."""


Stmt = (
    Set | SetGlobal | Store | If | Block | Loop | Jump | Switch | Return | Run | Drop | CopyBytes | Trap
)  # fmt: skip


class Function(Draft):
    """A function: its parameters and other locals with their types, and what it does.

    One that stays `apart` is never written out where it is called.
    """

    name: str
    parameters: tuple[tuple[str, Type], ...]
    result: Type | None = None
    body: Body = field(factory=list)
    locals: dict[str, Type] = field(factory=dict)
    exported: bool = False
    apart: bool = False

    @property
    def movable(self) -> bool:
        """Whether no other function has locals of the same names; such a one returns at its end only."""
        return all(name.startswith(f"{self.name}:") for name, _ in self.parameters)

    def local(self, hint: str, type_: Type = "i32", low: int = LOWEST, high: int = HIGHEST) -> Get:
        """A new local; no other function has one of the same name."""
        name = f"{self.name}:{hint}.{len(self.locals)}"
        self.locals[name] = type_
        return Get(name, type=type_, low=low, high=high)


# ------------------------------------------------------------------ making expressions

TRUE, FALSE = Const(1, low=1, high=1), Const(0, low=0, high=0)


def number(value: int, type_: Type = "i32") -> Const:
    """A number; of 64 bits it may also be given without a sign."""
    if type_ == "i64":
        return Const(value - 2**64 if value >= 2**63 else value, type="i64")
    return Const(value, low=value, high=value)


def _given(value: object, type_: Type) -> Expr:
    if isinstance(value, int):
        return number(value, type_)
    assert isinstance(value, _Expr)
    assert value.type == type_, value
    return value  # type: ignore[return-value]  # every _Expr is one of them


def arithmetic(name: str, left: object, right: Given) -> Expr:
    """A sum, difference or product; who asks for it knows that it does not overflow, or that it may."""
    assert isinstance(left, _Expr)
    one, other = _given(left, left.type), _given(right, left.type)
    if one.type == "i64":
        return Binary(name, one, other, type="i64")
    if name in ("add", "sub") and isinstance(other, Const):
        return _shifted(one, other.value if name == "add" else -other.value)
    if name == "add" and isinstance(one, Const):
        return _shifted(other, one.value)
    if name == "mul" and isinstance(other, Const) and other.value == 1:
        return one
    low, high = span(name, one, other)
    if low < LOWEST or high > HIGHEST:
        low, high = LOWEST, HIGHEST
    if isinstance(one, Const) and isinstance(other, Const) and low == high:
        return number(low)
    return Binary(name, one, other, low=low, high=high)


def _shifted(one: Expr, by: int) -> Expr:
    """A number and a constant; constants gather."""
    if isinstance(one, Const):
        return number(one.value + by)
    if isinstance(one, Binary) and one.name == "add" and isinstance(one.right, Const):
        return _shifted(one.left, one.right.value + by)
    if by == 0:
        return one
    low, high = one.low + by, one.high + by
    if low < LOWEST or high > HIGHEST:
        low, high = LOWEST, HIGHEST
    return Binary("add", one, number(by), low=low, high=high)


_OPERATORS: dict[str, Operator] = {
    "add": "+", "sub": "-", "mul": "*", "and": "&", "or": "|", "xor": "|",
}  # fmt: skip
"""The operators of the intermediate form that come to what lies between the same numbers."""


def span(name: str, one: Expr, other: Expr) -> Span:
    """Between which numbers an operation lies, however large."""
    return span_of(_OPERATORS[name], (one.low, one.high), (other.low, other.high))


def bits(name: str, left: object, right: Given) -> Expr:
    """An operation on bits."""
    assert isinstance(left, _Expr)
    one, other = _given(left, left.type), _given(right, left.type)
    low, high = LOWEST, HIGHEST
    if one.type == "i32" and one.low >= 0 and other.low >= 0 and name in _OPERATORS:
        low, high = span(name, one, other)
    if one.type == "i32" and name == "shr_u" and one.low >= 0 and isinstance(other, Const):
        low, high = one.low >> other.value, one.high >> other.value
    return Binary(name, one, other, type=one.type, low=low, high=high)


def compared(name: str, left: object, right: Given) -> Expr:
    """A comparison: 1 or 0."""
    assert isinstance(left, _Expr)
    one, other = _given(left, left.type), _given(right, left.type)
    if name == "eq" and isinstance(other, Const) and other.value == 0:
        return Unary(f"{one.type}.eqz", one, low=0, high=1)
    return Binary(name, one, other, low=0, high=1)
