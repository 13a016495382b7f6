"""Emits the digests of `ir.hashing` as expressions and statements over 64 bit numbers."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import widened
from rulewright.runtime.ir import hashing as digests

BEGIN = wasm.number(digests.BEGIN, "i64")
"""The initial value of a tuple's digest."""


def step(digest: wasm.Expr, value: wasm.Expr) -> wasm.Expr:
    """Return the expression for the 64 bit `digest` with the 64 bit `value` hashed into it."""
    if isinstance(digest, wasm.Const) and isinstance(value, wasm.Const):
        return wasm.number(digests.step(digest.value, value.value), "i64")
    mixed = (digest ^ value) * wasm.number(digests.FACTOR, "i64")
    return wasm.Binary("rotl", mixed, wasm.number(digests.TURN, "i64"), type="i64")


def finish(digest: wasm.Get) -> wasm.Expr:
    """Return the expression for the final digest, from the local that holds the running one."""
    half = wasm.number(digests.HALF, "i64")
    mixed = (digest ^ (digest >> half)) * wasm.number(digests.MIXER, "i64")
    body: wasm.Body = [wasm.Set(digest.name, mixed)]
    return wasm.Sequenced(body, digest ^ (digest >> half), type="i64")


def count_term(count: wasm.Expr) -> wasm.Expr:
    """Return the term that a multiset's number of elements (32 bits) adds to its digest."""
    # A multiset's digest is a sum, which does not depend on the order: AdHash, see Clarke et al., "Incremental
    # multiset hash functions and their application to memory integrity checking", ASIACRYPT 2003,
    # https://doi.org/10.1007/978-3-540-40061-5_12.
    return widened(count) * wasm.number(digests.MIXER, "i64")
