"""What an editor shows of rules and editions while they are written, whatever editor it is.

`workbench` (in `naming`) knows what is open and what is wrong with it, `meanings` what names stand for; on these
stand the answers, a page for each sort of them, in the forms in which they are sent (`wire`). The language server
hands them on, and so does `desk`, for pages that run Python themselves.
"""
