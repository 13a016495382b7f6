"""Syntax tree of WebAssembly code: functions over 32 bit, 64 bit and float locals, and one memory.

Every 32 bit expression carries an interval (`low`, `high`). Checks that its interval proves needless are omitted.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from rulewright.base.records import Draft, field
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span, span_of
from rulewright.runtime.ir.nodes.ir_expressions import Operator

Type = Literal["i32", "i64", "f64"]
Size = Literal[1, 2, 4, 8]

LOWEST, HIGHEST = -(2**31), 2**31 - 1
"""The range of a signed 32 bit number."""

Body: TypeAlias = "list[Stmt]"
Operand: TypeAlias = "Expr | int"


class _Expr(Draft):
    """Base of all expressions; its operators build larger ones, where an int takes the other's type.

    Comparisons are signed and give 1 or 0; an expression has no truth value while code is built.
    """

    type: Type = field(default="i32", kw_only=True)
    low: int = field(default=LOWEST, kw_only=True)
    high: int = field(default=HIGHEST, kw_only=True)

    def __add__(self, other: Operand) -> Expr:
        return arithmetic("add", self, other)

    def __sub__(self, other: Operand) -> Expr:
        return arithmetic("sub", self, other)

    def __mul__(self, other: Operand) -> Expr:
        return arithmetic("mul", self, other)

    def __truediv__(self, other: Operand) -> Expr:
        return arithmetic("div", self, other)

    def __floordiv__(self, other: Operand) -> Expr:
        one, by = operand(self, self.type), operand(other, self.type)
        return Binary("div_s", one, by, type=self.type)

    def __radd__(self, other: int) -> Expr:
        return arithmetic("add", operand(other, self.type), operand(self, self.type))

    def __rsub__(self, other: int) -> Expr:
        return arithmetic("sub", operand(other, self.type), operand(self, self.type))

    def __and__(self, other: Operand) -> Expr:
        return bits("and", self, other)

    def __or__(self, other: Operand) -> Expr:
        return bits("or", self, other)

    def __xor__(self, other: Operand) -> Expr:
        return bits("xor", self, other)

    def __lshift__(self, other: Operand) -> Expr:
        return bits("shl", self, other)

    def __rmul__(self, other: int) -> Expr:
        return arithmetic("mul", operand(other, self.type), operand(self, self.type))

    def __rand__(self, other: int) -> Expr:
        return bits("and", self, other)

    def __ror__(self, other: int) -> Expr:
        return bits("or", self, other)

    def __rxor__(self, other: int) -> Expr:
        return bits("xor", self, other)

    def __rlshift__(self, other: int) -> Expr:
        return bits("shl", operand(other, self.type), operand(self, self.type))

    def __rshift__(self, other: Operand) -> Expr:
        return bits("shr_u", self, other)

    def __eq__(self, other: object) -> Expr:  # type: ignore[override]
        return compared("eq", self, other)  # type: ignore[arg-type]

    def __ne__(self, other: object) -> Expr:  # type: ignore[override]
        return compared("ne", self, other)  # type: ignore[arg-type]

    def __lt__(self, other: Operand) -> Expr:
        return compared("lt_s", self, other)

    def __le__(self, other: Operand) -> Expr:
        return compared("le_s", self, other)

    def __gt__(self, other: Operand) -> Expr:
        return compared("gt_s", self, other)

    def __ge__(self, other: Operand) -> Expr:
        return compared("ge_s", self, other)

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise TypeError(
            "the value of this expression is only known in play: use when() or choose()"
        )

    def equals(self, other: Operand) -> Expr:
        """Return the comparison `self == other`, which gives 1 or 0."""
        return compared("eq", self, other)

    def differs(self, other: Operand) -> Expr:
        """Return the comparison `self != other`, which gives 1 or 0."""
        return compared("ne", self, other)

    def less(self, other: Operand) -> Expr:
        """Return the signed comparison `self < other`, which gives 1 or 0."""
        return compared("lt_s", self, other)

    def at_least(self, other: Operand) -> Expr:
        """Return the signed comparison `self >= other`, which gives 1 or 0."""
        return compared("ge_s", self, other)


class Const(_Expr):
    """A constant number."""

    value: int


class Get(_Expr):
    """The value of a local or parameter of the function."""

    name: str


class Global(_Expr):
    """The value of a global variable of the WebAssembly module, outside of all game states."""

    name: str


class Load(_Expr):
    """A read of `size` bytes of memory at `address + offset`."""

    address: Expr
    offset: int
    size: Size
    signed: bool = True


class Binary(_Expr):
    """A WebAssembly operation on two numbers of one type; `name` has no type prefix."""

    name: str
    left: Expr
    right: Expr


class Unary(_Expr):
    """A WebAssembly operation on one number; `name` includes the type prefix."""

    name: str
    of: Expr


class Call(_Expr):
    """The result of a function call."""

    function: str
    arguments: tuple[Expr, ...]


class Conditional(_Expr):
    """A conditional expression; only the chosen branch is evaluated."""

    condition: Expr
    yes: Expr
    no: Expr


class Sequenced(_Expr):
    """An expression that is evaluated after some statements have run."""

    body: Body
    value: Expr


Expr = Const | Get | Global | Load | Binary | Unary | Call | Conditional | Sequenced


class Set(Draft):
    """An assignment to a local."""

    name: str
    value: Expr


class SetGlobal(Draft):
    """An assignment to a global."""

    name: str
    value: Expr


class Store(Draft):
    """A write of the lowest `size` bytes of `value` to memory at `address + offset`."""

    address: Expr
    offset: int
    size: Size
    value: Expr


class If(Draft):
    """A conditional statement with an optional else branch."""

    condition: Expr
    body: Body
    else_body: Body = field(factory=list)


class Block(Draft):
    """A labelled block; a jump to its label leaves it."""

    label: str
    body: Body


class Loop(Draft):
    """A labelled block; a jump to its label repeats it."""

    label: str
    body: Body


class Jump(Draft):
    """A jump to the label of an enclosing block or loop, taken if `condition` holds (or always)."""

    label: str
    condition: Expr | None = None


class Switch(Draft):
    """A jump table: jump to `labels[value]`, or to the last label if `value` is out of range."""

    value: Expr
    labels: tuple[str, ...]


class Return(Draft):
    """A return from the function."""

    value: Expr | None = None


class CallStmt(Draft):
    """A call of a function without a result."""

    function: str
    arguments: tuple[Expr, ...]


class Drop(Draft):
    """An expression evaluated for its effects only."""

    value: Expr


class CopyBytes(Draft):
    """A copy of `count` bytes between two addresses; the areas may overlap."""

    to: Expr
    source: Expr
    count: Expr


class Trap(Draft):
    """An instruction that traps: the host then lets another engine play the move."""


Stmt = (
    Set | SetGlobal | Store | If | Block | Loop | Jump | Switch | Return | CallStmt | Drop | CopyBytes | Trap
)  # fmt: skip


class Function(Draft):
    """A WebAssembly function: its parameters, locals and body, and a flag that forbids to inline it."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    result: Type | None = None
    body: Body = field(factory=list)
    locals: dict[str, Type] = field(factory=dict)
    exported: bool = False
    never_inlined: bool = False

    @property
    def movable(self) -> bool:
        """Whether its body can be inlined as it is: its names are unique, and it returns at its end only."""
        return all(name.startswith(f"{self.name}:") for name, _ in self.parameters)

    def local(self, hint: str, type_: Type = "i32", low: int = LOWEST, high: int = HIGHEST) -> Get:
        """Add a local with a unique name made from `hint`, and return an expression that reads it."""
        name = f"{self.name}:{hint}.{len(self.locals)}"
        self.locals[name] = type_
        return Get(name, type=type_, low=low, high=high)


# ------------------------------------------------------------------ making expressions

TRUE, FALSE = Const(1, low=1, high=1), Const(0, low=0, high=0)


def number(value: int, type_: Type = "i32") -> Const:
    """Return a constant expression; a 64 bit one may also be given as an unsigned number."""
    if type_ == "i64":
        return Const(value - 2**64 if value >= 2**63 else value, type="i64")
    return Const(value, low=value, high=value)


def operand(value: object, type_: Type = "i32") -> Expr:
    """Return a number or an expression as an expression of the given type."""
    if isinstance(value, _Expr):
        assert value.type == type_, value
        return value  # type: ignore[return-value]  # every _Expr is one of them
    assert isinstance(value, int), value
    return real(number(value)) if type_ == "f64" else number(value, type_)


def real(of: Expr) -> Expr:
    """Return the float expression that converts an integer expression."""
    return Unary(f"f64.convert_{of.type}_s", of, type="f64")


def arithmetic(name: str, left: Any, right: Operand) -> Expr:
    """Return a sum, difference or product with its interval; the full 32 bit range if it may overflow."""
    one: Expr = left
    other = operand(right, one.type)
    if one.type != "i32":
        return Binary(name, one, other, type=one.type)
    if name in ("add", "sub") and isinstance(other, Const):
        return _add_constant(one, other.value if name == "add" else -other.value)
    if name == "add" and isinstance(one, Const):
        return _add_constant(other, one.value)
    if name == "mul" and isinstance(other, Const) and other.value == 1:
        return one
    low, high = span(name, one, other)
    if low < LOWEST or high > HIGHEST:
        low, high = LOWEST, HIGHEST
    if isinstance(one, Const) and isinstance(other, Const) and low == high:
        return number(low)
    return Binary(name, one, other, low=low, high=high)


def _add_constant(one: Expr, by: int) -> Expr:
    """Return `one + by`, with constants folded together."""
    by = (by - LOWEST) % 2**32 + LOWEST  # sums wrap around
    if isinstance(one, Const):
        return number((one.value + by - LOWEST) % 2**32 + LOWEST)
    if isinstance(one, Binary) and one.name == "add" and isinstance(one.right, Const):
        return _add_constant(one.left, one.right.value + by)
    if by == 0:
        return one
    low, high = one.low + by, one.high + by
    if low < LOWEST or high > HIGHEST:
        low, high = LOWEST, HIGHEST
    return Binary("add", one, number(by), low=low, high=high)


_OPERATORS: dict[str, Operator] = {
    "add": "+", "sub": "-", "mul": "*", "and": "&", "or": "|", "xor": "|",
}  # fmt: skip
"""IR operators with the same interval arithmetic; the bounds of `|` hold for `xor` too."""


def span(name: str, one: Expr, other: Expr) -> Span:
    """Return the least and greatest result of an operation, as if numbers were unbounded."""
    return span_of(_OPERATORS[name], (one.low, one.high), (other.low, other.high))


def bits(name: str, left: Any, right: Operand) -> Expr:
    """Return a bitwise operation, with the interval of its result where that is known."""
    one: Expr = left
    other = operand(right, one.type)
    low, high = LOWEST, HIGHEST
    if one.type == "i32" and one.low >= 0 and other.low >= 0 and name in _OPERATORS:
        low, high = span(name, one, other)
    if one.type == "i32" and name == "shr_u" and one.low >= 0 and isinstance(other, Const):
        low, high = one.low >> other.value, one.high >> other.value
    return Binary(name, one, other, type=one.type, low=low, high=high)


def compared(name: str, left: Any, right: Operand) -> Expr:
    """Return the comparison of two operands by the operation `name`, which gives 1 or 0."""
    one: Expr = left
    other = operand(right, one.type)
    if one.type == "f64":
        name = name.removesuffix("_s")
    elif name == "eq" and isinstance(other, Const) and other.value == 0:
        return Unary(f"{one.type}.eqz", one, low=0, high=1)
    return Binary(name, one, other, low=0, high=1)
