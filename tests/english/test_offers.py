"""What is offered instead of a line that is not understood."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings import Rulebook, RulingsError, Session
from rulings.asking.posing import posed
from rulings.english.drafts import said_in
from rulings.english.inserted import inserted
from rulings.english.kept import Keeping
from rulings.english.mentions import Mention, turning_words
from rulings.english.preamble import Preamble
from rulings.english.related import related_to
from rulings.english.scope import Scope
from rulings.english.stretch import stretches
from rulings.english.template import Template
from rulings.english.topics import root
from rulings.english.words import tokenize
from rulings.language.program import Column, Predicate
from rulings.language.source import Source
from tests.books import TRAIL, trail

BOOK = trail()
TABLE = BOOK.situation(["Ana has 2 coins.", '"Old Map" costs 4 coins.', "Ben has 3 coins."])


def offered(line: str, table: Session = TABLE) -> tuple[str, ...]:
    with pytest.raises(RulingsError) as raised:
        table.read(line)
    return raised.value.diagnostics[0].suggestions


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("Is it really the turn on which Ana may buy Old Map?", "May Ana buy Old Map?"),
        ("It seems that 5 coins went into the purse that Ana has.", "Ana has 5 coins"),
        ("Ana's purse does not come to 5 coins.", "Ana does not have 5 coins"),
        ("How many coins did it take until Ana was satisfied?", "How many coins does Ana have?"),
        ("Who is rich enough for buying Old Map?", "Who may buy Old Map?"),
        ("Am I rich enough to buy Old Map?", "May I buy Old Map?"),
        ("Is Ben obliged to take a repose?", "Must Ben rest?"),
        (
            "Old Map lies there for the taking; who is rich enough for buying it?",
            "Who may buy Old Map?",
        ),
        ("How many seasons does the whole matter last?", "How many seasons does a game have?"),
        ("Ben paid 3 coins in shells, Ana 2.", "Ben pays 3 coins. Ana pays 2 coins"),
        (
            "Ben has 5 coins, as everybody saw, and Ana has 7.",
            "Ben has 5 coins. Ana has 7 coins",
        ),
    ],
)
def test_the_names_and_numbers_of_the_line_are_filled_in(line: str, first: str) -> None:
    assert first in offered(line)


@pytest.mark.parametrize(
    "line",
    [
        "Ana's purse does not come to 5 coins.",
        "Ana never had anything like 5 coins at Sun Site.",
        "Which of Ana and Ben is not rich enough for Old Map?",
        "Only Ana stands about with 2 coins.",
        "Is Ben without 3 coins in the purse that he has?",
        "Ana and Ben and Cho stand about at the water site with 3 coins.",
        "Old Map would be bought by Ana for 4 coins, and 7 would remain.",
        "Ben's Old Map is shut by the hail.",
    ],
)
def test_no_offer_drops_a_name_a_number_or_a_denial(line: str) -> None:
    for offer in offered(line):
        said = {token.key for token in tokenize(line)}
        kept = {token.key for token in tokenize(offer)}
        wanted = {"ana", "ben", "cho", "old", "map", "2", "3", "4", "5", "7", "only"} & said
        assert wanted <= kept, offer
        denying = {"not", "never", "without"}
        assert bool(denying & turning_words(tokenize(line))) == ("not" in kept), offer
        reading = TABLE.read(offer)
        assert (posed(reading) is not None) == line.endswith("?")


_TOLD = (
    "",
    "Nobody here likes 7 rainy days. ",
    "I did not sleep, so ",
    "Cho is a friend: ",
    "Ana has 4 coins, but ",
    "She says Cho has no hat. ",
)
_CONDITIONS = ("", "if Ben has no hat, ", "when it rains for 3 days, ")
_QUESTIONS = (
    "is Ana really rich enough for buying Old Map?",
    "who is not rich enough for Old Map?",
    "is Ben obliged to take a repose?",
    "how many coins did it take until Ana was satisfied?",
)


@given(
    told=st.sampled_from(_TOLD),
    under=st.sampled_from(_CONDITIONS),
    asked=st.sampled_from(_QUESTIONS),
)
@settings(deadline=None, max_examples=40)
def test_no_offer_drops_what_is_told_before_a_question(told: str, under: str, asked: str) -> None:
    line = f"{told}{under}{asked}"
    said = [token.key for token in tokenize(line)]
    for offer in offered(line):
        kept = [token.key for token in tokenize(offer)]
        names = {"ana", "ben", "cho", "old", "7", "3", "4"} & set(said)
        assert names <= set(kept), offer
        denying = ("not", "no", "nobody")
        assert sum(map(kept.count, denying)) == sum(map(said.count, denying)), offer
        assert posed(TABLE.read(offer)) is not None


@pytest.mark.parametrize(
    ("line", "first"),
    [
        (
            "Cho is a friend of mine: is Ben obliged to take a repose?",
            "Must Ben rest? Remark: Cho is a friend of mine",
        ),
        (
            "Ana has 4 coins, but is she rich enough for buying Old Map?",
            "Ana has 4 coins. May Ana buy Old Map?",
        ),
    ],
)
def test_what_is_told_before_a_question_stands_in_its_offers(line: str, first: str) -> None:
    assert first in offered(line)


def test_a_remark_behind_a_question_changes_nothing() -> None:
    question = "May Ana buy Old Map?"
    assert TABLE.read(f"{question} Remark: is she tired?") == TABLE.read(question)


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("It rather looks as if Ana has 5 coins.", "Ana has 5 coins"),
        ("So far as I know, Ana has 5 coins, by the look of things.", "Ana has 5 coins"),
        ("May Ana buy Old Map whatever else happens around it?", "May Ana buy Old Map?"),
    ],
)
def test_the_part_of_a_line_that_is_a_sentence_is_offered_first(line: str, first: str) -> None:
    assert offered(line)[0] == first


@pytest.mark.parametrize(
    "line",
    [
        "I doubt that Ana has 5 coins",
        "He swears that Ana has 5 coins",
        "When it rains, Ana has 5 coins",
        "Ana has 5 coins, if it rains",
    ],
)
def test_who_says_a_part_and_when_it_holds_is_not_left_out(line: str) -> None:
    scope = Scope.of(Source("<line>", line), tokenize(line), BOOK.lexicon, None, (), None)
    parts = [scope.text(start, end).rstrip(",") for start, end in stretches(scope)]
    assert "Ana has 5 coins" not in parts


@pytest.mark.parametrize("line", ["Is Ana right?", "Was Ben right about that?", "Is that okay?"])
def test_whether_somebody_is_right_is_about_nothing_that_could_be_offered(line: str) -> None:
    assert offered(line) == ()


def test_what_rules_conclude_is_not_offered_to_be_stated() -> None:
    assert all(
        "may buy" not in offer for offer in offered("Ana, I think, may buy Old Map someday.")
    )


@pytest.mark.parametrize("line", ["?", "??", ",?", '""?', "- ?", "the?", "(?)"])
def test_a_question_without_words_is_offered_nothing(line: str) -> None:
    assert offered(line) == ()


def test_a_line_about_something_else_is_offered_nothing() -> None:
    assert offered("Rain falls mainly in the plain, they say.") == ()


@pytest.mark.parametrize(
    "line",
    [
        "Ana has fewer than 5 coins in there.",
        "Ana has got 4 coins by then and no hikers.",
        "Ben's purse was 5 coins heavy, and Ana's 7.",
    ],
)
def test_what_a_comparison_or_a_denial_is_about_is_kept(line: str) -> None:
    for offer in offered(line):
        assert "has 5 coins" not in offer
        assert "not have 4 coins" not in offer


def test_what_a_wish_is_told_about_is_no_remark() -> None:
    assert not any("Remark" in offer for offer in offered("The hat he wants lies at Sun Site."))


def test_a_table_that_ends_in_and_is_refused() -> None:
    assert offered("Ana and Ben have 3 coins and.") is not None


def test_words_of_general_english_lead_to_those_of_a_rulebook() -> None:
    near = related_to({root("rest"), root("pay")})
    assert dict(near[root("repose")])[root("rest")] > 0.5
    assert root("pay") in dict(near[root("payment")])
    assert root("volcano") not in near


SETTLED = """
.type deed = { taking_back, passing_on }.
label(taking_back, "taking back a move").
label(passing_on, "passing on a turn").
.decl allowed(D: deed) "{D} is allowed".
allowed(passing_on).
neg allowed(taking_back).
"""


def test_what_rules_settle_at_every_table_is_offered_by_what_it_names(tmp_path: Path) -> None:
    folder = shutil.copytree(TRAIL, tmp_path / "trail")
    with (folder / "rules.dl").open("a", encoding="utf-8") as rules:
        rules.write(SETTLED)
    table = Rulebook.load(folder, cache=False).situation()
    line = "Will the others let me take back a move after I made it?"
    assert "Is taking back a move allowed?" in offered(line, table)
    assert table.ask("Is taking back a move allowed?").verdict.name == "NO"
    assert offered("Will the others let me take back 7 moves after I made them?", table) == ()


@pytest.mark.parametrize(
    ("line", "offer"),
    [
        ("Ana would rather buy a bigger hat.", "Remark: Ana would rather buy a bigger hat"),
        ("Ben has 7 coins, but he hates this hat.", "Ben has 7 coins. Remark: he hates this hat"),
        (
            "Ivo is lazy and wants to leave the hats where they are.",
            "Ivo is a player. Remark: Ivo is lazy and wants to leave the hats where they are",
        ),
        ("My brother loves hats.", "Remark: My brother loves hats"),
        ("Ana is about to try on a hat.", "Remark: Ana is about to try on a hat"),
        ("Ana realised how big the hat is.", "Remark: Ana realised how big the hat is"),
        ("My niece reckons hats are silly.", "Remark: My niece reckons hats are silly"),
        ("My pal says that hats are silly.", "Remark: My pal says that hats are silly"),
    ],
)
def test_what_somebody_wants_is_offered_as_a_remark_that_states_nothing(
    line: str, offer: str
) -> None:
    assert offered(line) == (offer,)
    before = TABLE.ask("How many coins does Ana have?").number
    after = TABLE.suppose(offer)
    assert after.ask("How many coins does Ana have?").number == before


@pytest.mark.parametrize(
    "line",
    [
        "Old Map wants a bigger hat.",
        "Ana wants those hats that she has put down.",
        "Ana would like to have the 5 hats on her head.",
    ],
)
def test_what_may_state_something_is_no_remark(line: str) -> None:
    assert not any("Remark" in one for one in offered(line))


@pytest.mark.parametrize("joint", ["when", "because", "and"])
def test_what_a_claim_goes_on_to_say_is_not_told(joint: str) -> None:
    for offer in offered(f"My pal says that hats are silly {joint} Ana has 3 coins."):
        assert "coins. Remark" not in offer


def test_what_stands_before_a_remark_is_told() -> None:
    table = TABLE.suppose("Ana has 6 coins. Remark: she has 9 hats, I think.")
    assert table.ask("How many coins does Ana have?").number == 6
    with pytest.raises(RulingsError):
        TABLE.suppose("Ana has 6 hats on. Remark: she likes them.")


def test_who_owns_a_thing_is_not_put_for_the_thing() -> None:
    for offer in offered("Ana's hiker has been shut in by the hail."):
        assert "hiker" in offer


def test_a_number_that_counts_is_no_label() -> None:
    assert not any(
        "season 3" in one for one in offered("Ana stands about with 3 hats this season.")
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("may {A} take {N} coins", "may she take 1 coin"),
        ("if {A} rests", "if she rests"),
        ("does a hiker stand beside {A}", "does a hiker stand beside her"),
        ("put {N} coins beside {A}", "put 1 coin beside her"),
        ("how many hikers does not meet {A}", "how many hikers do not meet her"),
        ("how many hikers does {A} meet", "how many hikers does she meet"),
        ("does an use of a item end", "does a use of an item end"),
    ],
)
def test_pronouns_and_units_take_the_form_of_their_place(text: str, shown: str) -> None:
    predicate = Predicate("p", (Column("A", "player"), Column("N", "int")))
    template = Template("p", text, (), -1, False, frozenset())
    she = Mention("pronoun", "she", frozenset(("she",)), 0)
    one = Mention("number", "1", frozenset(("1",)), 1)
    assert inserted(text, template, predicate, {0: she, 1: one}) == shown


def test_a_number_that_tells_which_counts_nothing() -> None:
    assert not any("2 coins" in one for one in offered("Ana keeps coin 2 under her pillow."))


def test_no_offer_says_a_word_twice_in_a_row() -> None:
    line = "Ana likes 2 coins."
    lexicon = TABLE.said.lexicon
    scope = Scope.of(Source("<line>", line), tokenize(line), lexicon, None, (), None)
    keeping = Keeping.of(scope, said_in(scope), Preamble())
    assert keeping.faithful("Ana has 2 coins", ()) > 0
    assert keeping.faithful("Ana Ana has 2 coins", ()) == 0
