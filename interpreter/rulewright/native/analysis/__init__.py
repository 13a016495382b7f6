"""Static analyses of a module: intervals of its numbers, and the locations its places can point to."""
