"""Right-linear recursion, asked from one place.

In: a lowered program and a question that binds some positions of a predicate. Out: the program
with that predicate's rules factored, or None where they are not right-linear. Guarantee: the
same answers to that one question. `path(a, Y)` over `path(X, Y) :- edge(X, Z), path(Z, Y)`
becomes: which nodes are reached from `a`, and which Y one exit step from any of them; n rows in
place of n². Source: J. Naughton, R. Ramakrishnan, Y. Sagiv and J. Ullman, "Efficient evaluation
of right-, left-, and multi-linear rules", SIGMOD 1989.
"""

from __future__ import annotations

from rulings.engine.run.stratify import graph_of
from rulings.language.predicates import DerivedKind, PredicateId, derived
from rulings.language.program import Atom, Literal, Predicate, Rule, Variable
from rulings.logic.binders import body_names, names
from rulings.logic.graph import reachable, reads
from rulings.logic.lowered import LoweredProgram
from rulings.records import replace


def question_of(predicate: PredicateId) -> PredicateId:
    """The predicate that holds the one question's bound values."""
    return derived(DerivedKind.QUESTION, predicate)


def factor(
    program: LoweredProgram, predicate: PredicateId, bound: tuple[int, ...]
) -> LoweredProgram | None:
    """Factor the rules of `predicate` for one question that gives the positions `bound`."""
    free = tuple(i for i in range(program.predicates[predicate].arity) if i not in bound)
    rules = [rule for rule in program.rules if rule.head.predicate == predicate]
    graph = graph_of(program)
    below = reachable(graph, [p for p in graph.get(predicate, ()) if p != predicate])
    if not (bound and free) or predicate in below or predicate not in graph.get(predicate, ()):
        return None
    asked = question_of(predicate)
    reached, answer = (
        derived(DerivedKind.REACHED, predicate),
        derived(DerivedKind.ANSWER, predicate),
    )
    factored: list[Rule] = []
    for rule in rules:
        here = _part(rule.head, reached, bound)
        if all(name != predicate for name, _ in reads(rule.body)):
            head = _part(rule.head, answer, free)
            factored.append(replace(rule, head=head, body=(Literal(here), *rule.body)))
            continue
        call = _tail_call(rule, free)
        if call is None:
            return None
        rest = tuple(c for c in rule.body if c is not call)
        head = _part(call.atom, reached, bound)
        factored.append(replace(rule, head=head, body=(Literal(here), *rest)))
    columns = program.predicates[predicate].columns
    given = Predicate(str(asked), tuple(columns[i] for i in bound))
    whole = Atom(predicate, tuple(Variable(f"C{i}") for i in range(len(columns))))
    question = Literal(_part(whole, asked, bound))
    stated = (Literal(_part(whole, reached, bound)), Literal(whole))
    factored += [
        Rule(f"{reached} at first", _part(whole, reached, bound), (question,)),
        Rule(f"{answer} stated", _part(whole, answer, free), stated),
        Rule(f"{predicate} asked", whole, (question, Literal(_part(whole, answer, free)))),
    ]
    declared: dict[PredicateId, Predicate] = {
        asked: given,
        reached: replace(given, name=str(reached)),
        answer: Predicate(str(answer), tuple(columns[i] for i in free)),
    }
    others = [rule for rule in program.rules if rule.head.predicate != predicate]
    return replace(
        program,
        predicates={**program.predicates, **declared},
        rules=(*others, *factored),
    )


def _tail_call(rule: Rule, free: tuple[int, ...]) -> Literal | None:
    """The one recursive literal, if it hands the free positions of the head on unchanged."""
    calls = [
        c for c in rule.body if isinstance(c, Literal) and c.atom.predicate == rule.head.predicate
    ]
    if len(calls) != 1 or calls[0].negated:
        return None
    call = calls[0]
    passed = [rule.head.terms[i] for i in free]
    if passed != [call.atom.terms[i] for i in free] or len(names(passed)) != len(passed):
        return None
    rest = body_names(c for c in rule.body if c is not call)
    rest |= names(t for i, t in enumerate(rule.head.terms) if i not in free)
    rest |= names(t for i, t in enumerate(call.atom.terms) if i not in free)
    return None if names(passed) & rest else call


def _part(atom: Atom, predicate: PredicateId, positions: tuple[int, ...]) -> Atom:
    return Atom(predicate, tuple(atom.terms[i] for i in positions), atom.span)
