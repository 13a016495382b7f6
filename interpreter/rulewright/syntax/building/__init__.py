"""How the children of a parsed phrase become the fields of its tree node.

Most nodes take their children as they come; the functions of this folder are for those whose
children need sorting.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.syntax import tree

# Each of them registers its builders.
from rulewright.syntax.building import (
    build_declarations,  # noqa: F401
    build_phrases,  # noqa: F401
    build_rules,  # noqa: F401
    build_scenarios,  # noqa: F401
)
from rulewright.syntax.building.builders import BUILD, Build

#: Nodes whose only field is the tuple of all their children.
GATHERING = {
    "type": tree.TypeName,
    "row": tree.Row,
    "list_heading": tree.ListHeading,
    "card_body": tree.CardBody,
    "fields": tree.Fields,
    "event_body": tree.EventBody,
    "notes": tree.Notes,
    "block": tree.Block,
    "covers": tree.Covers,
    "with_cards": tree.WithCards,
    "moments": tree.Moments,
    "when": tree.When,
    "then": tree.Then,
    "pick": tree.Pick,
}


def builder(name: str) -> Build:
    """Return what makes a tree node of the children of a grammar rule."""
    if name in BUILD:
        return BUILD[name]
    cls: Callable[..., tree.Node]
    if name in GATHERING:
        cls = GATHERING[name]
        return lambda at, children: cls(at, tuple(children))
    cls = tree.NODES[name]
    return lambda at, children: cls(at, *children)
