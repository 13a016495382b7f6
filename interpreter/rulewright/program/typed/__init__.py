"""Checked expressions and statements: names are resolved, types are known, no edition is."""

from rulewright.program.typed.typed_expressions import *
from rulewright.program.typed.typed_lists import *
from rulewright.program.typed.typed_statements import *
