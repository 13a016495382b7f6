"""The command line, as the tests of the front have it."""

from front.conftest import shell

__all__ = ["shell"]
