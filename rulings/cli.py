"""The command `rulings`.

In: the words of a command line. Out: an exit code. Guarantee: 0, 1 and 2 are verdicts only;
findings exit with 3, a command line or question that is not understood with 64, a mistake of
this program with 70, a deadline or Ctrl-C with 124; a command imports only what it needs.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from rulings.language.diagnostics import Diagnostic

_UNKNOWN = re.compile(r"unrecognized arguments: (--[^\s=]+)")
FINDINGS, USAGE, INTERNAL, OUT_OF_TIME = 3, 64, 70, 124

COMMANDS: dict[str, tuple[str, str]] = {
    "ask": ("ask", "answer a question"),
    "why": ("ask", "answer a question with the full proof or refutation"),
    "whynot": ("ask", "show what would have to be different for a yes"),
    "when": ("ask", "show under which conditions something holds"),
    "whatif": ("ask", "answer a question for a changed table"),
    "verify": ("certificates", "check a certificate without the engine"),
    "repl": ("repl", "talk to a rulebook (the default)"),
    "show": ("show", "show a situation as it is understood"),
    "check": ("checking", "check a rulebook, a program or a situation"),
    "test": ("test", "run the FAQ cases of a rulebook"),
    "mutate": ("mutate", "change rules and see whether the FAQ cases notice"),
    "cover": ("cover", "show which printed clauses the FAQ cases test"),
    "diff": ("diff", "compare two editions or versions of a rulebook"),
    "triage": ("triage", "sort FAQ entries: entailed, contradicted or silent"),
    "fmt": ("fmt", "print programs in canonical form"),
    "eval": ("eval", "evaluate a program, no rulebook needed"),
    "games": ("games", "list the rulebooks there are"),
    "cite": ("cite", "show a printed clause and the rules that encode it"),
    "export": ("export", "write a program for another engine"),
    "new": ("new", "begin a rulebook of your own"),
}


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
    gc.set_threshold(200_000, 20, 20)
    try:
        return _dispatch(list(sys.argv[1:] if arguments is None else arguments))
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    except KeyboardInterrupt:
        return _stop("stopped", at_once=arguments is None)
    except BrokenPipeError:
        # The reader has gone; keep Python from complaining when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as problem:
        from rulings.engine.run.limits import OutOfTime

        if isinstance(problem, OutOfTime):
            return _stop(f"out of time: {problem}", at_once=arguments is None)
        return _report(problem)


def _stop(message: str, *, at_once: bool) -> int:
    sys.stderr.write(f"{message}\n")
    if at_once:
        sys.stderr.flush()
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
    parser = Parser(prog=f"rulings {name}", description=f"{_sentence(COMMANDS[name][1])}.")
    module.configure(parser, name)
    options = parser.parse_args(words[1:])
    code: int = module.run(options)
    sys.stdout.flush()
    return code


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


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
    return asked or found.code in ("RUL600", "RUL606", "RUL613") or found.code.startswith("RUL5")


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
        "124 out of time. `rulings COMMAND --help` shows the options of a command.",
        "",
    ]
    return "\n".join(lines)
