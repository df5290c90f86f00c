"""Answers in words.

In: a judgement and its hearing. Out: a `Reply`: the question as it was understood and the sentence
that answers it. Guarantee: the words fit what was asked ("Nobody.", "0.", "13."); a count that is
not certain is said to be "at least" what is sure, and what a number is missing is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rulings.asking.goal import Goal
from rulings.asking.hearing import Hearing
from rulings.asking.judging import Decision, Existing, Judgement
from rulings.asking.listing import Listing, OneOfEach, not_stated, of_players
from rulings.asking.reason import OPEN_REASONS, Reason
from rulings.english.filling import MANY
from rulings.english.lexicon import Lexicon
from rulings.english.sentence import ask, asked, blank, join, say, sentence
from rulings.language.predicates import base_of
from rulings.language.program import Atom, Comparison, Constant, Literal, Term, Variable
from rulings.logic.binders import condition_names
from rulings.records import dataclass, replace

_NAMED = 5
"""How many open answers are named."""
_NONE = {"who": "Nobody", "anyone": "Nobody", "either": "Neither"}
_CONDITIONS = {Reason.PROVED: "It is so.", Reason.FAILED: "It is not so."}
"""What is said of conditions that ask for no value and are no sentences."""
_OPEN = {
    Reason.MISSING: "Whether {clause} depends on what is not known.",
    Reason.PARADOX: "The rules run in a circle on whether {clause}.",
    Reason.CONFLICT: "The rules disagree on whether {clause}, and none goes before.",
    Reason.SILENT: "No rule says whether {clause}.",
}


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer in words, and the question as it was understood."""

    understood_as: str
    say: str


def reply_to(judgement: Judgement, hearing: Hearing) -> Reply:
    """Say what was judged."""
    lexicon = hearing.lexicon
    match judgement:
        case Decision(literals):
            parts = (ask(one.atom, lexicon, one.negated).rstrip("?") for one in literals)
            return Reply(f"{' and '.join(parts)}?", _decided(judgement, hearing))
        case Existing(goal) if not goal.denied and (atom := _any_of(goal)) is not None:
            return Reply(ask(atom, lexicon), _existing(judgement, hearing))
        case Existing(goal):
            told, where = lettered(goal)
            so = "not so" if goal.denied else "so"
            question = f"is it {so} that {clause(told, lexicon)}{where}?"
            return Reply(question, _existing(judgement, hearing))
        case Listing(posed=goal):
            which = MANY if goal.count else "which"
            told, where = lettered(goal)
            return Reply(
                f"{join(asked(told, lexicon, which))}{where}?", _listed(judgement, hearing)
            )


def _decided(decision: Decision, hearing: Hearing) -> str:
    lexicon, literals = hearing.lexicon, decision.literals
    match decision.reason:
        case Reason.PROVED:
            return sentence(clause(literals, lexicon))
        case Reason.FAILED | Reason.DENIED:
            (first, *_) = _those(literals, hearing, (Reason.FAILED, Reason.DENIED))
            return sentence(say(first.atom, lexicon, not first.negated))
        case reason:
            return _open(reason, _those(literals, hearing, (reason,)), lexicon)


def _those(
    literals: tuple[Literal, ...], hearing: Hearing, reasons: tuple[Reason, ...]
) -> tuple[Literal, ...]:
    """Return those of ground literals that are judged so by themselves, all if none is."""
    if len(literals) == 1:
        return literals
    return tuple(one for one in literals if hearing.judge.literal(one) in reasons) or literals


def _existing(judgement: Existing, hearing: Hearing) -> str:
    goal, found, lexicon = judgement.goal, judgement.found, hearing.lexicon
    match found.reason:
        case Reason.PROVED if judgement.is_choice:
            told, where = lettered(goal)
            return sentence(f"{clause(told, lexicon)}{where}")
        case Reason.PROVED:
            return sentence(clause(found.literals, lexicon))
        case Reason.FAILED | Reason.DENIED:
            if found.failing:
                return sentence(clause(found.failing, lexicon))
            atom = _any_of(goal)
            if atom is not None:
                return sentence(say(atom, lexicon, True, "any"))
            told, where = lettered(goal)
            return f"Not so: {clause(told, lexicon)}{where}."
        case Reason.MISSING if not found.literals:
            return f"Whether {clause(goal.literals, lexicon)} is not told."
        case reason:
            asks = judgement.is_choice or not found.literals
            left = goal.literals if asks else _those(found.literals, hearing, (reason,))
            return _open(reason, left, lexicon)


def _any_of(goal: Goal) -> Atom | None:
    """Return what is asked for one of at least, if nothing else is asked."""
    match goal.body:
        case (Literal(atom, False), Comparison(">", Variable(), Constant(0))):
            return atom
    return None


def _open(reason: Reason, literals: tuple[Literal, ...], lexicon: Lexicon) -> str:
    told = _OPEN[reason]
    declared = [lexicon.predicates.get(base_of(one.atom.predicate)) for one in literals]
    if reason is Reason.CONFLICT and all(one is not None and one.concluded for one in declared):
        told = "What is stated and what the rules conclude disagree on whether {clause}."
    return told.format(clause=clause(literals, lexicon))


def clause(literals: tuple[Literal, ...], lexicon: Lexicon) -> str:
    """Return literals as one clause."""
    return join(asked(literals, lexicon, "some"))


def _listed(listing: Listing, hearing: Hearing) -> str:
    if not listing.goal.variables:
        return _CONDITIONS.get(listing.reason, "Whether it is so is open.")
    if listing.groups:
        return f"{'; '.join(_group(one, listing) for one in listing.groups)}."
    if listing.number is not None:
        sure = [_row(b.names) for b in listing.sure]
        alone = not listing.goal.count or listing.of_number or not sure or listing.untold
        return f"{listing.number}." if alone else f"{listing.number}: {join(sure)}."
    if listing.of_number and not listing.bindings and not listing.goal.among:
        return _without_number(listing, hearing)
    return " ".join((_head(listing, hearing), *_rest(listing)))


def _head(listing: Listing, hearing: Hearing) -> str:
    sure = [_row(b.names) for b in listing.sure]
    if listing.untold:
        return f"{join(sure)}. {listing.untold}" if sure else listing.untold
    counts = listing.goal.count and not listing.of_number
    if sure:
        return f"At least {len(sure)}: {join(sure)}." if counts else f"{join(sure)}."
    none = _NONE.get(listing.goal.word) or (
        "Nobody" if of_players(listing.goal, hearing) else "Nothing"
    )
    if not listing.bindings:
        match listing.goal.literals:
            case (Literal(Atom(_, (Constant(), *_)) as atom, False),) if (
                listing.goal.word == "anyone"
            ):
                return sentence(say(atom, hearing.lexicon, True, "any"))
        return f"{none}."
    return "The number is not certain." if counts else f"{none} for certain."


def _rest(listing: Listing) -> Iterable[str]:
    """Tell what else may be an answer, and why it is not certain."""
    maybe = [_row(b.names) for b in listing.of(Reason.MISSING)]
    undecided = [_row(b.names) for b in listing.of(*OPEN_REASONS[1:])]
    assumed = [_row(b.names) for b in listing.assumed]
    if len(maybe) > _NAMED and listing.sure:
        yield f"And {len(maybe)} more depend on what is not known."
    elif len(maybe) > _NAMED and listing.of_number:
        # Those that are looked at: of a number without bounds there may be others.
        numbers = [one.values[0][1] for one in listing.of(Reason.MISSING)]
        yield f"Perhaps from {min(numbers)} to {max(numbers)}."
    elif len(maybe) > _NAMED:
        yield f"{len(maybe)} depend, such as {join(maybe[:_NAMED])}."
    elif maybe:
        yield f"Perhaps {'also ' if listing.sure else ''}{join(maybe)}."
    if undecided:
        yield f"Undecided: {_some(undecided)}."
    if assumed:
        yield f"Merely assumed: {_some(assumed)}."


def _some(names: list[str]) -> str:
    many = len(names) > _NAMED
    return f"{len(names)}, such as {join(names[:3])}" if many else join(names)


def _group(group: OneOfEach, listing: Listing) -> str:
    numeric = listing.goal.count is False
    if numeric and len(group.sure) == 1 and not group.maybe:
        return f"{group.name}: {', '.join(map(str, group.sure[0]))}"
    if numeric:
        return f"{group.name}: not known"
    least = "at least " if group.maybe else ""
    return f"{group.name}: {least}{len(group.sure)}"


def _row(names: tuple[str, ...]) -> str:
    """Return the values of one answer: "Ana", "Ana: 28", "2 Sun"."""
    first, *rest = names or ("",)
    if first.isdigit():
        return " ".join(names)
    return f"{first}: {', '.join(rest)}" if rest else first


def _without_number(listing: Listing, hearing: Hearing) -> str:
    """Say which fact is missing where no number follows."""
    all_missing = not_stated(listing, hearing)
    numbers = [one for one in all_missing if any(isinstance(t, Variable) for t in one.terms)]
    atoms = numbers or all_missing
    missing = dict.fromkeys(filter(None, (blank(atom, hearing.lexicon) for atom in atoms)))
    told = " or ".join(f"“{one}”" for one in list(missing)[:2])
    return f"No number follows. Not stated: {told}." if told else "No number follows."


def lettered(goal: Goal) -> tuple[tuple[Literal, ...], str]:
    """Return the literals of a goal with letters, and what is said of those.

    A letter stands for every value that a comparison or a count reads: "Ana has N coins and Ben has
    M coins", ", where N > M". No condition of the goal is left unsaid that has a letter.
    """
    others = [one for one in goal.body if not isinstance(one, Literal) and condition_names(one)]
    if not others:
        return goal.literals, ""
    # Imported here: few questions compare, and the writer brings the whole grammar.
    from rulings.language.writing import write_condition

    compared = frozenset[str]().union(*(condition_names(one) for one in others))
    letters = _letters(compared)
    where = " and ".join(map(write_condition, others)).replace(" != ", " is not ")
    for name, letter in letters.items():
        where = re.sub(rf"\b{name}\b", letter, where)
    return tuple(_with_letters(one, letters) for one in goal.literals), f", where {where}"


def _letters(names: Iterable[str]) -> dict[str, str]:
    """Return the letters of variables, numbered where several would have the same."""
    alike: dict[str, list[str]] = {}
    for name in sorted(names):
        alike.setdefault(name.strip("_").partition("_")[0] or name, []).append(name)
    return {
        name: f"{letter}{place}" if len(some) > 1 else letter
        for letter, some in alike.items()
        for place, name in enumerate(some, 1)
    }


def _with_letters(literal: Literal, letters: Mapping[str, str]) -> Literal:
    def shown(term: Term) -> Term:
        letter = letters.get(term.name) if isinstance(term, Variable) else None
        return Constant(letter) if letter is not None else term

    terms = tuple(map(shown, literal.atom.terms))
    return replace(literal, atom=replace(literal.atom, terms=terms))
