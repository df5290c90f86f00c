"""Persons and pronouns: "I", "nobody", "who", "she", "her other hiker".

In: a row of tokens, a place in it, the type of a slot, a `Chart`. Out: fillers and the place behind
each. Guarantee: a pronoun means what the nearest line named that fits; of two that fit neither is
guessed.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.chart import Chart, Context, Found
from rulings.english.line import ends_clause
from rulings.english.morphology import base_of
from rulings.english.persons import ANYONE, ASKER, EVERYONE, NOBODY, may_mean
from rulings.english.proper_names import priced
from rulings.english.reading import Group, Introduction
from rulings.english.referents import every
from rulings.english.types import Filler, wanted
from rulings.english.verb import PREPOSITIONS
from rulings.english.words import Token, Tokens, tokenize
from rulings.language.program import Constant, Value, Variable

THIRD = frozenset("it its he she they them their him her his hers this that these those".split())


def persons(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[Found]:
    token, context = tokens[place], chart.context
    names = context.lexicon.names
    if token.quoted or token.article:
        return
    key, word = token.key, token.text.lower()
    spelt = token.start, token.end
    player = context.player
    people = player is not None and names.sorts.compatible(player, sort)
    if key == "you" and any(other.key == "i" and not other.quoted for other in tokens):
        return  # Beside "I" it is somebody else, and nobody knows who.
    if key in ("i", "you", "we", "one") and player is not None and sort != "any":
        # Who types is none of those whom a closed type lists.
        known = player in names.sorts.members and not names.sorts_of(ASKER)
        if people and not known and (key not in ("one", "we") or context.asking):
            yield place + 1, asker(chart, player, spelt)
        return
    if key in ANYONE and context.asking:
        somebody = player is None and names.sorts.is_thing(sort)
        if people or somebody or key.endswith("thing"):
            yield (
                place + 1,
                Filler((Variable(f"?{token.start}"),), sort, 0.2, asked="anyone", spelt=spelt),
            )
        return
    if key in ("who", "whom", "whose"):
        if people or sort == "any":
            yield place + 1, wanted("whose" if key == "whose" else "who", sort, token.start)
        elif names.sorts.is_thing(sort) and key == "who":
            yield place + 1, priced(wanted("who", sort, token.start), 1.2)
        return
    of_all = "none" if key in NOBODY else "every" if key in EVERYONE else ""
    told = people or key in ("none", "nothing", "everything")
    if of_all and told and not (of_all == "none" and context.asking):
        found = every(chart, sort, (), spelt, of_all)
        if found is not None and found.terms:
            yield place + 1, found
    if word in THIRD:
        yield from _pronoun(chart, tokens, place, sort)


def asker(chart: Chart, player: str, spelt: tuple[int, int]) -> Filler:
    """Return the player who speaks."""
    context = chart.context
    names = context.lexicon.names
    known = bool(names.sorts_of(ASKER)) or names.label(ASKER) is not None
    if known:
        return Filler((Constant(ASKER),), player, spelt=spelt)
    new = Introduction(ASKER, ASKER, player, context.span(*spelt))
    return Filler((Constant(ASKER),), player, introduces=(new,), spelt=spelt)


def _pronoun(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[Found]:
    context, token = chart.context, tokens[place]
    word, spelt = token.text.lower(), (token.start, token.end)
    several = word in ("they", "them", "their", "these", "those")
    own = word in ("its", "his", "her", "their", "hers")
    if several and context.group is not None:
        members = _members(chart, context.group, sort)
        if len(members) > 1:
            terms, group = tuple(map(Constant, members)), context.group
            yield place + 1, Filler(terms, sort, 0.3, pronoun=word, group=group, spelt=spelt)
            return
    first = context.lines[0] if context.lines else ()
    names, player = context.lexicon.names, context.player
    before = {v: t.possessive for t in tokens[:place] for v in names.all(t.key)}
    owners = {value for value, possessive in before.items() if possessive}
    subjects = before.keys() - owners if own and player is not None else ()
    is_done = any(names.is_of(value, player or "") for value in subjects)
    for rank, found in enumerate(referents_of(chart, word, sort)):
        # A subject goes on, and whose thing it is; of two that fit elsewhere neither is guessed.
        price = 0.3 + (0.2 * rank if place == 0 or found not in first else 0.0)
        price += 0.2 * bool(owners and found not in owners)
        # "Ann places her card": her own rather than of whom was spoken before.
        price += 0.3 * (is_done and found not in subjects and names.is_of(found, player or ""))
        yield place + 1, Filler((Constant(found),), sort, price, pronoun=word, spelt=spelt)
    begins = place == 0 and not (context.asking or context.lines)
    if (
        player is not None
        and begins
        and word in ("he", "she", "his", "her")
        and names.sorts.compatible(player, sort)
        and not any(names.on_table(player))
    ):
        # A story may begin with somebody whom nobody named: it is some player.
        new = Introduction(f"{player}@{token.start}.0", "", player, context.span(*spelt))
        somebody = (Constant(new.value),)
        yield 1, Filler(somebody, player, 1.0, introduces=(new,), pronoun=word, spelt=spelt)
    # Whose it is the same clause may tell, which is known when all its slots are filled.
    if own or chart.depth:
        price = 0.5 if is_done else 0.8
        yield place + 1, Filler((Variable("_it"),), sort, price, pronoun=word, spelt=spelt)


def with_counted(context: Context, tokens: Tokens) -> Tokens:
    """Return a clause with what the line before counted for "it" and "one".

    "It" is what there was one of: "she gains a Water". "Ben has one" is one of the kind.
    """
    names, player = context.lexicon.names, context.player or ""
    line = [v for v in (*context.lines, ())[0] if v == 1 or not names.is_of(v, player)]
    nouns = [v for v in line if v != 1]
    if len(nouns) != 1 or names.is_thing(nouns[0]) or not names.sorts_of(nouns[0]):
        return tokens
    (noun,) = nouns
    row = tuple(t._replace(after=" ") for t in tokenize(names.display(noun)))
    # What somebody has just got one of is no thing that was there before.
    got = 1 in line and names.sorts.is_thing(context.lexicon.nouns.get(row[-1].key, "int"))
    said: list[Token] = []
    for place, token in enumerate(tokens):
        last = ends_clause(tokens, place) or tokens[place + 1].key in PREPOSITIONS - {"of"} | {
            "left"
        }
        # "It is round one" counts nothing.
        verb = base_of(tokens[place - 1].text.lower()) if place else ""
        one = token.key == "one" and last and verb != "be" and verb in context.lexicon.forms
        it = place > 0 and token.key == "it" and 1 in line
        if got and token.key == row[-1].key:
            new = bool(said) and said[-1].key in ("new", "that")
            it = new or token.article == "the"
            said = said[:-1] if new else said
        if token.quoted or not (it or one):
            said.append(token)
            continue
        # "Does not have one" is "a coin", of which there is none.
        counted = one and all(other.key != "not" for other in tokens[:place])
        if it and got:
            said.append(token._replace(text="another", key="another", article="", after=" "))
        article = "" if counted or (it and got) else "a" if one else "the"
        spoken = [t._replace(start=token.start, end=token.end, article=article) for t in row]
        said += [token._replace(after=" ")] if counted else []
        said += (*spoken[:-1], spoken[-1]._replace(after=token.after))
    return tuple(said)


def one_of_two(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[Found]:
    """Yield "that row" of a closed type, "her other hiker" of one of two: which was spoken of."""
    context = chart.context
    members = context.lexicon.names.sorts.among(sort) or ()
    noun = place + 1 < len(tokens) and context.lexicon.nouns.get(tokens[place + 1].key) == sort
    which = tokens[place].key
    if not noun or which not in ("that", "same", *(["other"] if len(members) == 2 else [])):
        return
    owner = chart.fillers(tokens, 0, context.player) if context.player and place else []
    whose = {
        t.value for end, f in owner[:1] for t in f.terms if end <= place and isinstance(t, Constant)
    }
    of_owner = (line for line in context.lines if whose <= set(line))
    said = next((v for line in of_owner for v in line if v in members), None)
    spelt = tokens[place].start, tokens[place + 1].end
    if which == "other":
        said = members[said in (members[0], None)]
    if said is not None:
        yield place + 2, Filler((Constant(said),), sort, 0.1, spelt=spelt)


def _members(chart: Chart, group: Group, sort: str) -> tuple[Value, ...]:
    names = chart.context.lexicon.names
    return tuple(v for v in group.members if names.fits(v, sort))


def referents_of(chart: Chart, word: str, sort: str) -> tuple[Value, ...]:
    """Return what a pronoun may mean: what fits of the last line that named such a thing."""
    context = chart.context
    names, lexicon = context.lexicon.names, context.lexicon
    person = word in ("he", "she", "him", "her", "his", "hers")
    player = context.player

    def fits(value: Value) -> bool:
        if isinstance(value, int) or not names.fits(value, sort):
            return False
        if not may_mean(lexicon, "it" if word in ("it", "its", "this", "that") else word, value):
            return False
        if person and player is not None:
            return names.is_of(value, player)
        return names.is_thing(value) or value in (names.sorts.among(sort) or ())

    demonstrative = word in ("this", "that")
    if context.focus is not None and demonstrative and fits(context.focus):
        return (context.focus,)
    for line in context.lines:
        fitting = [v for v in dict.fromkeys(line) if fits(v)]
        if fitting:
            further = [v for later in context.lines for v in later if fits(v) and v not in fitting]
            # Where the clause names it itself, what was spoken of before is meant.
            return (*fitting, *(further[:1] if len(fitting) == 1 else ()))
        if any(isinstance(v, str) and not names.sorts_of(v) for v in line):
            return ()  # Somebody was named whom nobody knows: it may be that one.
    if context.focus is not None and fits(context.focus):
        return (context.focus,)
    return ()
