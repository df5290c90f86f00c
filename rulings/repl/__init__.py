"""Talking to a rulebook, line by line."""
