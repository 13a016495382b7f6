"""Chance, as `ir.chance` has it: numbers drawn from a stream that lies at an address."""

from __future__ import annotations

from rulewright.engines.native.form.making import narrowed
from rulewright.engines.native.form.native_form import (
    Binary,
    Block,
    Body,
    Called,
    Expr,
    Function,
    Get,
    If,
    Jump,
    Load,
    Loop,
    Return,
    Set,
    Store,
    Type,
    Unary,
    compared,
    number,
)
from rulewright.engines.native.translating.tables import Tables
from rulewright.ir.chance import CHOICES_FACTOR, CHOICES_SHIFT, INCREMENT, MULTIPLIER


def add_chance(tables: Tables) -> None:
    """Put drawing and mixing into the module."""
    tables.wasm.add(_below())
    tables.wasm.add(_drawn_anew())
    tables.wasm.add(_mix(tables.order))
    tables.wasm.add(_seeded())


def _wide(name: str) -> Get:
    return Get(name, type="i64")


def _stepped(state: Expr) -> Expr:
    return state * number(MULTIPLIER, "i64") + number(INCREMENT, "i64")


def _below() -> Function:
    """A number from 0 to n - 1; n is 1 to 2^31. So rarely that it stands elsewhere it is drawn anew."""
    drawn = Function("below", (("stream", "i32"), ("n", "i32")), "i32")
    stream, n = Get("stream"), Get("n")
    product, index = drawn.local("product", "i64"), drawn.local("index")
    rest = Called("drawn_anew", (stream, n, product))
    drawn.body = [
        *_draw(drawn, stream, n, product),
        # Only what is less than n may be too low.
        If(
            compared("lt_u", narrowed(product), n),
            [Set(index.name, rest)],
            [Set(index.name, _share(product))],
        ),
        Return(index),
    ]
    return drawn


def _drawn_anew() -> Function:
    """The number that what was drawn, times n, comes to if it is not too low; else it is drawn again."""
    parameters: tuple[tuple[str, Type], ...] = (("stream", "i32"), ("n", "i32"), ("product", "i64"))
    anew = Function("drawn_anew", parameters, "i32", apart=True)
    stream, n, product = Get("stream"), Get("n"), Get("product", type="i64")
    too_low = Binary("rem_u", number(0) - n, n)
    anew.body = [
        Block("drawn", [
            Loop("again", [
                Jump("drawn", compared("ge_u", narrowed(product), too_low)),
                *_draw(anew, stream, n, product),
                Jump("again"),
            ]),
        ]),
        Return(_share(product)),
    ]  # fmt: skip
    return anew


def _draw(function: Function, stream: Expr, n: Expr, product: Get) -> Body:
    """The next 32 bits of a stream, times n."""
    state = function.local("state", "i64")
    output = Binary("rotr", narrowed(((state >> 18) ^ state) >> 27), narrowed(state >> 59))
    return [
        Set(state.name, Load(stream, 0, 8, type="i64")),
        Set(product.name, _unsigned(output) * _unsigned(n)),
        Store(stream, 0, 8, _stepped(state)),
    ]


def _share(product: Expr) -> Expr:
    """The upper half of what was drawn, times n."""
    return narrowed(product >> 32)


def _unsigned(of: Expr) -> Expr:
    return Unary("i64.extend_i32_u", of, type="i64")


def _seeded() -> Function:
    """The state of a stream for a seed."""
    seeded = Function("seeded", (("seed", "i64"),), "i64")
    seeded.body = [Return(_stepped(_wide("seed") + number(INCREMENT, "i64")))]
    return seeded


def seed_of_choices(seed: Expr) -> Expr:
    """See `ir.chance.seed_of_choices`."""
    return seed * number(CHOICES_FACTOR, "i64") + number(CHOICES_SHIFT, "i64")


def _mix(list_: int) -> Function:
    """The first of the list of pieces in random order."""
    mix = Function("mix", (("stream", "i32"), ("count", "i32")))
    at, other, held = mix.local("at"), mix.local("other"), mix.local("held")
    mix.body = [
        Set(at.name, Get("count") - 1),
        Block("mixed", [
            Loop("again", [
                Jump("mixed", at.less(1)),
                Set(other.name, Called("below", (Get("stream"), at + 1))),
                Set(held.name, Load(at * 2, list_, 2)),
                Store(at * 2, list_, 2, Load(other * 2, list_, 2)),
                Store(other * 2, list_, 2, held),
                Set(at.name, at - 1),
                Jump("again"),
            ]),
        ]),
    ]  # fmt: skip
    return mix
