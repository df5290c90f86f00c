"""The command on a real terminal: dumb, and one that Ctrl-C is typed on."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import time
from pathlib import Path

PARK = Path(__file__).parent / "park"
ROOT = Path(__file__).parents[2]
SLOW = """\
.decl number(X: int).
.decl meets(X: int, Y: int, Z: int) "{X} and {Y} meet {Z}".
.decl busy "it is busy".
@[guide/active]
number(X) :- between(1, 4000, X).
@[guide/active]
meets(X, Y, Z) :- number(X), number(Y), number(Z), (X * Y + Z) % 7 = 3.
@[guide/active]
busy :- meets(_, 5, 3), meets(5, _, 4).
"""


class Terminal:
    """The command running on a pseudo-terminal."""

    def __init__(self, folder: Path, home: Path, term: str) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            # This terminal does not answer when asked where its cursor is.
            os.environ.update(TERM=term, PROMPT_TOOLKIT_NO_CPR="1", PAGER="cat")
            os.environ.update(PYTHONPATH=str(ROOT), XDG_STATE_HOME=str(home))
            os.execv(sys.executable, [sys.executable, "-m", "rulings", "repl", str(folder)])
        self.seen = ""

    def type(self, text: str) -> None:
        """Send keys."""
        os.write(self.fd, text.encode())

    def wait_for(self, text: str, seconds: float = 20.0) -> float:
        """Read until text appears; return how long it took."""
        start = time.monotonic()
        while text not in self.seen:
            if time.monotonic() - start > seconds:
                raise AssertionError(f"{text!r} did not appear in {self.seen!r}")
            if select.select([self.fd], [], [], 0.05)[0]:
                self.seen += os.read(self.fd, 65536).decode("utf-8", "replace")
        self.seen = self.seen.split(text, 1)[1]
        return time.monotonic() - start

    def close(self) -> None:
        """End the command."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def test_a_dumb_terminal_gets_a_plain_prompt(tmp_path: Path) -> None:
    terminal = Terminal(PARK, tmp_path, "dumb")
    try:
        terminal.wait_for("Park · edition 1")
        terminal.wait_for("park> ")
        terminal.type("is Electrified Fence active\n")
        terminal.wait_for("YES  Electrified Fence is active.")
        terminal.type("focus Triceratops\n")
        terminal.wait_for("park (Triceratops)> ")
        terminal.type("?- active(C\n")
        terminal.wait_for("... ")
        time.sleep(0.5)  # it is noticed once the line is being read
        terminal.type("\x03")
        terminal.wait_for("Stopped.")
        terminal.wait_for("park (Triceratops)> ")
        assert "\x1b" not in terminal.seen
    finally:
        terminal.close()


def test_control_c_stops_an_evaluation_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "slow"
    folder.mkdir()
    for name in ("rulebook.toml", "clauses.yaml"):
        (folder / name).write_bytes((PARK / name).read_bytes())
    (folder / "slow.dl").write_text(SLOW, encoding="utf-8")
    terminal = Terminal(folder, tmp_path, "xterm")
    try:
        terminal.wait_for("edition 1")
        terminal.wait_for("›")
        terminal.type("is it busy\r")
        terminal.wait_for("\x1b[?2004l", 5)  # the prompt has let go of the line
        time.sleep(1.0)
        terminal.type("\x03")
        # 0.2 s is the promise; the rest allows for a busy machine.
        assert terminal.wait_for("Stopped.") < 1.0
        terminal.type(":help quit\r")
        terminal.wait_for("leave (also Ctrl-D)")
    finally:
        terminal.close()
