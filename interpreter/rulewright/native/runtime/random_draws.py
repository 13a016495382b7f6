"""Random numbers as `ir.random_stream` defines them, drawn from a stream whose state is in memory.

The generator is PCG XSH RR 64/32: a 64 bit linear congruential state and a permuted 32 bit output. See O'Neill,
"PCG: a family of simple fast space-efficient statistically good algorithms", 2014,
https://www.pcg-random.org/paper.html.
"""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose, narrowed
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.runtime.ir.random_stream import CHOICES_FACTOR, CHOICES_SHIFT, INCREMENT, MULTIPLIER


def add_random_functions(builder: ModuleBuilder) -> None:
    """Add the functions that draw random numbers, shuffle, and seed a stream."""
    builder.wasm.add(_below_function())
    builder.wasm.add(_below_function("random_below_or_zero", always=False))
    builder.wasm.add(_redraw_function())
    builder.wasm.add(_shuffle_function(builder.order))
    builder.wasm.add(_seed_function())


def _wide_parameter(name: str) -> wasm.Get:
    """Return the 64 bit parameter `name`."""
    return wasm.Get(name, type="i64")


def _next_state(state: wasm.Expr) -> wasm.Expr:
    """Return the next state of the random stream (a linear congruential generator)."""
    return state * wasm.number(MULTIPLIER, "i64") + wasm.number(INCREMENT, "i64")


def _below_function(name: str = "random_below", always: bool = True) -> wasm.Function:
    """Build the function that draws an unbiased random number from 0 to n - 1; n is 1 to 2^31.

    Without `always` the stream does not advance if n is 1. The result is 0 then anyway, and no branch is needed.
    """
    drawn = wasm.Function(name, (("stream", "i32"), ("n", "i32")), "i32")
    stream, n = wasm.Get("stream"), wasm.Get("n")
    product, index = drawn.local("product", "i64"), drawn.local("index")
    rest = wasm.Call("redraw", (stream, n, product))
    goes_on = wasm.TRUE if always else n.differs(1)
    drawn.body = [
        *_draw_bits(drawn, stream, n, product, goes_on),
        # Lemire's multiply-shift bounded random number, https://arxiv.org/abs/1805.10941: the upper half of
        # 32 random bits times n is uniform if the lower half is at least 2^32 mod n. That modulus is less than n,
        # so the division is only computed where the lower half is less than n.
        wasm.If(
            wasm.compared("lt_u", narrowed(product), n),
            [wasm.Set(index.name, rest)],
            [wasm.Set(index.name, _upper_half(product))],
        ),
        wasm.Return(index),
    ]
    return drawn


def _redraw_function() -> wasm.Function:
    """Build the slow path of drawing, which draws again while a number would be biased."""
    parameters: tuple[tuple[str, wasm.Type], ...] = (
        ("stream", "i32"),
        ("n", "i32"),
        ("product", "i64"),
    )
    redraw = wasm.Function("redraw", parameters, "i32", never_inlined=True)
    stream, n, product = wasm.Get("stream"), wasm.Get("n"), wasm.Get("product", type="i64")
    too_low = wasm.Binary("rem_u", wasm.number(0) - n, n)  # 2^32 mod n, as 0 - n is 2^32 - n
    redraw.body = [
        wasm.Block("drawn", [
            wasm.Loop("again", [
                wasm.Jump("drawn", wasm.compared("ge_u", narrowed(product), too_low)),
                *_draw_bits(redraw, stream, n, product),
                wasm.Jump("again"),
            ]),
        ]),
        wasm.Return(_upper_half(product)),
    ]  # fmt: skip
    return redraw


def _draw_bits(
    function: wasm.Function,
    stream: wasm.Expr,
    n: wasm.Expr,
    product: wasm.Get,
    goes_on: wasm.Expr = wasm.TRUE,
) -> wasm.Body:
    """Emit drawing 32 random bits and setting `product` to them times `n`; the stream advances if `goes_on`."""
    state = function.local("state", "i64")
    # PCG XSH RR: xorshift the high bits, then rotate by the top 5 bits (wasm takes the count modulo 32).
    output = wasm.Binary("rotr", narrowed(((state >> 18) ^ state) >> 27), narrowed(state >> 59))
    return [
        wasm.Set(state.name, wasm.Load(stream, 0, 8, type="i64")),
        wasm.Set(product.name, _unsigned(output) * _unsigned(n)),
        wasm.Store(stream, 0, 8, choose(goes_on, _next_state(state), state)),
    ]


def _upper_half(product: wasm.Expr) -> wasm.Expr:
    """Return the upper 32 bits of a 64 bit product, which are the random number from 0 to n - 1."""
    return narrowed(product >> 32)


def _unsigned(of: wasm.Expr) -> wasm.Expr:
    """Return an unsigned 32 bit number as 64 bits."""
    return wasm.Unary("i64.extend_i32_u", of, type="i64")


def _seed_function() -> wasm.Function:
    """Build the function that returns the first state of a random stream for a seed."""
    seeded = wasm.Function("seeded", (("seed", "i64"),), "i64")
    seeded.body = [
        wasm.Return(_next_state(_wide_parameter("seed") + wasm.number(INCREMENT, "i64")))
    ]
    return seeded


def seed_of_choices(seed: wasm.Expr) -> wasm.Expr:
    """Return the seed of a game's stream of choices, given the seed of its deal."""
    return seed * wasm.number(CHOICES_FACTOR, "i64") + wasm.number(CHOICES_SHIFT, "i64")


def _shuffle_function(list_: int) -> wasm.Function:
    """Build the function that shuffles the first `count` pieces of the array at `list_` (Fisher–Yates)."""
    mix = wasm.Function("shuffle_list", (("stream", "i32"), ("count", "i32")))
    # Fisher–Yates in Durstenfeld's version: from the end, swap with a random entry not behind it. "Algorithm 235:
    # random permutation", 1964, https://doi.org/10.1145/364520.364540.
    at, other, held = mix.local("at"), mix.local("other"), mix.local("held")
    mix.body = [
        wasm.Set(at.name, wasm.Get("count") - 1),
        wasm.Block("mixed", [
            wasm.Loop("again", [
                wasm.Jump("mixed", at.less(1)),
                wasm.Set(other.name, wasm.Call("random_below", (wasm.Get("stream"), at + 1))),
                wasm.Set(held.name, wasm.Load(at * 2, list_, 2)),
                wasm.Store(at * 2, list_, 2, wasm.Load(other * 2, list_, 2)),
                wasm.Store(other * 2, list_, 2, held),
                wasm.Set(at.name, at - 1),
                wasm.Jump("again"),
            ]),
        ]),
    ]  # fmt: skip
    return mix
