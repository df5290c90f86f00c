"""Small simulators of the shipped games, written from the printed sources alone.

They share nothing with the rules of ``facts/``: where the two differ, the printed source decides who is right.
"""
