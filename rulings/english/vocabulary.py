"""A word list against its rulebook: idioms as templates, synonyms as rewritings.

In: a `WordList` and the checked program. Out: a `Vocabulary`, plain data, and every problem with
its place. Guarantee: what an idiom means is typed and bound, every slot of its patterns occurs
in its meaning (nothing said is dropped), and a synonym stands for words that some template uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from rulings.english.card_texts.compiling import compile_texts
from rulings.english.forms import form_of
from rulings.english.idiom import Idiom, Keys, Vocabulary
from rulings.english.meaning import meaning
from rulings.english.morphology import plurals, verb_forms
from rulings.english.names import Names
from rulings.english.patterns import BadPatternError, bare, expanded, slots
from rulings.english.sort_sets import Sorts
from rulings.english.template import Template, analyse, fixed_words, templates_of, variants
from rulings.english.words import key_of, tokenize
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Column, Literal, Predicate, Program, Role, Variable
from rulings.language.source import Span
from rulings.records import replace
from rulings.rulebook.word_files import IdiomEntry, Synonyms, WordList
from rulings.rulebook.written_words import Written

_Compiled = tuple[Predicate, Idiom, tuple[Template, ...]]


def compile_words(
    words: WordList, program: Program, nouns: Mapping[str, str]
) -> tuple[Vocabulary, list[Diagnostic]]:
    """Check a word list and prepare it; `nouns` are those that the program declares."""
    problems: list[Diagnostic] = []
    found_nouns, names = _nouns(words.nouns, program, nouns, problems)
    is_int = Sorts.of(program.sorts).is_int
    compiled = [
        one
        for number, entry in enumerate(words.idioms, 1)
        if (one := _idiom(f"idiom {number}", entry, program, is_int, problems)) is not None
    ]
    rewrites = _rewrites(words, program, compiled, problems)
    compiled = _without_collisions(words, compiled, program, problems)
    things = {f"idiom {n}" for n, entry in enumerate(words.idioms, 1) if entry.thing is not None}
    templates = [template for _, _, some in compiled for template in some]
    clauses = [template for template in templates if template.predicate not in things]
    vocabulary = Vocabulary(
        tuple(clauses),
        tuple(t for t in templates if t.predicate in things),
        {predicate.name: predicate for predicate, _, _ in compiled},
        {predicate.name: idiom for predicate, idiom, _ in compiled},
        rewrites,
        found_nouns,
        names,
        compile_texts(words.card_texts, program, problems),
    )
    return vocabulary, problems


def _idiom(
    name: str,
    entry: IdiomEntry,
    program: Program,
    is_int: Callable[[str], bool],
    problems: list[Diagnostic],
) -> tuple[Predicate, Idiom, tuple[Template, ...]] | None:
    texts = list(_texts(entry.say, problems))
    if not texts:
        return None
    declared = dict(pair for text, _ in texts for pair in slots(text))
    found = meaning(name, entry.means, declared, program, problems)
    denial = meaning(name, entry.denied, declared, program, problems) if entry.denied else None
    inquiry = meaning(name, entry.asked, declared, program, problems) if entry.asked else None
    if found is None:
        return None
    wanted = [(slot, _slot_place(entry, slot)) for slot in declared]
    wanted += [(one.text, one.span) for one in (entry.thing,) if one is not None]
    problems += (
        diagnose("RUL633", span, slot=slot) for slot, span in wanted if slot not in found.variables
    )
    columns = tuple(
        Column(slot, sort or found.sorts.get(slot, "any")) for slot, sort in declared.items()
    )
    predicate = Predicate(name, columns, tuple(bare(text) for text, _ in texts))
    templates = []
    for text, place in texts:
        said = [bare(text), *variants(bare(text))]
        made = [
            one for one in (_template(predicate, one, is_int) for one in said) if one is not None
        ]
        if not made:
            problems.append(diagnose("RUL634", place.span, text=text))
        templates += made
    stands_for = Variable(entry.thing.text) if entry.thing is not None else None
    if entry.thing is not None and entry.thing.text not in declared:
        name_of, sort = entry.thing.text, found.sorts.get(entry.thing.text, "any")
        predicate = replace(predicate, columns=(*columns, Column(name_of, sort)))
    idiom = Idiom(
        found.body,
        stands_for,
        entry.use,
        entry.following,
        denial.body if denial is not None else (),
        entry.new,
        inquiry.body if inquiry is not None else (),
    )
    return predicate, idiom, tuple(templates)


def _template(predicate: Predicate, text: str, is_int: Callable[[str], bool]) -> Template | None:
    """Analyse a pattern, which need not have all slots of the idiom's other patterns."""
    own = {slot for slot, _ in slots(text)}
    if own != {column.name for column in predicate.columns}:
        return None
    return analyse(predicate, text, is_int)


def _texts(say: tuple[Written, ...], problems: list[Diagnostic]) -> Iterator[tuple[str, Written]]:
    for written in say:
        try:
            if written.text.rstrip().endswith("?"):
                raise BadPatternError("something is asked: tell it, `as: question`")
            for text in expanded(written.text):
                yield text, written
        except BadPatternError as bad:
            problems.append(diagnose("RUL632", written.span, reason=str(bad)))


def _slot_place(entry: IdiomEntry, slot: str) -> Span:
    for written in entry.say:
        if f"{{{slot}" in written.text:
            return written.span
    return entry.span


def _rewrites(
    words: WordList, program: Program, compiled: list[_Compiled], problems: list[Diagnostic]
) -> dict[str, tuple[tuple[Keys, Keys], ...]]:
    lengths = {len(_keys(one.meant.text)) for one in (*words.verbs, *words.words)}
    declared = [_fixed(text) for p in program.predicates.values() for text in p.templates]
    used = _sequences([*declared, *_said(compiled)], lengths)
    found: dict[str, dict[tuple[Keys, Keys], None]] = {}
    for group, inflected in ((words.verbs, True), (words.words, False)):
        for synonyms in group:
            meant = _keys(synonyms.meant.text)
            if meant not in used:
                problems.append(diagnose("RUL635", synonyms.meant.span, word=synonyms.meant.text))
                continue
            for written in synonyms.said:
                for said, target in _pairs(written.text, synonyms.meant.text, inflected):
                    if said and said != target:
                        found.setdefault(said[0], {})[said, target] = None
    return {first: tuple(pairs) for first, pairs in found.items()}


def _pairs(said: str, meant: str, inflected: bool) -> Iterator[tuple[Keys, Keys]]:
    """Return what is said with what is meant, for verbs also in their other forms."""
    yield _keys(said), _keys(meant)
    if not inflected:
        return
    first, _, rest = said.partition(" ")
    own, _, behind = meant.partition(" ")
    for mine, theirs in zip(verb_forms(first)[1:], verb_forms(own)[1:], strict=True):
        for form in mine:
            for target in theirs:
                yield _keys(f"{form} {rest}"), _keys(f"{target} {behind}")


def _keys(text: str) -> Keys:
    return tuple(token.key for token in tokenize(text))


def _said(compiled: list[_Compiled]) -> Iterator[Keys]:
    for _, _, templates in compiled:
        for template in templates:
            yield tuple(piece for piece in template.pieces if isinstance(piece, str))


def _fixed(text: str) -> Keys:
    return tuple(token.key for token in fixed_words(bare(text)))


def _sequences(texts: Iterable[Keys], lengths: Iterable[int]) -> set[Keys]:
    """Return what stands in texts, word behind word, in some lengths."""
    return {
        text[i : i + length]
        for text in texts
        for length in lengths
        for i in range(len(text) - length + 1)
    }


def _nouns(
    listed: Iterable[Synonyms],
    program: Program,
    declared: Mapping[str, str],
    problems: list[Diagnostic],
) -> tuple[dict[str, str], tuple[tuple[str, str], ...]]:
    """Sort noun synonyms into those of a type or noun and those of a thing or word."""
    nouns: dict[str, str] = {}
    names: list[tuple[str, str]] = []
    known = Names.of(replace(program, rules=()), frozenset())
    members = set[object]().union(*known.sorts.members.values())
    for synonyms in listed:
        meant = synonyms.meant
        sort = declared.get(key_of(meant.text.replace("_", " "))) or declared.get(
            key_of(meant.text)
        )
        # The member of a closed type that is spelt so goes before a thing that is called so.
        key = key_of(meant.text)
        things = sorted(known.all(key), key=lambda v: v not in members or key_of(str(v)) != key)
        value = next(map(str, things), None)
        if sort is None and value is None:
            problems.append(diagnose("RUL636", meant.span, noun=meant.text))
            continue
        for written in synonyms.said:
            key = key_of(written.text)
            other = declared.get(key) or nouns.get(key)
            if sort is not None and other not in (None, sort):
                problems.append(
                    diagnose("RUL637", written.span, word=written.text, first=other, second=sort)
                )
            for spelling in (written.text, *_plural(written.text)):
                if sort is not None:
                    nouns[key_of(spelling)] = sort
                if value is not None:
                    names.append((spelling, value))
    return nouns, tuple(names)


def _plural(noun: str) -> tuple[str, ...]:
    before, _, last = noun.rpartition(" ")
    return tuple(f"{before} {form}".strip() for form in plurals(last))


def _without_collisions(
    words: WordList, compiled: list[_Compiled], program: Program, problems: list[Diagnostic]
) -> list[_Compiled]:
    """Report an idiom that says what a template or an idiom before it says already.

    A pattern that means just the sentence that it repeats, or what the idiom means that has it
    already, is left out without a word.
    """
    seen: dict[tuple[object, ...], tuple[str, str]] = {}
    taken: dict[tuple[object, ...], tuple[str, str]] = {}
    idioms = {predicate.name: idiom for predicate, idiom, _ in compiled}
    for predicate in program.predicates.values():
        for template in templates_of(predicate, lambda sort: sort == "int"):
            seen.setdefault(_shape(template, predicate), (template.text, predicate.name))
        for shape, text in _denied(predicate):
            taken.setdefault(shape, (text, predicate.name))
    kept: list[_Compiled] = []
    for predicate, idiom, templates in compiled:
        own: dict[tuple[object, ...], Template] = {}
        for template in templates:
            shape = _shape(template, predicate)
            said = seen.get(shape)
            if said is None:
                own.setdefault(shape, template)
                text, name = taken.get(shape, ("", ""))
                if text and not _gives_way(idiom, program, name):
                    problems.append(_said_already(words, predicate, template, text))
            elif idiom.use == "statement" and _concluded(program, said[1]):
                # The sentence asks what rules conclude; what a table says with it is this.
                own.setdefault(shape, template)
            elif (other := idioms.get(said[1])) and _means_the_same(idiom, other):
                if other.use not in ("both", idiom.use):
                    own.setdefault(shape, template)
            elif not _means_just(idiom, said[1]):
                problems.append(_said_already(words, predicate, template, said[0]))
        seen |= {shape: (template.text, predicate.name) for shape, template in own.items()}
        kept.append((predicate, idiom, tuple(own.values())))
    return kept


def _said_already(
    words: WordList, predicate: Predicate, template: Template, other: str
) -> Diagnostic:
    entry = words.idioms[int(predicate.name.split(" ")[1]) - 1]
    return diagnose("RUL638", entry.say[0].span, text=template.text, other=other)


def _denied(predicate: Predicate) -> Iterator[tuple[tuple[object, ...], str]]:
    """Yield what the denials of a predicate look like."""
    for text in predicate.templates:
        if analyse(predicate, text) is not None:
            said = form_of(predicate, text, "denial")
            template = analyse(predicate, said)
            if template is not None:
                yield _shape(template, predicate), said


def _gives_way(idiom: Idiom, program: Program, predicate: str) -> bool:
    """Whether an idiom may say what a predicate says when it is denied.

    It does where it means the same, and where it states what a table has to do with what rules
    conclude.
    """
    match idiom.body:
        case (Literal(atom, True),) if atom.predicate == predicate:
            return True
    return idiom.use == "statement" and _concluded(program, predicate)


def _concluded(program: Program, predicate: str) -> bool:
    found = program.predicates.get(predicate)
    return found is not None and found.role is Role.DERIVED


def _means_the_same(idiom: Idiom, other: Idiom) -> bool:
    """Whether two idioms mean the same, told or asked."""
    return idiom == replace(other, use=idiom.use)


def _means_just(idiom: Idiom, predicate: str) -> bool:
    match idiom.body:
        case (Literal(atom, False),):
            return atom.predicate == predicate
    return False


def _shape(template: Template, predicate: Predicate) -> tuple[object, ...]:
    """What a sentence of a template looks like: its words, and the types of its slots."""
    return tuple(
        piece if isinstance(piece, str) else ("slot", predicate.columns[piece].sort)
        for piece in template.pieces
    )
