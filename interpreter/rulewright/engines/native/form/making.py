"""Making expressions of the native form, with what is known already worked out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.engines.native.form.native_form import (
    FALSE,
    HIGHEST,
    LOWEST,
    TRUE,
    Binary,
    Body,
    Const,
    Do,
    Either,
    Expr,
    Get,
    Load,
    Set,
    Stmt,
    Unary,
    compared,
    number,
)


def is_zero(of: Expr) -> Expr:
    """1 if a number is 0."""
    return Unary(f"{of.type}.eqz", of, low=0, high=1)


def negated(condition: Expr) -> Expr:
    """The opposite of a condition."""
    opposite = {
        "eq": "ne",
        "ne": "eq",
        "lt_s": "ge_s",
        "ge_s": "lt_s",
        "gt_s": "le_s",
        "le_s": "gt_s",
    }
    if isinstance(condition, Const):
        return FALSE if condition.value else TRUE
    if isinstance(condition, Binary) and condition.name in opposite:
        return Binary(opposite[condition.name], condition.left, condition.right, low=0, high=1)
    if (
        isinstance(condition, Unary)
        and condition.name == "i32.eqz"
        and (condition.of.low, condition.of.high) == (0, 1)
    ):
        return condition.of
    return is_zero(condition)


def choose(condition: Expr, yes: Expr, no: Expr) -> Expr:
    """One of two."""
    if isinstance(condition, Const):
        return yes if condition.value else no
    low, high = min(yes.low, no.low), max(yes.high, no.high)
    return Either(condition, yes, no, type=yes.type, low=low, high=high)


LIGHT = 24
"""What has no more parts and cannot fail is worked out though it may not be asked: that is cheaper than a jump."""


def _weight(expr: Expr) -> int:
    """How many parts an expression has; more than LIGHT if it does more than to work out a number."""
    match expr:
        case Const() | Get():
            return 1
        case Load(address=address):
            return 1 + _weight(address)
        case Unary(of=of):
            return 1 + _weight(of)
        case Either(condition=condition, yes=yes, no=no) if is_plain(yes) and is_plain(no):
            return 1 + _weight(condition) + _weight(yes) + _weight(no)
        case Binary(name=name, left=left, right=right) if not name.startswith(("div", "rem")):
            return 1 + _weight(left) + _weight(right)
    return LIGHT + 1


def _is_light(expr: Expr) -> bool:
    return (expr.low, expr.high) == (0, 1) and _weight(expr) <= LIGHT


def decided(condition: Expr) -> Expr:
    """A comparison, or what it comes to where the spans of the two sides leave no doubt."""
    if not isinstance(condition, Binary) or condition.type == "i64" or _weight(condition) > LIGHT:
        return condition
    one, other = condition.left, condition.right
    if one.type != "i32":
        return condition
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
    return TRUE if always else FALSE if never else condition


def outside(value: Expr, low: int, high: int) -> Expr:
    """Whether a number is less than one or more than another: one comparison, as less than 0 is very much too."""
    if value.low >= low:
        return compared("gt_s", value, high)
    if value.high <= high:
        return value.less(low)
    most = high - low
    return compared("gt_u", value - low, most if most <= HIGHEST else most - 2**32)


PLAIN = 8


def is_plain(expr: Expr, left: int = PLAIN) -> bool:
    """Whether an expression has few parts, and reads no memory: it may be worked out though nobody wants it."""
    return _has_no_load(expr) and _weight(expr) <= left


def _has_no_load(expr: Expr) -> bool:
    match expr:
        case Load():
            return False
        case Unary(of=of):
            return _has_no_load(of)
        case Binary(left=one, right=other):
            return _has_no_load(one) and _has_no_load(other)
        case Either(condition=condition, yes=yes, no=no):
            return all(map(_has_no_load, (condition, yes, no)))
    return True


def is_straight(stmt: Stmt) -> bool:
    """Whether a statement gives a local what is worked out without a jump, and cannot fail."""
    return isinstance(stmt, Set) and _weight(stmt.value) <= LIGHT


def both(one: Expr, other: Expr) -> Expr:
    """Whether two conditions hold; the second is looked at if the first does, or costs nothing."""
    if isinstance(one, Const):
        return other if one.value else FALSE
    if isinstance(other, Const) and other.value:
        return one
    if (one.low, one.high) == (0, 1) and _is_light(other):
        return Binary("and", one, other, low=0, high=1)
    return Either(one, other, FALSE, low=0, high=1)


def either(one: Expr, other: Expr) -> Expr:
    """Whether one of two conditions holds; the second is looked at if the first does not, or costs nothing."""
    if isinstance(one, Const):
        return TRUE if one.value else other
    if (one.low, one.high) == (0, 1) and _is_light(other):
        return Binary("or", one, other, low=0, high=1)
    return Either(one, TRUE, other, low=0, high=1)


def all_of(conditions: Iterable[Expr]) -> Expr:
    """Whether all hold, looked at in their order."""
    found: Expr = TRUE
    for condition in reversed(list(conditions)):
        found = both(condition, found)
    return found


def any_of(conditions: Sequence[Expr]) -> Expr:
    """Whether one holds, looked at in their order."""
    found: Expr = FALSE
    for condition in reversed(conditions):
        found = condition if found is FALSE else either(condition, found)
    return found


def done(body: Body, value: Expr) -> Expr:
    """A value after some statements."""
    return Do(body, value, type=value.type, low=value.low, high=value.high) if body else value


def widened(of: Expr) -> Expr:
    """The same number in 64 bits, signed."""
    return (
        number(of.value, "i64")
        if isinstance(of, Const)
        else Unary("i64.extend_i32_s", of, type="i64")
    )


def narrowed(of: Expr, low: int = LOWEST, high: int = HIGHEST) -> Expr:
    """The lower 32 bits."""
    return Unary("i32.wrap_i64", of, low=low, high=high)


def trailing_zeros(of: Expr) -> Expr:
    """The place of the lowest bit of a 64 bit number, as 32 bits."""
    return narrowed(Unary("i64.ctz", of, type="i64"), 0, 64)


def ones(of: Expr) -> Expr:
    """How many bits of a 64 bit number are set, as 32 bits."""
    return narrowed(Unary("i64.popcnt", of, type="i64"), 0, 64)


def any_of_words(words: Sequence[Expr]) -> Expr:
    """Whether a set, given word by word, has anything in it."""
    together = words[0]
    for word in words[1:]:
        together = together | word
    return compared("ne", together, 0)
