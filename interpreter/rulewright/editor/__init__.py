"""Editor support for rule and edition files, independent of the editor.

`workbench` (in `naming`) holds the open files and their complaints; `meanings` resolves names. `language_service`
builds on both and returns the forms of the language server protocol (`wire`). The language server (`lsp`) sends
these answers to editors; `playground` returns them as JSON to pages that run Python themselves.
"""
