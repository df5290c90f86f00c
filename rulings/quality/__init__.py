"""The quality laboratory: how good a rulebook and its cases are."""
