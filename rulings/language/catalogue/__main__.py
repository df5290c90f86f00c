"""`python -m rulings.language.catalogue` prints docs/diagnostics.md."""

import sys

from rulings.language.catalogue.page import page

sys.stdout.write(page())
