"""All words of one rulebook: sentence templates, nouns and names.

In: a checked program, then the facts of a table. Out: a `Lexicon`, immutable plain data that
pickles. Guarantee: built once per rulebook; `with_facts` shares everything but the new names.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from rulings.english.card_texts.grammar import TextGrammar
from rulings.english.idiom import Idiom, Keys, Rewrites, Vocabulary
from rulings.english.line_by_line import grown
from rulings.english.names import Names
from rulings.english.ownership import Ownership, ownership_in
from rulings.english.packed import Later, made
from rulings.english.reading import Statement
from rulings.english.related import Related, related_to
from rulings.english.seen import NAMING
from rulings.english.settled import Settled, settled_in
from rulings.english.sort_sets import Sorts
from rulings.english.template import Template, fixed_words, templates_of, written_words
from rulings.english.tense import Forms
from rulings.english.topics import Topics, topics_of
from rulings.english.word_index import WordIndex
from rulings.english.words import key_of
from rulings.language.diagnostics import RulingsError, Severity
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    MADE_ROLES,
    Constant,
    Facts,
    Predicate,
    Program,
    Role,
    Row,
    Value,
)
from rulings.records import dataclass, field, replace
from rulings.rulebook.word_files import WordList

_CHANGING = ("a", "got")
"""Words that other words tell whether they are words of their own."""


@dataclass(frozen=True, slots=True, eq=False)
class Offering:
    """What offers and searches look at, and a line that fits a sentence does not.

    `near` are the rewrites with what a general thesaurus adds. `topics` finds sentences by their
    words, `settled` what rules conclude at every table, `related` are words of general English
    near theirs.
    """

    near: Rewrites = field(default_factory=dict)
    topics: Topics = field(default_factory=Topics)
    settled: Settled = field(default_factory=Settled)
    related: Related = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """What the English reader and speaker know.

    `stated` are the predicates that no rule concludes: the ones a statement is about when a
    sentence fits several; a question prefers the others. `nouns` maps the key of a noun to the
    sort it names, `vocabulary` holds every fixed word of a template. `idioms` are the sentences
    of the word list by the name of the predicate that stands for each, `rewrites` what people
    say for words of templates, `phrases` the patterns that are noun phrases. `table` is what was
    stated about the table. `forms` has the verbs of templates in all tenses, by base form and by
    participle, `lemmas` what a template may have for an inflected form. `by_words` are the
    templates that a line may fit, `asking_by_words` those that are questions as they stand.
    `openings` are, by their verb, the sentences of happenings that go on behind somebody, the verb
    and a thing. `texts` reads the texts of cards, `ownership` tells which statements make somebody
    an owner, `titles` are names that people also write in small letters.
    """

    predicates: Mapping[PredicateId, Predicate]
    stated: frozenset[str]
    names: Names
    describing: frozenset[str]
    nouns: Mapping[str, str]
    vocabulary: Mapping[str, str]
    phrases: tuple[Template, ...] = ()
    idioms: Mapping[PredicateId, Idiom] = field(default_factory=dict)
    rewrites: Rewrites = field(default_factory=dict)
    forms: Mapping[str, Forms] = field(default_factory=dict)
    lemmas: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    offering: Later[Offering] = field(default_factory=lambda: Later(Offering))
    by_words: WordIndex = field(default_factory=WordIndex)
    asking_by_words: WordIndex = field(default_factory=WordIndex)
    table: Mapping[PredicateId, Facts] = field(default_factory=dict)
    openings: Mapping[str, tuple[Template, ...]] = field(default_factory=dict)
    texts: TextGrammar | None = None
    ownership: Ownership = field(default_factory=dict)
    titles: frozenset[Keys] = frozenset()

    @property
    def templates(self) -> Sequence[Template]:
        """The sentences."""
        return self.by_words.templates

    @property
    def questions(self) -> Sequence[Template]:
        """The patterns that are questions as they stand."""
        return self.asking_by_words.templates

    @property
    def near(self) -> Rewrites:
        """The rewrites with what a general thesaurus adds."""
        return self.offering.value.near

    @property
    def topics(self) -> Topics:
        """What finds sentences by their words."""
        return self.offering.value.topics

    @property
    def settled(self) -> Settled:
        """What rules conclude at every table."""
        return self.offering.value.settled

    @property
    def related(self) -> Related:
        """Words of general English near those of sentences."""
        return self.offering.value.related

    @staticmethod
    def build(
        program: Program,
        words: WordList | None = None,
        gists: Mapping[str, str] | None = None,
    ) -> Lexicon:
        """Compile the templates and index the names of a program, with its word list.

        `gists` is what each printed clause says, by the name that rules cite.

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
            and not predicate.of_type
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
        # Imported here: a lexicon from the cache needs no dictionary.
        from rulings.english.inflection import inflected
        from rulings.english.near_words import near_words

        spoken = (*templates, *added.templates, *added.questions)
        forms, lemmas = inflected((*templates, *added.templates))
        predicates = {**program.predicates, **added.predicates}
        names = Names.of(program, describing, added.names)
        said = gists or {}
        topics = topics_of(spoken, predicates, program.rules, added.idioms, gists)
        settled = settled_in(program.rules, templates, predicates, names, added.names, said)
        offering = Offering(
            _merged(added.rewrites, near_words(templates, spoken, predicates, sorts)),
            topics,
            settled,
            related_to(topics.places.keys() | settled.places.keys()),
        )
        return Lexicon(
            predicates,
            frozenset(
                predicate.name
                for name, predicate in program.predicates.items()
                if predicate.role is Role.STATE or name not in concluded
            ),
            names,
            describing,
            {**added.nouns, **nouns},
            _vocabulary((*program.predicates.values(), *added.predicates.values())),
            added.phrases,
            added.idioms,
            added.rewrites,
            forms,
            lemmas,
            made(offering),
            WordIndex.of((*templates, *added.templates)),
            WordIndex.of(added.questions),
            openings=_openings(templates, program.happenings),
            texts=added.texts,
            ownership=ownership_in(added.idioms, program.rules),
            titles=added.titles,
        )

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

    def loosely(self) -> Lexicon:
        """Return this lexicon for a line that it cannot read: with a general thesaurus."""
        return replace(self, rewrites=self.near)

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


def _merged(own: Rewrites, near: Rewrites) -> Rewrites:
    """Return both, what the word list says first."""
    return {
        first: tuple(dict.fromkeys((*own.get(first, ()), *near.get(first, ()))))
        for first in (*own, *near)
    }


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
        nouns[key_of(name)] = name
    return nouns


def _openings(
    templates: Iterable[Template], happenings: Container[str]
) -> dict[str, tuple[Template, ...]]:
    found: dict[str, list[Template]] = {}
    for template in templates:
        match template.pieces:
            case (0, str(verb), 1, _, *_) if template.predicate in happenings:
                found.setdefault(verb, []).append(template)
    return {verb: tuple(those) for verb, those in found.items()}


def _vocabulary(predicates: Iterable[Predicate]) -> dict[str, str]:
    """Map the key of every fixed word to a spelling of it."""
    words: dict[str, str] = {}
    met: set[str] = set()
    for predicate in predicates:
        for text in predicate.templates:
            # Most texts are made of words that others have.
            written = written_words(text)
            if not met.issuperset(written):
                for token in fixed_words(text):
                    words.setdefault(token.key, token.text)
                met.update(one for one in written if one.isalpha() and one.lower() not in _CHANGING)
    return words
