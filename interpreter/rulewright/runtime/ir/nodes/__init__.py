"""Types, expressions and statements of the IR, with folding constructors."""
