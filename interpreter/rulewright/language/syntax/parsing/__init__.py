"""The lexer, the LALR tables, and the semantic actions that build the syntax tree."""
