"""Compiled rules: the text of a rule's function, its code and the function itself.

In: the text that a `Writer` wrote, or text and code kept from an earlier process. Out: a
`CompiledRule`, whose `run` adds the rows that the rule derives. Guarantee: a traceback finds the
text and shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

from rulings.engine.limits import NoRoom
from rulings.language.builtins import BUILT_INS
from rulings.language.predicates import DerivedId
from rulings.language.program import ForAll, Literal, Rule
from rulings.logic.calculation import FUNCTIONS, WITHIN, less
from rulings.records import dataclass

FUNCTION_NAMES = {
    "+": "plus", "-": "minus", "*": "times", "//": "quotient", "%": "remainder",
    "min": "minimum", "max": "maximum", "abs": "absolute", "neg": "negative_of",
    WITHIN: "within",
}  # fmt: skip

Codes = dict[str, tuple[str, CodeType]]
"""Text and code by rule, delta position and kinds of relation."""


@dataclass(frozen=True, slots=True)
class CompiledRule:
    """A rule, the text it became for one delta position, and the function of that text."""

    rule: Rule
    text: str
    code: CodeType
    run: Callable[..., None]


def compile_rule(rule: Rule, delta: int | None, text: str) -> CompiledRule:
    """Compile `text`, which a `Writer` wrote for a plan of `rule`."""
    return link(rule, delta, text, compile(text, _filename(rule, delta), "exec"))


def link(rule: Rule, delta: int | None, text: str, code: CodeType) -> CompiledRule:
    """Return the rule with the function that `code`, compiled from `text`, defines."""
    filename = _filename(rule, delta)
    scope: dict[str, Any] = {"NoRoom": NoRoom, "rule": rule, "less": less}
    scope |= {"__name__": filename, "__loader__": _Text(text)}
    scope |= {FUNCTION_NAMES[symbol]: function for symbol, function in FUNCTIONS.items()}
    scope |= {f"call_{name}": built_in.rows for name, built_in in BUILT_INS.items()}
    scope["names"] = {str(name): name for name in _derived_names(rule)}
    exec(code, scope)
    return CompiledRule(rule, text, code, scope["run"])


@dataclass(frozen=True, slots=True)
class _Text:
    """What a traceback asks for the text of a function, as of a module that no file holds."""

    text: str

    def get_source(self, _name: str) -> str:
        """Return the text."""
        return self.text


def _derived_names(rule: Rule) -> Iterator[DerivedId]:
    """The predicates of a lowered rule that no program declares."""
    atoms = [rule.head]
    for condition in rule.body:
        match condition:
            case Literal(atom):
                atoms.append(atom)
            case ForAll(_, given, goal):
                atoms += (c.atom for c in (*given, goal) if isinstance(c, Literal))
            case _:
                pass
    return (atom.predicate for atom in atoms if isinstance(atom.predicate, DerivedId))


def _filename(rule: Rule, delta: int | None) -> str:
    position = "" if delta is None else f" delta {delta + 1}"
    return f"rule {rule.id}{position}"
