"""All hostile texts that functions make: the modules enter them."""

from hostile import endless, growing, lengthy, nested
from hostile.kit import MAKERS

__all__ = ["MAKERS", "endless", "growing", "lengthy", "nested"]
