"""The language server: what an editor shows of rules and editions while they are written.

`server` speaks the protocol. `workbench` knows what is open and what is wrong with it, `meanings` what names stand
for; on these stand the answers, a page for each sort of them.
"""
