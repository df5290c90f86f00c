"""From rules to plans, and from plans to Python."""
