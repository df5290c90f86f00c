"""Measurements of the engine beside its peers, on identical problems in one run."""
