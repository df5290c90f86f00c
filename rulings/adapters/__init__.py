"""Rulebooks for other programs: thin adapters over the public API, none imports another."""
