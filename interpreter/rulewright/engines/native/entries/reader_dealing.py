"""Dealing anew as a game file offers it: what a look back needs lies where its reader wants it."""

from __future__ import annotations

from typing import Any

from rulewright.engines.native.entries.dealing.hindsight import add_hindsight
from rulewright.engines.native.entries.entry import Entry
from rulewright.engines.native.form.native_form import Body, Called, Drop, Expr, Get, Return, number
from rulewright.engines.native.translating.tables import Tables


def add_reader_dealing(tables: Tables) -> dict[str, Any]:
    """Put `look_back`, `deal` and `determinize` into the module, and say what a reader has to know of them."""
    memory = add_hindsight(tables)
    back, asked = Get("back"), ("back", "state", "choices", "count", "seat")
    look = Entry(tables, "game.look_back", asked, "i32")
    given = tuple(Get(name) for name in asked)
    look.put([*look.begin(), Return(Called("looked_back", given))])

    seed: Expr = Get("seed", type="i64")
    deal = Entry(tables, "game.deal", ("state", "back"), "i32", seed=True)
    deal.put([*deal.begin(), Return(Called("dealt_by_it", (back, Get("state"), seed)))])

    once = Entry(tables, "game.determinize", ("state", "from", "seat"), "i32", seed=True)
    own = number(tables.wasm.reserve(memory.size, 16))
    seen = Called("looked_back", (own, Get("from"), number(0), number(0), Get("seat")))
    lines: Body = [
        *once.begin(),
        Drop(seen),
        Return(Called("dealt_by_it", (own, Get("state"), seed))),
    ]
    once.put(lines)
    return {"bytes": memory.size}
