"""English in and out, driven by the sentence templates that a rulebook declares."""
