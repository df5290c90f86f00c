"""Attacks from outside: what strangers may send, and what must not come of it."""
