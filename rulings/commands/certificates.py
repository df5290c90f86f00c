"""`rulings verify FILE`: check a certificate without the engine."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from rulings.language.diagnostics import RulingsError
from rulings.language.program import Facts, Program


def configure(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the arguments."""
    parser.set_defaults(command=name)
    parser.add_argument("file", help="a certificate that `rulings why --certificate` wrote")
    parser.add_argument("-g", "--game", help="the rulebook, if not the one that it names")


def run(options: argparse.Namespace) -> int:
    """Check; 0 when the certificate proves its verdict, 3 when it does not."""
    from rulings.explain.verify import Refused, verify

    try:
        certificate = json.loads(Path(options.file).read_text(encoding="utf-8"))
        program = _program(certificate, options.game)
        verdict = verify(program, certificate)
    except OSError as problem:
        return _refused(options.file, f"It cannot be read: {problem.strerror}.")
    except ValueError as problem:
        return _refused(options.file, f"It cannot be read: {problem}.")
    except Refused as problem:
        return _refused(options.file, f"It is not a proof: {problem}.")
    except (KeyError, TypeError, IndexError, AttributeError):
        return _refused(options.file, "It has not the form of a certificate.")
    steps = len(certificate.get("steps", ()))
    word = {"yes": "YES", "no": "NO", "silent": "UNDECIDED"}.get(verdict, "open")
    sys.stdout.write(f"verified: {word}  {certificate.get('say', '')}\n")
    asked = ", ".join(_shown(*literal) for literal in certificate["question"])
    sys.stdout.write(f"  the question: ?- {asked}.\n")
    if verdict == "open":
        sys.stdout.write("  The rules and what is stated neither prove nor refute it.\n")
    how = f"{steps} steps" if steps else "by cases"
    sys.stdout.write(f"  {how}, {certificate['rulebook']['name']}, checked without the engine\n")
    return 0


def _program(certificate: dict[str, Any], game: str | None) -> Program:
    """The rulebook that a certificate is about, with the facts of its table."""
    from rulings.explain.verify import Refused
    from rulings.rulebook.cache import content_hash
    from rulings.rulebook.folder import read_edition
    from rulings.rulebook.library import find

    about = certificate["rulebook"]
    folder = find(game or about["name"])
    try:
        loaded = read_edition(folder, about["edition"])
    except RulingsError as problem:
        said = problem.diagnostics[0].message
        raise Refused(f"its rulebook cannot be loaded here ({said})") from None
    if about["sha256"] not in (content_hash(folder, None), content_hash(folder, about["edition"])):
        raise Refused("the rulebook here is another version than the one it was made from")
    table = certificate["table"]
    program = loaded.program
    return replace(
        program,
        facts=_with(program.facts, table["facts"], program),
        denials=_with(program.denials, table["denials"], program),
    )


def _with(known: Any, stated: dict[str, list[list[Any]]], program: Program) -> dict[str, Facts]:
    from rulings.explain.verify import Refused

    merged: dict[str, Facts] = dict(known)
    for name, rows in stated.items():
        predicate = program.predicates.get(name)
        if predicate is None or any(len(row) != predicate.arity for row in rows):
            raise Refused(f"the table states facts of `{name}`, which the rulebook does not have")
        before = merged[name].rows if name in merged else ()
        merged[name] = Facts((*before, *map(tuple, rows)))
    return merged


def _shown(name: str, row: list[int | str], denied: bool) -> str:
    """A literal of the question as the rule language writes it: the words above prove nothing."""
    from rulings.english.sentence import datalog
    from rulings.language.program import Atom, Constant

    return datalog(Atom(name, tuple(map(Constant, row))), denied)


def _refused(file: str, why: str) -> int:
    sys.stderr.write(f"refused: {file}\n  {why}\n")
    return 3
