"""Matches between GTP engines."""
