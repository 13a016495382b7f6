"""All types, expressions and statements in one namespace: `ir.Read`, `ir.If`, `ir.NUMBER`.

Code that only plays compiled games needs nothing but types and imports `ir_types` alone, which is faster.
"""

from rulewright.runtime.ir.nodes.ir_expressions import *
from rulewright.runtime.ir.nodes.ir_statements import *
from rulewright.runtime.ir.nodes.ir_types import *
