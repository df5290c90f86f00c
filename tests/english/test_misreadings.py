"""Lines that were once read as something that they do not say: each is read rightly, or refused.

A case is the game, what is told before, the line, and what of its reading has to stand there:
nothing stands for a line that is refused.
"""

from __future__ import annotations

from functools import cache

import pytest

from rulings import Rulebook, RulingsError, Session
from rulings.english.lexicon import Lexicon
from rulings.english.reader import read
from rulings.english.reading import Reading
from tests.english.notation import shown
from tests.english.small_programs import program

REFUSED = ""
CHESS = """
.type player = { white, black }
.type square = { a1, d1, g1 }
.state coins(P: player, N: int) one "{P} has {N} coins"
.state man(P: player, S: square) "{P} has a man on {S}"
.state die(P: player, N: int) "{P} has {N} dice"
.state wolf(P: player, N: int) "{P} has {N} wolves"
.state knife(P: player, N: int) "{P} has {N} knives"
"""
SECOND = "Ana moves her second hiker to the Gear site."
BENS = "Mud Bay and Far Isle are attractions in Ben's park. Tin Gate is a ride in Ann's park."
BEN = " Ben moves a hiker to the Forest site."
TENT = "Tent is an attraction."
FLAG = "Tent is an attraction. Flag is an upgrade on Tent."
GAINED = "Ana has a Canteen in her top row. Ana gains a Water."
CASES = [
    # A word that tells which, how many or whose is never left out, and no part of a kind.
    ("unfair", "", "An event hits every park with the highest star total.", REFUSED),
    ("unfair", "", "How many parks are hit?", REFUSED),
    ("unfair", "", 'The upgrade has no "once per" limit.', REFUSED),
    ("unfair", "", "Kim has no other super attraction.", REFUSED),
    ("unfair", "", "An event moves the upgrade from attraction 1 to attraction 2.", REFUSED),
    ("unfair", "", "How many Event cards are the same in every theme pack?", REFUSED),
    ("unfair", "", "May I decide the order?", REFUSED),
    ("boba", "", "Whose card is resolved first?", REFUSED),
    ("boba", "", "Amy's Play gives Fire Heroes +10 for the rest of the game.", REFUSED),
    ("boba", "Amy has 3 Heroes in hand.", "The opponent has no Heroes in hand.", REFUSED),
    ("boba", "Finn takes part.", "May Finn look at the opponent's Playbook?", REFUSED),
    ("toy", "", "White's opponent has 9 coins.", REFUSED),
    ("unfair", "", "Ana's opponent has 9 coins.", REFUSED),
    # What is counted is of its own kind, and nobody is made a thing.
    ("unfair", "", "Ana owns 2 coins.", "has(ana, coins, 2)"),
    ("unfair", "", "Ben holds nine cards.", REFUSED),
    ("unfair", "", "A player has 3 actions.", REFUSED),
    ("unfair", "", "Kim has four dinosaur upgrades.", 'told_number(kim, "dinosaur upgrade", 4)'),
    ("parks", "", "Ana has a Sun.", "has(ana, sun, 1)"),
    ("parks", "", "Ana does not have a Sun.", "has(ana, sun, 0)"),
    ("parks", "", "Ana does not gain a Sun.", "not receives(ana, sun, 1)"),
    ("parks", "Ana has 3 Sun.", "Has Ana got 3 Sun?", "ask count(ana, sun, 3)"),
    ("unfair", FLAG, "Tent has two upgrades.", "on(flag, tent), on(upgrade_1, tent), card("),
    ("unfair", "", "Ana has Tent and Zoo in her hand, both attractions.", "in_hand(zoo, ana)"),
    ("unfair", "", "How many attractions are open?", 'not closed(A), matches(A, "attraction")'),
    ("theme_parque", "", "The deck has 0 tiles.", "pile_has(deck, 0)"),
    # Nobody is invented, and nobody is who sits at no table.
    ("unfair", "", "Carousel was closed.", REFUSED),
    ("unfair", "", "I have taken my turn.", REFUSED),
    ("theme_parque", "", "I have taken my turn.", "takes_turn(you)"),
    ("toy", "", "I have 7 coins.", REFUSED),
    ("parks", "", "Nobody has a Sun.", REFUSED),
    ("theme_parque", "", "There is not a queue beside the attraction.", REFUSED),
    ("theme_parque", "", "Ana's water slide has no queue.", REFUSED),
    ("unfair", "", "Ana and Ben have 8 coins in total.", REFUSED),
    ("unfair", "", "Log Flume was lying in the Market.", REFUSED),
    ("parks", "", "Ana's hiker is resting on the Gear site.", "is_out(ana, gear_site)"),
    # What is somebody's own, and what is new.
    ("unfair", "", "Ana builds her Gate.", "builds.short(ana, gate), in_park(gate, ana)"),
    ("boba", "Amy has a Play.", "May Amy run the Play?", "ask runs.short.legal(amy, play_1)"),
    ("boba", "", "Amy laid a Play face up on the table.", "shows(amy, play_1, face_up)"),
    ("unfair", "Vic has 2 coins.", "How many tokens does Vic gain?", "which N: gains(vic, N, "),
    ("unfair", "", "The type line of Storm is not known.", REFUSED),
    ("unfair", "", 'Storm bears the text "Gain 2 coins."', 'text_of(storm, "Gain 2 coins.")'),
    ("unfair", "", "Which card is a dinosaur animal upgrade?", '"dinosaur animal upgrade")'),
    ("unfair", "Ana has 5 stars.", "Does Ana have the highest star total?", "stars_of_park)"),
    ("unfair", "Ana has 3 coins.", "Does Ana have a coin?", "holds controls(ana, coins, _N"),
    ("parks", "Ana plays.", "What does Ana gain?", "which N, B: takings(ana, B, N)"),
    ("unfair", "", "Must a player discard a card?", "holds discards_some.must(player_1, "),
    # Whose hand or table it is, what holds, and somebody of whom a story begins to tell.
    ("theme_parque", "", "I have 5 tiles in my hand.", "has(you, 5, tile)"),
    ("theme_parque", "", "Ana has 5 tiles in my hand.", REFUSED),
    ("theme_parque", "Ben has 2 pawns.", "Ana has 5 tiles in her hand.", "has(ana, 5, tile)"),
    ("theme_parque", "", "There are 5 tiles in the deck.", "pile_has(deck, 5)"),
    ("unfair", "", "Ana has 5 coins in front of her.", "has(ana, coins, 5)"),
    ("unfair", "", "Ana has 5 coins in front of me.", REFUSED),
    ("unfair", "", "She has 3 coins.", "has(player_1, coins, 3)"),
    ("unfair", "Ana has 2 coins.", "She has 3 coins.", "has(ana, coins, 3)"),
    ("unfair", "", "Ben gives her card away.", REFUSED),
    ("unfair", '"Slide" costs 6 coins.', "How much does Slide cost?", "which N: price(slide, "),
    ("unfair", '"Slide" costs 6 coins.', "How many does Slide cost?", REFUSED),
    ("unfair", "", "She built Far Island, which has 4 stars.", "stars(far_island, 4)"),
    ("unfair", "", "She built a ride, which has 4 stars.", "stars(card_1, 4)"),
    ("parks", "", "I don't have the Badge.", "not badge(you)"),
    # Which of two, where something was and what it costs, where a text ends.
    ("parks", SECOND, "Ana moves her other hiker to the Sun site.", "(ana, first_hiker, sun_site)"),
    ("parks", SECOND + BEN, "Ana moves her other hiker to the Sun site.", "(ana, first_hiker,"),
    ("parks", SECOND, "Ana moves that hiker to the Sun site.", "(ana, second_hiker, sun_site)"),
    ("boba", "", 'In Battle 2 Ana runs Zap: "Draw a Play."', "battle(2), runs.short(ana, zap)"),
    ("boba", "", 'Zap says "Draw a Play." Ana runs Zap.', "runs.short(ana, zap)"),
    ("boba", "", "Ana runs a Play. It says: Draw a Play. Recover 2 Hot Dogs.", '"Draw a Play. Rec'),
    ("unfair", "", "Ann has a closed thrill ride in her park.", ', "thrill ride")'),
    ("theme_parque", "The market has 5 tiles.", "Ben draws 2 tiles from the market.", "domino_2"),
    # One, every one, one behind the other; words of texts, and what a text is told by.
    ("unfair", "Ann and Ben play. Ann has two upgrades.", "One has 3 stars.", REFUSED),
    ("unfair", "", "Ann has an Event card.", 'told_number(ann, "Event card", 1)'),
    ("unfair", "", "Far Isle and Mud Bay both have 3 stars.", "card, new mud_bay: card"),
    ("boba", "Ann and Ben play.", "Ann and Ben both have a Play.", "owns(ben, play_2)"),
    ("parks", "Ann and Ben play.", "Do Ann and Ben both have 2 Sun?", "(ben, sun, 2)"),
    ("theme_parque", "", "The turn order is Ann, Ben, Cleo.", "(ben, ann), sits_left(cleo, ben)"),
    ("parks", "Ann plays.", "It is the turn of Ann.", "turn(ann)"),
    ("boba", "", "Ann ran a Play that recovered 2 Hot Dogs.", '"Recover 2 Hot Dogs."'),
    ("boba", "", "Ann ran a Play that gives them 5 Power.", REFUSED),
    ("boba", "", "Play 2 costs 1 Hot Dog.", "costs(play_2, 1)"),
    ("parks", "Ann has 1 Wildlife.", "May Ann put the Wildlife into the top row?", "wildlife, top"),
    # One of several, none of any, whose hand; what was not done, and what a text gives.
    ("parks", "Ann plays.", "One of Ann's hikers is on the Water Site.", "is_out(ann, w"),
    ("parks", "", "There are 2 Canteens in Dee's top row.", "row_told(dee, top_row, 2)"),
    ("unfair", "Ann plays.", "Ann does not have any coins.", "has(ann, coins, 0)"),
    ("parks", "Ann and Ben play.", "Ann has 5 Photos and Ben has none.", "has(ben, photo, 0)"),
    ("boba", "Ann and Ben play.", "Ann's Play Zap goes back to her hand.", "owns(ann, zap)"),
    ("boba", "Ann runs Zap.", "Zap gives her 5 Power.", '"You gain 5 Power."'),
    ("parks", "Ann plays.", "Ann decides to put out her campfire.", "extinguishes(ann)"),
    ("boba", "Ann plays.", "Ann runs Zap, which makes her discard a Hero.", '"You discard a H'),
    ("unfair", "", "Ben's event lets him draw 4 Park cards.", '"You may draw 4 Park cards."'),
    ("unfair", "Ann plays.", "Ann gains 3 coins and she has 3 coins left.", "has(ann, coins, 3)"),
    ("unfair", "", "Rosa has one attraction, the Bug.", 'typed(bug, "attraction")'),
    ("unfair", BENS, "All of Ben's attractions are closed.", "closed(far_isle), closed(mud_bay)"),
    ("unfair", BENS, "None of Ben's attractions is closed.", "not closed(mud_bay)"),
    ("unfair", BENS, "Are Ben's attractions closed?", "closed(far_isle), closed(mud_bay)"),
    # A short word at the end of a sentence shortens nothing.
    ("parks", "", "Al and Bo play. It is the turn of Bo. Al has 3 Suns.", "has(al, sun, 3)"),
    ("theme_parque", "Ana plays.", "Ana has a pawn on F5. Ana has a pawn on G5.", "(ana, g5)"),
    # One of a kind, not the kind.
    ("theme_parque", "", "Ana has a pawn on the stall.", "kind_of(thing_1, stall)"),
    ("theme_parque", "", "Ana has a pawn on an attraction.", "kind_of(thing_1, attraction)"),
    # "Not" denies what it stands before, once, and what goes on without it where that is known.
    ("unfair", TENT, "Tent is not closed and not in play.", "not closed(tent), not told_in_play"),
    ("unfair", TENT, "Tent is not closed but in play.", "told_in_play(tent), not closed(tent)"),
    ("unfair", TENT, "Tent is not closed and in play.", REFUSED),
    ("unfair", TENT, "Tent is not not closed.", REFUSED),
    # What was gained is "it", and what the rulebook calls so is no new thing.
    ("parks", GAINED, "She places it in her top row.", "fills(ana, water, top_row)"),
    ("parks", GAINED, "She places the Water in her top row.", "fills(ana, water, top_row)"),
    # The noun may stand behind the name.
    ("theme_parque", "", "The Pizza stall is on the board.", "kind_of(pizza, stall)"),
    ("theme_parque", "", "The Red Tile touches the board.", "touching(red_tile)"),
    # What was done last turn is done no more in this one.
    ("parks", "", "In her last turn Ana moved a hiker to the Sun Site.", "begins_turn(ana)"),
    ("parks", "", "Ana gained a Water last turn.", "begins_turn(ana)"),
    ("parks", "", "Last turn Ana moved a hiker to the Sun Site.", "begins_turn(ana)"),
    ("unfair", "", "Earlier this round Tent was closed.", REFUSED),
    ("theme_parque", "", "Lemonade has 6 Queue beside it.", "lies_by(lemonade, 6, queue, beside)"),
    # "Which cards" is no number.
    ("boba", "Ana draws Fox.", "Which cards has Ana drawn?", "draws_card"),
    # Who has both, what each is that a number announces, whose it is, how many and not which one.
    ("parks", "", "Al and Bo have both hikers at Trail's End.", "stands(bo, second_hiker, trail"),
    ("parks", "", "Al and Bo both have 3 Photos.", "has(bo, photo, 3)"),
    ("unfair", "", "I've got two thrill rides, Bug and Fly.", 'ride"), label(you, "you"), pla'),
    ("unfair", "", "Al has 2 rides, Bug and Fly, in his park.", 'typed(fly, "ride")'),
    ("unfair", "", "Al has a staff member Bug.", 'typed(bug, "staff member"), new al: pl'),
    ("unfair", "", "Al built a Bug on his Isle.", "in_park(isle, al)"),
    ("unfair", "Al has 3 cards in hand.", "Is an attraction in Al's hand?", "matches"),
    ("boba", "", "Al has won 2 battles.", "battles_won(al, 2)"),
    ("boba", "Al plays.", "Which Heroes are in Al's hand?", REFUSED),
    ("parks", "Al plays.", "Bo went to the Parks space first.", "leads_off(bo, parks_space)"),
    ("unfair", "Al plays.", "Bo built Tent first.", REFUSED),
    ("parks", "Al plays.", "Bo went to the Parks space after him.", "chooses_space(bo, parks"),
    # What a noun asks for is of its type, whatever else could be meant.
    ("unfair", "Al has the staff member Bug.", "Which attractions does Al have?", '"attraction")'),
    ("unfair", "Al has a staff member Bug. Al has Isle.", "Is Al's attraction closed?", "d(isle)"),
    # "There" is where something was that was spoken of.
    ("parks", SECOND + BEN, "Ben moves his first hiker there.", "first_hiker, forest_site)"),
    ("parks", SECOND + BEN, "May Ben move his first hiker there?", "first_hiker, forest_site)"),
    ("unfair", "Tent is in the deck.", "Is Isle there?", REFUSED),
    # "The queue" is its queue, of what was spoken of.
    ("theme_parque", "Al claims the Slide.", "The queue is 4 squares long.", "queue_told(slide, 4"),
    ("unfair", "Tent is in the deck.", "The price is 7 coins.", "tent, coins, 7)"),
    ("unfair", "Al has 3 coins.", "The hand is empty.", REFUSED),
    # Plurals without s.
    ("toy", "", "White has men on a1, d1 and g1.", "a1), man(white, d1), man(white, g1)"),
    ("toy", "", "White has 1 die.", "die(white, 1)"),
    ("toy", "", "White has 1 wolf.", "wolf(white, 1)"),
    ("toy", "", "White has 1 knife.", "knife(white, 1)"),
]  # fmt: skip


@cache
def _table(game: str) -> Session:
    return Rulebook.load(game).situation()


def _reading(game: str, told: str, line: str) -> Reading:
    if game == "toy":
        return read(line, Lexicon.build(program(CHESS)))
    table = _table(game).suppose(told) if told else _table(game)
    return table.read(line)


@pytest.mark.parametrize(("game", "told", "line", "expected"), CASES)
def test_misreading(game: str, told: str, line: str, expected: str) -> None:
    if expected == REFUSED:
        with pytest.raises(RulingsError):
            _reading(game, told, line)
    else:
        assert expected in shown(_reading(game, told, line))


@pytest.mark.parametrize(
    "question",
    ["Which attractions are closed?", "Who is the starting player?", "How many coins has Ana?"],
)
def test_what_is_listed_does_not_begin_with_yes_or_no(question: str) -> None:
    answer = _table("unfair").suppose("Ana has 5 coins.").ask(question)
    assert not answer.say.upper().startswith(("YES", "NO.", "NO,"))
