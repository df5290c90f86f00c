"""Evaluation: strata, fixpoints, demand, models."""
