"""Rulebooks in editors, by the Language Server Protocol."""
