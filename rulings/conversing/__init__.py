"""A conversation about a table: the one road of the REPL, of chat bots and of other programs."""
