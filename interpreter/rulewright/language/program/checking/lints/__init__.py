"""Lints: rules that are legal but pointless, unreachable, unused or revealing."""
