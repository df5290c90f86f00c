"""Small simulators of the shipped games, written from the printed sources alone.

They share nothing with the rules of ``facts/``. Where they differ, the printed source decides.
"""
