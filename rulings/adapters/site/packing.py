"""A rulebook as the bytes that the page's engine opens.

In: the folder of a rulebook and the name of an edition. Out: bytes for `Desk.of`. Guarantee: the
same files give the same bytes: they are made in a process of its own whose sets have one order.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

from rulings.english.shapes import shapes
from rulings.rulebook.situation import game_layers
from rulings.session import Rulebook

_PROTOCOL = 5
"""What every supported Python reads."""


def prepared(folder: Path, edition: str) -> bytes:
    """Return the prepared edition of a rulebook that has been loaded without problems."""
    command = [sys.executable, "-m", "rulings.adapters.site.packing", str(folder), edition]
    path = os.pathsep.join(part for part in sys.path if part)
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": path}
    return subprocess.run(command, env=environment, capture_output=True, check=True).stdout


def _prepare(folder: Path, edition: str) -> bytes:
    # What the cache returns shares its parts otherwise, and would be packed otherwise.
    book = Rulebook.load(folder, edition, cache=False)
    # Apart from the rest: it is read when the first line is to be completed.
    completing = pickle.dumps(shapes(book.lexicon), _PROTOCOL)
    parts = (book.pack(), book.sha256, game_layers(book.folder), completing)
    return pickle.dumps(parts, _PROTOCOL)


if __name__ == "__main__":
    sys.stdout.buffer.write(_prepare(Path(sys.argv[1]), sys.argv[2]))
