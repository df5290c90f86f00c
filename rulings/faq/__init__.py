"""Rulebooks tested like software: FAQ files, their cases and their runner."""
