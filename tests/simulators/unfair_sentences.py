"""What one sentence of a card of Unfair does, simulated from the printed guide alone.

In: a :class:`Sentence` and a park. Out: the ways in which it can be enacted (:func:`enact`).
Guarantee: nothing of the engine is used.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.simulators.unfair import Park


@dataclass(frozen=True)
class Part:
    """One thing that a card's sentence does: gain or pay coins, dismiss or close ``count``."""

    verb: str
    count: int = 1

    def possible(self, park: Park) -> bool:
        """Whether the player can do it at all."""
        if self.verb == "pay":
            return park.coins >= self.count
        if self.verb == "dismiss":
            return sum(card.has("staff") for card in park.side) >= self.count
        if self.verb == "close":
            return sum(not plot.closed for plot in park.plots()) >= self.count
        return True


@dataclass(frozen=True)
class Sentence:
    """Parts joined by one word: and, then, or, otherwise, unless, to."""

    parts: tuple[Part, ...]
    joint: str = "and"


def enact(sentence: Sentence, park: Park) -> list[tuple[Part, ...]]:
    """The ways in which the sentence can be enacted, each as the parts that happen.

    Several where someone chooses. What a part changes counts for the parts after it.
    """
    first, nothing = sentence.parts[0], list[tuple[Part, ...]]([()])
    if sentence.joint in ("and", "then", "to"):
        done: list[Part] = []
        for part in sentence.parts:
            if not part.possible(park):
                break
            done.append(part)
            park = enacted(part, park)
        return [tuple(done)]
    possible: list[tuple[Part, ...]] = [(part,) for part in sentence.parts if part.possible(park)]
    if sentence.joint == "or":
        return possible or nothing
    if sentence.joint == "otherwise":
        return possible[:1] or nothing
    return possible if first.possible(park) else nothing  # unless: the second prevents the first


def enacted(part: Part, park: Park) -> Park:
    """The park after one part, in what another part may want."""
    if part.verb in ("gain", "pay"):
        return replace(
            park, coins=park.coins + (part.count if part.verb == "gain" else -part.count)
        )
    if part.verb == "dismiss":
        fired = [card.name for card in park.side if card.has("staff")][: part.count]
        return replace(park, side=tuple(card for card in park.side if card.name not in fired))
    to_close = [plot for plot in park.plots() if not plot.closed][: part.count]
    spaces = tuple(
        replace(plot, closed=True) if plot and plot in to_close else plot for plot in park.spaces
    )
    return replace(park, spaces=spaces)
