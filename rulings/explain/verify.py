"""Checks certificates, trusting nothing but the rulebook.

In: a checked program with the facts of a table, a certificate. Out: what is wrong with it.
Guarantee: no code of the engine is used; what passes is the well-founded model of the program
on the question. A certificate lists every fact that the rules could reach from the question:

- `given`, `assumed` and `unknown` facts must be what the table and the program state;
- a fact `holds` when an instance of the rule named has only facts above it that hold, and
  denies only facts above it that fail;
- a set of facts `fails` when it is unfounded: every instance that could conclude one of them
  rests on a fact of the set or above it that fails, or denies one above it that holds;
- what is `open` is possible, in its order, from what holds and what is open, and nothing makes
  it certain: with what holds it is a three-valued stable model, which the well-founded one is
  contained in (T. Przymusinski, "The well-founded semantics coincides with the three-valued
  stable semantics", Fundamenta Informaticae 13, 1990);
- an unknown fact may split a proof in two cases, which must agree;
- whatever is not listed is false: no instance of any rule reaches it, save through a denial
  that the parts of the program below it refute.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rulings.explain.ground import Clauses, Fact, Instance, Pattern, Walk
from rulings.explain.tables import Table, rules_of, supposing
from rulings.language.program import Program, Row

SCHEMA = "rulings.certificate/1"
STATED = ("given", "assumed", "unknown")
CHECKS = ("holds", "fails", "open")
Json = dict[str, Any]


class Refused(Exception):
    """What a certificate claims and does not prove."""


def verify(program: Program, certificate: Json) -> str:
    """Return the verdict that a certificate proves: `yes`, `no`, `silent` or `open`.

    Raises Refused with the first thing that is wrong.
    """
    if certificate.get("schema") != SCHEMA:
        raise Refused(f"this is no certificate of the form {SCHEMA}")
    if certificate.get("seal") != seal(certificate):
        raise Refused("the certificate was changed after it was made")
    literals = [(name, tuple(row), denied) for name, row, denied in certificate["question"]]
    verdict = proved(program, certificate, literals)
    if verdict != certificate["verdict"]:
        raise Refused(f"it proves {verdict}, and claims {certificate['verdict']}")
    return verdict


def proved(program: Program, proof: Json, literals: Sequence[tuple[str, Row, bool]]) -> str:
    """Return the verdict of a proof by steps, or by the two cases of an unknown fact."""
    if "cases" in proof:
        name, row = fact = fact_of(proof["unknown"])
        if (row, "unknown") not in Table(program).rows(name, row):
            raise Refused(f"{said(fact)} is not unknown, so there are no two cases")
        pair = zip((True, False), proof["cases"], strict=True)
        found = {proved(supposing(program, fact, holds), case, literals) for holds, case in pair}
        if len(found) > 1:
            raise Refused(f"the cases of {said(fact)} differ")
        return found.pop()
    checker = Checker(program, proof["steps"])
    checker.walk([(name, row) for name, row, _ in literals])
    checker.replay(proof["steps"])
    return checker.verdict(literals)


def seal(certificate: Json) -> str:
    """Return the hash of everything a certificate says."""
    said = {key: value for key, value in certificate.items() if key != "seal"}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


class Checker(Walk):
    """Reads the rules against what a certificate lists."""

    def __init__(self, program: Program, steps: list[Json]) -> None:
        super().__init__(Clauses(program, lambda name: rules_of(program, name)))
        self.program = program
        self.table = Table(program)
        self.claims: dict[Fact, str] = {}
        for step in steps:
            for kind, fact in facts_of(step):
                if self.claims.setdefault(fact, kind) != kind or kind not in (*STATED, *CHECKS):
                    raise Refused(f"{said(fact)} is listed twice, or as nothing known")
        if len(self.claims) != sum(len(list(facts_of(step))) for step in steps):
            raise Refused("a fact is listed twice")
        self.instances_of: dict[Fact, list[Instance]] = {}
        self.reached: set[Fact] = set()
        self.settled: dict[Fact, bool] = {}
        self._calls: deque[tuple[str, Pattern]] = deque()
        self._known: set[tuple[str, Pattern]] = set()
        self._index: dict[tuple[str, tuple[int, ...]], dict[Row, list[Row]]] = {}

    def walk(self, question: Iterable[Fact]) -> None:
        """Find every instance that the question reaches; what it concludes must be listed."""
        for name, row in question:
            base = name.removeprefix("neg ")
            two_sided = self.program.predicates[base].two_sided
            for asked in (base, f"neg {base}") if two_sided else (name,):
                list(self.rows(asked, row))
        while self._calls:
            name, pattern = self._calls.popleft()
            for row, kind in self.table.rows(name, pattern):
                if self.claims.get((name, row)) != kind:
                    raise Refused(f"{said((name, row))} is {kind}, and not listed so")
            for clause in self.clauses.of(name):
                for found in self.instances(clause, pattern):
                    fact = name, found.row
                    if any(self._refutes(denied, name) for denied in found.fails):
                        continue
                    if fact not in self.claims:
                        raise Refused(f"{said(fact)} may follow from {clause.rule}, and is missing")
                    known = self.instances_of.setdefault(fact, [])
                    if found not in known:
                        known.append(found)
        unused = self.claims.keys() - self.reached
        if unused:
            raise Refused(f"{said(min(unused, key=str))} has nothing to do with the question")

    def replay(self, steps: list[Json]) -> None:
        """Check every step against those above it."""
        for step in steps:
            for kind, (name, row) in facts_of(step):
                if kind in STATED and (row, kind) not in self.table.rows(name, row):
                    raise Refused(f"{said((name, row))} is not {kind}")
                if kind in ("given", "assumed"):
                    self.settled[name, row] = True
            if "holds" in step:
                self._holds(fact_of(step["holds"]), step.get("rule"))
            elif "fails" in step:
                self._fails([fact_of(listed) for listed in step["fails"]])
        opened = {fact for fact, kind in self.claims.items() if kind == "unknown"}
        for step in steps:
            if "open" in step:
                self._opens(fact_of(step["open"]), step.get("rule"), opened)

    def verdict(self, literals: Iterable[tuple[str, Row, bool]]) -> str:
        """Return what the claims say of a conjunction."""
        found = [self._literal(*literal) for literal in literals]
        for verdict in ("no", "open", "silent"):
            if verdict in found:
                return verdict
        return "yes"

    def rows(self, name: str, pattern: Pattern, *, denied: bool = False) -> list[Row]:
        call = name, pattern
        if call not in self._known:
            self._known.add(call)
            self._calls.append(call)
        places = tuple(i for i, value in enumerate(pattern) if value is not None)
        if (name, places) not in self._index:
            index = self._index[name, places] = {}
            for listed, row in self.claims:
                if listed == name:
                    index.setdefault(tuple(row[i] for i in places), []).append(row)
        found = self._index[name, places].get(tuple(v for v in pattern if v is not None), [])
        self.reached.update((name, row) for row in found)
        return found

    def truth(self, fact: Fact) -> tuple[int, int]:
        kind = self.claims[fact]
        return (int(kind in ("given", "assumed", "holds")), int(kind != "fails"))

    def _refutes(self, denied: Fact, head: str) -> bool:
        """Whether a denial fails for good: the fact holds, and it does not depend on the head."""
        return self.truth(denied)[0] == 1 and head not in self.clauses.reach(denied[0])

    def _holds(self, fact: Fact, rule: str | None) -> None:
        able = [i for i in self.instances_of.get(fact, ()) if self._is_certain(i)]
        if not able or able[0].clause.rule != rule:
            raise Refused(f"{said(fact)} does not follow from what stands above it by {rule}")
        self.settled[fact] = True

    def _is_certain(self, found: Instance) -> bool:
        holds = all(self.settled.get(fact) is True for fact in found.holds)
        fails = all(self.settled.get(fact) is False for fact in found.fails)
        return holds and fails and found.sure == 1

    def _fails(self, facts: list[Fact]) -> None:
        for fact in facts:
            for found in self.instances_of.get(fact, ()):
                false = any(f in facts or self.settled.get(f) is False for f in found.holds)
                if not false and not any(self.settled.get(f) is True for f in found.fails):
                    raise Refused(f"{said(fact)} may still follow from {found.clause.rule}")
        self.settled.update(dict.fromkeys(facts, False))

    def _opens(self, fact: Fact, rule: str | None, opened: set[Fact]) -> None:
        found = self.instances_of.get(fact, [])
        if any(map(self._is_certain, found)):
            raise Refused(f"{said(fact)} is certain, not open")
        able = [
            i.clause.rule
            for i in found
            if all(self.settled.get(f) is True or f in opened for f in i.holds)
            and not any(self.settled.get(f) is True for f in i.fails)
        ]
        if not able or able[0] != rule:
            raise Refused(f"{said(fact)} is not possible by {rule}")
        opened.add(fact)

    def _literal(self, name: str, row: Row, denied: bool) -> str:
        sides = [self._side(name, row)]
        base = name.removeprefix("neg ")
        if self.program.predicates[base].two_sided and not denied:
            sides.append(self._side(f"neg {base}" if name == base else base, row))
            return {"yes no": "yes", "no yes": "no", "no no": "silent"}.get(" ".join(sides), "open")
        return {"yes": "no", "no": "yes"}.get(sides[0], "open") if denied else sides[0]

    def _side(self, name: str, row: Row) -> str:
        sure, maybe = self.truth((name, row)) if (name, row) in self.claims else (0, 0)
        return "yes" if sure else "open" if maybe else "no"


def facts_of(step: Json) -> Iterator[tuple[str, Fact]]:
    """Yield the facts that a step is about, with what it says of them."""
    for kind, listed in step.items():
        if kind == "fails":
            yield from ((kind, fact_of(one)) for one in listed)
        elif kind != "rule":
            yield kind, fact_of(listed)


def fact_of(listed: list[Any]) -> Fact:
    """Return a fact from its JSON."""
    return listed[0], tuple(listed[1])


def said(fact: Fact) -> str:
    """Return a fact as people write it."""
    return f"{fact[0]}({', '.join(map(str, fact[1]))})"
