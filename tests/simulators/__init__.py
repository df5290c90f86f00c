"""Small games written from the printed sources alone, to be compared with the rulebooks."""
