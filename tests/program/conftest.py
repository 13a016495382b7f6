"""The rule files here are examples of what is refused, not scenarios to run."""

collect_ignore_glob = ["*.rules", "*/*.rules"]
