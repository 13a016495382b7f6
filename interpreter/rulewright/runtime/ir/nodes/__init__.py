"""Types, expressions and statements of the IR, and smart constructors that fold constants."""
