"""Layers: folders that add to a rulebook, replace its clauses or withdraw them.

In: a manifest that `extends` another rulebook, the names of further layers. Out: the manifest of
the rulebook with its layers on top, and, of what was read, the rules and clauses that stand.
Guarantee: a layer is found by its name beside the rulebook or on another shelf, never by a path;
each says which rulebook it is for; what a layer withdraws exists below it, and with a clause go all
rules that cite it and what ranks them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.records import replace
from rulings.rulebook.document import error, refusal, suggestion
from rulings.rulebook.library import find_named
from rulings.rulebook.manifest import JOINT, Manifest, Read, quote, read_manifest
from rulings.rulebook.registry import Document, Registry

if TYPE_CHECKING:
    from rulings.language.syntax import RuleStatement, SourceUnit, Statement


def with_layers(manifest: Manifest, edition: str, read: Read) -> Manifest:
    """Return a manifest with the layers that the name of an edition adds: `second+house_rules`.

    Raises RulingsError (RUL600, RUL625).
    """
    base = manifest.base or manifest
    layers = list(manifest.layers)
    for name in edition.split(JOINT)[1:]:
        layer = read(find_named(name, first=base.folder.parent))
        fits = {base.folder.name, *(one.folder.name for one in layers)}
        if layer.extends not in fits:
            message = f'"{name}" is no layer of {base.folder.name}.'
            hint = f'Its rulebook.toml says `extends = "{base.folder.name}"`.'
            raise refusal("RUL625", message, hint=hint)
        if any(layer.folder == one.folder for one in layers):
            message = f'The layer "{name}" is named twice.'
            raise refusal("RUL625", message, hint="Name it once.")
        layers.append(layer)
    return replace(manifest, base=base, layers=tuple(layers)) if layers else manifest


def homes(folder: Path) -> Iterator[Path]:
    """Yield a rulebook's folder and, where it is a layer, those of what it extends."""
    # What lies in the first is found without a look at any manifest.
    yield folder
    try:
        found = read_manifest(folder)
    except RulingsError:
        return
    if found.base is not None:
        yield from (layer.folder for layer in reversed(found.layers[:-1]))
        yield found.base.folder


def is_own_file(folder: Path, name: str) -> bool:
    """Whether a source of that name is a file of a rulebook or its layers, and of no library."""
    if any((home / name).is_file() for home in homes(folder)):
        return True
    return not name.startswith("lib/") and "/" in name and (folder.parent / name).is_file()


def named(layers: Iterable[str | Path], folder: Path) -> tuple[str, ...]:
    """Return the names of layers for a rulebook in `folder`, given by name or by their folders.

    Raises RulingsError (RUL600, RUL625) for a folder that is not the one that its name finds.
    """
    found = []
    for one in layers:
        name = Path(one).resolve().name
        at = find_named(name, first=folder.parent)
        if str(one) != name and at.resolve() != Path(one).resolve():
            message = f'"{one}" does not lie where layers are found by name.'
            hint = f"Put it beside {folder.name}, or into a folder `facts` above this one."
            raise refusal("RUL625", message, hint=hint)
        found.append(name)
    return tuple(found)


def withdrawn_by(layer: Manifest, own: Registry) -> tuple[str, ...]:
    """The clauses below a layer that it withdraws, those that its own clauses replace included."""
    replaced = (name for clause in own.clauses.values() for name in clause.replaces)
    return tuple(dict.fromkeys((*layer.withdraws, *replaced)))


def unknown(layer: Manifest, own: Registry, below: Registry) -> list[Diagnostic]:
    """Report what a layer withdraws and no clause below it is (RUL626)."""
    found = []
    for name in withdrawn_by(layer, own):
        if name not in below.clauses:
            place = next(
                (one.span for one in own.clauses.values() if name in one.replaces),
                quote(layer.source, name),
            )
            hint = suggestion(name, below.clauses, "clause")
            message = f"There is no clause `{name}` to withdraw."
            found.append(error("RUL626", message, place, hint))
    return found


def joined(below: Registry, own: Registry, withdrawn: Iterable[str]) -> Registry:
    """Return the clauses of a rulebook with those of a layer, without what that withdraws."""
    gone = frozenset(withdrawn)
    documents = tuple(
        replace(one, clauses=tuple(c for c in one.clauses if c.name not in gone))
        for one in below.documents
    )
    kept = {name: clause for name, clause in below.clauses.items() if name not in gone}
    return Registry(tuple(_merged(documents, own.documents)), {**kept, **own.clauses})


def _merged(below: Sequence[Document], own: Sequence[Document]) -> list[Document]:
    """Return documents, a layer's further clauses of one after those that it has."""
    found = {one.id: one for one in below}
    for one in own:
        before = found.get(one.id)
        clauses = (*before.clauses, *one.clauses) if before is not None else one.clauses
        found[one.id] = replace(before or one, clauses=clauses)
    return list(found.values())


def without(
    units: Sequence[SourceUnit], withdrawn: Iterable[str], spared: Collection[str]
) -> list[SourceUnit]:
    """Return units without the rules that cite a withdrawn clause, and without what ranks these.

    What only such rules denied keeps its two sides: where no other rule speaks, the rulebook is
    still silent. `spared` are the names of the sources that lie no lower than the layer that
    withdraws.
    """
    gone = frozenset(withdrawn)
    if not gone:
        return list(units)
    # Imported here, as wherever files are read: an edition from the cache has no syntax.
    from rulings.language.syntax import OverrideStatement, PredicateStatement, RuleStatement

    def falls(rule: RuleStatement, unit: SourceUnit) -> bool:
        cites = any(clause.text in gone for clause in rule.annotations.clauses)
        return cites and unit.source.name not in spared

    kept, left, denied = set[str](), set[str](), set[str]()
    for unit in units:
        for one in unit.statements:
            if isinstance(one, RuleStatement):
                fallen = falls(one, unit)
                (left if fallen else kept).update(_names(one))
                if fallen and one.against:
                    denied.add(one.head.predicate)
    lost = left - kept

    def standing(unit: SourceUnit) -> Iterator[Statement]:
        for one in unit.statements:
            match one:
                case RuleStatement() if falls(one, unit):
                    continue
                case OverrideStatement(winner, loser) if not lost.isdisjoint(
                    (winner.text, loser.text)
                ):
                    continue
                case PredicateStatement(name) if name.text in denied:
                    yield replace(one, two_sided=True)
                case _:
                    yield one

    return [replace(unit, statements=tuple(standing(unit))) for unit in units]


def _names(rule: RuleStatement) -> Iterable[str]:
    noted = rule.annotations
    return (*([noted.id.text] if noted.id is not None else ()), *(one.text for one in noted.levels))
