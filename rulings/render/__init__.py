"""Answers and diagnostics as text, JSON, DOT and HTML."""
