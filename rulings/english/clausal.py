"""One clause: its orders, the sentences that fit it, and the literals they come to.

In: the tokens of a clause that tells or asks one thing, a `Chart`. Out: `Parse`s, the cheapest
first. Guarantee: what English moves is put back before anything is matched; a pronoun means
something that was spoken of or that the clause itself names; two readings of one price that mean
different things are both returned.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product

from rulings.english.chart import Chart
from rulings.english.expand import UnclearDenialError, meaning_of
from rulings.english.lexicon import Lexicon
from rulings.english.line import WH
from rulings.english.matching import lay, tells_deed
from rulings.english.narration import without_adverbs, without_last_adverb
from rulings.english.types import (
    ClauseOrder,
    Filler,
    Match,
    Parse,
    sorts_of_term,
    substituted,
)
from rulings.english.verb import PREPOSITIONS
from rulings.english.words import Token, Tokens, number, word_like
from rulings.language.program import Atom, Comparison, Constant, Literal, Term, Value, Variable
from rulings.records import replace

AUXILIARIES = frozenset(
    "be was do did have may must will would can could should shall might".split()
)
_MODALS = frozenset(("may", "must"))
_SHE, _HE = frozenset(("she", "her", "hers")), frozenset(("he", "his", "him"))
_PERSONAL = _SHE | _HE | {"their", "they", "them"}
_POSTURES = frozenset(
    "lie lies lying sit sits sitting stand stands standing rest rests resting".split()
)
_THINGS = frozenset(("it", "he", "she", "him", "this", "that"))


def orders(tokens: Tokens, *, asking: bool) -> list[ClauseOrder]:
    """Return a clause in the orders that a statement of it may have."""
    if not tokens:
        return []
    found: list[ClauseOrder] = []
    if asking:
        found += _asked_orders(tokens)
        for row in without_last_adverb(tokens):
            found += (replace(one, price=one.price + 0.4) for one in _asked_orders(row))
    found.append(ClauseOrder(tokens))
    if (
        [t.key for t in tokens[:2]] == ["we", "be"]
        and tokens[2:3]
        and tokens[2].key in ("in", "at")
    ):
        it = tokens[0]._replace(text="it", key="it")
        found.append(ClauseOrder((it, tokens[1], *tokens[3:]), price=0.4))
    if not asking:
        found += (
            ClauseOrder(row, price=0.4 + one.price)
            for one in tuple(found)
            for row in (*without_adverbs(one.tokens), *_lying(one.tokens))
        )
    for one in tuple(found):
        row = one.tokens
        if [t.key for t in row[:2]] == ["there", "be"] and len(row) > 2 and row[2].key != "not":
            found.append(replace(one, tokens=row[2:], front=row[1]))
    if not asking:
        found += (ClauseOrder(row, price=0.4) for row in _held(tokens))
    for row in (*_at_it(tokens), *_of_it(tokens)):
        found += (replace(one, price=one.price + 0.5) for one in orders(row, asking=asking))
    return found


def _of_it(tokens: Tokens) -> Iterator[Tokens]:
    """Yield "its queue is long" for "the queue is long", and so behind "is"."""
    begin = int(tokens[0].key in AUXILIARIES)
    for noun in tokens[begin : begin + 1]:
        if noun.article == "the" and not (noun.quoted or noun.capital or noun.possessive):
            its = word_like("its", noun)
            yield (*tokens[:begin], its, noun._replace(article=""), *tokens[begin + 1 :])


def _at_it(tokens: Tokens) -> Iterator[Tokens]:
    """Yield "she moves to it" for "she moves there"."""
    for place, token in enumerate(tokens[1:], 1):
        exists = tokens[place - 1].key in AUXILIARIES and place < len(tokens) - 1
        if token.key == "there" and not token.quoted and not exists:
            it = token._replace(text="it", key="it")
            for word in ("to", "at", "on", "in"):
                to = token._replace(text=word, key=word, after=" ")
                yield (*tokens[:place], to, it, *tokens[place + 1 :])


def _lying(tokens: Tokens) -> Iterator[Tokens]:
    """Yield "the card is face-down" for "the card lies face-down" and "is lying face-down"."""
    for place in range(1, len(tokens) - 1):
        token = tokens[place]
        if not token.quoted and token.text.lower() in _POSTURES:
            be = token._replace(text="is", key="be")
            yield (*tokens[: place - (tokens[place - 1].key == "be")], be, *tokens[place + 1 :])


def _held(tokens: Tokens) -> Iterator[Tokens]:
    """Yield "the row has 2 cards" for "there are 2 cards in the row"."""
    begin = 2 if [t.key for t in tokens[:2]] == ["there", "be"] else 0
    if len(tokens) < begin + 4 or number(tokens[begin].key) is None or tokens[begin].quoted:
        return
    for place in range(begin + 2, len(tokens) - 1):
        if tokens[place].key not in ("in", "on") or tokens[place].quoted:
            continue
        end = place if begin else place - 1
        be = tokens[place - 1] if not begin else tokens[1]
        if be.key == "be" and end > begin + 1:
            have = be._replace(text="has", key="have", after="")
            yield (*tokens[place + 1 :], have, *tokens[begin:end])


def _asked_orders(tokens: Tokens) -> Iterator[ClauseOrder]:
    first = tokens[0]
    if first.key in AUXILIARIES and not first.quoted:
        rest = tokens[1:]
        if rest and _is_contracted(first, rest[0]):
            rest = rest[1:]
        if rest:
            yield ClauseOrder(rest, first)
        return
    leads = first.key in WH | {"where"} or (
        first.key in PREPOSITIONS and len(tokens) > 1 and tokens[1].key in WH
    )
    if not leads:
        return
    places = [i for i in range(1, len(tokens)) if is_word(tokens[i], *AUXILIARIES)]
    for place in places[:3]:
        token, rest = tokens[place], tokens[place + 1 :]
        denies = bool(rest) and _is_contracted(token, rest[0])
        rest = rest[1:] if denies else rest
        if rest:
            yield ClauseOrder(rest, token, tokens[:place], denies)


def _is_contracted(token: Token, behind: Token) -> bool:
    """Whether "not" is one word with what stands before it."""
    return behind.key == "not" and behind.start == token.start


def best_matches(chart: Chart, asked: ClauseOrder) -> list[Match]:
    """Return the strict matches of a clause in one order, the cheapest first."""
    tokens = chart.hold(asked.tokens)
    keys = chart.keys(tokens)
    if asked.moved:
        keys |= chart.keys(chart.hold(asked.moved))
    if asked.front is not None:
        keys.add(asked.front.key)
    if "was" in keys:
        keys.add("be")
    if "where" in keys:
        keys |= {"in", "on", "at"}
    words = chart.context.words
    found: list[Match] = []
    best = 9.0
    for sentence in words.index.fitting(keys):
        some = lay(chart, sentence, asked, budget=min(9.0, best + 4.5))
        found += some
        clean = [m.price for m in some if not m.problems]
        if clean:
            best = min(best, *clean)
    found.sort(key=lambda match: match.price)
    return found


def parses(chart: Chart, tokens: Tokens) -> tuple[list[Parse], list[Match]]:
    """Return the readings of a clause, the best first, and the matches that have problems."""
    asking = chart.context.asking
    found: list[Parse] = []
    doubtful: list[Match] = []
    for asked in orders(tokens, asking=asking):
        for match in best_matches(chart, asked):
            if match.problems:
                doubtful.append(match)
                continue
            parse = parse_of(chart, match)
            if parse is not None:
                found.append(parse)
    found.sort(key=lambda one: rank(chart, one))
    doubtful.sort(key=lambda one: one.price)
    return found, doubtful


def rank(chart: Chart, parse: Parse) -> float:
    """Return the price of a reading: known before new, stated before concluded when told."""
    lexicon = chart.context.lexicon
    price = parse.price + 0.5 * len(list(_news(lexicon, parse.claims)))
    if chart.context.asking:
        price += sum(0.1 for one in parse.claims if one.atom.predicate in lexicon.stated)
    elif parse.is_of_unnamed and any(one.negated for one in parse.literals):
        price += 4.0  # Of what nobody named nothing can be denied.
    for match in parse.matches:
        name = match.sentence.predicate
        idiom = lexicon.idioms.get(name)
        if idiom is not None:
            # What a word list says of what one may do goes before what follows from the deed.
            price += -0.05 if _MODALS.intersection(match.sentence.pieces) else 0.15
            use = idiom.use
            if use != "both" and (use == "question") is not chart.context.asking:
                price += 4.0
        if not chart.context.asking:
            stated = name in lexicon.stated or idiom is not None or match.sentence.happens
            price += 0.0 if stated else 0.9
        elif name in lexicon.stated and not match.sentence.happens:
            price += 0.1
        if match.sentence.template.describes and not _is_closed(chart, match):
            price += 0.25
        price += sum(0.06 for _, filler in match.fills if _is_wider(chart, filler))
        fixed = sum(isinstance(piece, str) for piece in match.sentence.pieces)
        price -= 0.04 * fixed
    return price


def _news(lexicon: Lexicon, claims: tuple[Literal, ...]) -> Iterator[Literal]:
    """Yield the claims of things of which the table tells something else: whose they are."""
    with suppress(UnclearDenialError):
        for one in meaning_of(lexicon, claims, asking=False):
            if not isinstance(one, Literal) or one.atom.predicate not in lexicon.table:
                continue
            rows = lexicon.table[one.atom.predicate].rows
            row = tuple(t.value if isinstance(t, Constant) else None for t in one.atom.terms)
            if row not in rows and any(told[0] == row[0] for told in rows):
                yield one


def _is_closed(chart: Chart, match: Match) -> bool:
    """Whether the words that describe are those of a closed type."""
    word = match.sentence.template.pieces[-1]
    sort = match.sentence.sorts[word] if isinstance(word, int) else "any"
    return chart.context.lexicon.names.sorts.among(sort) is not None


def _is_wider(chart: Chart, filler: Filler) -> bool:
    """Whether a slot takes more than the kind of thing that it is filled with."""
    names = chart.context.lexicon.names
    known = {s for t in filler.terms if isinstance(t, Constant) for s in names.sorts_of(t.value)}
    return bool(known) and filler.sort not in known


def literals_of_match(chart: Chart, match: Match) -> tuple[Literal, ...] | None:
    """Return the literals of a match that asks and introduces nothing."""
    parse = parse_of(chart, match)
    return None if parse is None else (*parse.literals, *parse.claims)


def parse_of(chart: Chart, match: Match) -> Parse | None:
    """Return what a match comes to; None where a pronoun means nothing or a denial is unclear."""
    fills = _with_antecedents(chart, match)
    if fills is None:
        return None
    told = not chart.context.asking and chart.depth == 0
    if _names_itself(fills) or (told and any(f.asked for _, f in fills)):
        return None  # "Which" stands for nothing in what is told.
    if told and len(match.sentence.pieces) == 3 and _is_of_its_own(match):
        return None  # "Dragon is a ride with 2 stars" tells of the ride Dragon alone.
    lexicon = chart.context.lexicon
    predicate = lexicon.predicates[match.sentence.predicate]
    renaming = _names_of_asked(fills, tuple(c.name for c in predicate.columns))
    fills = [(column, _renamed(filler, renaming)) for column, filler in fills]
    fills += list(_counted_things(chart, match, fills))
    by_column = dict(fills)
    negated = match.negated
    quantified = [f.quantifier for _, f in fills if f.quantifier]
    if "none" in quantified:
        if negated:
            return None
        negated = True
    none = [c for c, f in fills if f.terms == (Constant(1),) and f.spelt == (0, 0)]
    if none and negated and told and not tells_deed(lexicon, predicate.name):
        # "Does not have a coin" tells how many there are.
        by_column[none[0]] = replace(by_column[none[0]], terms=(Constant(0),))
        negated = False
    describes = match.sentence.template.describes
    several = describes and any(len(f.terms) > 1 for _, f in fills)
    if negated and (several or "every" in quantified or any(f.bounds for _, f in fills)):
        return None
    duty = match.modal == "must" or str(predicate.name).endswith(".must")
    if duty and any(column and len(f.terms) > 1 for column, f in fills):
        return None  # Who must do two things need not begin with either.
    columns = [
        by_column[index].terms if index in by_column else (Variable(f"_o{index}"),)
        for index in range(predicate.arity)
    ]
    name = permission(chart, match) if match.modal else predicate.name
    if name is None:
        return None
    literals = tuple(
        Literal(Atom(name, terms, chart.context.span(0, len(chart.context.source.text))), negated)
        for terms in product(*columns)
    )
    claims = tuple(dict.fromkeys(c for _, f in fills for c in f.claims))
    reworded = match.reworded or bool(match.unsaid) or any(f.pronoun for _, f in fills)
    reworded = reworded or match.past or match.progressive or match.price >= 3.0
    # "Is Tent demolished?" asks whether it was: what is about to happen is another question.
    reworded = reworded or (chart.context.asking and match.sentence.happens and not match.modal)
    return Parse(literals, tuple(f for _, f in fills), match.price, (match,), reworded, claims)


def _counted_things(
    chart: Chart, match: Match, fills: list[tuple[int, Filler]]
) -> Iterator[tuple[int, Filler]]:
    """Yield what "what" asks for beside a number: "what does she gain" is how many of which."""
    pieces, sorts = match.sentence.pieces, match.sentence.sorts
    filled = {column for column, _ in fills}
    for column, filler in fills:
        behind = pieces[pieces.index(column) + 1 :][:1]
        if filler.asked != "what" or filler.count or len(filler.terms) != 1 or not behind:
            continue
        (thing,) = behind
        numeric = chart.context.lexicon.names.sorts.is_int(sorts[column])
        if numeric and isinstance(thing, int) and thing not in filled:
            some = Comparison("!=", filler.terms[0], Constant(0))
            declared = chart.context.lexicon.predicates[match.sentence.predicate]
            asked = Variable(declared.columns[thing].name)
            yield thing, Filler((asked,), sorts[thing], asked="what", bounds=(some,))


def _is_of_its_own(match: Match) -> bool:
    """Whether what a new name "is" would be something else, new, described and without a name."""
    subject, verb, kind = match.sentence.pieces
    fills = dict(match.fills)
    if verb != "be" or not isinstance(subject, int) or not isinstance(kind, int):
        return False
    one, other = fills[subject], fills[kind]
    described = any(not new.name for new in other.introduces) and bool(other.claims)
    return described and any(new.name for new in one.introduces)


def _names_itself(fills: list[tuple[int, Filler]]) -> bool:
    """Whether a pronoun stands for what its own clause names in another place: "she" for "his"."""
    she, he = ({f.terms for _, f in fills if f.pronoun in those} for those in (_SHE, _HE))
    if she & he:
        return True
    named = [t for _, f in fills if not f.pronoun for t in f.terms if isinstance(t, Constant)]
    return any(
        f.pronoun in _THINGS and t in named for _, f in fills for t in f.terms if len(f.terms) == 1
    )


def permission(chart: Chart, match: Match) -> str | None:
    """Return the predicate that tells whether a happening is allowed, or has to be."""
    name = f"{match.modal} {match.sentence.predicate}"
    return name if name in chart.context.lexicon.predicates else None


def _names_of_asked(fills: list[tuple[int, Filler]], columns: tuple[str, ...]) -> dict[Term, Term]:
    return {
        term: Variable(columns[column])
        for column, filler in fills
        for term in (filler.terms if filler.asked else ())
        if isinstance(term, Variable) and term.name.startswith("?")
    }


def _renamed(filler: Filler, names: dict[Term, Term]) -> Filler:
    claims = tuple(substituted(one, names) for one in filler.claims)
    return (
        replace(filler, terms=tuple(names.get(t, t) for t in filler.terms), claims=claims)
        if names
        else filler
    )


def _with_antecedents(chart: Chart, match: Match) -> list[tuple[int, Filler]] | None:
    """Return the fillers, each pronoun that means something of its own clause resolved."""
    declared = chart.context.lexicon.predicates
    found: list[tuple[int, Filler]] = []
    for position, (column, filler) in enumerate(match.fills):
        if filler.terms == (Variable("_it"),):
            meant = _antecedent(chart, match, position, filler)
            if meant is None:
                return None
            filler = replace(filler, terms=(meant,))
        elif sorts := sorts_of_term(Variable("_it"), filler.claims, declared):
            meant = _antecedent(chart, match, position, replace(filler, sort=sorts[0]))
            if meant is None:
                return None
            filler = _renamed(filler, {Variable("_it"): meant})
        found.append((column, filler))
    return found


def _antecedent(chart: Chart, match: Match, position: int, filler: Filler) -> Term | None:
    names = chart.context.lexicon.names
    sorts, player = names.sorts, chart.context.player
    person = filler.pronoun in _PERSONAL or player in sorts.above.get(filler.sort, ())
    for other, (_, one) in enumerate(match.fills):
        if other == position or len(one.terms) != 1 or one.pronoun:
            continue
        is_player = player is not None and player in sorts.above.get(one.sort, ())
        if person and player is not None and not is_player:
            continue
        if not person and is_player:
            continue
        if sorts.compatible(one.sort, filler.sort) and sorts.is_thing(one.sort):
            term = one.terms[0]
            return term if not isinstance(term, Constant) or term.value != "you" else None
    return None


def bounds_of(parse: Parse) -> tuple[Comparison, ...]:
    """Return how the numbers of a reading are compared."""
    return tuple(bound for filler in parse.fillers for bound in filler.bounds)


def values_of(parse: Parse) -> tuple[Value, ...]:
    """Return the constants that a reading names, first named first."""
    return tuple(
        dict.fromkeys(
            term.value
            for literal in parse.literals
            for term in literal.atom.terms
            if isinstance(term, Constant)
        )
    )


def is_word(token: Token, *keys: str) -> bool:
    """Whether a token is one of these words, and not quoted."""
    return token.key in keys and not token.quoted
