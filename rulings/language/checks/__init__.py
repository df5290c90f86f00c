"""The checks, one module each, in the order in which `rulings.language.check` runs them."""
