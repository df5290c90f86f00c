"""Rulebooks over HTTP."""
