"""The syntax tree: one frozen class per rule of the grammar, children in the grammar's order.

A class is called like its rule: `for_each` makes a `ForEach`. Where rules differ in a word only, as
`plus` and `minus`, one class with a kind stands for them all.

Every node knows the place it was read from (`at`), which is left out of comparisons, so two trees
are equal when they say the same. Names are kept as written; what they mean is found by the next
stage.
"""

from rulewright.language.syntax.tree.decision_syntax import *
from rulewright.language.syntax.tree.declaration_syntax import *
from rulewright.language.syntax.tree.expression_syntax import *
from rulewright.language.syntax.tree.node import *
from rulewright.language.syntax.tree.rule_syntax import *
from rulewright.language.syntax.tree.scenario_syntax import *
from rulewright.language.syntax.tree.statement_syntax import *
from rulewright.language.syntax.tree.thing_syntax import *
