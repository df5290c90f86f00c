"""What is offered for a line that is not read: sentences of known things, or nothing."""

from __future__ import annotations

import pytest

from rulings import Rulebook, RulingsError

PARKS, BOBA, UNFAIR = Rulebook.load("parks"), Rulebook.load("boba"), Rulebook.load("unfair", "2018")


def offered(book: Rulebook, line: str, *table: str) -> tuple[str, ...]:
    """Return the sentences that are offered for a line, none where it is read."""
    situation = book.situation(list(table))
    with pytest.raises(RulingsError) as problem:
        situation.suppose(line)
    return problem.value.diagnostics[0].suggestions


def test_a_number_before_a_name_is_no_part_of_it() -> None:
    offers = offered(BOBA, "It rather looks as if Zed has 4 Hot Dogs.")
    assert offers[0] == "Zed has 4 Hot Dogs"


def test_a_name_that_is_known_is_nobody_new() -> None:
    offers = offered(PARKS, "Gus sort of clung to the First Hiker Token all through Fall.")
    assert not any(one.startswith("Fall") for one in offers)


def test_a_lone_name_is_a_person_and_what_has_an_article_is_none() -> None:
    people = offered(PARKS, "Zed rather seems to have put out his campfire.")
    assert people[0] == "Zed extinguishes the campfire"
    things = offered(PARKS, "The Zed rather seems to have put out his campfire.")
    assert not any(one.startswith("Zed") for one in things)


@pytest.mark.parametrize("lost", ["a hiker back to", "it to"])
def test_no_direction_and_no_pronoun_is_left_out(lost: str) -> None:
    table = "Gus has a hiker on the Gear Site."
    assert offered(PARKS, "Gus quickly moves a hiker to the Sun Site.", table)
    assert not offered(PARKS, f"Gus quickly moves {lost} the Sun Site.", table)


def test_what_is_mine_has_the_verb_of_one() -> None:
    offers = offered(UNFAIR, "My park has only 3 stars in total after everything.")
    assert offers[0] == "Your park has 3 stars"


def test_who_does_what_to_whom_is_kept() -> None:
    lines = ("Ann and Ben play.", "Ann runs Rust.", "Ben runs Iron.")
    offers = offered(BOBA, "Rust rather is what nullified Iron for good.", *lines)
    assert set(offers) <= {"Rust cancels Iron"}


def test_a_number_counts_what_it_counted() -> None:
    offers = offered(BOBA, "Ann sort of runs Zap for 30 Power.", "Ann and Ben play.")
    assert not any("battle 30" in one for one in offers)


def test_no_clause_is_lost_where_the_first_one_is_read() -> None:
    assert not offered(UNFAIR, "Tent is face-up and nothing ever switches it off.", "Ann plays.")


def test_what_is_offered_leaves_words_out_and_guesses_nothing() -> None:
    offers = offered(UNFAIR, "I demolish the Tin Pan Alley with my first action.", "Ann plays.")
    assert offers == ("You demolish Tin Pan Alley",)
    assert not offered(UNFAIR, "I demolish with my first action.", "Ann plays.")
