"""Games written a second time, in plain Python, from their printed rules alone.

Nothing here reads a rulebook or calls the engine: a simulator and the rules that it is compared
with share only the printed pages and the card tables. Where they differ, the page decides.
"""
