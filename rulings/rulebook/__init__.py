"""Rulebooks on disk: manifests, clause registries, fact tables, situations and their cache."""
