"""The syntax tree: one immutable class per production of the grammar, with children in the grammar's order.

A class is named after its production: `for_each` builds a `ForEach`. If productions differ only in a word, such
as `plus` and `minus`, they share a class with a kind.

Every node has its source span (`at`), which is not compared: trees are equal if they mean the same. Names are
stored as written and resolved by the next stage.
"""

from rulewright.language.syntax.tree.decision_syntax import *
from rulewright.language.syntax.tree.declaration_syntax import *
from rulewright.language.syntax.tree.expression_syntax import *
from rulewright.language.syntax.tree.node import *
from rulewright.language.syntax.tree.rule_syntax import *
from rulewright.language.syntax.tree.scenario_syntax import *
from rulewright.language.syntax.tree.statement_syntax import *
from rulewright.language.syntax.tree.thing_syntax import *
