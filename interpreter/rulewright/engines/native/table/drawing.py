"""Chance, as `ir.chance` has it: numbers drawn from a stream that lies at an address."""

from __future__ import annotations

from rulewright.engines.native.form.making import narrowed
from rulewright.engines.native.form.native_form import (
    Binary,
    Block,
    Called,
    Expr,
    Function,
    Get,
    Jump,
    Load,
    Loop,
    Return,
    Set,
    Store,
    Unary,
    compared,
    number,
)
from rulewright.engines.native.translating.tables import Tables
from rulewright.ir.chance import CHOICES_FACTOR, CHOICES_SHIFT, INCREMENT, MULTIPLIER

_LOW = 0xFFFFFFFF


def add_chance(tables: Tables) -> None:
    """Put drawing and mixing into the module."""
    tables.wasm.add(_below())
    tables.wasm.add(_mix(tables.order))
    tables.wasm.add(_seeded())


def _wide(name: str) -> Get:
    return Get(name, type="i64")


def _stepped(state: Expr) -> Expr:
    return state * number(MULTIPLIER, "i64") + number(INCREMENT, "i64")


def _below() -> Function:
    """A number from 0 to n - 1; n is 1 to 2^31."""
    drawn = Function("below", (("stream", "i32"), ("n", "i32")), "i32")
    for name in ("state", "limit", "product", "low"):
        drawn.locals[name] = "i64"
    state, limit, product, low = map(_wide, ("state", "limit", "product", "low"))
    shifted = narrowed(((state >> 18) ^ state) >> 27)
    output = Binary("rotr", shifted, narrowed(state >> 59))
    too_low = Binary("rem_u", number(2**32, "i64") - limit, limit, type="i64")
    drawn.body = [
        Set("limit", Unary("i64.extend_i32_u", Get("n"), type="i64")),
        Set("state", Load(Get("stream"), 0, 8, type="i64")),
        Block("drawn", [
            Loop("again", [
                Set("product", Unary("i64.extend_i32_u", output, type="i64") * limit),
                Set("state", _stepped(state)),
                Set("low", product & _LOW),
                Jump("drawn", compared("ge_u", low, limit)),
                Jump("again", compared("lt_u", low, too_low)),
            ]),
        ]),
        Store(Get("stream"), 0, 8, state),
        Return(narrowed(product >> 32)),
    ]  # fmt: skip
    return drawn


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
