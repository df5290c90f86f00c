"""The form of a certificate.

In: JSON, as text or as Python values. Out: a `Certificate`. Guarantee: nothing but what the form
allows: every key is known and there, every value has its type, a step is of one kind, nothing is
deep, and the seal is that of the rest.

    certificate = { schema, rulebook, question, table, verdict, proof, seal }
    rulebook    = { name, edition, sha256 }
    question    = [ [NAME, ROW, DENIED] … ]
    table       = { facts: { PREDICATE: [ROW …] }, denials: { PREDICATE: [ROW …] } }
    verdict     = "yes" | "no" | "undecided" | "depends" | "open"
    proof       = { calls: [[NAME, PATTERN] …], steps: [step …] }
                | { unknown: FACT, cases: [proof, proof] }
                | { completions: [supposed, supposed] }
    supposed    = { suppose: [[NAME, ROW, HOLDS] …], proof }
    step        = { holds: FACT, rule } | { open: FACT, rule } | { fails: [FACT …] }

A NAME is `p` or `neg p`, a FACT [NAME, ROW], a ROW a list of integers and texts; in a PATTERN
null stands for any value.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from rulings.language.program import Row, Value
from rulings.verifier.arithmetic import LARGEST, Unproved
from rulings.verifier.basis import Fact, Pattern, Subject, Tables

SCHEMA = "rulings.certificate/2"
VERDICTS = ("yes", "no", "undecided", "depends", "open")
LONGEST = 64 * 2**20
"""How many characters a certificate may have."""
_DEEPEST_TEXT, _DEEPEST_PROOF = 100, 12
_QUOTED = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A literal of a question."""

    fact: Fact
    denied: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """A fact that holds or is open by a rule, or facts that fail together."""

    kind: str
    facts: tuple[Fact, ...]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    """What follows and what fails, each from what stands above it."""

    calls: tuple[tuple[Subject, Pattern], ...]
    steps: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Cases:
    """Two proofs of one verdict: where an unknown fact holds, and where it does not."""

    unknown: Fact
    proofs: tuple[Proof, Proof]


@dataclass(frozen=True, slots=True)
class TwoWays:
    """Two proofs of different verdicts, each where some unknown facts are decided."""

    two: tuple[Supposed, Supposed]


@dataclass(frozen=True, slots=True)
class Supposed:
    """A proof where unknown facts are decided."""

    facts: tuple[tuple[Fact, bool], ...]
    proof: Proof


Proof = Steps | Cases | TwoWays


@dataclass(frozen=True, slots=True)
class Certificate:
    """What somebody claims, and how it is to be proved."""

    name: str
    edition: str
    sha256: str
    question: tuple[Asked, ...]
    facts: Tables
    denials: Tables
    verdict: str
    proof: Proof

    @property
    def steps(self) -> int:
        """How many steps the proof has."""
        return _length(self.proof)


def read(text: str) -> Json:
    """Read JSON. Raises Unproved for what is no object, too long or too deep."""
    if len(text) > LONGEST:
        raise Unproved(f"it has more than {LONGEST} characters")
    depth = 0
    for bracket in re.findall(r"[][{}]", _QUOTED.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > _DEEPEST_TEXT:
            raise Unproved("it is nested deeper than any certificate")
    try:
        found = json.loads(text, object_pairs_hook=_once, parse_float=_no, parse_constant=_no)
    except ValueError as problem:
        raise Unproved(f"it is not JSON ({problem})") from None
    return _object(found, "it")


def certificate_of(found: object) -> Certificate:
    """Read a certificate. Raises Unproved with the first thing that has not the form of one."""
    whole = _object(found, "it")
    if whole.get("schema") != SCHEMA:
        raise Unproved(f"it is no certificate of the form {SCHEMA}")
    keys = ("schema", "rulebook", "question", "table", "verdict", "proof", "seal")
    _keys(whole, keys, "it")
    book = _keys(whole["rulebook"], ("name", "edition", "sha256"), "the rulebook")
    table = _keys(whole["table"], ("facts", "denials"), "the table")
    question = tuple(
        Asked(fact, denied) for fact, denied in map(_decided, _list(whole["question"], "question"))
    )
    if not question:
        raise Unproved("it asks nothing")
    if whole["verdict"] not in VERDICTS:
        raise Unproved("its verdict is none")
    certificate = Certificate(
        _text(book["name"], "the name of the rulebook"),
        _text(book["edition"], "the edition"),
        _text(book["sha256"], "the hash of the rulebook"),
        question,
        _table(table["facts"]),
        _table(table["denials"]),
        _text(whole["verdict"], "the verdict"),
        proof_of(whole["proof"]),
    )
    if whole["seal"] != seal(whole):
        raise Unproved("it was changed after it was made")
    return certificate


def seal(certificate: Mapping[str, Any]) -> str:
    """Return the hash of everything a certificate says."""
    said = {key: value for key, value in certificate.items() if key != "seal"}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def proof_of(found: object, depth: int = 0) -> Proof:
    """Read a proof; only one that stands in no other may decide what the verdict depends on."""
    if depth > _DEEPEST_PROOF:
        raise Unproved("its cases are nested too deep")
    proof = _object(found, "a proof")
    if "cases" in proof:
        _keys(proof, ("unknown", "cases"), "a proof")
        one, two = _pair(proof["cases"], "cases")
        return Cases(_fact(proof["unknown"]), (proof_of(one, depth + 1), proof_of(two, depth + 1)))
    if "completions" in proof:
        _keys(proof, ("completions",), "a proof")
        if depth:
            raise Unproved("completions stand inside another proof")
        first, second = map(_supposed, _pair(proof["completions"], "completions"))
        return TwoWays((first, second))
    _keys(proof, ("calls", "steps"), "a proof")
    calls = tuple(_call(call) for call in _list(proof["calls"], "calls"))
    return Steps(calls, tuple(_step(step) for step in _list(proof["steps"], "steps")))


def _supposed(found: object) -> Supposed:
    supposed = _keys(found, ("suppose", "proof"), "a completion")
    facts = tuple(_decided(one) for one in _list(supposed["suppose"], "suppose"))
    return Supposed(facts, proof_of(supposed["proof"], 1))


def _step(found: object) -> Claim:
    step = _object(found, "a step")
    if "fails" in step:
        _keys(step, ("fails",), "a step")
        facts = tuple(_fact(fact) for fact in _list(step["fails"], "fails"))
        if not facts:
            raise Unproved("a step is about nothing")
        return Claim("fails", facts)
    kind = "holds" if "holds" in step else "open"
    _keys(step, (kind, "rule"), "a step")
    return Claim(kind, (_fact(step[kind]),), _text(step["rule"], "a rule"))


def _length(proof: Proof) -> int:
    match proof:
        case Steps(_, steps):
            return len(steps)
        case Cases(_, proofs):
            return sum(map(_length, proofs))
        case TwoWays(two):
            return sum(_length(one.proof) for one in two)


def _table(found: object) -> Tables:
    table = _object(found, "a table")
    return {
        _text(name, "a predicate"): tuple(_row(row) for row in _list(rows, "rows"))
        for name, rows in table.items()
    }


def _decided(found: object) -> tuple[Fact, bool]:
    if not isinstance(found, list | tuple) or len(found) != 3 or not isinstance(found[2], bool):
        raise Unproved("a literal is no [name, row, true or false]")
    return _fact(found[:2]), found[2]


def _fact(found: object) -> Fact:
    name, row = _pair(found, "a fact")
    return Subject.read(_text(name, "a predicate")), _row(row)


def _call(found: object) -> tuple[Subject, Pattern]:
    name, pattern = _pair(found, "a call")
    values = _list(pattern, "a pattern")
    return Subject.read(_text(name, "a predicate")), tuple(
        None if v is None else _value(v) for v in values
    )


def _row(found: object) -> Row:
    return tuple(_value(value) for value in _list(found, "a row"))


def _value(found: object) -> Value:
    if type(found) is int and -LARGEST <= found <= LARGEST:
        return found
    return _text(found, "a value")


def _text(found: object, what: str) -> str:
    if type(found) is not str or any("\ud800" <= character <= "\udfff" for character in found):
        raise Unproved(f"{what} is neither text nor, where it may be, an integer of 64 bits")
    return found


def _object(found: object, what: str) -> Json:
    if not isinstance(found, dict):
        raise Unproved(f"{what} is no object")
    return found


def _keys(found: object, keys: tuple[str, ...], what: str) -> Json:
    """Return an object that has exactly these keys, in this order."""
    whole = _object(found, what)
    if set(whole) != set(keys):
        wrong = sorted(map(str, set(whole) ^ set(keys)))[0]
        raise Unproved(
            f"{what} must have the keys {', '.join(keys)}, which {wrong!r:.40} is at odds with"
        )
    return {key: whole[key] for key in keys}


def _list(found: object, what: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(found, list | tuple):
        raise Unproved(f"{what} is no list")
    return found


def _pair(found: object, what: str) -> tuple[Any, Any]:
    pair = _list(found, what)
    if len(pair) != 2:
        raise Unproved(f"{what} are not two")
    return pair[0], pair[1]


def _once(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unproved("it has a key twice")
    return found


def _no(written: str) -> NoReturn:
    raise Unproved(f"it has the number {written:.20}, and certificates have integers only")
