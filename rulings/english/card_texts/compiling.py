"""The grammar of card texts that a word list declares, checked against its rulebook.

In: `TextWords` and the checked program. Out: a `TextGrammar`, or None with what is wrong.
Guarantee: what phrases state is typed; every variable is a slot, the phrase's own thing, or one
of those of the text; every kind of slot is declared; no phrase begins with one of its own kind, so
reading ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulings.english.card_texts.grammar import (
    AMOUNT,
    BEFORE,
    CARD,
    EARLIER,
    HEADING,
    NAME,
    NUMBER,
    ORDER,
    OWN,
    PART,
    PLACE,
    SENTENCE,
    TEXT,
    WORDS,
    Production,
    Slot,
    TextGrammar,
)
from rulings.english.card_texts.printed_words import words
from rulings.english.meaning import meaning
from rulings.english.patterns import SLOT, BadPatternError, expanded
from rulings.english.words import stem
from rulings.language.catalogue import diagnose
from rulings.language.components import reached
from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Atom, Constant, Literal, Program, Variable
from rulings.records import replace
from rulings.rulebook.text_words import PhraseEntry, TextWords
from rulings.rulebook.written_words import Written

_OF_TEXTS = (CARD, OWN, EARLIER, BEFORE, ORDER, PART, PLACE)


def compile_texts(
    said: TextWords, program: Program, problems: list[Diagnostic]
) -> TextGrammar | None:
    """Check a grammar and prepare it; problems (RUL63x) are added to the list."""
    told = _atom("told", said.told, (CARD, TEXT), program, problems)
    if told is None:
        return None
    sentence = _atom("sentence", said.sentence, (CARD, OWN, ORDER), program, problems)
    unread = _atom("unread", said.unread, (CARD, OWN, WORDS), program, problems)
    found: dict[str, list[Production]] = {}
    for number, entry in enumerate(said.phrases, 1):
        for production in _productions(f"phrase {number}", entry, program, problems):
            alike = found.setdefault(production.kind, [])
            # "coin" and "coins" are the same word.
            if all(replace(production, words=one.words) != one for one in alike):
                alike.append(production)
    _kinds_are_declared(said, found, problems)
    _nothing_is_dropped(said, found, problems)
    _reading_ends(said, found, problems)
    by_kind = {kind: tuple(some) for kind, some in found.items()}
    bearers = frozenset(stem(one.text.lower()) for one in said.bearers)
    sort = _sort_of(sentence, OWN, program)
    other = said.other.text if said.other is not None else None
    spoken = {
        keys: tuple(word.key for word in words(meant.text))
        for meant, some in said.spoken
        for one in some
        for keys in _keys_of(one, problems)
    }
    return TextGrammar(told, sentence, unread, sort, by_kind, bearers, other, spoken)


def _keys_of(said: Written, problems: list[Diagnostic]) -> Iterator[tuple[str, ...]]:
    try:
        for text in expanded(said.text):
            yield tuple(word.key for word in words(text))
    except BadPatternError as bad:
        problems.append(diagnose("RUL632", said.span, reason=str(bad)))


def _atom(
    key: str,
    written: Written | None,
    variables: tuple[str, ...],
    program: Program,
    problems: list[Diagnostic],
) -> Atom | None:
    if written is None:
        return None
    found = meaning(f"fact {key}", (written,), dict.fromkeys(variables), program, problems)
    if found is None:
        return None
    match found.body:
        case (Literal(atom, False),) if found.variables <= {*variables}:
            return replace(atom)
    reason = f"it is one fact of {', '.join(variables)}"
    problems.append(diagnose("RUL632", written.span, reason=reason))
    return None


def _sort_of(atom: Atom | None, variable: str, program: Program) -> str:
    if atom is None or Variable(variable) not in atom.terms:
        return "any"
    column = atom.terms.index(Variable(variable))
    return program.predicates[atom.predicate].columns[column].sort


def _productions(
    name: str, entry: PhraseEntry, program: Program, problems: list[Diagnostic]
) -> Iterator[Production]:
    facts: tuple[Atom, ...] = ()
    sort = "any"
    value = Variable(PART) if entry.new else _value_of(entry.value)
    if entry.means:
        slots = {slot.variable: None for one in entry.say for slot in _slots(one.text)}
        declared = {**slots, **dict.fromkeys(_OF_TEXTS)}
        found = meaning(name, entry.means, declared, program, problems)
        if found is None:
            return
        atoms = [one.atom for one in found.body if isinstance(one, Literal) and not one.negated]
        unknown = sorted(found.variables - declared.keys())
        if len(atoms) < len(found.body) or unknown:
            reason = f"“{unknown[0]}” is no slot of it" if unknown else "it states facts alone"
            problems.append(diagnose("RUL632", entry.means[0].span, reason=reason))
            return
        facts = tuple(atoms)
        sort = found.sorts.get(PART, "any")
    for written in entry.say:
        try:
            texts = expanded(written.text)
        except BadPatternError as bad:
            problems.append(diagnose("RUL632", written.span, reason=str(bad)))
            continue
        for text in texts:
            pieces = tuple(_pieces(text))
            here = {piece.variable for piece in pieces if isinstance(piece, Slot)}
            made = Production(
                entry.kind.text, pieces, facts, SLOT.sub("", text), value, entry.new, sort
            )
            missing = made.mentioned - here - {*_OF_TEXTS}
            if isinstance(value, Variable) and not entry.new:
                missing |= {value.name} - here
            if missing or not pieces:
                problems.append(diagnose("RUL634", written.span, text=text))
                continue
            yield made


def _value_of(written: Written | None) -> Variable | Constant | None:
    if written is None:
        return None
    text = written.text
    if text[:1].isupper() and text.isidentifier():
        return Variable(text)
    return Constant(int(text)) if text.lstrip("-").isdigit() else Constant(text)


def _slots(text: str) -> Iterator[Slot]:
    return (Slot(match[1], match[2] or match[1].lower()) for match in SLOT.finditer(text))


def _pieces(text: str) -> Iterator[str | Slot]:
    position = 0
    for match in SLOT.finditer(text):
        yield from (word.key for word in words(text[position : match.start()]))
        yield Slot(match[1], match[2] or match[1].lower())
        position = match.end()
        if text[position : position + 2] in ("'s", "’s"):
            position += 2
    yield from (word.key for word in words(text[position:]))


def _kinds_are_declared(
    said: TextWords, found: Mapping[str, list[Production]], problems: list[Diagnostic]
) -> None:
    known = {*found, NUMBER, AMOUNT, NAME, SENTENCE, HEADING}
    for entry in said.phrases:
        for written in entry.say:
            for slot in _slots(written.text):
                if slot.kind not in known:
                    reason = f"no phrase is a “{slot.kind}”"
                    problems.append(diagnose("RUL632", written.span, reason=reason))


def _nothing_is_dropped(
    said: TextWords, found: Mapping[str, list[Production]], problems: list[Diagnostic]
) -> None:
    """Report slots whose phrases state nothing themselves and whose value is not used."""
    silent = {NUMBER, AMOUNT, NAME, *found}
    for _ in found:
        silent = {NUMBER, AMOUNT, NAME} | {
            kind for kind, some in found.items() if any(_is_silent(one, silent) for one in some)
        }
    for entry in said.phrases:
        for production in found.get(entry.kind.text, ()):
            used = production.mentioned
            if isinstance(production.value, Variable):
                used |= {production.value.name}
            for piece in production.pieces:
                if isinstance(piece, Slot) and piece.kind in silent and piece.variable not in used:
                    problems.append(diagnose("RUL633", entry.span, slot=piece.variable))
                    return


def _is_silent(production: Production, silent: set[str]) -> bool:
    """Return whether a phrase states nothing, nor do all phrases in it."""
    slots = [piece.kind for piece in production.pieces if isinstance(piece, Slot)]
    return not production.facts and (not slots or any(kind in silent for kind in slots))


def _reading_ends(
    said: TextWords, found: Mapping[str, list[Production]], problems: list[Diagnostic]
) -> None:
    """Report kinds whose phrases begin with a phrase of the same kind, at once or further in."""
    begins: dict[str, set[str]] = {kind: set() for kind in found}
    for kind, productions in found.items():
        for production in productions:
            for piece in production.pieces:
                if isinstance(piece, Slot):
                    begins[kind].add(piece.kind)
                    if piece.kind == AMOUNT:
                        continue
                break
    for entry in said.phrases:
        first = begins.get(entry.kind.text, ())
        if entry.kind.text in reached(first, lambda kind: begins.get(kind, ())):
            reason = f"a “{entry.kind.text}” would begin with a “{entry.kind.text}”"
            problems.append(diagnose("RUL632", entry.say[0].span, reason=reason))
            return
