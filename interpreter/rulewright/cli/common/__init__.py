"""Shared by several commands: game options, exit codes, JSON output, configuration, bots and parallel work."""
