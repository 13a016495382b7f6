"""The steps of digests (`ir.digests`) as expressions over numbers of 64 bits."""

from __future__ import annotations

from rulewright.engines.native.form import native_form as wasm
from rulewright.ir import digests

BEGIN = wasm.number(digests.BEGIN, "i64")
"""What the digest of a tuple begins with."""


def step(digest: wasm.Expr, value: wasm.Expr) -> wasm.Expr:
    """A digest with another number folded in; both have 64 bits."""
    if isinstance(digest, wasm.Const) and isinstance(value, wasm.Const):
        return wasm.number(digests.step(digest.value, value.value), "i64")
    mixed = (digest ^ value) * wasm.number(digests.FACTOR, "i64")
    return wasm.Binary("rotl", mixed, wasm.number(digests.TURN, "i64"), type="i64")


def done(digest: wasm.Get) -> wasm.Expr:
    """What a fold comes to in the end, worked out in the local that it is in."""
    half = wasm.number(digests.HALF, "i64")
    mixed = (digest ^ (digest >> half)) * wasm.number(digests.MIXER, "i64")
    body: wasm.Body = [wasm.Set(digest.name, mixed)]
    return wasm.Do(body, digest ^ (digest >> half), type="i64")
