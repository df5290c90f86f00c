"""Declarative sentences: the one best reading of a statement.

In: a `Scope`. Out: a `Parse` or `Statement`. Guarantee: when two readings are equally good, or a
denial leaves open what is denied, a `RulingsError` is raised, with the nearest names or sentences
when there is no reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise, product

from rulings.english import mistakes
from rulings.english.clause import (
    sentences_of,
)
from rulings.english.expand import UnclearDenialError, meaning_of
from rulings.english.lattice import adds_up
from rulings.english.lexicon import Lexicon
from rulings.english.ownership import owned
from rulings.english.parses import (
    Parse,
    negation,
    rank,
)
from rulings.english.persons import asker_sort
from rulings.english.reading import (
    Introduction,
    Statement,
)
from rulings.english.scope import Scope
from rulings.english.statement import statement_of
from rulings.english.template import Template
from rulings.english.unnamed import with_names
from rulings.english.which import narrowed, unread_nouns, which
from rulings.english.words import stem
from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Atom, Condition, Constant, Literal, Value, Variable

_Readings = Callable[[Scope], list[Parse]]
_WANTING = frozenset(map(stem, ("want", "need", "require", "wish", "desire")))
_OF_PLAYERS_TOO = frozenset("have had hold held carry carried gain gained get got".split())
"""Verbs in front of a number that are said of players as well as of things."""
_OWNING = frozenset(("my", "your", "his", "her", "its", "our", "their"))


def read_statement(scope: Scope, readings: _Readings | None = None) -> Statement:
    if not scope.tokens:
        raise mistakes.not_understood(scope)
    inner, denied = framed(scope)
    parse = best(inner, readings or declared)
    parse = turned_round(scope, parse) if denied else parse
    check_denial(scope, parse)
    check_total(scope, parse)
    if any(isinstance(t, Variable) for literal in parse.literals for t in literal.atom.terms):
        raise mistakes.not_understood(scope)
    doubtful = _may_be_a_player(scope, parse)
    if doubtful is not None:
        raise mistakes.may_be_a_player(scope, doubtful)
    if _shares_new_thing(scope, parse):
        raise mistakes.not_understood(scope)
    owners = _two_owners(scope, parse)
    if owners is not None:
        raise mistakes.contradictory(scope, *owners)
    if not parse.literals and any(filler.introduces for filler in parse.fillers):
        # "Nobody has bought Old Map" states nothing of an Old Map that nobody knows.
        raise mistakes.not_understood(scope)
    try:
        return statement_of(scope, parse, notes(scope, parse))
    except UnclearDenialError:
        raise mistakes.denied_description(scope) from None


def _shares_new_thing(scope: Scope, parse: Parse) -> bool:
    """Whether several players have "a card": one card for all, or one each, is left open."""
    player = asker_sort(scope.lexicon)
    above = scope.lexicon.names.sorts.above
    several = any(
        (len(filler.terms) > 1 and player in above.get(filler.sort, ()) and not filler.introduces)
        or sum(player in above.get(new.sort, ()) for new in filler.introduces) > 1
        for filler in parse.fillers
    )
    return several and any(
        not new.name and player not in above.get(new.sort, ())
        for filler in parse.fillers
        for new in filler.introduces
    )


def _is_owned(scope: Scope, new: Introduction) -> bool:
    """Whether a new name stands behind a possessive: "my Carousel" is nobody."""
    before = [token for token in scope.tokens if token.end <= new.span.start]
    return bool(before) and (before[-1].possessive or before[-1].text.lower() in _OWNING)


def _wants(scope: Scope, new: Introduction) -> bool:
    """Whether a sentence begins with a new name that wants or needs something, as people do."""
    behind = next((token for token in scope.tokens if token.start >= new.span.end), None)
    begins = scope.tokens[0].start == new.span.start
    return begins and behind is not None and stem(behind.key) in _WANTING


def _may_be_a_player(scope: Scope, parse: Parse) -> Introduction | None:
    """Return a new name in "Ana has 3 stars", where cards have stars and players have things too.

    Quotes tell that it is none, and so do an article, an owner, two words, a table that knows it
    or the names that the rulebook lists.
    """
    lexicon = scope.lexicon
    player = asker_sort(lexicon)
    if player is None or scope.tokens[0].quoted or scope.tokens[0].article == "the":
        return None
    strangers = [
        new
        for filler in parse.fillers
        for new in filler.introduces
        if new.name and " " not in new.name
        if not _is_owned(scope, new)
        if not lexicon.names.sorts.compatible(new.sort, player)
    ]
    wanting = next((new for new in strangers if _wants(scope, new)), None)
    if wanting is not None:
        return wanting
    strangers = [new for new in strangers if (new.name.lower(),) not in lexicon.titles]
    if not strangers:
        return None
    owner = next((new for new in strangers if _owns_like_a_player(scope, new, player, parse)), None)
    if owner is not None:
        return owner
    named = {Constant(new.value) for new in strangers}
    sorts = lexicon.names.sorts
    about = {one.atom.predicate for one in parse.literals if not named.isdisjoint(one.atom.terms)}
    predicates = {
        name
        for name in about.intersection(lexicon.predicates)
        if any(sorts.is_int(column.sort) for column in lexicon.predicates[name].columns)
    }
    if not predicates:
        return None
    counted = {
        (template.predicate, template.subject)
        for template in lexicon.templates
        if template.predicate in predicates
        and _OF_PLAYERS_TOO.issuperset(template.pieces[1:2])
        and any(
            isinstance(piece, int)
            and lexicon.names.sorts.is_int(lexicon.sort(template.predicate, piece))
            for piece in template.pieces[2:3]
        )
    }
    subjects = {
        one.atom.terms[subject]
        for one in parse.literals
        for predicate, subject in counted
        if predicate == one.atom.predicate and subject is not None
    }
    return next((new for new in strangers if Constant(new.value) in subjects), None)


def _owns_like_a_player(scope: Scope, new: Introduction, player: str, parse: Parse) -> bool:
    """Whether a new name owns what players have too: "Nico's ability", where Ana has one.

    And so "Nico's price is 3 coins", where players have coins.
    """
    lexicon = scope.lexicon
    owned = {
        after.key
        for owner, after in pairwise(scope.tokens)
        if owner.end == new.span.end and owner.possessive and not owner.article
    }
    amounts = {sort for one in parse.literals if owned for sort in _units(lexicon, one.atom)}
    return any(
        isinstance(template.pieces[0], int)
        and player == lexicon.sort(template.predicate, template.pieces[0])
        and (not owned.isdisjoint(template.pieces[1:2]) or _has_some(template, lexicon, amounts))
        for template in (lexicon.templates if owned else ())
        if template.pieces
    )


def _has_some(template: Template, lexicon: Lexicon, sorts: set[str]) -> bool:
    """Whether a sentence tells how many somebody has of such a sort: "Ana has 3 coins"."""
    match template.pieces[1:4]:
        case ("have", int(amount), int(unit)):
            unit_sort = lexicon.sort(template.predicate, unit)
            number_sort = lexicon.sort(template.predicate, amount)
            return unit_sort in sorts and lexicon.names.sorts.is_int(number_sort)
    return False


def _units(lexicon: Lexicon, atom: Atom) -> Iterator[str]:
    """Yield the sorts of what a sentence gives a number of: tokens, in "costs 3 tokens"."""
    predicate = lexicon.predicates.get(atom.predicate)
    sorts = [column.sort for column in predicate.columns] if predicate is not None else []
    if any(lexicon.names.sorts.is_int(sort) for sort in sorts):
        yield from (sort for sort in sorts[1:] if not lexicon.names.sorts.is_int(sort))


def best(scope: Scope, readings: _Readings) -> Parse:
    """Return the one best reading; raise what is wrong when there is none, or several."""
    found = readings(scope)
    if not found and scope.brief:
        raise mistakes.not_understood(scope)
    if not found and readings is which:
        unread = unread_nouns(scope)
        if unread is not None:
            raise mistakes.unknown_noun(scope, *unread)
    if not found:
        lenient = scope.anew(lenient=True)
        faulty = sorted(readings(lenient), key=lambda parse: rank(lenient, parse))
        if faulty and faulty[0].problems and _worth_saying(faulty[0]):
            raise mistakes.unresolved(lenient, faulty[0])
        raise mistakes.not_understood(scope)
    return _first(scope, found)


def chosen(scope: Scope, parses: list[Parse]) -> Parse:
    """Return the best of some readings. Raises RulingsError when two are equally good."""
    one = _first(scope, parses)
    if one.problems:
        raise mistakes.unresolved(scope, one)
    return one


def _first(scope: Scope, parses: list[Parse]) -> Parse:
    """Return the best of some readings. Raises RulingsError when several are and differ."""
    ranks = [rank(scope, parse) for parse in parses]
    if any(parse.unsaid for parse in parses):
        # What a question leaves out is not made up for by what rules conclude.
        ranks = [one[:-1] for one in ranks]
    best_rank = min(ranks)
    return _only(scope, [p for p, its in zip(parses, ranks, strict=True) if its == best_rank])


def _only(scope: Scope, equal: list[Parse]) -> Parse:
    """Return the first of equally good readings. Raises RulingsError when they differ."""
    different = {_said(scope, parse): parse for parse in reversed(equal)}
    if len(different) > 1:
        raise mistakes.ambiguous(scope, list({p.literals: p for p in equal}.values()))
    return equal[0]


def _said(scope: Scope, parse: Parse) -> tuple[Condition, ...]:
    """Return what a reading comes to: two idioms may mean one and the same."""
    try:
        said = meaning_of(scope.lexicon, parse.literals, asking=scope.asking)
    except UnclearDenialError:
        return parse.literals
    new = [one.value for filled in parse.fillers for one in filled.introduces if not one.name]
    if not new:
        return said
    # What has no name is called by where it stands in the line: "that gives" and "gives" are two.
    renamed: dict[Value, str] = {}
    told = (*said, *parse.claims)
    for literal in told:
        if isinstance(literal, Literal):
            for term in literal.atom.terms:
                if isinstance(term, Constant) and term.value in new:
                    renamed.setdefault(term.value, f"new@{len(renamed)}")
    return tuple(
        with_names((one,), renamed)[0] if isinstance(one, Literal) else one for one in told
    )


def _worth_saying(parse: Parse) -> bool:
    """Whether an unresolved reading says more than "not understood": few words are in doubt."""
    doubtful = sum(len(problem.text.split()) for problem in parse.problems)
    return doubtful <= 2 + 2 * parse.fixed


def framed(scope: Scope) -> tuple[Scope, bool]:
    """Take "is it (not) the case that" or "it is (not) the case that" off a sentence."""
    keys = [token.key for token in scope.tokens[:5]]
    for frame in (["be", "it"], ["it", "be"]):
        for denied in (False, True):
            for word in ("case", "true"):
                lead = [*frame, *(["not"] if denied else []), word, "that"]
                if keys[: len(lead)] == lead:
                    return scope.with_tokens(scope.tokens[len(lead) :]), denied
    return scope, False


def turned_round(scope: Scope, parse: Parse) -> Parse:
    """Deny a whole sentence; one of several facts would leave open which of them is denied."""
    if len(parse.literals) > 1:
        raise mistakes.denied_description(scope)
    return negation(parse)


def check_denial(scope: Scope, parse: Parse) -> None:
    """Refuse a denied description of several words: it leaves open which of them is meant."""
    describing = scope.lexicon.describing
    denied = [n.atom for n in parse.literals if n.negated and n.atom.predicate in describing]
    if len({(atom.predicate, atom.terms[0]) for atom in denied}) < len(denied):
        raise mistakes.denied_description(scope)
    is_denied = any(literal.negated for literal in parse.literals)
    quantifiers = [filler.quantifier for filler in parse.fillers if filler.quantifier]
    affirmed = any(not literal.negated for literal in parse.literals)
    if quantifiers and (affirmed if quantifiers == ["none"] else is_denied):
        # "Everybody does not have one" may mean that nobody has, or that not all have.
        raise mistakes.denied_description(scope)
    if is_denied and any(filler.adjectives for filler in parse.fillers):
        raise mistakes.denied_description(scope)
    if is_denied and any(not new.name for f in parse.fillers for new in f.introduces):
        # "Ana does not own a fence": that one is not hers is not that none is.
        raise mistakes.denied_description(scope)


def check_total(scope: Scope, parse: Parse) -> None:
    """Refuse "Ana and Ben have 3 coins in total", which is not said of either of them."""
    every = any(filler.quantifier == "every" for filler in parse.fillers)
    if (parse.several or every) and adds_up(scope.tokens):
        raise mistakes.not_understood(scope)


def notes(scope: Scope, parse: Parse) -> tuple[Diagnostic, ...]:
    notes = [note for f in parse.fillers for note in mistakes.introduced(f, scope.lexicon)]
    return tuple(dict.fromkeys(notes))


def declared(scope: Scope) -> list[Parse]:
    """Return the readings of a sentence, the nouns of its phrases read."""
    return with_nouns(scope, sentences_of(scope))


def _two_owners(scope: Scope, parse: Parse) -> tuple[Atom, Atom] | None:
    """Return what a phrase gives to one player and the sentence to another.

    "Ana has Ben's ride" does not say that it is both's, and who has it now is left open.
    """
    lexicon, player = scope.lexicon, asker_sort(scope.lexicon)
    presumed = tuple(one for filler in parse.fillers for one in filler.presumed)
    if player is None or not (parse.claims or presumed):
        return None
    try:
        main = _owning(scope, parse.literals)
        phrases = _owning(scope, (*parse.claims, *presumed))
    except UnclearDenialError:
        return None
    for one, other in product(main, phrases):
        if one.predicate != other.predicate:
            continue
        columns = lexicon.predicates[one.predicate].columns
        pairs = zip(columns, one.terms, other.terms, strict=True)
        differing = [column.sort for column, first, second in pairs if first != second]
        if len(differing) == 1 and player in lexicon.names.sorts.above.get(differing[0], ()):
            return one, other
    return None


def _owning(scope: Scope, said: tuple[Literal, ...]) -> list[Atom]:
    """Return what literals say, and whom they make the owner of what."""
    meant = meaning_of(scope.lexicon, said, asking=False)
    atoms = (one.atom for one in meant if isinstance(one, Literal) and not one.negated)
    return [atom for one in atoms for atom in owned(scope.lexicon.ownership, one)]


def with_nouns(scope: Scope, found: Iterable[Parse]) -> list[Parse]:
    """Read the nouns of "any card"; such a question is answered with the cards."""
    return [one for one in (narrowed(scope, parse) for parse in found) if one is not None]


def withdrawable(scope: Scope) -> list[Parse]:
    """Read a statement; of readings as what tables state and as what rules conclude, the former."""
    found, stated = declared(scope), scope.lexicon.stated
    told = [p for p in found if all(one.atom.predicate in stated for one in p.literals)]
    return told or found
