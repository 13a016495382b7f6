"""Printers that write the IR as text."""
