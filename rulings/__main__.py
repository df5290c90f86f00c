"""`python -m rulings` is the command `rulings`."""

import sys

from rulings.start import main

if __name__ == "__main__":
    sys.exit(main())
