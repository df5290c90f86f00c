"""Happenings: what they begin, end, set, cause and need.

In: statements about happenings as written, the declarations. Out: the predicates that they come
to, and the rules. Guarantee: what `H begins S :- c.` brings about is the rows of an ordinary
predicate, concluded by the ordinary rule whose body is `H, c`; where `H` is the one happening
that takes place, the rows that follow from the table before it are what begins. That is the
reading of action languages as rules (M. Gelfond and V. Lifschitz, "Action languages", 1998), and
the next table their progression (F. Lin and R. Reiter, Artificial Intelligence 92, 1997).

The names of what is made hold a full stop, which no name of a program does; nothing is told from
them: `Happening` says what each is for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulings.language.catalogue import diagnose
from rulings.language.checks.fitting import fitted
from rulings.language.checks.normalise import (
    likely_sorts,
    no_happening,
    unknown_predicate,
    wrong_arity,
)
from rulings.language.checks.permission import with_needs
from rulings.language.checks.shorter import past_predicate, shorter_happenings
from rulings.language.diagnostics import Diagnostic
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Column,
    Constant,
    Effect,
    EffectKind,
    Happening,
    Predicate,
    Role,
    Variable,
)
from rulings.language.syntax import (
    ClockStatement,
    Collection,
    EffectStatement,
    RuleStatement,
    SourceUnit,
    SurfaceAtom,
    SurfaceComparison,
    SurfaceCondition,
    SurfaceLiteral,
)
from rulings.records import replace

_SAID = {
    EffectKind.BEGINS: "from then on {}",
    EffectKind.SETS: "from then on {}",
    EffectKind.ENDS: "it ends that {}",
    EffectKind.CAUSES: "then {}",
}
_STATES = (EffectKind.BEGINS, EffectKind.ENDS, EffectKind.SETS)


def declare_happenings(
    units: Sequence[SourceUnit],
    predicates: dict[PredicateId, Predicate],
    problems: list[Diagnostic],
) -> tuple[Mapping[str, Happening], Mapping[str, str]]:
    """Declare in `predicates` what statements about happenings come to.

    Return the happenings, and for each clock the predicate of when it began last.
    """
    happenings: dict[str, Happening] = {}
    clocks: dict[str, str] = {}
    needs: dict[str, list[EffectStatement]] = {}
    for predicate in list(predicates.values()):
        if predicate.role is Role.HAPPENING and predicate.name not in happenings:
            past = past_predicate(predicate)
            predicates[past.name] = past
            happenings[predicate.name] = Happening(predicate.name, past.name, "")
    for statement in (one for unit in units for one in unit.statements):
        if isinstance(statement, ClockStatement):
            _declare_clock(statement, clocks, predicates, problems)
        elif isinstance(statement, EffectStatement):
            known = happenings.get(statement.happening.predicate)
            if known is None:
                continue
            if statement.kind is EffectKind.NEEDS:
                needs.setdefault(known.name, []).append(statement)
            else:
                happenings[known.name] = _with_effect(known, statement, predicates)
    for name, statements in needs.items():
        happenings[name] = with_needs(happenings[name], statements, predicates)
    happenings |= shorter_happenings(units, happenings, predicates)
    return happenings, clocks


def _declare_clock(
    statement: ClockStatement,
    clocks: dict[str, str],
    predicates: dict[PredicateId, Predicate],
    problems: list[Diagnostic],
) -> None:
    name = statement.name.text
    if name in clocks:
        problems.append(diagnose("RUL356", statement.name.span, name=name))
        return
    clocks[name] = f"{name}.began"
    spoken = name.replace("_", " ")
    for made, verb in ((clocks[name], "began last"), (f"{name}.starts", "starts")):
        said = (f"the {spoken} {verb} in step {{Step}}",)
        columns = (Column("Step", "int"),)
        predicates[made] = Predicate(made, columns, said, Role.EFFECT, span=statement.span)


def _with_effect(
    happening: Happening, statement: EffectStatement, predicates: dict[PredicateId, Predicate]
) -> Happening:
    """Return what is said of a happening with one statement more."""
    kind, span, target = statement.kind, statement.span, statement.target
    about = predicates.get(target.predicate) if target is not None else None
    if about is None:
        return happening
    parts = [happening.name, kind.value, about.name]
    alike = sum(e.kind is kind and e.target == about.name for e in happening.effects)
    if alike and kind not in _STATES:
        parts.append(str(alike + 1))
    made = ".".join(parts)
    if made not in predicates:
        columns = tuple(replace(column, is_input=False) for column in about.columns)
        said = tuple(_SAID[kind].format(text) for text in about.templates)
        predicates[made] = Predicate(made, columns, said, Role.EFFECT, span=span)
    effect = Effect(kind, made, about.name, span)
    return replace(happening, effects=(*happening.effects, effect))


def effect_rule(
    statement: EffectStatement,
    happenings: Mapping[str, Happening],
    predicates: Mapping[PredicateId, Predicate],
    problems: list[Diagnostic],
) -> RuleStatement | None:
    """Return the rule that a statement about a happening is, None where it is mistaken."""
    happening, kind, target = statement.happening, statement.kind, statement.target
    if not is_happening(happening, predicates, problems):
        return None
    known = happenings[happening.predicate]
    if target is not None and not _fits(kind, target, predicates, problems):
        return None
    effect = next((e for e in known.effects if e.span == statement.span), None)
    made = effect.made if effect is not None else ""
    if target is None:
        names = {term.name for term in happening.arguments if isinstance(term, Variable)}
        if len(names) != len(happening.arguments):
            problems.append(diagnose("RUL357", happening.span, name=happening.predicate))
            return None
        places = effect.places if effect is not None else ()
        arguments = tuple(happening.arguments[place] for place in places)
        head = replace(happening, predicate=made, arguments=arguments)
        return _rule(statement, head, fitted(statement.body, predicates), statement.doc)
    occurs = SurfaceLiteral(happening, span=happening.span)
    head = replace(target, predicate=made)
    return _rule(statement, head, (occurs, *statement.body), statement.doc)


def _rule(
    statement: EffectStatement | ClockStatement,
    head: SurfaceAtom,
    body: tuple[SurfaceCondition, ...],
    doc: str = "",
) -> RuleStatement:
    noted, anonymous, span = statement.annotations, statement.anonymous, statement.span
    return RuleStatement(head, body, doc=doc, annotations=noted, anonymous=anonymous, span=span)


def is_happening(
    atom: SurfaceAtom, predicates: Mapping[PredicateId, Predicate], problems: list[Diagnostic]
) -> bool:
    """Whether an atom is of a happening with as many arguments; report it if not."""
    name = atom.predicate
    declared = predicates.get(name)
    if declared is not None and declared.role is Role.HAPPENING:
        count = len(atom.arguments)
        if count == declared.arity:
            return True
        problems.append(wrong_arity(name, atom.span, count, declared.columns))
        return False
    problems.append(no_happening(name, atom.span, predicates))
    return False


def _fits(
    kind: EffectKind,
    target: SurfaceAtom,
    predicates: Mapping[PredicateId, Predicate],
    problems: list[Diagnostic],
) -> bool:
    """Whether what a happening begins, ends, sets or causes is of the kind that this is said of."""
    if kind is EffectKind.CAUSES:
        return is_happening(target, predicates, problems)
    declared = predicates.get(target.predicate)
    if declared is None:
        sorts = likely_sorts(target.arguments)
        problems.append(unknown_predicate(target.predicate, target.span, sorts, predicates))
    elif declared.arity != len(target.arguments):
        count = len(target.arguments)
        problems.append(wrong_arity(target.predicate, target.span, count, declared.columns))
    elif declared.role is not Role.STATE:
        word, name = kind.value, target.predicate
        problems.append(diagnose("RUL358", target.span, word=word, name=name))
    elif kind is not EffectKind.ENDS and declared.functional is not (kind is EffectKind.SETS):
        right = "sets" if declared.functional else "begins"
        name = target.predicate
        problems.append(diagnose("RUL360", target.span, word=kind.value, right=right, name=name))
    else:
        return True
    return False


def clock_rules(statement: ClockStatement, clocks: Mapping[str, str]) -> Iterator[RuleStatement]:
    """Yield the rules for the steps in which a clock starts, and for the last of them.

    Before it starts for the first time, it began with the first step.
    """
    began = clocks[statement.name.text]
    starts = f"{statement.name.text}.starts"
    step, span = Variable("Step"), statement.span
    yield RuleStatement(SurfaceAtom(starts, (Constant(0),), span), (), span=span)
    for start in statement.starts:
        past = SurfaceAtom(start.predicate, (*start.arguments, step), start.span, "happened")
        head = SurfaceAtom(starts, (step,), start.span)
        yield _rule(statement, head, (SurfaceLiteral(past, span=start.span),))
    started = SurfaceLiteral(SurfaceAtom(starts, (step,), span), span=span)
    since = Collection("max", (step,), (started,), span)
    last = SurfaceComparison("=", Variable("Last"), since, span)
    yield _rule(statement, SurfaceAtom(began, (Variable("Last"),), span), (last,))
