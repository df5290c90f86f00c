"""One edition of a rulebook, opened: its contents, its words, and what is prepared of them once.

In: the name of a game or its folder. Out: an `OpenedEdition`; the things that can be named in its
words, and how a line may go on. Guarantee: it never changes, is shared by all tables and threads,
and goes to another process without what was prepared; a name is spelt as answers spell it, and a
completed line begins with what was typed but for the spelling of its last words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from rulings.asking import arguments
from rulings.asking.answer import Imprint, Unchanging
from rulings.asking.evaluation import Evaluators
from rulings.asking.keeping import Keep, load, packed, unpacked
from rulings.asking.recent import KEPT_TABLES, RecentTables
from rulings.english.lexicon import Lexicon
from rulings.english.picks import Picks
from rulings.english.remembered import Readings
from rulings.english.translated import Translator
from rulings.language.catalogue import mistake
from rulings.language.program import Predicate, Program, Value
from rulings.language.source import Source
from rulings.records import dataclass, field, replace
from rulings.rulebook.document import suggestion
from rulings.rulebook.edition import Edition
from rulings.rulebook.kept_pieces import Pieces
from rulings.rulebook.layers import named
from rulings.rulebook.library import find
from rulings.rulebook.manifest import JOINT
from rulings.rulebook.registry import Clause, Registry
from rulings.rulebook.shelf import Shelf
from rulings.rulebook.situation import at_hand

if TYPE_CHECKING:
    from rulings.asking.finding import Findable, Findings, Sentence
    from rulings.english.clause_index import ClauseIndex


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A thing that can be named: what rules call it, how it is written, what it is."""

    value: Value
    text: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class OpenedEdition(Unchanging):
    """One edition of a rulebook. Immutable; share it between threads.

    `evaluators` and `keep` hold what is prepared once for all tables, and for later processes,
    `recent` the tables asked last, `readings` what their lines were read as.
    """

    contents: Edition = field(repr=False)
    lexicon: Lexicon = field(repr=False)
    evaluators: Evaluators = field(repr=False)
    keep: Keep = field(repr=False)
    _known_codes: int = field(default=0, repr=False)
    recent: RecentTables = field(default_factory=RecentTables, repr=False)
    readings: Readings = field(default_factory=Readings, repr=False)

    @classmethod
    def load(
        cls,
        game: str | Path,
        edition: str | None = None,
        *,
        cache: bool = True,
        keep: int | None = KEPT_TABLES,
        unsaved: Mapping[Path, str] | None = None,
        layers: Sequence[str | Path] = (),
    ) -> Self:
        """Load a rulebook by the name of its game or the path of its folder.

        `layers` are house rules and expansions on top of it, the lowest first, by their names or
        folders; the edition is then called after them, `second+house_rules`.

        `keep` is for how many tables, those asked last, models and answers are kept in memory;
        None keeps those of all. `unsaved` are texts of an editor that stand for what is on disk, by
        the real paths of the files; the cache is not used then.

        Raises RulingsError with every problem of the rulebook, or with the nearest names when
        the game or the edition is not known.
        """
        if not isinstance(game, str | Path):
            raise TypeError(f"game must be a str or a Path, not {type(game).__name__}")
        if edition is not None:
            edition = arguments.text(edition, "edition")
        folder = find(game)
        if layers:
            edition = JOINT.join(
                (edition or "", *named(arguments.places(layers, "layers"), folder))
            )
        contents, lexicon, kept = load(folder, edition, use_cache=cache, unsaved=unsaved)
        codes = kept.codes()
        prepared = Evaluators(contents.shelf, codes, partial(kept.slice, contents.shelf.outline))
        return cls(contents, lexicon, prepared, kept, len(codes), RecentTables(keep))

    def pack(self) -> bytes:
        """Return the edition as bytes, for `unpack` by this program under any Python."""
        return Pieces.joined(packed(self.contents, self.lexicon, dict(self.keep.sources)))

    @classmethod
    def unpack(cls, data: bytes, sha256: str) -> Self:
        """Open what `pack` returned, where its files are not; `sha256` is the edition's hash.

        Raises ValueError for what this program cannot read. The bytes must come from someone
        trusted, as for `pickle.loads`.
        """
        sources: dict[str, Source] = {}
        try:
            pieces = Pieces(lambda first, end: data[first:end], len(data))
            found = unpacked(pieces, Path(), sources)
        except ValueError:
            found = None
        if found is None:
            raise ValueError("these bytes are no edition that this program packed")
        contents, lexicon = found
        keep = Keep(sha256, "", used=False, sources=sources)
        return cls(contents, lexicon, Evaluators(contents.shelf), keep)

    def __reduce__(self) -> tuple[Callable[..., OpenedEdition], tuple[object, ...]]:
        """Pickle without what was prepared, which another process prepares for itself."""
        parts = self.contents, self.lexicon, self.keep, self.recent.most, self.readings
        return _received, (type(self), *parts)

    def remember(self) -> None:
        """Keep what was compiled so far, so that the next process need not compile it."""
        for (engine, roots), evaluator in self.evaluators.new.items():
            prepared = evaluator.lowered, evaluator.strata
            self.keep.keep_slice(self.outline, roots, engine, prepared)
        if len(self.evaluators.codes) > self._known_codes:
            self.keep.keep_codes(self.evaluators.codes)

    def with_program(self, program: Program) -> Self:
        """Return a rulebook with other rules, and with this one's words and clauses.

        It is never kept in the cache. The words say nothing of a predicate that it declares with
        columns of other types.
        """
        shelf = Shelf.of(program)
        known, declared = self.lexicon.predicates, shelf.outline.predicates
        otherwise = {
            name
            for name in known.keys() & declared.keys()
            if _sorts(known[name]) != _sorts(declared[name])
        }
        meant = {name: one for name, one in known.items() if name not in otherwise}
        return replace(
            self,
            contents=replace(self.contents, shelf=shelf),
            lexicon=replace(self.lexicon, predicates=meant) if otherwise else self.lexicon,
            evaluators=Evaluators(shelf),
            recent=RecentTables(self.recent.most),
            readings=Readings(self.readings.picks, self.readings.translator),
            keep=replace(self.keep, used=False),
        )

    @property
    def sha256(self) -> str:
        """The hash of everything that the rulebook's meaning depends on."""
        return self.keep.sha256

    @property
    def imprint(self) -> Imprint:
        """What answers and saved tables say of the rulebook they are of."""
        return Imprint(self.name, self.edition, self.sha256)

    @property
    def name(self) -> str:
        """The name by which it is loaded."""
        return self.contents.game

    @property
    def title(self) -> str:
        """The name of the game as printed."""
        return self.contents.title

    @property
    def edition(self) -> str:
        """The edition loaded."""
        return self.contents.name

    @property
    def printed(self) -> str:
        """The edition loaded, without the layers on top of it."""
        return self.contents.printed

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions there are."""
        return self.contents.siblings

    @property
    def folder(self) -> Path:
        """Where it lies on disk."""
        return self.contents.folder

    @property
    def program(self) -> Program:
        """The checked program."""
        return self.contents.program

    @property
    def outline(self) -> Program:
        """The program without its rules: what is declared and stated."""
        return self.contents.shelf.outline

    @property
    def registry(self) -> Registry:
        """The printed clauses by document."""
        return self.contents.registry

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """The printed clauses by the name that rules cite."""
        return self.registry.clauses

    @cached_property
    def in_force(self) -> Registry:
        """The clauses that this edition rests on; answers cite no others."""
        return self.contents.in_force()

    @property
    def situations(self) -> Mapping[str, Path]:
        """The ready-made situations, by name."""
        return at_hand(self.folder)

    # Its words

    def with_model(self, model: str) -> Self:
        """Return a rulebook whose tables ask a language model about lines that are not understood.

        `model` is a name that the package `llm` knows. The model only puts a line into sentences,
        which are read like any line. Raises RulingsError: RUL542 without the package, RUL536.
        """
        from rulings.english.language_model import LanguageModel, opened

        opened(arguments.text(model, "model"))
        return self.translating(LanguageModel(model))

    def translating(self, translator: Translator | None) -> Self:
        """Return a rulebook that asks a function for sentences instead of what is refused."""
        return replace(self, readings=Readings(self.readings.picks, translator))

    def with_picks(self, picks: Picks | None = None) -> Self:
        """Return a rulebook that reads phrases as was chosen for them, on this machine if None."""
        chosen = Picks.of(self.name) if picks is None else picks
        return replace(self, readings=Readings(chosen, self.readings.translator))

    def vocabulary(self) -> tuple[Sentence, ...]:
        """Return every sentence that can be stated or asked."""
        from rulings.asking.finding import all_sentences

        return all_sentences(self.lexicon)

    def search(self, text: str, *, most: int = 12) -> Findings:
        """Return the sentences, words and clauses about some words, best first."""
        from rulings.asking.finding import find_about

        return find_about(arguments.text(text, "text"), self.lexicon, self._findable, most=most)

    @cached_property
    def _findable(self) -> Findable:
        from rulings.asking.finding import Findable

        return Findable.of(self.lexicon, self.clause_index)

    @cached_property
    def clause_index(self) -> ClauseIndex:
        """The clauses in force, to be found by their words."""
        from rulings.english.clause_index import ClauseIndex

        return ClauseIndex.of(
            self.in_force.clauses.values(), next(iter(self.contents.documents), "")
        )

    def complete(self, prefix: str) -> tuple[str, ...]:
        """Return how a line may go on, the likeliest first."""
        return completed(arguments.text(prefix, "prefix"), self.lexicon)


def named_things(lexicon: Lexicon, kind: str) -> tuple[NamedThing, ...]:
    """Return the things of a kind. Raises RulingsError (RUL524) for an unknown kind."""
    names = lexicon.names
    sort = kind if kind in names.sorts.above or kind == "any" else lexicon.nouns.get(kind, "")
    if not sort:
        near = suggestion(kind, (*names.sorts.above, *lexicon.nouns), "kind")
        raise mistake("RUL524", None, text=kind, nearest=near)
    found = (
        NamedThing(value, names.display(value), tuple(sorted(filter(names.sorts.is_thing, kinds))))
        for value in dict.fromkeys(names.values(sort))
        if (kinds := names.sorts_of(value)) and (sort != "any" or names.is_thing(value))
    )
    return tuple(sorted(found, key=lambda one: (one.text, str(one.value))))


def completed(prefix: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return lines that a prefix may become."""
    # Imported here: a question needs none of it.
    from rulings.english.complete import complete

    found = (prefix[: len(prefix) - one.length] + one.text for one in complete(prefix, lexicon))
    return tuple(dict.fromkeys(found))


def _sorts(predicate: Predicate) -> tuple[str, ...]:
    return tuple(column.sort for column in predicate.columns)


def _received(
    kind: type[OpenedEdition],
    contents: Edition,
    lexicon: Lexicon,
    keep: Keep,
    most: int | None,
    readings: Readings,
) -> OpenedEdition:
    prepared, recent = Evaluators(contents.shelf), RecentTables(most)
    return kind(contents, lexicon, prepared, keep, recent=recent, readings=readings)
