"""Words that begin a sentence, and never the name of something new: "Perhaps Ana has 3 coins".

In: nothing. Out: their keys. Guarantee: they are adverbs, conjunctions and prepositions only, none
an adjective or a number, which names begin with ("Old Mill", "Second Arch"). Who means a name that
begins so writes it in quotes.
"""

from __future__ import annotations

from rulings.english.words import stem

_HEDGES = """perhaps maybe possibly probably presumably hopefully apparently allegedly reportedly
supposedly seemingly evidently obviously clearly surely certainly definitely ideally theoretically
technically officially basically"""
_TIMES = """usually sometimes often rarely seldom hardly normally typically generally always
occasionally frequently once twice again soon earlier formerly today yesterday tomorrow tonight
later next then also eventually ultimately finally initially originally previously recently lately
suddenly immediately meanwhile afterwards beforehand whenever until till while"""
_DEGREES = """nearly almost barely even especially particularly mostly mainly merely exclusively
solely apart"""
_JOINTS = """whether wherever whoever whatever whichever however unless although though since
because provided given despite unlike otherwise instead similarly likewise conversely thus hence
therefore consequently accordingly furthermore moreover besides additionally nevertheless
nonetheless regardless except lest whereas such had should were"""
_MOODS = """sadly luckily unfortunately fortunately thankfully surprisingly interestingly annoyingly
strangely naturally"""
_PLACES = """here elsewhere nowhere everywhere somewhere anywhere"""
_SUPPOSING = """say suppose supposing assume assuming imagine let"""

LEADS = frozenset(
    stem(word)
    for words in (_HEDGES, _TIMES, _DEGREES, _JOINTS, _MOODS, _PLACES, _SUPPOSING)
    for word in words.split()
)
