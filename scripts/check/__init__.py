"""Checks of one engine: soaks, dead stones, resignations, what it knows."""
