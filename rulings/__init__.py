"""rulings: a logic engine that answers rules questions about tabletop games and proves it.

In: rulebooks, tables, questions; or plain programs. Out: answers and models. Guarantee: names
are imported when they are first used, so that `import rulings` costs next to nothing.

>>> from rulings import Rulebook                                    # doctest: +SKIP
>>> table = Rulebook.load("unfair").situation("dino-park")          # doctest: +SKIP
>>> print(table.ask("is Triceratops active?"))                      # doctest: +SKIP
NO  Triceratops is not active.

For people who want a three-valued Datalog engine and no games:

>>> from rulings import load, solve
>>> solve(load(".decl p(X: symbol). .decl q(X: symbol). p(a). q(X) :- p(X), not q(X)."))
({'p': {('a',)}}, {'q': {('a',)}})
"""

from __future__ import annotations

from rulings.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rulings.asking.answer import Answer, Binding
    from rulings.asking.explanation import Citation, Step
    from rulings.asking.limited import Limits, limited
    from rulings.asking.reason import Reason, Verdict
    from rulings.asking.standalone import evaluate, solve
    from rulings.certified import Verification, verify
    from rulings.conversing.conversation import Conversation, Turn, TurnKind
    from rulings.engine.limits import Cancellation, Cancelled, OutOfTime, deadline
    from rulings.engine.run.evaluate import Evaluator
    from rulings.engine.run.model import Model, Truth
    from rulings.engine.store.relation import Relation
    from rulings.engine.store.table import Table
    from rulings.language.diagnostics import Diagnostic, RulingsError
    from rulings.language.files import load
    from rulings.language.program import Program
    from rulings.language.source import Source, Span
    from rulings.render.pen import answer_from_json
    from rulings.rulebook.library import games
    from rulings.rulebook.situation import Situation
    from rulings.session import Rulebook, Session

__all__ = [
    "Answer",
    "Binding",
    "Cancellation",
    "Cancelled",
    "Citation",
    "Conversation",
    "Diagnostic",
    "Evaluator",
    "Limits",
    "Model",
    "OutOfTime",
    "Program",
    "Reason",
    "Relation",
    "Rulebook",
    "RulingsError",
    "Session",
    "Situation",
    "Source",
    "Span",
    "Step",
    "Table",
    "Truth",
    "Turn",
    "TurnKind",
    "Verdict",
    "Verification",
    "__version__",
    "answer_from_json",
    "deadline",
    "evaluate",
    "games",
    "limited",
    "load",
    "solve",
    "verify",
]

_HOMES = {
    name: home
    for home, names in {
        "asking.answer": "Answer Binding",
        "asking.explanation": "Citation Step",
        "asking.limited": "Limits limited",
        "asking.reason": "Reason Verdict",
        "asking.standalone": "evaluate solve",
        "certified": "Verification verify",
        "conversing.conversation": "Conversation Turn TurnKind",
        "engine.limits": "Cancellation Cancelled OutOfTime deadline",
        "engine.run.evaluate": "Evaluator",
        "engine.run.model": "Model Truth",
        "engine.store.relation": "Relation",
        "engine.store.table": "Table",
        "language.diagnostics": "Diagnostic RulingsError",
        "language.files": "load",
        "language.program": "Program",
        "language.source": "Source Span",
        "render.pen": "answer_from_json",
        "rulebook.library": "games",
        "rulebook.situation": "Situation",
        "session": "Rulebook Session",
    }.items()
    for name in names.split()
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
