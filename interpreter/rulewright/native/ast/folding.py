"""Constructors of expressions that fold constants and use intervals to decide comparisons early."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.native.ast import wasm_ast as wasm


def is_zero(of: wasm.Expr) -> wasm.Expr:
    """Return the test `of == 0`, which gives 1 or 0."""
    return wasm.Unary(f"{of.type}.eqz", of, low=0, high=1)


def negated(condition: wasm.Expr) -> wasm.Expr:
    """Return the negation of a condition, by its opposite comparison where there is one."""
    opposite = {
        "eq": "ne",
        "ne": "eq",
        "lt_s": "ge_s",
        "ge_s": "lt_s",
        "gt_s": "le_s",
        "le_s": "gt_s",
    }
    if isinstance(condition, wasm.Const):
        return wasm.FALSE if condition.value else wasm.TRUE
    if isinstance(condition, wasm.Binary) and condition.name in opposite:
        return wasm.Binary(opposite[condition.name], condition.left, condition.right, low=0, high=1)
    if (
        isinstance(condition, wasm.Unary)
        and condition.name == "i32.eqz"
        and (condition.of.low, condition.of.high) == (0, 1)
    ):
        return condition.of
    return is_zero(condition)


def choose(condition: wasm.Expr, yes: wasm.Expr, no: wasm.Expr) -> wasm.Expr:
    """Return the expression `yes if condition else no`, folded if the condition is constant."""
    if isinstance(condition, wasm.Const):
        return yes if condition.value else no
    low, high = min(yes.low, no.low), max(yes.high, no.high)
    return wasm.Conditional(condition, yes, no, type=yes.type, low=low, high=high)


MAX_EAGER_NODES = 24
"""Expressions of at most this many nodes that cannot trap are evaluated eagerly: a branch costs more."""


def _weight(expr: wasm.Expr) -> int:
    """Return the number of nodes of an expression; above MAX_EAGER_NODES if it may trap, branch or have effects."""
    match expr:
        case wasm.Const() | wasm.Get():
            return 1
        case wasm.Load(address=address):
            return 1 + _weight(address)
        case wasm.Unary(of=of):
            return 1 + _weight(of)
        case wasm.Conditional(condition=condition, yes=yes, no=no) if is_selectable(
            yes
        ) and is_selectable(no):
            return 1 + _weight(condition) + _weight(yes) + _weight(no)
        case wasm.Binary(name=name, left=left, right=right) if not name.startswith(("div", "rem")):
            return 1 + _weight(left) + _weight(right)
    return MAX_EAGER_NODES + 1


def is_cheap(expr: wasm.Expr) -> bool:
    """Return whether an expression is a 0 or 1 that is cheap and cannot trap, so that it may be evaluated early."""
    return (expr.low, expr.high) == (0, 1) and _weight(expr) <= MAX_EAGER_NODES


def fold_comparison(condition: wasm.Expr) -> wasm.Expr:
    """Return the comparison, or a constant 1 or 0 if the intervals of its operands decide it."""
    if not isinstance(condition, wasm.Binary) or condition.type == "i64":
        return condition
    one, other = condition.left, condition.right
    if one.type != "i32" or (one.low < other.high and other.low < one.high):
        return condition  # intervals that overlap decide nothing
    less, more = one.high < other.low, one.low > other.high
    always, never = {
        "eq": (one.low == one.high == other.low == other.high, less or more),
        "ne": (less or more, one.low == one.high == other.low == other.high),
        "lt_s": (less, one.low >= other.high),
        "ge_s": (one.low >= other.high, less),
        "gt_s": (more, one.high <= other.low),
        "le_s": (one.high <= other.low, more),
        "lt_u": (one.low >= 0 and less, other.low >= 0 and (one.high < 0 or one.low >= other.high)),
    }.get(condition.name, (False, False))
    if not (always or never) or _weight(condition) > MAX_EAGER_NODES:
        return condition
    return wasm.TRUE if always else wasm.FALSE


def is_outside(value: wasm.Expr, low: int, high: int) -> wasm.Expr:
    """Return the test whether `value` is below `low` or above `high`, as one unsigned comparison."""
    if value.low >= low:
        return wasm.compared("gt_s", value, high)
    if value.high <= high:
        return value.less(low)
    # low <= x <= high is x - low <= high - low as unsigned numbers: below `low` the difference wraps around.
    most = high - low
    return wasm.compared("gt_u", value - low, most if most <= wasm.HIGHEST else most - 2**32)


MAX_SELECT_NODES = 8
"""Expressions of at most this many nodes without a load are cheap enough for a branch-free `select`."""


def is_selectable(expr: wasm.Expr) -> bool:
    """Return whether an expression is small and reads no memory, so that a branch-free select may evaluate it."""
    return _has_no_load(expr, MAX_SELECT_NODES) and _weight(expr) <= MAX_SELECT_NODES


def _has_no_load(expr: wasm.Expr, deep: int) -> bool:
    """Return whether an expression reads no memory down to depth `deep`; False if it is deeper."""
    match expr:
        case wasm.Load():
            return False
        case wasm.Unary(of=of):
            parts: tuple[wasm.Expr, ...] = (of,)
        case wasm.Binary(left=one, right=other):
            parts = one, other
        case wasm.Conditional(condition=condition, yes=yes, no=no):
            parts = condition, yes, no
        case _:
            return True
    return deep > 0 and all(_has_no_load(part, deep - 1) for part in parts)


def is_straight(stmt: wasm.Stmt) -> bool:
    """Return whether a statement only assigns a cheap expression, without branching or trapping."""
    return isinstance(stmt, wasm.Set) and _weight(stmt.value) <= MAX_EAGER_NODES


def both(one: wasm.Expr, other: wasm.Expr) -> wasm.Expr:
    """Return the test that both conditions hold; `other` is only evaluated if `one` holds, unless it is cheap."""
    if isinstance(one, wasm.Const):
        return other if one.value else wasm.FALSE
    if isinstance(other, wasm.Const) and other.value:
        return one
    if (one.low, one.high) == (0, 1) and is_cheap(other):
        return wasm.Binary("and", one, other, low=0, high=1)
    return wasm.Conditional(one, other, wasm.FALSE, low=0, high=1)


def either(one: wasm.Expr, other: wasm.Expr) -> wasm.Expr:
    """Return the test that a condition holds; `other` is evaluated only if `one` fails, unless it is cheap."""
    if isinstance(one, wasm.Const):
        return wasm.TRUE if one.value else other
    if (one.low, one.high) == (0, 1) and is_cheap(other):
        return wasm.Binary("or", one, other, low=0, high=1)
    return wasm.Conditional(one, wasm.TRUE, other, low=0, high=1)


def all_of(conditions: Iterable[wasm.Expr]) -> wasm.Expr:
    """Return the test that all conditions hold, evaluated from left to right."""
    conjunction: wasm.Expr = wasm.TRUE
    for condition in reversed(list(conditions)):
        conjunction = both(condition, conjunction)
    return conjunction


def any_of(conditions: Sequence[wasm.Expr]) -> wasm.Expr:
    """Return the test that some condition holds, evaluated from left to right."""
    disjunction: wasm.Expr = wasm.FALSE
    for condition in reversed(conditions):
        disjunction = condition if disjunction is wasm.FALSE else either(condition, disjunction)
    return disjunction


def sequenced(body: wasm.Body, value: wasm.Expr) -> wasm.Expr:
    """Return the expression `value` with the statements of `body` run before it."""
    return (
        wasm.Sequenced(body, value, type=value.type, low=value.low, high=value.high)
        if body
        else value
    )


def widened(of: wasm.Expr) -> wasm.Expr:
    """Return a 32 bit number sign-extended to 64 bits."""
    return (
        wasm.number(of.value, "i64")
        if isinstance(of, wasm.Const)
        else wasm.Unary("i64.extend_i32_s", of, type="i64")
    )


def zero_extended(of: wasm.Expr) -> wasm.Expr:
    """Return a 32 bit number, read as unsigned, as 64 bits."""
    return wasm.Unary("i64.extend_i32_u", of, type="i64")


def floor_log2(of: wasm.Expr) -> wasm.Expr:
    """Return the index of the highest set bit of a positive 32 bit number."""
    clz = wasm.Unary("i32.clz", of, low=0, high=32)
    return wasm.Binary("sub", wasm.number(31), clz, low=0, high=31)


def popcount32(of: wasm.Expr) -> wasm.Expr:
    """Return the number of set bits (popcount) of a 32 bit number."""
    return wasm.Unary("i32.popcnt", of, low=0, high=32)


def narrowed(of: wasm.Expr, low: int = wasm.LOWEST, high: int = wasm.HIGHEST) -> wasm.Expr:
    """Return the lower 32 bits of a 64 bit number; `low` and `high` are its interval."""
    return wasm.Unary("i32.wrap_i64", of, low=low, high=high)


def trailing_zeros(of: wasm.Expr) -> wasm.Expr:
    """Return the index of the lowest set bit of a 64 bit number, as 32 bits."""
    return narrowed(wasm.Unary("i64.ctz", of, type="i64"), 0, 64)


def popcount(of: wasm.Expr) -> wasm.Expr:
    """Return the number of set bits (popcount) of a 64 bit number, as 32 bits."""
    if isinstance(of, wasm.Const):
        return wasm.number((of.value % 2**64).bit_count())
    return narrowed(wasm.Unary("i64.popcnt", of, type="i64"), 0, 64)


def size_of_set(words: Sequence[wasm.Expr]) -> wasm.Expr:
    """Return the number of elements of a bit set, given as 64 bit words."""
    counts = [popcount(word) for word in words]
    return sum(counts[1:], counts[0])


def any_of_words(words: Sequence[wasm.Expr]) -> wasm.Expr:
    """Return the test whether a bit set, given as 64 bit words, is not empty."""
    together = words[0]
    for word in words[1:]:
        together = together | word
    return wasm.compared("ne", together, 0)
