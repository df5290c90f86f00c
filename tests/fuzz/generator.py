"""Random programs, as drafts.

In: a source of chance. Out: a `Draft` that the checker nearly always accepts. Guarantee: every
variable is bound, numbers that rules compute stay between 0 and 6, aggregates read only what is
computed below them; anything else may depend on anything, also on its own negation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tests.fuzz.draft import Draft, Ordered, Short, Statement
from tests.fuzz.names import PREDICATES, VARIABLES
from tests.fuzz.shapes import (
    CONSTANTS,
    LEVELS,
    POOL_OF,
    POOLS,
    TYPES,
    Body,
    Shape,
    Style,
    atom,
    is_plain,
)


def generate(chance: Random, style: Style | None = None) -> Draft:
    """Return a random program."""
    return _Maker(chance, style or Style()).program()


class _Maker:
    def __init__(self, chance: Random, style: Style) -> None:
        self.chance = chance
        self.style = style
        hostile = chance.random() < 0.1
        self.spellings = iter(chance.sample(PREDICATES, 14)) if hostile else None
        self.variables = {
            pool: tuple(chance.sample(VARIABLES, 3)) if hostile else names
            for pool, names in POOLS.items()
        }
        if hostile and len({n for p in self.variables.values() for n in p}) < sum(
            map(len, POOLS.values())
        ):
            self.variables = POOLS
        self.shapes: list[Shape] = []
        self.statements: list[Statement] = []
        self.local = 0

    def maybe(self, share: float) -> bool:
        return self.chance.random() < share

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

    def readable(self, body: Body, *, below: bool = False) -> Shape:
        """A predicate that the rule may read, those of its own level and the facts first."""
        shapes = [
            s for s in self.shapes if s.level < body.level or (s.level == body.level and not below)
        ]
        return self.chance.choice(shapes)

    def join(self, body: Body) -> None:
        shape = self.readable(body)
        row = []
        for place, sort in enumerate(shape.sorts):
            if shape.has_input and not place:
                row.append(self.bound_term(body, sort, 0.9))
            elif self.maybe(0.12):
                row.append(self.chance.choice(CONSTANTS[sort]))
            elif self.maybe(0.08):
                row.append("_")
            else:
                name = self.chance.choice(self.variables[POOL_OF[sort]])
                body.bound[name] = POOL_OF[sort]
                row.append(name)
        body.conditions.append(self.side(shape) + atom(shape.name, row))

    def side(self, shape: Shape) -> str:
        return "neg " if shape.two_sided and self.maybe(0.3) else ""

    def bound_term(self, body: Body, sort: str, share: float) -> str:
        """A bound variable of the sort, if there is one, else a constant."""
        known = body.of(POOL_OF[sort])
        if known and self.maybe(share):
            return self.chance.choice(known)
        return self.chance.choice(CONSTANTS[sort])

    def condition(self, body: Body) -> None:
        kinds = (
            (self.negation, 30), (self.comparison, 15), (self.arithmetic, 12), (self.forall, 20),
            (self.aggregate, 17), (self.built_in, 6), (self.choice, 8), (self.goals, 7),
            (self.extreme, 7), (self.only, 4), (self.rest, 4),
        )[: 2 if self.style.plain else None]  # fmt: skip
        self.chance.choices(*zip(*kinds))[0](body)

    def negation(self, body: Body) -> None:
        shape = self.readable(body)
        row = [
            "_"
            if self.maybe(0.12) and not (shape.has_input and not place) and not self.style.plain
            else self.bound_term(body, sort, 0.85)
            for place, sort in enumerate(shape.sorts)
        ]
        body.conditions.append(f"not {self.side(shape)}{atom(shape.name, row)}")

    def comparison(self, body: Body) -> None:
        sort = self.chance.choice(("t", "t", "int", "thing"))
        operators = ("!=", "!=", "=", "<", "<=", ">", ">=")
        one, other = self.bound_term(body, sort, 0.9), self.bound_term(body, sort, 0.7)
        body.conditions.append(f"{one} {self.chance.choice(operators)} {other}")

    def expression(self, body: Body, depth: int = 2) -> str:
        if depth == 0 or self.maybe(0.3):
            return self.bound_term(body, "int", 0.8)
        kind = self.chance.choice(("+", "-", "*", "//", "%", "min", "max", "abs", "neg"))
        one, other = self.expression(body, depth - 1), self.expression(body, depth - 1)
        match kind:
            case "//" | "%":
                return f"({one}) {kind} {other if self.maybe(0.1) and is_plain(other) else '2'}"
            case "min" | "max":
                return f"{kind}({one}, {other})"
            case "abs":
                return f"abs({one})"
            case "neg":
                return f"-({one})"
        return f"({one} {kind} {other})"

    def arithmetic(self, body: Body) -> None:
        free = [name for name in self.variables["n"] if name not in body.bound]
        if not free or self.maybe(0.3):
            operator = self.chance.choice(("<", ">=", "=", "!="))
            body.conditions.append(
                f"{self.expression(body)} {operator} {self.bound_term(body, 'int', 0.5)}"
            )
            return
        name, value = free[0], self.expression(body)
        sides = (name, value) if self.maybe(0.7) else (value, name)
        body.conditions += [" = ".join(sides), f"{name} >= 0", f"{name} <= 6"]
        body.bound[name] = "n"

    def fresh(self) -> str:
        self.local += 1
        return f"V{self.local}"

    def inner(self, body: Body, fresh: dict[str, str], *, below: bool) -> list[str]:
        """One or two conditions that bind the fresh variables, as far as they can."""
        conditions: list[str] = []
        unbound = set(fresh)
        for _ in range(self.chance.choice((1, 1, 2))):
            shape = self.readable(body, below=below)
            row = []
            for place, sort in enumerate(shape.sorts):
                own = [n for n, pool in fresh.items() if pool == POOL_OF[sort]]
                if own and self.maybe(0.75) and not (shape.has_input and not place):
                    row.append(self.chance.choice(own))
                    unbound.discard(row[-1])
                else:
                    row.append(self.bound_term(body, sort, 0.8))
            conditions.append(self.side(shape) + atom(shape.name, row))
        rest = (f"between(0, 2, {n})" if fresh[n] == "n" else f"{n} = a" for n in sorted(unbound))
        return [*conditions, *rest]

    def forall(self, body: Body) -> None:
        name, pool = self.fresh(), self.chance.choice(("t", "t", "t", "n"))
        given = self.inner(body, {name: pool}, below=False)
        inside = Body(body.level, [], {**body.bound, name: pool})
        shape = self.readable(body)
        row = [
            name
            if POOL_OF[sort] == pool and self.maybe(0.6)
            else self.bound_term(inside, sort, 0.8)
            for sort in shape.sorts
        ]
        goal = ("not " if self.maybe(0.3) else "") + self.side(shape) + atom(shape.name, row)
        body.conditions.append(f"forall {{ {name} : {', '.join(given)} }} {goal}")

    def choice(self, body: Body) -> None:
        """Alternatives: each binds one new variable, in some of them another one is local."""
        name, pool = self.fresh(), self.chance.choice(("t", "t", "n"))
        ways = []
        for _ in range(self.chance.choice((2, 2, 2, 3))):
            fresh = {name: pool, **({self.fresh(): "t"} if self.maybe(0.3) else {})}
            given = self.inner(body, fresh, below=False)
            if self.maybe(0.3):
                inside = Body(body.level, [], {**body.bound, **fresh})
                self.negation(inside)
                given += map(str, inside.conditions)
            ways.append(", ".join(given))
        written = list(ways)
        if self.maybe(0.15):
            written[-1] = f"({ways[-1]} or {ways[0]})"
        body.conditions.append(Short(f"({' or '.join(written)})", tuple(ways)))
        body.bound[name] = pool

    def goals(self, body: Body) -> None:
        """A `forall` about two goals, about one of two, about a comparison or about two cases."""
        kind = self.chance.choice(("both", "either", "comparison", "cases", "exactly", "listed"))
        name, pool = self.fresh(), "n" if kind == "comparison" else "t"
        below = kind == "comparison"
        cases = self.inner(body, {name: pool}, below=below)
        given = ", ".join(cases)
        inside = Body(body.level, [], {**body.bound, name: pool})
        goals: list[str] = []
        for _ in range(2):
            shape = self.readable(body, below=below)
            row = [self.bound_term(inside, sort, 0.9) for sort in shape.sorts]
            goals.append(self.side(shape) + atom(shape.name, row))
        one, other = goals
        match kind:
            case "both":
                text = f"forall {{ {name} : {given} }} ({one}, {other})"
                spelled = ", ".join(f"forall {{ {name} : {given} }} {goal}" for goal in goals)
            case "either":
                text = f"forall {{ {name} : {given} }} ({one} or not {other})"
                spelled = f"forall {{ {name} : {given}, {other} }} {one}"
            case "exactly" if re.search(rf"\b{name}\b", one):
                text = f"exactly {{ {name} : {given} }} {one}"
                spelled = f"forall {{ {name} : {given} }} {one}, " + ", ".join(
                    f"forall {{ {name} : {one} }} {case}" for case in cases
                )
            case "listed" if re.search(rf"\b{name}\b", one):
                values = [self.bound_term(body, "t", 0.6) for _ in range(2)]
                text = f"exactly {{ {name} = {', '.join(values)} }} {one}"
                unlike = ", ".join(f"{name} != {value}" for value in values)
                spelled = f"forall {{ {name} : {one}, {unlike} }} not {one}"
                for value in values:
                    spelled += ", " + re.sub(rf"\b{name}\b", value, one)
            case "cases":
                more = ", ".join(self.inner(body, {name: pool}, below=False))
                text = f"forall {{ {name} : ({given} or {more}) }} {one}"
                both = (f"forall {{ {name} : {case} }} {one}" for case in (given, more))
                spelled = ", ".join(both)
            case _:
                bound = self.bound_term(body, "int", 0.5)
                text = f"forall {{ {name} : {given} }} {name} <= {bound}"
                spelled = f"forall {{ {name} : {given}, {name} > {bound} }} not {cases[0]}"
        body.conditions.append(Short(text, (spelled,), self.named(body, text)))

    def extreme(self, body: Body) -> None:
        """Who comes first by one key or two: whom nobody precedes."""
        candidate, key, tie = self.fresh(), self.fresh(), self.fresh()
        keys = (key, tie) if self.maybe(0.4) else (key,)
        fresh = {candidate: "t", **dict.fromkeys(keys, "n")}
        conditions = self.inner(body, fresh, below=True)
        given = ", ".join(conditions)
        first, other = (
            re.sub(rf"\b({'|'.join(fresh)})\b", r"\1b", text) for text in (conditions[0], given)
        )
        word, before = self.chance.choice((("highest", ">"), ("lowest", "<")))
        text = f"{word} {{ {candidate} by {', '.join(keys)} : {given} }}"
        better = [
            ", ".join((*(f"{k}b = {k}" for k in keys[:place]), f"{keys[place]}b {before} {own}"))
            for place, own in enumerate(keys)
        ]
        others = ", ".join(f"{name}b" for name in fresh)
        spelled = f"{given}, " + ", ".join(
            f"forall {{ {others} : {other}, {worse} }} not {first}" for worse in better
        )
        body.conditions.append(Short(text, (spelled,), self.named(body, text)))
        body.bound.update({candidate: "t", key: "n"})

    def only(self, body: Body) -> None:
        """Who is the only one: nobody else satisfies the same."""
        one, other = self.fresh(), self.fresh()
        fresh = {one: "t", **({other: self.chance.choice(("t", "n"))} if self.maybe(0.4) else {})}
        found = list(fresh) if self.maybe(0.5) else [one]
        conditions = self.inner(body, fresh, below=False)
        given = ", ".join(conditions)
        text = f"only {{ {', '.join(found)} : {given} }}"
        first, again = (
            re.sub(rf"\b({'|'.join(fresh)})\b", r"\1b", text) for text in (conditions[0], given)
        )
        others = ", ".join(f"{name}b" for name in fresh)
        spelled = f"{given}, " + ", ".join(
            f"forall {{ {others} : {again}, {name}b != {name} }} not {first}" for name in found
        )
        body.conditions.append(Short(text, (spelled,), self.named(body, text)))
        body.bound.update({name: fresh[name] for name in found})

    def rest(self, body: Body) -> None:
        """All but those that are named."""
        name = self.fresh()
        given = ", ".join(self.inner(body, {name: "t"}, below=False))
        values = [self.bound_term(body, "t", 0.7) for _ in range(self.chance.choice((1, 2)))]
        text = f"rest {{ {name} : {given} except {', '.join(values)} }}"
        spelled = ", ".join((given, *(f"{name} != {value}" for value in values)))
        body.conditions.append(Short(text, (spelled,), self.named(body, text)))
        body.bound[name] = "t"

    def named(self, body: Body, text: str) -> frozenset[str]:
        """The bound variables that a text names."""
        return frozenset(body.bound) & frozenset(re.findall(r"\w+", text))

    def aggregate(self, body: Body) -> None:
        function = self.chance.choice(("count", "count", "sum", "min", "max"))
        first, second = self.fresh(), self.fresh()
        fresh = {first: "n" if function != "count" else "t"}
        if self.maybe(0.4):
            fresh[second] = self.chance.choice(("t", "n"))
        given = self.inner(body, fresh, below=True)
        if self.maybe(0.2):
            shape = self.readable(body, below=True)
            inside = Body(body.level, [], {**body.bound, **fresh})
            row = [self.bound_term(inside, sort, 0.8) for sort in shape.sorts]
            given.append(f"not {self.side(shape)}{atom(shape.name, row)}")
        if self.maybe(0.25):
            given = self.alternatives(body, fresh, given)
        value = f"{function} {{ {', '.join(fresh)} : {', '.join(given)} }}"
        free = [name for name in self.variables["n"] if name not in body.bound]
        if free and self.maybe(0.6):
            body.conditions.append(f"{free[0]} = {value}")
            body.bound[free[0]] = "n"
            if self.maybe(0.7):
                body.conditions += [f"{free[0]} >= 0", f"{free[0]} <= 6"]
        else:
            operator = self.chance.choice(("=", ">=", "<", "!="))
            body.conditions.append(f"{value} {operator} {self.bound_term(body, 'int', 0.4)}")

    def alternatives(self, body: Body, fresh: dict[str, str], given: list[str]) -> list[str]:
        """Conditions with alternatives: each binds what is collected, or all are tests of it."""
        own = {**fresh, **({self.fresh(): "t"} if self.maybe(0.3) else {})}
        other = self.inner(body, own, below=True)
        if self.maybe(0.6):
            return [f"({', '.join(given)} or {', '.join(other)})"]
        inside = Body(body.level, [], {**body.bound, **fresh})
        self.comparison(inside)
        return [*given, f"({', '.join(other)} or {inside.conditions[0]})"]

    def built_in(self, body: Body) -> None:
        negation = "not " if self.maybe(0.3) else ""
        number, text = self.bound_term(body, "int", 0.6), self.bound_term(body, "any", 0.8)
        free = [name for name in self.variables["n"] if name not in body.bound]
        if free and not negation:
            body.conditions.append(f"between(0, {number}, {free[0]})")
            body.bound[free[0]] = "n"
        else:
            kind = self.chance.choice((f"between(1, 2, {number})", f'contains_text({text}, "a")'))
            body.conditions.append(negation + kind)
