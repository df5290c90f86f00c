"""Certificates altered at random: whatever still verifies must be what the engine says.

`python -m tests.attack.certificates --count N --seed S`. The certificates are those of test
programs and of the FAQ suites of all games.
"""
