"""Dealing anew as a game file offers it: what a look back needs lies where its reader wants it."""

from __future__ import annotations

from typing import Any

from rulewright.engines.native.entries.dealing.hindsight import add_hindsight
from rulewright.engines.native.entries.entry import Entry
from rulewright.engines.native.form import native_form as wasm
from rulewright.engines.native.write.tables import Tables


def add_reader_dealing(tables: Tables) -> dict[str, Any]:
    """Put `look_back`, `deal` and `determinize` into the module, and say what a reader has to know of them."""
    memory = add_hindsight(tables)
    back, asked = wasm.Get("back"), ("back", "state", "choices", "count", "seat")
    look = Entry(tables, "game.look_back", asked, "i32")
    given = tuple(wasm.Get(name) for name in asked)
    look.put([*look.begin(), wasm.Return(wasm.Called("looked_back", given))])

    seed: wasm.Expr = wasm.Get("seed", type="i64")
    deal = Entry(tables, "game.deal", ("state", "back"), "i32", seed=True)
    deal.put(
        [*deal.begin(), wasm.Return(wasm.Called("dealt_by_it", (back, wasm.Get("state"), seed)))]
    )

    once = Entry(tables, "game.determinize", ("state", "from", "seat"), "i32", seed=True)
    own = wasm.number(tables.wasm.reserve(memory.size, 16))
    seen = wasm.Called(
        "looked_back", (own, wasm.Get("from"), wasm.number(0), wasm.number(0), wasm.Get("seat"))
    )
    lines: wasm.Body = [
        *once.begin(),
        wasm.Drop(seen),
        wasm.Return(wasm.Called("dealt_by_it", (own, wasm.Get("state"), seed))),
    ]
    once.put(lines)
    return {"bytes": memory.size}
