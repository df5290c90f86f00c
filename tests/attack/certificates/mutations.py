"""Ways to alter a certificate.

In: a certificate as Python values. Out: the same, altered in place. Guarantee: most alterations
keep the form, so that they reach the checks of the proof; what they put in is taken from the
certificate and its program.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.attack.certificates.genuine import Genuine

Json = dict[str, Any]
_JUNK: tuple[Any, ...] = (
    None, True, 0, -1, 2**63, 10**30, 0.5, "", "neg ", "neg neg p", "for p", "\u202e", [], {}, [[]],
    [None], {"steps": []}, "x" * 1000,
)  # fmt: skip


def mutate(certificate: Json, genuine: Genuine, random: Random) -> list[str]:
    """Alter a certificate in place by one to four ways; return their names."""
    names: list[str] = []
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        way = random.choices(WAYS, WEIGHTS)[0]
        try:
            way(certificate, genuine, random)
        except (IndexError, KeyError, TypeError, AttributeError, ValueError):
            # An earlier alteration left nothing of this kind.
            continue
        names.append(way.__name__)
    return names


def leaves(proof: Any) -> Iterator[Json]:
    """Yield the proofs by steps that a proof is made of."""
    match proof:
        case {"steps": _}:
            yield proof
        case {"cases": list(parts)}:
            for part in parts:
                yield from leaves(part)
        case {"completions": list(parts)}:
            for part in parts:
                yield from leaves(part["proof"])


def _leaf(certificate: Json, random: Random) -> Json:
    return random.choice(list(leaves(certificate["proof"])))


def _facts(step: Json) -> list[Any]:
    return step["fails"] if "fails" in step else [step.get("holds", step.get("open"))]


def _some_fact(certificate: Json, random: Random) -> Any:
    leaf = _leaf(certificate, random)
    places = [fact for step in leaf["steps"] for fact in _facts(step)]
    return random.choice([*places, *leaf["calls"], *(q[:2] for q in certificate["question"])])


def drop_step(certificate: Json, genuine: Genuine, random: Random) -> None:
    steps = _leaf(certificate, random)["steps"]
    del steps[random.randrange(len(steps))]


def repeat_step(certificate: Json, genuine: Genuine, random: Random) -> None:
    steps = _leaf(certificate, random)["steps"]
    steps.insert(random.randrange(len(steps)), copy.deepcopy(random.choice(steps)))


def move_step(certificate: Json, genuine: Genuine, random: Random) -> None:
    steps = _leaf(certificate, random)["steps"]
    steps.insert(random.randrange(len(steps)), steps.pop(random.randrange(len(steps))))


def swap_steps(certificate: Json, genuine: Genuine, random: Random) -> None:
    steps = _leaf(certificate, random)["steps"]
    one = random.randrange(len(steps) - 1)
    steps[one], steps[one + 1] = steps[one + 1], steps[one]


def reverse_steps(certificate: Json, genuine: Genuine, random: Random) -> None:
    _leaf(certificate, random)["steps"].reverse()


def turn_step(certificate: Json, genuine: Genuine, random: Random) -> None:
    """Claim otherwise of the facts of a step."""
    steps = _leaf(certificate, random)["steps"]
    at = random.randrange(len(steps))
    facts = _facts(steps[at])
    kind = random.choice(("holds", "fails", "open"))
    rule = steps[at].get("rule", random.choice(genuine.rules))
    if kind == "fails":
        steps[at : at + 1] = [{"fails": facts}]
    else:
        steps[at : at + 1] = [{kind: fact, "rule": rule} for fact in facts]


def settle_open(certificate: Json, genuine: Genuine, random: Random) -> None:
    """Claim of some of what is open that it holds or fails."""
    steps = _leaf(certificate, random)["steps"]
    for number, step in enumerate(steps):
        if "open" in step and random.random() < 0.5:
            fails = {"fails": [step["open"]]}
            holds = {"holds": step["open"], "rule": step["rule"]}
            steps[number] = random.choice((fails, holds))


def turn_all(certificate: Json, genuine: Genuine, random: Random) -> None:
    """Claim of one fact what is claimed of another kind, in all steps."""
    steps = _leaf(certificate, random)["steps"]
    one, other = random.sample(("holds", "open"), 2)
    for step in steps:
        if one in step:
            step[other] = step.pop(one)


def two_kinds(certificate: Json, genuine: Genuine, random: Random) -> None:
    steps = _leaf(certificate, random)["steps"]
    random.choice(steps)["fails"] = [copy.deepcopy(_some_fact(certificate, random))]


def between_steps(certificate: Json, genuine: Genuine, random: Random) -> None:
    """Move a fact from where it fails to another step, or to one of its own."""
    steps = _leaf(certificate, random)["steps"]
    failing = [step for step in steps if "fails" in step]
    chosen = random.choice(failing)
    fact = chosen["fails"].pop(random.randrange(len(chosen["fails"])))
    if not chosen["fails"]:
        steps.remove(chosen)
    target = random.choice(("step", "own", "holds", "open"))
    if target == "step" and len(failing) > 1:
        random.choice(failing)["fails"].append(fact)
    elif target in ("holds", "open"):
        rule = random.choice(genuine.rules)
        steps.insert(random.randrange(len(steps) + 1), {target: fact, "rule": rule})
    else:
        steps.insert(random.randrange(len(steps) + 1), {"fails": [fact]})


def join_failures(certificate: Json, genuine: Genuine, random: Random) -> None:
    """Let facts fail together, at the first or the last of their steps."""
    leaf = _leaf(certificate, random)
    together = [fact for step in leaf["steps"] if "fails" in step for fact in step["fails"]]
    rest = [step for step in leaf["steps"] if "fails" not in step]
    if together:
        rest.insert(random.choice((0, len(rest))), {"fails": together})
    leaf["steps"] = rest


def fail_everything(certificate: Json, genuine: Genuine, random: Random) -> None:
    leaf = _leaf(certificate, random)
    leaf["steps"] = [{"fails": [fact for step in leaf["steps"] for fact in _facts(step)]}]


def open_everything(certificate: Json, genuine: Genuine, random: Random) -> None:
    leaf = _leaf(certificate, random)
    leaf["steps"] = [
        {"open": fact, "rule": step.get("rule", random.choice(genuine.rules))}
        for step in leaf["steps"]
        for fact in _facts(step)
    ]


def other_rule(certificate: Json, genuine: Genuine, random: Random) -> None:
    steps = [step for step in _leaf(certificate, random)["steps"] if "rule" in step]
    random.choice(steps)["rule"] = random.choice(genuine.rules)


def other_value(certificate: Json, genuine: Genuine, random: Random) -> None:
    row = _some_fact(certificate, random)[1]
    row[random.randrange(len(row))] = _value(row, genuine, random)


def other_name(certificate: Json, genuine: Genuine, random: Random) -> None:
    fact, other = (_some_fact(certificate, random) for _ in range(2))
    name = str(fact[0])
    turned = name.removeprefix("neg ") if name.startswith("neg ") else f"neg {name}"
    fact[0] = random.choice((turned, other[0]))


def drop_call(certificate: Json, genuine: Genuine, random: Random) -> None:
    calls = _leaf(certificate, random)["calls"]
    del calls[random.randrange(len(calls))]


def more_calls(certificate: Json, genuine: Genuine, random: Random) -> None:
    """Answer what is answered already, or a wider call."""
    calls = _leaf(certificate, random)["calls"]
    call = copy.deepcopy(random.choice(calls))
    if call[1] and random.random() < 0.5:
        call[1][random.randrange(len(call[1]))] = None
    calls.insert(random.randrange(len(calls) + 1), call)


def narrow_call(certificate: Json, genuine: Genuine, random: Random) -> None:
    call = random.choice(_leaf(certificate, random)["calls"])
    call[1][random.randrange(len(call[1]))] = _value(call[1], genuine, random)


def order_calls(certificate: Json, genuine: Genuine, random: Random) -> None:
    random.shuffle(_leaf(certificate, random)["calls"])


def other_question(certificate: Json, genuine: Genuine, random: Random) -> None:
    literal = random.choice(certificate["question"])
    match random.randrange(4):
        case 0:
            literal[2] = not literal[2]
        case 1:
            literal[1][random.randrange(len(literal[1]))] = _value(literal[1], genuine, random)
        case 2:
            literal[:2] = copy.deepcopy(_some_fact(certificate, random))
        case _:
            name = str(literal[0])
            turned = name.removeprefix("neg ") if name.startswith("neg ") else f"neg {name}"
            literal[0] = turned


def longer_question(certificate: Json, genuine: Genuine, random: Random) -> None:
    fact = copy.deepcopy(_some_fact(certificate, random))
    certificate["question"].append([*fact, random.random() < 0.5])


def shorter_question(certificate: Json, genuine: Genuine, random: Random) -> None:
    del certificate["question"][random.randrange(len(certificate["question"]))]


def other_table(certificate: Json, genuine: Genuine, random: Random) -> None:
    table = certificate["table"]
    part = table[random.choice(("facts", "facts", "denials"))]
    name = random.choice(list(part))
    match random.randrange(4):
        case 0:
            del part[name][random.randrange(len(part[name]))]
        case 1:
            row = random.choice(part[name])
            row[random.randrange(len(row))] = _value(row, genuine, random)
        case 2:
            row = copy.deepcopy(random.choice(part[name]))
            row[random.randrange(len(row))] = _value(row, genuine, random)
            part[name].append(row)
        case _:
            row = part[name].pop(random.randrange(len(part[name])))
            other = table["denials" if part is table["facts"] else "facts"]
            other.setdefault(str(name), []).append(row)


def more_table(certificate: Json, genuine: Genuine, random: Random) -> None:
    """State or deny a fact of any predicate, those that rules conclude among them."""
    predicates = genuine.judge.program.predicates
    name = random.choice(list(predicates))
    row = [random.choice(genuine.values) for _ in predicates[name].columns]
    if random.random() < 0.3:
        name, row = copy.deepcopy(_some_fact(certificate, random))
    part = certificate["table"][random.choice(("facts", "facts", "denials"))]
    part.setdefault(str(name), []).append(row)


def known_table(certificate: Json, genuine: Genuine, random: Random) -> None:
    """State what the rulebook states already, or what is unlike anything in the question."""
    program = genuine.judge.program
    concluded = {rule.head.predicate for rule in program.rules}
    free = [name for name in program.facts if name not in concluded and program.facts[name].rows]
    name = random.choice(free)
    row = list(random.choice(program.facts[name].rows))
    certificate["table"]["facts"].setdefault(name, []).append(row)


def other_verdict(certificate: Json, genuine: Genuine, random: Random) -> None:
    certificate["verdict"] = random.choice(("yes", "no", "undecided", "depends", "open"))


def into_cases(certificate: Json, genuine: Genuine, random: Random) -> None:
    proof = certificate["proof"]
    certificate["proof"] = {
        "unknown": copy.deepcopy(_unknown(certificate, genuine, random)),
        "cases": [proof, copy.deepcopy(proof)],
    }


def into_completions(certificate: Json, genuine: Genuine, random: Random) -> None:
    proof = certificate["proof"]
    fact = _unknown(certificate, genuine, random)
    certificate["proof"] = {
        "completions": [
            {"suppose": [[*copy.deepcopy(fact), holds]], "proof": copy.deepcopy(proof)}
            for holds in (True, False)
        ]
    }


def other_cases(certificate: Json, genuine: Genuine, random: Random) -> None:
    """Exchange, repeat or take out what stands in cases and completions."""
    proof = certificate["proof"]
    parts = proof.get("cases") or proof["completions"]
    match random.randrange(4):
        case 0:
            parts.reverse()
        case 1:
            parts[random.randrange(2)] = copy.deepcopy(random.choice(parts))
        case 2:
            chosen = random.choice(parts)
            certificate["proof"] = chosen.get("proof", chosen)
        case _:
            suppose = random.choice(parts)["suppose"]
            one = random.choice(suppose)
            one[2] = not one[2]
            if random.random() < 0.3:
                suppose.remove(one)


def junk(certificate: Json, genuine: Genuine, random: Random) -> None:
    """Put anything anywhere."""
    node: Any = certificate
    while True:
        keys = list(node) if isinstance(node, dict) else range(len(node))
        key = random.choice(list(keys))
        below = node[key]
        if not isinstance(below, dict | list) or not below or random.random() < 0.2:
            break
        node = below
    match random.randrange(3):
        case 0:
            node[key] = copy.deepcopy(random.choice(_JUNK))
        case 1:
            del node[key]
        case _ if isinstance(node, dict):
            node[random.choice(("say", "fails", "holds", "rule", "steps", "x"))] = node[key]
        case _:
            node.append(copy.deepcopy(random.choice(_JUNK)))


def _unknown(certificate: Json, genuine: Genuine, random: Random) -> list[Any]:
    """Return some fact of a `.state`, by its look."""
    predicates = genuine.judge.program.predicates
    states = [name for name, found in predicates.items() if found.completion.value == "open"]
    if not states:
        fact: list[Any] = _some_fact(certificate, random)
        return fact
    name = random.choice(states)
    return [name, [random.choice(genuine.values) for _ in predicates[name].columns]]


def _value(row: list[Any], genuine: Genuine, random: Random) -> int | str:
    """Return another value, near the old one where that is a number."""
    numbers = [value for value in row if isinstance(value, int)]
    if numbers and random.random() < 0.3:
        return int(random.choice(numbers)) + random.choice((-1, 1))
    return random.choice(genuine.values)


Way = Callable[[Json, Genuine, Random], None]
_WEIGHED: tuple[tuple[Way, float], ...] = (
    (drop_step, 2), (repeat_step, 1), (move_step, 2), (swap_steps, 4), (reverse_steps, 0.5),
    (turn_step, 4), (turn_all, 1), (settle_open, 2), (two_kinds, 1), (between_steps, 3),
    (join_failures, 2),
    (fail_everything, 1), (open_everything, 1), (other_rule, 2), (other_value, 3), (other_name, 2),
    (drop_call, 1), (more_calls, 4), (narrow_call, 2), (order_calls, 2), (other_question, 5),
    (longer_question, 3), (shorter_question, 1), (other_table, 5), (more_table, 3),
    (known_table, 2), (other_verdict, 2), (into_cases, 2), (into_completions, 2),
    (other_cases, 4), (junk, 1),
)  # fmt: skip
WAYS, WEIGHTS = zip(*_WEIGHED, strict=True)
