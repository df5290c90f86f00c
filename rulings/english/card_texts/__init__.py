"""Texts that are printed on cards: sentences, their parts, and what these do.

In: a grammar that a rulebook declares, and a text. Out: the facts that the text states. Guarantee:
no word of a game is known here; what the grammar does not read is kept and named.
"""
