"""All words of one rulebook: sentences, nouns and names.

In: a checked program, then the facts of a table. Out: a `Lexicon`, immutable plain data that
pickles. Guarantee: built once per rulebook; `with_facts` shares everything but the new names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulings.english.card_texts.grammar import TextGrammar
from rulings.english.idiom import Idiom, Rewrites, Vocabulary
from rulings.english.inflection import inflected
from rulings.english.lexical import Noun, WordStock, by_root
from rulings.english.line_by_line import grown
from rulings.english.morphology import VerbForms
from rulings.english.names import Names
from rulings.english.reading import Statement
from rulings.english.seen import NAMING
from rulings.english.sentences import Index, all_sentences, sentence_of
from rulings.english.sort_sets import Sorts
from rulings.english.template import Template, fixed_words, templates_of
from rulings.english.types import SentenceForm
from rulings.english.words import FUNCTION_WORDS, key_of
from rulings.language.components import reached
from rulings.language.diagnostics import RulingsError, Severity
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    MADE_ROLES,
    Constant,
    EffectKind,
    Facts,
    Predicate,
    Program,
    Role,
    Row,
    Value,
)
from rulings.records import dataclass, field, replace
from rulings.rulebook.word_files import WordList


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """What the English reader and speaker know.

    `stated` are the predicates that no rule concludes, `happenings` those of deeds with what each
    may change. `nouns` maps the key of a noun to the sort it names, `vocabulary` every fixed word
    of a sentence to a spelling of it. `idioms` are the sentences of the word list by the name of
    the predicate that stands for each, `phrases` those that are noun phrases. `rewrites` is what
    people say for words of sentences. `table` is what was stated about the table. `texts` reads the
    texts of cards. `words` are all of it, ready to be matched.
    """

    predicates: Mapping[PredicateId, Predicate]
    stated: frozenset[str]
    happenings: Mapping[str, frozenset[str]]
    names: Names
    describing: frozenset[str]
    nouns: Mapping[str, str]
    vocabulary: Mapping[str, str]
    templates: tuple[Template, ...] = ()
    phrases: tuple[Template, ...] = ()
    idioms: Mapping[PredicateId, Idiom] = field(default_factory=dict)
    rewrites: Rewrites = field(default_factory=dict)
    forms: Mapping[str, VerbForms] = field(default_factory=dict)
    table: Mapping[PredicateId, Facts] = field(default_factory=dict)
    texts: TextGrammar | None = None
    known_words: WordStock | None = None

    @property
    def words(self) -> WordStock:
        """Sentences, nouns and synonyms, ready to be matched."""
        assert self.known_words is not None
        return self.known_words

    @staticmethod
    def build(program: Program, words: WordList | None = None) -> Lexicon:
        """Compile the sentences and index the names of a program, with its word list.

        Raises RulingsError (RUL63x) with every mistake of the word list.
        """
        # Imported here: a lexicon from the cache has the sentences already.
        from rulings.english.made_sentences import opposites, with_permissions

        program, permissions = with_permissions(program)
        sorts = Sorts.of(program.sorts)
        concluded = {rule.head.predicate for rule in program.rules}
        templates = tuple(
            template
            for predicate in program.predicates.values()
            if predicate.name not in NAMING[:2]
            and (predicate.role not in MADE_ROLES or predicate.name in permissions)
            for template in templates_of(predicate, sorts.is_int)
        )
        describing = frozenset(t.predicate for t in templates if t.describes)
        nouns = declared_nouns(program)
        added = _added(words, program, nouns)
        for opposite, idiom, texts in opposites(program, sorts.is_int):
            added = replace(
                added,
                templates=(*added.templates, *texts),
                predicates={**added.predicates, opposite.name: opposite},
                idioms={**added.idioms, opposite.name: idiom},
            )
        predicates = {**program.predicates, **added.predicates}
        lexicon = Lexicon(
            predicates,
            frozenset(
                predicate.name
                for name, predicate in program.predicates.items()
                if predicate.role is Role.STATE or name not in concluded
            ),
            {name: frozenset(_changed(program, name)) for name in program.happenings},
            Names.of(program, describing, added.names),
            describing,
            {**added.nouns, **nouns},
            _vocabulary(predicates.values()),
            (*templates, *added.templates),
            added.phrases,
            added.idioms,
            added.rewrites,
            inflected((*templates, *added.templates)),
            texts=added.texts,
        )
        return replace(lexicon, known_words=_word_stock(lexicon))

    def with_facts(
        self,
        mentioned: Mapping[PredicateId, Facts],
        facts: Mapping[PredicateId, Facts] | None = None,
    ) -> Lexicon:
        """Return this lexicon with the names that a table adds.

        `mentioned` are its facts and falsehoods, `facts` those of them that hold, if not all do.
        """
        names = self.names.extended(self.predicates, mentioned, self.describing)
        return replace(self, names=names, table=mentioned if facts is None else facts)

    def after_rows(
        self, mentioned: Iterable[tuple[PredicateId, Row]], facts: Mapping[PredicateId, Facts]
    ) -> Lexicon | None:
        """Return the lexicon of the table that this is the one of, where more is stated.

        None where something gets another name: then the table is indexed anew.
        """
        names: Names | None = self.names
        for name, row in mentioned:
            if names is not None:
                names = grown(names, self.predicates, name, row, self.describing)
        return None if names is None else replace(self, names=names, table=facts)

    def may_be(self, value: Value, noun: str) -> bool:
        """Whether a thing can be called by a noun, as far as sorts and stated facts tell."""
        sort = self.nouns.get(noun)
        if sort is not None:
            seen = self.names.sorts_of(value) & frozenset(self.names.sorts.above)
            compatible = self.names.sorts.compatible
            return sort in seen or all(compatible(other, sort) for other in seen)
        said = self.names.description(value)
        return not said or noun in said

    def sort(self, predicate: str, column: int) -> str:
        """Return the sort of a column."""
        return self.predicates[predicate].columns[column].sort


def supposing(lexicon: Lexicon, changes: Statement) -> Lexicon:
    """Return the lexicon of a table of which something else is stated too."""
    rows: dict[PredicateId, list[Row]] = {}
    for atom in changes.facts:
        row = tuple(term.value for term in atom.terms if isinstance(term, Constant))
        rows.setdefault(atom.predicate, []).append(row)
    facts = {name: Facts(tuple(some)) for name, some in rows.items()}
    table = dict(lexicon.table)
    for name, added in facts.items():
        before = table[name].rows if name in table else ()
        table[name] = Facts((*before, *added.rows))
    return replace(lexicon.with_facts(facts), table=table)


def _changed(program: Program, happening: str) -> Iterator[str]:
    """Yield the states that a happening, or one that it causes, may change."""

    def causes(name: str) -> Iterator[str]:
        effects = program.happenings[name].effects
        return (one.target for one in effects if one.kind is EffectKind.CAUSES)

    for name in reached((happening,), causes):
        for effect in program.happenings[name].effects:
            if effect.kind not in (EffectKind.CAUSES, EffectKind.NEEDS):
                yield effect.target


def _added(words: WordList | None, program: Program, nouns: Mapping[str, str]) -> Vocabulary:
    if words is None or words == WordList():
        return Vocabulary()
    # Imported here: a lexicon from the cache needs neither the rule language nor a dictionary.
    from rulings.english.vocabulary import compile_words

    vocabulary, problems = compile_words(words, program, nouns)
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise RulingsError(problems)
    return vocabulary


def declared_nouns(program: Program) -> dict[str, str]:
    """Map the names of sorts, and column names of a sort of its own, to sorts."""
    columns = {
        column.name: column.sort
        for predicate in program.predicates.values()
        for column in predicate.columns
        if len(column.name) > 1 and column.sort not in ("any", "symbol", "string", "int")
    }
    nouns = {key_of(name): sort for name, sort in columns.items()}
    for name in program.sorts:
        nouns[key_of(name.replace("_", " "))] = name
    return nouns


def _vocabulary(predicates: Iterable[Predicate]) -> dict[str, str]:
    """Map the key of every fixed word to a spelling of it."""
    words: dict[str, str] = {}
    for predicate in predicates:
        for text in predicate.templates:
            for token in fixed_words(text):
                words.setdefault(token.key, token.text)
    return words


def _word_stock(lexicon: Lexicon) -> WordStock:
    """Make the words of a rulebook."""
    sorts = lexicon.names.sorts
    is_int = frozenset(sort for sort in sorts.above if sorts.is_int(sort))
    sentences = all_sentences(
        lexicon.templates, lexicon.predicates, lexicon.forms, is_int, lexicon.happenings
    )
    phrases = [
        sentence_of(t, lexicon.predicates[t.predicate], lexicon.forms, is_int)
        for t in lexicon.phrases
    ]
    forms: dict[str, dict[tuple[str, str], None]] = {}
    for key, found in lexicon.forms.items():
        for tense, those in (
            ("base", (found.base,)),
            ("past", found.past),
            ("done", found.participle),
            ("doing", found.progressive),
        ):
            for form in those:
                forms.setdefault(form, {})[key, tense] = None
    return WordStock(
        Index.of(sentences),
        Index.of(phrases),
        _nouns(lexicon, sentences),
        {form: tuple(keys) for form, keys in forms.items()},
        lexicon.rewrites,
        frozenset(lexicon.vocabulary),
        frozenset(
            piece
            for s in sentences
            if s.predicate not in lexicon.idioms
            for piece in s.pieces
            if piece in ("free", "entitled", "forced", "supposed", "bound")
        ),
        tuple({t.predicate: t for t in reversed(lexicon.templates) if t.describes}.values())[::-1],
        by_root({p for s in sentences for p in s.pieces if isinstance(p, str)}),
        frozenset(str(s.pieces[s.verb]) for s in sentences if s.happens and not s.passive),
    )


def _nouns(lexicon: Lexicon, sentences: list[SentenceForm]) -> dict[str, tuple[Noun, ...]]:
    found: dict[str, list[Noun]] = {}

    def add(noun: Noun) -> None:
        those = found.setdefault(noun.keys[0], [])
        if noun not in those:
            those.append(noun)

    for key, sort in lexicon.nouns.items():
        if key:
            add(Noun(tuple(key.split(" ")), sort=sort))
    for sentence in sentences:
        template = sentence.template
        pieces = template.pieces
        if sentence.passive or len(sentence.sorts) != 1 or len(pieces) < 3:
            continue
        if pieces[0] == 0 and pieces[1] == "be" and all(isinstance(p, str) for p in pieces[2:]):
            keys = tuple(str(piece) for piece in pieces[2:])
            if len(keys) > 3 or keys[0] in FUNCTION_WORDS:
                continue
            words = template.text.split()
            is_noun = len(words) > 2 and words[2].lower() in ("a", "an", "the")
            add(Noun(keys, template=template, adjective=not is_noun))
    return {
        first: tuple(sorted(those, key=lambda one: -len(one.keys)))
        for first, those in found.items()
    }
