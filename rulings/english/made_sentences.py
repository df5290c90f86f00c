"""The sentences of what the language makes: "{P} may build {C}", "{P} must build {C}".

In: a checked program. Out: the same with these sentences, with those that say what is of a type,
and the declared predicates that have one already. Guarantee: each is made of a sentence of the
happening; of one for which the rulebook declares such a sentence itself none is made, so that the
declared one is the one that is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rulings.english.forms import base
from rulings.english.idiom import Idiom
from rulings.english.template import Template, analyse, places, templates_of
from rulings.english.verb import NO_VERB
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Happening, Literal, Predicate, Program, Role, Variable
from rulings.records import replace

_MOODS = ("may", "must")
_BE = ("is", "are")
_PLAYS = ("{X} plays", "{X} takes part")
_SLOT = re.compile(r"{\w+}")


def with_permissions(program: Program) -> tuple[Program, frozenset[PredicateId]]:
    """Return a program whose permissions can be read and said, and their predicates."""
    told = {_SLOT.sub("{}", t) for one in program.predicates.values() for t in one.templates}
    plays = () if told & {_SLOT.sub("{}", text) for text in _PLAYS} else _PLAYS
    known = {name: _named(one, plays) for name, one in program.predicates.items()}
    made: set[PredicateId] = set()
    taken = {(mood, verb) for mood, verb, _ in _declared(program)}
    for happening in program.happenings.values():
        own = known[happening.name]
        for mood, name in zip(_MOODS, (happening.legal, happening.must), strict=True):
            spoken = _spoken(own, mood) if name else ()
            if spoken and not any((mood, verb) in taken for verb, _ in spoken):
                known[name] = replace(known[name], templates=tuple(text for _, text in spoken))
                made.add(name)
    return replace(program, predicates=known), frozenset(made)


def _named(predicate: Predicate, plays: tuple[str, ...]) -> Predicate:
    """Return a predicate with a sentence if it tells what is of a type; players play."""
    if not predicate.of_type:
        return predicate
    noun = predicate.name.replace("_", " ")
    article = "an" if noun[0] in "aeiou" else "a"
    said = f"{{X}} is {article} {noun}"
    return replace(predicate, templates=(said, *(plays if noun == "player" else ())))


def opposites(
    program: Program, is_int: Callable[[str], bool]
) -> Iterator[tuple[Predicate, Idiom, tuple[Template, ...]]]:
    """Yield what says that a predicate does not hold, as a word list says what stands for it."""
    for predicate in program.predicates.values():
        if predicate.opposites:
            name = f"{predicate.name}.opposite"
            said = Predicate(name, predicate.columns, predicate.opposites, span=predicate.span)
            atom = Atom(predicate.name, tuple(Variable(one.name) for one in predicate.columns))
            idiom = Idiom((Literal(atom, negated=True),), denied=(Literal(atom),))
            yield said, idiom, templates_of(said, is_int)


def declared_permissions(program: Program) -> Iterator[tuple[Happening, Predicate, str]]:
    """Yield each happening for which a predicate says that it may be, and the sentence.

    A duty may be declared: that nothing else is open is one reason among others why one must.
    """
    declared = [(verb, said) for mood, verb, said in _declared(program) if mood == "may"]
    for happening in program.happenings.values():
        verbs = {verb for verb, _ in _spoken(program.predicates[happening.name], "may")}
        for verb, (predicate, text) in declared:
            same = _subject(program.predicates[happening.name]) == _subject(predicate)
            if happening.legal and verb in verbs and same and not happening.short_of:
                yield happening, predicate, text


def _subject(predicate: Predicate) -> str:
    return predicate.columns[0].sort if predicate.columns else ""


def _declared(program: Program) -> Iterator[tuple[str, str, tuple[Predicate, str]]]:
    """Yield the mood and verb of each declared sentence that permits or obliges."""
    for predicate in program.predicates.values():
        if predicate.role not in (Role.DERIVED, Role.STATE):
            continue
        for text in predicate.templates:
            if " may " in text or " can " in text or " must " in text:
                template = analyse(predicate, text)
                verb = _verb_behind(template) if template is not None else ""
                if template is not None and verb:
                    yield str(template.pieces[template.verb]), verb, (predicate, text)


def _verb_behind(template: Template) -> str:
    """The key of the verb behind "may" or "must", empty if there is none."""
    match template.pieces[template.verb :]:
        case ("may" | "must", "be", str() as done, *_) if template.verb != NO_VERB:
            return f"be {done}"
        case ("may" | "must", str() as verb, *_) if template.verb != NO_VERB:
            return verb
    return ""


def _spoken(happening: Predicate, mood: str) -> tuple[tuple[str, str], ...]:
    """The sentences of a happening in some mood, each with the key of its verb."""
    found: list[tuple[str, str]] = []
    for text in happening.templates:
        template = analyse(happening, text)
        if template is None or template.verb == NO_VERB:
            continue
        start, end = places(text)[template.verb]
        verb = text[start:end]
        if template.auxiliary and verb not in _BE:
            continue
        plain = "be" if verb in _BE else base(verb)
        said = f"{text[:start]}{mood} {plain}{text[end:]}"
        own = analyse(happening, said)
        if own is not None and _verb_behind(own):
            found.append((_verb_behind(own), said))
    return tuple(found)
