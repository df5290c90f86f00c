"""Random programs, as drafts.

In: a source of chance. Out: a `Draft` that the checker nearly always accepts. Guarantee: every
variable is bound, numbers that rules compute stay between 0 and 6, aggregates read only what is
computed below them; anything else may depend on anything, also on its own negation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tests.fuzz.bodies import Bodies
from tests.fuzz.draft import Draft, Ordered, Short, Statement
from tests.fuzz.shapes import CONSTANTS, LEVELS, TYPES, Body, Shape, Style, atom


def generate(chance: Random, style: Style | None = None) -> Draft:
    """Return a random program."""
    return _Maker(chance, style or Style()).program()


class _Maker(Bodies):
    def __init__(self, chance: Random, style: Style) -> None:
        super().__init__(chance, style)
        self.statements: list[Statement] = []

    def name(self, plain: str) -> str:
        return next(self.spellings) if self.spellings else plain

    # Declarations and facts

    def program(self) -> Draft:
        chance = self.chance
        for number in range(chance.randint(1, 3)):
            self.declare_facts(f"e{number}")
        for number in range(0 if self.style.plain else chance.choice((0, 0, 1, 1, 2))):
            self.declare_state(f"s{number}")
        # Most mistakes need few rules, and small programs are many; one in four is larger.
        few = self.maybe(0.75)
        most = chance.randint(1, 2 if few else 4)
        derived = [self.declare_derived(f"p{n}") for n in range(most)]
        rules: list[Statement] = []
        for shape in (*derived, *chance.choices(derived, k=chance.randint(0, 2 if few else 4))):
            can_stand_in_order = shape.sorts and not (shape.two_sided or shape.has_input)
            is_ordered = (
                can_stand_in_order and not (self.style.plain or self.spellings) and self.maybe(0.15)
            )
            rules.append((self.ordered if is_ordered else self.rule)(shape, len(rules)))
        overrides = self.overrides(rules)
        return (*self.types(), *self.statements, *rules, *overrides)

    def types(self) -> Iterator[Statement]:
        """The types of the columns, with those that they stand below."""
        used = {sort for shape in self.shapes for sort in shape.sorts}
        used |= {"thing"} if "big" in used else set()
        return (statement for sort, statement in TYPES.items() if sort in used)

    def sorts(self, largest: int) -> tuple[str, ...]:
        arity = min(largest, self.chance.choices(range(5), (4, 26, 48, 15, 7))[0])
        kinds = ("t", "int", "digit", "thing", "big", "any")
        weights = (60, 14, 6, 8, 4, 8) if not self.style.plain else (80, 20, 0, 0, 0, 0)
        same = self.chance.choices(kinds, weights)[0]
        return tuple(
            same if self.maybe(0.7) else self.chance.choices(kinds, weights)[0]
            for _ in range(arity)
        )

    def declare(self, kind: str, shape: Shape, after: str = "") -> None:
        columns = ", ".join(
            f"{'in ' if shape.has_input and not i else ''}C{i}: {sort}"
            for i, sort in enumerate(shape.sorts)
        )
        columns = f"({columns})" if columns else ""
        self.statements.append(Statement(f".{kind} {shape.name}{columns}{after}"))
        self.shapes.append(shape)

    def facts(self, shape: Shape, most: int, *, one: bool = False, denied: bool = False) -> None:
        seen: set[tuple[str, ...]] = set()
        for _ in range(self.chance.randint(0, most)):
            row = tuple(self.chance.choice(CONSTANTS[sort]) for sort in shape.sorts)
            key = row[:-1] if one else row
            if key not in seen:
                seen.add(key)
                negation = "not " if denied and self.maybe(0.3) else ""
                self.statements.append(Statement(f"{negation}{atom(shape.name, row)}"))

    def declare_facts(self, plain: str) -> None:
        shape = Shape(self.name(plain), self.sorts(self.style.largest_arity))
        self.declare("decl", shape)
        self.facts(shape, 6)

    def declare_state(self, plain: str) -> None:
        completion = self.chance.choice(("closed", "open", "open", "default"))
        sorts = self.sorts(3 if completion == "closed" else 2)
        one = bool(sorts) and self.maybe(0.3)
        shape = Shape(self.name(plain), sorts)
        self.declare("state", shape, f" one, {completion}" if one else f" {completion}")
        self.facts(shape, 3, one=one, denied=True)

    def declare_derived(self, plain: str) -> Shape:
        sorts = self.sorts(self.style.largest_arity)
        two_sided = not self.style.plain and len(sorts) < 3 and self.maybe(0.2)
        has_input = (
            not self.style.plain and not two_sided and sorts[:1] == ("t",) and self.maybe(0.2)
        )
        level = self.chance.randrange(LEVELS)
        shape = Shape(self.name(plain), sorts, level, two_sided, has_input)
        if not (self.style.plain or two_sided or has_input) and self.maybe(0.15):
            self.declare("state", shape, " concluded")
            self.facts(shape, 3, denied=True)
            return shape
        self.declare("decl", shape)
        if not has_input and self.maybe(0.3):
            self.facts(shape, 2)
        return shape

    # Rules

    def rule(self, shape: Shape, number: int) -> Statement:
        body = Body(shape.level)
        for _ in range(self.chance.choice((1, 1, 2, 2, 3))):
            self.join(body)
        for _ in range(self.chance.choice((0, 0, 1, 1, 2))):
            self.condition(body)
        row = [self.bound_term(body, sort, 0.85) for sort in shape.sorts]
        self.chance.shuffle(body.conditions)
        denies = shape.two_sided and self.maybe(0.45)
        before = f"@id(r{number}) @level(l{number % 2}) " if shape.two_sided else ""
        head = atom(shape.name, row)
        return Statement(f"neg {head}" if denies else head, tuple(body.conditions), before)

    def ordered(self, shape: Shape, number: int) -> Statement:
        """Two or three rules in order, of which those before a rule are denied in its body."""
        rules = [self.rule(shape, number) for _ in range(self.chance.choice((2, 2, 3)))]
        whole = " ".join(map(str, rules))
        if not {'"', "_"}.isdisjoint(whole) or any(
            isinstance(c, Short) for r in rules for c in r.body
        ):
            return rules[0]
        held = [
            tuple(guard for before in rules[:place] for guard in self.denied(before, rule))
            for place, rule in enumerate(rules)
        ]
        return Ordered(shape.name, (), "", tuple(rules), tuple(held))

    def denied(self, before: Statement, rule: Statement) -> Iterator[str]:
        """That no values satisfy the conditions of one rule for the first columns of another."""
        body = [str(condition) for condition in before.body]
        theirs, ours = (re.findall(r"[^(), ]+", one.head)[1:-1] for one in (before, rule))
        for key, own in zip(theirs, ours, strict=True):
            if key[0].isupper():
                body.append(f"{key}b = {own}")
            elif own[0].isupper():
                body.append(f"{own} = {key}")
            elif own != key:
                return
        quantified = {n for c in body for n in re.findall(r"forall \{ (\w+) :", c)}
        outside = " ".join(re.sub(r"\{[^{}]*\}", "", str(c)) for c in before.body)
        names = sorted(set(re.findall(r"\b[A-Z]\w*", outside)) - quantified)
        given = [re.sub(r"\b([A-Z]\w*)", r"\1b", str(condition)) for condition in before.body]
        some = self.fresh()
        every = ", ".join((some, *(f"{name}b" for name in names)))
        first = next(c for c in given if re.fullmatch(r"(neg )?\w+(\([^()]*\))?", c))
        given += body[len(before.body) :]
        yield f"forall {{ {every} : {', '.join(given)}, {some} = a }} not {first}"

    def overrides(self, rules: list[Statement]) -> list[Statement]:
        sided = [n for n, rule in enumerate(rules) if rule.before]
        denies = any(rules[n].head.startswith("neg ") for n in sided)
        if len(sided) < 2 or not denies or self.maybe(0.3):
            return []
        if self.maybe(0.25):
            return [Statement("cannot overrides can")]
        if self.maybe(0.2) and len({n % 2 for n in sided}) == 2:
            return [Statement("l1 overrides l0")]
        pairs = [(high, low) for high in sided for low in sided if low < high]
        chosen = self.chance.sample(pairs, min(len(pairs), self.chance.randint(1, 3)))
        return [Statement(f"r{high} overrides r{low}") for high, low in chosen]
