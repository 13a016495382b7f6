"""Random numbers as `ir.random_stream` defines them, drawn from a stream whose state is in memory.

The generator is PCG XSH RR 64/32: a 64 bit linear congruential state and a permuted 32 bit output. See O'Neill,
"PCG: a family of simple fast space-efficient statistically good algorithms", 2014,
https://www.pcg-random.org/paper.html.
"""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose, narrowed, zero_extended
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.code import Code, LocalVar, call
from rulewright.native.builder.structs import I16, I64, NumberArray
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.runtime.ir.random_stream import CHOICES_FACTOR, CHOICES_SHIFT, INCREMENT, MULTIPLIER


def add_random_functions(builder: ModuleBuilder) -> None:
    """Add the functions that draw random numbers, shuffle, and seed a stream."""
    _add_below(builder, "random_below")
    # The stream does not advance if n is 1: the result is 0 then anyway, and no branch is needed.
    _add_below(builder, "random_below_or_zero", wasm.Get("n") != 1)
    _add_redraw(builder)
    _add_shuffle(builder)
    with builder.wasm.record("seeded", "i64", seed="i64") as code:
        code.give(_next_state(code.parameter("seed") + INCREMENT))


def _next_state(state: Expr) -> Expr:
    """Return the next state of the random stream (a linear congruential generator)."""
    return state * MULTIPLIER + INCREMENT


def _add_below(builder: ModuleBuilder, name: str, advances: Expr = wasm.TRUE) -> None:
    """Add a function that draws an unbiased random number from 0 to n - 1; n is 1 to 2^31."""
    with builder.wasm.record(name, "i32", stream="i32", n="i32") as code:
        stream, n = code.parameter("stream"), code.parameter("n")
        product = code.var(hint="product", type_="i64")
        _draw_bits(code, product, advances)
        # Lemire's multiply-shift bounded random number, https://arxiv.org/abs/1805.10941: the upper half of
        # 32 random bits times n is uniform if the lower half is at least 2^32 mod n. That modulus is less than n,
        # so the division is only computed where the lower half is less than n.
        index = code.var(hint="index")
        with code.when(wasm.compared("lt_u", narrowed(product), n)):
            index.set(call("redraw", stream, n, product))
        with code.else_():
            index.set(narrowed(product >> 32))
        code.give(index)


def _add_redraw(builder: ModuleBuilder) -> None:
    """Add the slow path of drawing, which draws again while a number would be biased."""
    with builder.wasm.record("redraw", "i32", stream="i32", n="i32", product="i64") as code:
        code.function.never_inlined = True
        n, product = code.parameter("n"), code.parameter("product")
        bias = wasm.Binary("rem_u", 0 - n, n)  # 2^32 mod n, as 0 - n is 2^32 - n
        with code.loop(wasm.compared("lt_u", narrowed(product), bias)):
            _draw_bits(code, product)
        code.give(narrowed(product >> 32))


def _draw_bits(code: Code, product: LocalVar, advances: Expr = wasm.TRUE) -> None:
    """Record code that sets `product` to 32 random bits times n, and advances the stream if `advances` is true."""
    stream = NumberArray(code, I64, 0, code.parameter("stream"))
    state = code.let(stream[0], "state")
    # PCG XSH RR: xorshift the high bits, then rotate by the top 5 bits (wasm takes the count modulo 32).
    output = wasm.Binary("rotr", narrowed(((state >> 18) ^ state) >> 27), narrowed(state >> 59))
    product.set(zero_extended(output) * zero_extended(code.parameter("n")))
    stream[0] = choose(advances, _next_state(state), state)


def seed_of_choices(seed: Expr) -> Expr:
    """Return the seed of a game's stream of choices, given the seed of its deal."""
    return seed * CHOICES_FACTOR + CHOICES_SHIFT


def _add_shuffle(builder: ModuleBuilder) -> None:
    """Add the function that shuffles the first `count` pieces of the array `order`."""
    with builder.wasm.record("shuffle_list", stream="i32", count="i32") as code:
        # Fisher–Yates in Durstenfeld's version: from the end, swap with a random entry not behind it. "Algorithm
        # 235: random permutation", 1964, https://doi.org/10.1145/364520.364540.
        pieces, at = (
            NumberArray(code, I16, builder.order),
            code.var(code.parameter("count") - 1, "at", low=-1),
        )
        with code.loop(at > 0):
            other = code.let(call("random_below", code.parameter("stream"), at + 1, low=0), "other")
            held = code.let(pieces[at], "held")
            pieces[at] = pieces[other]
            pieces[other] = held
            at -= 1
