"""Printed rulebooks: taken apart into clauses, and compared from one printing to the next."""
