"""Dispatch: the registries that map node classes to resolving functions, and the entry points to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard, TypeVar

from rulewright.base.records import Record
from rulewright.language.program import complaints as say, program as p
from rulewright.language.program.context import Context, NameScope, make_unknown
from rulewright.language.program.declarations import NO_NOTES, DeclarationNotes
from rulewright.language.program.resolving.expressions.resolve_words import (
    require_label,
    resolve_word,
)
from rulewright.language.program.typed import Expr, Stmt
from rulewright.language.program.types import NUMBER, PLAYER, YES_OR_NO, Type
from rulewright.language.syntax import tree
from rulewright.language.text import Registry, Span

_Declared = TypeVar("_Declared", bound=p.Declared)

#: Functions that resolve declarations, by node class.
DECLARATIONS = Registry[Callable[[Context, Any], None]]()
#: Functions that resolve expressions, by node class.
EXPRESSIONS = Registry[Callable[[Context, NameScope, Any], Expr]]()
EXPRESSIONS.of(tree.Name)(resolve_word)
#: Functions that resolve statements, by node class; they return None after a complaint.
STATEMENTS = Registry[Callable[[Context, NameScope, Any], "Stmt | None"]]()


def find_own_declaration(table: dict[str, _Declared], name: tree.Word) -> _Declared | None:
    """Return the declaration whose name is at the word `name`; None if another has taken that name."""
    declaration = table.get(name.text)
    if declaration is not None and declaration.at.start <= name.at.start <= declaration.at.end:
        return declaration
    return None


def types_by_name(parameters: tuple[p.Parameter, ...]) -> dict[str, Type]:
    """Return the types of parameters by name."""
    return {parameter.name: parameter.type for parameter in parameters}


def places_by_name(parameters: tuple[p.Parameter, ...]) -> dict[str, Span]:
    """Return the spans of parameters by name, without built-in ones, which have none."""
    return {q.name: q.at for q in parameters if q.at is not None}


def parameter_scope(parameters: tuple[p.Parameter, ...], owner: str) -> NameScope:
    """Return a scope with these parameters as local variables; `owner` prefixes the names of decisions."""
    return NameScope(
        names=types_by_name(parameters), places=places_by_name(parameters), owner=owner
    )


def resolve_expression(
    ctx: Context, scope: NameScope, node: tree.Node, hint: Type | None = None
) -> Expr:
    """Resolve an expression; report one that lacks its label. `hint` is the expected type, if known."""
    return require_label(ctx, resolve_family(ctx, scope, node, hint))


def resolve_family(
    ctx: Context, scope: NameScope, node: tree.Node, hint: Type | None = None
) -> Expr:
    """Resolve an expression that may lack its label, such as a zone that exists once per colour.

    `hint` is the expected type, if known.
    """
    if isinstance(node, tree.Name):
        return resolve_word(ctx, scope, node, hint)
    return EXPRESSIONS[type(node)](ctx, scope, node)


def resolve_condition(ctx: Context, scope: NameScope, node: tree.Node) -> Expr:
    """Resolve an expression; report one that is not of type yes or no."""
    return ctx.expect(YES_OR_NO, resolve_expression(ctx, scope, node, YES_OR_NO), "a condition")


def resolve_number(ctx: Context, scope: NameScope, node: tree.Node, what: str) -> Expr:
    """Resolve an expression; report one that is not a number. `what` describes it in the complaint."""
    return ctx.expect(NUMBER, resolve_expression(ctx, scope, node, NUMBER), what)


def resolve_player(ctx: Context, scope: NameScope, node: tree.Node, what: str) -> Expr:
    """Resolve an expression; report one that is no player or nobody. `what` describes it there."""
    return ctx.expect(PLAYER.maybe(), resolve_expression(ctx, scope, node), what)


def resolve_list(ctx: Context, scope: NameScope, node: tree.Node) -> Expr:
    """Resolve an expression; report one that is not a list."""
    expr = resolve_expression(ctx, scope, node)
    if expr.type.many or expr.type.name == "unknown":
        return expr
    of_cards = expr.type.name in ctx.program.kinds or expr.type.name in ctx.program.labels
    several = ctx.program.plural(expr.type.name) if of_cards or expr.type.name == "player" else None
    ctx.add(say.types.not_a_list(expr.at, str(expr.type), several))
    return make_unknown(expr.at)


class RuleOrigin(Record):
    """The place of a rule: its card and stance, if any, and the notes that it inherits from the card.

    `until` is the phase that ends a delayed rule. `has_player` tells whether the stance has a player, who is
    `me`.
    """

    card: str | None = None
    kind: str | None = None
    stance: str | None = None
    notes: DeclarationNotes = NO_NOTES
    delayed: bool = False
    until: str | None = None
    has_player: bool = False

    def scope(self) -> NameScope:
        """Return the scope at the beginning of a rule: `me` and `this` if they are defined."""
        me = PLAYER if self.has_player else None
        this = Type(self.kind) if self.kind is not None else None
        return NameScope(me=me, this=this, owner=self.card or "", card=self.card)

    def owner(self, scope: NameScope, name: str) -> str:
        """Return the prefix for names of the decisions that the rule `name` asks for."""
        return f"{self.card}.{name}" if self.card else f"{scope.owner}.{name}".strip(".")


#: Functions that resolve rules, by node class; they return None after a complaint.
RULES = Registry[Callable[[Context, RuleOrigin, NameScope, Any], "p.Rule | None"]]()


def is_pronoun(node: tree.Node | None, *words: tree.PronounWord) -> TypeGuard[tree.Pronoun]:
    """Return whether a node is one of the pronouns in `words`."""
    return isinstance(node, tree.Pronoun) and node.word in words
