"""A language model that puts lines into sentences of a rulebook, by the package `llm`.

In: the name of a model that `llm` or one of its plugins knows, local or remote. Out: a
`Translator`. Guarantee: it is told the words of the game, the names and what was said, and returns
texts; it has no tools, answers nothing and decides nothing. Nothing is imported before a line is
refused.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import Future, wait
from threading import Thread
from time import monotonic
from typing import Any

from rulings.english.translated import Request
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import RulingsError
from rulings.records import dataclass

SECONDS = 60.0
"""How long a model may take."""
_LARGEST, _WAKING = 100_000, 0.05
_SCHEMA = {
    "type": "object",
    "properties": {"sentences": {"type": "array", "items": {"type": "string"}}},
    "required": ["sentences"],
    "additionalProperties": False,
}
_SYSTEM = """You rewrite what a player says at a table into sentences of a small language. You
never answer and never judge; a logic engine does that.

Use only the sentence patterns below, in statements and in questions. A slot <kind> takes a name, a
number or "some kind", never angle brackets. A question may begin with Is, Does, May, Must, Which,
Who or How many; a statement may be denied with "not". Keep every name and number and every "not" of
the line, invent none, leave nothing out. What a question supposes stands before it as statements;
the question comes last. Where the patterns cannot say it, return an empty list.

Reply with JSON only: {"sentences": ["…"]}"""


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """A model by the name under which `llm` knows it."""

    name: str
    seconds: float = SECONDS

    def __call__(self, request: Request) -> Sequence[str]:
        """Return the sentences for a request.

        Raises RulingsError: RUL542 without the package, RUL536 when the model fails.
        """
        model = opened(self.name)
        wanted = {"schema": _SCHEMA} if model.supports_schema else {}
        waiting: Future[str] = Future()

        def prompt() -> None:
            try:
                said = model.prompt(_prompt(request), system=_SYSTEM, stream=False, **wanted)
                waiting.set_result(said.text())
            except Exception as problem:
                waiting.set_exception(problem)

        # What a model does not finish in time goes on by itself and is not listened to.
        Thread(target=prompt, name="rulings-model", daemon=True).start()
        late = monotonic() + self.seconds
        while not waiting.done():
            if monotonic() > late:
                raise self._failed(f"it took longer than {self.seconds:g} seconds")
            # Waiting is not interrupted: a deadline is noticed in between.
            wait((waiting,), _WAKING)
        problem = waiting.exception()
        if problem is not None:
            reason = str(problem).strip() or type(problem).__name__
            raise self._failed(reason.splitlines()[0][:200])
        try:
            return _sentences(waiting.result()[:_LARGEST])
        except (ValueError, KeyError, TypeError):
            raise self._failed('it wrote something else than {"sentences": ["…"]}') from None

    def _failed(self, reason: str) -> RulingsError:
        return RulingsError((diagnose("RUL536", None, model=self.name, reason=reason),))


def opened(name: str) -> Any:
    """Return the model of a name. Raises RulingsError: RUL542 without the package, RUL536."""
    try:
        import llm
    except ImportError:
        raise RulingsError((diagnose("RUL542", None),)) from None
    try:
        return llm.get_model(name)
    except llm.UnknownModelError:
        reason = "`llm` knows no model of this name"
        raise RulingsError((diagnose("RUL536", None, model=name, reason=reason),)) from None


def _prompt(request: Request) -> str:
    parts = [
        ("Sentence patterns", request["sentences"]),
        ("Names", [", ".join(request["names"])]),
        ("Said so far", request["table"] or ["nothing"]),
        (f"The {request['kind']} to rewrite", [request["input"]]),
    ]
    if request["refused"]:
        parts.append(("These sentences of yours were refused", request["refused"]["sentences"]))
        wrong = [json.dumps(one, ensure_ascii=False) for one in request["refused"]["problems"]]
        parts.append(("What is wrong with them", wrong))
    return "\n\n".join("\n".join((f"# {head}", *lines)) for head, lines in parts)


def _sentences(reply: str) -> Sequence[str]:
    """Return the sentences of a reply, which models without schemas put into prose and fences."""
    found = json.loads(reply[reply.index("{") : reply.rindex("}") + 1])["sentences"]
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise TypeError
    return found
