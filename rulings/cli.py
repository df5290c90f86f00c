"""The command `rulings`.

In: the words of a command line. Out: an exit code. Guarantee: 0, 1 and 2 are verdicts only;
findings exit with 3, a command line or question that is not understood with 64, a mistake of
this program with 70, output that cannot be written with 74, a deadline or Ctrl-C with 124; a
command imports only what it needs.
"""

from __future__ import annotations

import argparse
import errno
import io
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn, TextIO, cast

from rulings.collecting import collect_seldom
from rulings.commands import COMMANDS
from rulings.commands.declared import declare
from rulings.expressions import expression

if TYPE_CHECKING:
    from rulings.language.diagnostics import Diagnostic

_UNKNOWN = expression(r"unrecognized arguments: (--[^\s=]+)")
FINDINGS, USAGE, INTERNAL, OUTPUT, OUT_OF_TIME = 3, 64, 70, 74, 124
_OUTPUT_ERRORS = (errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG)


class _Help(argparse.HelpFormatter):
    """Help as wide as the terminal; argparse would load what compresses files to find out."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told):
        return int(told)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 80


class Parser(argparse.ArgumentParser):
    """An argument parser whose mistakes exit with 64 and propose the nearest word."""

    def error(self, message: str) -> NoReturn:
        """Report a usage error."""
        self.print_usage(sys.stderr)
        hint = f"Run `{self.prog} --help`."
        unknown = _UNKNOWN.match(message)
        if unknown:
            from rulings.language.suggest import nearest

            near = nearest(unknown[1], self._option_string_actions)
            hint = f"Did you mean `{near}`? {hint}" if near else hint
        sys.stderr.write(f"error: {message}\n  {hint}\n")
        raise SystemExit(USAGE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Called as a program, without `arguments`, it leaves at once when it is stopped: freeing
    millions of rows one by one would take longer than the limit that was set.
    """
    # A command makes many objects that live as long as it does; collecting them finds little.
    collect_seldom()
    program = arguments is None
    if program and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with _visible():
            return _dispatch(list(sys.argv[1:] if arguments is None else arguments))
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    except KeyboardInterrupt:
        return _stop("stopped", at_once=program)
    except OSError as problem:
        return _unwritten(problem) if problem.errno in _OUTPUT_ERRORS else _report(problem)
    except Exception as problem:
        from rulings.engine.limits import OutOfTime

        if isinstance(problem, OutOfTime):
            from rulings.supervisor import MORE_TIME

            return _stop(f"out of time: {problem}\n  {MORE_TIME}", at_once=program)
        return _report(problem)


@contextmanager
def _visible() -> Iterator[None]:
    """Let standard output and error show every character for what it is."""
    from rulings.doors.screen import Screen

    before = sys.stdout, sys.stderr
    for stream in before:
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that is not UTF-8 shows what it cannot print as an escape.
            stream.reconfigure(errors="backslashreplace")
    sys.stdout, sys.stderr = (cast("TextIO", Screen(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _unwritten(problem: OSError) -> int:
    """Leave when the output cannot be written: whoever reads it has not read a verdict."""
    if problem.errno != errno.EPIPE:
        with suppress(OSError):
            sys.stderr.write(f"error: the output cannot be written: {problem.strerror}\n")
            sys.stderr.flush()
    # Python would complain, and exit with another code, when it flushes at exit.
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return OUTPUT


def _stop(message: str, *, at_once: bool) -> int:
    with suppress(OSError):
        sys.stderr.write(f"{message}\n")
        sys.stderr.flush()
    if at_once:
        os._exit(OUT_OF_TIME)
    return OUT_OF_TIME


def _dispatch(words: list[str]) -> int:
    if words and words[0] in ("-h", "--help", "help"):
        sys.stdout.write(_help())
        return 0
    if words and words[0] in ("-V", "--version"):
        from rulings.version import __version__

        sys.stdout.write(f"rulings {__version__}\n")
        return 0
    name = words[0] if words else ""
    if name not in COMMANDS:
        if name and not name.startswith("-") and not _is_game(name):
            return _unknown(name)
        words = ["repl", *words]
        name = "repl"
    module = import_module(f"rulings.commands.{COMMANDS[name][0]}")
    what = COMMANDS[name][1]
    described = f"{what[:1].upper()}{what[1:]}."
    parser = Parser(prog=f"rulings {name}", description=described, formatter_class=_Help)
    declare(parser, COMMANDS[name][0], name)
    if hasattr(module, "configure"):
        module.configure(parser)
    options = parser.parse_args(words[1:])
    limit = None if getattr(options, "pipe", False) else getattr(options, "timeout", None)
    from rulings.engine.limits import deadline, row_limit
    from rulings.supervisor import told

    if limit is not None:
        told(limit)
    with deadline(limit), row_limit(getattr(options, "max_rows", None)):
        code: int = module.run(options)
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def _is_game(name: str) -> bool:
    from rulings.rulebook.library import games

    return "/" in name or name in games()


def _unknown(name: str) -> int:
    from rulings.language.suggest import did_you_mean
    from rulings.rulebook.library import games

    hint = did_you_mean(name, [*COMMANDS, *games()], "Run `rulings --help`.")
    sys.stderr.write(f"error: `{name}` is neither a command nor a game.\n  {hint}\n")
    return USAGE


def _report(problem: Exception) -> int:
    from rulings.language.diagnostics import RulingsError

    if isinstance(problem, RulingsError):
        from rulings.commands.report import show

        show(problem.diagnostics)
        return USAGE if all(map(_is_usage, problem.diagnostics)) else FINDINGS
    if os.environ.get("RULINGS_DEBUG"):
        raise problem
    sys.stderr.write(
        f"internal error: {type(problem).__name__}: {problem}\n"
        "  This is a mistake of rulings, not yours. Set RULINGS_DEBUG=1 to see where it happened.\n"
    )
    return INTERNAL


def _is_usage(found: Diagnostic) -> bool:
    """Names and questions that are not understood are usage errors; the rest are findings."""
    asked = found.span is not None and found.span.source.name == "question"
    usage = ("RUL600", "RUL606", "RUL613", "RUL625", "RUL641")
    return asked or found.code in usage or found.code.startswith("RUL5")


def _help() -> str:
    lines = [
        "usage: rulings [COMMAND] [OPTIONS]",
        "       rulings GAME [--situation NAME]",
        "",
        "Answers rules questions about tabletop games and proves its answers.",
        "",
    ]
    lines += [f"  {name:<9} {what}" for name, (_, what) in COMMANDS.items()]
    lines += [
        "",
        "Exit codes: 0 yes, 1 no, 2 depends or undecided, 3 findings, 64 usage, 70 internal,",
        "74 output not written, 124 out of time. `rulings COMMAND --help` lists options.",
        "",
    ]
    return "\n".join(lines)
