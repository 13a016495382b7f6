"""Types, expressions and statements under one name: `ir.Read`, `ir.If`, `ir.NUMBER`.

What plays games that were compiled before needs but types, and imports `ir_types` alone.
"""

from rulewright.runtime.ir.nodes.ir_expressions import *
from rulewright.runtime.ir.nodes.ir_statements import *
from rulewright.runtime.ir.nodes.ir_types import *
