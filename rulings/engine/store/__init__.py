"""Rows: relations with indexes, the tables that aggregates compute, what a table states."""
