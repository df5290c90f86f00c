"""Words near each other in general English, from WordNet: see LICENSE and derive.py."""
