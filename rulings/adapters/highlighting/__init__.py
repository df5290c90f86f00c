"""Rules in colour, wherever Pygments is."""
