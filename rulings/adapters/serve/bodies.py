"""What is sent to the server and what it sends.

In: nothing. Out: models of request bodies, which pydantic checks, and shapes of answers. Guarantee:
the published schemas and the checks come from these and from `rulings.wire`, and nothing else.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, RootModel

from rulings.wire import Explain


def _as_written(told: dict[str, Any]) -> dict[str, Any]:
    """Refuse numbers that JSON does not have: the parser takes NaN, and 1e999 as infinity."""
    json.dumps(told, allow_nan=False)
    return told


Told = Annotated[dict[str, Any], AfterValidator(_as_written)]
Line = Annotated[str, Field(max_length=2000)]
Lines = Annotated[list[Line], Field(max_length=2000)]
Named = Annotated[str, Field(max_length=200)]
Place = Annotated[int, Field(ge=0, le=1000)]


class Body(BaseModel):
    """A request body: unknown keys are mistakes, and nothing is converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Described(Body):
    """A table: a ready-made situation or a saved table, with lines that hold as well."""

    game: Named | None = None
    edition: Named | None = None
    situation: Named | None = None
    table: Told | None = Field(None, description="What a session's `table` was.")
    given: Lines = []
    focus: Named | None = None


class AskedBody(Body):
    """A question to a session: `why …`, `when …`, `what if …: …` and `?- …` are questions too."""

    ask: Line
    explain: Explain = "short"


class AskedOf(Described):
    """A question with its table."""

    ask: Line
    explain: Explain = "short"


class StatedBody(Body):
    """Sentences or facts."""

    lines: Annotated[Lines, Field(min_length=1)]


class HappeningBody(Body):
    """A happening, as a sentence or a fact; `strict` refuses what the rules do not allow."""

    what: Line
    strict: bool = False


class Many(Body):
    """Questions with their tables, answered in order."""

    requests: Annotated[list[AskedOf], Field(max_length=200)]


class Certified(Body):
    """A certificate to be checked."""

    certificate: Told


class Turned(Body):
    """A yes/no question whose verdict should turn around."""

    ask: Line


class PageOpens(Body):
    """Begin anew at a saved table, with lines that hold as well."""

    do: Literal["open"]
    table: Told | None = None
    given: Lines = []


class PageSays(Body):
    """Take a line as the REPL does: a question, a statement, `undo`, the number of an offer."""

    do: Literal["say"]
    line: Line


class PageChanges(Body):
    """State facts in the place of others."""

    do: Literal["change"]
    forget: Lines
    suppose: Lines


class PageExchanges(Body):
    """State a fact with another value in one of its columns."""

    do: Literal["exchange"]
    fact: Line
    column: Place
    value: Line | int


class PageFocuses(Body):
    """Let "it" and "this card" mean a thing."""

    do: Literal["focus"]
    thing: Line | int | None


class PageCompletes(Body):
    """Tell how a line may go on."""

    do: Literal["complete"]
    prefix: Line


class PageLooks(Body):
    """Undo the last change, tell what would turn the last answer, draw the boards."""

    do: Literal["undo", "turn", "draw"]


class PageSquare(Body):
    """Tell what may lie on a square of a board."""

    do: Literal["square"]
    layer: Place
    x: Place
    y: Place


class PagePuts(Body):
    """Put something on a square in the place of what lies there."""

    do: Literal["put"]
    layer: Place
    x: Place
    y: Place
    glyph: Named


_AtTable = PageOpens | PageSays | PageChanges | PageExchanges | PageFocuses | PageCompletes
_AtBoards = PageLooks | PageSquare | PagePuts


class PageBody(RootModel[Annotated[_AtTable | _AtBoards, Field(discriminator="do")]]):
    """What a page does: `do` names it."""
